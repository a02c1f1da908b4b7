"""Notebook 07's key: the homework, 18 points by machine and 12 by a reader.

The answers in words stand in `notebook_07_words.py`. What is asked depends on the constants in
`course_utils/homework.py`; the box holds that file, and no other of the course.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from course_utils.exercises.registry import get_exercise
from course_utils.grading.key import Draw, Key, Property, Task
from course_utils.grading.keys.notebook_07_words import WRITTEN
from course_utils.homework import BACK, CLIP, SENTENCES

Rng = np.random.Generator
Drawn = list[tuple[Any, ...]]
WORDS = ["Hund", "Mann", "Katze", "Maus", "Kind", "Wolf", "Pferd", "Vogel", "Fuchs"]


def _task(exercise_id: str, *properties: Property, parts: int = 0) -> Task:
    one = get_exercise(exercise_id)
    cell = f"exercise-{exercise_id.replace('.', '-')}"
    return Task(cell, one.name, one.reference, properties, parts)


def _reordered(words: list[str], rng: Rng) -> tuple[str, str]:
    return " ".join(words), " ".join(words[k] for k in rng.permutation(len(words)))


def _different_words(rng: Rng) -> Drawn:
    # The first words go round in a ring: an order that is not its own inverse.
    ring = [str(word) for word in rng.permutation(WORDS)[:5]]
    return [
        SENTENCES,
        (" ".join(ring), " ".join(ring[1:] + ring[:1])),
        _reordered([str(word) for word in rng.permutation(WORDS)], rng),
    ]


def _words_twice(rng: Rng) -> Drawn:
    noun = str(rng.choice(WORDS))
    twice = ["der", noun, "Der", "sieht", "der", noun, "und", "flieht"]
    return [_reordered(twice, rng) for _ in range(3)]


def _maps(*heads: int, moved: bool) -> Draw:
    def draw(rng: Rng) -> Drawn:
        n = int(rng.integers(5, 9))
        weights, other = rng.dirichlet(np.full(n, 0.5), size=(2, *heads, n))
        order, ring = np.arange(n), rng.permutation(n)
        if moved:
            order[ring] = np.roll(ring, 1)  # one ring of all words, never its own inverse
        copy = weights[..., order, :][..., order]
        return [(weights, copy, order), (weights, other, order)]

    return draw


def _in_any_order(arguments: tuple[Any, ...], result: Any) -> bool:
    return bool(np.array_equal(np.sort(result), get_exercise("07.3").reference))


def _windows(factor: float) -> Draw:
    def draw(rng: Rng) -> Drawn:
        shape = int(rng.integers(3, 6)), int(rng.integers(7, 12)), int(rng.integers(4, 7))
        logits, targets = factor * rng.normal(size=shape), rng.integers(shape[-1], size=shape[:2])
        return [(logits, targets)]

    return draw


def _seeds(rng: Rng) -> Drawn:
    losses = rng.normal(2.4, 0.02, size=int(rng.integers(3, 8)))
    return [(losses, losses + rng.normal(0.03, 0.02, size=len(losses)))]


def _mean_is_right(arguments: tuple[Any, ...], result: Any) -> bool:
    return bool(np.isclose(result[0], np.mean(arguments[0] - arguments[1]), rtol=1e-6))


def _queries(*front: int, d_head: int, within: bool) -> Draw:
    def draw(rng: Rng) -> Drawn:
        # Never the homework's own k: an answer that takes that one is right for it alone.
        clip = int(rng.choice([k for k in (3, 4, 5) if k != CLIP]))
        n = clip if within else clip + int(rng.integers(2, 6))
        return [(rng.normal(size=(*front, n, d_head)), rng.normal(size=(2 * clip + 1, d_head)))]

    return draw


def _one_query(rng: Rng) -> Drawn:
    return [(rng.normal(size=d_head), float(rng.uniform(2, 12))) for d_head in (4, 16)]


def _right_row_and_direction(arguments: tuple[Any, ...], result: Any) -> bool:
    query, row = arguments[0], CLIP - BACK
    cosine = result[row] @ query / np.linalg.norm(query) / max(np.linalg.norm(result[row]), 1e-12)
    return bool(cosine > 1 - 1e-6 and np.abs(np.delete(result, row, axis=0)).max() < 1e-9)


KEY = Key(
    assignment="07 homework experiments",
    tasks=(
        _task(
            "07.1",
            Property(1, "words that occur once", _different_words),
            Property(1, "words that occur twice; upper and lower case", _words_twice),
        ),
        _task(
            "07.2",
            Property(1, "one map, every word in its old place", _maps(moved=False)),
            Property(1, "one map of a reordered sentence", _maps(moved=True)),
            Property(1, "several heads of a reordered sentence", _maps(3, moved=True)),
        ),
        _task("07.3", Property(1, "the right numbers of words in front", holds=_in_any_order)),
        _task(
            "07.4",
            Property(1, "one number a position", _windows(1), shape_only=True),
            Property(2, "the loss in nats", _windows(1), rtol=1e-5, atol=1e-6),
            Property(1, "logits in the thousands", _windows(2000), rtol=1e-5, atol=1e-3),
        ),
        _task(
            "07.5",
            Property(1, "the mean difference", _seeds, holds=_mean_is_right),
            Property(1, "its standard error, too", _seeds),
            parts=2,
        ),
        _task(
            "07.6",
            Property(
                1, "vectors of one entry", _queries(d_head=1, within=True), rtol=1e-4, atol=1e-5
            ),
            Property(
                1, "vectors of several", _queries(d_head=4, within=True), rtol=1e-4, atol=1e-5
            ),
            Property(1, "beyond the clip", _queries(d_head=4, within=False), rtol=1e-4, atol=1e-5),
            Property(
                1,
                "several sentences and heads",
                _queries(2, 3, d_head=4, within=False),
                rtol=1e-4,
                atol=1e-5,
            ),
        ),
        _task(
            "07.7",
            Property(1, "the right row and direction", _one_query, holds=_right_row_and_direction),
            Property(1, "the right length", _one_query),
        ),
    ),
    written=WRITTEN,
    holds=("course_utils.homework",),
    preload=("numpy", "torch"),
)
