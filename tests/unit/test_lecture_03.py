"""The rows of the lecture's check that belong to notebook 03 (3, 4 and 6), as facts."""

from fractions import Fraction

import mpmath
import numpy as np
import pytest
import torch

from course_utils.exercises.notebook_03.clock_answers import clock, wavelength_of
from course_utils.exercises.notebook_03.distance_answers import chord, closest_lag

NEAR_COLLISIONS = {44: 0.0177, 333: 0.0088, 710: 0.00006}
FRACTIONS = {44: Fraction(22, 7), 333: Fraction(333, 106), 710: Fraction(355, 113)}


def points_kept(angular_frequency, n_positions):
    points = torch.from_numpy(clock(np.arange(n_positions), angular_frequency)).to(torch.bfloat16)
    return len(torch.unique(points.float(), dim=0))


def test_seventeen_and_eighteen_are_nearly_half_a_diameter_apart_at_one_radian():
    first, second = clock(np.array([17, 18]), 1.0)
    assert np.linalg.norm(second - first) == pytest.approx(0.9589, abs=5e-5)


def test_seventeen_and_eighteen_are_near_on_a_slow_clock():
    first, second = clock(np.array([17, 18]), 2 * np.pi / 1000)
    assert np.linalg.norm(second - first) == pytest.approx(0.0063, abs=5e-5)


def test_two_ticks_of_the_fast_clock_are_less_than_a_third_of_a_turn():
    assert 2 / wavelength_of(1.0) == pytest.approx(0.318, abs=5e-4)
    np.testing.assert_allclose(clock(np.arange(1, 4), 1.0)[:, 0], [0.84, 0.91, 0.14], atol=0.005)


@pytest.mark.parametrize(("lag", "distance"), NEAR_COLLISIONS.items())
def test_near_collisions_of_the_one_radian_clock(lag, distance):
    points, later = clock(np.arange(3000), 1.0), clock(np.arange(3000) + lag, 1.0)
    measured = np.linalg.norm(later - points, axis=-1)
    np.testing.assert_allclose(measured, distance, atol=5e-5)
    np.testing.assert_allclose(measured, chord(lag, 1.0), atol=1e-10)


def test_record_lags_are_the_convergents_of_two_pi():
    records = [lag for lag in range(1, 1001) if closest_lag(1.0, lag) == lag]
    assert records == [1, 6, 19, 25, 44, 333, 710]


@pytest.mark.parametrize(("lag", "fraction"), FRACTIONS.items())
def test_near_collisions_come_from_fractions_near_pi(lag, fraction):
    turns = round(lag / (2 * np.pi))
    assert Fraction(lag, 2 * turns) == fraction
    # No fraction with a smaller denominator lies nearer to π.
    error = abs(fraction - Fraction(np.pi))
    for denominator in range(1, fraction.denominator):
        nearest = Fraction(round(denominator * np.pi), denominator)
        assert abs(nearest - Fraction(np.pi)) > error


def test_no_lag_below_a_million_collides():
    distance = chord(np.arange(1, 1_000_000), 1.0)
    nearest = int(distance.argmin()) + 1
    with mpmath.workdps(40):
        exactly = 2 * abs(mpmath.sin(mpmath.mpf(nearest) / 2))
    assert distance.min() == pytest.approx(float(exactly), rel=1e-6)
    assert exactly > 1e-6


def test_half_turns_are_no_collisions():
    np.testing.assert_allclose(chord(np.array([22, 355]), 1.0), 2, atol=1e-4)


@pytest.mark.parametrize(
    ("angular_frequency", "n_positions", "kept"),
    [
        (1.0, 500, 500),
        (1.0, 1000, 735),
        (1.0, 4096, 1014),
        (0.1, 4096, 2476),
        (0.01, 4096, 2535),
        (0.001, 4096, 2465),
        (0.0001, 4096, 765),
    ],
)
def test_points_that_bfloat16_keeps(angular_frequency, n_positions, kept):
    assert points_kept(angular_frequency, n_positions) == kept


def test_in_bfloat16_fast_clocks_confuse_far_positions_and_slow_ones_near():
    def coincide(angular_frequency, lag):
        points = torch.from_numpy(clock(np.arange(4096), angular_frequency)).to(torch.bfloat16)
        return int((points[lag:] == points[:-lag]).all(dim=1).sum())

    assert [lag for lag in range(1, 711) if coincide(1.0, lag)] == [710]
    assert coincide(0.0001, 1) == 3331


def test_worst_pair_never_beats_the_pigeonhole_limit():
    n_positions, lags = 500, np.arange(1, 500)
    limit = 2 * np.sin(np.pi / n_positions)
    frequencies = np.random.default_rng(0).uniform(1e-4, np.pi, 2000)
    assert (chord(lags[:, None], frequencies).min(axis=0) <= limit + 1e-12).all()
    assert chord(lags, 2 * np.pi / n_positions).min() == pytest.approx(limit, rel=1e-9)


def test_sine_alone_is_ambiguous_and_the_cosine_tells():
    second, tenth = clock(np.array([2, 10]), 2 * np.pi / 24)
    assert second[0] == pytest.approx(tenth[0])
    assert second[1] > 0.8 > -0.8 > tenth[1]
