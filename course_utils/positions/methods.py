"""The one way in which every position method plugs into a Transformer, and the table of them all.

A method may act in five places, and a subclass says only where it does:

    x -> add(x)                                    sinusoidal, learned, random fixed
    query, key -> rotate(query, key)               RoPE
    scores = query·key / √d_k + bias(query)        Shaw, T5, ALiBi   (T5: no division by √d_k)
    output = weights @ value + values(weights)     Shaw
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import Any

import torch
from torch import Tensor, nn


@dataclass(frozen=True)
class Sizes:
    """What a position method has to know of the model that it is plugged into.

    Parameters
    ----------
    d_model
        Entries of a token's vector.
    n_heads
        Attention heads; must divide `d_model`.
    n_positions
        Rows of a table, for the methods that have one: the longest sentence they can read.
    causal
        Whether a token may look at earlier ones only.

    Raises
    ------
    ValueError
        When a size is not positive or the heads do not divide `d_model`.

    Examples
    --------
    >>> Sizes(d_model=64, n_heads=4).d_head
    16
    """

    d_model: int
    n_heads: int
    n_positions: int = 512
    causal: bool = False

    def __post_init__(self) -> None:
        """Refuse sizes that do not fit."""
        if min(self.d_model, self.n_heads, self.n_positions) < 1:
            raise ValueError(f"sizes must be at least 1; got {self}")
        if self.d_model % self.n_heads:
            raise ValueError(
                f"n_heads must divide d_model: {self.d_model} entries cannot be shared "
                f"evenly by {self.n_heads} heads"
            )

    @property
    def d_head(self) -> int:
        """Entries of a query, key or value in one head (d_k)."""
        return self.d_model // self.n_heads


class PositionMethod(nn.Module):
    """A method that does nothing: what every other one starts from."""

    one_per_layer = False
    """Whether each layer learns its own copy; otherwise all layers share one."""

    divides_by_root = True
    """Whether query·key is divided by √d_k, as in Vaswani et al. 2017, equation 1."""

    changes_values = False
    """Whether `values` adds something, so that the attention weights are needed."""

    def __init__(self, sizes: Sizes) -> None:
        super().__init__()
        self.sizes = sizes

    def add(self, x: Tensor) -> Tensor:
        """Change the tokens' vectors (..., n_positions, d_model) before the first layer."""
        return x

    def rotate(self, query: Tensor, key: Tensor) -> tuple[Tensor, Tensor]:
        """Change query and key, each (..., n_heads, n_positions, d_head)."""
        return query, key

    def bias(self, query: Tensor) -> Tensor | None:
        """Return what is added to the scores, broadcastable to (..., n_heads, n, n), or None."""
        return None

    def values(self, weights: Tensor) -> Tensor | None:
        """Return what is added to the heads' outputs (..., n_heads, n, d_head), or None."""
        return None


METHODS = {
    "none": "none:NoPositions",
    "sinusoidal": "sine_methods:Sinusoidal",
    "learned": "learned:Learned",
    "random fixed": "random_fixed:RandomFixed",
    "Shaw": "shaw:Shaw",
    "T5": "t5:T5",
    "ALiBi causal": "alibi:CausalALiBi",
    "ALiBi symmetric": "alibi:SymmetricALiBi",
    "RoPE": "sine_methods:RoPE",
}
"""Name -> "module:class" within this package: those modules import this one, so not yet here."""


Named = str | Callable[..., "PositionMethod"]
"""A name out of `METHODS`, or a class of one's own to try."""


def method(name: Named, sizes: Sizes, **options: Any) -> PositionMethod:
    """Build a position method by its name.

    Parameters
    ----------
    name
        One of `METHODS`, or a subclass of `PositionMethod`.
    sizes
        Of the model.
    options
        The method's own: `scale` (learned, random fixed), `clip` and `value_term` (Shaw),
        `n_buckets` and `max_distance` (T5), `seed` (random fixed), `base` (sinusoidal, RoPE).

    Raises
    ------
    ValueError
        When no method has that name, or the method does not fit the sizes.
    TypeError
        When the method has no such option.

    Examples
    --------
    >>> alibi = method("ALiBi causal", Sizes(d_model=8, n_heads=4, causal=True))
    >>> alibi.bias(torch.zeros(4, 3, 2))[0].tolist()
    [[0.0, 0.25, 0.5], [-0.25, 0.0, 0.25], [-0.5, -0.25, 0.0]]
    """
    if callable(name):
        return name(sizes, **options)
    if name not in METHODS:
        known = ", ".join(repr(one) for one in METHODS)
        raise ValueError(f"no position method is called {name!r}; there are {known}")
    module, class_name = METHODS[name].split(":")
    cls = getattr(import_module(f"course_utils.positions.{module}"), class_name)
    return cls(sizes, **options)


def distances(n_positions: int, device: torch.device | None = None) -> Tensor:
    """Return j - i for query i and key j, (n_positions, n_positions) of int64.

    Examples
    --------
    >>> distances(3).tolist()
    [[0, 1, 2], [-1, 0, 1], [-2, -1, 0]]
    """
    place = torch.arange(n_positions, device=device)
    return place[None, :] - place[:, None]


def check_length(n_positions: int, n_rows: int, what: str) -> None:
    """Raise a ValueError when a sentence is longer than a table has rows."""
    if n_positions > n_rows:
        raise ValueError(
            f"{what} has {n_rows} rows, positions 0 to {n_rows - 1}; "
            f"a sentence of {n_positions} tokens needs {n_positions}"
        )
