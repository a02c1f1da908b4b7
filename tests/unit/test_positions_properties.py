"""What holds for every table, shift and rotation, whatever the numbers."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from course_utils.positions import LAYOUTS, permutation, rotate, shift_matrix, sinusoidal_encoding

# Sums of 64ths are exact in float64, so nothing but the functions themselves can be off.
deltas = st.integers(-64_000_000, 64_000_000).map(lambda number: number / 64)
widths = st.integers(1, 24).map(lambda pairs: 2 * pairs)
lengths = st.integers(0, 200)
bases = st.floats(1.001, 1e8)
floats = st.sampled_from([np.float32, np.float64])
TOLERANCE = {np.float32: 4e-7, np.float64: 8e-15}

unhurried = settings(deadline=None)  # a busy machine is no failure


@unhurried
@given(deltas, deltas, widths, bases)
def test_shifts_add_up(a, b, d_model, base):
    both = shift_matrix(a, d_model, base=base) @ shift_matrix(b, d_model, base=base)
    at_once = shift_matrix(a + b, d_model, base=base)
    np.testing.assert_allclose(both, at_once, rtol=0, atol=2e-15)


@unhurried
@given(deltas, widths)
def test_a_shift_back_is_the_transpose(delta, d_model):
    shift = shift_matrix(delta, d_model)
    np.testing.assert_allclose(shift @ shift.T, np.eye(d_model), rtol=0, atol=2e-15)
    np.testing.assert_allclose(shift_matrix(-delta, d_model), shift.T, rtol=0, atol=2e-15)


@unhurried
@given(lengths, widths, deltas, deltas, bases)
def test_one_shift_moves_every_row(n_positions, d_model, start, delta, base):
    here, there = (
        sinusoidal_encoding(n_positions, d_model, base=base, start=at, dtype=np.float64)
        for at in (start, start + delta)
    )
    moved = here @ shift_matrix(delta, d_model, base=base).T
    np.testing.assert_allclose(moved, there, rtol=0, atol=8e-15)


@unhurried
@given(lengths, widths, deltas, bases, floats)
def test_rows_have_length_root_of_half_the_width(n_positions, d_model, start, base, dtype):
    table = sinusoidal_encoding(n_positions, d_model, base=base, start=start, dtype=dtype)
    norms = np.linalg.norm(table.astype(np.float64), axis=1)
    np.testing.assert_allclose(norms, np.sqrt(d_model / 2), rtol=TOLERANCE[dtype])


@unhurried
@given(st.integers(0, 2000), lengths, widths, deltas, bases, floats)
def test_a_table_may_start_anywhere(skipped, n_positions, d_model, start, base, dtype):
    options = {"base": base, "dtype": dtype}
    whole = sinusoidal_encoding(skipped + n_positions, d_model, start=start, **options)
    part = sinusoidal_encoding(n_positions, d_model, start=start + skipped, **options)
    np.testing.assert_allclose(part, whole[skipped:], rtol=0, atol=TOLERANCE[dtype])


@unhurried
@given(widths, *[st.sampled_from(LAYOUTS)] * 3)
def test_layouts_round_trip_and_chain(d_model, first, second, third):
    columns = np.arange(d_model)
    there = permutation(d_model, first, second)
    back = permutation(d_model, second, first)
    np.testing.assert_array_equal(np.sort(there), columns)
    np.testing.assert_array_equal(columns[there][back], columns)
    onward = permutation(d_model, second, third)
    np.testing.assert_array_equal(there[onward], permutation(d_model, first, third))


@unhurried
@given(deltas, deltas, deltas, widths, st.sampled_from(["interleaved", "halves"]))
def test_rope_scores_see_the_distance_alone(i, j, moved, d_head, layout):
    query, key = np.random.default_rng(0).normal(size=(2, 1, d_head))

    def score(at, other):
        return (rotate(query, [at], layout=layout) @ rotate(key, [other], layout=layout).T).item()

    size = np.linalg.norm(query) * np.linalg.norm(key)
    assert abs(score(i + moved, j + moved) - score(i, j)) <= 4e-15 * size
