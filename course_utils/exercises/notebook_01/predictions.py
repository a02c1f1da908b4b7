"""What the reader of notebook 01 commits to before running."""

from __future__ import annotations

import itertools

import numpy as np

from course_utils.attention import attention
from course_utils.exercises.prediction import Prediction

_CAT, _EATS, _MOUSE = np.random.default_rng(0).normal(size=(3, 8))


def _what_happens_to_the_cat() -> int:
    before = attention(*3 * [np.stack([_CAT, _EATS, _MOUSE])])[0]
    after = attention(*3 * [np.stack([_MOUSE, _EATS, _CAT])])[0]
    same_vector = np.allclose(before[0], after[2])
    same_place = np.allclose(before[0], after[0])
    return 1 if same_vector and not same_place else 0


def _best_share_of_right_roles() -> int:
    # A label a noun, whatever the rule; sentence 1 wants (agent, patient), sentence 2 the reverse.
    rules = itertools.product(["agent", "patient"], repeat=2)
    rights = [
        (dog == "agent") + (man == "patient") + (dog == "patient") + (man == "agent")
        for dog, man in rules
    ]
    return {0.25: 0, 0.5: 1, 0.75: 2, 1.0: 3}[max(rights) / 4]


def _what_a_causal_mask_shows() -> int:
    past_only = np.tri(3, dtype=bool)
    first = np.stack([_CAT, _EATS, _MOUSE])
    second = np.stack([_EATS, _CAT, _MOUSE])
    one = attention(first, first, first, past_only)[0]
    two = attention(second, second, second, past_only)[0]
    one_layer = not np.allclose(one[2], two[2])
    two_layers = not np.allclose(
        attention(one, one, one, past_only)[0][2], attention(two, two, two, past_only)[0][2]
    )
    return {(False, False): 0, (False, True): 1, (True, True): 2}[one_layer, two_layers]


PREDICTIONS = (
    Prediction(
        "01.A",
        "“Katze frisst Maus” goes through attention, then “Maus frisst Katze”. No positions "
        "anywhere. What happens to the output vector of Katze?",
        (
            "It changes: its neighbours stand elsewhere now.",
            "It is the very same vector, and stands at Katze's new place.",
            "Nothing moves: all three outputs stay where they were.",
            "All three outputs become equal.",
        ),
        1,
        "Katze asks the same question, meets the same two other words, and takes the same mean. "
        "Only the row moves in which the result is written.",
        (
            "Attention never asked where they stand: it compares vectors, and those are unchanged.",
            "So it is.",
            "The outputs travel with their words: row 3 now holds what row 1 held.",
            "Each word still asks with its own query, so the three means differ.",
        ),
        _what_happens_to_the_cat,
    ),
    Prediction(
        "01.B",
        "An encoder without positions reads “Hund beißt Mann” and “Mann beißt Hund”, and says of "
        "each noun whether it bites or is bitten. How many of the four labels can it get right "
        "at best, however it is trained?",
        ("one of four", "two of four", "three of four", "all four"),
        1,
        "Hund has one vector in both sentences, so it gets one label, which is right in exactly "
        "one of them. The same holds for Mann. Two of four, for every rule there is.",
        (
            "Every rule gets exactly half, so nobody does that badly.",
            "And at worst it is two of four as well.",
            "Whatever is right about Hund in one sentence is wrong in the other.",
            "It would have to give Hund two labels, but it sees the same vectors both times.",
        ),
        _best_share_of_right_roles,
    ),
    Prediction(
        "01.C",
        "Now a causal mask: each word sees itself and what came before. Still no positions. The "
        "first two of three words change places. Does the output of the last word tell?",
        (
            "No, it never can.",
            "Not after one layer, but after two.",
            "Yes, after one layer already.",
        ),
        1,
        "After one layer the last word has taken a mean over the same three vectors as before. But "
        "the first two words have seen different pasts, and the second layer reads that off.",
        (
            "True of the first layer. What do the other two words hold after it?",
            "The mask breaks the symmetry, and depth makes use of it.",
            "The last word still sees all three words at once, as a set.",
        ),
        _what_a_causal_mask_shows,
    ),
)
