"""Exercises 05.3 and 05.4: how alike positions are, and a query that looks back."""

from __future__ import annotations

import numpy as np

from course_utils.exercises.exercise import Case, case, exercise, right, wrong
from course_utils.exercises.notebook_05.shift_answers import (  # noqa: F401, for the answers
    rotation,
    shift_matrix,
)
from course_utils.positions import angular_frequencies


def similarity(lag: np.ndarray, d_model: int) -> np.ndarray:
    angle = np.asarray(lag)[..., None] * angular_frequencies(d_model)
    return np.cos(angle).mean(axis=-1)


def _similarity_cases() -> tuple[Case, ...]:
    return (
        case("lag 0, 6 columns", np.array(0), 6),
        case("lag 4, 6 columns", np.array(4), 6),
        case("lags 0 to 3, 2 columns", np.arange(4), 2),
        case("lags 0 to 9, 16 columns", np.arange(10), 16),
        case("lag -3, 4 columns", np.array([-3]), 4),
        case("a table of lags, 3 by 2, with 8 columns", np.array([[0, 1], [5, 50], [500, 4]]), 8),
    )


SIMILARITY = exercise(
    "05.3",
    "how alike two positions are",
    similarity,
    minutes=6,
    cases=_similarity_cases,
    hints=(
        "The dot product is a sum of cosines, one for each clock. Cosine similarity divides it by "
        "the lengths of both vectors. How long is a row of the table?",
        "Each pair gives sin² + cos² = 1 to the squared length, so it is d/2 for every position, "
        "the number of clocks. A sum divided by the number of its terms is their mean.",
        "`np.cos(np.asarray(lag)[..., None] * angular_frequencies(d_model)).mean(axis=-1)`.",
    ),
    also_right=(
        right(
            "sum, then divide",
            ("np.cos(angle).mean(axis=-1)", "2 * np.cos(angle).sum(axis=-1) / d_model"),
        ),
        right(
            "the real part of a turn",
            ("np.cos(angle).mean(axis=-1)", "np.exp(1j * angle).mean(axis=-1).real"),
        ),
        right(
            "np.multiply.outer",
            (
                "np.asarray(lag)[..., None] * angular_frequencies(d_model)",
                "np.multiply.outer(lag, angular_frequencies(d_model))",
            ),
        ),
        right("a list", ("np.cos(angle).mean(axis=-1)", "np.cos(angle).mean(axis=-1).tolist()")),
    ),
    wrong=(
        wrong(
            "dot-product",
            "This is the dot product. The cosine similarity of a position with itself is 1: divide "
            "by the squared length of a row, d/2.",
            (".mean(axis=-1)", ".sum(axis=-1)"),
        ),
        wrong(
            "divided-by-d",
            "Divided by d, so a position is only half as alike to itself as it should be. There "
            "are d/2 clocks, and the squared length of a row is d/2.",
            ("np.cos(angle).mean(axis=-1)", "np.cos(angle).sum(axis=-1) / d_model"),
        ),
        wrong(
            "sine-for-cosine",
            "Lag 0 gives 0 here; a position should be entirely like itself. The dot product of two "
            "pairs is the cosine of their angle.",
            ("np.cos(angle)", "np.sin(angle)"),
        ),
        wrong(
            "cosine-of-the-mean",
            "The angles are averaged before the cosine is taken. Each clock has its own cosine; "
            "average those.",
            ("np.cos(angle).mean(axis=-1)", "np.cos(angle.mean(axis=-1))"),
        ),
        wrong(
            "product-of-cosines",
            "The cosines are multiplied. A dot product adds what each pair gives.",
            (".mean(axis=-1)", ".prod(axis=-1)"),
        ),
        wrong(
            "first-clock-only",
            "Only the fastest clock is asked. All d/2 of them take part.",
            ("np.cos(angle).mean(axis=-1)", "np.cos(angle)[..., 0]"),
        ),
        wrong(
            "distance",
            "This is a distance: 0 for a position and itself. Similarity is 1 there, and it is "
            "the mean of the cosines.",
            (
                "np.cos(angle).mean(axis=-1)",
                "2 * np.abs(np.sin(angle / 2)).mean(axis=-1)",
            ),
        ),
        wrong(
            "divided-by-the-length",
            "Divided by the length of one row only. Cosine similarity divides by both, which "
            "together make d/2.",
            (
                "np.cos(angle).mean(axis=-1)",
                "np.cos(angle).sum(axis=-1) / np.sqrt(d_model / 2)",
            ),
        ),
        wrong(
            "size-only",
            "The sign is lost. Two positions whose clocks point opposite ways have similarity −1.",
            ("np.cos(angle).mean(axis=-1)", "np.abs(np.cos(angle).mean(axis=-1))"),
        ),
        wrong(
            "absolute-values",
            "The signs of the cosines are lost. A clock that points the opposite way makes two "
            "positions less alike.",
            ("np.cos(angle)", "np.abs(np.cos(angle))"),
        ),
    ),
)


def look_back(delta: int, d_model: int, sharpness: float) -> np.ndarray:
    return sharpness * shift_matrix(-delta, d_model).T


def _look_back_cases() -> tuple[Case, ...]:
    return (
        case("one position back, 4 columns", 1, 4, 1.0),
        case("three back, 8 columns, sharpness 20", 3, 8, 20.0),
        case("two positions ahead (delta = -2), 6 columns", -2, 6, 2.0),
        case("five back, 2 columns, sharpness 0.5", 5, 2, 0.5),
    )


LOOK_BACK = exercise(
    "05.4",
    "a query that looks back",
    look_back,
    minutes=8,
    cases=_look_back_cases,
    hints=(
        "Query i should be the row of position i − delta, many times as long. Which matrix turns "
        "the row of i into that of i − delta?",
        "`shift_matrix(-delta, d_model)` does, when it stands left of a column. Our rows "
        "are multiplied from the right, `table @ w_query`. And a matrix that changes sides?",
        "`sharpness * shift_matrix(-delta, d_model).T`.",
    ),
    also_right=(
        right(
            "a rotation's transpose is the rotation back",
            ("shift_matrix(-delta, d_model).T", "shift_matrix(delta, d_model)"),
        ),
        right(
            "the inverse",
            (
                "shift_matrix(-delta, d_model).T",
                "np.linalg.inv(shift_matrix(-delta, d_model))",
            ),
        ),
        right(
            "float32",
            (
                "shift_matrix(-delta, d_model).T",
                "shift_matrix(-delta, d_model).T.astype(np.float32)",
            ),
        ),
    ),
    wrong=(
        wrong(
            "looks-ahead",
            "This query looks `delta` positions ahead. `shift_matrix` stands left of a column; in "
            "`table @ w_query` it stands right of the rows, which turns its effect round. "
            "Transposing and a minus before `delta` turn it as well, each once.",
            ("shift_matrix(-delta, d_model).T", "shift_matrix(-delta, d_model)"),
        ),
        wrong(
            "sharpness-forgotten",
            "It looks at the right place, but `sharpness` does nothing. Multiply the matrix by it.",
            ("sharpness * ", ""),
        ),
        wrong(
            "divided-by-sharpness",
            "Divided by `sharpness`: the higher it is, the more evenly this head looks around. "
            "Multiply.",
            (
                "sharpness * shift_matrix(-delta, d_model).T",
                "shift_matrix(-delta, d_model).T / sharpness",
            ),
        ),
        wrong(
            "looks-at-itself",
            "The query is the position's own row, so it looks at itself. Shift it by `delta`.",
            ("shift_matrix(-delta, d_model).T", "np.eye(d_model)"),
        ),
        wrong(
            "always-one-back",
            "Right for `delta = 1` only: the shift is always one position.",
            ("shift_matrix(-delta, d_model)", "shift_matrix(-1, d_model)"),
        ),
        wrong(
            "scaled-by-the-width",
            "The scores are divided by √d later, in the attention. Here it is done once too often.",
            ("sharpness * ", "sharpness / np.sqrt(d_model) * "),
        ),
        wrong(
            "sharpness-in-the-angle",
            "`sharpness` stretches the shift. It should make the query longer, not look farther.",
            (
                "sharpness * shift_matrix(-delta, d_model).T",
                "shift_matrix(-delta * sharpness, d_model).T",
            ),
        ),
        wrong(
            "shifted-twice",
            "This looks 2 · `delta` back: the shift has been applied twice.",
            ("shift_matrix(-delta, d_model)", "shift_matrix(-2 * delta, d_model)"),
        ),
    ),
)
