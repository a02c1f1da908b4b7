"""The table that a real model learned, and the stored probe of that model."""

import numpy as np
import pytest
import torch

from course_utils.experiments import Results
from course_utils.experiments.pretrained import (
    CONDITIONS,
    Encoder,
    probe,
    read_safetensors,
    sentences,
    tables,
)
from course_utils.positions.pretrained import minilm_positions


def test_without_positions_the_stored_probe_is_exactly_at_half():
    stored = Results.load("pretrained_roles")
    assert stored.conditions == CONDITIONS
    assert (stored.numbers("zeroed") == 0.5).all()
    assert stored.mean("intact")[3] > 0.95 > stored.mean("Gaussian")[3]
    assert len(stored.runs["intact"]) == 5


def test_the_table_has_found_clocks():
    table = minilm_positions().astype(np.float64)[1:]
    spectrum = np.linalg.svd(table - table.mean(0), compute_uv=False) ** 2
    share = np.cumsum(spectrum) / spectrum.sum()
    assert np.searchsorted(share, 0.9) + 1 in range(8, 14)
    assert spectrum[0] < 1.1 * spectrum[1]  # sine and cosine of one clock weigh the same


def test_row_0_is_an_outlier():
    lengths = np.linalg.norm(minilm_positions(), axis=1)
    assert lengths[0] > 2 * lengths[1:].max()


def test_the_probe_finds_a_direction_and_cannot_invent_one():
    dice = torch.Generator().manual_seed(0)
    same = torch.randn(20, 1, 5, generator=dice).expand(20, 2, 5)
    assert probe(same[:10], same[10:]) == 0.5
    told = same + torch.tensor([[3.0], [-3.0]])
    assert probe(told[:10], told[10:]) == 1.0


def test_probe_sentences_come_in_both_orders():
    drawn = sentences(["dog", "man", "cat"], seed=0, n_pairs=3)
    for (one, agent, patient), (other, *same) in zip(drawn[::2], drawn[1::2], strict=True):
        words, mirrored = (["[CLS]", *text.split()] for text in (one, other))
        assert [agent, patient] == same
        assert (words[agent], words[patient]) == (mirrored[patient], mirrored[agent])


def test_tables_to_compare():
    learned = torch.randn(9, 4, generator=torch.Generator().manual_seed(0))
    compared = tables(learned, seed=1)
    assert list(compared) == ["intact", "zeroed", "shuffled", "Gaussian"]
    assert torch.equal(compared["shuffled"].sort(0).values, learned.sort(0).values)


def test_a_missing_model_is_named(tmp_path):
    with pytest.raises(ValueError, match="no model at"):
        Encoder(tmp_path)
    with pytest.raises(ValueError, match="no model at"):
        read_safetensors(tmp_path / "model.safetensors")
