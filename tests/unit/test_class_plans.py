"""Every notebook's class plan fills 45 minutes, to the minute, and walks from top to bottom."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import pytest

from course_utils.editions import find_sources, read_source
from course_utils.editions.plan import MINUTES, timetable

LESSON = 45
SOURCES = find_sources(Path(__file__).parents[2])


def planned(plan: str) -> list[int]:
    """Return the minutes of a plan's steps.

    >>> planned("Predict 03.A and the proof 12 · clock, typed live 33, the rest is homework.")
    [12, 33]
    """
    return [int(MINUTES.findall(step)[-1]) for step in plan.split("·")]


@pytest.mark.parametrize("path", SOURCES, ids=lambda p: p.stem)
def test_the_minutes_of_a_class_plan_add_up(path):
    notes = [cell.text for cell in read_source(path).cells if "teacher" in cell.tags]
    plans = [note.split("\n\n")[0] for note in notes if "**Class plan" in note]
    begin = f"**Class plan ({LESSON} minutes, planned).**"
    needed = f"solutions/{path.name} needs one cell for teachers that begins with {begin}"
    assert len(plans) == 1, f"{needed}; it has {len(plans)}"
    head, _, steps = plans[0].replace("\n", " ").partition("** ")
    assert f"({LESSON} minutes, planned)" in head, needed
    minutes = planned(steps)
    told = f"solutions/{path.name}: the plan's steps take {minutes}"
    assert len(minutes) >= 5, f"{told}; five steps at least, divided by ·"
    assert sum(minutes) == LESSON, f"{told}, {sum(minutes)} in all; a lesson has {LESSON}"


def section_of(step: str, sections: list[str]) -> int | None:
    """Return the number of the section that a step names by an id, or by two words of its heading.

    >>> section_of("the sine alone 4", ["## Let it run", "## Why not the sine alone?"])
    1
    """
    ids = re.findall(r"\b\d\d\.(?:[A-Z]|\d)\b", step)
    spoken = " ".join(re.findall(r"[\w']+", step.lower()))
    for number, section in enumerate(sections):
        words = re.findall(r"[\w']+", section.splitlines()[0].lower())
        pairs = (f"{first} {second}" for first, second in pairwise(words))
        if any(f'"{one}"' in section for one in ids) or (
            not ids and any(p in spoken for p in pairs)
        ):
            return number
    return None


@pytest.mark.parametrize("path", SOURCES, ids=lambda p: p.stem)
def test_a_class_plan_walks_from_top_to_bottom(path):
    text = path.read_text(encoding="utf-8").replace("\n# ", "\n")
    sections = re.split(r"\n(?=## )", text)
    plan = re.search(r"\*\*Class plan.*?\*\*(.*?)\n#?\n", text, re.DOTALL)[1].replace("\n", " ")
    # What stands behind the last step's minutes is homework.
    steps = [step[: list(MINUTES.finditer(step))[-1].end()].strip() for step in plan.split("·")]
    found = [(section_of(step, sections[1:]), step) for step in steps]
    named = [place for place in found if place[0] is not None]
    assert len(named) >= 2, f"solutions/{path.name}: the plan names no section: {plan}"
    numbers = [number for number, _ in named]
    assert numbers == sorted(numbers), f"solutions/{path.name}: out of order: {named}"


@pytest.mark.parametrize("path", SOURCES, ids=lambda p: p.stem)
def test_a_plan_becomes_a_timetable_that_ends_with_the_lesson(path):
    notes = [cell.text for cell in read_source(path).cells if "teacher" in cell.tags]
    (plan,) = (note for note in notes if "**Class plan" in note)
    times = re.findall(r"^- (\d+) to (\d+): \S", timetable(plan), re.MULTILINE)
    assert len(times) == plan.split("\n\n")[0].count("·") + 1
    assert times[0][0] == "0"
    assert times[-1][1] == str(LESSON)
    assert all(one[1] == after[0] for one, after in pairwise(times))
    assert timetable(plan).endswith("\n\n" + plan.partition("\n\n")[2])


def test_a_note_that_is_no_plan_stays_as_it_is():
    assert timetable("*Where classes go wrong:* 7.") == "*Where classes go wrong:* 7."


def test_numbers_of_exercises_are_no_minutes():
    assert planned("y = x + 5, 06.2 live 9 · predict 06.B 5. 06.1 is homework.") == [9, 5]
