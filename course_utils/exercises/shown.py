"""What the learner sees: `check` and `hint`."""

from __future__ import annotations

import functools
import html
import re
from typing import Any

from course_utils.exercises.exercise import Exercise
from course_utils.exercises.judge import NOT_ATTEMPTED, Verdict, as_arrays, is_array_like, judge
from course_utils.exercises.progress import record
from course_utils.exercises.registry import get_exercise

_COLOURS = {"right": "#1b7f5a", "wrong": "#b3541e", "open": "#6b7280"}
_last_verdict: dict[str, Verdict] = {}
_hints_given: dict[str, int] = {}


def check(exercise_id: str, answer: Any) -> Any:
    """Judge `answer`, show the verdict, and return what the notebook should go on with.

    That is the learner's own function once it is right, and the reference until then: an unsolved
    exercise never stops the notebook.

    Raises
    ------
    ValueError
        When there is no exercise of that id.
    """
    exercise = get_exercise(exercise_id)
    if answer is exercise.reference and (callable(answer) or isinstance(answer, list)):
        # The cell was run twice: what arrives is what `check` itself handed out. (Of a number
        # that could not be told: Python keeps one 44 for all.)
        verdict = _last_verdict.get(
            exercise_id, Verdict(False, "not attempted yet.", NOT_ATTEMPTED)
        )
    else:
        verdict = judge(exercise_id, answer)
    _last_verdict[exercise_id] = verdict
    _show(exercise, verdict)
    if verdict.passed:
        record(exercise_id)
    return _hand_on(exercise, answer) if verdict.passed else exercise.reference


def hint(exercise_id: str) -> None:
    """Show the next of an exercise's three hints, from a nudge to nearly the line."""
    exercise = get_exercise(exercise_id)
    number = min(_hints_given.get(exercise_id, 0), len(exercise.hints) - 1)
    _hints_given[exercise_id] = number + 1
    heading = f"Exercise {exercise_id} · hint {number + 1} of {len(exercise.hints)}"
    _publish(heading, exercise.hints[number], _COLOURS["open"], {})


def _hand_on(exercise: Exercise, answer: Any) -> Any:
    if not callable(answer):
        return exercise.reference  # equal, and of the type with which the notebook goes on

    @functools.wraps(answer)
    def with_arrays(*arguments: Any, **keywords: Any) -> Any:
        value = answer(*arguments, **keywords)
        return value if is_array_like(exercise, value) else as_arrays(exercise, value)

    return with_arrays


def _show(exercise: Exercise, verdict: Verdict) -> None:
    state = "right" if verdict.passed else "wrong"
    message = verdict.message
    if verdict.misconception == NOT_ATTEMPTED:
        state = "open"
        message += f' The reference takes its place. Stuck? `hint("{exercise.id}")`'
    mark = {"right": "✓ ", "wrong": "✗ ", "open": "○ "}[state]
    data = {
        "exercise": exercise.id,
        "passed": str(verdict.passed).lower(),
        "misconception": verdict.misconception or "",
    }
    _publish(f"{mark}Exercise {exercise.id} · {exercise.title}", message, _COLOURS[state], data)


def _publish(heading: str, message: str, colour: str, data: dict[str, str]) -> None:
    from IPython.display import display

    attributes = "".join(f' data-{key}="{html.escape(value)}"' for key, value in data.items())
    style = f"border-left:4px solid {colour};padding:.4em .8em;margin:.3em 0;max-width:46em"
    sentence = message[:1].upper() + message[1:]  # it stands under the heading, on its own line
    marked = re.sub(r"`([^`]+)`", r"<code>\1</code>", html.escape(sentence, quote=False))
    page = (
        f'<div class="course-verdict"{attributes} role="status" style="{style}">'
        f'<strong style="color:{colour}">{html.escape(heading)}</strong><br>{marked}</div>'
    )
    display({"text/html": page, "text/plain": f"{heading}: {message}"}, raw=True)
