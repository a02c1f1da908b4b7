"""RoPE: turn the pairs of queries and keys instead of adding to them."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from course_utils.positions.clocks import split_frequencies, turns

PAIRINGS = {
    "interleaved": lambda d: (slice(0, d, 2), slice(1, d, 2)),  # x0 with x1: RoFormer, GPT-J
    "halves": lambda d: (slice(0, d // 2), slice(d // 2, d)),  # x0 with x(d/2): GPT-NeoX
}
"""Name of a layout -> the columns of all first and of all second entries of the pairs."""


def rotate(
    x: ArrayLike, positions: ArrayLike, *, base: float = 10000.0, layout: str = "interleaved"
) -> np.ndarray:
    """Turn every pair of every vector by its position, counter-clockwise.

    The score of a query at position i and a key at position j, both rotated, depends on i - j only.

    Parameters
    ----------
    x
        (..., n_positions, d_head) of float16, float32 or float64: queries or keys; d_head even.
    positions
        (n_positions,), or any shape that broadcasts to x.shape[:-1]; fractional and negative
        positions too.
    base
        Pair k turns by base^(-2k/d_head) radians a position.
    layout
        "interleaved": columns 2k and 2k+1 are a pair; "halves": columns k and k + d_head/2.
        Weights trained with one give wrong scores with the other.

    Returns
    -------
    np.ndarray
        Like `x`: computed in float64, rounded once.

    Raises
    ------
    ValueError
        When d_head is odd or 0, x not of floats, a position not finite, `positions` of another
        shape, `base` not greater than 1, or there is no such layout.

    Examples
    --------
    >>> rotate(np.array([[1.0, 0.0]]), [1]).round(4).tolist()
    [[0.5403, 0.8415]]

    References
    ----------
    Su et al. 2021, "RoFormer" (arXiv 2104.09864), equation 34.
    """
    x, positions = np.asarray(x), np.asarray(positions, np.float64)
    _check(x, positions, layout)
    d_head = x.shape[-1]
    turn = turns(positions, split_frequencies(d_head, base))  # (..., n_positions, d_head / 2)
    first, second = PAIRINGS[layout](d_head)
    rotated = np.empty_like(x)
    rotated[..., first] = x[..., first] * turn.real - x[..., second] * turn.imag
    rotated[..., second] = x[..., first] * turn.imag + x[..., second] * turn.real
    return rotated


def _check(x: np.ndarray, positions: np.ndarray, layout: str) -> None:
    if layout not in PAIRINGS:
        raise ValueError(f"layout must be one of {', '.join(map(repr, PAIRINGS))}; got {layout!r}")
    if x.ndim == 0 or x.dtype.kind != "f":
        raise ValueError(f"x must be an array of floats; got shape {x.shape} of {x.dtype}")
    if not np.isfinite(positions).all():
        raise ValueError("positions must be finite; got NaN or infinity among them")
    try:
        np.broadcast_to(positions, x.shape[:-1])
    except ValueError:
        raise ValueError(
            f"positions must have a shape that broadcasts to {x.shape[:-1]}, one position for "
            f"each vector of x; got {positions.shape}"
        ) from None
