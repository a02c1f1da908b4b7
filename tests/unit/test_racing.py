"""Racing: live times for learners, recorded ones for builds."""

import time

import numpy as np
import pytest

from course_utils.racing import measure

NAMES = ("formula, float64 angles", "formula, float32 angles", "by rotation")
SIZES = [(512, 512), (2048, 512), (4096, 1024)]


def quick(*size):
    return size


def test_times_are_measured_and_in_order(monkeypatch):
    monkeypatch.setenv("COURSE_PROGRESS", "off")
    functions = {"idle": quick, "slow": lambda seconds: time.sleep(seconds)}
    seconds = measure(functions, [(0.002,), (0.004,)], n_runs=3)
    assert seconds.shape == (2, 2, 3)
    assert (seconds[0] < seconds[1]).all()
    assert (seconds[1] >= [[0.002], [0.004]]).all()


def test_the_notebooks_race_is_recorded_for_the_build(monkeypatch):
    functions = dict.fromkeys(NAMES, quick)
    monkeypatch.setenv("COURSE_PROGRESS", "off")
    recorded = measure(functions, SIZES)
    assert recorded.shape == (3, 3, 15)
    np.testing.assert_array_equal(measure(functions, SIZES), recorded)
    assert (np.median(recorded[2], axis=1) < np.median(recorded[:2], axis=2)).all()
    monkeypatch.delenv("COURSE_PROGRESS")
    assert measure(functions, SIZES).max() < recorded.max()


def test_nothing_to_run_is_an_error():
    with pytest.raises(ValueError, match="0 functions, 1 sizes and 15 runs came"):
        measure({}, [(1,)])
