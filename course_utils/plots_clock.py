"""Notebook 03's drawings: points on a clock's face, given as (sine, cosine) pairs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from course_utils import plots

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def draw_dial(
    axes: Axes, points: np.ndarray, labels: Sequence[object] = (), *, title: str = ""
) -> None:
    """Draw points (n_points, 2) of (sine, cosine) on their circle, with a hand to each.

    The sine runs to the right and the cosine upwards, so angle 0 is at the top, and larger angles
    follow clockwise, as an arrow inside the circle says.
    """
    around = np.linspace(0, 2 * np.pi, 200)
    axes.plot(np.sin(around), np.cos(around), color=plots.GREY, linewidth=1)
    for sine, cosine in points:
        axes.plot([0, sine], [0, cosine], color=plots.BLUE, linewidth=1, alpha=0.35)
    axes.plot(points[:, 0], points[:, 1], "o", color=plots.BLUE, markersize=6)
    for (sine, cosine), label in zip(points, labels, strict=False):
        axes.text(1.17 * sine, 1.17 * cosine, str(label), ha="center", va="center")
    arrow = {"arrowstyle": "->", "connectionstyle": "arc3,rad=-0.35", "color": plots.ORANGE}
    axes.annotate("", xy=(0.42, 0.18), xytext=(0.08, 0.45), arrowprops=arrow | {"lw": 1.8})
    axes.set(xlim=(-1.35, 1.35), ylim=(-1.35, 1.35), xticks=(-1, 0, 1), yticks=(-1, 0, 1))
    axes.set(xlabel="sine", ylabel="cosine", title=title, aspect="equal")


def draw_wave(axes: Axes, values: np.ndarray, colour: str, label: str, wavelength: float) -> None:
    """Draw what whole positions 0, 1, 2, … keep of a wave: dots, and the smooth wave behind them.

    `values` (n_positions,) are a sine or cosine of that wavelength, in positions.
    """
    position = np.arange(len(values))
    between = np.linspace(0, len(values) - 1, 600)
    sine, cosine = (wave(2 * np.pi * between / wavelength) for wave in (np.sin, np.cos))
    smooth = sine if abs(values[0]) < 0.5 else cosine
    axes.plot(between, smooth, color=colour, linewidth=1, alpha=0.5)
    axes.plot(position, values, "o", color=colour, markersize=4, label=label)
    axes.set(xlabel="position", ylim=(-1.15, 1.15), yticks=(-1, 0, 1))
