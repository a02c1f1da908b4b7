"""Notebook 01, permutation invariance: its exercises and predictions."""

from course_utils.exercises.notebook_01.attention_answers import ATTENTION
from course_utils.exercises.notebook_01.order_answers import ORDER_TEST, PERMUTED_WEIGHTS
from course_utils.exercises.notebook_01.predictions import PREDICTIONS
from course_utils.exercises.notebook_01.softmax_answers import SOFTMAX

EXERCISES = (SOFTMAX, ATTENTION, PERMUTED_WEIGHTS, ORDER_TEST)

__all__ = ["EXERCISES", "PREDICTIONS"]
