"""Notebook 04's explorer of fingerprints: two positions, and the clocks on which they agree."""

from __future__ import annotations

import traitlets

from course_utils.explorers.base import Explorer, front_end

WIDTHS = (2, 4, 8, 12, 32, 64, 128)  # the stops of the dimensions slider: at most 64 dials
MOST_POSITIONS = 5000


class Fingerprint(Explorer):
    """Two positions on all clocks at once, and how far apart they stand in all.

    Parameters
    ----------
    first, second : int
        Positions from 0 to 4999, where their sliders begin.
    d_model : int
        One of `WIDTHS`: two columns a clock.

    Raises
    ------
    ValueError
        When one of them lies outside its range.

    Notes
    -----
    The clocks are those of Vaswani et al. 2017 (arXiv:1706.03762), section 3.5, with base 10000.
    On clock k, positions Δ apart stand 2·|sin(Δω_k / 2)| apart; the squares add up over clocks.

    Examples
    --------
    >>> Fingerprint(first=3, second=713, d_model=2).d_model
    2
    """

    _esm = front_end("shared.js", "fingerprint_picture.js", "fingerprint.js")
    _css = front_end("shared.css", "fingerprint.css")

    first = traitlets.Int().tag(sync=True)
    second = traitlets.Int().tag(sync=True)
    d_model = traitlets.Int().tag(sync=True)
    widths = traitlets.List(traitlets.Int()).tag(sync=True)
    n_positions = traitlets.Int(MOST_POSITIONS).tag(sync=True)

    def __init__(self, first: int = 17, second: int = 61, d_model: int = 12) -> None:
        for name, position in (("first", first), ("second", second)):
            if not 0 <= position < MOST_POSITIONS:
                raise ValueError(f"{name} is {position}; allowed are 0 to {MOST_POSITIONS - 1}")
        if d_model not in WIDTHS:
            raise ValueError(f"d_model is {d_model}; allowed are {', '.join(map(str, WIDTHS))}")
        super().__init__(first=first, second=second, d_model=d_model, widths=list(WIDTHS))

    def describe(self) -> str:
        """Say what the explorer is for."""
        return (
            f"Explorer: the positions {self.first} and {self.second} on {self.d_model // 2} clocks "
            "and as two barcodes. Choose two positions and see on which clocks they agree, and how "
            "far apart they stand on all clocks together; or look for the nearest other position."
        )
