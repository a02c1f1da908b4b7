"""A notebook open in JupyterLab: what a learner does there, by mouse and keyboard."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from playwright.sync_api import ElementHandle, Locator, Page

MINUTE = 60_000
# Lab 4.6 shows a traceback as stderr. A warning is no better: no notebook should print one.
OUTPUT = ".jp-OutputArea-output"
ERRORS = f'{OUTPUT}[data-mime-type$="error"], {OUTPUT}[data-mime-type$="stderr"]'
# Idle and no cell waiting: nothing runs any more.
AT_REST = """() => /\\| Idle/.test(document.querySelector('#jp-main-statusbar')?.innerText ?? '')
    && ![...document.querySelectorAll('.jp-InputPrompt')].some(p => p.innerText.includes('*'))"""


class NotebookPage:
    """One notebook in one tab.

    Parameters
    ----------
    page : Page
        An empty tab.
    address : str
        Where JupyterLab answers.
    path : Path
        The notebook file, in the folder that is served.
    """

    def __init__(self, page: Page, address: str, path: Path) -> None:
        self.page = page
        self.cells: list[dict[str, Any]] = json.loads(path.read_text(encoding="utf-8"))["cells"]
        page.goto(f"{address}/lab/workspaces/{path.stem}/tree/{path.name}?reset")
        page.wait_for_selector(".jp-Notebook .jp-Cell", timeout=MINUTE)
        self.rest()

    def rest(self) -> None:
        """Wait until the kernel is idle and no cell waits."""
        self.page.wait_for_function(AT_REST, timeout=2 * MINUTE)

    def run_all(self) -> None:
        """Run all cells from the menu and wait for the last."""
        self.page.get_by_role("menuitem", name="Run", exact=True).click()
        # The entry's name ends with its shortcut where it has one.
        self.page.get_by_role("menuitem", name=re.compile(r"^Run All Cells")).click()
        self.page.wait_for_timeout(300)
        self.rest()

    def errors(self) -> list[str]:
        """Give the text of every traceback and of all that went to stderr."""
        return self.page.locator(ERRORS).all_inner_texts()

    def exercises(self) -> list[str]:
        """Give the ids of the exercises in this notebook, in order."""
        courses = (cell["metadata"].get("course", {}) for cell in self.cells)
        return [course["exercise"] for course in courses if "exercise" in course]

    def cell(self, cell_id: str) -> Locator:
        """Find a cell by the id it has in the file (Lab shows no ids in the page)."""
        index = [cell["id"] for cell in self.cells].index(cell_id)
        return self.page.locator(".jp-Notebook .jp-Cell").nth(index)

    def answer(self, cell_id: str, source: str) -> None:
        """Replace a cell's text by typing, and run it."""
        cell = self.cell(cell_id)
        cell.locator(".cm-content").click()
        self.page.keyboard.press("Control+A")
        self.page.keyboard.insert_text(source)
        self._press_run(cell)

    def run(self, cell_id: str) -> Locator:
        """Run a cell as it is."""
        cell = self.cell(cell_id)
        cell.locator(".jp-InputArea-prompt").click()
        self._press_run(cell)
        return cell

    def _press_run(self, cell: Locator) -> None:
        prompt = cell.locator(".jp-InputPrompt")
        before = prompt.inner_text()
        self.page.keyboard.press("Control+Enter")
        # Only another number tells that the run is over: "idle" also stands there before it began.
        over = "([prompt, before]) => /\\d/.test(prompt.innerText) && prompt.innerText !== before"
        self.page.wait_for_function(over, arg=[prompt.element_handle(), before], timeout=MINUTE)
        self.rest()

    def drag(self, handle: ElementHandle, dx: float, dy: float) -> None:
        """Drag a handle from its middle, as a hand would: in several moves."""
        handle.scroll_into_view_if_needed()
        box = handle.bounding_box()
        assert box is not None, "a handle that is not on the page cannot be dragged"
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        self.page.mouse.move(x, y)
        self.page.mouse.down()
        self.page.mouse.move(x + dx, y + dy, steps=6)
        self.page.mouse.up()

    def shut_down(self) -> None:
        """End the kernel and close the tab: the next notebook gets the whole machine."""
        self.page.evaluate(
            """async () => {
                const all = await (await fetch('/api/sessions')).json();
                const end = ({ id }) => fetch(`/api/sessions/${id}`, { method: 'DELETE' });
                await Promise.all(all.map(end));
            }"""
        )
        self.page.close()
