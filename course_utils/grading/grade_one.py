"""Grade one notebook: run its cells in a box, judge each answer as soon as its cell has run.

The result is a dictionary that can be written as JSON. Whatever the notebook does, there is one.
"""

from __future__ import annotations

import fnmatch
import hashlib
from typing import Any

import numpy as np

from course_utils.grading import checker
from course_utils.grading.answers import Found, find_answer, find_text
from course_utils.grading.channel import BoxLostError
from course_utils.grading.kernel_run import Run
from course_utils.grading.key import Key, Property, Task, Written, right, trials
from course_utils.grading.notebook_file import Cell, UnreadableError, clean, read_cells
from course_utils.grading.pictures import shown_outputs

LONGEST_TEXT = 20_000


def grade_notebook(data: bytes, key: Key, secret: str, trusted: bool = False) -> dict[str, Any]:
    """Return the marks for a notebook's bytes.

    The inputs of the hidden checks are drawn afresh for each submission, from the run's `secret`
    and the file's own hash: nobody can foresee them, and a repeated run repeats them.
    """
    digest = hashlib.sha256(data).hexdigest()
    result = {"sha256": digest, "sandbox": "none: trusted" if trusted else "box"}
    try:
        cells = read_cells(data)
    except UnreadableError as error:
        return result | refused(str(error))
    places = {task.cell: find_answer(cells, task.cell, task.name) for task in key.tasks}
    if _is_another(cells, key, places):
        return result | refused(f"wrong notebook: it holds no answer cell of {key.assignment}")
    seed = hashlib.sha256(f"{secret}{digest}".encode()).digest()
    tasks = _Grading(cells, key, places, seed, trusted).tasks()
    points = round(sum(task["points"] for task in tasks), 6)
    written = [_written(cells, one) for one in key.written]
    return result | {"status": "graded", "points": points, "tasks": tasks, "written": written}


def refused(reason: str, status: str = "refused") -> dict[str, Any]:
    """Return the result of a submission that cannot be graded."""
    return {"status": status, "reason": reason, "points": 0, "tasks": [], "written": []}


def _is_another(cells: list[Cell], key: Key, places: dict[str, Found]) -> bool:
    marks = {*places, *(one.cell for one in key.written)}
    found = any(one.place is not None for one in places.values())
    return not found and not any(cell.mark in marks for cell in cells)


class _Grading:
    """The run through one notebook's cells, with what each task has earned so far."""

    def __init__(
        self, cells: list[Cell], key: Key, places: dict[str, Found], seed: bytes, trusted: bool
    ) -> None:
        self.cells, self.key, self.places = cells, key, places
        self.run = Run(key.plan(trusted))
        self.seed = int.from_bytes(seed)
        self.results: dict[str, dict[str, Any]] = {}

    def tasks(self) -> list[dict[str, Any]]:
        """Run all cells up to the last answer, and return every task's result."""
        answers = {found.place for found in self.places.values() if found.place is not None}
        try:
            for place in range(max(answers, default=-1) + 1):
                if place in answers or self._is_needed(self.cells[place]):
                    self._step(place)
        finally:
            self.run.end()
        return [self.results.get(task.cell) or self._missed(task) for task in self.key.tasks]

    def _is_needed(self, cell: Cell) -> bool:
        skipped = any(fnmatch.fnmatchcase(cell.mark, pattern) for pattern in self.key.skips)
        # Empty ones would do nothing, and hundreds of thousands of them would take all the time.
        wanted = cell.kind == "code" and cell.source.strip() != ""
        return wanted and not cell.is_check and not skipped

    def _step(self, place: int) -> None:
        trouble, lost = "", False
        try:
            trouble = self.run.cell(self.cells[place].source)
        except BoxLostError as error:
            trouble, lost = str(error), True
        for task in self.key.tasks:
            if self.places[task.cell].place == place:
                self.results[task.cell] = self._judged(task, trouble, lost)

    def _judged(self, task: Task, trouble: str, lost: bool) -> dict[str, Any]:
        notes = list(self.places[task.cell].notes)
        if trouble:
            notes.append(f"the cell {trouble}" if lost else f"the cell stopped with {trouble}")
        why = "its cell did not finish" if lost else ""
        result = _result(task, [why or self._earned(task, one) for one in task.properties], notes)
        if task.lend and result["points"] < result["of"]:
            self._lend(task)
        return result

    def _lend(self, task: Task) -> None:
        try:
            self.run.cell(task.lend)
        except BoxLostError:
            self.run.done.append(task.lend)

    def _missed(self, task: Task) -> dict[str, Any]:
        notes = self.places[task.cell].notes
        return _result(task, [notes[-1]] * len(task.properties), list(notes))

    def _earned(self, task: Task, one: Property) -> str:
        """Return why a property is not there, or nothing when it is."""
        index = [*self.key.tasks].index(task), [*task.properties].index(one)
        rng = np.random.default_rng([self.seed, *index])
        for arguments, expected in trials(task, one, rng):
            try:
                if not self._is_right(task, one, arguments, expected):
                    return "the numbers differ"
            except (checker.RefusedError, BoxLostError) as error:
                return clean(str(error))
        return ""

    def _is_right(
        self, task: Task, one: Property, arguments: Any, expected: list[checker.Part]
    ) -> bool:
        reply = self.run.call(checker.expression(task.name, arguments, task.parts))
        if reply.error:
            raise checker.RefusedError(f"it could not be called: {clean(reply.error)[:200]}")
        came = checker.decode(reply.value, expected)
        return right(one, arguments, expected, came, task.parts)


def _result(task: Task, reasons: list[str], notes: list[str]) -> dict[str, Any]:
    properties: list[dict[str, Any]] = [
        {"says": one.says, "of": one.points, "points": 0 if why else one.points, "reason": why}
        for one, why in zip(task.properties, reasons, strict=True)
    ]
    points = round(sum(one["points"] for one in properties), 6)
    return {
        "cell": task.cell,
        "name": task.name,
        "points": points,
        "of": task.points,
        "notes": notes,
        "properties": properties,
    }


def _written(cells: list[Cell], one: Written) -> dict[str, Any]:
    found = find_text(cells, one.cell)
    shown = [cell for cell in cells if cell.mark in (one.cell, *one.shows)]
    text = "" if found.place is None else cells[found.place].source
    cut = [f"only the first {LONGEST_TEXT} characters are kept"] * (len(text) > LONGEST_TEXT)
    return {
        "cell": one.cell,
        "text": text[:LONGEST_TEXT],
        "notes": [*found.notes, *cut],
        "outputs": [output for cell in shown for output in shown_outputs(cell.outputs)][:10],
    }
