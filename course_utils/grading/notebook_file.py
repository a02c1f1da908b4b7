"""Read a submitted notebook: whatever the file is, the result is cells or a sentence.

The file is data from a stranger. It is parsed by `json` alone; large ones in a process of their
own whose memory is limited, since a few megabytes of brackets can become gigabytes of lists.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from dataclasses import dataclass
from typing import Any

MB = 1 << 20
LARGE = 5 * MB
LARGEST = 200 * MB
LONGEST_SOURCE = 1_000_000
# What would be invisible on a page or lead a terminal astray: control characters, and marks that
# turn the direction of writing.
_UNSEEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]")


class UnreadableError(ValueError):
    """A file that is no notebook; the message says what is wrong with it."""


@dataclass(frozen=True)
class Cell:
    """One cell: its mark (`grade_id`, exercise or cell id), source and stored outputs."""

    mark: str
    kind: str
    source: str
    is_check: bool = False
    is_answer: bool = False
    exercise: str = ""
    outputs: tuple[dict[str, Any], ...] = ()


def clean(text: str) -> str:
    r"""Return text that can be written and shown: no lone surrogates, no control characters.

    >>> clean("a\x1b[31mb\u202e")
    'a[31mb'
    """
    return _UNSEEN.sub("", text.encode("utf-8", "replace").decode("utf-8"))


def read_cells(data: bytes) -> list[Cell]:
    """Return a notebook's cells; UnreadableError says why there are none."""
    if len(data) > LARGEST:
        raise UnreadableError(f"the file is larger than {LARGEST // MB} MB")
    if not data or data.isspace():
        raise UnreadableError("the file is empty")
    if len(data) > LARGE:
        data = _slim(data)
    return _cells(_parse(data))


def _parse(data: bytes) -> dict[str, Any]:
    try:
        notebook = json.loads(data)
    except RecursionError:
        raise UnreadableError("the file is nested too deeply to be a notebook") from None
    except ValueError as error:
        what = "cut off or damaged" if data.lstrip()[:1] == b"{" else "something else"
        raise UnreadableError(
            f"the file is no notebook: {what} ({clean(str(error))[:100]})"
        ) from None
    if not isinstance(notebook, dict) or not isinstance(notebook.get("cells"), list):
        raise UnreadableError("the file is no notebook of format 4: it has no list of cells")
    return notebook


_SLIM = """
import json, resource, sys
resource.setrlimit(resource.RLIMIT_AS, (2 << 30, 2 << 30))
notebook = json.loads(sys.stdin.buffer.read())
small = [
    {key: cell.get(key) for key in ("id", "cell_type", "metadata", "source")}
    for cell in notebook["cells"]
    if len(str(cell.get("source"))) < 1_000_000 and len(str(cell.get("metadata"))) < 100_000
]
sys.stdout.write(json.dumps({"cells": small}))
"""


def _slim(data: bytes) -> bytes:
    """Return a large notebook without its outputs."""
    command = [sys.executable, "-I", "-c", _SLIM]
    try:
        done = subprocess.run(command, input=data, capture_output=True, timeout=60)
    except subprocess.TimeoutExpired:
        done = None
    if done is None or done.returncode or len(done.stdout) > LARGE:
        raise UnreadableError(f"the file of {len(data) // MB} MB could not be read as a notebook")
    return done.stdout


def _cells(notebook: dict[str, Any]) -> list[Cell]:
    return [_cell(one) for one in notebook["cells"] if isinstance(one, dict)]


def _cell(raw: dict[str, Any]) -> Cell:
    metadata = _dictionary(raw.get("metadata"))
    grading = _dictionary(metadata.get("nbgrader"))
    tags = metadata.get("tags")
    tags = tags if isinstance(tags, list) else []
    course = _dictionary(metadata.get("course"))
    exercise = course.get("exercise")
    exercise = exercise if isinstance(exercise, str) else ""
    outputs = raw.get("outputs")
    outputs = outputs if isinstance(outputs, list) else []
    return Cell(
        mark=_mark(raw, grading, exercise),
        kind=str(raw.get("cell_type"))[:20],
        source=_text(raw.get("source"))[:LONGEST_SOURCE],
        is_check="check" in tags or (bool(grading.get("grade")) and not grading.get("solution")),
        is_answer=bool(exercise or grading.get("solution")),
        exercise=clean(exercise),
        outputs=tuple(one for one in outputs if isinstance(one, dict)),
    )


def _mark(raw: dict[str, Any], grading: dict[str, Any], exercise: str) -> str:
    by_exercise = f"exercise-{exercise.replace('.', '-')}" if exercise else ""
    for mark in (grading.get("grade_id"), by_exercise, raw.get("id")):
        if isinstance(mark, str) and mark:
            return clean(mark)[:100]
    return ""


def _dictionary(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _text(value: Any) -> str:
    if isinstance(value, list):
        value = "".join(one for one in value if isinstance(one, str))
    # Tabs and newlines stay; a lone half of a character pair would stop every later writer.
    return value.encode("utf-8", "replace").decode() if isinstance(value, str) else ""
