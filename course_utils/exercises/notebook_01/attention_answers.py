"""Exercise 01.2: scaled dot-product attention."""

from __future__ import annotations

import numpy as np

from course_utils.exercises.exercise import Case, case, exercise, right, wrong
from course_utils.exercises.notebook_01.softmax_answers import softmax


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
            "scores-for-weights",
            "The output is right; beside it stand the scores. Return what the softmax made of "
            "them, the weights.",
            ("return weights @ value, weights", "return weights @ value, scores"),
        ),
        wrong(
            "scaled-by-the-values",
            "The scale is the width of the values. It belongs to the dot product, so it is the "
            "width of queries and keys, `query.shape[-1]`.",
            ("d_k = query.shape[-1]", "d_k = value.shape[-1]"),
        ),
        wrong(
            "key-not-transposed",
            "`query @ key` multiplies a query's entries with the columns of `key`, and works only "
            "while the table is square. A dot product with every key is `query @ key.T`.",
            ("query @ key.T", "query @ key"),
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
