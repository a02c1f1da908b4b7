"""Solution blocks: where they begin and end, and what stands there for the learner."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from difflib import SequenceMatcher

from course_utils.editions.source import Line

STUB = "...  # your code here"
_BEGIN = re.compile(r"^(?P<indent>\s*)### BEGIN SOLUTION(?::\s*(?P<stub>\S.*?))?\s*$")
_END = re.compile(r"^\s*### END SOLUTION\s*$")
_NEARLY = re.compile(r"\b(BEGIN|END)[\s_-]SOLUTION\b")
_COMMENT = re.compile(r"^\s*#+\s*([^:]*)")
_ALIKE = 0.75  # one or two slips in a marker; "in the end" or "solution" alone stay below


def _is_nearly_marker(text: str) -> bool:
    """Tell whether a line is a marker or means to be one.

    A misspelt pair of markers would hand its solution to the learner.
    """
    comment = _COMMENT.match(text)
    words = comment[1].strip().upper() if comment else ""
    alike = (SequenceMatcher(None, words, f"{end} SOLUTION").ratio() for end in ("BEGIN", "END"))
    return bool(_NEARLY.search(text)) or max(alike) >= _ALIKE


def marker_lines(lines: Iterable[Line]) -> list[int]:
    """Return the numbers of all lines that hold a marker or nearly one."""
    return [number for number, text in lines if _is_nearly_marker(text)]


def marker_problems(lines: Iterable[Line]) -> Iterator[Line]:
    """Yield what is wrong with an answer cell's markers."""
    opened: int | None = None
    for number, text in lines:
        if _BEGIN.match(text):
            if opened is not None:
                yield number, f"a solution begins inside the one that began in line {opened}"
            opened = number
        elif _END.match(text):
            if opened is None:
                yield number, "no '### BEGIN SOLUTION' stands before this '### END SOLUTION'"
            opened = None
        elif _is_nearly_marker(text):
            yield number, _nearly_message(text)
    if opened is not None:
        yield opened, "no '### END SOLUTION' ends the solution that begins here"


def _nearly_message(text: str) -> str:
    return (
        f"{text.strip()!r} is no solution marker; allowed: '### BEGIN SOLUTION', "
        "'### BEGIN SOLUTION: stub', '### END SOLUTION'"
    )


def with_solution(lines: Iterable[Line]) -> tuple[Line, ...]:
    """Return the lines without the markers."""
    return tuple(line for line in lines if not (_BEGIN.match(line[1]) or _END.match(line[1])))


def with_stub(lines: Iterable[Line]) -> tuple[Line, ...]:
    """Return the lines with each solution block replaced by its stub.

    >>> block = ["### BEGIN SOLUTION: w = ...", "w = 3", "### END SOLUTION", "w + 1"]
    >>> with_stub(enumerate(block, 1))
    ((1, 'w = ...'), (4, 'w + 1'))
    """
    kept: list[Line] = []
    inside = False
    for number, text in lines:
        if begin := _BEGIN.match(text):
            kept.append((number, begin["indent"] + (begin["stub"] or STUB)))
            inside = True
        elif _END.match(text):
            inside = False
        elif not inside:
            kept.append((number, text))
    return tuple(kept)
