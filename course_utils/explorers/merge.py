"""Notebook 02's explorer: two words, a growing place, and a number format that runs out of bits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import traitlets
from numpy.typing import ArrayLike

from course_utils.explorers.base import Explorer, front_end, matrix

FORMATS = ("bfloat16", "float16", "float32", "float64")
FARTHEST = 8192  # the last place on the slider
MOST_ENTRIES = 8  # pairs of strips beyond that no longer fit on a screen


class MergingWords(Explorer):
    """Two words plus a place, in a chosen number format, to the bit.

    Parameters
    ----------
    words : mapping of str to array-like, shape (n_entries,)
        Two words by name; at most 1024 entries each, between −100 and 100.
    shown : sequence of int
        Indices of 1 to 8 entries whose bits are drawn. All entries are counted.
    position : int
        Where the slider begins, 0 to 8192.
    number_format : str
        ``"bfloat16"``, ``"float16"``, ``"float32"`` or ``"float64"``.

    Raises
    ------
    ValueError
        When there are not two words of one length, or another value lies outside its range.

    Notes
    -----
    Words, place and sum are each rounded to the format, to the nearest number and ties to even, as
    IEEE 754 has it.

    Examples
    --------
    >>> MergingWords({"cat": [0.82, -0.14], "dog": [0.77, -0.09]}, shown=[0, 1]).names
    ['cat', 'dog']
    """

    _esm = front_end("shared.js", "merge_formats.js", "merge_picture.js", "merge.js")
    _css = front_end("shared.css", "merge.css")

    names = traitlets.List(traitlets.Unicode()).tag(sync=True)
    values = traitlets.List(traitlets.List(traitlets.Float())).tag(sync=True)
    shown = traitlets.List(traitlets.Int()).tag(sync=True)
    position = traitlets.Int().tag(sync=True)
    number_format = traitlets.Unicode().tag(sync=True)

    def __init__(
        self,
        words: Mapping[str, ArrayLike],
        shown: Sequence[int],
        position: int = 20,
        number_format: str = "bfloat16",
    ) -> None:
        values = matrix("words", np.array(list(words.values()), dtype=float), (2, None))
        if values.shape[1] > 1024 or abs(values).max() > 100:
            raise ValueError("words allowed: at most 1024 entries, each between −100 and 100")
        if not 0 <= position <= FARTHEST:
            raise ValueError(f"position is {position}; allowed are 0 to {FARTHEST}")
        if number_format not in FORMATS:
            raise ValueError(f"number_format is {number_format!r}; allowed are {FORMATS}")
        super().__init__(
            names=[str(name) for name in words],
            values=values.tolist(),
            shown=_indices(shown, values.shape[1]),
            position=int(position),
            number_format=number_format,
        )

    def describe(self) -> str:
        """Say what the explorer is for."""
        first, second = self.names
        return (
            f"Explorer: {first} + place and {second} + place in four number formats. Move the "
            f"place from 0 to {FARTHEST} and see bit by bit how {len(self.shown)} entries become "
            f"the same numbers, and count them among all {len(self.values[0])}."
        )


def _indices(shown: Sequence[int], n_entries: int) -> list[int]:
    if not 1 <= len(shown) <= MOST_ENTRIES:
        raise ValueError(f"shown has {len(shown)} entries; allowed are 1 to {MOST_ENTRIES}")
    outside = [index for index in shown if not 0 <= index < n_entries]
    if outside:
        raise ValueError(f"shown holds {outside[0]}; allowed are 0 to {n_entries - 1}")
    return [int(index) for index in shown]
