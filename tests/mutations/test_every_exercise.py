"""Every exercise there is: wrong answers get their own diagnosis, other right ones pass.

What a failure says is read by who writes an exercise, so it names the answer and what to change.
"""

import inspect
import itertools
import math

import numpy as np
import pytest

from course_utils.exercises import all_exercises, all_predictions, judge
from course_utils.exercises.guard import observe

EXERCISES = tuple(all_exercises().values())
WRONG = [(one, variant) for one in EXERCISES for variant in one.wrong]
RIGHT = [(one, variant) for one in EXERCISES for variant in one.also_right]


def judge_source(exercise, source):
    return judge(exercise.id, exercise.build(source))


def _name(value):
    return getattr(value, "id", None) or value.name


@pytest.mark.parametrize(("exercise", "variant"), WRONG, ids=_name)
def test_wrong_answer_gets_its_own_diagnosis(exercise, variant):
    answer = f"exercise {exercise.id}, wrong answer {variant.name!r}"
    right = judge_source(exercise, exercise.reference_source)
    assert right.misconception != variant.name, f"{answer} gives what the reference gives"
    verdict = judge_source(exercise, variant.source)
    assert verdict.misconception == variant.name, (
        f"{answer} behaves like {verdict.misconception!r} on every case: add a case that tells "
        "them apart, or drop one of them"
    )
    assert (verdict.passed, verdict.message) == (False, variant.says)


@pytest.mark.parametrize(("exercise", "variant"), WRONG, ids=_name)
def test_wrong_answer_holds_no_slip_of_its_author(exercise, variant):
    if exercise.cases is None:
        return
    seen = [observe(exercise.build(variant.source), one.arguments, 10) for one in exercise.cases()]
    slips = [one.error for one in seen if one.error.startswith(("NameError", "AttributeError"))]
    # A name that is nowhere stops every case; a known mistake stops those that it cannot do.
    assert len(slips) < len(seen), f"exercise {exercise.id}, {variant.name!r}: {slips[0]}"


@pytest.mark.parametrize(("exercise", "variant"), RIGHT, ids=_name)
def test_other_right_answer_passes(exercise, variant):
    verdict = judge_source(exercise, variant.source)
    answer = f"exercise {exercise.id}, right answer {variant.name!r}"
    assert verdict.passed, f"{answer} is refused: {verdict.message}"


@pytest.mark.parametrize("exercise", EXERCISES, ids=_name)
def test_reference_typed_in_passes(exercise):
    verdict = judge_source(exercise, exercise.reference_source)
    assert verdict.passed, f"exercise {exercise.id} refuses its reference: {verdict.message}"


@pytest.mark.parametrize("exercise", EXERCISES, ids=_name)
def test_exercise_is_fully_written(exercise):
    body = exercise.reference_source.strip().splitlines()[1:]
    least, wrong = 6 if len(body) <= 1 else 8, len(exercise.wrong)
    assert wrong >= least, f"{exercise.id} has {wrong} wrong answers; at least {least} are needed"
    right = len(exercise.also_right)
    assert right >= 2, f"{exercise.id} has {right} further right answers; 2 or more are needed"
    assert len(set(exercise.hints)) == 3, f"{exercise.id} needs three different hints"
    for variant in exercise.wrong:
        whole = variant.says.endswith((".", "?"))
        assert whole, f"{exercise.id}, {variant.name!r}: {variant.says!r} is no whole sentence"


def test_no_two_wrong_answers_say_the_same():
    for exercise in EXERCISES:
        for one, other in itertools.combinations(exercise.wrong, 2):
            both = f"exercise {exercise.id}, {one.name!r} and {other.name!r}"
            assert one.says != other.says, f"{both} say the same"
            assert one.name != other.name, f"{both} have the same name"


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
    truth, answer = prediction.truth(), prediction.answer
    assert truth == answer, f"{prediction.id}: option {truth} comes true, `answer` says {answer}"
