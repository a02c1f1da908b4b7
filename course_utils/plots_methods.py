"""Notebook 06's drawings: rows of a table that move, are alike, or lie on a ring."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from course_utils import plots

if TYPE_CHECKING:
    import numpy as np
    from matplotlib.axes import Axes


def draw_moves(axes: Axes, distance: np.ndarray, title: str) -> None:
    """Draw how far each row has moved from its first values, (n_rows, n_steps), rows downwards.

    Rows that have not moved at all are grey, so that "nothing" and "little" look different.
    """
    import numpy as np
    from matplotlib.colors import ListedColormap

    still = np.where(distance == 0, 0.0, np.nan)
    moving = np.where(distance > 0, distance, np.nan)
    axes.imshow(still, aspect="auto", cmap=ListedColormap(["#d5d8dc"]), interpolation="nearest")
    image = axes.imshow(moving, aspect="auto", cmap="viridis", vmin=0, interpolation="nearest")
    axes.set_title(title)
    axes.set_yticks(range(0, len(distance), 5))
    axes.figure.colorbar(image, ax=axes, label="distance moved (grey: none)")


def draw_cosines(axes: Axes, similarity: np.ndarray, title: str) -> Any:
    """Draw the cosine similarity of rows, (n_rows, n_rows), and return the image.

    Every second row in eleven colours: a picture of all in any colour takes half a megabyte.
    """
    import matplotlib.pyplot as plt

    style: dict[str, Any] = {
        "cmap": plt.get_cmap("PuOr_r", 11),
        "vmin": -1,
        "vmax": 1,
        "interpolation": "nearest",
    }
    size = len(similarity)
    image = axes.imshow(similarity[::2, ::2], extent=(0, size, size, 0), **style)
    axes.set(xlabel="position", ylabel="position", title=title)
    return image


def draw_ring(axes: Axes, points: np.ndarray, title: str) -> None:
    """Draw rows (n_rows, 2) along two directions; the steps of rows 200 to 212 in red."""
    axes.plot(points[:, 0], points[:, 1], ".", color=plots.SKY, markersize=2.5)
    axes.plot(points[199:212, 0], points[199:212, 1], ".-", color=plots.VERMILION, linewidth=1)
    axes.set(xlabel="first direction", xticks=(0,), yticks=(0,), aspect="equal", title=title)
