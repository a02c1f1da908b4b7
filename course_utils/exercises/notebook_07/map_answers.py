"""Exercises 07.1 and 07.2: which word went where, and how much of the attention changed."""

from __future__ import annotations

import numpy as np

from course_utils.exercises.exercise import Case, case, exercise, right, wrong
from course_utils.homework import SENTENCES


def word_order(first: str, second: str) -> np.ndarray:
    words, order = first.split(), []
    for word in second.split():
        places = [k for k, one in enumerate(words) if one == word and k not in order]
        order.append(places[0])
    return np.array(order)


def _order_cases() -> tuple[Case, ...]:
    return (
        case("the homework's two sentences", *SENTENCES),
        case("“a b c d” and “c a d b”", "a b c d", "c a d b"),
        case("a sentence that stays as it is", "Katze frisst Maus", "Katze frisst Maus"),
        case("a word that occurs twice", "the dog bites the man", "the man bites the dog"),
        case("“Der” and “der”, two words", "Der Hund der bellt", "der Hund Der bellt"),
    )


WORD_ORDER = exercise(
    "07.1",
    "which word went where",
    word_order,
    minutes=6,
    cases=_order_cases,
    hints=(
        "Go through the words of the second sentence. For each ask: where did it stand in the "
        "first?",
        "`first.split().index(word)` answers that, but for a word that occurs twice it gives the "
        "same place both times. Remember which places are taken.",
        "`places = [k for k, one in enumerate(words) if one == word and k not in order]`, and "
        "append `places[0]` to `order`.",
    ),
    also_right=(
        right("a list", ("np.array(order)", "order")),
        right(
            "crossing out the words that are taken",
            source="""
            def word_order(first, second):
                words, order = first.split(), []
                for word in second.split():
                    order.append(words.index(word))
                    words[order[-1]] = None
                return np.array(order)
            """,
        ),
        right(
            "sorting both",
            source="""
            def word_order(first, second):
                one = np.argsort(first.split(), kind="stable")
                other = np.argsort(second.split(), kind="stable")
                return one[np.argsort(other)]
            """,
        ),
    ),
    wrong=(
        wrong(
            "the-other-way",
            "This is the inverse order: where each word of the first sentence goes. Asked for is "
            "where each word of the second comes from, so that `x[order]` is the second sentence.",
            ("np.array(order)", "np.argsort(order)"),
        ),
        wrong(
            "taken-twice",
            "A word that occurs twice is sent to the same old place both times. Each place can be "
            "taken once.",
            (" and k not in order", ""),
        ),
        wrong(
            "last-place-first",
            "For a word that occurs twice the last place was taken first. Keep equal words in "
            "their old order: the first one still free.",
            ("places[0]", "places[-1]"),
        ),
        wrong(
            "upper-and-lower-case",
            "“Der” and “der” were taken for one word. To the model they are two tokens.",
            ("first.split(), []", "first.lower().split(), []"),
            ("in second.split()", "in second.lower().split()"),
        ),
        wrong(
            "characters",
            "The places are counted in characters. Split the sentences into words.",
            ("first.split(), []", "list(first), []"),
            ("in second.split()", "in second"),
        ),
        wrong(
            "counted-from-one",
            "The places are counted from 1; in NumPy, and so in `x[order]`, from 0.",
            ("np.array(order)", "np.array(order) + 1"),
        ),
        wrong(
            "sorted",
            "The places came out sorted, so nothing moves. Keep them in the order of the second "
            "sentence.",
            ("np.array(order)", "np.sort(order)"),
        ),
        wrong(
            "backwards",
            "The order is read from the second sentence's end. Begin with its first word.",
            ("second.split():", "second.split()[::-1]:"),
        ),
        wrong(
            "how-far",
            "This is how far each word moved. Asked for is the place that it came from.",
            ("np.array(order)", "np.array(order) - np.arange(len(order))"),
        ),
    ),
)


def map_change(weights: np.ndarray, other: np.ndarray, order: np.ndarray) -> float:
    moved = weights[..., order, :][..., order]
    gone_elsewhere = np.abs(other - moved).sum(axis=-1) / 2  # (..., n_queries)
    return gone_elsewhere.mean()


def _change_cases() -> tuple[Case, ...]:
    rng = np.random.default_rng(72)
    order = np.array([2, 0, 3, 1])
    one, other = rng.dirichlet(np.ones(4), size=(2, 4))
    heads, other_heads = rng.dirichlet(np.full(4, 0.5), size=(2, 3, 4))
    a, b = np.eye(2), np.eye(2)[::-1]
    return (
        case("a map that is only moved", one, one[order][:, order], order),
        case("two maps that have nothing in common", a, b, np.arange(2)),
        case("two maps of four words", one, other, order),
        case("two stacks of three heads", heads, other_heads, order),
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
