"""The explorers of notebook 04: what they accept, and that their words hold no address."""

import pytest

from course_utils.explorers.fingerprint import Fingerprint
from course_utils.explorers.heatmap import HeatMap


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"n_positions": 1}, "n_positions is 1; allowed are 2 to 512"),
        ({"n_positions": 513}, "n_positions is 513"),
        ({"d_model": 255}, "d_model must be an even whole number"),
        ({"d_model": 0}, "d_model must be an even whole number"),
        ({"d_model": 514}, "d_model is 514; allowed are even numbers from 2 to 512"),
        ({"base": 1}, "base must be a finite number greater than 1"),
        ({"base": 3}, "base is 3; allowed are 2, 10, 100"),
    ],
)
def test_heat_map_refuses_what_its_sliders_do_not_reach(wrong, says):
    with pytest.raises(ValueError, match=says):
        HeatMap(**wrong)


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"first": -1}, "first is -1; allowed are 0 to 4999"),
        ({"second": 5000}, "second is 5000"),
        ({"d_model": 6}, "d_model is 6; allowed are 2, 4, 8"),
    ],
)
def test_fingerprint_refuses_what_its_sliders_do_not_reach(wrong, says):
    with pytest.raises(ValueError, match=says):
        Fingerprint(**wrong)


def test_ends_of_the_sliders_are_allowed():
    assert HeatMap(2, 512, 1_000_000).d_model == 512
    assert Fingerprint(0, 4999, 128).second == 4999


@pytest.mark.parametrize(
    ("explorer", "says"),
    [
        (HeatMap(), "64 positions in 256 dimensions"),
        (Fingerprint(3, 713, 2), "positions 3 and 713 on 1 clocks"),
    ],
)
def test_description_says_what_is_seen(explorer, says):
    assert says in repr(explorer)
    assert "0x" not in repr(explorer)
