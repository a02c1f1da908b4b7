"""The clock explorer: what it accepts, and that its words are the same in every run."""

import math

import pytest

from course_utils.explorers.clock import SingleClock


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"n_positions": 1}, "n_positions is 1; allowed are 2 to 200"),
        ({"n_positions": 201}, "n_positions is 201"),
        ({"wavelength": 6.0}, "wavelength is 6.0; allowed are 6.28 to 628.3"),
        ({"wavelength": float("nan")}, "wavelength is nan"),
        ({"position": 61}, "position is 61; allowed are 0 to 60"),
        ({"position": -1}, "position is -1"),
    ],
)
def test_values_outside_the_range_are_refused(wrong, says):
    with pytest.raises(ValueError, match=says):
        SingleClock(**wrong)


def test_ends_of_the_slider_are_allowed():
    assert SingleClock(wavelength=math.tau).wavelength == math.tau
    assert SingleClock(wavelength=100 * math.tau).wavelength == 100 * math.tau


def test_description_names_positions_and_speed_and_no_address():
    words = repr(SingleClock(61, 24, 5))
    assert "0 to 60" in words
    assert "24 positions" in words
    assert "0x" not in words
