"""Notebook 06, learned vs relative: its exercises and predictions."""

from course_utils.exercises.notebook_06.bias_answers import SLOPES, T5_BUCKETS
from course_utils.exercises.notebook_06.predictions import PREDICTIONS
from course_utils.exercises.notebook_06.shaw_answers import SHAW_LOGITS
from course_utils.exercises.notebook_06.table_answers import EMBED, TABLE_GRADIENT

EXERCISES = (EMBED, TABLE_GRADIENT, SHAW_LOGITS, T5_BUCKETS, SLOPES)

__all__ = ["EXERCISES", "PREDICTIONS"]
