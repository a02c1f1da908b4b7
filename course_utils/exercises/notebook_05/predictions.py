"""What the reader of notebook 05 commits to before running."""

from __future__ import annotations

import numpy as np

from course_utils.exercises.notebook_05.head_answers import similarity
from course_utils.exercises.notebook_05.shift_answers import shift_matrix
from course_utils.exercises.prediction import Prediction
from course_utils.positions import sinusoidal_encoding


def _can_sines_be_shifted() -> int:
    table = sinusoidal_encoding(1003, 16, dtype=np.float64)
    sines = table[:, 0::2]

    def residual(here: np.ndarray, there: np.ndarray) -> float:
        best = np.linalg.lstsq(here, there, rcond=None)[0]
        return float(np.abs(here @ best - there).max())

    pairs_work = residual(table[:-3], table[3:]) < 1e-9
    sines_work = residual(sines[:-3], sines[3:]) < 1e-9
    sines_without_zero = residual(sines[1:-3], sines[4:]) < 1e-9
    assert pairs_work
    return {(True, True): 0, (False, True): 1, (False, False): 2}[sines_work, sines_without_zero]


def _which_is_more_alike() -> int:
    eleven, twelve = similarity(np.array([11, 12]), 128)
    table = sinusoidal_encoding(1013, 128, dtype=np.float64)
    products = [np.sum(table[lag:] * table[:-lag], axis=1) for lag in (11, 12)]
    assert all(np.ptp(one) < 1e-9 for one in products)
    return 0 if eleven > twelve else 1 if twelve > eleven else 2


def _where_the_head_looks_among_words() -> int:
    n_positions, d_model, delta = 256, 512, 3
    x = np.random.default_rng(50).normal(size=(n_positions, d_model))
    x = x + sinusoidal_encoding(n_positions, d_model, dtype=np.float64)
    largest = (x @ shift_matrix(delta, d_model) @ x.T).argmax(axis=1)[delta:]
    here = np.arange(delta, n_positions)
    if (largest == here).mean() > 0.9:
        return 2
    return int(np.argmin(np.abs(np.array([1.0, 0.75]) - (largest == here - delta).mean())))


PREDICTIONS = (
    Prediction(
        "05.A",
        "Keep only the sines of the table, one column for each clock. Is there still one matrix "
        "that takes the sines of every position to the sines three positions on?",
        (
            "Yes: each sine determines the next, so some matrix must do it.",
            "Yes, for every position but 0, where all sines vanish.",
            "No: the best matrix is wrong at nearly every position.",
        ),
        2,
        "To go on, a sine must know whether it is rising or falling, and that is what the cosine "
        "says: sin(x + Δ) needs cos x. Position 0 shows it most plainly.",
        (
            "Does it? A sine of 0.5 may be rising or falling, and the next value differs.",
            "Position 0 is the proof in one line, and it is not alone.",
            "Position 0 is only where one sees it without computing.",
        ),
        _can_sines_be_shifted,
    ),
    Prediction(
        "05.B",
        "128 columns. Which position has the vector more like that of position 100: 111, which is "
        "11 away, or 112, which is 12 away?",
        (
            "111: nearer positions are more alike.",
            "112, though it is farther away.",
            "Both alike, up to rounding.",
            "It depends: around position 500 it may be the other way round.",
        ),
        1,
        "The fast clocks turn right round within a few positions and come back. At lag 12 the "
        "fastest of them are nearly where they were: 12 radians are 1.9 turns.",
        (
            "Mostly so, and it is what the lecture says. Compute it.",
            "The difference is small, 0.0005, and real.",
            "The difference is small, 0.0005, but it is no rounding.",
            "The similarity depends on the lag alone, so it is the same everywhere.",
        ),
        _which_is_more_alike,
    ),
    Prediction(
        "05.C",
        "Now words: add to each row a random vector whose entries have standard deviation 1, as "
        "PyTorch's embedding begins. d = 512, and the head still looks three back. Where is its "
        "largest weight?",
        (
            "Three back: random words average out over 512 columns.",
            "Three back for about three of four positions.",
            "At the position itself, nearly everywhere.",
        ),
        2,
        "W turns the slow clocks' columns hardly at all, so a word's score with itself is large: "
        "about 420 before scaling, where the place–place peak is 256.",
        (
            "Different words do. But each word also meets itself.",
            "That would be about right for words a quarter that long.",
            "A matrix that is nearly the identity likes nothing better than the same vector.",
        ),
        _where_the_head_looks_among_words,
    ),
)
