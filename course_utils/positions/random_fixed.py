"""Random vectors, drawn once and never trained: the control for every claim about structure."""

from __future__ import annotations

import torch
from torch import Tensor

from course_utils.positions.methods import PositionMethod, Sizes, check_length


class RandomFixed(PositionMethod):
    """Add row i of a random table that stays as it was drawn to token i.

    Parameters
    ----------
    sizes
        The table gets `sizes.n_positions` rows of `sizes.d_model` entries.
    scale
        Standard deviation; the default gives rows the mean length of sinusoidal ones, √(d/2).
    seed
        Of the draw; None draws with PyTorch's own generator, as other weights are.

    Raises
    ------
    ValueError
        In use, when a sentence is longer than the table.

    Examples
    --------
    >>> first = RandomFixed(Sizes(d_model=4, n_heads=1), seed=1).table
    >>> bool((first == RandomFixed(Sizes(d_model=4, n_heads=1), seed=1).table).all())
    True
    """

    table: Tensor

    def __init__(self, sizes: Sizes, *, scale: float = 0.5**0.5, seed: int | None = None) -> None:
        super().__init__(sizes)
        dice = None if seed is None else torch.Generator().manual_seed(seed)
        table = scale * torch.randn(sizes.n_positions, sizes.d_model, generator=dice)
        self.register_buffer("table", table)

    def add(self, x: Tensor) -> Tensor:
        """Add the first n_positions rows to x (..., n_positions, d_model)."""
        check_length(x.shape[-2], len(self.table), "the random table")
        return x + self.table[: x.shape[-2]]
