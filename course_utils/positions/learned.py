"""A learned table: one free vector a position, added to the token's vector."""

from __future__ import annotations

import torch
from torch import Tensor, nn

from course_utils.positions.methods import PositionMethod, Sizes, check_length


class Learned(PositionMethod):
    """Add row i of a trained table to token i.

    Parameters
    ----------
    sizes
        The table gets `sizes.n_positions` rows of `sizes.d_model` entries.
    scale
        Standard deviation of the first values. BERT takes 0.02, GPT-2's published code
        0.01; a row that no sentence reaches keeps its first values for ever, but for weight decay.

    Raises
    ------
    ValueError
        In use, when a sentence is longer than the table.

    Examples
    --------
    >>> table = Learned(Sizes(d_model=4, n_heads=1, n_positions=3))
    >>> table.add(torch.zeros(2, 3, 4)).shape
    torch.Size([2, 3, 4])

    References
    ----------
    Vaswani et al. 2017 (arXiv 1706.03762), section 3.5; Devlin et al. 2018 (arXiv 1810.04805).
    """

    def __init__(self, sizes: Sizes, *, scale: float = 0.02) -> None:
        super().__init__(sizes)
        self.table = nn.Parameter(scale * torch.randn(sizes.n_positions, sizes.d_model))

    def add(self, x: Tensor) -> Tensor:
        """Add the first n_positions rows to x (..., n_positions, d_model)."""
        check_length(x.shape[-2], len(self.table), "the learned table")
        return x + self.table[: x.shape[-2]]
