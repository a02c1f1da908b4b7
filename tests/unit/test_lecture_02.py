"""The rows of the lecture's check that belong to notebook 02 (9, 10 and 11), as facts."""

from fractions import Fraction

import numpy as np
import pytest
import torch
from torch import nn

from course_utils import lecture
from course_utils.exercises.notebook_02.counting_answers import bits, looks_back
from course_utils.exercises.notebook_02.number_answers import layer_norm, merges_from

CAT, DOG = lecture.CAT_768, lecture.DOG_768
D_MODEL = 32


def invented_pair():
    rng = np.random.default_rng(4)
    cat = rng.normal(0, 0.45, 761).round(4)
    dog = (cat + rng.normal(0, 0.047, 761)).round(4)
    return tuple(np.concatenate([w[:6], i, w[6:]]) for w, i in ((CAT, cat), (DOG, dog)))


def off_cosine(first, second):
    one, other = first / np.linalg.norm(first), second / np.linalg.norm(second)
    return ((one - other) ** 2).sum() / 2


# ---------------------------------------------------------------- row 9


def test_the_lecture_added_correctly():
    np.testing.assert_allclose(CAT + 1, lecture.CAT_AT_1, atol=1e-12)
    np.testing.assert_allclose(CAT + 500, lecture.CAT_AT_500, atol=1e-12)


def test_the_difference_is_unchanged_in_exact_arithmetic():
    cat, dog = ([Fraction(round(100 * x), 100) for x in word] for word in (CAT, DOG))
    for place in (1, 500, 10**9):
        assert [(a + place) - (b + place) for a, b in zip(cat, dog, strict=True)] == [
            a - b for a, b in zip(cat, dog, strict=True)
        ]


def test_the_cosine_goes_to_one_with_the_square_of_the_place():
    assert off_cosine(CAT + 500, DOG + 500) == pytest.approx(3.8e-9, abs=0.05e-9)
    delta = (CAT - DOG) - (CAT - DOG).mean()
    for place in (100, 500, 1000):
        formula = delta @ delta / (2 * 7 * place**2)
        assert off_cosine(CAT + place, DOG + place) == pytest.approx(formula, rel=0.01)


@pytest.mark.parametrize(
    ("dtype", "seven", "all_768"), [(torch.bfloat16, 128, 515), (torch.float16, 1024, 4099)]
)
def test_where_the_words_merge(dtype, seven, all_768):
    n_positions = 60_000 if dtype == torch.float16 else 100_000  # float16 ends at 65504
    assert merges_from(CAT, DOG, dtype, n_positions) == seven
    cat, dog = (torch.tensor(word).to(dtype) for word in invented_pair())
    assert int((cat + seven == dog + seven).sum()) == 728
    assert merges_from(*invented_pair(), dtype, 8192) == all_768


def test_no_invented_entry_is_alike_to_begin_with():
    cat, dog = invented_pair()
    assert len(cat) == 768
    assert (cat != dog).all()


def test_bfloat16_has_no_257():
    assert torch.tensor(257).to(torch.bfloat16) == 256
    kept = torch.arange(257).to(torch.bfloat16)
    assert (kept == torch.arange(257)).all()


def test_dividing_by_the_length_crowds_the_grid():
    share = torch.arange(5000).double() / 5000
    assert len(torch.unique(share.to(torch.bfloat16))) == 797
    assert len(torch.unique((CAT[0] + share).to(torch.bfloat16))) == 152


# ---------------------------------------------------------------- row 10


def transformer(norm, norm_first, at_start=False, at_end=False, seed=0):
    torch.manual_seed(seed)
    shape = {"d_model": D_MODEL, "nhead": 4, "dim_feedforward": 64, "dropout": 0.0}
    layer = nn.TransformerEncoderLayer(**shape, batch_first=True, norm_first=norm_first)
    layer.norm1, layer.norm2 = norm(D_MODEL), norm(D_MODEL)
    last = norm(D_MODEL) if at_end else None
    encoder = nn.TransformerEncoder(layer, 3, norm=last, enable_nested_tensor=False)
    model = nn.Sequential(norm(D_MODEL), encoder) if at_start else encoder
    for weight in model.parameters():
        weight.data += 0.1 * torch.randn_like(weight)
    return model


def change(model, dtype):
    x = torch.tensor(np.random.default_rng(4).normal(size=(1, 10, D_MODEL))).to(dtype)
    place = torch.linspace(0, 500, 10).round()[:, None].to(dtype)
    with torch.no_grad():
        difference = model.to(dtype)(x + place) - model(x)
    return float(difference.abs().max()), float((difference - place).abs().max())


LIMITS = [(torch.float64, 1e-11), (torch.float32, 1e-3)]


@pytest.mark.parametrize(("dtype", "limit"), LIMITS, ids=str)
@pytest.mark.parametrize(
    "where",
    [{"norm_first": True, "at_end": True}, {"norm_first": False, "at_start": True}],
    ids=["pre-LN, LayerNorm at the end", "post-LN, LayerNorm at the start"],
)
def test_blind_transformers(where, dtype, limit):
    for seed in range(3):
        assert change(transformer(nn.LayerNorm, **where, seed=seed), dtype)[0] < limit


@pytest.mark.parametrize(("dtype", "limit"), LIMITS, ids=str)
def test_pre_ln_without_a_last_norm_is_shifted_by_exactly_the_place(dtype, limit):
    for seed in range(3):
        assert change(transformer(nn.LayerNorm, True, seed=seed), dtype)[1] < limit


@pytest.mark.parametrize("dtype", [torch.float64, torch.float32], ids=str)
@pytest.mark.parametrize(
    ("norm", "where"),
    [
        (nn.LayerNorm, {"norm_first": False}),
        (nn.RMSNorm, {"norm_first": True, "at_end": True}),
        (nn.RMSNorm, {"norm_first": True}),
        (nn.RMSNorm, {"norm_first": False, "at_start": True}),
    ],
)
def test_transformers_that_see_it(norm, where, dtype):
    for seed in range(3):
        from_none, from_shift = change(transformer(norm, **where, seed=seed), dtype)
        assert min(from_none, from_shift) > 0.1


def test_dropout_on_the_sum_lets_the_place_through():
    torch.manual_seed(0)
    dropped = nn.functional.dropout(torch.tensor(CAT) + torch.tensor([[0.0], [500.0]]), 0.3)
    normed = layer_norm(dropped.numpy())
    assert np.abs(normed[1] - normed[0]).max() > 0.1


def test_layer_norm_agrees_with_pytorch():
    x = np.random.default_rng(0).normal(3, 2, size=(2, 5, 16))
    expected = nn.functional.layer_norm(torch.tensor(x), (16,)).numpy()
    np.testing.assert_allclose(layer_norm(x), expected, atol=1e-12)


def test_rms_norm_keeps_the_place_as_a_shrinking_of_the_word():
    def rms_norm(x):
        return x / np.sqrt((x**2).mean())

    for place in (500, 5000):
        approximation = 1 + (CAT - CAT.mean()) / place
        error = np.abs(rms_norm(CAT + place) - approximation).max()
        assert error < 3 / place**2


def linear_scores(n_channels, n_heads, n_positions, rng):
    place = np.arange(n_positions)[:, None]
    for a, b, c, e in rng.normal(size=(n_heads, 4, n_channels)) * [[1], [5], [1], [5]]:
        yield (a * place + b) @ (c * place + e).T


@pytest.mark.parametrize("n_channels", [1, 2, 8])
def test_a_scalar_peaks_at_an_end(n_channels):
    for scores in linear_scores(n_channels, 2000, 12, np.random.default_rng(n_channels)):
        ends = np.maximum(scores[:, 0], scores[:, -1])
        assert (scores.max(axis=1) <= ends + 1e-9).all()
        np.testing.assert_allclose(np.diff(scores, n=2, axis=1), 0, atol=1e-9)  # a line in j
        assert not looks_back(scores, 2)


def test_with_a_causal_mask_it_peaks_at_the_first_word_or_at_itself():
    for scores in linear_scores(1, 500, 12, np.random.default_rng(9)):
        for i, row in enumerate(scores):
            assert row[: i + 1].max() <= max(row[0], row[i]) + 1e-9


def test_whole_scores_of_equal_words_are_lines_and_of_different_words_are_not():
    rng = np.random.default_rng(6)
    words, w, place = rng.normal(size=(12, 8)), rng.normal(size=(8, 8)), np.arange(12)[:, None]
    equal = (words + place) @ w @ (words[:1] + place).T
    different = (words + place) @ w @ (words + place).T
    np.testing.assert_allclose(np.diff(equal, n=2, axis=1), 0, atol=1e-9)
    assert np.abs(np.diff(different, n=2, axis=1)).max() > 1


def test_one_sine_cosine_pair_looks_two_back():
    angle = 0.3 * np.arange(12)
    key = np.stack([np.sin(angle), np.cos(angle)], axis=-1)
    query = np.stack([np.sin(angle - 0.6), np.cos(angle - 0.6)], axis=-1)
    assert looks_back(query @ key.T, 2)


# ---------------------------------------------------------------- row 11 and the bits


def test_hand_picked_pairs_are_one_scalar_in_two_columns():
    pairs = lecture.HAND_PICKED_PAIRS
    np.testing.assert_allclose(pairs.sum(axis=1), 1)
    place = np.arange(1, 4)
    np.testing.assert_allclose(pairs, np.stack([0.2 * place, 1 - 0.2 * place], axis=-1))
    assert np.linalg.matrix_rank(pairs - pairs.mean(axis=0)) == 1


def test_a_bounded_number_runs_out_of_values():
    place = torch.arange(4096).double()
    assert len(torch.unique((place / (place + 10)).to(torch.bfloat16))) == 91


def test_seven_and_eight_differ_in_all_bits_and_nothing_is_farther():
    table = bits(np.arange(16), 4)
    distance = np.linalg.norm(table - table[8], axis=1)
    assert distance[7] == 2 == distance.max()
    assert (distance == 2).sum() == 1
    assert distance[0] == 1


def test_each_bit_repeats_at_twice_its_worth():
    table = bits(np.arange(64), 6)
    for column, period in enumerate((64, 32, 16, 8, 4, 2)):
        wave = table[:, column]
        np.testing.assert_array_equal(wave, np.arange(64) % period >= period // 2)


def test_gray_code_mends_the_neighbours_and_not_the_rest():
    position = np.arange(16)
    gray = bits(position ^ (position >> 1), 4)
    assert (np.abs(np.diff(gray, axis=0)).sum(axis=1) == 1).all()
    assert (gray[0] != gray[15]).sum() == 1
