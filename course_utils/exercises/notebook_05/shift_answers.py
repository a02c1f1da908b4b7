"""Exercises 05.1 and 05.2: the rotation of one pair, and of a whole row."""

from __future__ import annotations

import numpy as np

from course_utils.exercises.exercise import Case, case, exercise, right, wrong


def rotation(angle: float) -> np.ndarray:
    cosine, sine = np.cos(angle), np.sin(angle)
    return np.array([[cosine, sine], [-sine, cosine]])


def _rotation_cases() -> tuple[Case, ...]:
    return (
        case("a turn of 1 radian", 1.0),
        case("no turn at all", 0.0),
        case("a quarter of a turn", np.pi / 2),
        case("half a radian back", -0.5),
        case("17 radians", 17.0),
    )


ROTATION = exercise(
    "05.1",
    "one pair turns",
    rotation,
    minutes=5,
    cases=_rotation_cases,
    hints=(
        "The first row of the matrix makes the new sine out of (sin x, cos x), the second row the "
        "new cosine. Which numbers stand before sin x and cos x in the two theorems?",
        "First theorem: sin x is multiplied by cos(angle), cos x by sin(angle). That is the first "
        "row. In the second theorem look at the sine first, and mind its sign.",
        "`np.array([[cosine, sine], [-sine, cosine]])`, with the cosine and the sine of `angle`.",
    ),
    also_right=(
        right(
            "filled entry by entry",
            (
                "return np.array([[cosine, sine], [-sine, cosine]])",
                "turn = np.full((2, 2), cosine)\n"
                "    turn[0, 1], turn[1, 0] = sine, -sine\n"
                "    return turn",
            ),
        ),
        right(
            "a list of lists",
            (
                "np.array([[cosine, sine], [-sine, cosine]])",
                "[[cosine, sine], [-sine, cosine]]",
            ),
        ),
        right("float32", ("[-sine, cosine]])", "[-sine, cosine]], dtype=np.float32)")),
        right(
            "from a complex number",
            (
                "cosine, sine = np.cos(angle), np.sin(angle)",
                "turn = np.exp(1j * angle)\n    cosine, sine = turn.real, turn.imag",
            ),
        ),
    ),
    wrong=(
        wrong(
            "counter-clockwise",
            "This is the rotation of the schoolbook, for pairs (cosine, sine); on ours it goes "
            "back instead of on. The minus sign belongs to the second row: it makes the cosine.",
            ("[[cosine, sine], [-sine, cosine]]", "[[cosine, -sine], [sine, cosine]]"),
        ),
        wrong(
            "sine-and-cosine-swapped",
            "Sine and cosine have changed places. A turn by 0 must leave the pair alone, and only "
            "cosines are 1 there: they stand on the diagonal.",
            ("[[cosine, sine], [-sine, cosine]]", "[[sine, cosine], [cosine, -sine]]"),
        ),
        wrong(
            "minus-forgotten",
            "The minus sign is missing: cos(x + Δ) = cos x cos Δ − sin x sin Δ. Without it the "
            "point leaves the circle.",
            ("[-sine, cosine]", "[sine, cosine]"),
        ),
        wrong(
            "minus-on-the-cosine",
            "The minus sign stands before the cosine, so this is a mirror image and no turn. In "
            "the second theorem it stands before the product of the sines.",
            ("[-sine, cosine]", "[sine, -cosine]"),
        ),
        wrong(
            "rows-swapped",
            "The rows have changed places: the first must make the new sine, because the sine "
            "comes first in our pair.",
            ("[[cosine, sine], [-sine, cosine]]", "[[-sine, cosine], [cosine, sine]]"),
        ),
        wrong(
            "degrees",
            "The angle is taken for degrees. It comes in radians, and so NumPy wants it.",
            (
                "np.cos(angle), np.sin(angle)",
                "np.cos(np.radians(angle)), np.sin(np.radians(angle))",
            ),
        ),
        wrong(
            "diagonal-only",
            "The pair only shrinks: nothing carries the cosine over into the sine. The entries "
            "off the diagonal are missing.",
            ("[[cosine, sine], [-sine, cosine]]", "[[cosine, 0.0], [0.0, cosine]]"),
        ),
        wrong(
            "both-minus",
            "Both sines carry a minus sign. The first theorem has a plus: "
            "sin(x + Δ) = sin x cos Δ + cos x sin Δ.",
            ("[[cosine, sine]", "[[cosine, -sine]"),
        ),
    ),
)


def shift_matrix(delta: float, d_model: int) -> np.ndarray:
    matrix = np.zeros((d_model, d_model))
    for pair in range(d_model // 2):
        block = slice(2 * pair, 2 * pair + 2)
        angular_frequency = 10000.0 ** (-2 * pair / d_model)
        matrix[block, block] = rotation(delta * angular_frequency)
    return matrix


def _shift_cases() -> tuple[Case, ...]:
    return (
        case("one position on, 6 columns", 1, 6),
        case("three positions on, 4 columns", 3, 4),
        case("two positions back, 8 columns", -2, 8),
        case("no shift, 4 columns", 0, 4),
        case("half a position on, 2 columns", 0.5, 2),
    )


SHIFT_MATRIX = exercise(
    "05.2",
    "all clocks turn",
    shift_matrix,
    minutes=8,
    cases=_shift_cases,
    hints=(
        "Each pair of columns is one clock, and no clock looks at another. So the matrix is zero "
        "except for a 2 by 2 block on the diagonal for each pair.",
        "In `delta` positions clock `pair` turns by `delta * 10000.0 ** (-2 * pair / d_model)`. "
        "Your `rotation` makes its block; which rows and columns does it go to?",
        "Begin with `np.zeros((d_model, d_model))`; for each `pair`, "
        "`matrix[2*pair : 2*pair+2, 2*pair : 2*pair+2] = rotation(…)`.",
    ),
    also_right=(
        right(
            "without a loop",
            source="""
                def shift_matrix(delta, d_model):
                    angle = delta * 10000.0 ** (-np.arange(0, d_model, 2) / d_model)
                    even = np.arange(0, d_model, 2)
                    matrix = np.diag(np.repeat(np.cos(angle), 2))
                    matrix[even, even + 1] = np.sin(angle)
                    matrix[even + 1, even] = -np.sin(angle)
                    return matrix
            """,
        ),
        right(
            "two half turns",
            (
                "rotation(delta * angular_frequency)",
                "rotation(angular_frequency * delta / 2) @ rotation(angular_frequency * delta / 2)",
            ),
        ),
        right("float32", ("return matrix", "return matrix.astype(np.float32)")),
        right("nested lists", ("return matrix", "return matrix.tolist()")),
    ),
    wrong=(
        wrong(
            "shifts-back",
            "This moves every row back by `delta`. Give `rotation` the angle with its own sign, "
            "and do not transpose.",
            ("rotation(delta * angular_frequency)", "rotation(-delta * angular_frequency)"),
        ),
        wrong(
            "one-speed-for-all",
            "All clocks turn at the speed of the fastest. Each has its own angular frequency, "
            "10000^(-2k/d) for pair k.",
            ("10000.0 ** (-2 * pair / d_model)", "1.0"),
        ),
        wrong(
            "pair-not-doubled",
            "The exponent counts pairs where the formula counts columns: it is 2k/d, so "
            "`-2 * pair / d_model`.",
            ("-2 * pair / d_model", "-pair / d_model"),
        ),
        wrong(
            "clocks-speed-up",
            "The clocks get faster and faster. `delta` is multiplied by the angular frequency, "
            "whose exponent is negative.",
            ("-2 * pair / d_model", "2 * pair / d_model"),
        ),
        wrong(
            "delta-forgotten",
            "Every shift is one position long: `delta` is missing from the angle.",
            ("delta * angular_frequency", "angular_frequency"),
        ),
        wrong(
            "halves",
            "The blocks are spread for the layout with all sines first. Our rows alternate sine "
            "and cosine, so a pair stands in neighbouring columns.",
            (
                "slice(2 * pair, 2 * pair + 2)",
                "slice(pair, pair + d_model // 2 + 1, d_model // 2)",
            ),
        ),
        wrong(
            "blocks-overlap",
            "The blocks overlap: pair k begins at row and column 2k, and not at k.",
            ("slice(2 * pair, 2 * pair + 2)", "slice(pair, pair + 2)"),
        ),
        wrong(
            "first-block-only",
            "Only the first clock has its block; the others are zero. Does `return` stand inside "
            "the loop?",
            ("return matrix", "return matrix * (np.arange(d_model) < 2)"),
        ),
        wrong(
            "whole-numbers-only",
            "The matrix holds whole numbers only: sines and cosines put into an array of integers "
            "lose their digits. Begin with floats, as `np.zeros` does by itself.",
            ("np.zeros((d_model, d_model))", "np.zeros((d_model, d_model), dtype=int)"),
        ),
        wrong(
            "slowest-clock-stretched",
            "Here the last clock turns at 1/10000. Some code divides so (tensor2tensor does); our "
            "formula divides 2k by d, and the slowest clock is a little faster.",
            ("-2 * pair / d_model", "-2 * pair / max(d_model - 2, 1)"),
        ),
        wrong(
            "ones-left-over",
            "The matrix began as ones, so every clock gets the sum of all others added. "
            "Begin with zeros.",
            ("np.zeros((d_model, d_model))", "np.ones((d_model, d_model))"),
        ),
        wrong(
            "power-of-delta",
            "Here `delta` raises the frequency to a power. Two positions on is twice the angle: "
            "multiply.",
            ("delta * angular_frequency", "angular_frequency ** delta"),
        ),
        wrong(
            "wrong-base",
            "The slowest clocks are too fast: the base is 10000, not 1000.",
            ("10000.0", "1000.0"),
        ),
    ),
)
