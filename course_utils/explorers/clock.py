"""Notebook 03's explorer: one clock whose hand runs, and its two waves unrolled beside it."""

from __future__ import annotations

import math

import traitlets

from course_utils.explorers.base import Explorer, front_end

SHORTEST, LONGEST = math.tau, 100 * math.tau  # positions a turn, the two ends of the slider
POSITIONS = (2, 200)  # beyond that the dots of a notebook's width run together


class SingleClock(Explorer):
    """A hand that turns with the position, at a speed the learner sets.

    Parameters
    ----------
    n_positions : int
        Positions 0 to n_positions − 1 can be visited; 2 to 200 of them.
    wavelength : float
        Positions a turn, 2π to 200π, where the slider begins.
    position : int
        Where the hand begins.

    Raises
    ------
    ValueError
        When one of them lies outside its range.

    Notes
    -----
    The point is (sin ωp, cos ωp) with ω = 2π / wavelength: one pair of columns of the encoding in
    Vaswani et al. 2017 (arXiv:1706.03762), section 3.5.

    Examples
    --------
    >>> SingleClock(n_positions=61, wavelength=24, position=5).wavelength
    24.0
    """

    _esm = front_end("shared.js", "clock_picture.js", "clock.js")
    _css = front_end("shared.css", "clock.css")

    n_positions = traitlets.Int().tag(sync=True)
    wavelength = traitlets.Float().tag(sync=True)
    position = traitlets.Int().tag(sync=True)

    def __init__(self, n_positions: int = 61, wavelength: float = 24.0, position: int = 5) -> None:
        fewest, most = POSITIONS
        if not fewest <= n_positions <= most:
            raise ValueError(f"n_positions is {n_positions}; allowed are {fewest} to {most}")
        if not SHORTEST <= wavelength <= LONGEST:
            raise ValueError(
                f"wavelength is {wavelength}; allowed are {SHORTEST:.2f} to {LONGEST:.1f} positions"
            )
        if not 0 <= position < n_positions:
            raise ValueError(f"position is {position}; allowed are 0 to {n_positions - 1}")
        super().__init__(
            n_positions=n_positions, wavelength=float(wavelength), position=int(position)
        )

    def describe(self) -> str:
        """Say what the explorer is for."""
        return (
            f"Explorer: a clock for the positions 0 to {self.n_positions - 1}, which turns once in "
            f"{self.wavelength:g} positions to begin with. Let its hand run or move it, change its "
            "speed, and follow the sine and the cosine of its angle beside it."
        )
