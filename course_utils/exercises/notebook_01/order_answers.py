"""Exercises 01.3 and 01.4: what a new order does to the weights, and a test for any model."""

from __future__ import annotations

import numpy as np

from course_utils.exercises.exercise import Case, case, exercise, right, wrong
from course_utils.exercises.notebook_01 import models


def permuted_weights(weights: np.ndarray, order: np.ndarray) -> np.ndarray:
    return weights[order][:, order]


def _weights_cases() -> tuple[Case, ...]:
    rng = np.random.default_rng(13)
    weights = rng.dirichlet(np.ones(4), size=4)
    return (
        case("four tokens moved one place on", weights, np.array([3, 0, 1, 2])),
        case("four tokens shuffled", weights, np.array([2, 0, 3, 1])),
        case("three tokens in the same order", weights[:3, :3], np.arange(3)),
    )


PERMUTED_WEIGHTS = exercise(
    "01.3",
    "the weights of a reordered sentence",
    permuted_weights,
    minutes=5,
    cases=_weights_cases,
    hints=(
        "Token `order[i]` now stands at position i. It takes its row of weights along. "
        "And what stands in its columns?",
        "`weights[order]` moves the rows. The columns are keys, and the keys moved too.",
        "`weights[order][:, order]`: first the rows, then the columns.",
    ),
    also_right=(
        right("np.ix_", ("weights[order][:, order]", "weights[np.ix_(order, order)]")),
        right(
            "a permutation matrix",
            (
                "return weights[order][:, order]",
                "p = np.eye(len(order))[order]\n    return p @ weights @ p.T",
            ),
        ),
        right("a list", ("weights[order][:, order]", "weights[order][:, order].tolist()")),
    ),
    wrong=(
        wrong(
            "rows-only",
            "The rows have moved, the columns have not. A column belongs to a key, and the keys "
            "stand in the new order too.",
            ("[order][:, order]", "[order]"),
        ),
        wrong(
            "columns-only",
            "The columns have moved, the rows have not. A row belongs to a query, and the queries "
            "stand in the new order too.",
            ("[order][:, order]", "[:, order]"),
        ),
        wrong(
            "diagonal-only",
            "`weights[order, order]` pairs the two index lists and picks single entries (i, i). "
            "Index the rows first, then the columns.",
            ("[order][:, order]", "[order, order]"),
        ),
        wrong(
            "inverse-order",
            "This is the way back: it sorts by the inverse permutation. Position i of the new "
            "sentence holds token `order[i]`, so index with `order` itself.",
            ("[order][:, order]", "[np.argsort(order)][:, np.argsort(order)]"),
        ),
        wrong(
            "transposed",
            "Rows and columns have changed places. Queries stay in the rows: no `.T` here.",
            ("[order][:, order]", "[order][:, order].T"),
        ),
        wrong(
            "rows-twice",
            "`weights[order][order]` moves the rows twice and the columns not at all. The second "
            "index belongs behind a comma: `[:, order]`.",
            ("[order][:, order]", "[order][order]"),
        ),
        wrong(
            "always-reversed",
            "This turns every sentence round, whatever `order` says. Index with `order`.",
            ("[order][:, order]", "[::-1, ::-1]"),
        ),
        wrong(
            "overwritten",
            "Entries are overwritten before they have been read, and the array that was passed in "
            "changes. Fill a new array.",
            (
                "return weights[order][:, order]",
                "for i, old in enumerate(order):\n"
                "        for j, other in enumerate(order):\n"
                "            weights[i, j] = weights[old, other]\n"
                "    return weights",
            ),
        ),
        wrong(
            "unchanged",
            "These are the old weights. Every token keeps its weights, but its row and its column "
            "stand elsewhere now.",
            ("[order][:, order]", ""),
        ),
        wrong(
            "one-way-and-back",
            "Rows and columns move by different permutations. Both are the same tokens: "
            "use `order` twice.",
            ("[:, order]", "[:, np.argsort(order)]"),
        ),
    ),
)


def is_order_sensitive(model, x):
    rng = np.random.default_rng(0)
    before = model(x)  # (batch, n_positions, d_model)
    for _ in range(20):
        order = rng.permutation(x.shape[1])
        after = model(x[:, order])
        if np.abs(after - before[:, order]).max() > 1e-5:
            return True
    return False


def _order_cases() -> tuple[Case, ...]:
    x = np.random.default_rng(14).normal(size=(6, 6, 4))
    short = (
        case("attention without positions, two tokens", models.blind, x[:, :2]),
        case("a model that marks the second of two tokens", models.marks_place(1), x[:, :2]),
        *(
            case(
                f"a model that marks the {ordinal} of three tokens", models.marks_place(k), x[:, :3]
            )
            for k, ordinal in enumerate(("first", "second", "last"))
        ),
    )
    return (*(case(says, model, x) for says, model in models.ZOO), *short)


ORDER_TEST = exercise(
    "01.4",
    "a test for order",
    is_order_sensitive,
    minutes=12,
    cases=_order_cases,
    hints=(
        "Give the model a sentence, then the same sentence in a new order. If it is blind to "
        "order, the outputs are the old ones, each at its token's new place.",
        "`x[:, order]` reorders the tokens of every sentence. Compare `model(x[:, order])` with "
        "`model(x)[:, order]`, and allow for rounding.",
        "For some twenty random `order`s: if `np.abs(model(x[:, order]) - model(x)[:, order])"
        ".max() > 1e-5`, return True. After the loop, return False.",
    ),
    also_right=(
        right(
            "np.allclose",
            (
                "np.abs(after - before[:, order]).max() > 1e-5",
                "not np.allclose(after, before[:, order], atol=1e-5)",
            ),
        ),
        right(
            "a NumPy bool", ("return True", "return np.True_"), ("return False", "return np.False_")
        ),
        right(
            "putting the outputs back",
            ("after - before[:, order]", "after[:, np.argsort(order)] - before"),
        ),
    ),
    wrong=(
        wrong(
            "outputs-not-moved",
            "The outputs are compared place by place, so every model looks sensitive: of course "
            "another token's output stands there. Move the old outputs along, `before[:, order]`.",
            ("before[:, order]", "before"),
        ),
        wrong(
            "mean-over-tokens",
            "A mean over the tokens hides order from the test: x + position vectors has the same "
            "mean in every order. Compare token by token.",
            ("after - before[:, order]", "after.mean(axis=1) - before.mean(axis=1)"),
        ),
        wrong(
            "exact-equality",
            "Sums in another order round differently: a difference of 1e-8 is no sense of order. "
            "Allow a tolerance, such as 1e-5.",
            (".max() > 1e-5", ".max() > 0"),
        ),
        wrong(
            "tolerance-too-wide",
            "A faint position signal is overlooked, since differences up to 0.1 are forgiven. "
            "Rounding needs no more than 1e-5 here.",
            ("1e-5", "0.1"),
        ),
        wrong(
            "sentences-permuted",
            "`x[order]` reorders the sentences of the batch, not the tokens of a sentence. "
            "Tokens lie along axis 1.",
            ("x[:, order]", "x[order]"),
            ("before[:, order]", "before[order]"),
        ),
        wrong(
            "features-permuted",
            "The features are permuted, so the tokens became other tokens. "
            "Their order lies along axis 1.",
            ("x.shape[1]", "x.shape[2]"),
            ("x[:, order]", "x[:, :, order]"),
            ("before[:, order]", "before[:, :, order]"),
        ),
        wrong(
            "two-orders-in-one-batch",
            "Both orders went through the model as different rows of one batch. A model that "
            "marks the row and not the token then looks sensitive. Same row, new order.",
            (
                "after = model(x[:, order])",
                "both = np.concatenate([x[:1], x[:1, order]])\n"
                "        before, after = model(both)[:, None]",
            ),
        ),
        wrong(
            "only-the-reversal",
            "Only the reversed sentence is tried. A model that looks at the distance |i - j| "
            "cannot tell a sentence from its mirror image, yet sees every other order.",
            ("rng.permutation(x.shape[1])", "np.arange(x.shape[1])[::-1]"),
        ),
        wrong(
            "only-turned-round-a-ring",
            "Only one order is tried, every token one place on. A model that looks at the left "
            "neighbour round a ring cannot tell, yet sees other orders.",
            ("rng.permutation(x.shape[1])", "np.roll(np.arange(x.shape[1]), 1)"),
        ),
        wrong(
            "three-places-only",
            "The order names places 0, 1 and 2 only; `x[:, order]` drops all other tokens. Make an "
            "order as long as the sentence, from `x.shape[1]`.",
            ("rng.permutation(x.shape[1])", "np.array([2, 1, 0])"),
        ),
        wrong(
            "one-random-order",
            "Only one random order is tried. Of three tokens it moves none with probability 1/6, "
            "and leaves a given one where it was with probability 1/3. Try some twenty.",
            ("range(20)", "range(1)"),
        ),
        wrong(
            "never-reordered",
            "This never finds a difference: both sides hold the tokens in the same order. Compare "
            "`model(x[:, order])` with `before[:, order]`, and let `order` be a new one.",
            ("rng.permutation(x.shape[1])", "np.arange(x.shape[1])"),
        ),
        wrong(
            "moved-the-wrong-way",
            "The old outputs are moved by the inverse permutation. Token `order[i]` stands at "
            "place i now, and so must its output: `before[:, order]`.",
            ("before[:, order]", "before[:, np.argsort(order)]"),
        ),
        wrong(
            "answer-turned-round",
            "The answer is turned round: True should mean that some order made a difference.",
            ("return True", "return bool(0)"),
            ("return False", "return True"),
        ),
        wrong(
            "first-two-swapped",
            "Only the first two tokens change places; a model that marks the end of a sentence "
            "goes unnoticed. Try random orders of all tokens.",
            ("rng.permutation(x.shape[1])", "np.array([1, 0, *range(2, x.shape[1])])"),
        ),
    ),
)
