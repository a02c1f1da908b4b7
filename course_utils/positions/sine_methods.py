"""The sinusoidal table and RoPE, plugged into a Transformer."""

from __future__ import annotations

from functools import lru_cache

import torch
from torch import Tensor

from course_utils.positions.methods import PositionMethod, Sizes


@lru_cache(maxsize=64)
def angles(n_positions: int, width: int, base: float = 10_000.0) -> Tensor:
    """Return position · base^(-2k/width) in float64, (n_positions, width / 2).

    Raises
    ------
    ValueError
        When `width` is odd.

    Examples
    --------
    >>> angles(2, 4).tolist()
    [[0.0, 0.0], [1.0, 0.01]]

    Notes
    -----
    Always in float64: a float32 angle near 10,000 radians is already wrong by 7e-4.
    """
    if width % 2:
        raise ValueError(f"sine and cosine come in pairs: the width must be even; got {width}")
    pair = torch.arange(width // 2, dtype=torch.float64)
    position = torch.arange(n_positions, dtype=torch.float64)
    return position[:, None] * base ** (-2 * pair / width)


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
        self.base = base
        angles(1, sizes.d_model)  # refuses an odd width

    def add(self, x: Tensor) -> Tensor:
        """Add the first n_positions rows to x (..., n_positions, d_model)."""
        return x + _interleaved(*x.shape[-2:], self.base).to(x)


@lru_cache(maxsize=64)
def _interleaved(n_positions: int, width: int, base: float) -> Tensor:
    angle = angles(n_positions, width, base)
    return torch.stack([angle.sin(), angle.cos()], -1).flatten(-2).float()


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

    References
    ----------
    Su et al. 2021 (arXiv 2104.09864), equations 14 to 16 and 34.
    """

    def __init__(self, sizes: Sizes, *, base: float = 10_000.0) -> None:
        super().__init__(sizes)
        self.base = base
        angles(1, sizes.d_head)  # refuses an odd width

    def rotate(self, query: Tensor, key: Tensor) -> tuple[Tensor, Tensor]:
        """Turn query and key, each (..., n_positions, d_head)."""
        cosine, sine = _turns(*query.shape[-2:], self.base)
        cosine, sine = cosine.to(query), sine.to(query)
        return turn(query, cosine, sine), turn(key, cosine, sine)


def turn(x: Tensor, cosine: Tensor, sine: Tensor) -> Tensor:
    """Turn the pairs (x_0, x_1), ... of x (..., n, d) counter-clockwise by angles (n, d/2)."""
    even, odd = x[..., 0::2], x[..., 1::2]
    turned = torch.stack([even * cosine - odd * sine, even * sine + odd * cosine], -1)
    return turned.flatten(-2)


@lru_cache(maxsize=64)
def _turns(n_positions: int, width: int, base: float) -> tuple[Tensor, Tensor]:
    angle = angles(n_positions, width, base)
    return angle.cos().float(), angle.sin().float()
