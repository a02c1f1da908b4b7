"""The points of written answers: a table to fill in, and its way back into the marks."""

from __future__ import annotations

import csv
import io
import math
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from course_utils.grading.key import Key, Written
from course_utils.grading.marks import BOM, Mark, csv_text
from course_utils.grading.store import read_json, write_json

COLUMNS = ("id", "student", "question", "points", "of", "comment")
Entered = dict[str, dict[str, dict[str, Any]]]


class MergeError(ValueError):
    """A table with rows that cannot be taken over: the message names each of them."""


def table_to_fill(marks: Sequence[Mark], key: Key) -> str:
    """Return the CSV in which a reader enters points, one row an answer."""
    rows: list[Sequence[Any]] = [COLUMNS]
    for mark in (one for one in marks if one.status == "graded"):
        for one in key.written:
            points = mark.points.get(one.cell)
            entered = "" if points is None else points
            comment = mark.comments.get(one.cell, "")
            rows.append([mark.page, mark.student, one.cell, entered, one.points, comment])
    return BOM + csv_text(rows)


def entered_points(folder: Path) -> Entered:
    """Return what has been merged so far; MergeError where that cannot be read."""
    path = folder / "written.json"
    known = read_json(path)
    if known is None and path.exists():  # the next merge would write over a reader's work
        raise MergeError(f"{path} is damaged: put a copy back, or move it away and merge again")
    return known or {}


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
    text = _text(table)
    first, _, rest = text.partition("\n")
    skipped = bool(re.fullmatch(r"sep=.\s*", first))  # a line that Excel reads and some write
    text = rest if skipped else text
    head = text.partition("\n")[0]
    reader = csv.DictReader(io.StringIO(text, newline=""), delimiter=max(",;\t", key=head.count))
    try:
        reader.fieldnames = [name.strip().lower() for name in reader.fieldnames or ()]
        _require(table, set(reader.fieldnames))
        return [(reader.line_num + skipped, row) for row in reader]
    except csv.Error as error:
        raise MergeError(f"{table}, line {reader.line_num + skipped}: {error}") from None


def _text(table: Path) -> str:
    try:
        data = table.read_bytes()
        # Excel's “Unicode text” begins so, and names its own byte order.
        code = "utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8"
        return data.decode(code).lstrip(BOM)
    except UnicodeDecodeError:
        raise MergeError(
            f"{table} is not in UTF-8: open to-read.csv once more, and save it as “CSV UTF-8”"
        ) from None
    except OSError as error:
        raise MergeError(f"{table} cannot be read: {error.strerror}") from None


def _require(table: Path, columns: set[str]) -> None:
    missing = [name for name in ("id", "question", "points") if name not in columns]
    if missing:
        raise MergeError(
            f"{table} has no column {' and none '.join(missing)}: its first row must name id, "
            "question and points, as in the to-read.csv that `course read` writes"
        )


def _take(
    row: dict[str, str], pages: set[str], questions: dict[str, Written], fresh: Entered
) -> str:
    """Put one row's points into `fresh`, or say what is wrong with it."""
    page, cell, text = ((row.get(name) or "").strip() for name in ("id", "question", "points"))
    page, cell = page.removeprefix("'"), cell.removeprefix("'")
    if not text:
        return ""  # not read yet
    if page not in pages:
        return f"no submission has the id {page!r}: copy it from to-read.csv, with all its digits"
    if cell not in questions:
        return f"no question is called {cell!r}; there are {', '.join(questions)}"
    if cell in fresh.get(page, {}):
        return f"a second row for {page} and {cell}: keep one"
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
