"""What the checker accepts out of a box, and what it makes of a key."""

from __future__ import annotations

import base64
import json
import struct
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from course_utils.grading import checker
from course_utils.grading.checker import Code, RefusedError
from course_utils.grading.in_box import answers
from course_utils.grading.key import (
    Key,
    KeyError_,
    Property,
    Task,
    key_digest,
    load_key,
    right,
    trials,
)
from course_utils.grading.syscalls import filter_program


def ask(space: dict[str, Any], name: str, arguments: Any, parts: int = 0) -> str:
    """Call through the helper that runs in the box, as a kernel would."""
    request = checker.expression(name, arguments, parts).rpartition(", '")[2][:-2]
    return f"'{answers.call(space, request)}'"


def claim(answer: Any) -> str:
    return f"'{base64.b64encode(json.dumps(answer).encode()).decode()}'"


ARGUMENTS = [3, 2.5, True, None, "a", (1, [2.0]), np.arange(6).reshape(2, 3), np.array(1.5), np.e]


@pytest.mark.parametrize("value", ARGUMENTS)
def test_arguments_arrive_as_they_were(value: Any) -> None:
    seen: list[Any] = []
    ask({"f": seen.append}, "f", (value,))
    assert type(seen[0]) is type(value)
    np.testing.assert_equal(seen[0], value)


def test_a_function_can_be_an_argument() -> None:
    twice = Code("def twice(x):\n    return 2 * np.asarray(x)\n", "twice")
    came = checker.decode(ask({"f": lambda g: g(3)}, "f", (twice,)), [np.array(6.0)])
    assert came[0] == 6
    assert twice.build()(3) == 6


@pytest.mark.parametrize("value", [[1, 2], np.float32([1, 2]), np.array([1, 2]), (True, 2)])
def test_what_is_as_good_as_an_array_is_accepted(value: Any) -> None:
    came = checker.decode(ask({"v": value}, "v", None), [np.array([1.0, 2.0])])
    assert checker.agree(np.array([1.0, 2.0]), came[0], 1e-9, 0)


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        (None, "returns nothing"),
        (..., "returns nothing"),
        ("text", "no array|neither"),
        (np.zeros(3), "its shape is"),
        (np.zeros((1, 2)), "its shape is"),
        (np.array([1j, 2]), "no numbers"),
        (np.array([object(), 2]), "no numbers"),
        ([[1], [2, 3]], "stopped with ValueError"),
    ],
)
def test_what_is_no_answer_is_refused_with_a_reason(value: Any, reason: str) -> None:
    with pytest.raises(RefusedError, match=reason):
        checker.decode(ask({"v": value}, "v", None), [np.zeros(2)])


def test_a_missing_function_and_an_error_are_named() -> None:
    with pytest.raises(RefusedError, match="not defined"):
        checker.decode(ask({}, "f", ()), [np.zeros(2)])
    with pytest.raises(RefusedError, match="ZeroDivisionError"):
        checker.decode(ask({"f": lambda: 1 / 0}, "f", ()), [np.zeros(2)])


TWO = base64.b64encode(struct.pack("<2d", 1, 2)).decode()


@pytest.mark.parametrize(
    "part",
    [
        3,
        [],
        {},
        {"shape": 2, "data": TWO},
        {"shape": [2.0], "data": TWO},
        {"shape": [True, 2], "data": TWO},
        {"shape": [-2], "data": TWO},
        {"shape": [2], "data": TWO + "AAAA"},
        {"shape": [2], "data": "!" * len(TWO)},
        {"shape": [2], "data": None},
        {"shape": [1] * 100, "data": TWO},
        {"shape": [1 << 62], "data": TWO},
        {"text": "1 2"},
    ],
)
def test_forged_parts_are_refused(part: Any) -> None:
    with pytest.raises(RefusedError):
        checker.decode(claim({"parts": [part]}), [np.zeros(2)])


@given(st.recursive(st.none() | st.integers() | st.text(), st.lists, max_leaves=20))
def test_no_claim_does_more_than_be_refused(answer: Any) -> None:
    for whole in (answer, {"parts": answer}, {"parts": [answer]}, {"parts": [{"shape": answer}]}):
        with pytest.raises(RefusedError):
            checker.decode(claim(whole), [np.zeros(2)])


@given(st.text())
def test_no_text_does_more_than_be_refused(text: str) -> None:
    with pytest.raises(RefusedError):
        checker.decode(text, [np.zeros(2)])


def test_nan_equals_nothing_but_nan() -> None:
    nan, one = np.array([np.nan]), np.array([1.0])
    assert not checker.agree(one, nan, 1, 1)
    assert not checker.agree(one, np.array([np.inf]), 1, 1)
    assert checker.agree(nan, nan, 0, 0)


def _draw(rng: np.random.Generator) -> list[tuple[Any, ...]]:
    return [(rng.normal(size=3),)]


def _task(*properties: Property, reference: Any = np.sort) -> Task:
    return Task("cell", "f", reference, properties)


def test_many_right_answers_can_be_accepted_by_what_holds() -> None:
    one = Property(1, "sorted", _draw, holds=lambda given, came: bool((np.diff(came) >= 0).all()))
    ((arguments, expected),) = trials(_task(one), one, np.random.default_rng(0))
    assert right(one, arguments, expected, [np.array([5.0, 6.0, 7.0])], 0)
    assert not right(one, arguments, expected, [np.array([7.0, 6.0, 7.0])], 0)


def test_what_a_key_stumbles_over_costs_one_property_and_no_more() -> None:
    one = Property(1, "regular", _draw, holds=lambda given, came: bool(1 // int(came[0])))
    with pytest.raises(RefusedError, match="could not be judged"):
        right(one, (), [], [np.zeros(3)], 0)


@pytest.mark.parametrize(
    ("task", "fault"),
    [
        (_task(Property(1, "no draw")), "needs arguments"),
        (_task(Property(1, "empty", lambda rng: [])), "no arguments"),
        (_task(Property(1, "object", lambda rng: [(object(),)]), reference=lambda x: 1), "object"),
        (_task(Property(1, "broken", lambda rng: [(1 / 0,)])), "ZeroDivisionError"),
        (_task(Property(1, "holds", _draw, holds=lambda a, b: False)), "refuses the reference"),
    ],
)
def test_a_broken_key_is_found_before_anybody_is_graded(task: Task, fault: str) -> None:
    with pytest.raises(KeyError_, match=fault) as caught:
        Key("a", (task,)).rehearse()
    assert "task 'cell'" in str(caught.value)


def test_a_file_that_is_no_key_is_named(tmp_path: Path) -> None:
    for text in ("KEY = 3", "x = 1", "1 / 0", "def"):
        path = tmp_path / "key.py"
        path.write_text(text)
        with pytest.raises(KeyError_, match=r"key\.py"):
            load_key(path)


def test_the_filter_ends_in_a_verdict_for_every_call() -> None:
    lines = list(struct.iter_unpack("=HBBI", filter_program()))
    assert lines[-1] == (0x06, 0, 0, 0x7FFF_0000)
    for n, (code, if_true, if_false, _) in enumerate(lines):
        if code in (0x15, 0x35, 0x45):
            assert n + 1 + max(if_true, if_false) < len(lines)


def test_a_constant_read_from_elsewhere_makes_another_key(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "key.py"
    path.write_text(
        "import os\nfrom course_utils.grading.key import Key, Property, Task\n"
        "BASE = float(os.environ['BASE'])\n"
        "ONE = Property(1, 'x', lambda rng: [(2.0,)])\n"
        "KEY = Key('a', (Task('c', 'f', lambda x: BASE * x, (ONE,)),))\n"
    )
    digests = []
    for base in ("10", "10", "20"):
        monkeypatch.setenv("BASE", base)
        digests.append(key_digest(path))
    assert digests[0] == digests[1] != digests[2]


def test_a_file_without_a_key_is_told_how_one_ends(tmp_path: Path) -> None:
    path = tmp_path / "key.py"
    path.write_text("Key = 1\n")
    with pytest.raises(KeyError_, match=r"key\.py defines no KEY: a key's file ends with"):
        load_key(path)
