"""ALiBi: a fixed penalty that grows with distance, steeper in some heads than in others."""

from __future__ import annotations

import math

import torch
from torch import Tensor

from course_utils.positions.methods import PositionMethod, Sizes, distances


def slopes(n_heads: int) -> Tensor:
    """Return the heads' slopes, (n_heads,), from steep to flat.

    Examples
    --------
    >>> slopes(4).tolist()
    [0.25, 0.0625, 0.015625, 0.00390625]
    >>> slopes(3).tolist()
    [0.0625, 0.00390625, 0.25]

    Raises
    ------
    ValueError
        When there is no head.

    Notes
    -----
    For a power of two, 2^(-8h/n_heads) with h = 1..n_heads. For other numbers the authors' code
    takes the slopes of the next lower power of two, then every second one of twice that many.

    References
    ----------
    Press, Smith and Lewis 2021 (arXiv 2108.12409), section 3.
    """
    if n_heads < 1:
        raise ValueError(f"n_heads must be at least 1; got {n_heads}")
    n_even = 2 ** int(math.log2(n_heads))
    between = geometric(2 * n_even)[0::2][: n_heads - n_even]
    return torch.cat([geometric(n_even), between])


def geometric(n_heads: int) -> Tensor:
    """Return 2^(-8h/n_heads) for h = 1..n_heads."""
    return 2.0 ** (-8.0 * torch.arange(1, n_heads + 1) / n_heads)


class CausalALiBi(PositionMethod):
    """Add slope·(j - i) to the scores, which for keys of the past, j <= i, is a penalty.

    Raises
    ------
    ValueError
        When the model is not causal: towards the future the term would be a reward.

    Examples
    --------
    >>> alibi = CausalALiBi(Sizes(d_model=8, n_heads=4, causal=True))
    >>> alibi.bias(torch.zeros(4, 3, 2))[0, 2].tolist()
    [-0.5, -0.25, 0.0]

    References
    ----------
    Press, Smith and Lewis 2021 (arXiv 2108.12409), section 3 and figure 3.
    """

    slopes: Tensor

    def __init__(self, sizes: Sizes) -> None:
        super().__init__(sizes)
        if not sizes.causal:
            raise ValueError(
                "'ALiBi causal' needs a causal model; an encoder has 'ALiBi symmetric'"
            )
        self.register_buffer("slopes", slopes(sizes.n_heads))

    def bias(self, query: Tensor) -> Tensor:
        """Return slope·(j - i), (n_heads, n, n)."""
        return self.slopes[:, None, None] * distances(query.shape[-2], query.device)


class SymmetricALiBi(PositionMethod):
    """Subtract slope·|j - i| from the scores: an encoder's variant, blind to mirror images.

    The paper has the causal form only; this is the plainest of the encoder forms in use.

    Examples
    --------
    >>> SymmetricALiBi(Sizes(d_model=8, n_heads=4)).bias(torch.zeros(4, 3, 2))[0, 0].tolist()
    [-0.0, -0.25, -0.5]
    """

    slopes: Tensor

    def __init__(self, sizes: Sizes) -> None:
        super().__init__(sizes)
        self.register_buffer("slopes", slopes(sizes.n_heads))

    def bias(self, query: Tensor) -> Tensor:
        """Return -slope·|j - i|, (n_heads, n, n)."""
        return -self.slopes[:, None, None] * distances(query.shape[-2], query.device).abs()
