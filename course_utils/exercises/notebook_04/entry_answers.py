"""Exercise 04.3: one entry of the encoding, in document C's notation."""

from __future__ import annotations

import numpy as np

from course_utils.exercises.exercise import Case, case, exercise, right, wrong


def entry(i: int, j: int, d: int) -> float:
    if j % 2 == 0:
        return np.sin(i * 10000 ** (-j / d))
    return np.cos(i * 10000 ** (-(j - 1) / d))


def _entry_cases() -> tuple[Case, ...]:
    return (
        case("position 3, column 4 of 6", 3, 4, 6),
        case("position 3, column 5 of 6", 3, 5, 6),
        case("position 2, column 0 of 6", 2, 0, 6),
        case("position 2, column 1 of 6", 2, 1, 6),
        case("position 17, column 6 of 12", 17, 6, 12),
        case("position 4857, column 501 of 512", 4857, 501, 512),
    )


ENTRY = exercise(
    "04.3",
    "one entry, in the other notation",
    entry,
    minutes=6,
    cases=_entry_cases,
    hints=(
        "`j % 2` tells even columns from odd ones. Each case is one line of C's formula.",
        "For even j the exponent is −j/d. An odd column must use the frequency of the even column "
        "to its left, so there j − 1 takes the place of j.",
        "`np.sin(i * 10000 ** (-j / d))` when j is even, else "
        "`np.cos(i * 10000 ** (-(j - 1) / d))`.",
    ),
    also_right=(
        right(
            "one exponent for both",
            source="""
            def entry(i, j, d):
                angle = i / 10000 ** (2 * (j // 2) / d)
                return np.cos(angle) if j % 2 else np.sin(angle)
            """,
        ),
        right(
            "a sine with a phase",
            source="""
            def entry(i, j, d):
                return np.sin(i * 10000 ** (-(j - j % 2) / d) + (j % 2) * np.pi / 2)
            """,
        ),
        right(
            "the math module",
            source="""
            def entry(i, j, d):
                import math

                wave = (math.sin, math.cos)[j % 2]
                return wave(i * 10000 ** (-(j - j % 2) / d))
            """,
        ),
    ),
    wrong=(
        wrong(
            "one-not-subtracted",
            "Even columns are right. In an odd column the exponent needs j − 1: the cosine runs "
            "at the frequency of the sine to its left.",
            ("-(j - 1) / d", "-j / d"),
        ),
        wrong(
            "doubled",
            "The exponent is doubled. In PE(pos, 2i) the column is 2i and the 2 is already "
            "in it: here j is the column itself.",
            ("-j / d", "-2 * j / d"),
            ("-(j - 1) / d", "-2 * (j - 1) / d"),
        ),
        wrong(
            "parity-of-the-position",
            "The position decides between sine and cosine here. It is the column j that does.",
            ("j % 2", "i % 2"),
        ),
        wrong(
            "sine-and-cosine-swapped",
            "The even columns hold the sine, the odd ones the cosine.",
            ("j % 2 == 0", "j % 2 == 1"),
            ("10000 ** (-j / d)", "10000 ** (-(j - 1) / d)"),
            ("np.cos(i * 10000 ** (-(j - 1) / d)", "np.cos(i * 10000 ** (-j / d)"),
        ),
        wrong(
            "condition-turned-round",
            "The two lines are right, and each is used for the wrong columns: `j % 2 == 0` means "
            "even.",
            ("j % 2 == 0", "j % 2 == 1"),
        ),
        wrong(
            "sign-of-the-exponent",
            "The angle grows from column to column. The exponent is negative, so that later clocks "
            "are slower.",
            ("(-j / d)", "(j / d)"),
            ("(-(j - 1) / d)", "((j - 1) / d)"),
        ),
        wrong(
            "one-added",
            "In an odd column this takes the frequency of the next pair. The pair of column j = 5 "
            "is columns 4 and 5, so subtract 1.",
            ("(j - 1)", "(j + 1)"),
        ),
        wrong(
            "columns-from-one",
            "The columns are counted from 1. C counts j from 0, as Python does.",
            ("j % 2 == 0", "(j - 1) % 2 == 0"),
            ("(-j / d)", "(-(j - 1) / d)"),
            ("np.cos(i * 10000 ** (-(j - 1) / d))", "np.cos(i * 10000 ** (-(j - 2) / d))"),
        ),
        wrong(
            "position-and-column-swapped",
            "Position and column have changed places: in p_{i,j}, i is the position, which is "
            "multiplied. The column j chooses sine or cosine and stands in the exponent.",
            ("j % 2", "i % 2"),
            ("i * 10000 ** (-j / d)", "j * 10000 ** (-i / d)"),
            ("i * 10000 ** (-(j - 1) / d)", "j * 10000 ** (-(i - 1) / d)"),
        ),
        wrong(
            "brackets-forgotten",
            "`**` comes before `/`: the power is divided by d here. The whole exponent needs "
            "brackets, `10000 ** (-j / d)`.",
            ("10000 ** (-j / d)", "10000.0 ** -j / d"),
            ("10000 ** (-(j - 1) / d)", "10000.0 ** -(j - 1) / d"),
        ),
        wrong(
            "sine-everywhere",
            "One line for all columns. An odd column holds the cosine, at the frequency of the "
            "column to its left.",
            ("np.cos(i * 10000 ** (-(j - 1) / d))", "np.sin(i * 10000 ** (-j / d))"),
        ),
        wrong(
            "both-sines",
            "The odd columns should hold the cosine.",
            ("np.cos", "np.sin"),
        ),
        wrong(
            "pairs-of-the-table",
            "The exponent is halved: j // 2 is the pair, and the formula needs twice the pair over "
            "d.",
            ("-j / d", "-(j // 2) / d"),
            ("-(j - 1) / d", "-((j - 1) // 2) / d"),
        ),
    ),
)
