"""A live notebook on a projector: 1280 by 720 pixels, with the browser's zoom at 150 %."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from course_utils.cli import main
from course_utils.commands.lab import SETTINGS
from tests.browser.lab import lab_server
from tests.browser.page import NotebookPage

NOTEBOOK = "03_single_clock.ipynb"
ZOOM = 1.5
# Chromium lays a zoomed page out as a smaller one with more pixels to each of its own.
SIZE = {"width": round(1280 / ZOOM), "height": round(720 / ZOOM)}
CUT_OFF = """editors => editors.filter(e => e.offsetParent && e.scrollWidth > e.clientWidth)
    .map(e => e.innerText)"""


@pytest.fixture(scope="module")
def projected(
    chromium: Browser, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[NotebookPage]:
    folder = tmp_path_factory.mktemp("lesson")
    assert main(["live", "03", "--into", str(folder)]) == 0
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("JUPYTER_CONFIG_PATH", str(SETTINGS))  # as `course lab` does
        with lab_server(folder, tmp_path_factory.mktemp("jupyter")) as address:
            tab = chromium.new_page(viewport=SIZE, device_scale_factor=ZOOM)
            opened = NotebookPage(tab, address, folder / NOTEBOOK)
            yield opened
            opened.shut_down()


def test_no_line_of_code_is_cut_off(projected: NotebookPage) -> None:
    editors = projected.page.locator(".jp-CodeCell .cm-scroller")
    assert editors.count() > 30
    assert editors.evaluate_all(CUT_OFF) == []


def test_the_teachers_notes_are_folded(projected: NotebookPage) -> None:
    notes = projected.page.locator("details", has_text="For the teacher")
    assert notes.count() == 5
    assert not any(notes.nth(n).evaluate("note => note.open") for n in range(5))
    assert not notes.get_by_text("Class plan").is_visible()
