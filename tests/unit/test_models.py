"""The small Transformer: it is PyTorch's, and its two ways to attend agree."""

import pytest
import torch
from torch import nn

from course_utils.models import Transformer
from course_utils.positions.methods import METHODS, Sizes

TOKENS = torch.tensor([[1, 4, 0, 2, 2, 3], [0, 0, 1, 2, 3, 4]])


def sizes(causal: bool = False) -> Sizes:
    return Sizes(d_model=16, n_heads=4, n_positions=8, causal=causal)


def pytorchs(model: Transformer) -> nn.TransformerEncoder:
    """Return PyTorch's encoder with the model's weights."""
    layer = nn.TransformerEncoderLayer(16, 4, 64, 0.0, batch_first=True, norm_first=True)
    theirs = nn.TransformerEncoder(layer, 2, nn.LayerNorm(16), enable_nested_tensor=False)
    for mine, other in zip(model.layers, theirs.layers, strict=True):
        other.norm1, other.norm2 = mine.norm_1, mine.norm_2
        other.linear1, other.linear2 = mine.feed_forward[0], mine.feed_forward[2]
        other.self_attn.in_proj_weight = mine.attention.query_key_value.weight
        other.self_attn.in_proj_bias = mine.attention.query_key_value.bias
        other.self_attn.out_proj = mine.attention.out
    return theirs.double()


@pytest.mark.parametrize("causal", [False, True])
def test_without_positions_it_is_pytorchs_encoder(causal):
    model = Transformer(5, 7, sizes(causal)).double()
    x = torch.randn(2, 6, 16, dtype=torch.float64)
    mask = nn.Transformer.generate_square_subsequent_mask(6, dtype=x.dtype) if causal else None
    theirs = model.out(pytorchs(model)(x, mask=mask))
    torch.testing.assert_close(model.read(x)[0], theirs)


@pytest.mark.parametrize("causal", [False, True])
@pytest.mark.parametrize("name", list(METHODS))
def test_asking_for_weights_changes_no_answer(name, causal):
    if name == "ALiBi causal" and not causal:
        pytest.skip("needs a causal model")
    model = Transformer(5, 7, sizes(causal), name).double()
    vectors = model.embedding(TOKENS)
    asked, weights = model.read(vectors, need_weights=True)
    torch.testing.assert_close(asked, model(TOKENS))
    assert [one.shape for one in weights] == [(2, 4, 6, 6)] * 2
    for one in weights:
        torch.testing.assert_close(one.sum(-1), torch.ones(2, 4, 6, dtype=one.dtype))
        assert not causal or one.triu(1).abs().max() == 0


@pytest.mark.parametrize("name", list(METHODS))
def test_a_causal_model_does_not_see_what_comes(name):
    model = Transformer(5, 7, sizes(causal=True), name).double()
    changed = TOKENS.clone()
    changed[:, 4:] = 1
    torch.testing.assert_close(model(changed)[:, :4], model(TOKENS)[:, :4])


@pytest.mark.parametrize("name", list(METHODS))
def test_everything_that_can_learn_gets_a_gradient(name):
    model = Transformer(5, 7, sizes(causal=True), name)
    model(TOKENS).square().sum().backward()
    without = [label for label, one in model.named_parameters() if one.grad is None]
    assert without == []


def test_the_same_seed_gives_the_same_token_vectors_to_every_method():
    rows = []
    for name in ("none", "learned", "Shaw", "T5"):
        torch.manual_seed(3)
        rows.append(Transformer(5, 7, sizes(), name).embedding.weight)
    assert all(torch.equal(rows[0], row) for row in rows)


def test_t5_draws_smaller_queries_instead_of_dividing():
    torch.manual_seed(0)
    t5 = Transformer(5, 7, Sizes(64, 4, 8), "T5").layers[0].attention
    query, key, _ = t5.query_key_value.weight.detach().chunk(3)
    assert t5.scale == 1.0
    assert 0.2 < (query.std() / key.std()).item() < 0.3  # 1/√16
