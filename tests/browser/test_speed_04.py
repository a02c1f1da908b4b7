"""The heat map against `interact` with a new figure, in one run: pictures a second while dragging.

Both stand in one notebook, below each other, and are dragged by the same mouse.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_notebook
from playwright.sync_api import Browser, Locator

from tests.browser.page import NotebookPage

INTERACT = """\
import matplotlib.pyplot as plt
import numpy as np
from ipywidgets import interact

@interact(n_positions=(2, 512), d_model=(2, 512, 2))
def draw(n_positions=64, d_model=256):
    angle = np.arange(n_positions)[:, None] * 10000.0 ** (-np.arange(0, d_model, 2) / d_model)
    table = np.stack([np.sin(angle), np.cos(angle)], axis=-1).reshape(n_positions, d_model)
    fig, ax = plt.subplots(figsize=(8, 4))
    ax.imshow(table, cmap="RdYlBu_r", vmin=-1, vmax=1, aspect="auto")
    plt.show()
"""
HEAT_MAP = """\
from course_utils.explorers.heatmap import HeatMap
HeatMap({size})
"""
SECONDS = 5.0
REACH = 12  # pixels to either side
TIMES_FASTER = 3  # measured about 5

# Counts the events of a slider and the pictures that follow. A figure comes as a new <img>.
COUNT_EVENTS = """slider => {
    window.events = 0;
    slider.addEventListener('input', () => window.events++);
}"""
COUNT_FIGURES = """area => {
    window.pictures = 0;
    const count = node => node.querySelectorAll?.('img').length + (node.nodeName === 'IMG');
    new MutationObserver(changes => changes.forEach(({ addedNodes }) =>
        addedNodes.forEach(node => { window.pictures += count(node) || 0; })
    )).observe(area, { childList: true, subtree: true });
}"""


@pytest.fixture(scope="module")
def notebook(lab: str, chromium: Browser, course: Path) -> Iterator[NotebookPage]:
    path = course / "speed.ipynb"
    sources = {
        "interact": INTERACT,
        "heat-map": HEAT_MAP.format(size=""),
        "large": HEAT_MAP.format(size="n_positions=500, d_model=512"),
    }
    cells = [new_code_cell(source, id=name) for name, source in sources.items()]
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    nbformat.write(new_notebook(cells=cells, metadata={"kernelspec": kernel}), path)
    opened = NotebookPage(chromium.new_page(viewport={"width": 1500, "height": 1100}), lab, path)
    opened.run_all()
    assert opened.errors() == []
    yield opened
    opened.shut_down()
    path.unlink()


def wiggle(notebook: NotebookPage, x: float, y: float) -> float:
    """Drag what is at (x, y) to and fro, as fast as the mouse is sent; give the seconds it took."""
    mouse = notebook.page.mouse
    mouse.move(x, y)
    mouse.down()
    begin, step = time.monotonic(), 0
    while (took := time.monotonic() - begin) < SECONDS:
        step += 1
        mouse.move(x + REACH * (-1) ** step * (0.4 + 0.1 * (step % 6)), y)
    mouse.up()
    return took


def figures_a_second(notebook: NotebookPage) -> float:
    """Drag the slider of `interact`."""
    output = notebook.cell("interact").locator(".jp-OutputArea").first
    output.locator("img").wait_for()
    output.evaluate(COUNT_FIGURES)
    handle = output.locator(".noUi-handle").first
    handle.scroll_into_view_if_needed()
    box = handle.bounding_box()
    assert box is not None
    took = wiggle(notebook, box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    return int(notebook.page.evaluate("window.pictures")) / took


def drag_positions(notebook: NotebookPage, cell: str) -> tuple[int, int, float]:
    """Drag a heat map's slider of positions; give its events, the drawings, and the seconds."""
    explorer = notebook.cell(cell).locator("[data-explorer=heatmap]")
    slider = explorer.get_by_role("slider", name="positions", exact=True)
    slider.scroll_into_view_if_needed()
    slider.evaluate(COUNT_EVENTS)
    notebook.page.wait_for_timeout(500)
    before = drawings(explorer)
    box = slider.bounding_box()
    assert box is not None
    share = slider.evaluate("s => (s.value - s.min) / (s.max - s.min)")
    thumb = box["x"] + 8 + share * (box["width"] - 16)  # a thumb is 16 pixels wide
    took = wiggle(notebook, thumb, box["y"] + box["height"] / 2)
    notebook.page.wait_for_timeout(300)
    return int(notebook.page.evaluate("window.events")), drawings(explorer) - before, took


def drawings(explorer: Locator) -> int:
    return int(explorer.get_attribute("data-drawn") or 0)


def test_the_heat_map_draws_three_times_as_many_pictures_as_interact(
    notebook: NotebookPage,
) -> None:
    figures = figures_a_second(notebook)
    notebook.rest()
    notebook.page.wait_for_timeout(2000)  # figures still on their way must not slow the next
    _, drawn, took = drag_positions(notebook, "heat-map")
    print(f"pictures a second: interact {figures:.1f}, heat map {drawn / took:.1f}")
    assert figures > 0
    assert drawn / took >= TIMES_FASTER * figures


def test_at_512_by_512_every_drag_event_is_answered(notebook: NotebookPage) -> None:
    events, drawn, took = drag_positions(notebook, "large")
    print(f"512 × 512: {events} drag events, {drawn} drawings in {took:.1f} s")
    assert events > 20
    assert drawn >= events
