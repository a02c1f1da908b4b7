"""Figures: one look for the whole course, and `show`, which never publishes without alt text."""

from __future__ import annotations

import html
import io
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

# Okabe and Ito's palette: told apart by readers with every common kind of colour blindness.
BLUE, ORANGE, GREEN, PURPLE, SKY, VERMILION = (
    "#0072B2",
    "#E69F00",
    "#009E73",
    "#CC79A7",
    "#56B4E9",
    "#D55E00",
)
GREY = "#6b7280"

_LOOK: dict[Any, Any] = {
    "figure.constrained_layout.use": True,
    "font.family": "DejaVu Sans",  # ships with matplotlib, so pictures agree across machines
    "font.size": 10,
    "axes.titlesize": 11,
    "axes.titleweight": "bold",
    "axes.titlepad": 8,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.edgecolor": GREY,
    "axes.grid": False,
    "lines.linewidth": 1.8,
    "legend.frameon": False,
    "figure.facecolor": "white",
    "savefig.facecolor": "white",
}


def new_figure(
    n_columns: int = 1, n_rows: int = 1, *, width: float = 8.0, height: float = 3.2, **options: Any
) -> tuple[Figure, Any]:
    """Return a figure and its axes in the course's look; sizes in inches.

    `options` go to matplotlib's `subplots`, such as `sharey=True`. The look stays set afterwards,
    since titles and labels take theirs only when they are written.
    """
    import matplotlib.pyplot as plt

    colours = [BLUE, ORANGE, GREEN, PURPLE, SKY, VERMILION]
    look = _LOOK | {"axes.prop_cycle": plt.cycler(color=colours)}
    plt.rcParams.update(look)
    return plt.subplots(n_rows, n_columns, figsize=(width, height), **options)


def draw_matrix(
    axes: Axes,
    matrix: np.ndarray,
    *,
    rows: Sequence[str] = (),
    columns: Sequence[str] = (),
    title: str = "",
    colours: str = "cividis",
    limits: tuple[float, float] | None = None,
    decimals: int | None = 2,
) -> Any:
    """Draw a matrix (n_rows, n_columns) as coloured cells that hold their numbers.

    With `decimals=None` the numbers are left out.

    Returns
    -------
    AxesImage
        For a colour bar.
    """
    low, high = limits if limits is not None else (matrix.min(), matrix.max())
    image = axes.imshow(matrix, cmap=colours, vmin=low, vmax=high, aspect="auto")
    axes.set_xticks(range(len(columns)), columns)
    axes.set_yticks(range(len(rows)), rows)
    axes.tick_params(length=0)
    axes.spines[:].set_visible(False)
    axes.set_title(title)
    if decimals is not None:
        _write_numbers(axes, image, matrix, decimals)
    return image


def _write_numbers(axes: Axes, image: Any, matrix: np.ndarray, decimals: int) -> None:
    for row, numbers in enumerate(matrix):
        for column, number in enumerate(numbers):
            red, green, blue, _ = image.cmap(image.norm(number))
            # Luma as in ITU-R BT.601: dark cells get white numbers, light ones black.
            dark = 0.299 * red + 0.587 * green + 0.114 * blue < 0.5
            text = f"{number:.{decimals}f}".replace("-", "\N{MINUS SIGN}")
            style: dict[str, Any] = {"ha": "center", "va": "center", "fontsize": 9}
            axes.text(column, row, text, color="white" if dark else "black", **style)


def show(figure: Figure, alt: str, dpi: int = 100) -> None:
    """Publish a figure with its alt text, then close it.

    Parameters
    ----------
    figure
        A matplotlib figure.
    alt
        One or two sentences that hold the picture's key numbers. They are the output's plain
        text, the picture's alt text where a front end reads it, and a caption below it: JupyterLab
        4.6 passes no alt text of a PNG on to the page, so the caption is what a screen reader gets.
    dpi
        Dots an inch; the default keeps a full-width figure below about 60 kB.

    Raises
    ------
    ValueError
        When `alt` is shorter than four words.
    """
    import matplotlib.pyplot as plt
    from IPython.display import display

    if len(alt.split()) < 4:
        raise ValueError(f"alt text must say in words what the picture shows; got {alt!r}")
    buffer = io.BytesIO()
    figure.savefig(buffer, format="png", dpi=dpi, bbox_inches="tight", metadata={"Software": None})
    plt.close(figure)
    bundle = {"image/png": buffer.getvalue(), "text/plain": alt}
    display(bundle, raw=True, metadata={"image/png": {"alt": alt}})
    display({"text/html": _caption(alt), "text/plain": ""}, raw=True)


def _caption(alt: str) -> str:
    style = "margin:0 0 1em;max-width:46em;font-size:.9em;opacity:.8"
    return f'<p class="course-caption" style="{style}">{html.escape(alt, quote=False)}</p>'
