"""Figures: shared looks, and `show`, which never publishes a picture without its alt text."""

from __future__ import annotations

import html
import io
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from matplotlib.figure import Figure


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
        When `alt` is shorter than a sentence.
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
