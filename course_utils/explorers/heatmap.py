"""Notebook 04's explorer: the encoding as the lecture's heat map, with its clocks beside it."""

from __future__ import annotations

import traitlets

from course_utils.explorers.base import Explorer, front_end
from course_utils.positions.clocks import check_clocks

MOST = 512  # rows and columns: more would be smaller than a pixel each
BASES = (2, 10, 100, 1_000, 10_000, 100_000, 1_000_000)  # the stops of the base slider


class HeatMap(Explorer):
    """The encoding as colours: a row a position, a column a dimension.

    Parameters
    ----------
    n_positions : int
        Rows, 2 to 512, where its slider begins.
    d_model : int
        Columns, even, 2 to 512, where its slider begins.
    base : int
        One of `BASES`: the wavelengths run from 2π towards 2π·base positions.

    Raises
    ------
    ValueError
        When one of them lies outside its range.

    Notes
    -----
    Vaswani et al. 2017 (arXiv:1706.03762), section 3.5, interleaved: sine in even columns, cosine
    in odd ones. The table is computed in the browser, in float64, by turning each row's clocks on.

    Examples
    --------
    >>> HeatMap(n_positions=64, d_model=256).base
    10000
    """

    _esm = front_end("shared.js", "heatmap_picture.js", "heatmap.js")
    _css = front_end("shared.css", "heatmap.css")

    n_positions = traitlets.Int().tag(sync=True)
    d_model = traitlets.Int().tag(sync=True)
    base = traitlets.Int().tag(sync=True)
    bases = traitlets.List(traitlets.Int()).tag(sync=True)

    def __init__(self, n_positions: int = 64, d_model: int = 256, base: int = 10_000) -> None:
        if not 2 <= n_positions <= MOST:
            raise ValueError(f"n_positions is {n_positions}; allowed are 2 to {MOST}")
        check_clocks(d_model, base)
        if d_model > MOST:
            raise ValueError(f"d_model is {d_model}; allowed are even numbers from 2 to {MOST}")
        if base not in BASES:
            raise ValueError(f"base is {base}; allowed are {', '.join(map(str, BASES))}")
        super().__init__(n_positions=n_positions, d_model=d_model, base=base, bases=list(BASES))

    def describe(self) -> str:
        """Say what the explorer is for."""
        return (
            f"Explorer: the encoding of {self.n_positions} positions in {self.d_model} dimensions "
            "as a heat map, −1 dark blue, 0 yellow, +1 dark red. Change positions, dimensions and "
            "base; point at a cell for its pair, value and wavelength; show a row as clocks."
        )
