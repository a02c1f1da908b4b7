"""Exercise 05.5: RoPE, which turns queries and keys."""

from __future__ import annotations

import numpy as np

from course_utils.exercises.exercise import Case, case, exercise, right, wrong
from course_utils.positions import (  # noqa: F401, the table is for an answer
    angular_frequencies,
    sinusoidal_encoding,
)


def rotate(x: np.ndarray, position: np.ndarray) -> np.ndarray:
    angle = position[:, None] * angular_frequencies(x.shape[1])  # (n_positions, d_head / 2)
    cosine, sine = np.cos(angle), np.sin(angle)
    first, second = x[:, 0::2], x[:, 1::2]  # each (n_positions, d_head / 2)
    turned = np.empty_like(x)
    turned[:, 0::2] = first * cosine - second * sine
    turned[:, 1::2] = first * sine + second * cosine
    return turned


def _cases() -> tuple[Case, ...]:
    rng = np.random.default_rng(51)
    return (
        case("one pair at position 1", np.array([[1.0, 0.0]]), np.array([1])),
        case("five vectors of width 4 at positions 0 to 4", rng.normal(size=(5, 4)), np.arange(5)),
        case("two vectors of width 8 at positions 7 and 3", rng.normal(size=(2, 8)), np.r_[7, 3]),
        case("a vector of width 6 at position 1000", rng.normal(size=(1, 6)), np.array([1000])),
    )


_TURNED = (
    "turned[:, 0::2] = first * cosine - second * sine\n"
    "    turned[:, 1::2] = first * sine + second * cosine"
)

ROTATE = exercise(
    "05.5",
    "RoPE",
    rotate,
    minutes=9,
    cases=_cases,
    hints=(
        "Columns 2k and 2k + 1 of a query are the two coordinates of a point. Turn the point "
        "counter-clockwise, by the position times the angular frequency of clock k.",
        "`angle = position[:, None] * angular_frequencies(x.shape[1])`; the first coordinates are "
        "`x[:, 0::2]`, the second ones `x[:, 1::2]`. What are they after the turn?",
        "First: `first * cosine - second * sine`; second: `first * sine + second * cosine`. "
        "Both from the old values, back into columns `0::2` and `1::2` of an empty array.",
    ),
    also_right=(
        right(
            "complex numbers",
            source="""
                def rotate(x, position):
                    angle = position[:, None] * angular_frequencies(x.shape[1])
                    turned = (x[:, 0::2] + 1j * x[:, 1::2]) * np.exp(1j * angle)
                    return np.stack([turned.real, turned.imag], axis=-1).reshape(x.shape)
            """,
        ),
        right("float32", ("return turned", "return turned.astype(np.float32)")),
        right(
            "stacked and flattened",
            (
                _TURNED + "\n    return turned",
                "pair = [first * cosine - second * sine, first * sine + second * cosine]\n"
                "    return np.stack(pair, axis=-1).reshape(x.shape)",
            ),
        ),
        right(
            "row by row",
            source="""
                def rotate(x, position):
                    turned = []
                    for row, place in zip(x, position):
                        angle = place * angular_frequencies(len(row))
                        cosine, sine = np.cos(angle), np.sin(angle)
                        new = np.zeros(len(row))
                        new[0::2] = row[0::2] * cosine - row[1::2] * sine
                        new[1::2] = row[0::2] * sine + row[1::2] * cosine
                        turned.append(new)
                    return turned
            """,
        ),
    ),
    wrong=(
        wrong(
            "clockwise",
            "Everything turns clockwise, as our table does. RoPE is counter-clockwise by "
            "convention: the minus sign belongs to the first coordinate.",
            ("first * cosine - second * sine", "first * cosine + second * sine"),
            ("first * sine + second * cosine", "second * cosine - first * sine"),
        ),
        wrong(
            "added",
            "The table is added, as in the notebooks before. RoPE adds nothing: it turns the "
            "vector itself.",
            ("return turned", "return x + sinusoidal_encoding(len(x), x.shape[1])"),
        ),
        wrong(
            "halves",
            "Column k is paired with column k + d/2. Some models do so (GPT-NeoX, and Llama in "
            "Hugging Face's code), and their weights fit; here a pair is two neighbouring columns.",
            (
                "x[:, 0::2], x[:, 1::2]",
                "x[:, : x.shape[1] // 2], x[:, x.shape[1] // 2 :]",
            ),
            ("turned[:, 0::2]", "turned[:, : x.shape[1] // 2]"),
            ("turned[:, 1::2]", "turned[:, x.shape[1] // 2 :]"),
        ),
        wrong(
            "not-interleaved",
            "The turn is right, but all first coordinates come before all second ones. Put them "
            "back where they were taken from, in alternating columns.",
            ("turned[:, 0::2]", "turned[:, : x.shape[1] // 2]"),
            ("turned[:, 1::2]", "turned[:, x.shape[1] // 2 :]"),
        ),
        wrong(
            "overwritten",
            "The second coordinate is made from the first after that has been turned. Both need "
            "the old values.",
            ("first * sine + second", "turned[:, 0::2] * sine + second"),
        ),
        wrong(
            "minus-forgotten",
            "The minus sign is missing, so vectors change their length. A turn keeps it.",
            ("first * cosine - second * sine", "first * cosine + second * sine"),
        ),
        wrong(
            "mirrored",
            "The minus sign is in both coordinates, which makes a mirror image. In the second one "
            "the products are added.",
            ("first * sine + second * cosine", "first * sine - second * cosine"),
        ),
        wrong(
            "positions-not-used",
            "The rows are numbered 0, 1, 2, … and `position` is ignored. Row i stands at "
            "`position[i]`.",
            ("angle = position[:, None]", "angle = np.arange(len(x))[:, None]"),
        ),
        wrong(
            "one-speed-for-all",
            "All pairs turn at 1 radian a position. Each has its own angular frequency.",
            (
                "position[:, None] * angular_frequencies(x.shape[1])",
                "position[:, None] * np.ones(x.shape[1] // 2)",
            ),
        ),
        wrong(
            "cosine-and-sine-swapped",
            "At position 0 the vector should stay as it is; sine and cosine have changed places.",
            (
                "cosine, sine = np.cos(angle), np.sin(angle)",
                "cosine, sine = np.sin(angle), np.cos(angle)",
            ),
        ),
        wrong(
            "positions-from-one",
            "The positions are counted from 1. They come as they are to be used.",
            ("position[:, None]", "(position[:, None] + 1)"),
        ),
        wrong(
            "multiplied-only",
            "The coordinates are multiplied by cosine and sine, but not mixed. A turn carries part "
            "of each coordinate over into the other.",
            ("first * cosine - second * sine", "first * cosine"),
            ("first * sine + second * cosine", "second * sine"),
        ),
    ),
)
