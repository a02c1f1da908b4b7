"""Write the marks to nbgrader's database, through nbgrader's own API.

nbgrader is not a dependency: its version fixes that of other packages. Where it is missing, the
message says what to install.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from course_utils.grading.key import Key
from course_utils.grading.marks import Mark


class GradebookError(ValueError):
    """nbgrader's database cannot be written; the message says what to do."""


def export(database: Path, marks: Sequence[Mark], key: Key) -> None:
    """Add the assignment, its tasks, and every student's points to an nbgrader database."""
    try:
        from nbgrader.api import Gradebook
    except ImportError:
        raise GradebookError(
            "--gradebook needs nbgrader: `pip install nbgrader==0.9.6` in this environment, or in "
            "one of its own, with this course beside it"
        ) from None
    # nbgrader starts `alembic`, which lies beside this Python even where the path does not say so.
    os.environ["PATH"] = f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', '')}"
    with Gradebook(f"sqlite:///{database.resolve()}") as book:
        _add_tasks(book, key)
        for mark in marks:
            _add_marks(book, mark, key)


def _add_tasks(book: Any, key: Key) -> None:
    name = key.assignment
    book.update_or_create_assignment(name)
    book.update_or_create_notebook(name, name)
    for cell, points in _worth(key).items():
        book.update_or_create_grade_cell(cell, name, name, max_score=points, cell_type="code")


def _worth(key: Key) -> dict[str, float]:
    worth = {task.cell: task.points for task in key.tasks}
    return worth | {one.cell: one.points for one in key.written}


def _add_marks(book: Any, mark: Mark, key: Key) -> None:
    # The page's name: nbgrader's students have one id each, and two of ours may share a name.
    book.update_or_create_student(mark.page, last_name=mark.student)
    submission = book.update_or_create_submission(key.assignment, mark.page)
    notebook = next(one for one in submission.notebooks if one.name == key.assignment)
    for grade in notebook.grades:
        points = mark.points.get(grade.name)
        grade.manual_score, grade.needs_manual_grade = points, points is None
    book.db.commit()
