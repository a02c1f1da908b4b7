"""Exercises: what is asked, and checks that name the mistake."""

from course_utils.exercises.judge import Verdict, judge
from course_utils.exercises.prediction import Prediction, predict
from course_utils.exercises.progress import show_progress
from course_utils.exercises.registry import (
    all_exercises,
    all_predictions,
    get_exercise,
    get_prediction,
)
from course_utils.exercises.shown import check, hint

__all__ = [
    "Prediction",
    "Verdict",
    "all_exercises",
    "all_predictions",
    "check",
    "get_exercise",
    "get_prediction",
    "hint",
    "judge",
    "predict",
    "show_progress",
]
