"""Bring the stored notebooks up to date: execute what changed, write all or nothing."""

from __future__ import annotations

import copy
import os
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import nbformat
from nbformat import NotebookNode

from course_utils.editions.compare import differences, read_notebook
from course_utils.editions.edition import Edition, make_editions
from course_utils.editions.execute import execute
from course_utils.editions.identity import execution_key, is_pristine, stamp
from course_utils.editions.source import EditionError, Source
from course_utils.editions.work import protect, save_copies


@dataclass(frozen=True)
class Task:
    """One edition, its execution key, and the notebook that stands there now, if any."""

    edition: Edition
    key: str
    stored: NotebookNode | None  # None, too, where the file cannot be read

    @property
    def reusable(self) -> NotebookNode | None:
        """The stored notebook, if its outputs are those that executing would give."""
        stored = self.stored
        if stored is None or not is_pristine(stored):
            return None
        return stored if stored.metadata.course.get("key") == self.key else None

    @property
    def unchanged(self) -> bool:
        """Whether there is nothing to do."""
        stored = self.reusable
        return stored is not None and not differences(stored, self.edition.notebook)


def build(
    sources: Sequence[Source],
    force: bool = False,
    keep: Path | None = None,
    say: Callable[[str], None] = print,
) -> list[Path]:
    """Build both editions of each source and return the files that were written.

    Parameters
    ----------
    sources
        As `read_source` gives them.
    force
        Execute again what has not changed, too.
    keep
        Folder that takes a copy of every notebook that holds somebody's work, before it is
        overwritten. Without it such a notebook stops the build, `force` or not.
    say
        Takes one line a notebook.

    Raises
    ------
    EditionError
        Where a cell raises, or somebody's work would be overwritten. Nothing is written then.
    """
    tasks = [[_task(edition) for edition in make_editions(source)] for source in sources]
    due = [[task for task in pair if force or not task.unchanged] for pair in tasks]
    _protect(due, keep)
    ready: list[tuple[Edition, NotebookNode]] = []
    for source, pair in zip(sources, due, strict=True):
        ready += _build_one(source, pair, force, say)
    _protect(due, keep)  # once more: executing took its time, a learner may have saved meanwhile
    _keep([edition for edition, _ in ready], keep, say)
    _write_all([(edition.path, notebook) for edition, notebook in ready])
    return [edition.path for edition, _ in ready]


def _task(edition: Edition) -> Task:
    try:
        stored = read_notebook(edition.path) if edition.path.exists() else None
    except EditionError:
        stored = None  # built anew; what the file may hold is looked at in _protect
    return Task(edition, execution_key(edition), stored)


def _protect(due: Sequence[Sequence[Task]], keep: Path | None) -> None:
    protect([task.edition for pair in due for task in pair], keep)


def _keep(editions: list[Edition], keep: Path | None, say: Callable[[str], None]) -> None:
    for copy_ in save_copies(editions, keep) if keep else []:
        say(f"kept a copy: {copy_}")


def _build_one(
    source: Source, due: list[Task], force: bool, say: Callable[[str], None]
) -> list[tuple[Edition, NotebookNode]]:
    started = time.monotonic()
    ready = [(task.edition, _notebook(task, force)) for task in due]
    number, _, name = source.path.stem.partition("_")
    if any(force or not task.reusable for task in due):
        say(f"{number} {name}: executed in {time.monotonic() - started:.0f} s")
    else:
        say(f"{number} {name}: {'text changed, outputs kept' if due else 'unchanged'}")
    return ready


def _notebook(task: Task, force: bool) -> NotebookNode:
    stored = None if force else task.reusable
    if stored is not None:
        notebook = _with_stored_outputs(task.edition.notebook, stored)
    else:
        notebook = execute(task.edition)
    stamp(notebook, task.key)
    return notebook


def _with_stored_outputs(planned: NotebookNode, stored: NotebookNode) -> NotebookNode:
    notebook = copy.deepcopy(planned)
    outputs = {cell.id: cell for cell in stored.cells if cell.cell_type == "code"}
    for cell in notebook.cells:
        if cell.cell_type == "code":
            cell.outputs = outputs[cell.id].outputs
            cell.execution_count = outputs[cell.id].execution_count
    if "widgets" in stored.metadata:
        notebook.metadata.widgets = stored.metadata.widgets
    return notebook


def _write_all(notebooks: Sequence[tuple[Path, NotebookNode]]) -> None:
    """Write every file beside its place first, then put all into place at once."""
    waiting = [(path.with_name(f".{path.name}.new"), path) for path, _ in notebooks]
    try:
        for (new, _), (_, notebook) in zip(waiting, notebooks, strict=True):
            new.parent.mkdir(exist_ok=True)
            new.write_text(nbformat.writes(notebook).rstrip("\n") + "\n", encoding="utf-8")
        for new, path in waiting:
            os.replace(new, path)
    finally:
        for new, _ in waiting:
            new.unlink(missing_ok=True)
