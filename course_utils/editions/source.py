"""A notebook's source, `solutions/NN_name.py`, read into cells that know their lines."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from course_utils.editions.ids import cell_ids

Line = tuple[int, str]  # number in the source file (from 1), text

# `live` marks code that is typed in front of the class: blank in the live edition.
TAGS = frozenset({"teacher", "hide-input", "live", "nbval-ignore-output"})
# `written="07.w1" points=4` heads a markdown cell whose whole text is the model answer: the learner
# gets it empty. `points` may also stand on a check cell; without it a check is worth 1.
HEADER_KEYS = frozenset({"id", "tags", "exercise", "check", "written", "points"})
# Where jupytext keeps what it takes for no key and value.
_NOT_UNDERSTOOD = frozenset({"incorrectly_encoded_metadata", "title"})
# What jupytext adds by itself and the editions do not need.
_JUPYTEXT_KEYS = frozenset({"lines_to_next_cell"})
_TAGS_NO_LIST = re.compile(r"\btags\s*=\s*(?!\[)")
_TAGS_MESSAGE = 'tags must be a list, as in tags=["teacher"]'
_HEADER_MESSAGE = 'a header reads like # %% id="name" tags=["live"]'
_HEADER = re.compile(r"^\s*#\s*%%%*(\s|$)")


class EditionError(Exception):
    """Something that a person has to mend; its text is the whole message."""


class SourceError(EditionError):
    """One source's problems, each as `solutions/NN_name.py:41: what is wrong`."""

    def __init__(self, path: Path, problems: Iterable[Line]) -> None:
        self.problems = tuple(sorted(problems))
        super().__init__("\n".join(f"{shown(path)}:{line}: {text}" for line, text in self.problems))


@dataclass(frozen=True)
class Cell:
    """One cell of a source. `line` is that of its `# %%` header."""

    kind: str  # "code" or "markdown"
    line: int
    lines: tuple[Line, ...]
    id: str
    tags: tuple[str, ...] = ()
    exercise: str | None = None
    check: str | None = None
    written: str | None = None
    points: float | None = None

    @property
    def text(self) -> str:
        """The cell's text, as a notebook stores it."""
        return "\n".join(text for _, text in self.lines)


@dataclass(frozen=True)
class Source:
    """A source file and its cells, in order."""

    path: Path
    cells: tuple[Cell, ...]

    @property
    def number(self) -> str:
        """The notebook's number, two digits."""
        return self.path.name[:2]


def shown(path: Path) -> str:
    """Return a file's folder and name: short, and the same on every machine.

    >>> shown(Path("/home/somebody/course/solutions/03_single_clock.py"))
    'solutions/03_single_clock.py'
    """
    return f"{path.parent.name}/{path.name}"


def find_sources(root: Path) -> list[Path]:
    """Return the sources of all notebooks under the course's folder `root`, in order."""
    return sorted((root / "solutions").glob("[0-9][0-9]_*.py"))


def parse(path: Path) -> Source:
    """Read a source's cells.

    Raises SourceError where a cell's header is not understood. What the cells mean together is
    judged by `course_utils.editions.rules`.
    """
    text = path.read_text(encoding="utf-8")
    lines = list(enumerate(text.splitlines(), 1))
    headers = [number for number, line in lines if _HEADER.match(line)]
    if untagged := [(n, _TAGS_MESSAGE) for n in headers if _TAGS_NO_LIST.search(lines[n - 1][1])]:
        raise SourceError(path, untagged)
    raw = _jupytext_cells(path, text, len(headers))
    if len(raw) != len(headers):
        raise SourceError(path, [(_stray_line(text), _COUNT_MESSAGE)])
    problems = [p for n, cell in zip(headers, raw, strict=True) for p in _header_problems(n, cell)]
    if problems:
        raise SourceError(path, problems)
    ids = cell_ids([(cell.metadata, cell.source) for cell in raw])
    cells = [_cell(*parts) for parts in zip(headers, raw, ids, strict=True)]
    return Source(path, tuple(cells))


_COUNT_MESSAGE = (
    "cells and '# %%' lines do not match: text may stand only below a '# %%' line, "
    "and no '# %%' line inside a string"
)


def _jupytext() -> Any:
    # Only who builds notebooks needs it: `course update` must run in a learner's environment.
    try:
        import jupytext  # type: ignore[import-untyped]
    except ImportError:
        message = 'building needs jupytext: pip install -e ".[build]", or make build'
        raise EditionError(message) from None
    return jupytext


def _jupytext_cells(path: Path, text: str, n_headers: int) -> list:
    jupytext = _jupytext()
    try:
        cells = list(jupytext.reads(text, fmt="py:percent").cells)
    except Exception as error:  # jupytext lets errors of its YAML reader and of nbformat through
        reason = str(error).strip().splitlines()[0]
        raise SourceError(path, [(1, f"jupytext cannot read this: {reason}")]) from error
    # Blank lines above the first header, or nothing at all, are a cell to jupytext.
    if len(cells) == n_headers + 1 and not cells[0].source.strip():
        return cells[1:]
    return cells


def _stray_line(text: str) -> int:
    """Return the line to look at first when text stands above the first cell, else 1."""
    in_yaml = False
    for number, line in enumerate(text.splitlines(), 1):
        if line.rstrip() == "# ---":
            in_yaml = not in_yaml
        elif line.strip() and not in_yaml:
            return number
    return 1


def _header_problems(line: int, cell) -> Iterator[Line]:
    if cell.cell_type not in ("code", "markdown"):
        yield line, f"a {cell.cell_type} cell; cells are code or [markdown]"
    for key in sorted(_NOT_UNDERSTOOD & set(cell.metadata)):
        yield line, f"{cell.metadata[key]!r} is not understood; {_HEADER_MESSAGE}"
    for key in sorted(set(cell.metadata) - HEADER_KEYS - _JUPYTEXT_KEYS - _NOT_UNDERSTOOD):
        allowed = ", ".join(sorted(HEADER_KEYS))
        yield line, f"unknown header key {key!r} ({cell.metadata[key]!r}); allowed: {allowed}"
    for tag in cell.metadata.get("tags", []):
        if tag not in TAGS:
            yield line, f"unknown tag {tag!r}; allowed: {', '.join(sorted(TAGS))}"
    points = cell.metadata.get("points", 1)
    if isinstance(points, bool) or not isinstance(points, int | float) or points <= 0:
        yield line, f"points must be a number above 0, as in points=2; got {points!r}"
    for key in ("id", "exercise", "check", "written"):
        if not isinstance(cell.metadata.get(key, ""), str):
            yield line, f'{key} must be quoted, as in {key}="…"; got {cell.metadata[key]!r}'


def _cell(line: int, raw, cell_id: str) -> Cell:
    return Cell(
        kind=raw.cell_type,
        line=line,
        lines=_without_blank_ends(enumerate(raw.source.split("\n"), line + 1)),
        id=cell_id,
        tags=tuple(raw.metadata.get("tags", ())),
        exercise=raw.metadata.get("exercise"),
        check=raw.metadata.get("check"),
        written=raw.metadata.get("written"),
        points=raw.metadata.get("points"),
    )


def _without_blank_ends(lines: Iterable[Line]) -> tuple[Line, ...]:
    kept = list(lines)
    while kept and not kept[-1][1].strip():
        kept.pop()
    while kept and not kept[0][1].strip():
        kept.pop(0)
    return tuple(kept)
