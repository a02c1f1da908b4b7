"""Notebook 05, rotation identities: its exercises and predictions."""

from course_utils.exercises.notebook_05.head_answers import LOOK_BACK, SIMILARITY
from course_utils.exercises.notebook_05.predictions import PREDICTIONS
from course_utils.exercises.notebook_05.rope_answers import ROTATE
from course_utils.exercises.notebook_05.shift_answers import ROTATION, SHIFT_MATRIX
from course_utils.exercises.notebook_05.table_answers import TABLE

EXERCISES = (ROTATION, SHIFT_MATRIX, SIMILARITY, LOOK_BACK, ROTATE, TABLE)

__all__ = ["EXERCISES", "PREDICTIONS"]
