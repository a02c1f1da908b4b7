"""Pages for people: feedback for each student, and how the class did."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from statistics import mean, median
from typing import Any

from course_utils.files import write_whole
from course_utils.grading import pages
from course_utils.grading.key import Key
from course_utils.grading.marks import Mark, marks_table


def write_reports(folder: Path, marks: Sequence[Mark], key: Key) -> None:
    """Write `marks.csv`, `summary.html` and a page of feedback for each student."""
    feedback = folder / "feedback"
    feedback.mkdir(exist_ok=True)
    for mark in marks:
        write_whole(feedback / f"{mark.page}.html", feedback_page(mark, key))
    write_whole(folder / "marks.csv", marks_table(marks, key))
    write_whole(folder / "summary.html", summary_page(marks, key))


def feedback_page(mark: Mark, key: Key) -> str:
    """Return a student's page: points for each property, and the reason where one is missing."""
    parts = [f"<p>{pages.text(mark.file)}: {_points(mark, key)}.</p>", pages.items(mark.notes)]
    if mark.sandbox != "box":
        parts.append("<p>This notebook was run without a sandbox.</p>")
    for task in mark.result["tasks"]:
        parts.append(_task(task))
    for one in key.written:
        points = mark.points.get(one.cell)
        unread = "not read yet" if mark.unread else "not graded"
        earned = unread if points is None else f"{points:g} of {one.points:g}"
        parts.append(f"<h2>{pages.text(one.question)} · {earned}</h2>")
        if one.cell in mark.comments:
            parts.append(pages.block(mark.comments[one.cell]))
    return pages.page(f"{key.assignment}: {mark.student}", "\n".join(parts))


def _points(mark: Mark, key: Key) -> str:
    of = key.points + sum(one.points for one in key.written)
    return f"{mark.total:g} of {of:g} points{_so_far(mark.unread)}"


def _so_far(unread: int) -> str:
    """Return what is said after a sum that will still grow."""
    answers = "1 written answer is" if unread == 1 else f"{unread} written answers are"
    return f" so far; {answers} not read yet" if unread else ""


def _task(task: dict[str, Any]) -> str:
    rows = [
        [one["says"], f"{one['points']:g} of {one['of']:g}", one["reason"] or "right"]
        for one in task["properties"]
    ]
    title = f"{task['name']} · {task['points']:g} of {task['of']:g}"
    head = ["what was asked", "points", "what was found"]
    return f"<h2>{pages.text(title)}</h2>{pages.table(head, rows, {1})}"


def summary_page(marks: Sequence[Mark], key: Key) -> str:
    """Return the class's page: how the points are distributed, task by task, and who has none."""
    graded = [mark for mark in marks if mark.status == "graded"]
    parts = [f"<p>{len(graded)} of {len(marks)} students could be graded.</p>"]
    if graded:
        parts.append(_distribution(graded, key))
    refused = [[m.student, m.file, "; ".join(m.notes)] for m in marks if m.status != "graded"]
    if refused:
        head = ["student", "file", "reason"]
        parts += ["<h2>Not graded</h2>", pages.table(head, refused, set())]
    rows = [[m.student, m.total, m.file, m.all_notes] for m in graded]
    parts += ["<h2>Everybody</h2>", pages.table(["student", "points", "file", "notes"], rows, {1})]
    return pages.page(f"{key.assignment}: the class", "\n".join(parts))


def _distribution(marks: Sequence[Mark], key: Key) -> str:
    parts = []
    totals = [mark.total for mark in marks]
    of = {task.cell: (task.name, task.points) for task in key.tasks}
    of |= {one.cell: (one.question, one.points) for one in key.written}
    so_far = _so_far(sum(mark.unread for mark in marks))
    parts.append(f"<p>Mean {mean(totals):.2f}, median {median(totals):g} points{so_far}.</p>")
    for cell, (title, most) in of.items():
        values = [one for mark in marks if (one := mark.points[cell]) is not None]
        parts.append(_bars(f"{title} · {most:g} point{'s' * (most != 1)}", values))
    return "\n".join(parts)


def _bars(title: str, values: Sequence[float]) -> str:
    """Return how often each number of points was given; an empty table would look broken."""
    if not values:
        return f"<h2>{pages.text(title)}</h2><p>No answer is read yet.</p>"
    counts = {value: values.count(value) for value in sorted(set(values))}
    rows = [[f"{value:g}", n, "█" * -(-40 * n // len(values))] for value, n in counts.items()]
    heading = f"{title} · {len(values)} answer{'s' * (len(values) != 1)}"
    table = pages.table(["points", "students", ""], rows, {0, 1})
    return f"<h2>{pages.text(heading)}</h2>{table}"
