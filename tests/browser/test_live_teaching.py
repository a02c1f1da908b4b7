"""Teaching live in a real JupyterLab, by keyboard alone: half an answer, reveal, run, catch up."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator

from course_utils import live
from course_utils.cli import main
from tests.browser.lab import lab_server
from tests.browser.page import MINUTE, NotebookPage

NOTEBOOK = "03_single_clock.ipynb"
HALF = 'def clock(position, angular_frequency):\n"""Points on'


@pytest.fixture(scope="module")
def lessons(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of the teacher's own, far from the course's, with one notebook renamed."""
    folder = tmp_path_factory.mktemp("lessons")
    assert main(["live", "03", "--into", str(folder)]) == 0
    (folder / NOTEBOOK).rename(folder / "third-lesson-of-Tuesday.ipynb")
    assert main(["live", "03", "--into", str(folder)]) == 0
    return folder


@pytest.fixture(scope="module")
def address(
    chromium: Browser, lessons: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[str]:
    with lab_server(lessons, tmp_path_factory.mktemp("jupyter")) as found:
        yield found


@pytest.fixture
def page(
    request: pytest.FixtureRequest, chromium: Browser, address: str, lessons: Path
) -> Iterator[NotebookPage]:
    name = getattr(request, "param", NOTEBOOK)
    tab = chromium.new_page(viewport={"width": 1300, "height": 1000})
    opened = NotebookPage(tab, address, lessons / name)
    yield opened
    opened.shut_down()


def code(cell: Locator) -> str:
    return "\n".join(cell.locator(".cm-line").all_text_contents())


def said(cell: Locator) -> str:
    return "\n".join(cell.locator(".jp-OutputArea-output").all_inner_texts())


def walk_to(page: NotebookPage, cell_id: str) -> Locator:
    """Go to a cell with the arrow keys and begin to edit it."""
    page.page.keyboard.press("Escape")
    cells = page.page.locator(".jp-Notebook .jp-Cell")
    active = "all => all.findIndex(cell => cell.classList.contains('jp-mod-active'))"
    way = [cell["id"] for cell in page.cells].index(cell_id) - cells.evaluate_all(active)
    for _ in range(abs(way)):
        page.page.keyboard.press("ArrowDown" if way > 0 else "ArrowUp")
    cell = page.cell(cell_id)
    page.page.keyboard.press("Enter")
    cell.locator(".cm-focused").wait_for(timeout=MINUTE)
    return cell


def press_and_rest(page: NotebookPage, cell: Locator, keys: str) -> None:
    before = cell.locator(".jp-InputPrompt").inner_text()
    page.page.keyboard.press(keys)
    over = "([prompt, before]) => /\\d/.test(prompt.innerText) && prompt.innerText !== before"
    prompt = cell.locator(".jp-InputPrompt").element_handle()
    page.page.wait_for_function(over, arg=[prompt, before], timeout=MINUTE)
    page.rest()


def load(page: NotebookPage) -> None:
    """Run the notebook's own first code cell, which loads the extension, and nothing else."""
    press_and_rest(page, walk_to(page, "live"), "Control+Enter")


def restart(page: NotebookPage) -> None:
    """Restart the kernel by keyboard: 0 twice, and yes."""
    page.page.keyboard.press("Escape")
    page.page.keyboard.press("0")
    page.page.keyboard.press("0")
    with page.page.expect_response(re.compile(r"/restart\b"), timeout=MINUTE):
        page.page.locator(".jp-Dialog button.jp-mod-accept").click()
    page.rest()


def type_over(page: NotebookPage, cell: Locator, text: str) -> None:
    page.page.keyboard.press("Control+A")
    page.page.keyboard.type(text)
    page.page.keyboard.press("Escape")  # the completer, should it have opened
    if not cell.locator(".cm-focused").count():
        page.page.keyboard.press("Enter")


def reference(cell_id: str) -> str:
    cells = dict(live._code_cells(live.SOLUTIONS / NOTEBOOK))
    return cells[cell_id]


def test_a_teacher_who_is_stuck_goes_on_by_keyboard_alone(page: NotebookPage) -> None:
    load(page)
    press_and_rest(page, walk_to(page, "setup"), "Shift+Enter")
    cell = walk_to(page, "exercise-03-1")
    type_over(page, cell, HALF + "\n%reveal 3")
    typed = code(cell)
    press_and_rest(page, cell, "Control+Enter")
    whole = reference("exercise-03-1")
    assert code(cell) == "\n".join(whole.splitlines()[:3])
    assert "more to come" in said(cell)

    page.page.keyboard.press("Enter")
    page.page.keyboard.press("Control+z")
    assert code(cell) == typed, "undo did not bring back what was typed"

    type_over(page, cell, HALF + "\n%reveal")
    press_and_rest(page, cell, "Control+Enter")
    assert code(cell) == whole
    press_and_rest(page, cell, "Shift+Enter")
    check = page.cell("check-03-1")
    press_and_rest(page, check, "Shift+Enter")
    assert check.locator('.course-verdict[data-passed="true"]').count() == 1
    assert page.errors() == []


def test_a_late_learner_catches_up_from_a_fresh_kernel(page: NotebookPage) -> None:
    load(page)
    cell = walk_to(page, "for-angular-frequency-in-1")
    type_over(page, cell, "wavelength_of(0.5)\n%catchup")
    press_and_rest(page, cell, "Control+Enter")
    assert "Caught up with notebook 03" in said(cell)
    assert cell.locator("img, .course-verdict, .course-explorer").count() == 0
    assert code(cell) == "wavelength_of(0.5)"
    press_and_rest(page, cell, "Control+Enter")
    assert "12.56" in said(cell)
    assert page.errors() == []


def test_a_teacher_restarts_the_kernel_in_mid_class(page: NotebookPage) -> None:
    load(page)
    press_and_rest(page, walk_to(page, "setup"), "Control+Enter")
    load(page)  # [3]: after the restart it is [1], which tells that it has run again
    restart(page)

    load(page)
    cell = walk_to(page, "exercise-03-2")
    type_over(page, cell, "def wavelength_of(\n%Catchup")
    press_and_rest(page, cell, "Control+Enter")
    assert code(cell) == "def wavelength_of("
    page.page.keyboard.press("Enter")
    type_over(page, cell, "%reveal(9)")
    press_and_rest(page, cell, "Control+Enter")
    assert code(cell) == reference("exercise-03-2")
    press_and_rest(page, cell, "Control+Enter")
    check = walk_to(page, "check-03-2")
    press_and_rest(page, check, "Control+Enter")
    assert check.locator('.course-verdict[data-passed="true"]').count() == 1
    assert page.errors() == []


def test_arrow_keys_reach_the_explorer_and_it_runs(page: NotebookPage) -> None:
    load(page)
    press_and_rest(page, walk_to(page, "setup"), "Control+Enter")
    explorer = walk_to(page, "explorer-clock")
    press_and_rest(page, explorer, "Control+Enter")
    explorer.locator(".course-explorer").wait_for(timeout=MINUTE)
    walk_to(page, "exercise-03-3")
    assert page.errors() == []


@pytest.mark.parametrize("page", ["third-lesson-of-Tuesday.ipynb"], indirect=True)
def test_a_renamed_notebook_and_a_cell_of_ones_own(page: NotebookPage) -> None:
    load(page)
    cell = walk_to(page, "setup")  # a cell that every notebook has
    type_over(page, cell, "%reveal 1")
    press_and_rest(page, cell, "Control+Enter")
    assert code(cell) == reference("setup").splitlines()[0]

    page.page.keyboard.press("Escape")
    page.page.keyboard.press("a")  # a new cell above
    own = page.cell("setup")
    page.page.keyboard.press("Enter")
    page.page.keyboard.type("%reveal")
    press_and_rest(page, own, "Control+Enter")
    assert "The course has no code cell" in said(own)
    assert page.errors() == []
