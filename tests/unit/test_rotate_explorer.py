"""The rotation explorer: what it accepts, and that its words are the same in every run."""

import pytest

from course_utils.explorers.rotate import RotateClocks


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"d_model": 7}, "d_model is 7; it must be even"),
        ({"d_model": 0}, "d_model is 0; allowed are 2 to 128"),
        ({"d_model": 130}, "d_model is 130"),
        ({"n_positions": 1}, "n_positions is 1; allowed are 2 to 500"),
        ({"position": 64}, "position is 64; allowed are 0 to 63"),
        ({"delta": 31}, "delta is 31; allowed are -20 to 30"),
        ({"position": 5, "delta": -6}, "delta is -6; allowed are -5 to 30"),
    ],
)
def test_values_outside_the_range_are_refused(wrong, says):
    with pytest.raises(ValueError, match=says):
        RotateClocks(**wrong)


def test_description_names_both_rows_and_no_address():
    words = repr(RotateClocks(d_model=8, n_positions=50, position=10, delta=-3))
    assert "row 10" in words
    assert "row 7" in words
    assert "4 clocks" in words
    assert "0x" not in words
