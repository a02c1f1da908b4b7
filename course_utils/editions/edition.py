"""From a source to its editions: each is one transformation of the cells."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from nbformat import NotebookNode, v4

from course_utils.editions.ids import check_cell_id, exercise_cell_id, written_cell_id
from course_utils.editions.live import live_cells
from course_utils.editions.solutions import with_solution, with_stub
from course_utils.editions.source import Cell, Source

KERNELSPEC = {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"}
# As Jupyter writes it, without the versions, which differ from machine to machine.
LANGUAGE_INFO = {
    "codemirror_mode": {"name": "ipython", "version": 3},
    "file_extension": ".py",
    "mimetype": "text/x-python",
    "name": "python",
    "nbconvert_exporter": "python",
    "pygments_lexer": "ipython3",
}

Transformation = Callable[[Iterable[Cell]], list[Cell]]


@dataclass(frozen=True)
class Edition:
    """One notebook to be built: not executed yet, and its code lines' places in the source."""

    name: str
    source: Path
    path: Path
    notebook: NotebookNode
    places: dict[str, tuple[int, ...]]  # cell id -> the source's line for each of its lines


_NOT_ONES_OWN = """\
# This edition comes solved, so what is right here counts as nobody's progress.
from course_utils.exercises.progress import pause

pause()"""


def complete_cells(cells: Iterable[Cell]) -> list[Cell]:
    """Return all cells, solutions in place, and no progress recorded."""
    solved = [_answer(cell, with_solution) for cell in cells]
    first = next((n for n, cell in enumerate(solved) if cell.exercise or cell.check), None)
    if first is not None:
        solved.insert(first, _pause_before(solved[first]))
    return solved


def _pause_before(cell: Cell) -> Cell:
    lines = tuple((cell.line, text) for text in _NOT_ONES_OWN.split("\n"))
    return Cell("code", cell.line, lines, "complete-edition", tags=("hide-input",))


def learner_cells(cells: Iterable[Cell]) -> list[Cell]:
    """Return what learners get: stubs for solutions, nothing that is for teachers."""
    shown = [_emptied(cell) for cell in cells if "teacher" not in cell.tags]
    return [_answer(cell, with_stub) for cell in shown]


def _emptied(cell: Cell) -> Cell:
    """Return a written answer's cell without the answer: JupyterLab shows where to type."""
    return replace(cell, lines=()) if cell.written else cell


def _answer(cell: Cell, rewrite: Callable) -> Cell:
    return replace(cell, lines=rewrite(cell.lines)) if cell.exercise else cell


# Name of the edition -> folder, transformation. A further edition is a further line.
EDITIONS: dict[str, tuple[str, Transformation]] = {
    "complete": ("solutions", complete_cells),
    "learner": ("notebooks", learner_cells),
}
# Made when somebody asks for them; neither executed nor kept in git.
ON_DEMAND: dict[str, tuple[str, Transformation]] = {"live": ("live", live_cells)}


def make_edition(source: Source, name: str) -> Edition:
    """Return one edition of a source, without outputs.

    Raises ValueError for an edition that is neither in `EDITIONS` nor in `ON_DEMAND`.
    """
    known = EDITIONS | ON_DEMAND
    if name not in known:
        raise ValueError(f"edition {name!r}: allowed are {', '.join(known)}")
    folder, transformation = known[name]
    cells = transformation(source.cells)
    return Edition(
        name=name,
        source=source.path,
        path=source.path.parent.parent / folder / f"{source.path.stem}.ipynb",
        notebook=_notebook(source.number, name, cells),
        places={cell.id: tuple(n for n, _ in cell.lines) or (cell.line,) for cell in cells},
    )


def make_editions(source: Source) -> list[Edition]:
    """Return the editions of a source that `course build` stores, without outputs."""
    return [make_edition(source, name) for name in EDITIONS]


def _notebook(number: str, edition: str, cells: Iterable[Cell]) -> NotebookNode:
    return v4.new_notebook(
        cells=[_notebook_cell(cell) for cell in cells],
        metadata={
            "course": {"edition": edition, "notebook": number},
            "kernelspec": dict(KERNELSPEC),
            "language_info": dict(LANGUAGE_INFO),
        },
    )


def _notebook_cell(cell: Cell) -> NotebookNode:
    new_cell = v4.new_code_cell if cell.kind == "code" else v4.new_markdown_cell
    return new_cell(source=cell.text, id=cell.id, metadata=_metadata(cell))


def _metadata(cell: Cell) -> dict[str, Any]:
    metadata: dict[str, Any] = {}
    tags = [tag for tag in cell.tags if tag != "live"]  # it is for the live edition's maker only
    if cell.exercise:
        tags.append("exercise")
        metadata["course"] = {"exercise": cell.exercise}
        metadata["nbgrader"] = _for_nbgrader(exercise_cell_id(cell.exercise), solution=True)
    if cell.check:
        tags.append("check")
        metadata["nbgrader"] = _for_nbgrader(check_cell_id(cell.check), points=cell.points or 1)
    if cell.written:
        tags.append("written")
        metadata["course"] = {"written": cell.written}
        name = written_cell_id(cell.written)
        metadata["nbgrader"] = _for_nbgrader(name, solution=True, points=cell.points)
    if "hide-input" in tags:
        # The tag hides the code on exported pages, this hides it in JupyterLab.
        metadata["jupyter"] = {"source_hidden": True}
    return metadata | ({"tags": tags} if tags else {})


def _for_nbgrader(
    name: str, *, solution: bool = False, points: float | None = None
) -> dict[str, Any]:
    """Return nbgrader's metadata; a cell with points and a solution is graded by hand."""
    graded = points is not None
    return {
        "grade": graded,
        "grade_id": name,
        "locked": not solution,
        **({"points": points} if graded else {}),
        "schema_version": 3,
        "solution": solution,
        "task": False,
    }
