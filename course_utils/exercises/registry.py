"""Find exercises and predictions: every module `notebook_NN` here brings its own."""

from __future__ import annotations

import pkgutil
from collections.abc import Iterable
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import TypeVar

from course_utils.exercises.exercise import Exercise
from course_utils.exercises.prediction import Prediction

Named = TypeVar("Named", Exercise, Prediction)


@cache
def _modules() -> tuple[ModuleType, ...]:
    package = import_module("course_utils.exercises")
    names = sorted(module.name for module in pkgutil.iter_modules(package.__path__))
    return tuple(
        import_module(f"{package.__name__}.{name}")
        for name in names
        if name.startswith("notebook_")
    )


@cache
def all_exercises() -> dict[str, Exercise]:
    """Return every exercise of the course by its id, such as `"01.1"`."""
    return by_id(one for module in _modules() for one in getattr(module, "EXERCISES", ()))


@cache
def all_predictions() -> dict[str, Prediction]:
    """Return every prediction of the course by its id, such as `"01.A"`."""
    return by_id(one for module in _modules() for one in getattr(module, "PREDICTIONS", ()))


def by_id(named: Iterable[Named]) -> dict[str, Named]:
    """Return exercises or predictions by their ids; ValueError where two have the same."""
    found: dict[str, Named] = {}
    for one in named:
        if one.id in found:
            raise ValueError(f"{one.id} is taken twice: by {found[one.id]!r:.80} and {one!r:.80}")
        found[one.id] = one
    return found


def get_exercise(exercise_id: str) -> Exercise:
    """Return one exercise; an unknown id is a ValueError that lists the known ones."""
    if exercise_id not in all_exercises():
        known = ", ".join(all_exercises())
        raise ValueError(f"no exercise {exercise_id!r}; there are {known}")
    return all_exercises()[exercise_id]


def get_prediction(prediction_id: str) -> Prediction:
    """Return one prediction; an unknown id is a ValueError that lists the known ones."""
    if prediction_id not in all_predictions():
        known = ", ".join(all_predictions())
        raise ValueError(f"no prediction {prediction_id!r}; there are {known}")
    return all_predictions()[prediction_id]
