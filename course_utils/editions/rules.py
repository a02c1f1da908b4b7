"""What a source must keep to before anything is built from it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterator
from functools import partial
from pathlib import Path

from course_utils.editions.ids import VALID_ID
from course_utils.editions.solutions import marker_lines, marker_problems
from course_utils.editions.source import Cell, Line, Source, SourceError, parse

# A set of ids, or a function that raises KeyError or ValueError for an id it does not know.
KnownExercises = Collection[str] | Callable[[str], object]

_EXERCISE_ID = re.compile(r"^[0-9]{2}\.[0-9]+$")
_WRITTEN_ID = re.compile(r"^[0-9]{2}\.w[0-9]+$")


def read_source(path: Path, known_exercises: KnownExercises | None = None) -> Source:
    """Read a source and hold it against all rules.

    Parameters
    ----------
    path
        `solutions/NN_name.py`.
    known_exercises
        The exercises there are; without it, those of `course_utils.exercises`.

    Raises
    ------
    SourceError
        With every problem found, each with its file and line.
    """
    source = parse(path)
    problems = [p for rule in _RULES for p in rule(source)]
    problems += _unknown_exercises(source, known_exercises)
    if problems:
        raise SourceError(path, problems)
    return source


def _id_problems(source: Source) -> Iterator[Line]:
    times = Counter(cell.id for cell in source.cells)
    for cell in source.cells:
        if not VALID_ID.match(cell.id):
            yield cell.line, f"id {cell.id!r} must be 1 to 64 of the characters a-z A-Z 0-9 - _"
        elif times[cell.id] > 1:
            role = cell.exercise or cell.check or cell.written
            mend = f"{role} has one such cell" if role else 'rename one, as in # %% id="name"'
            yield cell.line, f"{times[cell.id]} cells have the id {cell.id!r}: {mend}"


def _solution_problems(source: Source) -> Iterator[Line]:
    for cell in source.cells:
        marked = marker_lines(cell.lines)
        if cell.exercise is None:
            for line in marked:
                yield line, 'a solution marker outside a marked cell (# %% exercise="NN.k")'
        elif not marked:
            yield (
                cell.line,
                f"exercise {cell.exercise} has no solution block: its lines stand between "
                "'### BEGIN SOLUTION' and '### END SOLUTION'",
            )
        else:
            yield from marker_problems(cell.lines)


def _role_problems(source: Source) -> Iterator[Line]:
    for cell in source.cells:
        roles = [role for role in ("exercise", "check") if getattr(cell, role) is not None]
        for role in roles:
            yield from _role_problem(cell, role, source.number)
        if len(roles) == 2:
            yield cell.line, "a cell is either an exercise or a check, not both"


def _role_problem(cell: Cell, role: str, number: str) -> Iterator[Line]:
    exercise = getattr(cell, role)
    if cell.kind != "code":
        yield cell.line, f"the {role} cell of {exercise} must be a code cell"
    if "teacher" in cell.tags:
        yield cell.line, f"the {role} cell of {exercise} cannot be for teachers only"
    if not _EXERCISE_ID.match(exercise):
        yield cell.line, f'{role}="{exercise}": an exercise is named NN.k, as in "{number}.1"'
    elif not exercise.startswith(number):
        yield cell.line, f"exercise {exercise} stands in notebook {number}"


def _live_problems(source: Source) -> Iterator[Line]:
    for cell in source.cells:
        if "live" not in cell.tags:
            continue
        if cell.kind != "code" or "teacher" in cell.tags:
            yield cell.line, "the tag 'live' is for code cells that learners see"
        elif cell.exercise or cell.check:
            yield cell.line, "exercises are blank in the live edition anyway, checks never"


def _written_problems(source: Source) -> Iterator[Line]:
    for cell in source.cells:
        if cell.points is not None and not (cell.check or cell.written):
            yield cell.line, "points stand on check cells and on written answers only"
        if cell.written is not None:
            for problem in _written_problem(cell, source.number):
                yield cell.line, f"the written answer {cell.written} {problem}"


def _written_problem(cell: Cell, number: str) -> Iterator[str]:
    if cell.kind != "markdown":
        yield "must be a [markdown] cell"
    if "teacher" in cell.tags or cell.exercise or cell.check:
        yield "cannot be for teachers only, an exercise or a check"
    if not _WRITTEN_ID.match(str(cell.written)) or not str(cell.written).startswith(number):
        yield f'must be named NN.wk, as in "{number}.w1"'
    if cell.points is None:
        yield "has no points, as in points=4"
    if not cell.lines:
        yield "has no model answer"


def _pair_problems(source: Source) -> Iterator[Line]:
    """Yield answers without a check, checks without an answer before them."""
    answered: set[str] = set()
    checked = {cell.check for cell in source.cells}
    for cell in source.cells:
        if cell.exercise is not None:
            answered.add(cell.exercise)
            if cell.exercise not in checked:
                yield cell.line, f"exercise {cell.exercise} has no check cell"
        if cell.check is not None and cell.check not in answered:
            yield cell.line, f"check {cell.check} has no answer cell before it"
        if cell.check is not None and f'check("{cell.check}"' not in cell.text:
            yield (
                cell.line,
                f'the check cell of {cell.check} does not call check("{cell.check}", …)',
            )


_RULES = (
    _id_problems,
    _solution_problems,
    _role_problems,
    _live_problems,
    _written_problems,
    _pair_problems,
)


def _unknown_exercises(source: Source, known: KnownExercises | None) -> list[Line]:
    # Answers only: a check without one is a problem of its own.
    named = [cell for cell in source.cells if cell.exercise]
    if not named:
        return []
    is_known = _membership(known)
    place = f"course_utils/exercises/notebook_{source.number}/__init__.py"
    return [
        (cell.line, f"unknown exercise {cell.exercise!r}: add it to EXERCISES in {place}")
        for cell in named
        if not is_known(str(cell.exercise))
    ]


def _membership(known: KnownExercises | None) -> Callable[[str], bool]:
    if known is None:
        # Only here: the editions of notebooks without exercises need no exercises.
        from course_utils.exercises import get_exercise

        known = get_exercise
    if callable(known):
        return partial(_finds, known)
    return known.__contains__


def _finds(get_exercise: Callable[[str], object], exercise: str) -> bool:
    try:
        get_exercise(exercise)
    except (KeyError, ValueError):
        return False
    return True
