"""Notebook 01's explorer: reorder the tokens, watch attention's weights and outputs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import traitlets
from numpy.typing import ArrayLike, NDArray

from course_utils.explorers.base import Explorer, front_end, matrix

MOST_TOKENS = 10  # cards beyond that no longer fit on a notebook's width


class ReorderTokens(Explorer):
    """Tokens on cards; self-attention recomputed in the browser for every order of them.

    Parameters
    ----------
    tokens : sequence of str
        2 to 10 tokens in their original order; a token may appear more than once.
    x : array-like, shape (n_positions, d_model)
        One row a token.
    w_query, w_key : array-like, shape (d_model, d_head)
        Projections to queries and keys.
    w_value : array-like, shape (d_model, d_value)
        Projection to values.
    position_vectors : array-like, shape (n_positions, d_model), optional
        Row i is added to the token at place i once the learner turns the switch on. Without
        them there is no such switch.

    Raises
    ------
    ValueError
        When the shapes do not belong together or a number is not finite.

    Notes
    -----
    The weights are softmax(Q Kᵀ / √d_head), Vaswani et al. 2017 (arXiv:1706.03762), section 3.2.1.

    Examples
    --------
    >>> pair = ReorderTokens(["man", "bites"], [[1, 0], [0, 1]], [[1], [0]], [[1], [1]], [[2], [3]])
    >>> pair.matrices["w_value"]
    [[2.0], [3.0]]
    """

    _esm = front_end("shared.js", "reorder_attention.js", "reorder_picture.js", "reorder.js")
    _css = front_end("shared.css", "reorder.css")

    tokens = traitlets.List(traitlets.Unicode()).tag(sync=True)
    matrices = traitlets.Dict().tag(sync=True)

    def __init__(
        self,
        tokens: Sequence[str],
        x: ArrayLike,
        w_query: ArrayLike,
        w_key: ArrayLike,
        w_value: ArrayLike,
        position_vectors: ArrayLike | None = None,
    ) -> None:
        vectors = matrix("x", x, (_count(tokens), None))
        matrices = {"x": vectors, **_projections(vectors.shape[1], w_query, w_key, w_value)}
        if position_vectors is not None:
            matrices["positions"] = matrix("position_vectors", position_vectors, vectors.shape)
        shipped = {name: array.tolist() for name, array in matrices.items()}
        super().__init__(tokens=[str(token) for token in tokens], matrices=shipped)

    def describe(self) -> str:
        """Say what the explorer is for."""
        names = ", ".join(self.tokens)
        return (
            f"Explorer: self-attention over {len(self.tokens)} tokens ({names}). Reorder the "
            "tokens: rows and columns of the weights move with them, and the tokens take their "
            "outputs along."
        )


def _projections(
    d_model: int, w_query: ArrayLike, w_key: ArrayLike, w_value: ArrayLike
) -> dict[str, NDArray[Any]]:
    query = matrix("w_query", w_query, (d_model, None))
    key = matrix("w_key", w_key, query.shape)
    return {"w_query": query, "w_key": key, "w_value": matrix("w_value", w_value, (d_model, None))}


def _count(tokens: Sequence[str]) -> int:
    if isinstance(tokens, str):
        raise ValueError(f"tokens is one string ({tokens!r}); allowed is a sequence of strings")
    if not 2 <= len(tokens) <= MOST_TOKENS:
        raise ValueError(f"{len(tokens)} tokens came; allowed are 2 to {MOST_TOKENS}")
    return len(tokens)
