"""The points of written answers: a table to fill in, and its way back into the marks."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from course_utils.grading.key import Key, Written
from course_utils.grading.marks import Mark, csv_text
from course_utils.grading.store import read_json, write_json

COLUMNS = ("id", "student", "question", "points", "of", "comment")
Entered = dict[str, dict[str, dict[str, Any]]]


class MergeError(ValueError):
    """A table with rows that cannot be taken over: the message names each of them."""


def table_to_fill(marks: Sequence[Mark], key: Key) -> str:
    """Return the CSV in which a reader enters points, one row an answer."""
    rows: list[Sequence[Any]] = [COLUMNS]
    for mark in marks:
        for one in key.written:
            points = mark.points.get(one.cell)
            entered = "" if points is None else points
            comment = mark.comments.get(one.cell, "")
            rows.append([mark.page, mark.student, one.cell, entered, one.points, comment])
    return csv_text(rows)


def entered_points(folder: Path) -> Entered:
    """Return what has been merged so far."""
    return read_json(folder / "written.json") or {}


def merge(folder: Path, table: Path, pages: set[str], key: Key) -> int:
    """Take a filled-in table over; return how many answers have points now.

    Raises MergeError, and changes nothing, when a single row is not as it should be.
    """
    rows = _read_rows(table)
    questions = {one.cell: one for one in key.written}
    faults, fresh = [], Entered()
    for line, row in rows:
        fault = _take(row, pages, questions, fresh)
        if fault:
            faults.append(f"line {line}: {fault}")
    if faults:
        raise MergeError("\n".join([f"{table}: nothing was taken over", *faults]))
    known = entered_points(folder)
    for page, answers in fresh.items():
        known.setdefault(page, {}).update(answers)
    write_json(folder / "written.json", known)
    return sum(len(answers) for answers in known.values())


def _read_rows(table: Path) -> list[tuple[int, dict[str, str]]]:
    try:
        text = table.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError:
        raise MergeError(f"{table} is not in UTF-8: save it as “CSV UTF-8”") from None
    except OSError as error:
        raise MergeError(f"{table} cannot be read: {error.strerror}") from None
    head = text.partition("\n")[0]
    delimiter = ";" if head.count(";") > head.count(",") else ","
    reader = csv.DictReader(io.StringIO(text, newline=""), delimiter=delimiter)
    missing = {"id", "question", "points"} - set(reader.fieldnames or ())
    if missing:
        raise MergeError(f"{table} lacks the columns {', '.join(sorted(missing))}")
    try:
        return [(reader.line_num, row) for row in reader]
    except csv.Error as error:
        raise MergeError(f"{table}, line {reader.line_num}: {error}") from None


def _take(
    row: dict[str, str], pages: set[str], questions: dict[str, Written], fresh: Entered
) -> str:
    """Put one row's points into `fresh`, or say what is wrong with it."""
    page, cell, text = ((row.get(name) or "").strip() for name in ("id", "question", "points"))
    page, cell = page.removeprefix("'"), cell.removeprefix("'")
    if not text:
        return ""  # not read yet
    if page not in pages:
        return f"no submission has the id {page!r}"
    if cell not in questions:
        return f"no question is called {cell!r}; there are {', '.join(questions)}"
    if cell in fresh.get(page, {}):
        return f"a second row for {page} and {cell}"
    points, most = _number(text), questions[cell].points
    if points is None or not 0 <= points <= most:
        return f"{text!r} is no number of points from 0 to {most:g}"
    comment = (row.get("comment") or "").strip()[:2000]
    fresh.setdefault(page, {})[cell] = {"points": points, "comment": comment}
    return ""


def _number(text: str) -> float | None:
    try:
        value = float(text.replace(",", ".")) if text.isascii() else math.nan
    except ValueError:
        return None
    return value if math.isfinite(value) else None
