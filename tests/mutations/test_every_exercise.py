"""Every exercise there is: wrong answers get their own diagnosis, other right ones pass."""

import inspect
import itertools
import math

import numpy as np
import pytest

from course_utils.exercises import all_exercises, all_predictions, judge

EXERCISES = tuple(all_exercises().values())
WRONG = [(one, variant) for one in EXERCISES for variant in one.wrong]
RIGHT = [(one, variant) for one in EXERCISES for variant in one.also_right]


def _name(value):
    return getattr(value, "id", None) or value.name


@pytest.mark.parametrize(("exercise", "variant"), WRONG, ids=_name)
def test_wrong_answer_gets_its_own_diagnosis(exercise, variant):
    verdict = judge(exercise.id, exercise.build(variant.source))
    assert not verdict.passed
    assert (verdict.misconception, verdict.message) == (variant.name, variant.says)


@pytest.mark.parametrize(("exercise", "variant"), RIGHT, ids=_name)
def test_other_right_answer_passes(exercise, variant):
    verdict = judge(exercise.id, exercise.build(variant.source))
    assert verdict.passed, verdict.message


@pytest.mark.parametrize("exercise", EXERCISES, ids=_name)
def test_reference_typed_in_passes(exercise):
    assert judge(exercise.id, exercise.build(exercise.reference_source)).passed


@pytest.mark.parametrize("exercise", EXERCISES, ids=_name)
def test_exercise_is_fully_written(exercise):
    body = exercise.reference_source.strip().splitlines()[1:]
    least = 6 if len(body) <= 1 else 8
    assert len(exercise.wrong) >= least
    assert len(exercise.also_right) >= 2
    assert len(set(exercise.hints)) == 3
    assert all(variant.says.endswith((".", "?")) for variant in exercise.wrong)


def test_no_two_wrong_answers_say_the_same():
    for exercise in EXERCISES:
        for one, other in itertools.combinations(exercise.wrong, 2):
            assert one.says != other.says
            assert one.name != other.name


@pytest.mark.parametrize("exercise", EXERCISES, ids=_name)
def test_every_answer_can_be_typed_into_a_notebook(exercise):
    for source in [exercise.reference_source, *(v.source for v in exercise.wrong)]:
        # What stands in a signature is looked up at once, and a notebook knows few names.
        scope = {"np": np, "math": math}
        exec(source, scope)
        assert exercise.name in scope


@pytest.mark.parametrize("exercise", EXERCISES, ids=_name)
def test_unsolved_is_not_attempted(exercise):
    if exercise.cases is None:
        stub = ...
    else:
        names = ", ".join(inspect.signature(exercise.reference).parameters)
        stub = eval(f"lambda {names}: ...")
    assert judge(exercise.id, stub).misconception == "not-attempted"


@pytest.mark.parametrize("prediction", all_predictions().values(), ids=_name)
def test_prediction_is_what_the_computation_gives(prediction):
    assert prediction.truth() == prediction.answer
