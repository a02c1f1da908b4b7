"""Exercise 07.5: a difference and its uncertainty."""

from __future__ import annotations

import numpy as np

from course_utils.exercises.exercise import Case, case, exercise, right, wrong


def mean_difference(losses: np.ndarray, others: np.ndarray) -> tuple:
    difference = np.asarray(losses) - np.asarray(others)  # (n_seeds,)
    spread = difference.std(ddof=1)
    return difference.mean(), spread / np.sqrt(len(difference))


def _difference_cases() -> tuple[Case, ...]:
    rng = np.random.default_rng(75)
    losses = 2.4 + 0.02 * rng.normal(size=5)
    return (
        case("five seeds", losses, losses + 0.05 + 0.01 * rng.normal(size=5)),
        case("three seeds", np.array([2.38, 2.36, 2.39]), np.array([2.41, 2.40, 2.39])),
        case("a constant difference", losses, losses - 0.1),
    )


MEAN_DIFFERENCE = exercise(
    "07.5",
    "a difference and its uncertainty",
    mean_difference,
    minutes=6,
    cases=_difference_cases,
    parts=("difference", "standard_error"),
    hints=(
        "Both models of a seed saw the same batches, so subtract seed by seed first.",
        "The standard error of a mean of n numbers is their standard deviation (of the sample, "
        "`ddof=1`) divided by √n.",
        "`d = losses - others`, then return `d.mean(), d.std(ddof=1) / np.sqrt(len(d))`.",
    ),
    also_right=(
        right(
            "from the sum of squares",
            (
                "difference.std(ddof=1)",
                "np.sqrt(((difference - difference.mean()) ** 2).sum() / (len(difference) - 1))",
            ),
        ),
        right(
            "a list of both",
            ("return difference", "return [difference"),
            ("(len(difference))", "(len(difference))]"),
        ),
    ),
    wrong=(
        wrong(
            "no-root-of-n",
            "This is the standard deviation of one seed's difference. The mean of n seeds is "
            "√n times as sure.",
            ("spread / np.sqrt(len(difference))", "spread"),
        ),
        wrong(
            "divided-by-n",
            "The spread is divided by n. It is the variance of a mean that falls as 1/n; the "
            "standard error falls as 1/√n.",
            ("np.sqrt(len(difference))", "len(difference)"),
        ),
        wrong(
            "ddof-0",
            "The standard deviation divides by n here. Around a mean taken from the same few "
            "numbers that is too small: divide by n − 1, `ddof=1`.",
            ("difference.std(ddof=1)", "difference.std()"),
        ),
        wrong(
            "plain-std",
            "`np.std` alone is how much one seed's difference varies, and it divides by n. Take "
            "`ddof=1`, then divide by √n.",
            ("difference.std(ddof=1)", "difference.std()"),
            ("spread / np.sqrt(len(difference))", "spread"),
        ),
        wrong(
            "one-less-twice",
            "n − 1 is counted twice: `ddof=1` has it already. Divide by √n.",
            ("np.sqrt(len(difference))", "np.sqrt(len(difference) - 1)"),
        ),
        wrong(
            "variance-of-the-mean",
            "This is the variance of the mean. The standard error is its square root.",
            ("spread / np.sqrt(len(difference))", "spread**2 / len(difference)"),
        ),
        wrong(
            "error-first",
            "The two have changed places: first the mean difference, then its standard error.",
            (
                "difference.mean(), spread / np.sqrt(len(difference))",
                "spread / np.sqrt(len(difference)), difference.mean()",
            ),
        ),
        wrong(
            "turned-round",
            "The difference has the wrong sign: it should be negative when the first is lower.",
            ("difference.mean(),", "-difference.mean(),"),
        ),
        wrong(
            "not-paired",
            "The seeds were treated as if the two models had nothing in common. They saw the same "
            "batches: subtract seed by seed, then take the spread of the differences.",
            (
                "spread = difference.std(ddof=1)",
                "spread = np.hypot(np.std(losses, ddof=1), np.std(others, ddof=1))",
            ),
        ),
        wrong(
            "spread-of-the-first",
            "This is the spread of the first model's losses. What matters is the spread of the "
            "differences.",
            ("difference.std(ddof=1)", "np.std(losses, ddof=1)"),
        ),
        wrong(
            "variance",
            "That is a variance. Take its square root, the standard deviation.",
            ("difference.std(ddof=1)", "difference.var(ddof=1)"),
        ),
        wrong(
            "size-only",
            "The absolute values lose which of the two is better. Keep the sign.",
            ("difference.mean(),", "np.abs(difference).mean(),"),
        ),
        wrong(
            "median",
            "The first number is the median of the differences. The standard error belongs to "
            "their mean.",
            ("difference.mean(),", "np.median(difference),"),
        ),
    ),
)
