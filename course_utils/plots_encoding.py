"""Notebook 04's drawings: the encoding as a heat map and as barcodes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib.colors import Colormap, LinearSegmentedColormap

from course_utils import plots

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_STOPS = ("#0b1f6b", "#2f6db3", "#9fc9c4", "#ffe14d", "#f79a3c", "#d6402c", "#7d0a17")

LECTURE_COLOURS: Colormap = LinearSegmentedColormap.from_list("lecture", _STOPS)
"""The lecture's scale: -1 dark blue, 0 yellow, +1 dark red. Not safe for colour-blind readers."""

SAFE_COLOURS = "cividis"
"""Dark for -1, light for +1: the same to readers with every common kind of colour blindness."""


def draw_heat_map(
    axes: Axes, table: np.ndarray, *, title: str = "", colours: Colormap | str = LECTURE_COLOURS
) -> Any:
    """Draw an encoding (n_positions, d_model): a row a position, a column a dimension.

    Returns
    -------
    AxesImage
        For a colour bar.
    """
    image = axes.imshow(
        table, cmap=colours, vmin=-1, vmax=1, aspect="auto", interpolation="nearest"
    )
    axes.set(xlabel="column (dimension)", ylabel="position", title=title)
    axes.spines[:].set_visible(False)
    return image


def draw_barcodes(axes: Sequence[Axes], rows: np.ndarray, names: Sequence[str]) -> None:
    """Draw each row (n_rows, d_model) on axes of its own: a bar a column, dark -1, light +1."""
    for ax, row, name in zip(axes, rows, names, strict=True):
        ax.imshow(row[None], cmap=SAFE_COLOURS, vmin=-1, vmax=1, aspect="auto")
        ax.set_yticks([0], [name])
        ax.tick_params(length=0)
        ax.spines[:].set_visible(False)
    for ax in axes[:-1]:
        ax.set_xticks([])
    axes[-1].set_xlabel("column (dimension): fast clocks left, slow clocks right")


def draw_wavelengths(axes: Axes, wavelengths: np.ndarray, colour: str, label: str) -> None:
    """Draw wavelengths (n_clocks,) against the clock's place from fastest to slowest, 0 to 1."""
    place = np.arange(len(wavelengths)) / len(wavelengths)
    axes.semilogy(place, wavelengths, ".", color=colour, label=label)
    axes.axhline(2 * np.pi * 10_000, color=plots.GREY, linestyle="--", linewidth=1)
