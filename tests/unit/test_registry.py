"""Exercises and predictions are found by their ids, and each id is somebody's alone."""

import pytest

from course_utils.exercises import all_exercises
from course_utils.exercises.registry import by_id


def test_an_id_that_is_taken_twice_is_refused_with_both_titles():
    one = all_exercises()["03.4"]
    with pytest.raises(ValueError, match=r"03\.4 is taken twice: .*nearest miss.* and .*nearest"):
        by_id([all_exercises()["03.3"], one, one])
