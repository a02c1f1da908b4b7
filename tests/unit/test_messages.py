"""What judge says of a mistake that nobody foresaw: true, and as near to its cause as can be."""

import math

import numpy as np
import pytest

from course_utils.exercises import get_exercise, judge
from course_utils.exercises.notebook_01.softmax_answers import softmax
from course_utils.exercises.resemblance import resemblance


def test_text_in_place_of_numbers_is_named():
    def digits(position, n_bits):
        return [list(format(one, f"0{n_bits}b")) for one in position]

    for answer in (digits, lambda *given: np.array(digits(*given))):
        assert "text in an array of shape (16, 4) came" in judge("02.4", answer).message
    assert "should be False; the text 'no' came" in judge("01.4", lambda *_: "no").message


def clock(position, angular_frequency):
    """Return a right answer to 03.1."""
    angle = angular_frequency * np.asarray(position)
    return np.stack([np.sin(angle), np.cos(angle)], axis=-1)


@pytest.mark.parametrize(
    ("exercise_id", "answer", "words"),
    [
        ("03.1", lambda p, w: clock(p, w).astype(int), "the digits after the point are lost"),
        ("03.1", lambda p, w: np.reshape(clock(p, w).T, (*np.shape(p), 2)), "in other places"),
        ("03.1", lambda p, w: clock(p, w).ravel(), "with the right numbers in it"),
        ("03.1", lambda p, w: 3 * clock(p, w), "every entry is 3 times what it should be"),
        ("03.2", lambda w: 2 * np.pi // w, "the digits after the point are lost"),
        ("03.3", lambda d, w: 2 * np.sin(abs(d) * w / 2), "wrong sign: all sizes are right"),
        ("02.3", lambda scores, lag: scores[lag:].argmax(axis=1) == 0, "one True or False; an arr"),
        ("03.4", lambda w, largest: (44, 0.0177), "one number; an array of shape (2,) came"),
        ("05.2", lambda delta, d: np.zeros((d, d)), "it is 0."),
        ("04.3", lambda i, j, d: 1.0, "should be 0.00646326; it is 1."),
    ],
)
def test_what_a_wrong_result_has_in_common_with_the_right_one_is_said(exercise_id, answer, words):
    verdict = judge(exercise_id, answer)
    assert not verdict.passed
    assert words in verdict.message


def test_table_with_rows_and_columns_exchanged_is_named():
    assert resemblance(np.eye(3, k=1), np.eye(3, k=-1), 0, 0) == (
        ": rows and columns have changed places"
    )
    assert resemblance(np.arange(4.0), np.arange(4.0)[::-1], 0, 0) == (
        ": the last axis runs the other way round"
    )
    for odd in (np.nan, np.inf, 0.0):
        assert resemblance(np.arange(1.0, 4.0), np.full(3, odd), 0, 0) == ""
    assert resemblance(np.zeros(3), np.arange(3.0), 0, 0) == ""


def test_wrong_result_that_also_changed_its_input_says_both():
    def overwrites(scores):
        scores -= 1
        return scores

    assert judge("01.1", overwrites).message.endswith("has changed, too: work on a copy.")


def _row_by_row(position, d_model):
    return get_exercise("04.2").reference(position, d_model)[: len(position)]


@pytest.mark.parametrize(
    ("exercise_id", "answer", "words"),
    [
        ("03.3", lambda d, w: 2 * abs(math.sin(d * w / 2)), "take one number at a time"),
        ("01.1", lambda scores: softmax(scores) if max(scores) else 0, "an array has many"),
        ("02.4", lambda position, n_bits: position >> np.arange(n_bits), "another axis"),
        ("04.1", lambda d_model: list(range(d_model / 2)), "`//` keeps whole numbers whole"),
        ("04.1", lambda d_model: 10000 ** -np.arange(d_model // 2), "one of the two a float"),
        ("04.2", _row_by_row, "`np.asarray` makes one of it"),
    ],
)
def test_frequent_complaints_of_python_are_explained(exercise_id, answer, words):
    verdict = judge(exercise_id, answer)
    assert verdict.misconception == "raises"
    assert words in verdict.message


def test_both_results_in_one_array_are_two_results():
    reference = get_exercise("04.4").reference
    assert judge("04.4", lambda *given: np.array(reference(*given))).passed
    assert "2 results were expected" in judge("04.4", lambda *_: np.array(3.0)).message


def test_answer_that_draws_with_numpy_gets_the_same_verdict_each_time():
    def one_order(model, x):
        order = np.random.permutation(x.shape[1])
        return not np.allclose(model(x[:, order]), model(x)[:, order])

    np.random.seed(1)
    expected = np.random.random()
    np.random.seed(1)
    assert len({judge("01.4", one_order) for _ in range(8)}) == 1
    assert np.random.random() == expected


def test_known_mistake_in_an_answer_that_also_raises_is_named_beside_the_error():
    def last_apart(first, second, dtype, n_positions=4096):
        place = torch.arange(n_positions).to(dtype)[:, None]
        apart = (torch.tensor(first).to(dtype) + place) != (torch.tensor(second).to(dtype) + place)
        return int(apart.any(1).nonzero().max())

    torch = pytest.importorskip("torch")
    verdict = judge("02.1", last_apart)
    assert verdict.misconception == "last-position-apart"
    assert "Besides, for two words that bfloat16 holds for one it stops with" in verdict.message
