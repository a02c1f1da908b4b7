"""What a student is told before handing in."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from course_utils.cli import main
from course_utils.grading.validate import validate_here

HW1 = Path(__file__).parents[1] / "hostile" / "hw1.ipynb"


def handed_in(tmp_path: Path, answers: dict[str, str], more: str = "") -> str:
    notebook: dict[str, Any] = json.loads(HW1.read_text())
    for cell in notebook["cells"]:
        mark = cell["metadata"].get("nbgrader", {}).get("grade_id")
        cell["source"] = answers.get(mark, cell["source"])
    last = {"cell_type": "code", "id": "end", "metadata": {}, "outputs": [], "source": more}
    notebook["cells"].append(last | {"execution_count": None})
    path = tmp_path / "mine.ipynb"
    path.write_text(json.dumps(notebook))
    return str(path)


def test_it_says_for_each_task_whether_it_runs(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    answers = {"pe": "def sinusoidal_pe(n, d):\n    return np.zeros((n, d))", "shift": "1 / 0"}
    call = "from course_utils.grading.validate import validate_here\nvalidate_here()"
    assert main(["validate", handed_in(tmp_path, answers, call)]) == 1
    told = capsys.readouterr().out
    assert "✓ pe: runs" in told
    assert "✗ shift: stops with ZeroDivisionError" in told
    assert "hidden checks" in told
    assert "of 8" not in told


def test_empty_cells_and_public_checks_are_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    answers = {"shift": "def shift_matrix(delta, d):\n    return np.zeros(3)", "answer": ""}
    assert main(["validate", handed_in(tmp_path, answers)]) == 1
    told = capsys.readouterr().out
    assert "✗ pe: is empty" in told
    assert "✗ shift: the public check stops with AssertionError" in told
    assert "✗ answer: is empty" in told


def test_a_file_that_is_no_notebook_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "mine.ipynb"
    path.write_text("{")
    assert main(["validate", str(path)]) == 2
    assert "no notebook" in capsys.readouterr().err


def test_a_path_that_is_no_file_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for path in (tmp_path, tmp_path / "missing.ipynb"):
        assert main(["validate", str(path)]) == 2
        assert f"{path} is no file: name your notebook" in capsys.readouterr().err


def test_a_cell_that_validates_does_not_run_for_ever(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COURSE_VALIDATING", "1")
    validate_here("anything.ipynb")
    assert capsys.readouterr().out == ""
