"""Exercise 07.1: which word went where."""

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
        case("“a b c d” and “c a b d”", "a b c d", "c a b d"),
        case("a sentence that stays as it is", "Katze frisst Maus", "Katze frisst Maus"),
        case("a word that occurs twice", "the dog bites the man", "the man bites the dog"),
        case("“so so la” and “la so so”", "so so la", "la so so"),
        case("two blanks in a row", "Katze  frisst Maus", "Maus frisst  Katze"),
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
            "one-place-a-word",
            "A dictionary keeps one place a word, here its last. A word that occurs twice has two "
            "places, and each is taken once.",
            source="""
            def word_order(first, second):
                place = {word: k for k, word in enumerate(first.split())}
                return np.array([place[word] for word in second.split()])
            """,
        ),
        wrong(
            "the-other-way-taken-twice",
            "This asks for each word of the first sentence where the second has it. It is the "
            "other way round; and a word that occurs twice has two places.",
            source="""
            def word_order(first, second):
                words = second.split()
                return np.array([words.index(word) for word in first.split()])
            """,
        ),
        wrong(
            "moved-up",
            "A word that is found is removed, and all words behind it move up one place. Leave a "
            "gap there instead: `words[k] = None`.",
            source="""
            def word_order(first, second):
                words, order = first.split(), []
                for word in second.split():
                    order.append(words.index(word))
                    words.remove(word)
                return np.array(order)
            """,
        ),
        wrong(
            "split-at-each-blank",
            "`split(' ')` makes an empty word where two blanks stand side by side; `split()` does "
            "not.",
            ("first.split()", "first.split(' ')"),
            ("second.split()", "second.split(' ')"),
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
            "The places are counted in characters: it is the text that was searched. Split the "
            "first sentence into words, too.",
            source="""
            def word_order(first, second):
                return np.array([first.index(word) for word in second.split()])
            """,
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
