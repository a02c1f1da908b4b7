"""The clocks behind sinusoidal positions and RoPE: how fast each turns, and how far it has."""

from __future__ import annotations

import math
from collections.abc import Sequence
from decimal import Decimal, localcontext
from itertools import accumulate, repeat
from operator import mul

import numpy as np


def check_clocks(d_model: int, base: float) -> None:
    """Raise a ValueError unless `d_model` can be split into pairs and `base` slows clocks down."""
    if not isinstance(d_model, (int, np.integer)) or d_model < 2 or d_model % 2:
        raise ValueError(
            "d_model must be an even whole number, at least 2, because sine and cosine come "
            f"in pairs; got {d_model!r}"
        )
    if not 1 < base < math.inf:
        raise ValueError(f"base must be a finite number greater than 1; got {base!r}")


def angular_frequencies(d_model: int, *, base: float = 10000.0) -> np.ndarray:
    """How far each clock turns from one position to the next, fastest clock first.

    Parameters
    ----------
    d_model
        Columns of the encoding, two for each clock; even.
    base
        How many times slower than the first clock a clock d_model/2 pairs further would be.

    Returns
    -------
    np.ndarray
        (d_model / 2,) of float64, radians a position: base^(-2k/d_model) for pair k.

    Raises
    ------
    ValueError
        When `d_model` is odd or below 2, or `base` is not greater than 1.

    Examples
    --------
    >>> angular_frequencies(8).round(6).tolist()
    [1.0, 0.1, 0.01, 0.001]

    References
    ----------
    Vaswani et al. 2017 (arXiv 1706.03762), section 3.5.
    """
    check_clocks(d_model, base)
    return float(base) ** (-np.arange(0, int(d_model), 2) / d_model)


def wavelengths(d_model: int, *, base: float = 10000.0) -> np.ndarray:
    """How many positions each clock needs for one turn, fastest clock first.

    Parameters
    ----------
    d_model
        Columns of the encoding, two for each clock; even.
    base
        As in `angular_frequencies`.

    Returns
    -------
    np.ndarray
        (d_model / 2,) of float64, positions a turn: from 2π towards 2π·base.

    Raises
    ------
    ValueError
        When `d_model` is odd or below 2, or `base` is not greater than 1.

    Examples
    --------
    >>> wavelengths(8).round(2).tolist()
    [6.28, 62.83, 628.32, 6283.19]

    References
    ----------
    Vaswani et al. 2017 (arXiv 1706.03762), section 3.5.
    """
    return 2 * np.pi / angular_frequencies(d_model, base=base)


def split_frequencies(d_model: int, base: float) -> tuple[np.ndarray, np.ndarray]:
    """Write each angular frequency as a sum of two float64, to some 24 + 53 bits.

    A frequency in one float64 is off by up to 1e-16 of itself: nothing at position 1, and 1e-10
    radians at position 1e6. The first summand keeps only the 24 bits of a float32, so that its
    product with any whole position below 2^29 needs 53 bits and is not rounded at all.

    Returns
    -------
    tuple
        Coarse part and remainder, each (d_model / 2,) of float64, radians a position.

    Raises
    ------
    ValueError
        When `d_model` is odd or below 2, or `base` is not greater than 1.

    Examples
    --------
    >>> coarse, remainder = split_frequencies(8, 10000.0)
    >>> coarse[1].item(), remainder[1].item()
    (0.10000000149011612, -1.4901161193847657e-09)
    """
    check_clocks(d_model, base)
    with localcontext(prec=40):
        ratio = Decimal(float(base)) ** (Decimal(-2) / int(d_model))
        exact = list(accumulate(repeat(ratio, d_model // 2 - 1), mul, initial=Decimal(1)))
        coarse = np.array(exact, dtype=np.float32).astype(np.float64)
        remainder = [e - Decimal(c) for e, c in zip(exact, coarse.tolist(), strict=True)]
    return coarse, np.array(remainder, dtype=np.float64)


def turns(position: np.ndarray | float, frequency: Sequence[np.ndarray]) -> np.ndarray:
    """Each clock's turn up to a position, as the complex number e^(iω·position).

    Multiplying by it turns counter-clockwise in the plane of (cosine, sine); multiplying two of
    them adds their positions.

    Parameters
    ----------
    position
        Any shape, in positions; fractional and negative ones too.
    frequency
        (d_model / 2,), radians a position, alone: `[angular_frequencies(d_model)]`; or in the two
        parts of `split_frequencies`, when the last bits matter far out.

    Returns
    -------
    np.ndarray
        (*position.shape, d_model / 2) of complex128, all of length 1.

    Examples
    --------
    >>> quarter_turn = turns(np.pi / 2, [np.array([1.0])])
    >>> quarter_turn.round(12).tolist()
    [1j]
    """
    if len(frequency) == 1:
        return np.exp(1j * np.multiply.outer(position, frequency[0]))
    # The angle of a far position is rounded coarsely, and so is a sum with it. So the far part,
    # which is exact for whole positions, and the small rest are turned one after the other.
    whole = np.floor(position)
    far = np.multiply.outer(whole, frequency[0])
    rest = np.multiply.outer(np.subtract(position, whole), frequency[0])
    rest += np.multiply.outer(position, frequency[1])
    return np.exp(1j * far) * np.exp(1j * rest)
