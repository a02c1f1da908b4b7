"""Names of cells that stay the same from build to build."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from typing import Any

VALID_ID = re.compile(r"^[a-zA-Z0-9_-]{1,64}$")
_WORDS = 5
_LENGTH = 48  # leaves room for a suffix within the 64 characters that nbformat allows


def exercise_cell_id(exercise: str) -> str:
    """Return the id of the cell that holds an exercise's answer.

    >>> exercise_cell_id("01.1")
    'exercise-01-1'
    """
    return f"exercise-{exercise.replace('.', '-')}"


def check_cell_id(exercise: str) -> str:
    """Return the id of the cell that checks an exercise.

    >>> check_cell_id("01.1")
    'check-01-1'
    """
    return f"check-{exercise.replace('.', '-')}"


def written_cell_id(question: str) -> str:
    """Return the id of the cell that holds the written answer to a question.

    >>> written_cell_id("07.w1")
    'written-07-w1'
    """
    return f"written-{question.replace('.', '-')}"


def slug(text: str) -> str:
    """Return a readable id made of a cell's first words; "cell" where there are none.

    >>> slug("## Größe und Maß: *what* a clock shows in one turn")
    'grosse-und-mass-what-a'
    """
    ascii_text = unicodedata.normalize("NFKD", text.replace("ß", "ss"))
    plain = ascii_text.encode("ascii", "ignore").decode().lower()
    words = re.findall(r"[a-z0-9]+", plain)[:_WORDS]
    return "-".join(words)[:_LENGTH].strip("-") or "cell"


def cell_ids(cells: Sequence[tuple[Mapping[str, Any], str]]) -> list[str]:
    """Return an id for each cell, given as (header, text).

    Ids that a header fixes come first; a derived one that clashes gets "-2", "-3" and so on.
    """
    fixed = [_fixed_id(header) for header, _ in cells]
    taken = {name for name in fixed if name}
    ids = []
    for name, (_, text) in zip(fixed, cells, strict=True):
        ids.append(name or _free(slug(text), taken))
        taken.add(ids[-1])
    return ids


def _fixed_id(header: Mapping[str, Any]) -> str | None:
    if header.get("exercise"):
        return exercise_cell_id(header["exercise"])
    if header.get("check"):
        return check_cell_id(header["check"])
    if header.get("written"):
        return written_cell_id(header["written"])
    return header.get("id")


def _free(name: str, taken: set[str]) -> str:
    candidate, suffix = name, 2
    while candidate in taken:
        candidate, suffix = f"{name}-{suffix}", suffix + 1
    return candidate
