"""Notebook 05's explorer: turn all clocks of a row by Δ and see it land on another row."""

from __future__ import annotations

import traitlets

from course_utils.explorers.base import Explorer, front_end

MOST_COLUMNS = 128  # 64 clocks are the most whose hands can still be told apart
POSITIONS = (2, 500)
LONGEST_LAG = 30  # the ends of the lag's slider


class RotateClocks(Explorer):
    """One row of the table as clocks; a lag turns them all, and the row becomes another.

    Parameters
    ----------
    d_model : int
        Columns of the table, two a clock: even, 2 to 128.
    n_positions : int
        Positions 0 to n_positions − 1 can be chosen; 2 to 500 of them.
    position, delta : int
        The row and the lag to begin with; `delta` from −30 to 30, and position + delta not
        negative.

    Raises
    ------
    ValueError
        When one of them lies outside its range.

    Notes
    -----
    The clocks are the pairs of Vaswani et al. 2017 (arXiv:1706.03762), section 3.5: clock k turns
    by 10000^(−2k/d_model) radians a position, clockwise, because the sine comes first.

    Examples
    --------
    >>> RotateClocks(d_model=8, n_positions=50, position=10, delta=3).delta
    3
    """

    _esm = front_end("shared.js", "rotate_picture.js", "rotate.js")
    _css = front_end("shared.css", "rotate.css")

    d_model = traitlets.Int().tag(sync=True)
    n_positions = traitlets.Int().tag(sync=True)
    longest_lag = traitlets.Int(LONGEST_LAG).tag(sync=True)
    position = traitlets.Int().tag(sync=True)
    delta = traitlets.Int().tag(sync=True)

    def __init__(
        self, d_model: int = 32, n_positions: int = 64, position: int = 20, delta: int = 6
    ) -> None:
        if d_model % 2:
            raise ValueError(f"d_model is {d_model}; it must be even, a clock takes two columns")
        _hold("d_model", d_model, 2, MOST_COLUMNS)
        _hold("n_positions", n_positions, *POSITIONS)
        _hold("position", position, 0, n_positions - 1)
        _hold("delta", delta, max(-LONGEST_LAG, -position), LONGEST_LAG)
        super().__init__(
            d_model=int(d_model),
            n_positions=int(n_positions),
            position=int(position),
            delta=int(delta),
        )

    def describe(self) -> str:
        """Say what the explorer is for."""
        return (
            f"Explorer: row {self.position} of the table as {self.d_model // 2} clocks. Turn them "
            f"all by Δ = {self.delta} positions, and the row lands on row "
            f"{self.position + self.delta}; below, how alike two rows are by their lag."
        )


def _hold(name: str, value: int, least: int, most: int) -> None:
    if not least <= value <= most:
        raise ValueError(f"{name} is {value}; allowed are {least} to {most}")
