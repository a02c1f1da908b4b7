"""The sinusoidal table and RoPE, plugged into a Transformer."""

from __future__ import annotations

import torch
from torch import Tensor

from course_utils.positions.methods import PositionMethod, Sizes
from course_utils.positions.torch_module import SinusoidalEncoding


class Sinusoidal(PositionMethod):
    """Add sines in even columns and cosines in odd ones, for sentences of any length.

    Parameters
    ----------
    sizes
        `sizes.d_model` must be even.
    base
        The longest wavelength is close to 2π·base.

    Raises
    ------
    ValueError
        When `sizes.d_model` is odd.

    Examples
    --------
    >>> Sinusoidal(Sizes(d_model=4, n_heads=1)).add(torch.zeros(2, 4)).tolist()[0]
    [0.0, 1.0, 0.0, 1.0]

    References
    ----------
    Vaswani et al. 2017 (arXiv 1706.03762), section 3.5.
    """

    def __init__(self, sizes: Sizes, *, base: float = 10_000.0) -> None:
        super().__init__(sizes)
        self.encoding = SinusoidalEncoding(sizes.d_model, base=base)

    def add(self, x: Tensor) -> Tensor:
        """Add the first n_positions rows to x (..., n_positions, d_model)."""
        return self.encoding(x)


class RoPE(PositionMethod):
    """Turn neighbouring channel pairs of query and key by position · base^(-2k/d_head).

    Query i turned by i·θ and key j by j·θ meet as if only the key had been turned, by (j - i)·θ:
    scores see distances, values and the stream see no position at all.

    Parameters
    ----------
    sizes
        `sizes.d_head` must be even.
    base
        The longest wavelength is close to 2π·base.

    Raises
    ------
    ValueError
        When `sizes.d_head` is odd.

    Examples
    --------
    >>> query = torch.tensor([[1.0, 0.0], [1.0, 0.0]])
    >>> turned, _ = RoPE(Sizes(d_model=2, n_heads=1)).rotate(query, query)
    >>> [round(number, 3) for number in turned[1].tolist()]
    [0.54, 0.841]

    Notes
    -----
    Sines and cosines are columns of the sinusoidal table of width d_head, so they are built once
    a length, and as exactly.

    References
    ----------
    Su et al. 2021 (arXiv 2104.09864), equations 14 to 16 and 34.
    """

    def __init__(self, sizes: Sizes, *, base: float = 10_000.0) -> None:
        super().__init__(sizes)
        if sizes.d_head % 2:
            raise ValueError(f"RoPE turns pairs: d_head must be even; got {sizes.d_head}")
        self.encoding = SinusoidalEncoding(sizes.d_head, base=base)

    def rotate(self, query: Tensor, key: Tensor) -> tuple[Tensor, Tensor]:
        """Turn query and key, each (..., n_positions, d_head)."""
        table = self.encoding.rows(query.shape[-2], like=query)
        sine, cosine = table[:, 0::2], table[:, 1::2]
        return turn(query, cosine, sine), turn(key, cosine, sine)


def turn(x: Tensor, cosine: Tensor, sine: Tensor) -> Tensor:
    """Turn the pairs (x_0, x_1), ... of x (..., n, d) counter-clockwise by angles (n, d/2)."""
    even, odd = x[..., 0::2], x[..., 1::2]
    turned = torch.stack([even * cosine - odd * sine, even * sine + odd * cosine], -1)
    return turned.flatten(-2)
