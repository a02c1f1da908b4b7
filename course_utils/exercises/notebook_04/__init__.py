"""Notebook 04, the multi-clock formula: its exercises and predictions."""

from course_utils.exercises.notebook_04.encoding_answers import ENCODING, FREQUENCIES
from course_utils.exercises.notebook_04.entry_answers import ENTRY
from course_utils.exercises.notebook_04.margin_answers import MARGIN
from course_utils.exercises.notebook_04.predictions import PREDICTIONS

EXERCISES = (FREQUENCIES, ENCODING, ENTRY, MARGIN)

__all__ = ["EXERCISES", "PREDICTIONS"]
