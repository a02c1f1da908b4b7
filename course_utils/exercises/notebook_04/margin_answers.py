"""Exercise 04.4: how far apart the two most alike positions stand on all clocks together."""

from __future__ import annotations

import numpy as np

from course_utils.exercises.exercise import Case, case, exercise, right, wrong
from course_utils.exercises.notebook_04.encoding_answers import (
    angular_frequencies,
    positional_encoding,
)

__all__ = ["MARGIN", "angular_frequencies", "fingerprint_margin", "positional_encoding"]


def fingerprint_margin(d_model: int, largest_lag: int) -> tuple[float, int]:
    lags = np.arange(1, largest_lag + 1)
    chord = 2 * np.sin(np.multiply.outer(lags, angular_frequencies(d_model)) / 2)
    distance = np.sqrt((chord**2).sum(axis=-1))
    nearest = np.argmin(distance)
    return distance[nearest], lags[nearest]


def _margin_cases() -> tuple[Case, ...]:
    return (
        case("one clock and lags up to 100", 2, 100),
        case("two clocks and lags up to 19", 4, 19),
        case("four clocks and lags up to 200", 8, 200),
        case("six clocks and lags up to 50", 12, 50),
    )


MARGIN = exercise(
    "04.4",
    "the fingerprint's margin",
    fingerprint_margin,
    minutes=9,
    cases=_margin_cases,
    parts=("margin", "lag"),
    hints=(
        "Positions Δ apart stand 2·|sin(Δω/2)| apart on one clock, wherever they are. A vector's "
        "squared length is the sum of its entries' squares, so squared distances add up over "
        "clocks.",
        "Make `distance` an array with an entry for every lag from 1 on: square the chords, sum "
        "over the clocks, take the root. Then `np.argmin` finds the place of the smallest.",
        "`chord = 2 * np.sin(np.multiply.outer(lags, angular_frequencies(d_model)) / 2)`, "
        "`distance = np.sqrt((chord**2).sum(axis=-1))`, and return `distance[nearest]` and "
        "`lags[nearest]`.",
    ),
    also_right=(
        right(
            "rows of the table, compared with row 0",
            source="""
            def fingerprint_margin(d_model, largest_lag):
                table = positional_encoding(np.arange(largest_lag + 1), d_model)
                distance = np.linalg.norm(table[1:] - table[0], axis=1)
                nearest = int(distance.argmin())
                return distance[nearest], nearest + 1
            """,
        ),
        right(
            "by cosines",
            (
                "chord = 2 * np.sin(np.multiply.outer(lags, angular_frequencies(d_model)) / 2)",
                "turn = np.multiply.outer(lags, angular_frequencies(d_model))",
            ),
            ("np.sqrt((chord**2).sum(axis=-1))", "np.sqrt(2 * (1 - np.cos(turn)).sum(axis=-1))"),
        ),
        right(
            "both in one array",
            (
                "return distance[nearest], lags[nearest]",
                "return np.array([distance[nearest], nearest + 1])",
            ),
        ),
        right(
            "a loop",
            source="""
            def fingerprint_margin(d_model, largest_lag):
                best = (np.inf, 0)
                for lag in range(1, largest_lag + 1):
                    chord = 2 * np.sin(lag * angular_frequencies(d_model) / 2)
                    best = min(best, (float(np.linalg.norm(chord)), lag))
                return best
            """,
        ),
    ),
    wrong=(
        wrong(
            "place-instead-of-lag",
            "The margin is right. The lag is one too small: it is a place in the array, and place "
            "0 holds lag 1.",
            ("lags[nearest]", "nearest"),
        ),
        wrong(
            "lag-zero-included",
            "Lag 0 is included, and every position agrees with itself. Begin at lag 1.",
            ("np.arange(1, largest_lag + 1)", "np.arange(largest_lag + 1)"),
        ),
        wrong(
            "last-lag-missing",
            "`largest_lag` itself was never tried: `range` and `np.arange` stop before the end "
            "they are given.",
            ("largest_lag + 1", "largest_lag"),
        ),
        wrong(
            "results-swapped",
            "Both results are there, in the other order. Return the distance first, then the lag.",
            ("return distance[nearest], lags[nearest]", "return lags[nearest], distance[nearest]"),
        ),
        wrong(
            "chords-summed",
            "The distances on the clocks are added up. In a vector the squares add up: sum the "
            "squared chords and take the root.",
            ("np.sqrt((chord**2).sum(axis=-1))", "np.abs(chord).sum(axis=-1)"),
        ),
        wrong(
            "root-forgotten",
            "These are squared distances. Take the root of the sum.",
            ("np.sqrt((chord**2).sum(axis=-1))", "(chord**2).sum(axis=-1)"),
        ),
        wrong(
            "best-clock-only",
            "Only the clock that tells them apart best counts here. All clocks contribute: sum "
            "the squared chords.",
            ("np.sqrt((chord**2).sum(axis=-1))", "np.abs(chord).max(axis=-1)"),
        ),
        wrong(
            "worst-clock-only",
            "Only the clock that confuses them most counts here. Two positions may agree on one "
            "clock and differ on the next: sum the squared chords.",
            ("np.sqrt((chord**2).sum(axis=-1))", "np.abs(chord).min(axis=-1)"),
        ),
        wrong(
            "mean-over-clocks",
            "The squares are averaged over the clocks. The distance of two vectors takes their "
            "sum.",
            (".sum(axis=-1)", ".mean(axis=-1)"),
        ),
        wrong(
            "half-angle-forgotten",
            "The chord of an angle is 2·sin of half the angle. Without the half, opposite hands "
            "count as equal.",
            ("angular_frequencies(d_model)) / 2)", "angular_frequencies(d_model)))"),
        ),
        wrong(
            "radius-for-diameter",
            "Every distance is half as large as it should be: the chord is 2·sin(Δω/2).",
            ("2 * np.sin", "np.sin"),
        ),
        wrong(
            "farthest",
            "This is the pair of positions that differ most. The margin is about the pair that "
            "differ least: `np.argmin`.",
            ("np.argmin", "np.argmax"),
        ),
        wrong(
            "along-the-rim",
            "This measures along the rim and never comes round: every lag looks farther than the "
            "one before. A clock does come round; use the chord, 2·sin(Δω/2).",
            (
                "2 * np.sin(np.multiply.outer(lags, angular_frequencies(d_model)) / 2)",
                "np.multiply.outer(lags, angular_frequencies(d_model))",
            ),
        ),
    ),
)
