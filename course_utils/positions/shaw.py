"""Shaw et al. 2018: a learned vector a clipped distance, in the scores and in the values."""

from __future__ import annotations

import torch
from torch import Tensor, nn

from course_utils.positions.methods import PositionMethod, Sizes, distances


class Shaw(PositionMethod):
    """Let query i meet a^K, and output i gather a^V, of the clipped distance to each key j.

    The scores are (q_i·k_j + q_i·a^K_ij) / √d_k (equation 5), the outputs
    Σ_j weights_ij (v_j + a^V_ij) (equation 3), with a_ij = w_clip(j-i, -k, k) (section 3.2).

    Parameters
    ----------
    sizes
        Of the model; the vectors have `sizes.d_head` entries and are shared by a layer's heads, as
        in the paper's big model (in its base model each head has its own).
    clip
        The paper's k: all distances beyond it share one vector. The paper's base model
        takes 16, its big one 8.
    value_term
        False leaves a^V out. In the paper (table 3) translations are as good without; but a^V also
        counts how many keys lie beyond the clip, which tells a position from the sentence's start.

    Raises
    ------
    ValueError
        When `clip` is negative.

    Examples
    --------
    >>> shaw = Shaw(Sizes(d_model=8, n_heads=2), clip=3)
    >>> shaw.key_vectors.shape, shaw.bias(torch.zeros(5, 2, 9, 4)).shape
    (torch.Size([7, 4]), torch.Size([5, 2, 9, 9]))

    Notes
    -----
    There are only 2k + 1 different vectors, so q_i meets each once, (..., n, 2k + 1), and the
    n x n scores are looked up; the table (n, n, d_head) of the equations is never made. The
    values go the other way: weights of equal distance are summed before they meet a^V.

    References
    ----------
    Shaw, Uszkoreit and Vaswani 2018 (arXiv 1803.02155), equations 3 to 5, sections 3.2 and 3.3.
    """

    one_per_layer = True

    def __init__(self, sizes: Sizes, *, clip: int = 16, value_term: bool = True) -> None:
        super().__init__(sizes)
        if clip < 0:
            raise ValueError(f"clip must be 0 or more; got {clip}")
        self.clip, self.changes_values = clip, value_term
        shape, scale = (2 * clip + 1, sizes.d_head), sizes.d_head**-0.5
        self.key_vectors = nn.Parameter(scale * torch.randn(shape))
        self.value_vectors = nn.Parameter(scale * torch.randn(shape)) if value_term else None

    def columns(self, n_positions: int, device: torch.device | None = None) -> Tensor:
        """Return which of the 2k + 1 vectors each query-key pair takes, (n, n)."""
        return distances(n_positions, device).clamp(-self.clip, self.clip) + self.clip

    def bias(self, query: Tensor) -> Tensor:
        """Return q_i·a^K_ij / √d_k, (..., n_heads, n, n)."""
        n_positions, d_head = query.shape[-2:]
        met = query @ self.key_vectors.T / d_head**0.5  # (..., n, 2 clip + 1)
        return met.gather(-1, self._wanted(query, n_positions))

    def values(self, weights: Tensor) -> Tensor | None:
        """Return Σ_j weights_ij a^V_ij, (..., n_heads, n, d_head), or None without value term."""
        if self.value_vectors is None:
            return None
        wanted = self._wanted(weights, weights.shape[-1])
        by_distance = weights.new_zeros(*weights.shape[:-1], 2 * self.clip + 1)
        return by_distance.scatter_add(-1, wanted, weights) @ self.value_vectors

    def _wanted(self, like: Tensor, n_positions: int) -> Tensor:
        columns = self.columns(n_positions, like.device)
        return columns.expand(*like.shape[:-2], n_positions, n_positions)
