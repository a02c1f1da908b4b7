"""What the reader of notebook 06 commits to before running."""

from __future__ import annotations

import itertools

import numpy as np

from course_utils.exercises.notebook_06.table_answers import table_gradient
from course_utils.exercises.prediction import Prediction
from course_utils.positions.pretrained import minilm_positions


def _gradient_of_a_sum() -> int:
    # d tanh(r·(x + p)) by differences, at x and at p.
    rng = np.random.default_rng(0)
    x, p, readout = rng.normal(size=(3, 4))

    def slope(in_words: bool) -> np.ndarray:
        nudges = 1e-6 * np.eye(4)
        other = np.tanh((x + p) @ readout)
        moved = [(x + n) + p if in_words else x + (p + n) for n in nudges]
        return np.array([(np.tanh(m @ readout) - other) / 1e-6 for m in moved])

    at_words, at_positions = slope(True), slope(False)
    if np.abs(at_positions).max() < 1e-9:
        return 0
    return 1 if np.allclose(at_words, at_positions, atol=1e-6) else 2


def _rows_beyond() -> int:
    rng = np.random.default_rng(0)
    table = rng.normal(size=(32, 4))
    first = table.copy()
    places = np.broadcast_to(np.arange(16), (8, 16))
    for _ in range(20):
        upstream = table[places] + rng.normal(size=(8, 16, 4))
        table -= 0.01 * table_gradient(upstream, places, 32)
    beyond = table[16:]
    if np.array_equal(beyond, first[16:]):
        return 2
    return 0 if not beyond.any() else 1


def _similarity_by_lag() -> int:
    rows = minilm_positions()[1:].astype(np.float64)
    unit = rows / np.linalg.norm(rows, axis=1, keepdims=True)
    mean = np.array([np.diag(unit @ unit.T, lag).mean() for lag in range(1, 61)])
    if mean[0] < 0.2:
        return 0
    inner = mean[1:-1]
    returns = ((inner > mean[:-2]) & (inner > mean[2:])).sum()
    return 2 if returns >= 3 else 1


def _blind_to() -> int:
    place = np.arange(5)
    distance = np.abs(place[:, None] - place)
    orders = [np.array(order) for order in itertools.permutations(range(5))]
    kept = sum(np.array_equal(distance[order][:, order], distance) for order in orders)
    return (1, 2, 5, 120).index(kept)


PREDICTIONS = (
    Prediction(
        "06.A",
        "The input is x + PE, with PE from the formula. Backpropagation goes through the sum. What "
        "is the gradient of the loss with respect to PE?",
        (
            "Zero: PE is a constant, so no gradient gets there.",
            "The same as with respect to x.",
            "Some other number, since PE is added and not looked up.",
            "It has none: a constant cannot be differentiated by.",
        ),
        1,
        "The loss sees only the sum, so nudging either summand does the same to it. The gradient "
        "is there; there is only no parameter that would follow it.",
        (
            "The gradient does arrive. It is the *update* that is missing.",
            "A sum hands its gradient to both sides unchanged.",
            "Where a number comes from does not matter to the loss; adding ε to it does the same.",
            "One may ask of every number how the loss would change if it did. Training just does "
            "not ask that of the formula.",
        ),
        _gradient_of_a_sum,
    ),
    Prediction(
        "06.B",
        "A table of 32 rows is trained on sentences of at most 16 words. What stands in rows 16 to "
        "31 afterwards?",
        (
            "Zeros: nothing was learned there.",
            "A continuation of the pattern of rows 0 to 15.",
            "Exactly the random numbers with which they began.",
            "Something vague: they moved along a little with the others.",
        ),
        2,
        "No sentence took these rows, so their gradient was 0 at every step, and a step of 0 moves "
        "nothing.",
        (
            "A row begins with random numbers, and somebody would have to make them zero.",
            "Rows are separate parameters. Nothing ties row 16 to row 15.",
            "That is what makes a learned table end where its training ended.",
            "Rows are separate parameters: there is no “along”.",
        ),
        _rows_beyond,
    ),
    Prediction(
        "06.C",
        "Take two rows of MiniLM's table, some positions apart. Training was free to write "
        "anything into them. How does their cosine similarity go, as the distance grows from 1 "
        "to 60?",
        (
            "It is near 0 from the start: the rows are separate parameters.",
            "It falls steadily: near positions are alike, far ones are not.",
            "It falls, and comes back again and again.",
        ),
        2,
        "It goes up and down about once in six positions, ten times within these sixty, while "
        "it falls.",
        (
            "They began as separate random vectors. But the text that trained them treats "
            "neighbours alike.",
            "Right about the near ones. But it does not only fall.",
            "Something that comes back again and again: you have met that before.",
        ),
        _similarity_by_lag,
    ),
    Prediction(
        "06.D",
        "Symmetric ALiBi subtracts slope · |i − j|. To how many of the 120 orders of five words is "
        "an encoder with it blind?",
        (
            "One: only to the order that changes nothing.",
            "Two: to that one and the mirror image.",
            "Five: to all rotations of the sentence.",
            "All 120: it never learns a position.",
        ),
        1,
        "An order goes unnoticed if it keeps every distance. Five places in a row have two such "
        "orders: as they are, and read backwards.",
        (
            "It knows only |i − j|, and there is another order that keeps all of these.",
            "Read backwards, all distances are the same, and the encoder returns the same vectors.",
            "A rotation brings the first word beside the last: their distance changes from 4 to 1.",
            "It learns nothing, and it does penalise far words. Most orders change distances.",
        ),
        _blind_to,
    ),
)
