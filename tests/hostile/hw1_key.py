"""The key of the tiny homework that the hostile set is handed in for."""

import numpy as np

from course_utils.grading.key import Key, Property, Task, Written
from course_utils.grading.plan import Limits


def sinusoidal_pe(n, d):
    angles = np.arange(n)[:, None] / 10000.0 ** (np.arange(0, d, 2) / d)
    return np.stack([np.sin(angles), np.cos(angles)], axis=-1).reshape(n, d)


def shift_matrix(delta, d):
    angles = delta / 10000.0 ** (np.arange(0, d, 2) / d)
    matrix = np.zeros((d, d))
    even = np.arange(0, d, 2)
    matrix[even, even] = matrix[even + 1, even + 1] = np.cos(angles)
    matrix[even, even + 1], matrix[even + 1, even] = np.sin(angles), -np.sin(angles)
    return matrix


def _lengths(rng):
    return [(int(rng.integers(3, 60)), 2 * int(rng.integers(2, 12))) for _ in range(3)]


KEY = Key(
    assignment="hw1",
    tasks=(
        Task(
            "pe",
            "sinusoidal_pe",
            sinusoidal_pe,
            (
                Property(1, "the shape is (n, d)", _lengths, shape_only=True),
                Property(3, "the numbers are right", _lengths),
            ),
        ),
        Task(
            "shift",
            "shift_matrix",
            shift_matrix,
            (
                Property(1, "the shape is (d, d)", _lengths, shape_only=True),
                Property(3, "the numbers are right", _lengths),
            ),
        ),
    ),
    written=(
        Written(
            "answer",
            "Why is a shift of all positions a matrix product?",
            2,
            ("names the sum formulas (1)", "says that they are linear (1)"),
            ("cos(a + b) and sin(a + b) are linear in cos a and sin a, with b fixed.",),
        ),
    ),
    limits=Limits(cell_seconds=6, call_seconds=4, submission_seconds=20),
)
