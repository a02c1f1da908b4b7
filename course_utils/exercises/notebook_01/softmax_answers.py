"""Exercise 01.1: a stable softmax."""

from __future__ import annotations

import numpy as np

from course_utils.exercises.exercise import Case, case, exercise, right, wrong


def softmax(scores: np.ndarray) -> np.ndarray:
    shifted = scores - scores.max(axis=-1, keepdims=True)
    weights = np.exp(shifted)
    return weights / weights.sum(axis=-1, keepdims=True)


def _softmax_cases() -> tuple[Case, ...]:
    rng = np.random.default_rng(11)
    return (
        case("one row of three scores", np.array([0.5, 2.0, -1.0])),
        case("a square table, 3 by 3", rng.normal(size=(3, 3))),
        case("a batch of tables, 2 by 3 by 4", rng.normal(size=(2, 3, 4))),
        case("scores of 1000 and 1001", np.array([1000.0, 1001.0])),
        case("a row whose scores lie 2000 apart", np.array([-1000.0, 0.0, 1000.0, 999.0])),
        case("two rows of very different size", np.array([[0.0, 1.0], [2000.0, 2001.0]])),
        case("a masked row, with -inf", np.array([0.0, 1.0, -np.inf])),
    )


SOFTMAX = exercise(
    "01.1",
    "a stable softmax",
    softmax,
    minutes=6,
    cases=_softmax_cases,
    hints=(
        "Three steps: make all numbers positive, then let each row sum to 1. "
        "What turns any real number into a positive one?",
        "e^1000 is too large for a float64. Subtracting the same number from a whole row "
        "changes no weight; which number makes every exponent at most 0?",
        "`np.exp(scores - scores.max(axis=-1, keepdims=True))`, then divide by its own sum "
        "along the last axis, again with `keepdims=True`.",
    ),
    also_right=(
        right("float32", ("np.exp(shifted)", "np.exp(shifted.astype(np.float32))")),
        right(
            "through the log-sum-exp",
            (
                "weights / weights.sum(axis=-1, keepdims=True)",
                "np.exp(shifted - np.log(weights.sum(axis=-1, keepdims=True)))",
            ),
        ),
        right(
            "a list instead of an array",
            (
                "weights / weights.sum(axis=-1, keepdims=True)",
                "(weights / weights.sum(axis=-1, keepdims=True)).tolist()",
            ),
        ),
    ),
    wrong=(
        wrong(
            "whole-table",
            "The weights sum to 1 over the whole table. Each query, so each row, hands out its "
            "own 100 %: sum over `axis=-1`.",
            ("weights.sum(axis=-1, keepdims=True)", "weights.sum()"),
        ),
        wrong(
            "columns-sum-to-one",
            "The columns sum to 1, not the rows. `axis=0` runs down a column; "
            "the scores of one query lie along the last axis.",
            ("scores.max(axis=-1, keepdims=True)", "scores.max(axis=0, keepdims=True)"),
            ("weights.sum(axis=-1, keepdims=True)", "weights.sum(axis=0, keepdims=True)"),
        ),
        wrong(
            "overflow",
            "Right for small scores, but e^1000 is inf and inf / inf is nan. Subtract each row's "
            "maximum first: it cancels in the fraction.",
            ("scores - scores.max(axis=-1, keepdims=True)", "scores"),
        ),
        wrong(
            "one-maximum-for-all",
            "One maximum for the whole table: a row far below it becomes 0 / 0. "
            "Every row needs its own, `scores.max(axis=-1, keepdims=True)`.",
            ("scores.max(axis=-1, keepdims=True)", "scores.max()"),
        ),
        wrong(
            "mean-subtracted",
            "Subtracting the mean leaves the largest exponent positive, and it can still overflow. "
            "Only the maximum makes every exponent at most 0.",
            ("scores.max(axis=-1, keepdims=True)", "scores.mean(axis=-1, keepdims=True)"),
        ),
        wrong(
            "keepdims-forgotten",
            "Without `keepdims=True` the sums of the rows are laid along the columns: a square "
            "table is divided by the wrong sums, and no error says so.",
            ("weights.sum(axis=-1, keepdims=True)", "weights.sum(axis=-1)"),
        ),
        wrong(
            "keepdims-and-maximum",
            "Without `keepdims=True` the sums of the rows are laid along the columns, so a square "
            "table is divided by the wrong ones. The maximum needs `axis=-1, keepdims=True` too.",
            ("scores.max(axis=-1, keepdims=True)", "scores.max()"),
            ("weights.sum(axis=-1, keepdims=True)", "weights.sum(axis=-1)"),
        ),
        wrong(
            "whole-table-and-maximum",
            "The whole table sums to 1, and one maximum serves all its rows. Each row is a softmax "
            "of its own: give `max` and `sum` an `axis=-1, keepdims=True`.",
            ("scores.max(axis=-1, keepdims=True)", "scores.max()"),
            ("weights.sum(axis=-1, keepdims=True)", "weights.sum()"),
        ),
        wrong(
            "whole-table-and-overflow",
            "Two things: the whole table sums to 1 where each row should (`axis=-1, "
            "keepdims=True`), and e^1000 is inf, so subtract each row's maximum first.",
            ("scores - scores.max(axis=-1, keepdims=True)", "scores"),
            ("weights.sum(axis=-1, keepdims=True)", "weights.sum()"),
        ),
        wrong(
            "columns-and-overflow",
            "Two things: the columns sum to 1 (Python's `sum` adds up the rows, as `axis=0` does) "
            "where the rows should, and e^1000 is inf, so subtract each row's maximum first.",
            ("scores - scores.max(axis=-1, keepdims=True)", "scores"),
            ("weights.sum(axis=-1, keepdims=True)", "sum(weights)"),
        ),
        wrong(
            "divided-by-the-maximum",
            "Dividing by the maximum changes the weights. Subtracting it does not: e^(s−m) is "
            "e^s / e^m, and e^m cancels in the fraction.",
            ("scores - scores.max", "scores / scores.max"),
        ),
        wrong(
            "not-normalised",
            "The exponentials are right, but they do not sum to 1 yet. Divide by their sum.",
            ("weights / weights.sum(axis=-1, keepdims=True)", "weights"),
        ),
        wrong(
            "no-exponential",
            "Dividing the scores by their sum gives negative weights where scores are negative. "
            "Take the exponential first.",
            ("np.exp(shifted)", "scores"),
        ),
        wrong(
            "logarithm-of-it",
            "These are the logarithms of the weights (a log-softmax): they are negative and do "
            "not sum to 1. Leave out the last `np.log`.",
            (
                "weights / weights.sum(axis=-1, keepdims=True)",
                "np.log(weights / weights.sum(axis=-1, keepdims=True))",
            ),
        ),
        wrong(
            "base-two",
            "The weights are positive and sum to 1, but they are powers of 2. "
            "Softmax takes powers of e: `np.exp`.",
            ("np.exp(shifted)", "np.exp2(shifted)"),
        ),
        wrong(
            "sign-turned",
            "The largest score gets the smallest weight: a minus sign too many in the exponent.",
            ("np.exp(shifted)", "np.exp(scores.min(axis=-1, keepdims=True) - scores)"),
        ),
    ),
)
