"""One JupyterLab and one Chromium for all browser tests; they end with this folder's last test."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import nbformat
import pytest
from playwright.sync_api import Browser

from course_utils.editions import find_sources, is_pristine, make_edition, read_source
from tests.browser.lab import browser, find_chromium, lab_server

ROOT = Path(__file__).parents[2]
SOURCES = find_sources(ROOT)


@pytest.fixture(scope="package")
def chromium() -> Iterator[Browser]:
    if find_chromium() is None:
        reason = "no Chromium or Chrome is installed (Debian: apt-get install chromium)"
        pytest.fail(reason) if os.environ.get("CI") == "true" else pytest.skip(reason)
    with browser() as found:
        yield found


@pytest.fixture(scope="package")
def course(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the learner's notebooks as built, whatever a learner has written into them."""
    folder = tmp_path_factory.mktemp("course")
    for source in SOURCES:
        built = ROOT / "notebooks" / f"{source.stem}.ipynb"
        if built.exists() and is_pristine(nbformat.read(built, as_version=4)):
            shutil.copy(built, folder)
        else:
            unexecuted = make_edition(read_source(source), "learner").notebook
            nbformat.write(unexecuted, folder / built.name)
    return folder


@pytest.fixture(scope="package")
def lab(chromium: Browser, course: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with lab_server(course, tmp_path_factory.mktemp("jupyter")) as address:
        yield address
