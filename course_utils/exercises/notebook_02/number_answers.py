"""Exercises 02.1 and 02.2: where two words become one in a number format, and LayerNorm."""

from __future__ import annotations

import numpy as np

from course_utils import lecture
from course_utils.exercises.exercise import Case, case, exercise, right, wrong
from course_utils.exercises.notebook_02.late_torch import torch


def merges_from(
    first: np.ndarray, second: np.ndarray, dtype: object, n_positions: int = 4096
) -> int:
    position = torch.arange(n_positions).to(dtype)[:, None]  # (n_positions, 1)
    one = torch.tensor(first).to(dtype) + position  # (n_positions, d_model)
    other = torch.tensor(second).to(dtype) + position  # (n_positions, d_model)
    apart = (one != other).any(dim=1)  # (n_positions,)
    return int(apart.nonzero().max()) + 1 if apart.any() else 0


def _merging_cases() -> tuple[Case, ...]:
    cat, dog = lecture.CAT_768, lecture.DOG_768
    # The second pair agrees at 128 and parts again at 256, where the format's numbers lie 2 apart.
    alike = np.array([0.9, 0.5]), np.array([0.9001, 0.5])
    parting = np.array([0.9]), np.array([1.4])
    return (
        case("cat and dog in bfloat16", cat, dog, torch.bfloat16),
        case("cat and dog in float16", cat, dog, torch.float16),
        case("cat and dog in float32, to 20,000", cat, dog, torch.float32, 20_000),
        case("the words [0.9] and [1.4] in bfloat16", *parting, torch.bfloat16, 1000),
        case("two words that bfloat16 holds for one", *alike, torch.bfloat16, 100),
        case("a word and itself", cat, cat, torch.float16, 100),
    )


MERGES_FROM = exercise(
    "02.1",
    "where two words become one",
    merges_from,
    minutes=10,
    cases=_merging_cases,
    hints=(
        "Make a table with a row for each position: the word in that format plus the position in "
        "that format. One table for each word; then compare them.",
        "`position = torch.arange(n_positions).to(dtype)[:, None]` and `torch.tensor(first)"
        ".to(dtype) + position` give the first table. A row is apart when any entry differs.",
        "With `apart = (one != other).any(dim=1)`, the answer is one more than the last position "
        "at which `apart` is true: `int(apart.nonzero().max()) + 1`, and 0 where none is.",
    ),
    also_right=(
        right(
            "from the end",
            (
                "return int(apart.nonzero().max()) + 1 if apart.any() else 0",
                "merged = n_positions\n"
                "    while merged > 0 and not apart[merged - 1]:\n"
                "        merged -= 1\n"
                "    return merged",
            ),
        ),
        right("positions left as int64", ("(n_positions).to(dtype)[", "(n_positions)[")),
        right("the difference is not zero", ("one != other", "(one - other) != 0")),
        right("a tensor", ("int(apart.nonzero().max()) + 1", "apart.nonzero().max() + 1")),
    ),
    wrong=(
        wrong(
            "last-position-apart",
            "This is the last position at which the words still differ. They are the same from "
            "the next one on.",
            (".max()) + 1", ".max())"),
        ),
        wrong(
            "first-agreement",
            "This is the first position at which they agree, but some words part again further "
            "on, where the format's numbers lie further apart. Look for the last difference.",
            (
                "int(apart.nonzero().max()) + 1 if apart.any() else 0",
                "n_positions if apart.all() else int((~apart).nonzero().min())",
            ),
        ),
        wrong(
            "any-entry-is-enough",
            "Here one entry that agrees is enough. A word is lost only when *all* its entries "
            "agree, so a position is apart when *any* of them differs.",
            (".any(dim=1)", ".all(dim=1)"),
        ),
        wrong(
            "only-the-first-entry",
            "Only the first entry is compared. The words are the same when all entries are.",
            ("(one != other).any(dim=1)", "(one != other)[:, 0]"),
        ),
        wrong(
            "words-not-rounded",
            "`torch.tensor(first)` is float64, and float64 plus bfloat16 is float64: nothing was "
            "rounded. Cast the words too, with `.to(dtype)`.",
            ("torch.tensor(first).to(dtype)", "torch.tensor(first)"),
            ("torch.tensor(second).to(dtype)", "torch.tensor(second)"),
        ),
        wrong(
            "format-after-the-sum",
            "The sum is taken in float64 and rounded once. Words and positions are held in `dtype` "
            "too, so round them before they are added.",
            ("torch.arange(n_positions).to(dtype)", "torch.arange(n_positions).double()"),
            (
                "torch.tensor(first).to(dtype) + position",
                "(torch.tensor(first) + position).to(dtype)",
            ),
            (
                "torch.tensor(second).to(dtype) + position",
                "(torch.tensor(second) + position).to(dtype)",
            ),
        ),
        wrong(
            "nearly-equal-will-do",
            "`isclose` and `allclose` forgive a difference that float32 still keeps. "
            "The question is whether the two are the same number: use `!=`.",
            ("one != other", "~torch.isclose(one, other)"),
        ),
        wrong(
            "counts-the-differences",
            "This counts the positions at which the words differ. Words that meet and part again "
            "show that it is not the same as the place from which they agree for good.",
            ("int(apart.nonzero().max()) + 1", "int(apart.sum())"),
        ),
        wrong(
            "counts-the-agreements",
            "This counts the positions at which the words agree. Asked for is the first position "
            "after the last difference.",
            (
                "int(apart.nonzero().max()) + 1 if apart.any() else 0",
                "int((~apart).sum())",
            ),
        ),
        wrong(
            "always-bfloat16",
            "This is right for bfloat16 whatever `dtype` says. Pass `dtype` on, in all three "
            "places.",
            ("torch.arange(n_positions).to(dtype)", "torch.arange(n_positions).to(torch.bfloat16)"),
            ("torch.tensor(first).to(dtype)", "torch.tensor(first).to(torch.bfloat16)"),
            ("torch.tensor(second).to(dtype)", "torch.tensor(second).to(torch.bfloat16)"),
        ),
        wrong(
            "axis-of-positions",
            "`dim=0` runs over the positions and leaves one answer for each entry. Gather over "
            "the entries of each position: `dim=1`.",
            (".any(dim=1)", ".any(dim=0)"),
        ),
        wrong(
            "rounded-before-adding-only",
            "The words are rounded, but the sum is taken in float64, and float64 can hold it. "
            "The sum must be in `dtype` as well.",
            ("torch.tensor(first).to(dtype)", "torch.tensor(first).to(dtype).double()"),
            ("torch.tensor(second).to(dtype)", "torch.tensor(second).to(dtype).double()"),
        ),
    ),
)


def layer_norm(x: np.ndarray, epsilon: float = 1e-5) -> np.ndarray:
    mean = x.mean(axis=-1, keepdims=True)
    variance = x.var(axis=-1, keepdims=True)
    return (x - mean) / np.sqrt(variance + epsilon)


def _norm_cases() -> tuple[Case, ...]:
    rng = np.random.default_rng(21)
    square = rng.normal(size=(3, 3)) + np.array([[0.0], [1.0], [5.0]])
    return (
        case("the lecture's cat", lecture.CAT_768),
        case("three tokens of three entries", square),
        case("two sentences of four tokens", rng.normal(2.0, 3.0, size=(2, 4, 6))),
        case("a token whose entries are all 7", np.full((1, 5), 7.0)),
        case("one token with epsilon 0.5", rng.normal(size=4), 0.5),
        case("a faint token", np.array([0.001, -0.002, 0.003, 0.0])),
    )


LAYER_NORM = exercise(
    "02.2",
    "layer normalisation",
    layer_norm,
    minutes=5,
    cases=_norm_cases,
    hints=(
        "Each token by itself: find the mean and the variance of its own entries, which lie along "
        "the last axis.",
        "`x.mean(axis=-1, keepdims=True)` keeps an axis of length 1, so that it can be subtracted "
        "from `x` row by row; `x.var` works the same way.",
        "`(x - mean) / np.sqrt(variance + epsilon)`.",
    ),
    also_right=(
        right(
            "PyTorch in float32",
            source="""
            def layer_norm(x, epsilon=1e-5):
                import torch

                token = torch.as_tensor(x).float()
                return torch.nn.functional.layer_norm(token, token.shape[-1:], eps=epsilon)
            """,
        ),
        right("variance by hand", ("x.var(axis=-1", "((x - mean) ** 2).mean(axis=-1")),
        right(
            "a power instead of a root",
            ("/ np.sqrt(variance + epsilon)", "* (variance + epsilon) ** -0.5"),
        ),
        right(
            "sums",
            ("x.mean(axis=-1, keepdims=True)", "x.sum(axis=-1, keepdims=True) / x.shape[-1]"),
        ),
    ),
    wrong=(
        wrong(
            "mean-left-in",
            "The entries still have their mean: subtract it. That subtraction is what the next "
            "section hangs on.",
            ("(x - mean)", "x"),
        ),
        wrong(
            "root-mean-square",
            "This divides by the root of the mean square and keeps the mean: it is RMSNorm, which "
            "you will meet below. LayerNorm subtracts the mean first.",
            ("mean = x.mean(axis=-1, keepdims=True)", "mean = 0"),
            ("x.var(axis=-1, keepdims=True)", "(x**2).mean(axis=-1, keepdims=True)"),
        ),
        wrong(
            "no-root",
            "Divided by the variance. The standard deviation is its square root: `np.sqrt`.",
            ("np.sqrt(variance + epsilon)", "(variance + epsilon)"),
        ),
        wrong(
            "deviation-taken-twice",
            "`x.std` is a root already, and another root is taken of it. "
            "Under the root belongs the variance, `x.var`.",
            ("x.var", "x.std"),
        ),
        wrong(
            "one-less",
            "The variance is divided by d − 1 here (`ddof=1`). LayerNorm divides by d, which is "
            "what `x.var` does by itself.",
            ("x.var(axis=-1, keepdims=True)", "x.var(axis=-1, keepdims=True, ddof=1)"),
        ),
        wrong(
            "epsilon-outside-the-root",
            "Epsilon stands outside the root. It makes little difference to most tokens and a "
            "large one to faint ones: add it to the variance.",
            ("np.sqrt(variance + epsilon)", "(np.sqrt(variance) + epsilon)"),
        ),
        wrong(
            "epsilon-fixed",
            "Epsilon is 1e-5 here whatever the argument says. Use `epsilon`.",
            ("variance + epsilon", "variance + 1e-5"),
        ),
        wrong(
            "brackets-forgotten",
            "`/` comes before `-`: only the mean is divided here. Put the difference in brackets, "
            "`(x - mean)`.",
            ("(x - mean) /", "x - mean /"),
        ),
        wrong(
            "length-one",
            "Every token was given length 1. LayerNorm subtracts the mean and divides by the "
            "standard deviation, so the length becomes √d.",
            (
                "(x - mean) / np.sqrt(variance + epsilon)",
                "x / np.linalg.norm(x, axis=-1, keepdims=True)",
            ),
        ),
        wrong(
            "epsilon-forgotten",
            "A token whose entries are all equal has variance 0, and 0 / 0 is nan. "
            "Add epsilon to the variance.",
            ("variance + epsilon", "variance"),
        ),
        wrong(
            "keepdims-forgotten",
            "Without `keepdims=True` the means of the rows are laid along the columns: a square "
            "table gets the wrong means, and no error says so.",
            ("x.mean(axis=-1, keepdims=True)", "x.mean(axis=-1)"),
            ("x.var(axis=-1, keepdims=True)", "x.var(axis=-1)"),
        ),
        wrong(
            "over-the-tokens",
            "`axis=0` takes the mean over tokens (or sentences). LayerNorm treats each token by "
            "itself: its entries lie along `axis=-1`.",
            ("x.mean(axis=-1, keepdims=True)", "x.mean(axis=0, keepdims=True)"),
            ("x.var(axis=-1, keepdims=True)", "x.var(axis=0, keepdims=True)"),
        ),
        wrong(
            "over-everything",
            "One mean and one variance for the whole array. Each token has its own, along "
            "`axis=-1`.",
            ("x.mean(axis=-1, keepdims=True)", "x.mean()"),
            ("x.var(axis=-1, keepdims=True)", "x.var()"),
        ),
    ),
)
