"""RoPE turns pairs as its paper says, in both layouts, near and far."""

import numpy as np
import pytest

from course_utils.positions import angular_frequencies, interleaved_to_halves, rotate, shift_matrix

RNG = np.random.default_rng(0)


def paper_matrix(position, d_head):
    """Su et al. 2021, equation 15, entry by entry."""
    matrix = np.zeros((d_head, d_head))
    for pair, frequency in enumerate(angular_frequencies(d_head)):
        cosine, sine = np.cos(position * frequency), np.sin(position * frequency)
        at = slice(2 * pair, 2 * pair + 2)
        matrix[at, at] = [[cosine, -sine], [sine, cosine]]
    return matrix


@pytest.mark.parametrize("position", [0, 1, 5, -2, 3.5, 1000])
def test_it_is_the_papers_matrix(position):
    x = RNG.normal(size=(1, 8))
    expected = paper_matrix(position, 8) @ x[0]
    np.testing.assert_allclose(rotate(x, [position])[0], expected, atol=1e-12)


def test_it_turns_against_the_sense_of_a_sine_first_row():
    x = RNG.normal(size=(1, 8))
    np.testing.assert_allclose(rotate(x, [7])[0], shift_matrix(-7, 8) @ x[0], atol=1e-14)


def test_the_layouts_are_one_rotation_in_two_orders():
    x, order = RNG.normal(size=(2, 3, 5, 8)), interleaved_to_halves(8)
    halves = rotate(x[..., order], np.arange(5), layout="halves")
    np.testing.assert_array_equal(halves, rotate(x, np.arange(5))[..., order])


def test_mixing_the_layouts_makes_scores_wrong():
    query, key = np.array([[1.0, 0, 0, 0]]), np.array([[0.0, 0, 1, 0]])
    right = rotate(query, [9]) @ rotate(key, [4]).T
    mixed = rotate(query, [9]) @ rotate(key, [4], layout="halves").T
    assert abs(right - mixed).max() > 0.1


def test_a_score_depends_on_the_distance_alone_a_million_positions_out():
    query, key = RNG.normal(size=(2, 1, 64))
    near = rotate(query, [5]) @ rotate(key, [0]).T
    far = rotate(query, [1_000_005]) @ rotate(key, [1_000_000]).T
    np.testing.assert_allclose(far, near, atol=1e-13)


@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64])
def test_the_dtype_stays_and_is_rounded_once(dtype):
    x = RNG.normal(size=(4, 6)).astype(dtype)
    rotated = rotate(x, np.arange(4))
    assert rotated.dtype == dtype
    np.testing.assert_array_equal(rotated, rotate(x.astype(float), np.arange(4)).astype(dtype))


def test_each_vector_may_have_a_position_of_its_own():
    x, positions = RNG.normal(size=(2, 5, 4)), RNG.integers(0, 99, size=(2, 5))
    one_by_one = [rotate(x[i], positions[i]) for i in range(2)]
    np.testing.assert_array_equal(rotate(x, positions), one_by_one)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"x": np.ones((3, 5))}, "even .* got 5"),
        ({"x": np.ones((3, 4), int)}, r"array of floats; got shape \(3, 4\) of int64"),
        ({"x": np.ones((3, 4), complex)}, "array of floats; .* complex128"),
        ({"x": np.float64(1)}, r"array of floats; got shape \(\)"),
        ({"positions": [1, 2]}, r"broadcasts to \(3,\).* got \(2,\)"),
        ({"positions": [[1, 2, 3]] * 2}, r"broadcasts to \(3,\).* got \(2, 3\)"),
        ({"positions": [1, 2, np.nan]}, "positions must be finite"),
        ({"layout": "split"}, "layout must be one of 'interleaved', 'halves'; got 'split'"),
        ({"base": 0.5}, "base must be .* got 0.5"),
    ],
)
def test_bad_input_is_named(change, says):
    arguments = {"x": np.ones((3, 4)), "positions": [0, 1, 2]} | change
    with pytest.raises(ValueError, match=says):
        rotate(**arguments)
