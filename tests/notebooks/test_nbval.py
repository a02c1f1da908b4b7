"""Every notebook, both editions: executed from top to bottom, outputs and pictures compared."""

from __future__ import annotations

import nbformat
import pytest

from course_utils.editions import EDITIONS, find_sources
from tests.notebooks.nbval_run import ROOT, run_nbval

SOURCES = find_sources(ROOT)
FOLDERS = [folder for folder, _ in EDITIONS.values()]
NOTHING_COLLECTED = 5  # pytest's exit code for a notebook without code


def test_there_are_notebooks():
    assert SOURCES, "solutions/ holds no source NN_name.py"


@pytest.mark.parametrize("folder", FOLDERS)
@pytest.mark.parametrize("name", [path.stem for path in SOURCES])
def test_outputs_are_as_stored(pristine, name, folder):
    path = pristine / folder / f"{name}.ipynb"
    has_code = any(cell.cell_type == "code" for cell in nbformat.read(path, as_version=4).cells)
    result = run_nbval(path)
    assert result.returncode == (0 if has_code else NOTHING_COLLECTED), result.stdout[-20_000:]
