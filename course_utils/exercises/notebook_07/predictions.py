"""What the reader of notebook 07 commits to before running."""

from __future__ import annotations

import math

from course_utils.exercises.notebook_07.place_answers import only_patients
from course_utils.exercises.prediction import Prediction
from course_utils.homework import MORE_FILLERS, MOST_FILLERS

_AGENTS = f"1 to {MOST_FILLERS + 1}"
_PATIENTS = f"4 to {MOST_FILLERS + 4}"
_PLACE = MORE_FILLERS + 1  # of the first noun


def _first_noun_beyond() -> int:
    return 2 if MORE_FILLERS in only_patients(MOST_FILLERS) else 0


def _rows_of_a_table() -> int:
    # The gradient of a row no batch reached is zero: it stays at its first value, whatever the sd.
    row, reached = 0.02, False
    after = row - 1.0 * (0.5 if reached else 0.0)
    return 1 if after == row else 0


def _weight_at_eight_times_the_length() -> int:
    short, long = (math.exp(5) / (math.exp(5) + n - 1) for n in (24, 192))
    return 1 if short > 0.8 and 0.4 < long < 0.5 else 0


PREDICTIONS = (
    Prediction(
        "07.A",
        f"An encoder with a position table was trained on sentences with 0 to {MOST_FILLERS} words "
        f"in front of “the N V the N”, and is always right. Now {MORE_FILLERS} words stand in "
        f"front, so that the first noun stands at place {_PLACE}. How often is the first noun "
        "given its right role, agent?",
        (
            "Nearly always: the order of the two nouns has not changed.",
            "In half of the sentences: it can only guess.",
            "Nearly never.",
        ),
        2,
        f"In training agents stood at places {_AGENTS} and patients at {_PATIENTS}. A noun at "
        f"place {_PLACE} was a patient every time, and that is what the model says of it: it does "
        "not merely forget.",
        (
            "The order has not changed, but the model never had to learn order: places sufficed.",
            f"Guessing needs ignorance. About place {_PLACE} the model is quite sure.",
            "So it is: worse than guessing, because it learned something else than we meant.",
        ),
        _first_noun_beyond,
    ),
    Prediction(
        "07.B",
        "A table has 256 rows; training windows have 32 characters. After training, what stands "
        "in rows 32 to 255?",
        (
            "Zeros.",
            "The random numbers they were filled with before training.",
            "Something between their neighbours, as the model has learned what positions are like.",
            "Nothing: the model raises an error.",
        ),
        1,
        "A row that no window reaches gets no gradient. So it stays what it was, and how loud that "
        "noise is, the first scale decides, which nobody trained.",
        (
            "Nobody wrote zeros there, and no gradient pushes towards them.",
            "So everything beyond the trained length depends on how the table was filled.",
            "Rows are separate parameters; nothing carries over from one to the next.",
            "Only beyond row 255 it would.",
        ),
        _rows_of_a_table,
    ),
    Prediction(
        "07.C",
        "One head looks three back with a score of 5, all other scores are 0. Among 24 tokens the "
        "right one gets 87 % of the weight. And among 192 tokens, with the same vectors?",
        ("87 % again: only distances count.", "a little less than half", "about one eighth of it"),
        1,
        "The softmax divides by the sum over all tokens: e^5 ≈ 148 against 191 others. The score "
        "knows only distances, the softmax knows how many keys there are.",
        (
            "The scores are the same, but 168 more tokens each take a share.",
            "148 / (148 + 191) is 0.44.",
            "The 23 others were a small part of the sum, so it grows less than eightfold.",
        ),
        _weight_at_eight_times_the_length,
    ),
)
