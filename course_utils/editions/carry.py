"""Carry a learner's words from one edition of a notebook into another, cell by cell."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from dataclasses import dataclass, field

from nbformat import NotebookNode, v4

from course_utils.editions.identity import changed_cells, source_hashes
from course_utils.editions.source import EditionError

_CHANGED = "**This exercise has changed in the new edition.** Its cell now begins like this:"
_EARLIER = "**Your version from the earlier edition.** The new edition's cell above differs."
_REMOVED = "## Kept from the earlier edition\nThe new edition no longer has these cells."


@dataclass
class Carried:
    """The new edition with a learner's words in it, and a sentence for each that was moved."""

    notebook: NotebookNode
    report: list[str] = field(default_factory=list)


def carry(own: NotebookNode, new: NotebookNode) -> Carried:
    """Carry everything that a learner wrote in `own` into a copy of `new`.

    Parameters
    ----------
    own
        The learner's notebook, of an earlier edition, built by `course build`.
    new
        The new edition; the learner may already have written in it, too.

    Returns
    -------
    Carried
        Answers stand in the cells of the same id. What has no such cell any more, or would
        overwrite something, stands in a cell of its own. Nothing that was written is left out.

    Raises
    ------
    EditionError
        When one of the two was not built by this course.
    """
    for notebook in (own, new):
        if "cells" not in notebook.metadata.get("course", {}):
            raise EditionError("no notebook of this course: the list of its cells is missing")
    result = Carried(copy.deepcopy(new))
    written = set(changed_cells(own))
    after: str | None = None
    for cell in own.cells:
        if cell.id in written:
            after = _place(result, own, new, cell, after)
        elif cell.id in _ids(result.notebook):
            after = cell.id
    return result


def _place(
    result: Carried, own: NotebookNode, new: NotebookNode, cell: NotebookNode, after: str | None
) -> str | None:
    """Put one written cell where it belongs; return the id after which the next one may stand."""
    if cell.id not in own.metadata.course.cells:
        return _insert_own(result, cell, after)
    if cell.id not in _ids(result.notebook):
        _append_removed(result, cell)
        return after
    target = _find(result.notebook, cell.id)
    if target.source == cell.source:
        return cell.id
    if cell.id in changed_cells(new):
        return _insert_beside(
            result, cell, "you had begun this one anew; both versions stand there"
        )
    unchanged = source_hashes(new)[cell.id] == own.metadata.course.cells[cell.id]
    if unchanged or "exercise" in target.metadata.get("course", {}):
        return _fill(result, target, cell, unchanged)
    return _insert_beside(result, cell, "the new edition's text differs; yours stands below it")


def _fill(result: Carried, target: NotebookNode, cell: NotebookNode, unchanged: bool) -> str:
    begins = target.source
    target.source = cell.source
    if target.cell_type == "code":
        target.outputs, target.execution_count = [], None  # they belonged to the other source
    if unchanged:
        result.report.append(f"{cell.id}: carried over")
        return cell.id
    result.report.append(f"{cell.id}: carried over; the exercise has changed, see below it")
    note = v4.new_markdown_cell(f"{_CHANGED}\n\n```python\n{begins}\n```")
    return _insert_after(result.notebook, note, cell.id)


def _insert_beside(result: Carried, cell: NotebookNode, why: str) -> str:
    """Let a learner's version stand below the new edition's, as text that does not run."""
    fence = f"```python\n{cell.source}\n```" if cell.cell_type == "code" else cell.source
    note = v4.new_markdown_cell(f"{_EARLIER}\n\n{fence}")
    if any(_same(note, other) for other in result.notebook.cells):
        return str(cell.id)
    result.report.append(f"{cell.id}: {why}")
    return _insert_after(result.notebook, note, cell.id)


def _insert_own(result: Carried, cell: NotebookNode, after: str | None) -> str:
    if any(_same(cell, other) for other in result.notebook.cells):
        return cell.id  # an update that was broken off had carried it already
    result.report.append(f"{cell.id}: a cell of your own, carried over")
    return _insert_after(result.notebook, copy.deepcopy(cell), after)


def _append_removed(result: Carried, cell: NotebookNode) -> None:
    if any(_same(cell, other) for other in result.notebook.cells):
        return
    if not any(other.source == _REMOVED for other in result.notebook.cells):
        result.notebook.cells.append(v4.new_markdown_cell(_REMOVED))
    result.report.append(f"{cell.id}: no longer in the new edition, kept at its end")
    result.notebook.cells.append(copy.deepcopy(cell))


def _same(one: NotebookNode, other: NotebookNode) -> bool:
    return one.cell_type == other.cell_type and one.source == other.source


def _insert_after(notebook: NotebookNode, cell: NotebookNode, after: str | None) -> str:
    if cell.id in _ids(notebook):
        cell.id = (
            v4.new_code_cell().id
        )  # a fresh random id: this cell is nobody's but the learner's
    ids = list(_ids(notebook))
    notebook.cells.insert(ids.index(after) + 1 if after in ids else len(ids), cell)
    return str(cell.id)


def _ids(notebook: NotebookNode) -> Iterator[str]:
    return (cell.id for cell in notebook.cells)


def _find(notebook: NotebookNode, cell_id: str) -> NotebookNode:
    return next(cell for cell in notebook.cells if cell.id == cell_id)
