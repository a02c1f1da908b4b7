"""Every learner's notebook in a real JupyterLab: run, played with, answered."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, ElementHandle, Locator

from course_utils.exercises import all_exercises
from tests.browser.conftest import SOURCES
from tests.browser.page import MINUTE, NotebookPage

EXPLORERS = ".course-explorer[data-explorer]"
KEYS = ("ArrowRight", "ArrowLeft", "ArrowUp", "ArrowDown")


@pytest.fixture(scope="module", params=SOURCES, ids=lambda source: source.stem)
def notebook(
    request: pytest.FixtureRequest, lab: str, chromium: Browser, course: Path
) -> Iterator[NotebookPage]:
    tab = chromium.new_page(viewport={"width": 1500, "height": 1100})
    opened = NotebookPage(tab, lab, course / f"{request.param.stem}.ipynb")
    opened.run_all()
    yield opened
    opened.shut_down()


def test_run_all_gives_no_error(notebook: NotebookPage) -> None:
    assert notebook.errors() == []


def test_every_explorer_moves_when_dragged_and_by_keyboard(notebook: NotebookPage) -> None:
    for explorer in notebook.page.locator(EXPLORERS).all():
        name = explorer.get_attribute("data-explorer")
        handles = explorer.locator("[data-drag]").element_handles()
        keyed = explorer.locator("[data-key]").element_handles()
        assert handles, f"{name} has nothing to drag"
        assert keyed, f"{name} has nothing for arrow keys"
        picture = explorer.locator("canvas, svg").first
        before = picture.screenshot()
        assert_drag_moves(notebook, explorer, handles[0])
        notebook.page.wait_for_timeout(500)  # cards and cells glide
        assert picture.screenshot() != before, f"{name} draws the same after a drag"
        for handle in handles[1:]:
            assert_drag_moves(notebook, explorer, handle)
        for handle in keyed:
            assert_keys_move(notebook, explorer, handle)


def assert_drag_moves(notebook: NotebookPage, explorer: Locator, handle: ElementHandle) -> None:
    before = explorer.get_attribute("data-state")
    across = handle.get_attribute("data-drag") == "x"
    for pixels in (80, -80):  # what stands at one end has but one way to go
        notebook.drag(handle, pixels * across, pixels * (not across))
        if explorer.get_attribute("data-state") != before:
            return
    raise AssertionError(f"dragging {label(handle)} changed nothing")


def assert_keys_move(notebook: NotebookPage, explorer: Locator, handle: ElementHandle) -> None:
    before = explorer.get_attribute("data-state")
    handle.focus()
    for key in KEYS:
        notebook.page.keyboard.press(key)
        if explorer.get_attribute("data-state") != before:
            assert handle.evaluate("e => e === document.activeElement"), "the focus went away"
            return
    raise AssertionError(f"no arrow key moved {label(handle)}")


def label(handle: ElementHandle) -> str:
    return handle.get_attribute("aria-label") or handle.inner_text()


def test_every_explorer_says_in_words_what_it_draws(notebook: NotebookPage) -> None:
    for canvas in notebook.page.locator(f"{EXPLORERS} canvas").all():
        assert canvas.get_attribute("role") == "img"
        assert canvas.get_attribute("aria-label")


def test_every_prediction_explains_itself_once_committed(notebook: NotebookPage) -> None:
    for prediction in notebook.page.locator(".course-predict").all():
        assert prediction.locator(".course-predict-because").inner_text() == ""
        prediction.locator("input").last.click()
        prediction.locator("button").click()
        prediction.locator(".course-predict-because p").nth(1).wait_for()
        assert prediction.locator(".course-option.chosen").count() == 1
        assert prediction.locator(".course-option.came").count() == 1
    chosen = notebook.page.locator(".course-option.chosen")
    choices = chosen.all_inner_texts()
    notebook.run_all()
    if choices:
        # The kernel may be done while the page is still drawing the last widget.
        chosen.nth(len(choices) - 1).wait_for(timeout=MINUTE)
    again = chosen.all_inner_texts()
    assert again == choices, "running the cell again must keep what was committed to"


def test_every_exercise_names_the_mistake_and_accepts_the_reference(notebook: NotebookPage) -> None:
    for exercise_id in notebook.exercises():
        exercise = all_exercises()[exercise_id]
        wrong = exercise.wrong[0]
        said = check(notebook, exercise_id, wrong.source)
        assert said == ("false", wrong.name), exercise_id
        assert check(notebook, exercise_id, exercise.reference_source)[0] == "true", exercise_id


def check(notebook: NotebookPage, exercise_id: str, source: str) -> tuple[str | None, str | None]:
    place = exercise_id.replace(".", "-")
    notebook.answer(f"exercise-{place}", source)
    assert notebook.errors() == [], f"typed into exercise {exercise_id}, this raises:\n{source}"
    cell = notebook.run(f"check-{place}")
    verdict = cell.locator(f'.course-verdict[data-exercise="{exercise_id}"]').last
    verdict.wait_for(timeout=MINUTE)
    return verdict.get_attribute("data-passed"), verdict.get_attribute("data-misconception")


def test_an_error_would_have_been_seen(notebook: NotebookPage) -> None:
    first = next((cell for cell in notebook.cells if cell["cell_type"] == "code"), None)
    if first is None:
        pytest.skip("a notebook without code")
    notebook.answer(first["id"], "1 / 0")
    assert "ZeroDivisionError" in notebook.errors()[0]
