"""The rows of the lecture's check that belong to notebook 04, as facts."""

import mpmath
import numpy as np
import pytest
import torch

from course_utils import lecture
from course_utils.exercises.notebook_04.encoding_answers import (
    angular_frequencies,
    positional_encoding,
)
from course_utils.exercises.notebook_04.entry_answers import entry
from course_utils.exercises.notebook_04.margin_answers import fingerprint_margin
from course_utils.positions import interleaved_to_halves, sinusoidal_encoding
from course_utils.trained_words import trained_positions, trained_words

CAT_RIGHT = [
    *(1.0415, 1.2403, 0.1138, 1.3769, 0.1964, 0.6989),
    *(0.56, 1.1, -0.1978, 1.05, 0.3005, 0.85),
]
DOG_RIGHT = [
    *(0.3211, -0.31, 0.5523, 1.1483, 0.3388, 0.7403),
    *(0.53, 1.1496, -0.1735, 1.08, 0.2814, 0.9),
]


def encode_with(denominators, position):
    angle = position / denominators
    return np.stack([np.sin(angle), np.cos(angle)], axis=-1).ravel()


def distance(first, second, d_model):
    rows = positional_encoding([first, second], d_model)
    return np.linalg.norm(rows[1] - rows[0])


# ---------------------------------------------------------------- rows 1, 2, 4, 5: cat and dog


def test_right_denominators():
    right = 1 / angular_frequencies(12)
    np.testing.assert_allclose(
        right, [1, 4.6416, 21.5443, 100, 464.1589, 2154.4347], rtol=0, atol=5e-5
    )
    assert np.isclose(right, lecture.DENOMINATORS_12, rtol=1e-3).tolist() == [True] + 5 * [False]


def test_lectures_denominators_are_other_powers_of_10000():
    exponents = 12 * np.log(lecture.DENOMINATORS_12) / np.log(10000)
    np.testing.assert_allclose(exponents, [0, 4, 8, 9, 10, 11], atol=1e-3)


@pytest.mark.parametrize(
    ("word", "position", "printed", "right"),
    [
        (lecture.CAT_12, 1, lecture.CAT_FINAL, CAT_RIGHT),
        (lecture.DOG_12, 3, lecture.DOG_FINAL, DOG_RIGHT),
    ],
    ids=["cat", "dog"],
)
def test_lectures_sums_follow_from_its_denominators_and_not_from_the_formula(
    word, position, printed, right
):
    # Half a unit of the last printed digit, and float64's own error.
    np.testing.assert_allclose(
        word + encode_with(lecture.DENOMINATORS_12, position), printed, rtol=0, atol=5.0001e-5
    )
    computed = word + positional_encoding(position, 12)
    np.testing.assert_allclose(computed, right, rtol=0, atol=5.0001e-5)
    assert np.abs(computed - printed).max() > 0.1


def test_dimension_2_stands():
    cat = lecture.CAT_12 + positional_encoding(1, 12)
    dog = lecture.DOG_12 + positional_encoding(3, 12)
    assert (cat[1].round(2), dog[1].round(2)) == (1.24, -0.31)


def test_two_ticks_are_less_than_a_third_of_a_turn():
    assert 2 * angular_frequencies(12)[0] / (2 * np.pi) == pytest.approx(0.318, abs=5e-4)
    sines = positional_encoding([1, 2, 3], 12)[:, 0]
    assert sines.round(2).tolist() == [0.84, 0.91, 0.14]


def test_row_6_in_both_readings():
    table = positional_encoding([1, 2, 3], 12).T
    assert table[5].round(4).tolist() == [0.9989, 0.9957, 0.9903]
    assert np.cos(np.array([1, 2, 3]) / 464.16).round(4).tolist() == [1, 1, 1]
    assert table[11].round(4).tolist() == [1, 1, 1]
    assert table[10].round(4).tolist() == [0.0005, 0.0009, 0.0014]


# ---------------------------------------------------------------- row 7: the fingerprint


@pytest.mark.parametrize(
    ("d_model", "margin", "lag"),
    [(2, 6.0e-5, 710), (4, 0.0444, 1885), (8, 0.645, 63), (12, 0.984, 1), (64, 1.472, 1)],
)
def test_margin_of_the_fingerprint(d_model, margin, lag):
    found, at = fingerprint_margin(d_model, 4999)
    assert at == lag
    assert found == pytest.approx(margin, rel=5e-3)


def test_from_12_dimensions_on_neighbours_are_most_alike():
    most_alike = {d_model: fingerprint_margin(d_model, 4999)[1] for d_model in range(2, 130, 2)}
    assert {d_model for d_model, lag in most_alike.items() if lag != 1} == {2, 4, 6, 8, 10}


def test_62832_is_no_end():
    assert distance(0, 62_832, 512) == pytest.approx(23.4, abs=0.05)
    assert distance(0, 1, 512) == pytest.approx(3.71, abs=0.005)
    # With few clocks and round wavelengths there is something to it.
    assert distance(0, 62_832, 8) < 0.2 < distance(0, 1, 8)
    assert distance(0, 62_832, 12) > 3 > distance(0, 1, 12)


# ---------------------------------------------------------------- rows 12, 19, 20: the formula


@pytest.mark.parametrize(("d_model", "last"), [(8, 6283), (64, 47117), (512, 60611)])
def test_wavelengths_begin_at_two_pi_and_stop_short_of_62832(d_model, last):
    wavelength = 2 * np.pi / angular_frequencies(d_model)
    assert wavelength[0] == pytest.approx(2 * np.pi)
    assert wavelength[-1] == pytest.approx(last, abs=0.5)
    assert wavelength[-1] < 2 * np.pi * 10_000
    assert not np.isclose(wavelength[:, None], lecture.TURNS_ONCE_IN, rtol=1e-3).any()


def test_both_notations_and_the_library_agree():
    by_row = positional_encoding(np.arange(50), 12)
    by_entry = [[entry(i, j, 12) for j in range(12)] for i in range(50)]
    np.testing.assert_allclose(by_entry, by_row, rtol=0, atol=1e-14)
    library = sinusoidal_encoding(50, 12, dtype=np.float64)
    np.testing.assert_allclose(library, by_row, rtol=0, atol=1e-13)


def test_position_0_is_zero_one():
    assert positional_encoding(0, 6).tolist() == [0, 1, 0, 1, 0, 1]


def test_layouts_hold_the_same_numbers_and_must_not_be_mixed():
    table = positional_encoding(np.arange(64), 32)
    halves = table[:, interleaved_to_halves(32)]
    np.testing.assert_allclose(halves @ halves.T, table @ table.T, atol=1e-12)
    rows, columns = np.indices((64, 64))
    mixed = (table @ halves.T)[columns - rows == 3]
    assert np.ptp((table @ table.T)[columns - rows == 3]) < 1e-12
    assert np.ptp(mixed) > 5


def test_tensor2tensor_is_no_permutation():
    theirs = 10000.0 ** (-np.arange(16) / 15)
    shared = np.isclose(theirs[:, None], angular_frequencies(32)).any(axis=1)
    assert shared.tolist() == [True] + 15 * [False]
    assert 2 * np.pi / theirs[-1] == pytest.approx(2 * np.pi * 10_000)


# ---------------------------------------------------------------- row 22: precision


def test_float32_angles_go_wrong_far_out():
    position = np.arange(999_000, 1_000_000)
    step = -(np.log(10000.0) / 512)
    frequency = torch.exp(torch.arange(0, 512, 2) * step)
    angle = torch.from_numpy(position).float()[:, None] * frequency
    error = np.abs(torch.sin(angle).numpy() - positional_encoding(position, 512)[:, 0::2]).max()
    assert 0.05 < error < 0.07


def test_float64_angles_are_exact_enough_far_out():
    with mpmath.workdps(40):
        frequency = mpmath.mpf(10000) ** (-mpmath.mpf(2) / 512)
        exactly = float(mpmath.sin(999_999 * frequency))
    assert positional_encoding(999_999, 512)[2] == pytest.approx(exactly, abs=1e-9)


def test_positions_that_bfloat16_keeps():
    position = torch.arange(8192)
    kept = position.to(torch.bfloat16).to(torch.int64)
    assert int(position[kept != position][0]) == 257
    assert len(torch.unique(kept)) == 897


# ---------------------------------------------------------------- the heat map's stripes (E)


def test_a_third_of_the_clocks_turn_in_the_lectures_picture():
    assert (2 * np.pi / angular_frequencies(256) <= 64).sum() == 33


def test_vertical_stripes_come_from_the_layout():
    table = positional_encoding(np.arange(64), 256)
    right = table[10, 192:]
    assert (np.abs(np.diff(right)) > 0.9).all()  # sine and cosine in turn
    assert np.abs(np.diff(right[0::2])).max() < 0.001  # sines alone are smooth
    assert np.abs(np.diff(right[1::2])).max() < 0.001


# ---------------------------------------------------------------- adding to trained words


def test_a_row_is_as_long_as_any_other():
    lengths = np.linalg.norm(positional_encoding(np.arange(1000), 384), axis=1)
    np.testing.assert_allclose(lengths, np.sqrt(192), rtol=1e-12)


def test_without_the_root_the_position_drowns_the_word():
    words, vectors = trained_words()
    dog, cat = (vectors[words.index(word)] for word in ("dog", "cat"))
    p = positional_encoding(np.arange(11), 384)

    def cosine(a, b):
        return a @ b / np.linalg.norm(a) / np.linalg.norm(b)

    assert cosine(dog + p[1], cat + p[1]) > 0.99 > 0.8 > cosine(dog + p[1], dog + p[10])
    dog, cat = np.sqrt(384) * dog, np.sqrt(384) * cat
    assert cosine(dog + p[1], dog + p[10]) > 0.9 > 0.6 > cosine(dog + p[1], cat + p[1])


def main_directions(rows, n_directions=10):
    return np.linalg.svd(rows - rows.mean(axis=0), full_matrices=False)[2][:n_directions]


def test_trained_words_and_positions_keep_out_of_each_others_way():
    vectors, learned = trained_words()[1], trained_positions()
    cosines = np.linalg.svd(main_directions(vectors) @ main_directions(learned).T)[1]
    assert np.degrees(np.arccos(cosines.max())) > 84
    centred = vectors - vectors.mean(axis=0)
    inside = ((centred @ main_directions(learned).T) ** 2).sum() / (centred**2).sum()
    assert inside < (10 / 384) / 20
    # The formula meets words that were never trained with it by chance.
    p = positional_encoding(np.arange(512), 384)
    by_chance = ((centred @ main_directions(p).T) ** 2).sum() / (centred**2).sum()
    assert by_chance == pytest.approx(10 / 384, rel=0.1)


# ---------------------------------------------------------------- reading the position


def test_the_slowest_sine_of_the_bare_table_is_the_position():
    p = positional_encoding(np.arange(512), 384)
    read = p[:, -2] / angular_frequencies(384)[-1]
    assert np.abs(read - np.arange(512)).max() < 0.25


def test_in_the_sum_the_whole_row_tells_the_position_and_no_column_does():
    words, vectors = trained_words()
    p = positional_encoding(np.arange(512), 384)
    rng = np.random.default_rng(0)
    positions, chosen = rng.permutation(512), rng.permutation(len(words))

    def sums(among, of, n_sums):
        position, word = rng.choice(among, n_sums), rng.choice(of, n_sums)
        return np.sqrt(384) * vectors[word] + p[position], position

    seen, seen_at = sums(positions[128:], chosen[125:], 6000)
    new, new_at = sums(positions[:128], chosen[:125], 3000)

    def explained(columns):
        design = np.c_[seen[:, columns], np.ones(len(seen))]
        weights = np.linalg.lstsq(design, seen_at, rcond=None)[0]
        error = np.c_[new[:, columns], np.ones(len(new))] @ weights - new_at
        return 1 - (error**2).mean() / new_at.var()

    assert max(explained([column]) for column in range(384)) < 0.45
    assert explained(list(range(384))) > 0.65
    read = ((new - np.sqrt(384) * vectors.mean(axis=0)) @ p.T).argmax(axis=1)
    assert (read == new_at).mean() > 0.75
    assert (np.abs(read - new_at) <= 1).mean() > 0.99
