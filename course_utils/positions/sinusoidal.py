"""Sinusoidal positions, built by the identity that notebook 05 is about: a step is a rotation.

Row pos holds (sin ω·pos, cos ω·pos) for every clock ω. Read as one complex number, a pair is
sin θ + i·cos θ = i·e^(-iθ). So the row of position a + b is the row of a, turned by e^(-iω·b):
a product, and no new sine. The sines and cosines of three rows are enough for a table.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import DTypeLike

from course_utils.positions.clocks import (
    angular_frequencies,
    check_clocks,
    split_frequencies,
    turns,
)

_COMPLEX = {np.dtype(np.float32): np.complex64, np.dtype(np.float64): np.complex128}
_HALF = np.dtype(np.float16)


def sinusoidal_encoding(
    n_positions: int,
    d_model: int,
    *,
    base: float = 10000.0,
    start: float = 0,
    dtype: DTypeLike = np.float32,
) -> np.ndarray:
    """Sinusoidal position encoding: row r belongs to position start + r.

    Column 2k is the sine and column 2k+1 the cosine of position · base^(-2k/d_model) radians.

    Parameters
    ----------
    n_positions
        Rows; 0 gives an empty table.
    d_model
        Columns; even.
    base
        The wavelengths run from 2π towards 2π·base positions.
    start
        Position of the first row; may be negative or fractional.
    dtype
        float16, float32 or float64.

    Returns
    -------
    np.ndarray
        (n_positions, d_model) of `dtype`, every entry in [-1, 1] up to rounding.

    Raises
    ------
    ValueError
        When `d_model` is odd or below 2, `n_positions` negative, `base` not greater than 1,
        `start` not finite, or `dtype` another one (integer and complex ones included).

    Examples
    --------
    >>> sinusoidal_encoding(2, 4, dtype=np.float64).round(4).tolist()
    [[0.0, 1.0, 0.0, 1.0], [0.8415, 0.5403, 0.01, 1.0]]

    Notes
    -----
    At positions up to 1e6 an entry is off by less than 1.7e-7 in float32, 3e-15 in float64 and
    2.5e-4 in float16. Where the angle pos·ω is computed in float32, as in popular code, the error
    reaches 6e-2 there, and 1e-10 where it is one float64.

    References
    ----------
    Vaswani et al. 2017 (arXiv 1706.03762), section 3.5.
    """
    check_clocks(d_model, base)
    kind = _check_table(n_positions, start, dtype)
    if kind == _HALF:
        return _by_way_of_float32(n_positions, d_model, base, start)
    within, firsts = _factors(int(n_positions), float(start), _frequency(d_model, base, kind), kind)
    table = np.empty((n_positions, d_model), kind)
    # The same memory, each pair read as sin θ + i·cos θ.
    pairs: np.ndarray = table.view(_COMPLEX[kind])
    for block, first in enumerate(firsts):
        rows = pairs[block * len(within) : (block + 1) * len(within)]
        np.multiply(first, within[: len(rows)], out=rows)
    return table


def _check_table(n_positions: int, start: float, dtype: DTypeLike) -> np.dtype:
    if not isinstance(n_positions, (int, np.integer)) or n_positions < 0:
        raise ValueError(f"n_positions must be a whole number, 0 or more; got {n_positions!r}")
    if not math.isfinite(start):
        raise ValueError(f"start must be a finite position; got {start!r}")
    kind = np.dtype(dtype)
    if kind != _HALF and kind not in _COMPLEX:
        raise ValueError(f"dtype must be float16, float32 or float64; got {kind}")
    return kind


def _frequency(d_model: int, base: float, kind: np.dtype) -> Sequence[np.ndarray]:
    if kind == np.float64:
        return split_frequencies(d_model, base)
    return [angular_frequencies(d_model, base=base)]  # float32 keeps no digit that a split saves


def _factors(
    n_positions: int, start: float, frequency: Sequence[np.ndarray], kind: np.dtype
) -> tuple[np.ndarray, np.ndarray]:
    """Return the turns within a block of rows, and the first row of each block.

    Blocks of b rows need b + n/b rows of factors: fewest at b = √n. Twice that costs little more,
    and halves the number of blocks.
    """
    n_rows = max(1, 2 * math.isqrt(n_positions))
    n_blocks = -(-n_positions // n_rows)
    firsts = _clockwise(n_blocks, n_rows, frequency) * (1j * turns(-start, frequency))
    # For float32 the factors are rounded before the large product, which makes it twice as fast:
    # their roundings and those of the product add up to less than 1.7e-7.
    return _clockwise(n_rows, 1, frequency).astype(_COMPLEX[kind]), firsts.astype(_COMPLEX[kind])


def _clockwise(n_turns: int, step: int, frequency: Sequence[np.ndarray]) -> np.ndarray:
    """Return e^(-iω·step·m) for m = 0 … n_turns - 1, (n_turns, d_model / 2) of complex128."""
    table = np.empty((n_turns, len(frequency[0])), np.complex128)
    table[:1] = 1
    turn, done = turns(-step, frequency), 1
    while done < n_turns:
        rows = table[done : 2 * done]  # what is done, turned once more, is as much again
        np.multiply(table[: len(rows)], turn, out=rows)
        done *= 2
        # Squaring turns twice as far and doubles the error: harmless where float32 follows.
        turn = turns(-step * done, frequency) if len(frequency) > 1 else turn * turn
    return table


def _by_way_of_float32(n_positions: int, d_model: int, base: float, start: float) -> np.ndarray:
    """Return a float16 table, made a sixteenth at a time to spare memory."""
    table = np.empty((n_positions, d_model), _HALF)
    n_rows = n_positions // 16 + 1
    for first in range(0, n_positions, n_rows):
        rows = table[first : first + n_rows]
        rows[:] = sinusoidal_encoding(len(rows), d_model, base=base, start=float(start) + first)
    return table


def shift_matrix(delta: float, d_model: int, *, base: float = 10000.0) -> np.ndarray:
    """Return the matrix that moves every row of the encoding on by `delta` positions.

    `shift_matrix(delta, d_model) @ row` of position pos is the row of pos + delta, whatever pos.
    It turns every (sine, cosine) pair by delta·ω radians: clockwise, because the sine comes first.

    Parameters
    ----------
    delta
        Positions to move on; may be negative or fractional.
    d_model
        Columns of the encoding, interleaved; even.
    base
        As in `sinusoidal_encoding`.

    Returns
    -------
    np.ndarray
        (d_model, d_model) of float64: 2 × 2 rotations along the diagonal, zeros elsewhere.

    Raises
    ------
    ValueError
        When `d_model` is odd or below 2, `base` not greater than 1, or `delta` not finite.

    Examples
    --------
    >>> shift_matrix(1, 2).round(4).tolist()
    [[0.5403, 0.8415], [-0.8415, 0.5403]]

    References
    ----------
    Vaswani et al. 2017 (arXiv 1706.03762), section 3.5: "PE(pos+k) can be represented as a linear
    function of PE(pos)".
    """
    check_clocks(d_model, base)
    if not math.isfinite(delta):
        raise ValueError(f"delta must be a finite number of positions; got {delta!r}")
    turn = turns(delta, split_frequencies(d_model, base))
    matrix = np.zeros((d_model, d_model))
    sine = np.arange(0, d_model, 2)
    cosine = sine + 1
    matrix[sine, sine] = matrix[cosine, cosine] = turn.real
    matrix[sine, cosine] = turn.imag
    matrix[cosine, sine] = -turn.imag
    return matrix
