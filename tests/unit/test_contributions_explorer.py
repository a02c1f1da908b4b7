"""The contributions explorer: what it accepts, ships and says."""

import numpy as np
import pytest

from course_utils.explorers.contributions import Contributions

GOOD = np.zeros((2, 3, 5, 5))


@pytest.mark.parametrize(
    ("added", "says"),
    [
        ({}, "added is empty"),
        ({"one": GOOD, "other": GOOD[:, :2]}, r"other has shape \(2, 2, 5, 5\)"),
        ({"one": GOOD[:1]}, r"one has shape \(1, 3, 5, 5\); allowed is \(2, n_heads, n, n\)"),
        ({"one": GOOD[0]}, "one has shape"),
        ({"one": GOOD[..., :4]}, "5 × 4 positions came"),
        ({"one": GOOD[..., :3, :3]}, "3 × 3 positions came; allowed are 4 × 4 to 32 × 32"),
        ({"one": np.full((2, 3, 5, 5), np.inf)}, "one holds inf or nan"),
    ],
)
def test_what_does_not_belong_together_is_refused(added, says):
    with pytest.raises(ValueError, match=says):
        Contributions(added)


def test_hundredths_are_shipped():
    shipped = Contributions({"one": np.full((2, 1, 4, 4), -1.239)}).added["one"]
    assert np.array(shipped).shape == (2, 1, 4, 4)
    assert set(np.ravel(shipped)) == {-124}


def test_words_name_the_methods_and_no_address():
    words = repr(Contributions({"T5": GOOD, "RoPE": GOOD}))
    assert "T5, RoPE" in words
    assert "0x" not in words
