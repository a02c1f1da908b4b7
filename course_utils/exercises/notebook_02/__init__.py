"""Notebook 02, naive scalar addition: its exercises and predictions."""

from course_utils.exercises.notebook_02.counting_answers import BITS, LOOKS_BACK
from course_utils.exercises.notebook_02.number_answers import LAYER_NORM, MERGES_FROM
from course_utils.exercises.notebook_02.predictions import PREDICTIONS

EXERCISES = (MERGES_FROM, LAYER_NORM, LOOKS_BACK, BITS)

__all__ = ["EXERCISES", "PREDICTIONS"]
