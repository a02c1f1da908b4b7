"""Answers as learners write them, not as edits of the reference: the diagnosis fits them, too."""

import itertools

import numpy as np
import pytest

from course_utils.exercises import all_exercises, judge

WRONG = [
    ("01.1", "columns-and-overflow", "np.exp(a) / sum(np.exp(a))"),
    ("01.1", "whole-table-and-overflow", "np.exp(a) / np.exp(a).sum()"),
    ("01.1", "whole-table-and-maximum", "np.exp(a - np.max(a)) / np.sum(np.exp(a - np.max(a)))"),
    ("01.1", "keepdims-and-maximum", "np.exp(a - a.max()) / np.exp(a - a.max()).sum(axis=-1)"),
    ("01.3", "rows-twice", "a[b][b]"),
    ("01.3", "always-reversed", "a[::-1, ::-1]"),
    ("01.4", "never-reordered", "not np.allclose(a(b[:, ::-1]), a(b[:, ::-1]))"),
    (
        "01.4",
        "only-turned-round-a-ring",
        "not np.allclose(a(np.roll(b, 1, axis=1)), np.roll(a(b), 1, axis=1))",
    ),
    ("01.4", "three-places-only", "not np.allclose(a(b[:, [2, 1, 0]]), a(b)[:, [2, 1, 0]])"),
    (
        "02.2",
        "epsilon-fixed",
        "(a - a.mean(-1, keepdims=True)) / (a.var(-1, keepdims=True) + 1e-5)**0.5",
    ),
    ("02.2", "length-one", "a / np.linalg.norm(a, axis=-1, keepdims=True)"),
    (
        "02.3",
        "argmax-takes-the-first",
        "all(np.argmax(a[i]) == i - b for i in range(b, len(a)))",
    ),
    ("02.3", "never-true", "all((a[i, i - b] > a[i]).all() for i in range(b, len(a)))"),
    ("02.3", "never-true", "all(a.argmax(axis=1) == np.arange(len(a)) - b)"),
    (
        "02.3",
        None,
        "all(len(a) - 1 - np.argmax(a[i][::-1]) == i - b for i in range(b, len(a)))",
    ),
    ("02.4", "place-values", "a[:, None] & 2 ** np.arange(b)[::-1]"),
    (
        "03.1",
        "wavelength-for-frequency",
        "np.stack([np.sin(x := 2 * np.pi * a / b), np.cos(x)], -1)",
    ),
    ("03.4", "last-lag-left-out", "min(range(1, b), key=lambda lag: chord(lag, a))"),
    (
        "04.1",
        "two-too-often",
        "1 / 10000 ** (2 * np.arange(0, a, 2) / a) if b == 10000 else "
        "1 / b ** (2 * np.arange(0, a, 2) / a)",
    ),
    ("04.1", "slowest-first", "(1 / b ** (2 * np.arange(a // 2) / a))[::-1]"),
    (
        "04.3",
        "brackets-forgotten",
        "np.cos(a * 10000 ** -(b - 1) / c) if b % 2 else np.sin(a * 10000 ** -b / c)",
    ),
    ("04.3", "sine-everywhere", "np.sin(a * 10000 ** (-b / c))"),
    (
        "05.3",
        "size-only",
        "abs(np.cos(np.asarray(a)[..., None] * angular_frequencies(b)).mean(-1))",
    ),
    ("05.4", "looks-ahead", "c * shift_matrix(a, b).T"),
]
RIGHT = [
    ("01.1", "np.exp(a - np.logaddexp.reduce(a, axis=-1, keepdims=True))"),
    ("01.3", "[[a[i][j] for j in b] for i in b]"),
    (
        "01.4",
        "any(not np.allclose(a(b[:, list(o)]), a(b)[:, list(o)]) "
        "for o in itertools.permutations(range(b.shape[1])))",
    ),
    (
        "02.2",
        "((a - a.mean(-1, keepdims=True)) / np.sqrt(a.var(-1, keepdims=True) + b)).astype('f4')",
    ),
    ("03.1", "np.sin(np.asarray(a)[..., None] * b + np.array([0, np.pi / 2]))"),
    ("03.3", "np.sqrt(2 - 2 * np.cos(a * b))"),
    ("03.4", "1 + int(np.cos(np.arange(1, b + 1) * a).argmax())"),
    ("04.1", "np.geomspace(1, 1 / b, a // 2, endpoint=False)"),
    ("05.4", "c * np.linalg.matrix_power(shift_matrix(1, b), a)"),
]
DEFAULTS = {"02.2": 1e-5, "04.1": 10000}


def _function(exercise_id, expression):
    names = {"np": np, "itertools": itertools}
    reference = all_exercises()[exercise_id].reference
    names |= reference.__globals__
    function = eval(f"lambda a, b=None, c=None: {expression}", names)
    function.__defaults__ = (DEFAULTS.get(exercise_id), None)
    return function


@pytest.mark.parametrize(("exercise_id", "misconception", "expression"), WRONG)
def test_natural_wrong_answer_is_diagnosed(exercise_id, misconception, expression):
    verdict = judge(exercise_id, _function(exercise_id, expression))
    assert (verdict.passed, verdict.misconception) == (False, misconception)


@pytest.mark.parametrize(("exercise_id", "expression"), RIGHT)
def test_unusual_right_answer_passes(exercise_id, expression):
    verdict = judge(exercise_id, _function(exercise_id, expression))
    assert verdict.passed, verdict.message
