"""What the reader of notebook 04 commits to before running."""

from __future__ import annotations

import numpy as np

from course_utils.exercises.notebook_04.encoding_answers import (
    angular_frequencies,
    positional_encoding,
)
from course_utils.exercises.prediction import Prediction
from course_utils.trained_words import trained_words


def _clocks_that_turn_within_64() -> int:
    turning = int((2 * np.pi / angular_frequencies(256) <= 64).sum())
    return {128: 0, 64: 1, 33: 2, 2: 3}[turning]


def _how_alike_are_0_and_62832() -> int:
    row = positional_encoding(np.array([0, 1, 62832]), 512)
    far, near = np.linalg.norm(row[2] - row[0]), np.linalg.norm(row[1] - row[0])
    if far < 1e-6:
        return 0
    return 1 if far < near else 2


def _what_stays_more_alike() -> int:
    words, vectors = trained_words()
    scaled = {word: np.sqrt(384) * vectors[words.index(word)] for word in ("cat", "dog")}
    p = positional_encoding(np.arange(11), 384)

    def cosine(a: np.ndarray, b: np.ndarray) -> float:
        return float(a @ b / np.linalg.norm(a) / np.linalg.norm(b))

    same_word = cosine(scaled["dog"] + p[1], scaled["dog"] + p[10])
    same_place = cosine(scaled["dog"] + p[1], scaled["cat"] + p[1])
    return 0 if same_word > same_place + 0.05 else 1


PREDICTIONS = (
    Prediction(
        "04.A",
        "The lecture's heat map shows 64 positions and 256 dimensions, that is 128 clocks. How "
        "many of them come round at least once within the 64 positions?",
        ("all 128", "64, one half", "33, about a quarter", "2, only the fastest"),
        2,
        "Each clock is slower than the one before by the factor 10000<sup>1/128</sup>, about 1.07. "
        "After 33 of them the wavelength has grown from 2π past 64, and all further clocks are "
        "slower still.",
        (
            "The slowest would have to turn in 64 positions; it takes about 58,000.",
            "Half of the clocks are faster than one turn in 2π·100 = 628 positions, and 64 "
            "positions are a tenth of that.",
            "Three quarters of the picture never complete a turn.",
            "The second pair is only 7 % slower than the first. The speeds fall gently.",
        ),
        _clocks_that_turn_within_64,
    ),
    Prediction(
        "04.B",
        "At d = 512 the longest wavelength is just below 62,832 positions, 2π·10000. One reads "
        "that the encoding therefore has only 62,832 different rows. How far apart are the rows of "
        "position 0 and position 62,832?",
        (
            "They are the same row: everything begins again.",
            "Nearly the same, nearer than two neighbours.",
            "Farther apart than neighbours: as far as two random positions.",
        ),
        2,
        "For the row to repeat, *all* clocks would have to be back at the top at once. The slowest "
        "nearly is. The other 255 are wherever they happen to be.",
        (
            "Only if every clock made a whole number of turns, and the fastest never does.",
            "The few slowest clocks are nearly back. They are a small part of the row.",
            "The slowest clock does not decide for the other 255.",
        ),
        _how_alike_are_0_and_62832,
    ),
    Prediction(
        "04.C",
        "Trained word vectors are scaled by √d, then positions are added. Which pair of sums is "
        "more alike (by their cosine): `dog` at positions 1 and 10, or `dog` and `cat`, both at "
        "position 1?",
        (
            "the same word at two positions",
            "two words at the same position",
            "equally alike: word and position weigh the same",
        ),
        0,
        "After scaling, the word's vector is the longer part of the sum, and position vectors nine "
        "places apart still have much in common.",
        (
            "The word is not drowned: it is what the sum is mostly made of.",
            "That would be so if the word vectors were not scaled, and it is why they are.",
            "The word's part is longer, by a factor that the next cell measures.",
        ),
        _what_stays_more_alike,
    ),
)
