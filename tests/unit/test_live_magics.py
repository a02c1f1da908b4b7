"""`%reveal` and `%catchup` in an IPython shell that stands in for a kernel."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from IPython.core.interactiveshell import InteractiveShell

from course_utils import live
from course_utils.exercises import get_exercise
from course_utils.exercises.progress import solved

SOLUTION = (
    'def softmax(scores):\n    """Turn."""\n    weights = scores\n    total = 1\n    return weights'
)
SOURCES = sorted(Path(__file__).parents[2].glob("solutions/[0-9][0-9]_*.py"))
CELLS = [
    ("setup", "import math\nprint('loud')"),
    ("complete-edition", "paused = True"),
    ("exercise-01-1", SOLUTION),
    ("used", "answer = softmax(math.pi)"),
    ("last", "answer + 1"),
]


class Shell(InteractiveShell):
    """A shell that knows, as a kernel does, which cell is running, and what fills it next."""

    filled: str | None = None
    parent: dict = {}  # noqa: RUF012

    def get_parent(self) -> dict:
        return self.parent

    def set_next_input(self, text: str, replace: bool = False) -> None:
        assert replace
        self.filled = text

    def run(self, code: str, cell_id: str | None) -> None:
        """Run a cell as JupyterLab asks for it."""
        metadata = {"cellId": cell_id} if cell_id else {}
        self.parent = {"metadata": metadata, "content": {"code": code}}
        self.filled = None
        self.run_cell(code)


def write_notebook(folder: Path, name: str, cells: list[tuple[str, str]]) -> None:
    whole = [{"cell_type": "code", "id": one, "source": [text]} for one, text in cells]
    whole.insert(0, {"cell_type": "markdown", "id": "title", "source": ["# Title"]})
    notebook = {"cells": whole, "metadata": {"course": {"notebook": name[:2]}}}
    (folder / name).write_text(json.dumps(notebook))


@pytest.fixture
def solutions(tmp_path, monkeypatch):
    folder = tmp_path / "solutions"
    folder.mkdir()
    write_notebook(folder, "01_first.ipynb", CELLS)
    write_notebook(folder, "02_second.ipynb", [("setup", "second = True"), ("other", "1")])
    monkeypatch.setattr(live, "SOLUTIONS", folder)
    monkeypatch.setattr(live, "_UNDO_APART", 0)
    monkeypatch.delenv("JPY_SESSION_NAME", raising=False)
    return folder


@pytest.fixture
def shell(solutions):
    shell = Shell()
    shell.run_line_magic("load_ext", "course_utils.live")
    yield shell
    shell.run_line_magic("unload_ext", "course_utils.live")


@pytest.fixture
def said(shell, capsys):
    """Run a cell and return everything that was printed; a traceback would be there, too."""

    def run(code: str, cell_id: str | None) -> str:
        capsys.readouterr()
        shell.run(code, cell_id)
        out, err = capsys.readouterr()
        assert "Traceback" not in out + err
        assert "Error" not in err
        return out

    return run


def test_reveal_fills_the_cell_with_the_reference(shell, said):
    assert "5 of 5 lines" in said("%reveal", "exercise-01-1")
    assert shell.filled == SOLUTION


@pytest.mark.parametrize("half", ["def softmax(scores:\n    w = (1,", "1 / 0", "'''never closed"])
def test_half_an_answer_is_no_obstacle(shell, said, half):
    assert "3 of 5 lines. 2 more" in said(f"{half}\n    %reveal 3", "exercise-01-1")
    assert shell.filled == "\n".join(SOLUTION.splitlines()[:3])


def test_more_lines_than_there_are_is_all_of_them(shell, said):
    assert "5 of 5 lines" in said("%reveal 99", "exercise-01-1")
    assert shell.filled == SOLUTION


@pytest.mark.parametrize(
    "typed", ["%Reveal 3", "%%reveal 3", "%reveal3", "%reveal(3)", "%reveal 3  # as a start"]
)
def test_a_slip_of_the_fingers_still_reveals(shell, said, typed):
    assert "3 of 5 lines" in said(f"def softmax(\n    {typed}", "exercise-01-1")
    assert shell.filled == "\n".join(SOLUTION.splitlines()[:3])


@pytest.mark.parametrize("typed", ["%Catchup", "%catch up", "%catch_up", "%%catchup", "%catchup()"])
def test_a_slip_of_the_fingers_still_catches_up(shell, said, typed):
    assert "Caught up with notebook 01" in said(f"{typed}\nanswer * (", "last")
    assert shell.filled == "answer * ("


@pytest.mark.parametrize("line", ["%revealed = 3", "x = 5 %reveal", "reveal(3)", "% reveal"])
def test_a_line_of_ones_own_is_left_alone(line):
    assert live.only_our_line([line]) == [line]


@pytest.mark.parametrize("words", ["0", "-1", "three", "3 4", "1.5", "in", "in 3rd", "²", "'"])
def test_what_is_no_number_gets_a_sentence(shell, said, words):
    said(f"%reveal {words}", "exercise-01-1")
    assert shell.filled is None


def test_catchup_runs_what_is_above_silently(shell, said):
    out = said("%catchup\nanswer * 2 +", "last")
    assert out.strip() == "Caught up with notebook 01: 3 cells above have run. Go on here."
    assert shell.user_ns["answer"] == pytest.approx(3.14159, abs=1e-5)
    assert shell.filled == "answer * 2 +"
    assert "paused" not in shell.user_ns


@pytest.mark.parametrize(
    ("cell_id", "ran"),
    [("setup", "no cells above have run"), ("exercise-01-1", "1 cell above has run")],
)
def test_catchup_near_the_top_says_how_little_it_ran(said, cell_id, ran):
    assert ran in said("%catchup in 01", cell_id)


def test_one_line_is_no_lines(said):
    assert "1 of 1 line." in said("%reveal", "last")


@pytest.mark.parametrize("magic", ["%reveal", "%catchup"])
def test_the_cell_that_loads_them_says_where_to_write_them(said, magic):
    assert "in any code cell below it" in said(magic, "live")


def test_catchup_in_an_empty_cell_leaves_it_alone(shell, said):
    said("%catchup", "last")
    assert shell.filled is None


def test_catchup_counts_as_nobodys_progress(shell, said, solutions, tmp_path, monkeypatch):
    monkeypatch.setenv("COURSE_PROGRESS", str(tmp_path / "progress.jsonl"))
    reference = get_exercise("01.1").reference_source
    checked = 'from course_utils import check\nsoftmax = check("01.1", softmax)'
    cells = [("a", "import numpy as np"), ("b", reference), ("check-01-1", checked), ("end", "0")]
    write_notebook(solutions, "01_first.ipynb", cells)
    assert "3 cells above have run" in said("%catchup", "end")
    assert solved() == {}
    shell.run(checked, "check-01-1")
    assert list(solved()) == ["01.1"]


def test_a_failing_cell_gets_a_sentence(said, solutions):
    write_notebook(solutions, "01_first.ipynb", [("bad", "1 / 0"), ("end", "0")])
    assert "ended in cell 'bad': ZeroDivisionError" in said("%catchup", "end")


def test_an_interrupt_gets_a_sentence(said, solutions):
    write_notebook(solutions, "01_first.ipynb", [("long", "raise KeyboardInterrupt"), ("end", "0")])
    assert "Stopped in cell 'long'" in said("%catchup", "end")


@pytest.mark.parametrize("magic", ["%reveal", "%catchup"])
def test_an_unknown_cell_gets_a_sentence(shell, said, magic):
    assert "has no code cell 'b2f7'" in said(magic, "b2f7")
    assert "Notebook 02 has no code cell 'used'" in said(f"{magic} in 2", "used")
    assert shell.filled is None


@pytest.mark.parametrize("magic", ["%reveal", "%catchup"])
def test_a_program_that_names_no_cell_gets_a_sentence(said, magic):
    assert "JupyterLab does" in said(magic, None)


def test_a_cell_of_several_notebooks_is_told_by_the_open_one(shell, said, solutions, monkeypatch):
    assert "Notebooks 01, 02 have a cell 'setup'" in said("%reveal", "setup")
    said("%reveal in 02", "setup")
    assert shell.filled == "second = True"
    renamed = solutions / "my lesson.ipynb"
    renamed.write_text(json.dumps({"cells": [], "metadata": {"course": {"notebook": "01"}}}))
    monkeypatch.setenv("JPY_SESSION_NAME", str(renamed))
    said("%reveal 1", "setup")
    assert shell.filled == "import math"
    monkeypatch.setenv("JPY_SESSION_NAME", "/gone/02_renamed since.ipynb")
    said("%reveal", "setup")
    assert shell.filled == "second = True"


def test_without_the_complete_edition_exercises_still_have_their_reference(
    shell, said, tmp_path, monkeypatch
):
    monkeypatch.setattr(live, "SOLUTIONS", tmp_path / "nowhere")
    said("%reveal", "exercise-01-1")
    assert shell.filled == get_exercise("01.1").reference_source.rstrip("\n")
    assert "There is no folder" in said("%reveal", "setup")


def test_an_unreadable_notebook_gets_a_sentence(said, solutions):
    (solutions / "02_second.ipynb").write_text("<<<<<<< HEAD")
    assert "solutions/02_second.ipynb cannot be read" in said("%reveal", "used")


def test_the_folder_of_the_kernel_does_not_matter(shell, said, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    said("%reveal", "used")
    assert shell.filled == "answer = softmax(math.pi)"


def test_the_cell_that_ends_the_keeping_of_progress_is_left_out():
    from course_utils.editions import make_edition, read_source

    cells = make_edition(read_source(SOURCES[0]), "complete").notebook.cells
    (pausing,) = (cell.id for cell in cells if "pause()" in cell.source)
    assert pausing == live._NOT_TO_RUN


def test_unloading_takes_both_away(shell):
    shell.run_line_magic("unload_ext", "course_utils.live")
    assert "reveal" not in shell.magics_manager.magics["line"]
    assert live.only_our_line not in shell.input_transformers_cleanup
    shell.run_line_magic("load_ext", "course_utils.live")


@pytest.mark.parametrize("source", SOURCES, ids=lambda p: p.stem)
def test_every_cell_that_is_blank_live_can_be_revealed(shell, said, source, monkeypatch):
    from course_utils.editions import make_edition, read_source

    monkeypatch.setattr(live, "SOLUTIONS", source.parent)
    if not source.with_suffix(".ipynb").exists():
        pytest.skip(f"{source.name} is not built yet")
    monkeypatch.setenv("JPY_SESSION_NAME", source.name)
    complete = {
        c.id: c.source for c in make_edition(read_source(source), "complete").notebook.cells
    }
    for cell in make_edition(read_source(source), "live").notebook.cells:
        if cell.cell_type == "code" and cell.id != "live" and cell.source != complete[cell.id]:
            said("%reveal", cell.id)
            assert shell.filled == complete[cell.id]
