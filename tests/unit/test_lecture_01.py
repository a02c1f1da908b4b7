"""The rows of the lecture's check that belong to notebook 01 (8, 18 and 23), as facts."""

from collections import Counter

import numpy as np
import pytest

from course_utils import lecture
from course_utils.attention import attention
from course_utils.exercises.notebook_01 import models
from course_utils.exercises.notebook_01.order_answers import is_order_sensitive

RNG = np.random.default_rng(0)
X, P = RNG.normal(size=(2, 5, 8))
W_QUERY, W_KEY = RNG.normal(size=(2, 8, 8))
ORDER = np.array([3, 0, 4, 1, 2])


def test_attention_is_equivariant_and_only_pooling_makes_it_invariant():
    output, moved = attention(X, X, X)[0], attention(X[ORDER], X[ORDER], X[ORDER])[0]
    np.testing.assert_allclose(moved, output[ORDER], atol=1e-13)
    np.testing.assert_allclose(moved.mean(axis=0), output.mean(axis=0), atol=1e-13)
    assert np.abs(moved - output).max() > 0.1


def test_causal_mask_makes_it_neither():
    mask = np.tri(5, dtype=bool)
    output, moved = attention(X, X, X, mask)[0], attention(X[ORDER], X[ORDER], X[ORDER], mask)[0]
    assert np.abs(moved - output[ORDER]).max() > 0.1
    assert np.abs(moved.mean(axis=0) - output.mean(axis=0)).max() > 0.1


def test_score_of_summed_vectors_has_four_terms():
    w = W_QUERY @ W_KEY.T
    terms = [a @ w @ b.T for a in (X, P) for b in (X, P)]
    score = ((X + P) @ W_QUERY) @ ((X + P) @ W_KEY).T
    np.testing.assert_allclose(sum(terms), score, atol=1e-12)


@pytest.mark.parametrize(
    ("document", "is_permutation"), [("A", True), ("A, Russian", False), ("C", True), ("D", True)]
)
def test_which_sentence_pairs_are_permutations(document, is_permutation):
    first, second = lecture.SENTENCE_PAIRS[document]
    assert (Counter(first.split()) == Counter(second.split())) is is_permutation


@pytest.mark.parametrize(
    ("model", "expected"),
    [
        (models.blind, False),
        (models.along_the_batch, False),
        (models.positions_unmixed, True),
        (models.by_distance, True),
        (models.causal, True),
    ],
)
def test_order_test_says_of_each_model_what_is_true(model, expected):
    assert is_order_sensitive(model, RNG.normal(size=(3, 6, 4))) is expected


def test_distance_alone_cannot_tell_a_mirror_image():
    x = RNG.normal(size=(1, 6, 4))
    mirrored = models.by_distance(x[:, ::-1])
    np.testing.assert_allclose(mirrored, models.by_distance(x)[:, ::-1], atol=1e-13)
