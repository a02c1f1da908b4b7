"""Each method agrees with a slow reading of its paper, sees order, and refuses what cannot be."""

import math

import hypothesis
import hypothesis.strategies as st
import numpy as np
import pytest
import torch

from course_utils.models import Transformer
from course_utils.positions import rotate, sinusoidal_encoding
from course_utils.positions.alibi import slopes
from course_utils.positions.methods import METHODS, PositionMethod, Sizes, method
from course_utils.positions.shaw import Shaw
from course_utils.positions.t5 import buckets

ENCODER = Sizes(d_model=24, n_heads=3, n_positions=16)
CAUSAL = Sizes(d_model=24, n_heads=4, n_positions=16, causal=True)

# Two lists to add a new method to, where its paper says so. Each excuses it from a test.
CAUSAL_ONLY = ("ALiBi causal",)
BLIND_TO_MIRRORS = ("none", "ALiBi symmetric")
FOR_ENCODERS = [name for name in METHODS if name not in CAUSAL_ONLY]

# From transformers 4.57.6, T5Attention._relative_position_bucket with 32 buckets up to 128:
# distance j - i -> bucket of an encoder, bucket of a decoder.
LIBRARY = {
    -200: (15, 31), -128: (15, 31), -127: (15, 31), -100: (15, 30), -91: (15, 29), -90: (14, 29),
    -64: (14, 26), -63: (13, 26), -46: (13, 24), -45: (12, 23), -32: (12, 21), -31: (11, 21),
    -23: (11, 18), -22: (10, 18), -16: (10, 16), -15: (9, 15), -12: (9, 12), -11: (8, 11),
    -9: (8, 9), -8: (8, 8), -7: (7, 7), -4: (4, 4), -1: (1, 1), 0: (0, 0), 1: (17, 0), 4: (20, 0),
    7: (23, 0), 8: (24, 0), 11: (24, 0), 12: (25, 0), 15: (25, 0), 16: (26, 0), 22: (26, 0),
    23: (27, 0), 31: (27, 0), 32: (28, 0), 45: (28, 0), 46: (29, 0), 63: (29, 0), 64: (30, 0),
    90: (30, 0), 91: (31, 0), 128: (31, 0), 200: (31, 0),
}  # fmt: skip


def draw(*shape: int, seed: int = 0) -> torch.Tensor:
    return torch.randn(shape, generator=torch.Generator().manual_seed(seed), dtype=torch.float64)


def order_matters(name: str, **options: float) -> bool:
    """Notebook 01's test: does a permutation of the tokens only permute the outputs?"""
    model = Transformer(5, 7, ENCODER, name, **options).double()
    x, order = draw(2, 6, 24), torch.tensor([3, 0, 5, 1, 4, 2])
    out, moved = model.read(x)[0], model.read(x[:, order])[0]
    return not torch.allclose(out[:, order], moved, atol=1e-9)


def test_only_without_positions_an_encoder_is_blind_to_order():
    assert not order_matters("none")
    seeing = [name for name in FOR_ENCODERS if name != "none"]
    assert [name for name in seeing if not order_matters(name, **warm(name))] == []


def warm(name: str) -> dict[str, float]:
    return {"scale": 1.0} if name == "learned" else {}


@pytest.mark.parametrize("name", FOR_ENCODERS)
def test_who_sees_distances_without_their_sign_is_blind_to_mirror_images(name):
    model = Transformer(5, 7, ENCODER, name, **warm(name)).double()
    x = draw(2, 6, 24)
    blind = torch.allclose(model.read(x.flip(1))[0].flip(1), model.read(x)[0], atol=1e-9)
    said = f"{name!r} {'does not tell' if blind else 'tells'} mirror images apart"
    assert blind == (name in BLIND_TO_MIRRORS), f"{said}; if its paper agrees: BLIND_TO_MIRRORS"


def test_a_causal_model_without_positions_sees_order():
    model = Transformer(5, 7, CAUSAL).double()
    x = draw(1, 4, 24)
    swapped = model.read(x[:, [1, 0, 2, 3]])[0]
    assert not torch.allclose(model.read(x)[0][:, 3], swapped[:, 3], atol=1e-6)


@pytest.mark.parametrize(("causal", "column"), [(False, 0), (True, 1)])
def test_t5_buckets_are_the_librarys(causal, column):
    ours = buckets(torch.tensor(list(LIBRARY)), causal).tolist()
    assert ours == [both[column] for both in LIBRARY.values()]


def slow_bucket(distance: int, n_buckets: int, max_distance: int) -> int:
    """One direction of the rule in words: exact up to half, then logarithmic, then the last one."""
    half = n_buckets // 2
    if distance < half:
        return distance
    for bucket in range(half, n_buckets):
        edge = half * (max_distance / half) ** ((bucket + 1 - half) / (n_buckets - half))
        if distance < edge - 1e-6:
            return bucket
    return n_buckets - 1


@hypothesis.given(st.integers(1, 5000), st.sampled_from([(32, 128), (16, 64), (8, 20)]))
def test_t5_buckets_are_the_rules(distance, rule):
    n_buckets, far = rule
    later, earlier = buckets(torch.tensor([distance, -distance]), False, n_buckets, far).tolist()
    assert earlier == slow_bucket(distance, n_buckets // 2, far)
    assert later == earlier + n_buckets // 2


@hypothesis.given(st.lists(st.integers(-400, 400), min_size=2, max_size=20))
def test_t5_buckets_never_fall_with_the_distance(distances):
    ahead = sorted({abs(distance) + 1 for distance in distances})
    assert buckets(torch.tensor(ahead)).diff().ge(0).all()


def test_t5_adds_its_numbers_without_dividing_scores():
    t5 = method("T5", ENCODER)
    bias = t5.bias(torch.zeros(3, 7, 8))
    for head, i, j in [(0, 0, 6), (2, 5, 1), (1, 3, 3)]:
        assert bias[head, i, j] == t5.table[buckets(torch.tensor(j - i)), head]
    assert not t5.divides_by_root


def slow_shaw(shaw: Shaw, query: torch.Tensor, key: torch.Tensor, value: torch.Tensor):
    """Equations 3 and 4 of Shaw et al., with sums written as loops; one head, (n, d_k) each."""
    n, d_k = query.shape
    scores, a_value = torch.empty(n, n, dtype=query.dtype), {}
    for i in range(n):
        for j in range(n):
            clipped = max(-shaw.clip, min(shaw.clip, j - i))
            a_key = shaw.key_vectors[clipped + shaw.clip]
            a_value[i, j] = shaw.value_vectors[clipped + shaw.clip]
            scores[i, j] = query[i] @ (key[j] + a_key) / math.sqrt(d_k)
    weights = scores.softmax(-1)
    rows = [sum(weights[i, j] * (value[j] + a_value[i, j]) for j in range(n)) for i in range(n)]
    return torch.stack(rows), weights


@pytest.mark.parametrize("clip", [0, 2, 20])
@torch.no_grad()
def test_shaw_is_its_papers_equations(clip):
    shaw = method("Shaw", ENCODER, clip=clip).double()
    query, key, value = draw(3, 7, 8)
    weights = (query @ key.T / 8**0.5 + shaw.bias(query)).softmax(-1)
    slow_output, slow_weights = slow_shaw(shaw, query, key, value)
    torch.testing.assert_close(weights, slow_weights)
    torch.testing.assert_close(weights @ value + shaw.values(weights), slow_output)


def test_shaws_vectors_get_gradients_only_up_to_the_longest_distance():
    shaw = method("Shaw", ENCODER, clip=9)
    query = torch.randn(3, 4, 8)
    (shaw.bias(query).sum() + shaw.values(torch.ones(3, 4, 4)).sum()).backward()
    for vectors in (shaw.key_vectors, shaw.value_vectors):
        moved = vectors.grad.abs().sum(-1) > 0
        assert moved.nonzero().flatten().tolist() == list(range(9 - 3, 9 + 4))


def test_shaw_without_value_term_keeps_the_fused_kernel():
    shaw = method("Shaw", ENCODER, clip=2, value_term=False)
    assert shaw.values(torch.ones(3, 4, 4)) is None
    assert not shaw.changes_values


def test_every_layer_learns_shaws_vectors_anew_and_shares_t5s():
    shaw, t5 = (Transformer(5, 7, ENCODER, name) for name in ("Shaw", "T5"))
    own = [layer.attention.position.key_vectors for layer in shaw.layers]
    assert not torch.equal(own[0], own[1])
    assert t5.layers[0].attention.position is t5.layers[1].attention.position


def test_alibis_slopes_are_the_papers():
    assert slopes(8).tolist() == [2.0**-h for h in range(1, 9)]
    sixteen = [2.0 ** (-h / 2) for h in range(1, 17)]
    np.testing.assert_allclose(slopes(16), sixteen)
    np.testing.assert_allclose(slopes(12), [*slopes(8).tolist(), *sixteen[0:8:2]])


def test_alibi_is_slope_times_distance():
    causal, symmetric = method("ALiBi causal", CAUSAL), method("ALiBi symmetric", CAUSAL)
    seen, both = (one.bias(torch.zeros(4, 5, 6)) for one in (causal, symmetric))
    for head, slope in enumerate([2**-2, 2**-4, 2**-6, 2**-8]):
        for i in range(5):
            for j in range(5):
                assert both[head, i, j] == -slope * abs(i - j)
                assert j > i or seen[head, i, j] == -slope * (i - j)


def test_sinusoidal_and_rope_have_the_numpy_functions_numbers():
    x = draw(2, 3, 9, 8)
    added = method("sinusoidal", Sizes(8, 1)).add(x)
    table = sinusoidal_encoding(9, 8, dtype=np.float64)
    np.testing.assert_allclose(added, x.numpy() + table, atol=1e-12)
    turned, same = method("RoPE", Sizes(8, 1)).rotate(x, x)
    np.testing.assert_allclose(turned, rotate(x.numpy(), np.arange(9)), atol=1e-12)
    assert torch.equal(turned, same)


def test_ropes_scores_depend_on_the_distance_only():
    vector = draw(2, 1, 8).expand(2, 12, 8)
    query, key = method("RoPE", Sizes(8, 1)).rotate(vector[0], vector[1])
    scores = query @ key.T
    torch.testing.assert_close(scores[0, :6], scores[5, 5:11])


def test_random_fixed_is_not_trained_and_keeps_its_seed():
    first, again, other = (method("random fixed", ENCODER, seed=s).table for s in (1, 1, 2))
    assert torch.equal(first, again)
    assert not torch.equal(first, other)
    assert list(method("random fixed", ENCODER).parameters()) == []


def test_an_unknown_name_lists_the_known():
    with pytest.raises(ValueError, match=r"no position method is called 'rope'.*'RoPE'"):
        method("rope", ENCODER)


@pytest.mark.parametrize("name", ["learned", "random fixed"])
def test_a_sentence_longer_than_the_table_is_refused(name):
    model = Transformer(5, 7, ENCODER, name)
    assert model(torch.zeros(1, 16, dtype=torch.long)).shape == (1, 16, 7)
    with pytest.raises(ValueError, match=r"has 16 rows.* 17 tokens"):
        model(torch.zeros(1, 17, dtype=torch.long))


def test_sizes_that_do_not_fit_are_refused():
    with pytest.raises(ValueError, match="n_heads must divide d_model"):
        Sizes(d_model=10, n_heads=4)
    with pytest.raises(ValueError, match="at least 1"):
        Sizes(d_model=8, n_heads=0)
    with pytest.raises(ValueError, match="needs a causal model"):
        method("ALiBi causal", ENCODER)
    with pytest.raises(ValueError, match="d_head must be even; got 5"):
        method("RoPE", Sizes(d_model=10, n_heads=2))
    with pytest.raises(ValueError, match="clip must be 0 or more"):
        method("Shaw", ENCODER, clip=-1)
    with pytest.raises(ValueError, match="n_buckets"):
        method("T5", ENCODER, n_buckets=3)
    with pytest.raises(ValueError, match="even"):
        method("sinusoidal", Sizes(d_model=9, n_heads=3))


def test_a_method_of_ones_own_plugs_in():
    class Shout(PositionMethod):
        def add(self, x):
            return x + 1.0

    assert Transformer(5, 7, ENCODER, Shout)(torch.zeros(1, 3, dtype=torch.long)).shape == (1, 3, 7)
