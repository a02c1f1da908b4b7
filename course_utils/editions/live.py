"""The live edition: what is typed in front of the class is blank, the teacher's notes are folded.

Each section begins with one folded note, in the order in which the section is taught: the source's
teacher cells, the questions to ask before a cell runs, and the wrong answers that the section's
checks know by name.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from course_utils.editions.needed import names_needed
from course_utils.editions.plan import timetable
from course_utils.editions.solutions import with_stub
from course_utils.editions.source import Cell, Line

PROMPT = "# Type it live. %reveal shows it, %reveal 3 its first three lines."
NAMES = "# Cells below use: "
STUB = "...  # type it live"
# On a projector some eighty characters are readable in a line, hence the short ones.
_LOAD = """\
# Run this cell first, and again after every restart of the kernel. Then, in any
# cell below, on a line of its own: %reveal fills the cell, %reveal 3 gives its
# first three lines, and %catchup runs what stands above it.
%load_ext course_utils.live"""
_PREDICT = re.compile(r'^predict\("([^"]+)"\)', re.MULTILINE)


def live_cells(cells: Iterable[Cell]) -> list[Cell]:
    """Return the cells for teaching: blanked, the teacher's notes folded above each section."""
    whole = list(cells)
    blank = [_blanked(cell, whole[row + 1 :]) for row, cell in enumerate(whole)]
    shown = [one for section in _sections(blank) for one in _live_section(section)]
    first = next((n for n, cell in enumerate(shown) if cell.kind == "code"), None)
    if first is not None:
        shown.insert(first, _cell("code", shown[first].line, _LOAD, "live"))
    return shown


def _sections(cells: Iterable[Cell]) -> list[list[Cell]]:
    """Divide at `## ` headings; what stands above the first is a section, too."""
    sections: list[list[Cell]] = [[]]
    for cell in cells:
        if cell.kind == "markdown" and cell.text.startswith("## ") and sections[-1]:
            sections.append([])
        sections[-1].append(cell)
    return sections


def _live_section(section: list[Cell]) -> list[Cell]:
    shown = [_unfolded(cell) for cell in section if "teacher" not in cell.tags]
    text = "\n\n".join(_notes(section))
    if not text or not shown:
        return shown
    # The page keeps its title at the top; every other section has its note above the heading.
    place = 1 if shown[0].text.startswith("# ") else 0
    folded = f"<details>\n<summary>For the teacher</summary>\n\n{text}\n\n</details>"
    shown.insert(place, _cell("markdown", section[0].line, folded, f"notes-{section[0].id}"[:64]))
    return shown


def _cell(kind: str, line: int, text: str, cell_id: str) -> Cell:
    return Cell(kind, line, tuple((line, one) for one in text.split("\n")), cell_id)


def _notes(section: list[Cell]) -> Iterator[str]:
    for cell in section:
        if "teacher" in cell.tags:
            yield timetable(cell.text)
        yield from (_question(found) for found in _PREDICT.findall(cell.text))
        if cell.exercise:
            yield _wrong_answers(cell.exercise)


def _question(prediction_id: str) -> str:
    from course_utils.exercises import get_prediction

    try:
        one = get_prediction(prediction_id)
    except ValueError:
        return f"*Ask before it runs:* {prediction_id}."
    return (
        f"*Ask before it runs ({one.id}):* {one.question}\n"
        f"*What it shows:* {_ended(one.options[one.answer])} {one.because}"
    )


def _ended(option: str) -> str:
    """Return a prediction's option as a sentence: some are single words without a full stop.

    >>> _ended("never")
    'never.'
    """
    return option if option.endswith((".", "?")) else f"{option}."


def _wrong_answers(exercise_id: str) -> str:
    """Return an exercise's planned minutes and what its check says to each known mistake."""
    from course_utils.exercises import get_exercise

    try:
        one = get_exercise(exercise_id)
    except ValueError:
        return f"*Exercise {exercise_id}.*"
    heading = f"*Exercise {one.id}, {one.minutes} minutes planned. Wrong answers its check knows:*"
    # A diagnosis says first what is wrong. What to do instead is not for the class to read yet.
    diagnoses = (f"- {wrong.name}: {_first_sentence(wrong.says)}" for wrong in one.wrong)
    return "\n".join([heading, "", *diagnoses])


def _first_sentence(text: str) -> str:
    """Return a text up to its first full stop or colon.

    >>> _first_sentence("The columns sum to 1, not the rows. Take the last axis.")
    'The columns sum to 1, not the rows.'
    """
    return re.split(r"(?<=[.:]) ", text, maxsplit=1)[0].rstrip(":").rstrip(".") + "."


def _blanked(cell: Cell, below: list[Cell]) -> Cell:
    if cell.written:
        return replace(cell, lines=())
    if cell.exercise:
        return replace(cell, lines=with_stub(cell.lines))
    if "live" in cell.tags:
        return replace(cell, lines=(*_prompts(cell), *_kept_names(cell, below)))
    return cell


def _unfolded(cell: Cell) -> Cell:
    """Show a cell's code: JupyterLab's arrow keys pass over a cell whose code is folded."""
    return replace(cell, tags=tuple(tag for tag in cell.tags if tag != "hide-input"))


def _prompts(cell: Cell) -> Iterator[Line]:
    """Yield what stays of a cell that is typed live: its comments, its functions' first lines."""
    heads = _heads(cell.text)
    for row, (number, text) in enumerate(cell.lines, 1):
        if row in heads or text.startswith("#"):
            yield number, text
        if heads.get(row):
            yield number, heads[row]
    asked = any(text.startswith("#") for _, text in cell.lines)
    if not asked and any(
        not isinstance(node, ast.FunctionDef) for node in ast.parse(cell.text).body
    ):
        yield cell.line, PROMPT


def _kept_names(cell: Cell, below: list[Cell]) -> Iterator[Line]:
    """Yield which names cells below use: another name typed live would break or falsify them."""
    heads = {node.name for node in ast.parse(cell.text).body if isinstance(node, ast.FunctionDef)}
    names = names_needed(cell.text, (one.text for one in below if one.kind == "code"))
    wanted = [name for name in names if name not in heads]
    if wanted:
        yield cell.line, f"{NAMES}{', '.join(wanted)}."


def _heads(text: str) -> dict[int, str]:
    """Return the rows of each function's signature and docstring; the last with its stub line."""
    rows: dict[int, str] = {}
    for node in ast.parse(text).body:
        if isinstance(node, ast.FunctionDef):
            begin = min([node.lineno, *(one.lineno for one in node.decorator_list)])
            body = node.body[1:] if ast.get_docstring(node) is not None else node.body
            end = (body[0].lineno if body else (node.end_lineno or begin) + 1) - 1
            rows |= dict.fromkeys(range(begin, end + 1), "")
            rows[end] = " " * node.body[0].col_offset + STUB
    return rows
