"""Pictures of a notebook in JupyterLab after Run All, whole length, in slices.

python -m tests.browser.screenshots 01 OUTDIR [--solved] [--dark] [--file NOTEBOOK] [--width PX]
"""

from __future__ import annotations

import argparse
import shutil
import tempfile
from pathlib import Path

from tests.browser.lab import browser, lab_server
from tests.browser.page import NotebookPage

ROOT = Path(__file__).parents[2]
SLICE = 1600
SCROLLER = ".jp-WindowedPanel-outer"


def find(number: str, solved: bool) -> Path:
    """Give the notebook of that number in the edition asked for."""
    folder = ROOT / ("solutions" if solved else "notebooks")
    found = sorted(folder.glob(f"{number}_*.ipynb"))
    if not found:
        raise SystemExit(f"no notebook {number} in {folder.name}/")
    return found[0]


def photograph(opened: NotebookPage, out: Path) -> list[Path]:
    """Save the whole notebook in slices of 1600 pixels."""
    page = opened.page
    page.keyboard.press("Control+B")  # the file list takes a quarter of the width
    page.wait_for_timeout(500)
    scroller = page.locator(SCROLLER).first
    height = int(scroller.evaluate("e => e.scrollHeight"))
    step = int(scroller.evaluate("e => e.clientHeight"))
    pictures = []
    for number, top in enumerate(range(0, height, step)):
        scroller.evaluate("(e, top) => e.scrollTo(0, top)", top)
        page.wait_for_timeout(400)
        pictures.append(out / f"slice-{number:02d}.png")
        scroller.screenshot(path=pictures[-1])
    return pictures


def main() -> None:
    """Take the pictures and print their paths."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("number", help="two digits, such as 01")
    parser.add_argument("out", type=Path)
    parser.add_argument("--solved", action="store_true", help="the complete edition")
    parser.add_argument("--dark", action="store_true", help="JupyterLab's dark theme")
    parser.add_argument("--file", type=Path, help="any other notebook, in place of the number's")
    parser.add_argument("--width", type=int, default=1280)
    given = parser.parse_args()
    source = given.file or find(given.number, given.solved)
    given.out.mkdir(parents=True, exist_ok=True)
    theme = "JupyterLab Dark" if given.dark else "JupyterLab Light"
    with tempfile.TemporaryDirectory() as name:
        home, folder = Path(name), Path(name) / "course"
        folder.mkdir()
        copy = Path(shutil.copy(source, folder))
        with lab_server(folder, home, theme) as address, browser() as chromium:
            tab = chromium.new_page(viewport={"width": given.width, "height": SLICE})
            opened = NotebookPage(tab, address, copy)
            opened.run_all()
            print(*photograph(opened, given.out), *opened.errors(), sep="\n")


if __name__ == "__main__":
    main()
