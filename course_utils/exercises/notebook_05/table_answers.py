"""Exercise 05.6: the whole table from two small ones."""

from __future__ import annotations

import math

import numpy as np

from course_utils.exercises.exercise import Case, case, exercise, right, wrong
from course_utils.positions import angular_frequencies


def table_by_rotation(n_positions: int, d_model: int) -> np.ndarray:
    n_rows = math.isqrt(n_positions - 1) + 1  # n_rows · n_rows rows are enough
    angle = np.arange(n_rows)[:, None] * angular_frequencies(d_model)  # (n_rows, d_model / 2)
    fine = np.exp(-1j * angle).astype(np.complex64)
    coarse = (1j * np.exp(-1j * n_rows * angle)).astype(np.complex64)
    table = coarse[:, None] * fine[None, :]  # (n_rows, n_rows, d_model / 2)
    rows = table.reshape(-1, d_model // 2)[:n_positions]
    return rows.view(np.float32)  # each complex number is a pair


def _cases() -> tuple[Case, ...]:
    return (
        case("9 positions, 4 columns", 9, 4),
        case("10 positions, 6 columns", 10, 6),
        case("1 position, 2 columns", 1, 2),
        case("100 positions, 12 columns", 100, 12),
        case("40000 positions, 4 columns", 40_000, 4),
    )


TABLE = exercise(
    "05.6",
    "the table by rotation",
    table_by_rotation,
    minutes=12,
    cases=_cases,
    hints=(
        "Row 0 is the number i for every clock. Position a · n_rows + b is row 0, turned on by "
        "a · n_rows positions and then by b. Which two tables hold those turns?",
        "`fine = np.exp(-1j * angle)` holds the turns by 0, 1, … n_rows − 1 positions. `coarse` "
        "is `1j` times the turns by 0, n_rows, 2 · n_rows, …",
        "`coarse[:, None] * fine[None, :]` has shape (n_rows, n_rows, d/2). Flatten the first two "
        "axes, keep n_positions rows, and `.view` the complex64 numbers as float32.",
    ),
    also_right=(
        right(
            "the formula as it stands",
            source="""
                def table_by_rotation(n_positions, d_model):
                    angle = np.arange(n_positions)[:, None] * angular_frequencies(d_model)
                    pairs = np.stack([np.sin(angle), np.cos(angle)], axis=-1)
                    return pairs.reshape(n_positions, d_model).astype(np.float32)
            """,
        ),
        right(
            "float64",
            ("fine = np.exp(-1j * angle).astype(np.complex64)", "fine = np.exp(-1j * angle)"),
            ("n_rows * angle)).astype(np.complex64)", "n_rows * angle))"),
            ("view(np.float32)", "view(np.float64)"),
        ),
        right(
            "a factor i in the fine table",
            ("fine = np.exp(-1j * angle)", "fine = (1j * np.exp(-1j * angle))"),
            ("(1j * np.exp(-1j * n_rows * angle))", "np.exp(-1j * n_rows * angle)"),
        ),
        right(
            "one row of blocks at a time",
            (
                "table = coarse[:, None] * fine[None, :]  # (n_rows, n_rows, d_model / 2)",
                "table = np.array([first * fine for first in coarse])",
            ),
        ),
    ),
    wrong=(
        wrong(
            "counter-clockwise",
            "Position 0 is right, and then the clocks run backwards: with the sine first, a step "
            "on turns clockwise, so both exponents carry a minus sign.",
            ("fine = np.exp(-1j * angle)", "fine = np.exp(1j * angle)"),
            ("np.exp(-1j * n_rows * angle)", "np.exp(1j * n_rows * angle)"),
        ),
        wrong(
            "fine-runs-backwards",
            "Inside each block of rows the clocks run backwards: `fine` lacks its minus sign.",
            ("fine = np.exp(-1j * angle)", "fine = np.exp(1j * angle)"),
        ),
        wrong(
            "coarse-runs-backwards",
            "The first block is right, the next begin at positions before 0: `coarse` lacks its "
            "minus sign.",
            ("np.exp(-1j * n_rows * angle)", "np.exp(1j * n_rows * angle)"),
        ),
        wrong(
            "begins-with-one",
            "Row 0 is (1, 0) for every clock; it must be sine 0, cosine 1, which is the number i. "
            "The factor `1j` is missing.",
            ("(1j * np.exp(-1j * n_rows * angle))", "np.exp(-1j * n_rows * angle)"),
        ),
        wrong(
            "coarse-steps-of-one",
            "The blocks begin at positions 0, 1, 2, … instead of 0, n_rows, 2 · n_rows, …: the "
            "coarse angle needs the factor n_rows.",
            ("np.exp(-1j * n_rows * angle)", "np.exp(-1j * angle)"),
        ),
        wrong(
            "axes-crossed",
            "The rows come in the wrong order: 0, n_rows, 2 · n_rows, … In the product, coarse "
            "belongs to the first axis and fine to the second.",
            ("coarse[:, None] * fine[None, :]", "coarse[None, :] * fine[:, None]"),
        ),
        wrong(
            "not-cut",
            "There are more rows than positions: n_rows · n_rows of them. Keep the first "
            "`n_positions`.",
            ("table.reshape(-1, d_model // 2)[:n_positions]", "table.reshape(-1, d_model // 2)"),
        ),
        wrong(
            "halves",
            "All sines come first, then all cosines. Our table alternates them, which is how "
            "complex numbers lie in memory: `.view(np.float32)`.",
            (
                "rows.view(np.float32)",
                "np.concatenate([rows.real, rows.imag], axis=1)",
            ),
        ),
        wrong(
            "angles-in-float32",
            "Right near position 0 and wrong far out: angles in float32 have lost their last "
            "digits there. Keep angles in float64 until the exponential is taken.",
            (
                "angular_frequencies(d_model)",
                "angular_frequencies(d_model).astype(np.float32)",
            ),
            ("np.arange(n_rows)", "np.arange(n_rows, dtype=np.float32)"),
        ),
        wrong(
            "added",
            "The two tables are added. A turn follows a turn by multiplication.",
            ("coarse[:, None] * fine[None, :]", "coarse[:, None] + fine[None, :]"),
        ),
        wrong(
            "cast-forgotten",
            "There are twice as many columns as there should be, and no number in them means "
            "anything: `.view(np.float32)` cuts every float64 in two. Turn the tables into "
            "`complex64` first.",
            ("fine = np.exp(-1j * angle).astype(np.complex64)", "fine = np.exp(-1j * angle)"),
            ("n_rows * angle)).astype(np.complex64)", "n_rows * angle))"),
        ),
        wrong(
            "too-few-rows",
            "Rows are missing at the end: the square of √n, rounded down, may be less than n. "
            "Round up.",
            ("math.isqrt(n_positions - 1) + 1", "math.isqrt(n_positions)"),
        ),
    ),
)
