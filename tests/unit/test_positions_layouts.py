"""Layouts hold the same columns in another order."""

import numpy as np
import pytest
import torch

from course_utils import positions

TABLE = positions.sinusoidal_encoding(9, 6)
SINES, COSINES = TABLE[:, 0::2], TABLE[:, 1::2]
WRITTEN_OUT = {
    "interleaved": TABLE,
    "halves": np.hstack([SINES, COSINES]),
    "interleaved, cosine first": np.stack([COSINES, SINES], axis=-1).reshape(9, 6),
    "halves, cosine first": np.hstack([COSINES, SINES]),
}


@pytest.mark.parametrize("source", positions.LAYOUTS)
@pytest.mark.parametrize("target", positions.LAYOUTS)
def test_every_layout_leads_to_every_other(source, target):
    moved = WRITTEN_OUT[source][:, positions.permutation(6, source, target)]
    np.testing.assert_array_equal(moved, WRITTEN_OUT[target])


@pytest.mark.parametrize(
    ("name", "source", "target"),
    [
        ("interleaved_to_halves", "interleaved", "halves"),
        ("interleaved_to_halves", "interleaved, cosine first", "halves, cosine first"),
        ("halves_to_interleaved", "halves", "interleaved"),
        ("halves_to_interleaved", "halves, cosine first", "interleaved, cosine first"),
        ("swap_within_pairs", "interleaved", "interleaved, cosine first"),
        ("swap_within_pairs", "interleaved, cosine first", "interleaved"),
        ("swap_halves", "halves", "halves, cosine first"),
        ("swap_halves", "halves, cosine first", "halves"),
    ],
)
def test_the_named_ways_do_what_they_are_called(name, source, target):
    order = getattr(positions, name)(6)
    np.testing.assert_array_equal(WRITTEN_OUT[source][:, order], WRITTEN_OUT[target])


def test_a_permutation_moves_tensors_too():
    order = positions.interleaved_to_halves(6)
    moved = torch.from_numpy(TABLE)[:, order]
    np.testing.assert_array_equal(moved.numpy(), WRITTEN_OUT["halves"])


def test_what_is_no_layout_is_named():
    with pytest.raises(ValueError, match="no layout is called 'split'; there are 'interleaved'"):
        positions.permutation(6, "split", "halves")
    with pytest.raises(ValueError, match=r"d_model must be an even .* got 5"):
        positions.interleaved_to_halves(5)
