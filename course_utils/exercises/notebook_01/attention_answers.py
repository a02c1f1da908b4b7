"""Exercises 01.1 and 01.2: a stable softmax, and scaled dot-product attention."""

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


def attention(query: np.ndarray, key: np.ndarray, value: np.ndarray) -> tuple:
    d_k = query.shape[-1]
    scores = query @ key.T / np.sqrt(d_k)  # (n_queries, n_keys)
    weights = softmax(scores)  # (n_queries, n_keys)
    return weights @ value, weights


def _attention_cases() -> tuple[Case, ...]:
    rng = np.random.default_rng(12)
    query, key, value = rng.normal(size=(3, 4, 4))
    long_key, long_value = rng.normal(size=(5, 4)), rng.normal(size=(5, 2))
    return (
        case("four tokens with d_k = 4", query, key, value),
        case("four queries, five keys and values of width 2", query, long_key, long_value),
        case("d_k = 1", query[:, :1], key[:, :1], value),
    )


ATTENTION = exercise(
    "01.2",
    "scaled dot-product attention",
    attention,
    minutes=8,
    cases=_attention_cases,
    parts=("output", "weights"),
    hints=(
        "Read the formula from the inside out: first all dot products of a query with a key, "
        "then the scale, then your softmax, then the mean of the values.",
        "`query @ key.T` holds every dot product: row i belongs to query i, column j to key j. "
        "d_k is the width of a query, `query.shape[-1]`.",
        "`weights = softmax(query @ key.T / np.sqrt(d_k))`, and return `weights @ value, weights`.",
    ),
    also_right=(
        right(
            "queries scaled first", ("query @ key.T / np.sqrt(d_k)", "(query / d_k**0.5) @ key.T")
        ),
        right("einsum", ("query @ key.T", "np.einsum('ik,jk->ij', query, key)")),
        right(
            "float32", ("weights = softmax(scores)", "weights = softmax(scores).astype(np.float32)")
        ),
        right(
            "a list of both",
            ("return weights @ value, weights", "return [weights @ value, weights]"),
        ),
    ),
    wrong=(
        wrong(
            "unscaled",
            "The scores are not divided by √d_k. Without it they grow with the width, and softmax "
            "ends up near a hard choice.",
            (" / np.sqrt(d_k)", ""),
        ),
        wrong(
            "divided-by-d_k",
            "The scores are divided by d_k. It is its square root: the dot product of d_k "
            "independent entries has standard deviation √d_k.",
            ("np.sqrt(d_k)", "d_k"),
        ),
        wrong(
            "multiplied",
            "The scores are multiplied by √d_k; divide by it.",
            (" / np.sqrt(d_k)", " * np.sqrt(d_k)"),
        ),
        wrong(
            "scaled-by-length",
            "The scores are divided by the square root of the number of keys. "
            "The scale is the width d_k, `query.shape[-1]`.",
            ("np.sqrt(d_k)", "np.sqrt(len(key))"),
        ),
        wrong(
            "scaled-after-softmax",
            "The scale comes after the softmax, so the weights of a row no longer sum to 1. "
            "Divide the scores, then take the softmax.",
            (" / np.sqrt(d_k)", ""),
            ("softmax(scores)", "softmax(scores) / np.sqrt(d_k)"),
        ),
        wrong(
            "columns-sum-to-one",
            "The columns of the weights sum to 1. Each query spreads its own 100 % over the keys: "
            "the softmax belongs along the last axis.",
            ("softmax(scores)", "softmax(scores.T).T"),
        ),
        wrong(
            "query-and-key-swapped",
            "Query and key have changed places: row i holds the scores of key i. "
            "Rows belong to queries, `query @ key.T`.",
            ("query @ key.T", "key @ query.T"),
        ),
        wrong(
            "no-softmax",
            "The scores are used as weights. They can be negative and do not sum to 1; "
            "send them through `softmax`.",
            ("softmax(scores)", "scores"),
        ),
        wrong(
            "weights-transposed",
            "The output mixes with the transposed weights: it sums over the queries. "
            "Output i is the mean of the values under row i, `weights @ value`.",
            ("weights @ value", "weights.T @ value"),
        ),
        wrong(
            "results-swapped",
            "Both results are there, in the other order. "
            "Return the output first, then the weights.",
            ("return weights @ value, weights", "return weights, weights @ value"),
        ),
        wrong(
            "keys-averaged",
            "The output is a mean of keys. Keys only decide how much; "
            "what is passed on is `value`.",
            ("weights @ value", "weights @ key"),
        ),
        wrong(
            "only-the-output",
            "The output alone comes back. Return both, `output, weights`: "
            "this notebook looks at the weights all the time.",
            ("return weights @ value, weights", "return weights @ value"),
        ),
    ),
)
