"""Exercises 03.3 and 03.4: how far apart two positions stand, and which lag nearly collides."""

from __future__ import annotations

import numpy as np

from course_utils.exercises.exercise import Case, case, exercise, right, wrong
from course_utils.exercises.notebook_03.clock_answers import clock  # noqa: F401, for the answers


def chord(delta: np.ndarray, angular_frequency: float) -> np.ndarray:
    return 2 * np.abs(np.sin(angular_frequency * np.asarray(delta) / 2))


def _chord_cases() -> tuple[Case, ...]:
    return (
        case("one step at 1 rad", np.array(1), 1.0),
        case("lags 0 to 8 at 1 rad", np.arange(9), 1.0),
        case("two steps back", np.array([-2]), 1.0),
        case("one step on a slow clock", np.array(1), 0.01),
        case("several lags on a clock of 0.4 rad", np.array([3, 10, 16, 20]), 0.4),
    )


CHORD = exercise(
    "03.3",
    "the chord",
    chord,
    minutes=7,
    cases=_chord_cases,
    hints=(
        "Draw the two points and the centre: an isosceles triangle with two sides of length 1 "
        "and the angle ωΔ between them. Cut it in half.",
        "Each half is a right triangle with hypotenuse 1 and the angle ωΔ/2 at the centre. The "
        "side across from it is half of what you look for.",
        "`2 * np.abs(np.sin(angular_frequency * delta / 2))`: the angle may be negative or more "
        "than a turn, a distance may not, hence the absolute value.",
    ),
    also_right=(
        right(
            "from two points of the clock",
            (
                "return 2 * np.abs(np.sin(angular_frequency * np.asarray(delta) / 2))",
                "away = clock(delta, angular_frequency) - clock(0, angular_frequency)\n"
                "    return np.sqrt((away**2).sum(axis=-1))",
            ),
        ),
        right(
            "with the cosine",
            (
                "2 * np.abs(np.sin(angular_frequency * np.asarray(delta) / 2))",
                "np.sqrt(2 - 2 * np.cos(angular_frequency * np.asarray(delta)))",
            ),
        ),
        right(
            "complex numbers",
            (
                "2 * np.abs(np.sin(angular_frequency * np.asarray(delta) / 2))",
                "np.abs(np.exp(1j * angular_frequency * np.asarray(delta)) - 1)",
            ),
        ),
        right("float32", ("2 * np.abs(", "np.float32(2) * np.abs(")),
    ),
    wrong=(
        wrong(
            "half-of-it",
            "This is half the chord, one leg of the right triangle. Both halves together: times 2.",
            ("2 * np.abs(", "np.abs("),
        ),
        wrong(
            "angle-not-halved",
            "The triangle is cut in half, and the angle at the centre with it: the sine takes "
            "ωΔ/2.",
            (" / 2)", ")"),
        ),
        wrong(
            "sines-alone",
            "This is the difference of the two sines only. The cosines differ too; the distance "
            "needs both coordinates.",
            ("2 * np.abs(", "np.abs("),
            (" / 2)", ")"),
        ),
        wrong(
            "along-the-arc",
            "This is the way along the rim. It grows on and on, while the distance through the "
            "circle ends at 2 and comes back.",
            ("2 * np.abs(np.sin(", "np.abs(("),
            (" / 2)", ")"),
        ),
        wrong(
            "shorter-arc",
            "This is the shorter way along the rim. The straight line is shorter still: "
            "across the circle it is 2, not π.",
            (
                "2 * np.abs(np.sin(angular_frequency * np.asarray(delta) / 2))",
                "np.arccos(np.cos(angular_frequency * np.asarray(delta)))",
            ),
        ),
        wrong(
            "sign-kept",
            "Some distances are negative: the sine changes its sign with every turn. "
            "Take the absolute value.",
            ("np.abs(", "("),
        ),
        wrong(
            "squared",
            "This is the square of the distance. Take its square root, or leave out the square.",
            (
                "2 * np.abs(np.sin(angular_frequency * np.asarray(delta) / 2))",
                "(2 * np.sin(angular_frequency * np.asarray(delta) / 2)) ** 2",
            ),
        ),
        wrong(
            "cosine-for-sine",
            "At lag 0 this gives 2, the whole diameter; a position is at distance 0 from itself. "
            "The side across from the angle belongs to the sine.",
            ("np.sin", "np.cos"),
        ),
        wrong(
            "dot-product",
            "This is the dot product of the two points, 1 where they are the same. "
            "The distance is 0 there.",
            (
                "2 * np.abs(np.sin(angular_frequency * np.asarray(delta) / 2))",
                "np.cos(angular_frequency * np.asarray(delta))",
            ),
        ),
        wrong(
            "frequency-forgotten",
            "Every clock gives the same distances: `angular_frequency` is missing from the angle.",
            ("angular_frequency * np.asarray(delta)", "np.asarray(delta)"),
        ),
    ),
)


def closest_lag(angular_frequency: float, largest_lag: int) -> int:
    lags = np.arange(1, largest_lag + 1)
    return lags[np.argmin(chord(lags, angular_frequency))]


def _lag_cases() -> tuple[Case, ...]:
    return (
        case("1 rad and lags up to 50", 1.0, 50),
        case("1 rad and lags up to 44", 1.0, 44),
        case("1 rad and lags up to 400", 1.0, 400),
        case("1 rad and lags up to 1000", 1.0, 1000),
        case("0.7 rad and lags up to 100", 0.7, 100),
        case("a slow clock and lags up to 20", 0.001, 20),
    )


CLOSEST_LAG = exercise(
    "03.4",
    "the nearest miss",
    closest_lag,
    minutes=8,
    cases=_lag_cases,
    hints=(
        "Your `chord` takes a whole array of lags. Which of 1, 2, …, `largest_lag` gives the "
        "smallest value?",
        "`lags = np.arange(1, largest_lag + 1)`, then `np.argmin` of their chords. It returns a "
        "place in the array; what stands at that place?",
        "`lags[np.argmin(chord(lags, angular_frequency))]`.",
    ),
    also_right=(
        right(
            "min with a key",
            (
                "return lags[np.argmin(chord(lags, angular_frequency))]",
                "return min(lags, key=lambda lag: chord(lag, angular_frequency))",
            ),
        ),
        right(
            "from the clock's points",
            (
                "chord(lags, angular_frequency)",
                "np.linalg.norm(\n        clock(lags, angular_frequency) - "
                "clock(0, angular_frequency), axis=-1)",
            ),
        ),
        right(
            "the largest cosine",
            (
                "np.argmin(chord(lags, angular_frequency))",
                "np.argmax(np.cos(angular_frequency * lags))",
            ),
        ),
        right(
            "a plain int", ("return lags[", "return int(lags["), ("frequency))]", "frequency))])")
        ),
    ),
    wrong=(
        wrong(
            "lag-zero",
            "Lag 0 won: every position is at distance 0 from itself. Begin at lag 1.",
            ("np.arange(1, largest_lag + 1)", "np.arange(largest_lag + 1)"),
        ),
        wrong(
            "place-for-lag",
            "`np.argmin` returns a place in the array, and place 0 holds lag 1. "
            "Return the lag that stands there.",
            (
                "return lags[np.argmin(chord(lags, angular_frequency))]",
                "return np.argmin(chord(lags, angular_frequency))",
            ),
        ),
        wrong(
            "last-lag-left-out",
            "`largest_lag` itself was never tried: `range` and `np.arange` stop before the end "
            "they are given. Add 1.",
            ("largest_lag + 1", "largest_lag"),
        ),
        wrong(
            "farthest",
            "This is the lag at which the two points stand farthest apart. "
            "The smallest chord is wanted.",
            ("argmin", "argmax"),
        ),
        wrong(
            "the-distance",
            "This is the smallest distance. At which lag does it occur?",
            (
                "lags[np.argmin(chord(lags, angular_frequency))]",
                "np.min(chord(lags, angular_frequency))",
            ),
        ),
        wrong(
            "sine-alone",
            "Only the sines are compared, and half a turn looks like a collision: at lag 22 the "
            "hand of the 1 rad clock points the opposite way. Compare whole points, with `chord`.",
            ("chord(lags, angular_frequency)", "np.abs(np.sin(angular_frequency * lags))"),
        ),
        wrong(
            "sign-kept",
            "The most negative sine won. A distance has no sign: take the absolute value, "
            "or use `chord`.",
            ("chord(lags, angular_frequency)", "np.sin(angular_frequency * lags / 2)"),
        ),
        wrong(
            "overshoot-only",
            "The remainder after whole turns is small only just past a full turn. Lag 333 ends "
            "just before one, and was overlooked. Use `chord`.",
            ("chord(lags, angular_frequency)", "angular_frequency * lags % (2 * np.pi)"),
        ),
        wrong(
            "first-turn-only",
            "The lag nearest to one turn. After several turns the hand may come much closer to "
            "where it began: try all lags.",
            (
                "chord(lags, angular_frequency)",
                "np.abs(angular_frequency * lags - 2 * np.pi)",
            ),
        ),
        wrong(
            "one-radian-always",
            "Every clock is treated like the one of 1 rad: `angular_frequency` goes into `chord`.",
            ("chord(lags, angular_frequency)", "chord(lags, 1.0)"),
        ),
        wrong(
            "first-below-a-tenth",
            "The first lag that comes close, not the one that comes closest. Compare them all.",
            (
                "np.argmin(chord(lags, angular_frequency))",
                "np.argmax(chord(lags, angular_frequency) < 0.2)",
            ),
        ),
    ),
)
