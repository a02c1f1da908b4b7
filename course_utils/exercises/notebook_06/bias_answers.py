"""Exercises 06.4 and 06.5: T5's buckets and ALiBi's slopes."""

from __future__ import annotations

import numpy as np

from course_utils.exercises.exercise import Case, case, exercise, right, wrong


def bucket_of(distance: np.ndarray) -> np.ndarray:
    away = np.abs(distance)
    far = 8 + np.floor(2 * np.log2(np.maximum(away, 1) / 8))  # two buckets a doubling
    bucket = np.where(away < 8, away, np.minimum(far, 15))
    return (bucket + 16 * (distance > 0)).astype(int)


def _bucket_cases() -> tuple[Case, ...]:
    # Where the logarithm is a whole number, right formulas may round it to either side.
    far = np.array([20, 40, 60, 90, 91, 120, 127, 129, 500])
    return (
        case("the query's own place", np.array([0])),
        case("keys up to 7 before", -np.arange(8)),
        case("keys up to 7 after", np.arange(1, 8)),
        case("keys from 8 to 15 before", -np.arange(8, 16)),
        case("far keys before", -far),
        case("far keys after", far),
        case("a table of distances", np.array([[0, 1, 9], [-1, 0, 30], [-9, -30, 0]])),
    )


T5_BUCKETS = exercise(
    "06.4",
    "T5's buckets",
    bucket_of,
    minutes=9,
    cases=_bucket_cases,
    hints=(
        "Three steps: forget the sign; distances below 8 are their own bucket, the others get one "
        "by the logarithm; then move the later keys to the upper half.",
        "`np.log2(away / 8)` counts the doublings from 8 on; two buckets for each, rounded down, "
        "at most 15. The logarithm of 0 is no number: `np.maximum(away, 1)` keeps it away.",
        "`np.where(away < 8, away, np.minimum(far, 15)) + 16 * (distance > 0)`, where `far` is "
        "`8 + np.floor(2 * np.log2(np.maximum(away, 1) / 8))`.",
    ),
    also_right=(
        right(
            "natural logarithms",
            (
                "2 * np.log2(np.maximum(away, 1) / 8)",
                "8 * np.log(np.maximum(away, 1) / 8) / np.log(128 / 8)",
            ),
        ),
        right(
            "one distance after the other",
            source="""
def bucket_of(distance):
    def one(d):
        away = abs(int(d))
        if away >= 8:
            away = min(15, 8 + int(2 * np.log2(away / 8)))
        return away + 16 * (d > 0)

    distance = np.asarray(distance)
    return np.array([one(d) for d in distance.ravel()]).reshape(distance.shape)
""",
        ),
        right(
            "the buckets' first distances",
            (
                "8 + np.floor(2 * np.log2(np.maximum(away, 1) / 8))",
                "7 + np.searchsorted(8 * 2 ** (np.arange(8) / 2), away, side='right')",
            ),
        ),
        right("floats", (".astype(int)", ".astype(float)")),
    ),
    wrong=(
        wrong(
            "no-direction",
            "Keys before and after share their buckets. In an encoder the later ones have the "
            "upper sixteen: add 16 where the distance is positive.",
            ("bucket + 16 * (distance > 0)", "bucket"),
        ),
        wrong(
            "direction-turned",
            "The upper half went to the earlier keys. The distance is j − i, positive for keys "
            "that come later.",
            ("distance > 0", "distance < 0"),
        ),
        wrong(
            "own-place-with-the-later",
            "Distance 0 landed in bucket 16. The query's own place is bucket 0: only distances "
            "above 0 move to the upper half.",
            ("distance > 0", "distance >= 0"),
        ),
        wrong(
            "sixteen-not-left-empty",
            "The later keys moved up by 15. Distance 1 has bucket 16 + 1; 16 stays empty.",
            ("16 * (distance > 0)", "15 * (distance > 0)"),
        ),
        wrong(
            "no-logarithm",
            "From distance 15 on all share a bucket: the distances from 8 on are not squeezed. "
            "Their buckets grow with the logarithm, up to 128.",
            ("np.where(away < 8, away, np.minimum(far, 15))", "np.minimum(away, 15)"),
        ),
        wrong(
            "no-exact-ones",
            "Small distances go through the logarithm too. Below 8, each distance is a bucket of "
            "its own.",
            ("np.where(away < 8, away, np.minimum(far, 15))", "np.clip(far, 0, 15)"),
        ),
        wrong(
            "natural-logarithm",
            "This takes twice the natural logarithm, so the buckets are too wide. The factor 2 "
            "belongs to `np.log2`: two buckets for each doubling.",
            ("np.log2", "np.log"),
        ),
        wrong(
            "one-bucket-a-doubling",
            "Each doubling of the distance got one bucket. Eight buckets serve the four doublings "
            "from 8 to 128: two each.",
            ("2 * np.log2", "np.log2"),
        ),
        wrong(
            "rounded-before-doubling",
            "The doublings are rounded down before they are doubled, so every second bucket stays "
            "empty. Double first, then round.",
            (
                "np.floor(2 * np.log2(np.maximum(away, 1) / 8))",
                "2 * np.floor(np.log2(np.maximum(away, 1) / 8))",
            ),
        ),
        wrong(
            "eight-forgotten",
            "The far distances begin again at bucket 0. The near ones have buckets 0 to 7, so "
            "these begin at 8.",
            ("8 + np.floor", "np.floor"),
        ),
        wrong(
            "measured-from-one",
            "The logarithm counts doublings from 1, so distance 8 lands six buckets too high. The "
            "exact buckets end at 8: begin there, with away / 8.",
            ("np.maximum(away, 1) / 8", "np.maximum(away, 1)"),
        ),
        wrong(
            "no-last-bucket",
            "Beyond distance 128 the buckets run on past 15, into those of the other direction. "
            "15 is the last one: take the minimum.",
            ("np.minimum(far, 15)", "far"),
        ),
        wrong(
            "rounded",
            "The logarithm is rounded to the nearest bucket. T5 rounds down, with `np.floor`.",
            ("np.floor(", "np.round("),
        ),
        wrong(
            "rounded-up",
            "The logarithm is rounded up. T5 rounds down, with `np.floor`.",
            ("np.floor(", "np.ceil("),
        ),
        wrong(
            "causal-rule",
            "All 32 buckets serve one direction here: that is T5's rule for its decoder. In the "
            "encoder each direction has sixteen, and eight of them are exact.",
            ("away = np.abs(distance)", "away = np.maximum(-distance, 0)"),
            (
                "8 + np.floor(2 * np.log2(np.maximum(away, 1) / 8))",
                "16 + np.floor(16 / 3 * np.log2(np.maximum(away, 1) / 16))",
            ),
            (
                "np.where(away < 8, away, np.minimum(far, 15))",
                "np.where(away < 16, away, np.minimum(far, 31))",
            ),
            ("bucket + 16 * (distance > 0)", "bucket"),
        ),
    ),
)


def slopes(n_heads: int) -> np.ndarray:
    return 2.0 ** (-8 * np.arange(1, n_heads + 1) / n_heads)


def _slope_cases() -> tuple[Case, ...]:
    return tuple(case(f"{n} head{'s' * (n > 1)}", n) for n in (8, 4, 16, 2, 1))


SLOPES = exercise(
    "06.5",
    "ALiBi's slopes",
    slopes,
    minutes=4,
    cases=_slope_cases,
    hints=(
        "Eight heads have 1/2, 1/4, …, 1/256. What is the exponent of head 1, 2, …, 8?",
        "The last slope is 2⁻⁸ for any number of heads, and all steps are equal factors: head h "
        "has the exponent −8 h / n_heads.",
        "`2.0 ** (-8 * np.arange(1, n_heads + 1) / n_heads)`.",
    ),
    also_right=(
        right(
            "np.geomspace",
            (
                "2.0 ** (-8 * np.arange(1, n_heads + 1) / n_heads)",
                "np.geomspace(2 ** (-8 / n_heads), 2**-8, n_heads)",
            ),
        ),
        right(
            "a running product",
            (
                "2.0 ** (-8 * np.arange(1, n_heads + 1) / n_heads)",
                "np.cumprod(np.full(n_heads, 2 ** (-8 / n_heads)))",
            ),
        ),
        right(
            "a list",
            (
                "2.0 ** (-8 * np.arange(1, n_heads + 1) / n_heads)",
                "[2 ** (-8 * h / n_heads) for h in range(1, n_heads + 1)]",
            ),
        ),
    ),
    wrong=(
        wrong(
            "counted-from-zero",
            "The first slope is 1. Heads are counted from 1 here: with eight heads the first has "
            "1/2, and the last 1/256.",
            ("np.arange(1, n_heads + 1)", "np.arange(n_heads)"),
        ),
        wrong(
            "halves-always",
            "The slopes halve from head to head whatever their number: right for eight heads only. "
            "The last slope is 2⁻⁸ for any number.",
            ("-8 * np.arange(1, n_heads + 1) / n_heads", "-1.0 * np.arange(1, n_heads + 1)"),
        ),
        wrong(
            "one-half-always",
            "The first slope is 1/2 whatever the number of heads: right for eight only. Fixed is "
            "the last one, 2⁻⁸; n equal factors lead there from 1.",
            (
                "2.0 ** (-8 * np.arange(1, n_heads + 1) / n_heads)",
                "np.geomspace(1 / 2, 1 / 256, n_heads)",
            ),
        ),
        wrong(
            "eight-forgotten",
            "The last slope is 1/2. The exponents run down to −8, not to −1.",
            ("-8 * np", "-1 * np"),
        ),
        wrong(
            "flat-to-steep",
            "These are the right slopes in the opposite order. The first head is the steepest.",
            ("np.arange(1, n_heads + 1)", "np.arange(n_heads, 0, -1)"),
        ),
        wrong(
            "sign-turned",
            "The slopes exceed 1 and grow: the exponent lacks its minus sign.",
            ("-8 * np", "8 * np"),
        ),
        wrong(
            "powers-of-e",
            "These are powers of e. The paper's slopes are powers of 2.",
            (
                "2.0 ** (-8 * np.arange(1, n_heads + 1) / n_heads)",
                "np.exp(-8 * np.arange(1, n_heads + 1) / n_heads)",
            ),
        ),
        wrong(
            "evenly-spaced",
            "The slopes fall by equal differences. The paper's fall by equal factors.",
            (
                "2.0 ** (-8 * np.arange(1, n_heads + 1) / n_heads)",
                "np.linspace(2 ** (-8 / n_heads), 2**-8, n_heads)",
            ),
        ),
        wrong(
            "negative",
            "The sizes are right. Slopes are positive; the minus sign belongs to the penalty "
            "−slope · |i − j|.",
            ("return 2.0 **", "return -(2.0 **"),
            ("/ n_heads)", "/ n_heads))"),
        ),
    ),
)
