"""Every notebook's class plan fills a lesson of 45 minutes, to the minute."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from course_utils.editions import find_sources, read_source

LESSON = 45
# A step ends with its minutes, or goes on after a comma or a full stop.
MINUTES = re.compile(r"(?<![\w.])(\d+)(?=\s*(?:[.,;](?:\s|$)|$))")


def planned(plan: str) -> list[int]:
    """Return the minutes of a plan's steps.

    >>> planned("Predict 03.A and the proof 12 · clock, typed live 33, the rest is homework.")
    [12, 33]
    """
    return [int(MINUTES.findall(step)[-1]) for step in plan.split("·")]


@pytest.mark.parametrize("path", find_sources(Path(__file__).parents[2]), ids=lambda p: p.stem)
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


def test_numbers_of_exercises_are_no_minutes():
    assert planned("y = x + 5, 06.2 live 9 · predict 06.B 5. 06.1 is homework.") == [9, 5]
