"""Pictures of results, in the course's look."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from course_utils.plots import GREY, new_figure, show

if TYPE_CHECKING:
    from course_utils.experiments.results import Results

MARKERS = "osD^vPX*<>"


def draw_results(results: Results, alt: str) -> None:
    """Draw one line a method over the conditions, with its spread, and show it with `alt`."""
    figure, axes = new_figure(width=8.0, height=3.6)
    place = np.arange(len(results.conditions))
    if results.chance is not None:
        axes.axhline(results.chance, color=GREY, linestyle=":", linewidth=1)
        axes.annotate("chance", (place[-1] + 0.35, results.chance), color=GREY, va="bottom")
    for number, name in enumerate(results.runs):
        _draw_method(axes, results, name, number)
    axes.set_xticks(place, results.conditions)
    axes.set(xlabel=results.condition, ylabel=results.measure, title=results.title)
    axes.legend(loc="center left", bbox_to_anchor=(1.08, 0.5))
    show(figure, alt)


def _draw_method(axes: Any, results: Results, name: str, number: int) -> None:
    # Points of different methods stand side by side: many lie at the same height.
    place = np.arange(len(results.conditions)) + 0.035 * (number - (len(results.runs) - 1) / 2)
    style = {
        "marker": MARKERS[number % len(MARKERS)],
        "linestyle": "-" if number < 6 else "--",
        "capsize": 3,
        "markersize": 5,
    }
    axes.errorbar(place, results.mean(name), results.spread(name), label=name, **style)
