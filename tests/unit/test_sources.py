"""How a source must be written: small cells, short lines, every lecture box computed.

What a failure says is read by who writes a notebook: the file, the line, and what to change.
"""

import re
from pathlib import Path

import pytest

from course_utils.editions import read_source
from course_utils.exercises import all_exercises

LINES = 15
NUMBERS = ("none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
SOURCES = sorted(Path(__file__).parents[2].glob("solutions/[0-9][0-9]_*.py"))


@pytest.fixture(params=SOURCES, ids=lambda path: path.stem)
def source(request):
    return read_source(request.param)


def code_cells(source):
    return [cell for cell in source.cells if cell.kind == "code"]


def at(source, line):
    return f"solutions/{source.path.name}:{line}"


def test_cells_are_small(source):
    for cell in code_cells(source):
        count = sum(bool(line.strip()) for line in cell.text.splitlines())
        assert count <= LINES, (
            f"{at(source, cell.line)}: this cell has {count} lines, {LINES} are allowed; divide it"
        )


def test_code_lines_are_short(source):
    for cell in code_cells(source):
        for number, line in cell.lines:
            assert len(line) <= 100, f"{at(source, number)}: {len(line)} characters, 100 allowed"


def exercises_of(source):
    return [one for one in all_exercises().values() if one.id.startswith(source.number)]


def test_each_exercise_is_introduced_with_its_title_and_minutes(source):
    text = "\n".join(cell.text for cell in source.cells if cell.kind == "markdown")
    for one in exercises_of(source):
        head = f"### Exercise {one.id} · {one.title}"
        assert head in text, f"solutions/{source.path.name}: no heading '{head}'"
        # The homework tells points instead.
        told = re.match(r"\n\*Difficulty [●○]{3} · (\d+) minutes\*", text.partition(head)[2])
        assert told is None or int(told[1]) == one.minutes, (
            f"solutions/{source.path.name}: exercise {one.id} takes {one.minutes} minutes"
        )


def test_the_times_of_the_exercises_add_up(source):
    exercises, intro = exercises_of(source), source.cells[0]
    minutes, number = sum(one.minutes for one in exercises), NUMBERS[len(exercises)]
    told = re.search(r"(\d+)(?: minutes)? of them for the (\w+) exercises", intro.text)
    assert told or not exercises, f"{at(source, intro.line)}: tell the exercises' minutes"
    assert told is None or (int(told[1]), told[2]) == (minutes, number), (
        f"{at(source, intro.line)}: its {number} exercises take {minutes} minutes, see `minutes` "
        f"in course_utils/exercises/notebook_{source.number}/"
    )


def test_every_lecture_box_is_followed_or_preceded_by_a_computation(source):
    cells = source.cells
    for index, cell in enumerate(cells):
        if "**Check the lecture.**" in cell.text:
            around = cells[max(0, index - 1) : index + 2]
            computed = any(one.kind == "code" for one in around)
            assert computed, f"{at(source, cell.line)}: this box has no computation beside it"


def test_text_neither_shouts_nor_fills(source):
    for cell in source.cells:
        if cell.kind == "markdown":
            plain = cell.text.replace("![", "")
            shouts = "!" in plain.replace("n!", "")
            assert not shouts, f"{at(source, cell.line)}: an exclamation mark in this text"
