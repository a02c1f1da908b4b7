"""Exported pages, opened from a file without a kernel and without a network."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import Browser, ElementHandle, Locator, Page

from course_utils.export import export_pages
from course_utils.positions import sinusoidal_encoding, wavelengths

ROOT = Path(__file__).parents[2]
# The complete edition: learners write into the other one.
BUILT = sorted((ROOT / "solutions").glob("[0-9][0-9]_*.ipynb"))
LOCAL = ("file:", "data:", "blob:")


@dataclass
class Opened:
    """A page, and what went wrong while it loaded and was played with."""

    page: Page
    requested: list[str] = field(default_factory=list)
    trouble: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.page.on("request", lambda request: self.requested.append(request.url))
        self.page.on("requestfailed", lambda request: self.trouble.append(request.url[:200]))
        self.page.on("pageerror", lambda error: self.trouble.append(str(error)))
        self.page.on("console", self._hear)

    def _hear(self, message: object) -> None:
        if getattr(message, "type", "") in ("error", "warning"):
            self.trouble.append(getattr(message, "text", ""))


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("pages")
    export_pages(BUILT, folder)
    return folder


@pytest.fixture(scope="module", params=BUILT, ids=lambda path: path.stem)
def opened(request: pytest.FixtureRequest, chromium: Browser, pages: Path) -> Iterator[Opened]:
    context = chromium.new_context(viewport={"width": 1200, "height": 1000}, offline=True)
    one = Opened(context.new_page())
    one.page.goto((pages / f"{request.param.stem}.html").as_uri())
    one.page.wait_for_load_state("networkidle")
    yield one
    context.close()


def test_nothing_is_loaded_from_elsewhere_and_nothing_fails(opened: Opened) -> None:
    opened.page.wait_for_timeout(500)
    assert [url for url in opened.requested if not url.startswith(LOCAL)] == []
    assert opened.trouble == []


def test_every_explorer_and_prediction_is_there(opened: Opened) -> None:
    places = opened.page.locator(".course-widget")
    assert places.locator(".course-explorer, .course-predict").count() == places.count()
    assert opened.page.locator(".course-predict-static").count() == 0, "a fallback was left"


def test_explorers_still_move(opened: Opened) -> None:
    for explorer in opened.page.locator(".course-explorer[data-explorer]").all():
        for handle in explorer.locator("[data-drag]").element_handles():
            assert moves(opened.page, explorer, handle), explorer.get_attribute("data-explorer")
    assert opened.trouble == []


def moves(page: Page, explorer: Locator, handle: ElementHandle) -> bool:
    before = explorer.get_attribute("data-state")
    across = handle.get_attribute("data-drag") == "x"
    for pixels in (80, -80):
        handle.scroll_into_view_if_needed()
        box = handle.bounding_box()
        assert box is not None
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x + pixels * across, y + pixels * (not across), steps=5)
        page.mouse.up()
        if explorer.get_attribute("data-state") != before:
            return True
    return False


def test_a_prediction_answers_without_a_kernel(opened: Opened) -> None:
    for prediction in opened.page.locator(".course-predict").all():
        prediction.locator("input").last.click()
        prediction.locator("button").click()
        prediction.locator(".course-predict-because p").nth(1).wait_for()


def test_formulas_are_set(opened: Opened) -> None:
    page = opened.page
    assert page.locator(".katex-error").all_inner_texts() == []
    prose = page.evaluate(
        """() => [...document.querySelectorAll('.jp-RenderedMarkdown')].map(cell => {
            const copy = cell.cloneNode(true);
            copy.querySelectorAll('.katex, code, pre').forEach(node => node.remove());
            return copy.textContent;
        })"""
    )
    assert [text for text in prose if "$" in text or "\\frac" in text] == []


def test_every_picture_says_what_it_shows(opened: Opened) -> None:
    for picture in opened.page.locator(".jp-RenderedImage img").all():
        assert len((picture.get_attribute("alt") or "").split()) >= 4


def test_links_lead_to_the_other_pages(opened: Opened, pages: Path) -> None:
    for link in opened.page.locator("a[href*='.html']").all():
        name = (link.get_attribute("href") or "").split("#")[0]
        planned = re.fullmatch(r"\d\d_\w+\.html", name)
        assert planned, name
        if (ROOT / "solutions" / name).with_suffix(".ipynb").exists():
            assert (pages / name).exists()


def test_the_heat_map_says_what_numpy_computes(chromium: Browser, pages: Path) -> None:
    name = next(path.stem for path in BUILT if path.name.startswith("04"))
    context = chromium.new_context(offline=True)
    page = context.new_page()
    page.goto((pages / f"{name}.html").as_uri())
    explorer = page.locator("[data-explorer=heatmap]")
    cell = explorer.locator(".heatmap-grip")
    cell.focus()
    for key in ("ArrowRight", "PageDown", "ArrowDown", "End", "ArrowLeft", "Home"):
        page.keyboard.press(key)
        check_cell(cell.get_attribute("aria-valuetext") or "")
    check_pixels(page, explorer)
    context.close()


def check_cell(words: str) -> None:
    """Hold the words for a cell of 64 × 256 against the library."""
    numbers = re.sub("[−,]", lambda m: "-" if m[0] == "−" else " ", words)
    position, column, pair, value = re.findall(r"-?\d+\.?\d*", numbers)[:4]
    wavelength = float(words.split("Wavelength ")[1].split(" ")[0].replace(",", ""))
    table = sinusoidal_encoding(64, 256, dtype=np.float64)
    assert int(pair) == int(column) // 2
    assert ("cosine" in words) == (int(column) % 2 == 1)
    assert float(value) == pytest.approx(table[int(position), int(column)], abs=6e-4)
    assert wavelength == pytest.approx(wavelengths(256)[int(pair)], rel=0.02)


def check_pixels(page: Page, explorer: Locator) -> None:
    """Hold the middle of some cells against the colour of their value: yellow is 0, dark red 1."""
    page.wait_for_timeout(200)
    colours = explorer.evaluate(
        """root => {
            const canvas = root.querySelector('canvas'), grip = root.querySelector('.heatmap-grip');
            const ratio = canvas.width / canvas.clientWidth, context = canvas.getContext('2d');
            const [left, top] = [grip.offsetLeft, grip.offsetTop];
            return [[5, 250], [5, 251]].map(([row, column]) => [...context.getImageData(
                Math.round(ratio * (left + (column + 0.5) / 256 * grip.clientWidth)),
                Math.round(ratio * (top + (row + 0.5) / 64 * grip.clientHeight)), 1, 1).data]);
        }"""
    )
    assert np.abs(np.array(colours[0][:3]) - [255, 225, 77]).max() < 12, "a slow sine is 0: yellow"
    assert np.abs(np.array(colours[1][:3]) - [125, 10, 23]).max() < 12, "a slow cosine is 1: red"
