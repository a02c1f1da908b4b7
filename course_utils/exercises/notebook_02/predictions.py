"""What the reader of notebook 02 commits to before running."""

from __future__ import annotations

import numpy as np

from course_utils import lecture
from course_utils.exercises.notebook_02.late_torch import torch
from course_utils.exercises.notebook_02.number_answers import layer_norm, merges_from
from course_utils.exercises.prediction import Prediction


def _what_500_does_to_the_difference() -> int:
    cat, dog = lecture.CAT_768, lecture.DOG_768
    before, after = cat - dog, (cat + 500) - (dog + 500)
    unchanged = np.allclose(before, after, atol=1e-12)
    smaller = np.linalg.norm(after) < 0.99 * np.linalg.norm(before)
    return 2 if unchanged else 0 if smaller else 1


def _where_bfloat16_loses_them() -> int:
    found = merges_from(lecture.CAT_768, lecture.DOG_768, torch.bfloat16)
    return int(np.argmin(np.abs(np.log(np.array([128, 4096, 1e6]) / found))))


def _what_a_norm_leaves_at_the_end() -> int:
    # One block of any kind: what it adds is computed from the normed token only.
    rng = np.random.default_rng(0)
    x, place = rng.normal(size=(6, 16)), np.arange(6.0)[:, None]
    weights = rng.normal(size=(16, 16))

    def model(tokens: np.ndarray) -> np.ndarray:
        return layer_norm(tokens + np.tanh(layer_norm(tokens) @ weights))

    gone = np.allclose(model(x), model(x + place), atol=1e-9)
    return 0 if gone else 1


PREDICTIONS = (
    Prediction(
        "02.A",
        "You know cat and dog, seven entries each. Now both stand at place 500, so 500 is added to "
        "every entry. Computed exactly, without any rounding: what happens to cat − dog?",
        (
            "It shrinks: next to 500 it hardly counts.",
            "It grows with the place.",
            "It stays exactly what it was.",
        ),
        2,
        "(cat + 500) − (dog + 500) is cat − dog: the 500 cancels. Whatever drowns, it is not the "
        "difference, as long as nothing is rounded.",
        (
            "Beside the entries it looks small. But nobody divided it by 500.",
            "The same 500 is added to both.",
            "So the lecture's “rounding error” must be looked for elsewhere.",
        ),
        _what_500_does_to_the_difference,
    ),
    Prediction(
        "02.B",
        "Large models compute in bfloat16, which has 8 significant bits. From which place on are "
        "the seven entries of cat + place and dog + place the same numbers, to the last bit?",
        ("about 100", "about 4,000", "about a million", "at none"),
        0,
        "Eight significant bits: between 128 and 256 only whole numbers can be written. What cat "
        "and dog differ in lies behind the point.",
        (
            "It is exactly 128, a short paragraph.",
            "That would take five more bits of significand.",
            "float32 holds out that long, and longer. bfloat16 has 16 bits less.",
            "Every format with finitely many digits gives up somewhere.",
        ),
        _where_bfloat16_loses_them,
    ),
    Prediction(
        "02.C",
        "A whole Transformer in which each sublayer reads LayerNorm(x) and adds its result to x, "
        "with one more LayerNorm at the end (GPT-2 is built so). The number of the place is added "
        "to every input. What does the output say of the places?",
        (
            "Nothing: the output is what it was without them.",
            "Enough: attention can now see the order.",
            "Everything: the place is added to the output.",
        ),
        0,
        "The sublayers never see it, since they read normed tokens. It travels beside them, in "
        "the sum, as far as the last LayerNorm, and is deleted there.",
        (
            "Exactly nothing, in exact arithmetic.",
            "Attention reads LayerNorm(x + p), and that is LayerNorm(x).",
            "It would be, without the last LayerNorm.",
        ),
        _what_a_norm_leaves_at_the_end,
    ),
)
