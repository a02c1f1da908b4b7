"""The table is right to the last digits of its dtype, anywhere, and says what it cannot build."""

import subprocess
import sys
import tracemalloc

import mpmath
import numpy as np
import pytest

from course_utils.positions import (
    angular_frequencies,
    shift_matrix,
    sinusoidal_encoding,
    wavelengths,
)

BOUND = {np.float16: 2.5e-4, np.float32: 2e-7, np.float64: 4e-15}


def exact_row(position, d_model, base=10000):
    """Sines and cosines to 40 digits, rounded to float64 at the end."""
    with mpmath.workdps(40):
        angles = [
            mpmath.mpf(position) * mpmath.mpf(base) ** (mpmath.mpf(-2 * pair) / d_model)
            for pair in range(d_model // 2)
        ]
        return np.array([float(wave(a)) for a in angles for wave in (mpmath.sin, mpmath.cos)])


def plain_float64(n_positions, d_model, start=0.0):
    position = start + np.arange(n_positions)
    angle = position[:, None] * 10000.0 ** (-np.arange(0, d_model, 2) / d_model)
    return np.stack([np.sin(angle), np.cos(angle)], axis=-1).reshape(n_positions, d_model)


@pytest.mark.parametrize("dtype", BOUND)
@pytest.mark.parametrize("d_model", [2, 6, 128])
def test_rows_are_mpmaths_up_to_a_million(dtype, d_model):
    table = sinusoidal_encoding(1_000_001, 2 if d_model == 128 else d_model, dtype=dtype)
    for position in (0, 1, 2, 710, 4095, 99_999, 123_457, 1_000_000):
        row = table[position]
        expected = exact_row(position, len(row))
        np.testing.assert_allclose(row, expected, rtol=0, atol=BOUND[dtype])


@pytest.mark.parametrize("dtype", BOUND)
@pytest.mark.parametrize("start", [1_000_000, -1_000_000, 1_000_000.25, -3.7, 0.1, 1 / 3])
def test_rows_are_mpmaths_wherever_the_table_starts(dtype, start):
    table = sinusoidal_encoding(100, 64, start=start, dtype=dtype)
    with mpmath.workdps(40):
        expected = [exact_row(mpmath.mpf(start) + row, 64) for row in (0, 1, 63, 99)]
    np.testing.assert_allclose(table[[0, 1, 63, 99]], expected, rtol=0, atol=BOUND[dtype])


@pytest.mark.parametrize("start", [0, 100_000, 1_000_000, 999_999.5])
def test_float64_is_no_worse_than_plain_sines(start):
    ours = sinusoidal_encoding(16, 256, start=start, dtype=np.float64)
    with mpmath.workdps(40):
        exact = np.array([exact_row(mpmath.mpf(start) + row, 256) for row in range(16)])
    error, plain = (abs(one - exact).max() for one in (ours, plain_float64(16, 256, start)))
    assert error <= plain
    assert error < 3e-15


def test_another_base():
    row = sinusoidal_encoding(1, 8, base=500_000, start=77_777)[0]
    np.testing.assert_allclose(row, exact_row(77_777, 8, base=500_000), rtol=0, atol=2e-7)


@pytest.mark.parametrize("n_positions", [0, 1, 2, 3, 4, 5, 16, 17, 63, 64, 65, 1023])
@pytest.mark.parametrize("dtype", BOUND)
def test_every_length_has_its_rows(n_positions, dtype):
    table = sinusoidal_encoding(n_positions, 6, dtype=dtype)
    assert table.shape == (n_positions, 6)
    assert table.dtype == dtype
    assert table.flags.c_contiguous
    assert table.flags.owndata
    plain = plain_float64(n_positions, 6)
    np.testing.assert_allclose(table, plain, rtol=0, atol=max(BOUND[dtype], 1e-12))


@pytest.mark.parametrize("dtype", BOUND)
def test_memory_stays_near_the_tables_own(dtype):
    tracemalloc.start()
    table = sinusoidal_encoding(512, 512, dtype=dtype)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak <= 1.3 * table.nbytes


def test_numpy_numbers_are_numbers():
    small = np.uint8
    table = sinusoidal_encoding(small(20), small(6), start=small(250), base=np.float32(100))
    np.testing.assert_array_equal(table, sinusoidal_encoding(20, 6, start=250, base=100))


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"d_model": 5}, r"d_model must be an even.*got 5"),
        ({"d_model": 0}, r"d_model must be an even.*got 0"),
        ({"d_model": -4}, r"d_model must be an even.*got -4"),
        ({"d_model": 4.0}, r"d_model must be an even.*got 4\.0"),
        ({"n_positions": -1}, r"n_positions must be a whole number, 0 or more; got -1"),
        ({"n_positions": 2.5}, r"n_positions must be a whole number.*got 2\.5"),
        ({"base": 1}, r"base must be .* greater than 1; got 1"),
        ({"base": -10.0}, r"base must be .* got -10\.0"),
        ({"base": float("nan")}, r"base must be .* got nan"),
        ({"base": float("inf")}, r"base must be a finite .* got inf"),
        ({"start": float("nan")}, r"start must be a finite position; got nan"),
        ({"dtype": np.complex64}, r"dtype must be float16, float32 or float64; got complex64"),
        ({"dtype": int}, r"dtype must be .*; got int64"),
        ({"dtype": bool}, r"dtype must be .*; got bool"),
    ],
)
def test_bad_input_is_named(change, says):
    arguments = {"n_positions": 3, "d_model": 4} | change
    with pytest.raises(ValueError, match=says):
        sinusoidal_encoding(**arguments)


def test_frequencies_and_wavelengths():
    np.testing.assert_allclose(
        10000 ** (2 * np.arange(6) / 12), [1, 4.6416, 21.5443, 100, 464.1589, 2154.4347], rtol=1e-5
    )
    np.testing.assert_allclose(
        angular_frequencies(12), 1 / 10000 ** (2 * np.arange(6) / 12), rtol=1e-14
    )
    np.testing.assert_allclose(
        wavelengths(512)[[0, -1]], 2 * np.pi * 10000 ** np.array([0, 255 / 256])
    )
    for function in (angular_frequencies, wavelengths, lambda d: shift_matrix(1, d)):
        with pytest.raises(ValueError, match=r"d_model must be an even .* got 7"):
            function(7)


def test_a_step_forward_turns_a_sine_first_pair_clockwise():
    noon, one_radian_on = sinusoidal_encoding(2, 2)  # each (sine, cosine)
    cross = noon[0] * one_radian_on[1] - noon[1] * one_radian_on[0]
    assert cross < 0


@pytest.mark.parametrize("delta", [float("nan"), float("inf")])
def test_a_shift_is_finite(delta):
    with pytest.raises(ValueError, match="delta must be a finite"):
        shift_matrix(delta, 4)


def test_positions_load_no_pytorch():
    code = "import course_utils.positions, sys; sys.exit('torch' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
