"""What an answer does, however odd, becomes a sentence; a right one flows on as arrays."""

import inspect
import sys
import time

import numpy as np
import pytest

from course_utils.exercises import exercise as writing
from course_utils.exercises import get_exercise, guard, judge, registry, shown
from course_utils.exercises.notebook_01.softmax_answers import softmax


def softmax_as(change):
    """Return a right softmax whose result goes through `change`."""
    return lambda scores: change(softmax(scores))


@pytest.fixture
def published(monkeypatch):
    """Collect what check and hint show, as plain text."""
    shown._last_verdict.clear()
    shown._hints_given.clear()
    texts = []
    monkeypatch.setattr(
        "IPython.display.display", lambda bundle, raw: texts.append(bundle["text/plain"])
    )
    return texts


def test_answer_that_raises_is_quoted_with_its_line():
    def raises(scores):
        return scores.nonsense()

    verdict = judge("01.1", raises)
    assert verdict.misconception == "raises"
    assert "AttributeError" in verdict.message
    assert "`return scores.nonsense()`" in verdict.message


def test_answer_without_return_is_told_so():
    def forgets(scores):
        scores.max()

    assert judge("01.1", forgets).message.endswith("is a `return` missing?")


@pytest.mark.parametrize("swallow", [Exception, BaseException])
def test_answer_that_hangs_is_stopped(monkeypatch, swallow):
    def hangs(scores):
        while True:
            try:
                while True:
                    pass
            except swallow:
                if swallow is BaseException:
                    break  # a bare except ends the inner loop once, and then the answer

    short = {"01.1": _with_seconds(get_exercise("01.1"), 0.2)}
    monkeypatch.setattr(registry, "all_exercises", lambda: short)
    started = time.monotonic()
    verdict = judge("01.1", hangs)
    assert not verdict.passed
    assert time.monotonic() - started < 5
    if swallow is Exception:
        assert verdict.misconception == "hangs"


def test_bare_except_that_never_gives_up_is_stopped_all_the_same():
    def stubborn():
        for _ in range(3):
            try:
                while True:
                    pass
            except BaseException:
                pass

    assert guard.observe(stubborn, (), 0.1).timed_out is False  # it came to its own end, late
    assert guard.observe(lambda: time.sleep(9), (), 0.1).timed_out


def _with_seconds(exercise, seconds):
    from dataclasses import replace

    return replace(exercise, seconds=seconds)


def test_time_limit_works_without_an_alarm(monkeypatch):
    monkeypatch.delattr(guard.signal, "setitimer")

    def hangs():
        while True:
            pass

    assert guard.observe(hangs, (), 0.2).timed_out
    assert guard.observe(lambda: 3, (), 5.0).value == 3


def test_learners_own_interrupt_goes_through():
    def interrupted():
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        guard.observe(interrupted, (), 5.0)


def test_printing_is_counted_and_set_aside(capsys):
    def talks(scores):
        print("x" * 1000)
        print("y", file=sys.stderr)
        return softmax(scores)

    verdict = judge("01.1", talks)
    assert verdict.passed
    assert "characters, which were set aside" in verdict.message
    assert capsys.readouterr() == ("", "")


def test_changed_input_is_named():
    def changes(scores):
        result = softmax(scores)
        scores -= scores.max()
        return result

    verdict = judge("01.1", changes)
    assert (verdict.passed, verdict.misconception) == (False, "changes-input")


@pytest.mark.parametrize("exits", [SystemExit, RecursionError, MemoryError])
def test_answer_that_quits_python_is_a_sentence(exits):
    def quits(scores):
        raise exits

    assert judge("01.1", quits).misconception == "raises"


def test_list_and_tensor_pass_and_flow_on_as_arrays(published):
    torch = pytest.importorskip("torch")
    for change in (np.ndarray.tolist, torch.from_numpy):
        handed_on = shown.check("01.1", softmax_as(change))
        assert isinstance(handed_on(np.zeros(2)), np.ndarray)
        assert "from here on it is made one" in published[-1]


def test_truth_values_and_matrices_flow_on_as_arrays_of_numbers(published):
    def bits(position, n_bits):
        return (position[:, None] & (1 << np.arange(n_bits)[::-1])) > 0

    handed_on = shown.check("02.4", bits)
    assert (handed_on(np.array([3]), 2) - 1 == 0).all()
    rotation = get_exercise("05.1").reference
    handed_on = shown.check("05.1", lambda angle: rotation(angle).view(np.matrix))
    assert type(handed_on(1.0)) is np.ndarray
    assert all("from here on it is made one" in text for text in published)


def test_tensor_that_needs_gradients_is_judged():
    torch = pytest.importorskip("torch")
    assert judge("01.1", softmax_as(lambda w: torch.tensor(w, requires_grad=True))).passed


def test_wrong_shape_and_wrong_entry_are_told_in_words():
    assert "shape (3,); its shape is ()" in judge("01.1", lambda scores: scores.sum()).message
    message = judge("01.1", lambda scores: softmax(scores) + 0.01).message
    assert message.startswith("for one row of three scores, the result at [0] should be 0.17")


def test_ragged_text_and_dictionary_results_are_sentences():
    for odd in ([[1], [1, 2]], "text", {"a": 1}, object(), np.array(["x"])):
        verdict = judge("01.1", lambda scores, odd=odd: odd)
        assert not verdict.passed
        assert "should be an array of shape (3,)" in verdict.message


def test_too_few_results_are_counted():
    message = judge("01.2", lambda query, key, value: (query,)).message
    assert "2 results were expected, `output`, `weights`" in message


@pytest.mark.parametrize("answer", [3, "softmax", None, np.zeros(3)])
def test_something_else_than_a_function_is_named(answer):
    assert "should be a function" in judge("01.1", answer).message


def test_wrong_number_of_parameters_is_a_sentence():
    verdict = judge("01.1", lambda: 0)
    assert verdict.misconception == "raises"
    assert "TypeError" in verdict.message


def test_unsolved_cell_says_so_however_often_it_runs(published):
    def unsolved(scores):
        """Turn scores into weights."""
        ...

    lent = shown.check("01.1", unsolved)
    assert lent is get_exercise("01.1").reference
    assert shown.check("01.1", lent) is lent
    assert all("not attempted yet" in text for text in published)


def test_wrong_answer_run_twice_repeats_its_diagnosis(published):
    lent = shown.check("01.1", lambda scores: scores)
    shown.check("01.1", lent)
    assert published[0] == published[1]
    assert "not attempted" not in published[1]


def test_half_finished_answer_that_returns_an_ellipsis_is_not_attempted():
    def half(scores):
        weights = ...
        return weights

    assert judge("01.1", half).misconception == "not-attempted"


def test_ellipsis_used_as_an_index_is_an_attempt():
    def indexes(scores):
        shifted = np.exp(scores - scores.max(axis=-1)[..., None])
        return shifted / shifted.sum(axis=-1)[..., None]

    assert judge("01.1", indexes).passed


def test_right_answer_is_handed_on_with_its_name_and_words(published):
    exercise = get_exercise("01.1")
    handed_on = shown.check("01.1", exercise.build(exercise.reference_source))
    assert handed_on.__name__ == "softmax"
    assert published[-1] == "✓ Exercise 01.1 · a stable softmax: right."


def test_hints_come_one_by_one_and_the_last_one_stays(published):
    for _ in range(4):
        shown.hint("01.2")
    hints = get_exercise("01.2").hints
    assert [text.split(": ", 1)[1] for text in published] == [*hints, hints[-1]]


@pytest.mark.parametrize("ask", [judge, shown.check])
def test_unknown_exercise_is_refused_with_the_known_ones(ask):
    with pytest.raises(ValueError, match=r"no exercise '99.9'; there are 01.1"):
        ask("99.9", None)


def test_verdict_escapes_html(monkeypatch):
    pages = []
    monkeypatch.setattr(
        "IPython.display.display", lambda bundle, raw: pages.append(bundle["text/html"])
    )

    def raises(scores):
        raise ValueError("<img src=x onerror=alert(1)>")

    shown.check("01.1", raises)
    assert "<img" not in pages[0]


@pytest.fixture
def lag_exercise(monkeypatch):
    """Put an exercise that asks for a value in place of the course's."""
    lag = writing.exercise(
        "77.1",
        "a lag",
        "lag = 44",
        minutes=1,
        hints=("a", "b", "c"),
        also_right=(writing.right("float", ("44", "44.0")),),
        wrong=(writing.wrong("period", "That is the period.", ("44", "6.2832")),),
    )
    monkeypatch.setattr(registry, "all_exercises", lambda: {"77.1": lag})
    return lag


def test_value_is_judged_without_giving_it_away(lag_exercise):
    assert judge("77.1", 44).passed
    assert judge("77.1", np.float32(44)).passed
    assert judge("77.1", 6.2832).misconception == "period"
    assert judge("77.1", ...).misconception == "not-attempted"
    for odd in (45, None, "44", [1, 2]):
        verdict = judge("77.1", odd)
        assert not verdict.passed
        assert "44." not in verdict.message


def test_edit_that_fits_no_single_place_is_refused():
    draft = writing.wrong("twice", "It fits twice.", ("scores", "x"))
    with pytest.raises(ValueError, match="exactly one place"):
        writing._write_out(draft, inspect.getsource(softmax), "01.1")
