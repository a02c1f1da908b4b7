"""Exercises 06.1 and 06.2: a learned table's forward pass and its gradient."""

from __future__ import annotations

import numpy as np

from course_utils.exercises.exercise import Case, case, exercise, right, wrong


def embed(tokens: np.ndarray, words: np.ndarray, positions: np.ndarray) -> np.ndarray:
    return words[tokens] + positions[: tokens.shape[1]]


def _embed_cases() -> tuple[Case, ...]:
    rng = np.random.default_rng(61)
    words, positions = rng.normal(size=(5, 3)), rng.normal(size=(8, 3))
    return (
        case("one sentence of three words", np.array([[4, 0, 2]]), words, positions),
        case(
            "two sentences of four words", np.array([[1, 1, 3, 0], [2, 4, 1, 1]]), words, positions
        ),
        case("four sentences of four words", rng.integers(0, 5, (4, 4)), words, positions),
        case("a sentence as long as the table", rng.integers(0, 5, (1, 8)), words, positions),
    )


EMBED = exercise(
    "06.1",
    "a learned table, forward",
    embed,
    minutes=4,
    cases=_embed_cases,
    hints=(
        "Two tables, two look-ups. Which row of `words` does a token take, and which row of "
        "`positions`?",
        "`words[tokens]` has shape (batch, n_positions, d_model). Place 0 takes row 0 of "
        "`positions`, place 1 row 1, and so on, in every sentence alike.",
        "`words[tokens] + positions[: tokens.shape[1]]`.",
    ),
    also_right=(
        right(
            "places written out",
            ("positions[: tokens.shape[1]]", "positions[np.arange(tokens.shape[1])]"),
        ),
        right("np.take", ("words[tokens]", "np.take(words, tokens, axis=0)")),
        right(
            "sentence by sentence",
            (
                "return words[tokens] + positions[: tokens.shape[1]]",
                "return np.stack([words[one] + positions[: len(one)] for one in tokens])",
            ),
        ),
        right("float32", ("words[tokens]", "words[tokens].astype(np.float32)")),
    ),
    wrong=(
        wrong(
            "along-the-batch",
            "Every word of a sentence gets the same row, chosen by the sentence's place in the "
            "batch. Rows of `positions` belong to places within the sentence.",
            ("positions[: tokens.shape[1]]", "positions[: len(tokens), None]"),
        ),
        wrong(
            "length-of-the-batch",
            "`len(tokens)` is the number of sentences. How many places they have says "
            "`tokens.shape[1]`.",
            ("tokens.shape[1]", "len(tokens)"),
        ),
        wrong(
            "whole-table",
            "The whole table is added, and it has more rows than these sentences have places. Take "
            "its first n_positions rows.",
            ("positions[: tokens.shape[1]]", "positions"),
        ),
        wrong(
            "side-by-side",
            "The position's numbers stand beside the word's, so the vectors are twice as long. "
            "Add the two rows.",
            (
                "return words[tokens] + positions[: tokens.shape[1]]",
                "places = np.broadcast_to(np.arange(tokens.shape[1]), tokens.shape)\n"
                "    return np.concatenate([words[tokens], positions[places]], axis=-1)",
            ),
        ),
        wrong(
            "positions-forgotten",
            "These are the words alone. Add the row of `positions` that belongs to each place.",
            (" + positions[: tokens.shape[1]]", ""),
        ),
        wrong(
            "row-of-the-word",
            "The row of `positions` is chosen by the word. It is the word's place in the "
            "sentence that chooses it.",
            ("positions[: tokens.shape[1]]", "positions[tokens]"),
        ),
        wrong(
            "counted-from-one",
            "The first word took row 1. Places are counted from 0 here, so it takes row 0.",
            ("positions[: tokens.shape[1]]", "np.roll(positions, -1, 0)[: tokens.shape[1]]"),
        ),
        wrong(
            "last-rows",
            "These are the last rows of the table. A sentence of n words takes the first n.",
            ("positions[: tokens.shape[1]]", "positions[-tokens.shape[1] :]"),
        ),
        wrong(
            "one-row-for-all",
            "All places took one and the same row, so order is as invisible as before. "
            "`positions[n]` is a single row, `positions[:n]` are the first n.",
            ("[: tokens.shape[1]]", "[tokens.shape[1]]"),
        ),
        wrong(
            "multiplied",
            "The two rows are multiplied. The position's row is added to the word's.",
            (" + positions", " * positions"),
        ),
        wrong(
            "averaged",
            "This is half of the sum. Just add; the model learns how long its rows should be.",
            (
                "words[tokens] + positions[: tokens.shape[1]]",
                "(words[tokens] + positions[: tokens.shape[1]]) / 2",
            ),
        ),
    ),
)


def table_gradient(upstream: np.ndarray, rows: np.ndarray, n_rows: int) -> np.ndarray:
    gradient = np.zeros((n_rows, upstream.shape[-1]))
    np.add.at(gradient, rows, upstream)
    return gradient


def _gradient_cases() -> tuple[Case, ...]:
    rng = np.random.default_rng(62)
    places = np.broadcast_to(np.arange(4), (3, 4)).copy()
    return (
        case("one sentence, every row once", rng.normal(size=(1, 3, 2)), np.array([[2, 0, 1]]), 3),
        case("a word that occurs twice", rng.normal(size=(1, 3, 2)), np.array([[1, 0, 1]]), 4),
        case("the places of three sentences", rng.normal(size=(3, 4, 2)), places, 7),
        case(
            "the words of three sentences", rng.normal(size=(3, 4, 2)), places[::-1, ::-1] // 2, 5
        ),
    )


TABLE_GRADIENT = exercise(
    "06.2",
    "the gradient of a table",
    table_gradient,
    minutes=7,
    cases=_gradient_cases,
    hints=(
        "The output at (b, i) is a copy of row `rows[b, i]`. If that row moves by ε, which "
        "outputs move, and by how much?",
        "So each row collects the upstream gradients of all the places that took it, and a row "
        "that nobody took keeps 0. Begin with zeros of shape (n_rows, d_model).",
        "`gradient[rows] += upstream` looks right and counts a row that occurs twice only once. "
        "`np.add.at(gradient, rows, upstream)` counts every occurrence.",
    ),
    also_right=(
        right(
            "a one-hot matrix",
            (
                "gradient = np.zeros((n_rows, upstream.shape[-1]))\n"
                "    np.add.at(gradient, rows, upstream)\n    return gradient",
                "one_hot = np.eye(n_rows)[rows]\n"
                "    return np.einsum('bnr,bnd->rd', one_hot, upstream)",
            ),
        ),
        right(
            "a loop",
            (
                "np.add.at(gradient, rows, upstream)",
                "for row, one in zip(rows.ravel(), upstream.reshape(-1, upstream.shape[-1])):\n"
                "        gradient[row] += one",
            ),
        ),
        right(
            "row by row with a mask",
            (
                "np.add.at(gradient, rows, upstream)",
                "for row in range(n_rows):\n"
                "        gradient[row] = upstream[rows == row].sum(axis=0)",
            ),
        ),
        right("float32", ("return gradient", "return gradient.astype(np.float32)")),
    ),
    wrong=(
        wrong(
            "repetitions-lost",
            "A row that occurs several times got the gradient of its last occurrence only: that is "
            "how NumPy assigns with repeated indices. `np.add.at` counts them all.",
            ("np.add.at(gradient, rows, upstream)", "gradient[rows] += upstream"),
        ),
        wrong(
            "lost-within-a-sentence",
            "Sentence by sentence, repetitions are still lost: within one sentence a row that "
            "occurs twice got only its last share. `np.add.at` counts them all.",
            (
                "np.add.at(gradient, rows, upstream)",
                "for row, one in zip(rows, upstream):\n        gradient[row] += one",
            ),
        ),
        wrong(
            "lost-across-sentences",
            "Place by place, repetitions are still lost: where several sentences take the same row "
            "at the same place, only the last counts. `np.add.at` counts them all.",
            (
                "np.add.at(gradient, rows, upstream)",
                "for i in range(rows.shape[1]):\n        gradient[rows[:, i]] += upstream[:, i]",
            ),
        ),
        wrong(
            "averaged",
            "The gradient is divided by how often a row occurs. Each occurrence adds its own "
            "share: the sum, not the mean.",
            (
                "return gradient",
                "counts = np.bincount(rows.ravel(), minlength=n_rows)\n"
                "    return gradient / np.maximum(counts, 1)[:, None]",
            ),
        ),
        wrong(
            "divided-by-the-batch",
            "The sum is divided by the number of sentences. If the loss is a mean over the batch, "
            "`upstream` has that factor already.",
            ("return gradient", "return gradient / len(rows)"),
        ),
        wrong(
            "every-row-moves",
            "Every row got the sum of everything, those that no token took as well. A row that did "
            "not enter the output cannot change the loss: its gradient is 0.",
            ("np.add.at(gradient, rows, upstream)", "gradient += upstream.sum(axis=(0, 1))"),
        ),
        wrong(
            "only-rows-that-occur",
            "The rows that occur are right, but the others are missing. The gradient has the shape "
            "of the table, (n_rows, d_model), with zeros for rows that nobody took.",
            ("return gradient", "return gradient[np.unique(rows)]"),
        ),
        wrong(
            "the-step",
            "This is the direction of the step, downhill. The gradient itself points uphill; "
            "the optimiser turns it round.",
            ("return gradient", "return -gradient"),
        ),
        wrong(
            "first-sentence-only",
            "Only the first sentence of the batch was counted. All of them add their share.",
            ("np.add.at(gradient, rows, upstream)", "np.add.at(gradient, rows[0], upstream[0])"),
        ),
        wrong(
            "by-place-always",
            "The gradients are collected by place, whatever `rows` says. For a table of words it "
            "is the word that names the row.",
            (
                "np.add.at(gradient, rows, upstream)",
                "np.add.at(gradient, np.indices(rows.shape)[1] % n_rows, upstream)",
            ),
        ),
        wrong(
            "counts",
            "This counts how often each row occurs. What each occurrence adds is not 1 but its "
            "upstream gradient.",
            ("np.add.at(gradient, rows, upstream)", "np.add.at(gradient, rows, 1.0)"),
        ),
    ),
)
