"""Exercise 07.2: how much of the attention changed."""

from __future__ import annotations

import numpy as np

from course_utils.exercises.exercise import Case, case, exercise, right, wrong


def map_change(weights: np.ndarray, other: np.ndarray, order: np.ndarray) -> float:
    moved = weights[..., order, :][..., order]
    gone_elsewhere = np.abs(other - moved).sum(axis=-1) / 2  # (..., n_queries)
    return gone_elsewhere.mean()


def _change_cases() -> tuple[Case, ...]:
    rng = np.random.default_rng(72)
    order = np.array([2, 0, 3, 1])
    one, other = rng.dirichlet(np.ones(4), size=(2, 4))
    heads, other_heads = rng.dirichlet(np.full(4, 0.5), size=(2, 3, 4))
    several = rng.dirichlet(np.full(4, 0.5), size=(2, 2, 3, 4))
    a, b = np.eye(2), np.eye(2)[::-1]
    return (
        case("a map that is only moved", one, one[order][:, order], order),
        case("two maps that have nothing in common", a, b, np.arange(2)),
        case("two maps of four words", one, other, order),
        case("two stacks of three heads", heads, other_heads, order),
        case("two sentences of three heads", *several, order),
    )


MAP_CHANGE = exercise(
    "07.2",
    "how much of the attention changed",
    map_change,
    minutes=8,
    cases=_change_cases,
    hints=(
        "First move the old weights to where they would be if only the words had moved: rows and "
        "columns both, as in exercise 01.3.",
        "With heads in front, rows are the last axis but one and columns the last: "
        "`weights[..., order, :][..., order]`. Then compare row by row.",
        "`np.abs(other - moved).sum(axis=-1) / 2` is the share of each query's attention that has "
        "gone elsewhere; take its mean.",
    ),
    also_right=(
        right(
            "what both have in common",
            (
                "np.abs(other - moved).sum(axis=-1) / 2",
                "1 - np.minimum(other, moved).sum(axis=-1)",
            ),
        ),
        right(
            "only what was gained",
            ("np.abs(other - moved).sum(axis=-1) / 2", "np.clip(other - moved, 0, 1).sum(axis=-1)"),
        ),
        right(
            "a Python float",
            ("gone_elsewhere.mean()", "float(gone_elsewhere.mean())"),
        ),
    ),
    wrong=(
        wrong(
            "not-moved",
            "The old map is compared in its old order, so a map that only moved seems to have "
            "changed. Move rows and columns by `order` first.",
            ("weights[..., order, :][..., order]", "weights"),
        ),
        wrong(
            "rows-only",
            "Only the rows were moved. The keys are the same words in the same new order: move "
            "the columns, too.",
            ("[..., order, :][..., order]", "[..., order, :]"),
        ),
        wrong(
            "places-in-pairs",
            "`weights[..., order, order]` takes the entries (order[i], order[i]) alone, one for "
            "each i. First the rows, `[..., order, :]`, then the columns, `[..., order]`.",
            ("[..., order, :][..., order]", "[..., order, order]"),
        ),
        wrong(
            "heads-for-rows",
            "`weights[order]` takes the rows of one map, and where heads stand in front it takes "
            "heads. Rows are the last axis but one: `weights[..., order, :]`.",
            ("weights[..., order, :][..., order]", "weights[order][:, order]"),
        ),
        wrong(
            "one-axis-in-front",
            "This counts on exactly one axis in front, the heads. There may be none, or two: "
            "`...` stands for all of them, `weights[..., order, :]`.",
            ("weights[..., order, :][..., order]", "weights[:, order][:, :, order]"),
        ),
        wrong(
            "columns-only",
            "Only the columns were moved. The queries are the same words in the same new order: "
            "move the rows, too.",
            ("[..., order, :][..., order]", "[..., order]"),
        ),
        wrong(
            "counted-twice",
            "What leaves one key arrives at another, and is counted at both: two maps with nothing "
            "in common come out at 2. Take half.",
            (" / 2  #", "  #"),
        ),
        wrong(
            "mean-over-entries",
            "A mean over all entries shrinks as the sentence grows. Sum over the keys of each "
            "query, then take the mean over the queries.",
            (".sum(axis=-1) / 2", ".mean(axis=-1) / 2"),
        ),
        wrong(
            "plain-mean",
            "This is the plain mean of all differences. One query's share is half the *sum* over "
            "its keys; the mean is over the queries.",
            (".sum(axis=-1) / 2", ".mean(axis=-1)"),
        ),
        wrong(
            "what-stayed",
            "This is the share that stayed. Asked for is what moved, 1 minus it: a map that only "
            "moved with its words gives 0.",
            ("gone_elsewhere.mean()", "1 - gone_elsewhere.mean()"),
        ),
        wrong(
            "signs-cancel",
            "Without absolute values gains and losses cancel, and every change is zero: each row "
            "sums to 1 before and after.",
            ("np.abs(other - moved)", "(other - moved)"),
        ),
        wrong(
            "squared",
            "The differences are squared, which makes small ones vanish. Asked for is a share of "
            "the attention: absolute values.",
            ("np.abs(other - moved)", "((other - moved) ** 2)"),
        ),
        wrong(
            "largest-only",
            "This is the change of the query that changed most. Take the mean over all queries "
            "and heads.",
            ("gone_elsewhere.mean()", "gone_elsewhere.max()"),
        ),
        wrong(
            "first-head-only",
            "Only the first head counts here. Take the mean over all heads.",
            (
                "gone_elsewhere.mean()",
                "gone_elsewhere.reshape(-1, len(order))[0].mean()",
            ),
        ),
        wrong(
            "moved-the-wrong-way",
            "The weights were moved by the inverse order. Place i now holds the word `order[i]`, "
            "so row i holds the weights of row `order[i]`.",
            ("weights[..., order, :][..., order]", "weights[..., back, :][..., back]"),
            ("    moved =", "    back = np.argsort(order)\n    moved ="),
        ),
        wrong(
            "sum-over-queries",
            "The changes of all queries are added up, so longer sentences change more. "
            "Take their mean.",
            ("gone_elsewhere.mean()", "gone_elsewhere.sum()"),
        ),
    ),
)
