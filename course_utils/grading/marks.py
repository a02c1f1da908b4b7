"""From results to marks: which hand-in of a student counts, and the table of everybody's points."""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from course_utils.grading.key import Key

# What a spreadsheet may take for a formula, in wide letters too. Not only where an entry starts:
# one that expects semicolons or tabs between entries ignores our quotes and starts one after each.
_UNSEEN = r"\s\"\u00ad\u200b-\u200d\u2060\ufeff"
_SIGNS = r"=+@\uff1d\uff0b\uff0d\uff20-"
_FORMULA = re.compile(rf"(^|[;|\t\r\n])(?=[{_UNSEEN}]*[{_SIGNS}])")
BOM = "\ufeff"  # without it, Excel takes UTF-8 for an older code, and spoils names and ids


@dataclass
class Mark:
    """One student's standing; `points` holds points by cell, None for answers not read yet."""

    student: str
    page: str
    file: str
    handed_in_as: str
    status: str
    sandbox: str
    result: Mapping[str, Any]
    points: dict[str, float | None]
    comments: dict[str, str] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    namesakes: list[str] = field(default_factory=list)  # notes for the teacher alone

    @property
    def total(self) -> float:
        """Return the sum of all points there are so far."""
        return round(sum(one for one in self.points.values() if one is not None), 6)

    @property
    def all_notes(self) -> str:
        """Return the notes as one text, those for the teacher alone first."""
        return "; ".join([*self.namesakes, *self.notes])

    @property
    def unread(self) -> int:
        """Return the number of answers that a reader has still to give points for."""
        return sum(one is None for one in self.points.values()) * (self.status == "graded")


def stand(
    results: Iterable[Mapping[str, Any]], key: Key, read: Mapping[str, Mapping[str, Any]]
) -> list[Mark]:
    """Return one mark a student, in the order of their names.

    `read` holds the points for written answers, by page and cell. Of several hand-ins of one
    student the latest counts; one that cannot be graded only when there is no other.
    """
    groups: dict[str, list[Mapping[str, Any]]] = {}
    for result in results:
        groups.setdefault(result["identity"], []).append(result)
    marks = [_mark(group, key, read) for group in groups.values()]
    names = Counter(mark.student for mark in marks)
    for mark in marks:
        if (count := names[mark.student]) > 1:
            # Two people, or one who handed in under two numbers: only the teacher can tell.
            mark.namesakes.append(
                f"{count} rows have this name; this one came as {mark.handed_in_as}"
            )
    return sorted(marks, key=lambda mark: (mark.student.casefold(), mark.page))


def _mark(
    group: Sequence[Mapping[str, Any]], key: Key, read: Mapping[str, Mapping[str, Any]]
) -> Mark:
    order = sorted(group, key=lambda one: (one["status"] == "graded", one["modified"], one["file"]))
    result = order[-1]
    entered = read.get(result["page"], {})
    points: dict[str, float | None] = {task.cell: 0.0 for task in key.tasks}
    points |= {task["cell"]: task["points"] for task in result["tasks"]}
    points |= {one.cell: entered.get(one.cell, {}).get("points") for one in key.written}
    return Mark(
        student=result["student"],
        page=result["page"],
        file=result["file"],
        handed_in_as=result["identity"],
        status=result["status"],
        sandbox=result["sandbox"],
        result=result,
        points=points,
        comments={cell: one["comment"] for cell, one in entered.items() if one["comment"]},
        notes=_notes(order),
    )


def _notes(order: Sequence[Mapping[str, Any]]) -> list[str]:
    result = order[-1]
    notes = [result["reason"]] if result.get("reason") else []
    if len(order) > 1:
        better = order[0]["status"] != "graded" == result["status"]
        which = "the latest" + " that could be graded" * better
        notes.append(f"handed in {len(order)} times; {which}, {result['file']}, counts")
    notes += [result["note"]] if result["note"] else []
    cells: dict[str, list[str]] = {}
    for task in result["tasks"]:
        for note in task["notes"]:
            cells.setdefault(note, []).append(task["cell"])
    return notes + [f"{', '.join(named)}: {note}" for note, named in cells.items()]


def marks_table(marks: Sequence[Mark], key: Key) -> str:
    """Return the marks as CSV."""
    cells = [*(task.cell for task in key.tasks), *(one.cell for one in key.written)]
    of = key.points + sum(one.points for one in key.written)
    about = ["student", "id", "handed in as", "file", "status"]
    rows: list[list[Any]] = [[*about, *cells, "points", "of", "sandbox", "notes"]]
    for mark in marks:
        each = ["" if mark.points.get(cell) is None else mark.points[cell] for cell in cells]
        about = [mark.student, mark.page, mark.handed_in_as, mark.file, mark.status]
        rows.append([*about, *each, mark.total, of, mark.sandbox, mark.all_notes])
    return BOM + csv_text(rows)


def csv_text(rows: Iterable[Sequence[Any]]) -> str:
    r"""Return rows as CSV that a spreadsheet shows and does not run.

    >>> csv_text([["=1+1", 2.5]])
    '"\'=1+1","2.5"\r\n'
    """
    stream = io.StringIO()
    csv.writer(stream, quoting=csv.QUOTE_ALL).writerows([safe(one) for one in row] for row in rows)
    return stream.getvalue()


def safe(value: Any) -> str:
    """Return a table's entry as text that no spreadsheet takes for a formula."""
    text = f"{value:g}" if isinstance(value, float) else str(value)
    text = _FORMULA.sub(r"\1'", text)
    return f"'{text}" if text[:1] in ("\t", "\r", "\n") else text
