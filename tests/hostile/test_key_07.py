"""The homework's own key, in the box: full points, no points, and exactly so many in between."""

from __future__ import annotations

import json
from itertools import zip_longest
from pathlib import Path

import pytest

from course_utils.editions import find_sources, make_edition, read_source
from course_utils.exercises import all_exercises
from course_utils.grading.grade_one import grade_notebook
from course_utils.grading.kernel_run import discard_warm
from course_utils.grading.key import load_key

ROOT = Path(__file__).resolve().parents[2]
EXERCISES = {name: one for name, one in all_exercises().items() if name.startswith("07")}

# What a known mistake still earns, where that is not nothing.
PARTIAL = {
    "07.1": {
        "taken-twice": 1,
        "one-place-a-word": 1,
        "last-place-first": 1,
        "upper-and-lower-case": 1,
        "split-at-each-blank": 2,
    },
    "07.2": {
        "not-moved": 1,
        "rows-only": 1,
        "columns-only": 1,
        "heads-for-rows": 2,
        "one-axis-in-front": 1,
        "moved-the-wrong-way": 1,
        "first-head-only": 2,
    },
    "07.3": {},
    "07.4": {
        "sign-missing": 1,
        "overflow": 3,
        "overflow-in-the-softmax": 3,
        "logarithm-of-zero": 3,
        "one-maximum-for-all": 3,
        "maximum-in-the-sum-only": 1,
        "bits": 1,
        "best-guess": 1,
        "probability": 1,
        "logarithm-of-the-mean": 1,
        "softmax-over-positions": 1,
        "logits-not-normalised": 1,
        "summed": 1,
    },
    "07.5": {
        "no-root-of-n": 1,
        "divided-by-n": 1,
        "ddof-0": 1,
        "plain-std": 1,
        "one-less-twice": 1,
        "variance-of-the-mean": 1,
        "not-paired": 1,
        "spread-of-the-first": 1,
        "variance": 1,
    },
    "07.6": {
        "unscaled": 1,
        "divided-by-d_head": 1,
        "clipped-too-early": 2,
        "not-clipped": 2,
        "wrapped-round": 2,
        "far-ones-dropped": 2,
        "first-head-for-all": 3,
    },
    "07.7": {
        "scale-forgotten": 1,
        "scaled-twice": 1,
        "plain-multiple": 1,
        "unit-vector": 1,
        "sharpness-forgotten": 1,
        "length-forgotten": 1,
        "divided-by-the-length": 1,
    },
}
# The tasks do not build on each other: hand-in n holds the n-th wrong answer of every one.
HAND_INS = list(zip_longest(*([(e.id, w) for w in e.wrong] for e in EXERCISES.values())))


@pytest.fixture(scope="module")
def key():
    yield load_key(ROOT / "course_utils" / "grading" / "keys" / "notebook_07.py")
    discard_warm()


def notebook(edition: str, answers: dict[str, str]) -> bytes:
    """Return an edition with some exercises answered."""
    source = next(path for path in find_sources(ROOT) if path.name.startswith("07"))
    made = make_edition(read_source(source), edition).notebook
    for cell in made.cells:
        exercise = cell.metadata.get("course", {}).get("exercise")
        cell.source = answers.get(exercise, cell.source)
    return json.dumps(made).encode()


def test_the_complete_edition_gets_full_points_and_its_words_are_found(key):
    result = grade_notebook(notebook("complete", {}), key, "")
    assert {task["name"]: task["of"] - task["points"] for task in result["tasks"]} == dict.fromkeys(
        (one.name for one in EXERCISES.values()), 0
    )
    assert result["points"] == key.points == 18
    assert all(answer["text"] and not answer["notes"] for answer in result["written"])


def test_an_unsolved_notebook_gets_nothing_because_nothing_was_attempted(key):
    result = grade_notebook(notebook("learner", {}), key, "")
    assert result["points"] == 0
    assert all(task["notes"] == ["not attempted"] for task in result["tasks"])
    assert [answer["text"] for answer in result["written"]] == ["", "", ""]


@pytest.mark.parametrize("number", range(len(HAND_INS)))
def test_each_known_mistake_earns_exactly_what_is_said(key, number):
    wrong = dict(one for one in HAND_INS[number] if one)
    answers = {name: one.reference_source for name, one in EXERCISES.items()}
    answers |= {name: one.source for name, one in wrong.items()}
    result = grade_notebook(notebook("learner", answers), key, str(number))
    earned = {task["name"]: task["points"] for task in result["tasks"]}
    for name, one in EXERCISES.items():
        cell = f"exercise-{name.replace('.', '-')}"
        full = next(task.points for task in key.tasks if task.cell == cell)
        expected = PARTIAL[name].get(wrong[name].name, 0) if name in wrong else full
        assert earned[one.name] == expected, wrong.get(name)


def test_every_partial_credit_belongs_to_a_known_mistake():
    for name, earned in PARTIAL.items():
        assert set(earned) <= {wrong.name for wrong in EXERCISES[name].wrong}
