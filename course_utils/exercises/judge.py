"""Judge an answer: pure, no printing. `check` shows what is found here."""

from __future__ import annotations

import dis
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from course_utils.exercises.advice import advice
from course_utils.exercises.differences import alike, as_plain, difference, kind
from course_utils.exercises.exercise import Case, Exercise
from course_utils.exercises.guard import Observation, observe
from course_utils.exercises.registry import get_exercise

NOT_ATTEMPTED = "not-attempted"
_CHANGED = " The array that was passed in has changed, too: work on a copy."


_NO_GRADIENT = (
    " So training could not move what came in. Stay with tensors: `.detach()`, `.data`, `.item()`, "
    "`.numpy()` and `torch.tensor` cut the thread, `torch.as_tensor` keeps it."
)


_FLOATS = " These are floats, which cannot be indices; from here on they are whole numbers."


@dataclass(frozen=True)
class Verdict:
    """Whether an answer is right, a message for the learner, and the mistake's name if known."""

    passed: bool
    message: str
    misconception: str | None = None


def judge(exercise_id: str, answer: Any) -> Verdict:
    """Judge one answer to an exercise.

    Parameters
    ----------
    exercise_id
        Such as `"01.1"`.
    answer
        The learner's function, or value where the exercise asks for one.

    Returns
    -------
    Verdict
        `misconception` is the name of a foreseen mistake, `"not-attempted"` for a stub, one of
        `"hangs"`, `"raises"`, `"changes-input"`, `"loses-gradient"`, or None when nobody foresaw
        the mistake.

    Raises
    ------
    ValueError
        When there is no exercise of that id.

    Examples
    --------
    >>> judge("01.1", lambda scores: scores).passed
    False
    """
    exercise = get_exercise(exercise_id)
    if is_stub(answer):
        return _not_attempted()
    if exercise.cases is None:
        return _judge_value(exercise, answer)
    if not callable(answer):
        kind = type(answer).__name__
        return Verdict(False, f"`{exercise.name}` should be a function; it is a {kind}.")
    seen = _observe_all(answer, exercise.cases(), exercise.seconds)
    return _judge_function(exercise, seen)


def is_stub(answer: Any) -> bool:
    """Tell whether an answer is still the `...` that the exercise began with.

    >>> is_stub(lambda scores: ...), is_stub(lambda scores: scores)
    (True, False)
    """
    if answer is ...:
        return True
    code = getattr(answer, "__code__", None)
    return code is not None and all(_does_nothing(step) for step in dis.get_instructions(code))


def _does_nothing(step: dis.Instruction) -> bool:
    if step.opname in ("RESUME", "NOP", "RETURN_VALUE"):
        return True
    constant = step.opname in ("LOAD_CONST", "RETURN_CONST", "LOAD_COMMON_CONSTANT")
    return constant and step.argval in (None, ...)


def _not_attempted() -> Verdict:
    return Verdict(False, "not attempted yet.", NOT_ATTEMPTED)


def _judge_value(exercise: Exercise, answer: Any) -> Verdict:
    came = _in_order(exercise, answer)
    if not difference(exercise, _in_order(exercise, exercise.reference), came):
        return Verdict(True, "right.")
    for variant in exercise.wrong:
        known = _in_order(exercise, exercise.build(variant.source))
        if not difference(exercise, known, came):
            return Verdict(False, variant.says, variant.name)
    return Verdict(False, _another_value(exercise, answer))


def _in_order(exercise: Exercise, value: Any) -> Any:
    plain = as_plain(value)
    return np.sort(plain) if exercise.any_order and np.ndim(plain) == 1 else value


def _another_value(exercise: Exercise, answer: Any) -> str:
    # The value itself is the answer to the exercise, so the sentence must not give it away.
    plain, n_axes = as_plain(answer), np.ndim(exercise.reference)
    numbers = isinstance(plain, np.ndarray) and plain.dtype.kind in "iuf"
    if numbers and plain.ndim == n_axes:
        shown = plain.tolist() if plain.size < 20 else "this"
        return f"`{exercise.name}` is not {shown}."
    wanted = "a list of numbers" if n_axes else "one number"
    return f"`{exercise.name}` should be {wanted}; {kind(answer)} came."


def _observe_all(
    answer: Callable[..., Any], cases: Sequence[Case], seconds: float
) -> tuple[Observation, ...]:
    seen: list[Observation] = []
    for one in cases:
        seen.append(observe(answer, one.arguments, seconds))
        if seen[-1].timed_out:
            break  # the next case would only cost the same time again
    return tuple(seen)


@cache
def _known_observations(exercise_id: str) -> dict[str, tuple[Observation, ...]]:
    exercise = get_exercise(exercise_id)
    assert exercise.cases is not None
    answers = {variant.name: exercise.build(variant.source) for variant in exercise.wrong}
    answers[""] = exercise.reference
    return {
        name: _observe_all(answer, exercise.cases(), exercise.seconds)
        for name, answer in answers.items()
    }


def _judge_function(exercise: Exercise, seen: Sequence[Observation]) -> Verdict:
    if any(one.value is ... for one in seen):
        return _not_attempted()
    known = _known_observations(exercise.id)
    for variant in exercise.wrong:
        if _behave_alike(exercise, known[variant.name], seen):
            return Verdict(False, variant.says, variant.name)
    assert exercise.cases is not None
    both = _known_mistake_that_also_raises(exercise, seen)
    if both is not None:
        return both
    for one, reference, came in zip(exercise.cases(), known[""], seen, strict=False):
        problem = _problem(exercise, one, reference, came)
        if problem is not None:
            return problem
    return Verdict(True, "right." + _remarks(exercise, seen))


def _behave_alike(
    exercise: Exercise, one: Sequence[Observation], other: Sequence[Observation]
) -> bool:
    return len(one) == len(other) and all(
        _same(exercise, a, b) for a, b in zip(one, other, strict=True)
    )


def _same(exercise: Exercise, one: Observation, other: Observation) -> bool:
    return (
        one.error == other.error
        and one.timed_out == other.timed_out
        and one.changed_input == other.changed_input
        and (bool(one.error) or one.timed_out or alike(exercise, one.value, other.value))
    )


def _known_mistake_that_also_raises(
    exercise: Exercise, seen: Sequence[Observation]
) -> Verdict | None:
    """Name the one foreseen mistake in every result there is, and the error beside it."""
    assert exercise.cases is not None
    known = _known_observations(exercise.id)
    raised = [place for place, one in enumerate(seen) if one.error]
    kept = [place for place, one in enumerate(seen) if not one.error]
    wrong = [place for place in kept if not _same(exercise, seen[place], known[""][place])]
    if not raised or len(wrong) < 2 or any(one.timed_out for one in seen):
        return None
    fits = [
        variant
        for variant in exercise.wrong
        if len(known[variant.name]) == len(seen)
        and all(_same(exercise, seen[place], known[variant.name][place]) for place in kept)
    ]
    if len(fits) != 1:
        return None
    one, came = exercise.cases()[raised[0]], seen[raised[0]]
    message = f"{fits[0].says} Besides, for {one.says} it stops with {_error(came)}"
    return Verdict(False, message, fits[0].name)


def _problem(
    exercise: Exercise, one: Case, reference: Observation, came: Observation
) -> Verdict | None:
    if came.timed_out:
        message = f"no result after {exercise.seconds:g} seconds for {one.says}: does a loop end?"
        return Verdict(False, message, "hangs")
    if came.error:
        return Verdict(False, f"for {one.says} it stops with {_error(came)}", "raises")
    found = difference(exercise, reference.value, came.value)
    if found:
        message = f"for {one.says}, {found}" + ("" if found.endswith("?") else ".")
        return Verdict(False, message + (_CHANGED if came.changed_input else ""))
    if came.changed_input:
        message = (
            f"for {one.says} the result is right, but the array that was passed in has changed."
        )
        return Verdict(False, message + " Work on a copy.", "changes-input")
    if _asks_for_gradient(reference.value) and not _asks_for_gradient(came.value):
        message = f"for {one.says} the numbers are right, but no gradient comes back through them."
        return Verdict(False, message + _NO_GRADIENT, "loses-gradient")
    return None


def _asks_for_gradient(value: Any) -> bool:
    return bool(getattr(value, "requires_grad", False))


def _error(came: Observation) -> str:
    where = f", in the line `{came.error_line}`" if came.error_line else ""
    return f"{came.error.rstrip('. ')}{where}. {advice(came.error)}".rstrip()


def _remarks(exercise: Exercise, seen: Sequence[Observation]) -> str:
    remarks = []
    if any(one.printed for one in seen):
        characters = sum(one.printed for one in seen)
        remarks.append(f" It also printed {characters} characters, which were set aside.")
    if any(_kind(one.value) == "f" and _not_whole(exercise, one.value) for one in seen):
        remarks.append(_FLOATS)
    elif not all(is_array_like(exercise, one.value) for one in seen):
        remarks.append(
            " What it returns is no plain NumPy array of numbers; from here on it is made one."
        )
    return "".join(remarks)


def is_array_like(exercise: Exercise, value: Any) -> bool:
    """Tell whether a right result can flow on as it is, in a notebook that expects arrays."""
    values = value if exercise.parts else (value,)
    return not _not_whole(exercise, value) and all(
        type(one) is np.ndarray
        or isinstance(one, np.generic | bool | int | float | str)
        or (exercise.tensors and hasattr(one, "detach"))
        for one in values
    )


def _not_whole(exercise: Exercise, value: Any) -> bool:
    # Truth values for 1 and 0, or floats for places, are right, but NumPy does not subtract the
    # ones and takes no index from the others.
    plain = None if exercise.parts else as_plain(value)
    if not isinstance(plain, np.ndarray) or plain.ndim == 0 or plain.dtype.kind not in "bf":
        return False
    expected = _kind(_known_observations(exercise.id)[""][0].value)
    return expected == "i" or (plain.dtype.kind == "b" and expected == "f")


def _kind(value: Any) -> str:
    return str(getattr(as_plain(value), "dtype", np.dtype(object)).kind)


def as_arrays(exercise: Exercise, value: Any) -> Any:
    """Turn a right result of lists, tensors or truth values into arrays of numbers."""
    if _not_whole(exercise, value):
        return np.rint(as_plain(value)).astype(int)
    return tuple(as_plain(one) for one in value) if exercise.parts else as_plain(value)
