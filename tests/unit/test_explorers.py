"""What explorers ship and say: shapes are held to, words hold no address, HTML is escaped."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from course_utils.explorers.base import Explorer
from course_utils.explorers.predict import PredictWidget, inline_html, plain
from course_utils.explorers.reorder import ReorderTokens

GOOD: dict[str, Any] = {
    "tokens": ["Katze", "frisst", "Maus"],
    "x": np.eye(3, 4),
    "w_query": np.ones((4, 2)),
    "w_key": np.ones((4, 2)),
    "w_value": np.ones((4, 5)),
    "position_vectors": np.zeros((3, 4)),
}
QUESTION = SimpleNamespace(
    id="99.A",
    question="Is <b>x<sub>0</sub></b> shown by `print(a < b)`?",
    options=("<script>alert(1)</script>", "no"),
    answer=1,
    because="A & B.",
    feedback=("Not so.", "Just so."),
)


def bundle(widget: Explorer) -> dict[str, Any]:
    return widget._repr_mimebundle_()[0]


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"x": np.eye(2, 4)}, r"x has shape \(2, 4\); allowed is 3 × any"),
        ({"x": np.ones(3)}, r"x has shape \(3,\); allowed is 3 × any"),
        ({"w_query": np.ones((3, 2))}, r"w_query has shape \(3, 2\); allowed is 4 × any"),
        ({"w_key": np.ones((4, 3))}, r"w_key has shape \(4, 3\); allowed is 4 × 2"),
        ({"w_value": np.ones((5, 4))}, r"w_value has shape \(5, 4\); allowed is 4 × any"),
        ({"w_value": np.ones((4, 0))}, r"w_value has shape \(4, 0\)"),
        ({"position_vectors": np.zeros((4, 4))}, r"position_vectors has shape \(4, 4\)"),
        ({"x": np.full((3, 4), np.nan)}, "x holds inf or nan"),
        ({"tokens": ["Katze"]}, "1 tokens came; allowed are 2 to 10"),
        ({"tokens": "Katze"}, "tokens is one string"),
    ],
)
def test_what_does_not_belong_together_is_refused(change: dict[str, Any], says: str) -> None:
    with pytest.raises(ValueError, match=says):
        ReorderTokens(**{**GOOD, **change})


def test_numbers_are_shipped_unrounded() -> None:
    third = np.full((3, 4), 1 / 3)
    assert ReorderTokens(**{**GOOD, "x": third}).matrices["x"] == third.tolist()


@pytest.mark.parametrize("make", [lambda: ReorderTokens(**GOOD), lambda: PredictWidget(QUESTION)])
def test_two_runs_give_the_same_words_and_a_widget(make: Any) -> None:
    first, second = bundle(make()), bundle(make())
    for kind in ("text/plain", "text/html"):
        assert first[kind] == second[kind]
        assert "0x" not in first[kind]
    assert "application/vnd.jupyter.widget-view+json" in first
    assert repr(make()) == first["text/plain"]


def test_a_prediction_in_words_and_folded() -> None:
    words = bundle(PredictWidget(QUESTION))
    expected = "Predict: Is <b>x_0</b> shown by print(a < b)?\n"
    assert words["text/plain"] == expected + "  a) <script>alert(1)</script>\n  b) no"
    assert "<details><summary>" in words["text/html"]
    assert "A &amp; B." in words["text/html"]
    assert "<script" not in words["text/html"]


def test_only_the_markup_of_predictions_becomes_html() -> None:
    assert inline_html("2<sup>3</sup> *is* `a*b*c`") == "2<sup>3</sup> <i>is</i> <code>a*b*c</code>"
    assert inline_html('<a href="x">&') == '&lt;a href="x"&gt;&amp;'
    assert inline_html("one ` alone, 2 * 3 * 4") == "one ` alone, 2 * 3 * 4"
    assert plain("2<sup>3</sup> `x`") == "2^3 x"


def test_a_kernel_remembers_what_was_committed_to(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(PredictWidget, "_committed", {})
    first = PredictWidget(QUESTION)
    assert first.chosen is None
    first.chosen = 0
    assert PredictWidget(QUESTION).chosen == 0
