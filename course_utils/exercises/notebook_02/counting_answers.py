"""Exercises 02.3 and 02.4: does every query look two words back, and the bits of a position."""

from __future__ import annotations

import numpy as np

from course_utils.exercises.exercise import Case, case, exercise, right, wrong


def looks_back(scores: np.ndarray, lag: int) -> bool:
    for i in range(lag, len(scores)):
        others = np.delete(scores[i], i - lag)
        if scores[i, i - lag] <= others.max():
            return False
    return True


def _two_back(n_positions: int) -> np.ndarray:
    i, j = np.indices((n_positions, n_positions))
    return np.cos(0.3 * (i - 2 - j))


def _changed(row: int, column: int, score: float) -> np.ndarray:
    scores = _two_back(7)
    scores[row, column] = score
    return scores


def _round_a_ring() -> np.ndarray:
    return _two_back(7) + 3 * np.eye(7, k=5)


def _two_ahead_but_for_the_last() -> np.ndarray:
    scores = _two_back(7).T.copy()
    scores[6, 4] = 3.0
    return scores


def _score_cases() -> tuple[Case, ...]:
    position = np.arange(7.0)
    sharp = np.eye(7, k=-2)
    return (
        case("scores whose largest lies two back everywhere", _two_back(7), 2),
        case("the same scores, asked for one back", _two_back(7), 1),
        case("the same scores, all negative", _two_back(7) - 5, 2),
        case("scores that peak two words ahead", _two_back(7).T, 2),
        case("the same, but for the last query", _two_ahead_but_for_the_last(), 2),
        case("a query in the middle that prefers the first word", _changed(4, 0, 3.0), 2),
        case("a last query that prefers the last word", _changed(6, 6, 3.0), 2),
        case("a query for which two words tie", _changed(5, 6, _two_back(7)[5, 3]), 2),
        case("the same with an earlier word", _changed(5, 1, _two_back(7)[5, 3]), 2),
        case("the largest lies two back, or at the end for the first two", _round_a_ring(), 2),
        case("a query with a large negative score", _changed(5, 6, -3.0), 2),
        case("the first query that has a word two back prefers another", _changed(2, 5, 3.0), 2),
        case("scores that grow with the place of the key", np.outer(position, position), 2),
        case("scores that are all equal", np.ones((7, 7)), 2),
        case("a sharp table: 1 two back, 0 elsewhere", sharp, 2),
    )


LOOKS_BACK = exercise(
    "02.3",
    "does every query look back?",
    looks_back,
    minutes=8,
    cases=_score_cases,
    hints=(
        "Row i of `scores` holds what query i gives to every key. Which entry of that row belongs "
        "to the word `lag` places before, and for which i is there such a word?",
        "For every `i` in `range(lag, len(scores))`, compare `scores[i, i - lag]` with the largest "
        "of the others, `np.delete(scores[i], i - lag).max()`.",
        "Return False as soon as `scores[i, i - lag] <= others.max()` for some i; after the loop, "
        "return True.",
    ),
    also_right=(
        right(
            "counting the rivals",
            ("others = np.delete(scores[i], i - lag)", "rivals = scores[i] >= scores[i, i - lag]"),
            ("scores[i, i - lag] <= others.max()", "rivals.sum() > 1"),
        ),
        right(
            "a NumPy bool", ("return False", "return np.False_"), ("return True", "return np.True_")
        ),
        right(
            "sorted",
            (
                "if scores[i, i - lag] <= others.max()",
                "if scores[i, i - lag] != scores[i].max() or scores[i, i - lag] in others",
            ),
        ),
    ),
    wrong=(
        wrong(
            "one-query-is-enough",
            "This says True as soon as one query looks back. It must hold for every query that "
            "has a word that far back.",
            ("<= others.max()", "> others.max()"),
            ("return False", "return bool(1)"),
            ("return True", "return False"),
        ),
        wrong(
            "a-tie-will-do",
            "Where two keys share the largest score, the query looks at both. "
            "Use `<=`, so that a tie counts as a failure.",
            ("<= others", "< others"),
        ),
        wrong(
            "looks-ahead",
            "The entry at `i + lag` belongs to a word after the query. Before it is `i - lag`.",
            ("range(lag, len(scores))", "range(len(scores) - lag)"),
            ("np.delete(scores[i], i - lag)", "np.delete(scores[i], i + lag)"),
            ("scores[i, i - lag]", "scores[i, i + lag]"),
        ),
        wrong(
            "first-queries-too",
            "The first `lag` queries are asked, too. They have no word that far back, and a "
            "negative index picks one at the end instead. Begin with query `lag`.",
            ("range(lag, len(scores))", "range(len(scores))"),
        ),
        wrong(
            "never-true",
            "This never says True. Either a score is compared with its whole row, itself included "
            "(nothing is larger than itself), or the first `lag` queries are asked, for which "
            "`i - lag` is negative and no key.",
            ("np.delete(scores[i], i - lag)", "scores[i]"),
        ),
        wrong(
            "argmax-takes-the-first",
            "Right but for ties: where two keys share the largest score, `argmax` names the first "
            "and says nothing of the second. Compare with the other scores.",
            ("others = np.delete(scores[i], i - lag)", "best = np.argmax(scores[i])"),
            ("scores[i, i - lag] <= others.max()", "best != i - lag"),
        ),
        wrong(
            "begins-one-late",
            "The first query that has a word that far back is query `lag` itself, and it is left "
            "out here.",
            ("range(lag, len(scores))", "range(lag + 1, len(scores))"),
        ),
        wrong(
            "last-query-left-out",
            "The last query is left out: `range` stops before its end, so it ends at "
            "`len(scores)`.",
            ("range(lag, len(scores))", "range(lag, len(scores) - 1)"),
        ),
        wrong(
            "last-query-only",
            "Only the last query is tried. The others may look elsewhere.",
            ("range(lag, len(scores))", "range(len(scores) - 1, len(scores))"),
        ),
        wrong(
            "largest-in-size",
            "The size of a score counts here, so a large negative one wins. The softmax gives a "
            "negative score a small weight: leave out the `abs`.",
            ("np.delete(scores[i], i - lag)", "np.abs(np.delete(scores[i], i - lag))"),
            ("scores[i, i - lag]", "np.abs(scores[i, i - lag])"),
        ),
        wrong(
            "queries-in-the-columns",
            "Rows and columns have changed places: row i holds the scores of query i.",
            ("np.delete(scores[i], i - lag)", "np.delete(scores[:, i], i - lag)"),
            ("scores[i, i - lag]", "scores[i - lag, i]"),
        ),
        wrong(
            "only-the-neighbours",
            "Only the two keys beside it are compared. A far word may have a larger score.",
            (
                "np.delete(scores[i], i - lag)",
                "scores[i, [abs(i - lag - 1), (i - lag + 1) % len(scores)]]",
            ),
        ),
        wrong(
            "against-the-mean",
            "Above the mean is not yet the largest. Compare with `others.max()`.",
            ("others.max()", "others.mean()"),
        ),
    ),
)


def bits(position: np.ndarray, n_bits: int) -> np.ndarray:
    place_value = 2 ** np.arange(n_bits)[::-1]  # (n_bits,)
    return position[:, None] // place_value % 2


def _bit_cases() -> tuple[Case, ...]:
    return (
        case("the positions 0 to 15 in four bits", np.arange(16), 4),
        case("position 4857 in 13 bits", np.array([4857]), 13),
        case("the positions 6, 7 and 8 in four bits", np.array([6, 7, 8]), 4),
        case("the positions 0 to 2 in three bits", np.arange(3), 3),
    )


BITS = exercise(
    "02.4",
    "the bits of a position",
    bits,
    minutes=5,
    cases=_bit_cases,
    hints=(
        "In decimal, the tens digit of 4857 is 4857 // 10 % 10. What does that become with 2 in "
        "the place of 10, and with 8, 4, 2, 1 in the place of 10, 100, …?",
        "`2 ** np.arange(n_bits)[::-1]` holds what each bit is worth, the highest first. "
        "`position[:, None]` lets every position meet every bit.",
        "`position[:, None] // place_value % 2`.",
    ),
    also_right=(
        right(
            "shift and mask",
            ("2 ** np.arange(n_bits)[::-1]", "np.arange(n_bits)[::-1]"),
            ("// place_value % 2", ">> place_value & 1"),
        ),
        right(
            "text",
            (
                "return position[:, None] // place_value % 2",
                'return [[int(bit) for bit in f"{one:0{n_bits}b}"] for one in position]',
            ),
        ),
        right(
            "floats",
            (
                "position[:, None] // place_value % 2",
                "np.floor(position[:, None] / place_value) % 2",
            ),
        ),
    ),
    wrong=(
        wrong(
            "lowest-first",
            "The bits are right and stand the wrong way round: the lowest comes first. "
            "Turn them with `[::-1]`, as numbers are written.",
            ("[::-1]", ""),
        ),
        wrong(
            "quotients",
            "These are the quotients, not the digits: 8 // 4 is 2, and no bit is 2. "
            "Take the remainder `% 2`.",
            (" % 2", ""),
        ),
        wrong(
            "remainders",
            "The remainder modulo 8, 4, 2, 1 is what the lower bits make together. Divide first "
            "(`//`), then take `% 2`.",
            ("// place_value % 2", "% place_value"),
        ),
        wrong(
            "not-whole",
            "`/` keeps the fraction, so the bits are no whole numbers. Use `//`.",
            ("// place_value", "/ place_value"),
        ),
        wrong(
            "decimal-digits",
            "These are decimal digits. In binary each place is worth 2 times the next one.",
            ("2 ** np", "10 ** np"),
            ("% 2", "% 10"),
        ),
        wrong(
            "one-place-too-high",
            "The bits are worth 16, 8, 4, 2 here, so the lowest one, which tells odd from even, "
            "is missing. 2 ** 0 is the last place.",
            ("np.arange(n_bits)[::-1]", "np.arange(1, n_bits + 1)[::-1]"),
        ),
        wrong(
            "counted-from-one",
            "Positions count from 0 here, so position 0 has only zeros. Nothing is to be added.",
            ("position[:, None]", "(position[:, None] + 1)"),
        ),
        wrong(
            "bits-in-rows",
            "One row a bit. Asked for is one row a position: turn the table with `.T`.",
            ("position[:, None] // place_value % 2", "(position[:, None] // place_value % 2).T"),
        ),
        wrong(
            "place-values",
            "A bit that is set shows what it is worth, 8, 4, 2 or 1. Asked for is the digit, 1.",
            ("position[:, None] // place_value % 2", "position[:, None] & place_value"),
        ),
        wrong(
            "gray-code",
            "This is the Gray code, in which neighbours differ in one bit only. A fine idea, and "
            "the text comes to it; asked for is the plain binary number.",
            (
                "position[:, None] // place_value % 2",
                "(position ^ position >> 1)[:, None] // place_value % 2",
            ),
        ),
        wrong(
            "minus-one-and-one",
            "Every bit is −1 or 1 here. Asked for are 0 and 1.",
            (
                "position[:, None] // place_value % 2",
                "2 * (position[:, None] // place_value % 2) - 1",
            ),
        ),
    ),
)
