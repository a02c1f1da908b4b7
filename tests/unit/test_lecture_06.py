"""The rows of the lecture's check that belong to notebook 06 (13, 14, 16, 17), and its claims."""

import itertools
from collections import Counter

import numpy as np
import pytest
import torch

from course_utils import lecture
from course_utils.exercises.notebook_06.bias_answers import bucket_of, slopes
from course_utils.exercises.notebook_06.shaw_answers import shaw_logits
from course_utils.exercises.notebook_06.table_answers import embed, table_gradient
from course_utils.experiments import Results
from course_utils.models import Transformer
from course_utils.positions import alibi, sinusoidal_encoding, t5
from course_utils.positions.methods import Sizes, method
from course_utils.positions.pretrained import minilm_positions

ENCODER_METHODS = ("sinusoidal", "learned", "random fixed", "RoPE", "Shaw", "T5", "ALiBi symmetric")


@pytest.fixture(scope="module")
def table():
    return minilm_positions().astype(np.float64)


# Row 13: who uses what.


def test_learned_tables_are_not_what_most_of_document_e_s_models_use():
    uses = Counter({name: len(models) for name, models in lecture.WHO_USES_WHAT.items()})
    assert uses.most_common(1)[0][0] == "RoPE"
    assert uses["learned"] < uses.total() / 2


# Row 14: the table extends, the model is another question.


def test_sinusoidal_table_extends_with_equal_steps_and_a_learned_one_ends():
    steps = np.linalg.norm(np.diff(sinusoidal_encoding(4096, 32, dtype=np.float64), axis=0), axis=1)
    assert np.ptp(steps) < 1e-9
    learned = method("learned", Sizes(d_model=32, n_heads=4, n_positions=32))
    with pytest.raises(ValueError, match="33"):
        learned.add(torch.zeros(33, 32))


def test_rows_beyond_the_trained_length_never_move():
    torch.manual_seed(0)
    position = method("learned", Sizes(d_model=8, n_heads=2, n_positions=12))
    before = position.table.detach().clone()
    steps = torch.optim.Adam(position.parameters(), lr=0.1)
    for _ in range(5):
        steps.zero_grad()
        position.add(torch.randn(4, 7, 8)).square().sum().backward()
        steps.step()
    moved = (position.table != before).any(dim=1)
    assert moved.tolist() == [True] * 7 + [False] * 5


def test_the_gradient_of_a_table_is_pytorch_s():
    rng = np.random.default_rng(0)
    rows, upstream = rng.integers(0, 6, (4, 5)), rng.normal(size=(4, 5, 3))
    weights = torch.zeros(9, 3, dtype=torch.float64, requires_grad=True)
    weights[rows].backward(torch.from_numpy(upstream))
    np.testing.assert_allclose(weights.grad, table_gradient(upstream, rows, 9))


# Row 16: BERT's 512 rows.


def test_a_model_of_the_bert_family_has_512_rows_and_no_more(table):
    assert table.shape == (512, 384)
    with pytest.raises(ValueError, match="broadcast"):
        embed(np.zeros((1, 513), dtype=int), np.zeros((1, 384)), table)


# Row 17: what Shaw, T5 and ALiBi add.


def test_shaw_s_term_changes_with_the_query_so_it_is_no_number_for_a_pair_of_places():
    rng = np.random.default_rng(1)
    query, vectors = rng.normal(size=(10, 8)), rng.normal(size=(7, 8))
    term = shaw_logits(query, np.zeros((10, 8)), vectors)
    query[4] = rng.normal(size=8)
    changed = np.abs(shaw_logits(query, np.zeros((10, 8)), vectors) - term) > 1e-9
    assert np.flatnonzero(changed.any(axis=1)).tolist() == [4]


def test_the_exercise_s_shaw_is_the_library_s():
    rng = np.random.default_rng(2)
    shaw = method("Shaw", Sizes(d_model=8, n_heads=1), clip=3).double()
    query, key = rng.normal(size=(2, 9, 8))
    ours = shaw_logits(query, key, shaw.key_vectors.detach().numpy())
    theirs = shaw.bias(torch.from_numpy(query)).detach().numpy() + query @ key.T / np.sqrt(8)
    np.testing.assert_allclose(ours, theirs)


def test_shaw_s_value_term_changes_outputs_at_equal_weights():
    shaw = method("Shaw", Sizes(d_model=8, n_heads=1), clip=2)
    weights = torch.full((1, 6, 6), 1 / 6)  # alike for all, whatever b is
    added = shaw.values(weights)[0]
    assert not torch.allclose(added[0], added[5], atol=1e-3)


def test_t5_s_buckets_are_the_library_s_at_every_distance():
    distance = np.arange(-600, 601)
    theirs = t5.buckets(torch.from_numpy(distance)).numpy()
    np.testing.assert_array_equal(bucket_of(distance), theirs)
    assert set(range(32)) - set(theirs.tolist()) == {16}  # it would be distance 0


def test_alibi_s_slopes_are_the_library_s():
    for n_heads in (1, 2, 4, 8, 16):
        np.testing.assert_allclose(slopes(n_heads), alibi.slopes(n_heads).numpy())


# What the notebook says of MiniLM's table.


def test_five_peaks_hold_the_power_and_each_is_a_ring(table):
    rows = table[1:] - table[1:].mean(axis=0)
    waves = np.fft.rfft(rows, axis=0)
    power = (np.abs(waves) ** 2).sum(axis=1)
    edges, turns = [1, 2, 5, 16, 50, 130], []
    assert power[1:130].sum() / power.sum() > 0.97
    for first, end in itertools.pairwise(edges):
        kept = np.zeros_like(waves)
        kept[first:end] = waves[first:end]
        left, strength, _ = np.linalg.svd(np.fft.irfft(kept, n=511, axis=0), full_matrices=False)
        share = strength**2 / (strength**2).sum()
        ring = left[:, :2] * strength[:2]
        angle = np.unwrap(np.arctan2(ring[:, 1], ring[:, 0]))
        turns.append(round(abs(angle[-1] - angle[0]) / (2 * np.pi)))
        assert share[:2].sum() > 0.86
        assert share[1] > 0.75 * share[0]
        assert np.mean(np.diff(angle) * (angle[-1] - angle[0]) > 0) > 0.99
    assert turns == [1, 3, 10, 30, 87]


def test_random_walks_give_no_rings():
    walks = np.random.default_rng(2).normal(size=(511, 384)).cumsum(axis=0)
    waves = np.fft.rfft(walks - walks.mean(axis=0), axis=0)
    for first, end in ((2, 5), (5, 16), (16, 50), (50, 130)):
        kept = np.zeros_like(waves)
        kept[first:end] = waves[first:end]
        strength = np.linalg.svd(np.fft.irfft(kept, n=511, axis=0), compute_uv=False)
        assert strength[1] ** 2 < 0.3 * strength[0] ** 2


def test_ten_components_hold_nine_tenths(table):
    strength = np.linalg.svd(table[1:] - table[1:].mean(axis=0), compute_uv=False) ** 2
    held = (strength / strength.sum()).cumsum()
    assert held[8] < 0.9 < held[9]


def test_seams_lie_at_row_0_at_row_127_and_at_the_end(table):
    steps = np.linalg.norm(np.diff(table, axis=0), axis=1)
    assert sorted(np.argsort(steps)[-7:].tolist()) == [0, 126, 127, 507, 508, 509, 510]
    assert steps[2:126].max() < 0.28
    assert steps[2:126].mean() < 0.83 * steps[128:500].mean()


def test_lag_explains_half_of_the_cosines(table):
    unit = table[1:] / np.linalg.norm(table[1:], axis=1, keepdims=True)
    similarity = unit @ unit.T

    def explained(largest_lag):
        diagonals = [np.diag(similarity, lag) for lag in range(1, largest_lag + 1)]
        unexplained = sum(((one - one.mean()) ** 2).sum() for one in diagonals)
        everything = np.concatenate(diagonals)
        return 1 - unexplained / ((everything - everything.mean()) ** 2).sum()

    assert explained(2) == pytest.approx(0.92, abs=0.01)
    assert explained(510) == pytest.approx(0.49, abs=0.01)


def test_a_token_that_only_stands_at_place_0_shares_its_gradient_with_row_0():
    tokens = np.array([[9, 4, 4, 1], [9, 3, 1, 4]])
    upstream = np.random.default_rng(3).normal(size=(2, 4, 3))
    places = np.tile(np.arange(4), (2, 1))
    of_word, of_place = table_gradient(upstream, tokens, 10), table_gradient(upstream, places, 12)
    np.testing.assert_allclose(of_word[9], of_place[0])


def test_a_pretrained_encoder_without_positions_is_right_in_half_of_the_cases():
    probed = Results.load("pretrained_roles")
    assert (probed.numbers("zeroed") == 0.5).all()
    by_place_alone = 7 / 8  # agents at places 2 to 5, patients at 5 to 8
    assert probed.mean("intact")[3:6].min() > by_place_alone + 0.05
    for name in ("shuffled", "Gaussian"):
        assert probed.mean(name)[3:6].min() < by_place_alone + 0.05


# Order: notebook 01's question to every method.


def blind_orders(name):
    torch.manual_seed(0)
    sizes = Sizes(d_model=32, n_heads=4, n_positions=32)
    encoder = Transformer(20, 8, sizes, name, d_ff=64).double().eval()
    if name == "T5":
        torch.nn.init.normal_(encoder.position.table)
    x = torch.from_numpy(np.random.default_rng(6).normal(size=(5, 32)))
    orders = torch.tensor(list(itertools.permutations(range(5))))
    with torch.no_grad():
        after, before = encoder.read(x[orders])[0], encoder.read(x[None])[0][0]
    return orders[(after - before[orders]).abs().amax(dim=(1, 2)) < 1e-9].tolist()


def test_without_positions_every_order_looks_the_same():
    assert len(blind_orders("none")) == 120


@pytest.mark.parametrize("name", ENCODER_METHODS[:-1])
def test_every_other_method_sees_every_order(name):
    assert blind_orders(name) == [[0, 1, 2, 3, 4]]


def test_symmetric_alibi_is_blind_to_the_mirror_and_to_nothing_more():
    assert blind_orders("ALiBi symmetric") == [[0, 1, 2, 3, 4], [4, 3, 2, 1, 0]]


@pytest.mark.parametrize("n", [2, 3, 4, 5, 6, 7])
def test_only_the_mirror_keeps_all_distances(n):
    place = np.arange(n)
    distance = np.abs(place[:, None] - place)
    kept = [
        order
        for order in itertools.permutations(range(n))
        if np.array_equal(distance[np.ix_(order, order)], distance)
    ]
    assert kept == [tuple(range(n)), tuple(reversed(range(n)))]
