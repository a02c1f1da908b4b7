"""Notebook 06's explorer: what each position method adds to the scores of attention."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import traitlets
from numpy.typing import ArrayLike, NDArray

from course_utils.explorers.base import Explorer, front_end

LENGTHS = (4, 32)  # shorter shows nothing, longer makes the notebook's file heavy
DECIMALS = 2  # the picture cannot show more, and the notebook stores every digit


class Contributions(Explorer):
    """Heat maps to choose from: method, head, length and sentence; one query's row as a curve.

    Parameters
    ----------
    added : mapping of str to array-like, shape (2, n_heads, n_positions, n_positions)
        Method -> what it adds to the scores, for two sentences with other words at the same
        places. Shorter sentences show the upper left part.

    Raises
    ------
    ValueError
        When there is no method, a shape differs from the others, or a number is not finite.

    Examples
    --------
    >>> nothing = np.zeros((2, 1, 4, 4))
    >>> Contributions({"none": nothing}).n_positions
    4
    """

    _esm = front_end("shared.js", "contributions_picture.js", "contributions.js")
    _css = front_end("shared.css", "contributions.css")

    added = traitlets.Dict().tag(sync=True)
    n_positions = traitlets.Int().tag(sync=True)

    def __init__(self, added: Mapping[str, ArrayLike]) -> None:
        arrays = {name: np.asarray(values, np.float64) for name, values in added.items()}
        n_positions = _check(arrays)
        shipped = {name: _rounded(array) for name, array in arrays.items()}
        super().__init__(added=shipped, n_positions=n_positions)

    def describe(self) -> str:
        """Say what the explorer is for."""
        return (
            f"Explorer: what {', '.join(self.added)} add to the scores of attention, for up to "
            f"{self.n_positions} words and each head. Other words at the same places change what "
            "some methods add and leave others alone; one query's row is drawn as a curve."
        )


def _rounded(array: NDArray[Any]) -> list[Any]:
    whole: list[Any] = np.rint(array * 10**DECIMALS).astype(int).tolist()
    return whole


def _check(arrays: Mapping[str, NDArray[Any]]) -> int:
    if not arrays:
        raise ValueError("added is empty; allowed is at least one method")
    first = next(iter(arrays.values()))
    for name, array in arrays.items():
        if array.shape != first.shape or array.ndim != 4 or array.shape[0] != 2:
            raise ValueError(
                f"{name} has shape {array.shape}; allowed is (2, n_heads, n, n), alike for all"
            )
        if not np.isfinite(array).all():
            raise ValueError(f"{name} holds inf or nan; allowed are finite numbers")
    rows, columns = first.shape[2:]
    if rows != columns or not LENGTHS[0] <= rows <= LENGTHS[1]:
        raise ValueError(f"{rows} × {columns} positions came; allowed are 4 × 4 to 32 × 32")
    return int(rows)
