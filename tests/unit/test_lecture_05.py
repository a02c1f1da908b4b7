"""The rows of the lecture's check that belong to notebook 05 (21 and 24), and its other facts."""

import mpmath
import numpy as np
import pytest
import torch

from course_utils import lecture
from course_utils.exercises.notebook_05.head_answers import look_back, similarity
from course_utils.exercises.notebook_05.rope_answers import rotate
from course_utils.exercises.notebook_05.shift_answers import rotation, shift_matrix
from course_utils.exercises.notebook_05.table_answers import table_by_rotation
from course_utils.positions import angular_frequencies, sinusoidal_encoding


def table(n_positions, d_model, start=0):
    return sinusoidal_encoding(n_positions, d_model, start=start, dtype=np.float64)


def sense_of_rotation(before, after):
    """Positive for a counter-clockwise turn from one point to the next."""
    return before[0] * after[1] - before[1] * after[0]


# Row 24: which way the pairs turn


@pytest.mark.parametrize("angle", [0.01, 0.5, 2.0])
def test_sine_first_turns_clockwise_and_cosine_first_does_not(angle):
    start = 0.3
    sine_first = [np.array([np.sin(x), np.cos(x)]) for x in (start, start + angle)]
    cosine_first = [pair[::-1] for pair in sine_first]
    assert sense_of_rotation(*sine_first) < 0 < sense_of_rotation(*cosine_first)
    np.testing.assert_allclose(rotation(angle) @ sine_first[0], sine_first[1], atol=1e-15)
    np.testing.assert_allclose(rotation(angle).T @ cosine_first[0], cosine_first[1], atol=1e-15)


def test_rope_turns_counter_clockwise():
    before = np.array([[0.6, 0.8]])
    after = rotate(before, np.array([0.5]))
    assert sense_of_rotation(before[0], after[0]) > 0


def test_the_table_is_rope_backwards_on_row_zero():
    row = np.tile(table(1, 12), (30, 1))
    np.testing.assert_allclose(rotate(row, -np.arange(30)), table(30, 12), atol=1e-14)


# Row 21: similarity


@pytest.mark.parametrize(
    ("d_model", "lag"), [(8, 3), (32, 4), (64, 5), (128, 11), (512, 43), (768, 43)]
)
def test_similarity_first_rises_after_this_lag(d_model, lag):
    rises = np.diff(similarity(np.arange(100), d_model)) > 0
    assert np.flatnonzero(rises)[0] == lag


def test_position_112_resembles_100_more_than_111_does():
    rows = table(120, 128)
    assert rows[100] @ rows[112] > rows[100] @ rows[111] + 0.03


@pytest.mark.parametrize("d_model", [6, 64, 512])
def test_dot_product_is_a_sum_of_cosines_of_the_lag(d_model):
    i, j = np.random.default_rng(0).integers(0, 4000, size=(2, 200))
    rows = table(4000, d_model)
    summed = np.cos((i - j)[:, None] * angular_frequencies(d_model)).sum(axis=1)
    np.testing.assert_allclose(np.sum(rows[i] * rows[j], axis=1), summed, atol=1e-10)
    np.testing.assert_allclose(similarity(i - j, d_model), summed / (d_model / 2), atol=1e-12)
    np.testing.assert_array_equal(similarity(i - j, d_model), similarity(j - i, d_model))


@pytest.mark.parametrize("d_model", [6, 64, 512])
def test_the_lectures_equal_lags_have_equal_products(d_model):
    rows = table(20, d_model)
    one, other = (rows[i] @ rows[j] for i, j in lecture.EQUAL_LAGS)
    assert abs(one - other) < 1e-12


@pytest.mark.parametrize("lag", [1, 10, 100, 1000, 5000])
def test_similarity_is_a_difference_of_cosine_integrals(lag):
    integral = float((mpmath.ci(lag) - mpmath.ci(lag / 10_000)) / mpmath.log(10_000))
    # The mean over very many clocks comes near the integral.
    assert similarity(np.array(lag), 2**18) == pytest.approx(integral, abs=0.001)


def test_logarithmic_law():
    lag = np.arange(10, 1001)
    law = 1 - (np.log(lag) + np.euler_gamma) / np.log(10_000)
    assert np.abs(similarity(lag, 512) - law).max() < 0.056
    assert np.log(2) / np.log(10_000) == pytest.approx(0.075, abs=5e-4)


# One matrix for every position; sines alone have none


@pytest.mark.parametrize("start", [0, 1000, 1_000_000])
def test_one_matrix_moves_every_row(start):
    rows = table(2007, 64, start)
    np.testing.assert_allclose(rows[:-7] @ shift_matrix(7, 64).T, rows[7:], atol=1e-13)


def best_fit_error(rows, n_positions, delta=3):
    here, there = rows[:n_positions], rows[delta : n_positions + delta]
    best = np.linalg.lstsq(here, there, rcond=None)[0]
    return np.sqrt(np.mean((here @ best - there) ** 2))


def test_sines_vanish_at_position_zero_and_only_there():
    sines = table(4, 16)[:, 0::2]
    assert not sines[0].any()
    assert sines[3].all()


def test_sines_alone_have_no_shift_once_there_are_more_positions_than_sines():
    rows = table(2003, 16, start=1)
    errors = [best_fit_error(rows[:, 0::2], n) for n in (9, 16, 64, 512, 2000)]
    assert errors == sorted(errors)
    assert errors[0] == pytest.approx(0.03, abs=0.005)
    assert errors[-1] == pytest.approx(0.22, abs=0.005)
    assert best_fit_error(rows, 2000) < 1e-12


def test_up_to_as_many_positions_as_sines_can_be_fitted():
    with mpmath.workdps(60):
        frequency = [mpmath.mpf(10_000) ** (mpmath.mpf(-2 * k) / 16) for k in range(8)]
        sines = mpmath.matrix(8, 8)
        for position in range(8):
            for k in range(8):
                sines[position, k] = mpmath.sin(frequency[k] * (position + 1))
        assert mpmath.det(sines) != 0


# The head


@pytest.mark.parametrize("start", [0, 1_000_000])
@pytest.mark.parametrize(("d_model", "delta"), [(8, 3), (128, 3), (128, 17), (512, 1)])
def test_head_looks_exactly_back(d_model, delta, start):
    rows = table(300, d_model, start)
    scores = rows @ look_back(delta, d_model, 1.0) @ rows.T
    assert (scores.argmax(axis=1)[delta:] == np.arange(300 - delta)).all()


def shares(size, seed=5):
    p, w = table(256, 512), look_back(3, 512, 1.0)
    rows = p + size * np.random.default_rng(seed).normal(size=p.shape)
    best = (rows @ w @ rows.T).argmax(axis=1)[3:]
    return np.mean(best == np.arange(253)), np.mean(best == np.arange(3, 256))


@pytest.mark.parametrize("seed", [5, 6, 7])
def test_small_words_leave_the_head_alone_and_long_ones_look_at_themselves(seed):
    assert shares(0.05, seed) == (1, 0)
    assert shares(0.1, seed)[0] > 0.98
    assert shares(0.25, seed)[0] == pytest.approx(0.79, abs=0.07)
    assert shares(0.5, seed)[0] == 0
    assert shares(1.0, seed) == (0, 1)


def test_a_words_score_with_itself():
    # x W x for random x of unit variance has the trace of W as its mean.
    assert np.trace(shift_matrix(3, 512)) == pytest.approx(423.5, abs=0.1)
    assert 512 * similarity(np.array(3), 512) == pytest.approx(423.5, abs=0.1)


def test_how_embeddings_begin():
    torch.manual_seed(0)
    assert torch.nn.Embedding(1000, 100).weight.std().item() == pytest.approx(1, abs=0.01)


# RoPE


def test_rope_scores_depend_on_the_distance_only():
    query, key = np.random.default_rng(0).normal(size=(2, 1, 64))
    for j in (0, 10, 1000, 100_000):
        score = rotate(query, np.array([j + 5])) @ rotate(key, np.array([j])).T
        assert score.item() == pytest.approx(-9.99147625, abs=1e-7)


@pytest.mark.parametrize(
    ("first", "last", "distances"),
    [(0, 250, {5}), (256, 506, {4, 6}), (512, 1018, {4, 8}), (1024, 2042, {0, 8})],
)
def test_what_becomes_of_a_distance_of_five_in_bfloat16(first, last, distances):
    j = torch.arange(first, last + 1)
    rounded = [(j + lag).to(torch.bfloat16).to(torch.int64) for lag in (5, 0)]
    assert set((rounded[0] - rounded[1]).tolist()) == distances


def test_rope_looks_back_with_a_key_turned_back():
    key = np.random.default_rng(1).normal(size=(1, 64))
    query = rotate(rotate(key, np.array([-3])), np.array([1000]))
    keys = rotate(np.tile(key, (2000, 1)), np.arange(2000))
    assert (keys @ query[0]).argmax() == 997


# The table by rotation


def test_table_by_rotation_against_fifty_digits():
    n_positions, d_model = 65_536, 64
    rows = table_by_rotation(n_positions, d_model)
    assert rows.dtype == np.float32
    rng = np.random.default_rng(0)
    with mpmath.workdps(50):
        for position in [*rng.integers(0, n_positions, 40).tolist(), n_positions - 1]:
            for k in range(d_model // 2):
                angle = position * mpmath.mpf(10_000) ** (mpmath.mpf(-2 * k) / d_model)
                assert abs(rows[position, 2 * k] - mpmath.sin(angle)) < 2e-7
                assert abs(rows[position, 2 * k + 1] - mpmath.cos(angle)) < 2e-7


def test_angles_in_float32_are_off_by_more_than_a_thousandth():
    position = np.arange(65_536, dtype=np.float32)
    angle = position[:, None] * angular_frequencies(64).astype(np.float32)
    assert np.abs(np.sin(angle) - table(65_536, 64)[:, 0::2]).max() > 2e-3
