"""Attention says what came when shapes do not fit, and agrees with PyTorch where they do."""

import numpy as np
import pytest
import torch

from course_utils.attention import attention, softmax

RNG = np.random.default_rng(0)


def test_attention_is_pytorchs():
    query, key, value = RNG.normal(size=(3, 2, 5, 8))
    theirs = torch.nn.functional.scaled_dot_product_attention(
        *(torch.from_numpy(one) for one in (query, key, value)), is_causal=True
    )
    ours = attention(query, key, value, mask=np.tri(5, dtype=bool))[0]
    np.testing.assert_allclose(ours, theirs.numpy(), atol=1e-12)


def test_softmax_survives_large_and_masked_scores():
    np.testing.assert_allclose(softmax(np.array([1e4, -np.inf, 1e4])), [0.5, 0, 0.5])


@pytest.mark.parametrize(
    ("query", "key", "value"), [((3, 4), (3, 5), (3, 4)), ((3, 4), (3, 4), (2, 4))]
)
def test_shapes_that_do_not_fit_are_named(query, key, value):
    with pytest.raises(ValueError, match=r"share d_k.*\(3, 4\)"):
        attention(np.zeros(query), np.zeros(key), np.zeros(value))
