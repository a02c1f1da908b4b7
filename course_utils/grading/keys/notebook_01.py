"""Notebook 01's key: the example to copy.

Four tasks with points for each property, one of them about a function that takes a function, and
later tasks that build on an earlier one: after 01.1 has been judged, its reference is lent.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from course_utils.exercises.registry import get_exercise
from course_utils.grading.checker import Code
from course_utils.grading.key import Draw, Key, Property, Task

Rng = np.random.Generator


def _task(exercise_id: str, *properties: Property, parts: int = 0) -> Task:
    one = get_exercise(exercise_id)
    cell = f"exercise-{exercise_id.replace('.', '-')}"
    return Task(cell, one.name, one.reference, properties, parts, lend=one.reference_source)


def _one_row(rng: Rng) -> list[tuple[Any, ...]]:
    return [(rng.normal(size=int(rng.integers(2, 9))),) for _ in range(3)]


def _tables(rng: Rng) -> list[tuple[Any, ...]]:
    n = int(rng.integers(2, 6))
    return [(rng.normal(size=(n, n)),), (rng.normal(size=(2, n, n + 1)),)]


def _large_scores(rng: Rng) -> list[tuple[Any, ...]]:
    return [(1000 * rng.normal(size=(3, 4)) + 5000,), (np.array([-np.inf, 0.0, 2000.0]),)]


def _sentences(n_queries: int, n_keys: int) -> Draw:
    def draw(rng: Rng) -> list[tuple[Any, ...]]:
        d_k, d_value = int(rng.integers(2, 8)), int(rng.integers(2, 8))
        sizes = ((n_queries, d_k), (n_keys, d_k), (n_keys, d_value))
        return [tuple(rng.normal(size=size) for size in sizes)]

    return draw


def _orders(rng: Rng) -> list[tuple[Any, ...]]:
    n = int(rng.integers(4, 8))
    return [(rng.dirichlet(np.ones(n), size=n), rng.permutation(n)) for _ in range(3)]


_MODELS = {
    "blind": "def model(x):\n    return np.tanh(x) + x.mean(axis=1, keepdims=True)\n",
    "positions": "def model(x):\n    return x + np.arange(x.shape[1])[:, None]\n",
    "faint": "def model(x):\n    return x + 0.001 * np.arange(x.shape[1])[:, None]\n",
    "by row": "def model(x):\n    return x + np.arange(x.shape[0])[:, None, None]\n",
    "mirror": (
        "def model(x):\n    p = np.arange(x.shape[1])\n"
        "    return np.exp(-abs(p[:, None] - p)) @ x\n"
    ),
}


def _models(*names: str) -> Draw:
    def draw(rng: Rng) -> list[tuple[Any, ...]]:
        return [(Code(_MODELS[name], "model"), rng.normal(size=(4, 6, 3))) for name in names]

    return draw


KEY = Key(
    assignment="01 permutation invariance",
    tasks=(
        _task(
            "01.1",
            Property(1, "one row of scores", _one_row),
            Property(2, "tables and batches of tables", _tables),
            Property(1, "scores too large for the exponential", _large_scores),
        ),
        _task(
            "01.2",
            Property(
                1, "outputs and weights of the right shapes", _sentences(3, 5), shape_only=True
            ),
            Property(2, "as many queries as keys", _sentences(4, 4)),
            Property(1, "fewer queries than keys", _sentences(2, 6)),
            parts=2,
        ),
        _task("01.3", Property(2, "any order", _orders)),
        _task(
            "01.4",
            Property(1, "a blind model, and one with positions", _models("blind", "positions")),
            Property(1, "a faint sense of order", _models("faint")),
            Property(1, "one that marks the sentence, not the token", _models("by row")),
            Property(1, "one that sees only distances", _models("mirror")),
        ),
    ),
    holds=("course_utils.lecture",),
    hides=("torch", "scipy"),  # both know a softmax
)
