"""Notebook 07, the homework: its exercises and predictions."""

from course_utils.exercises.notebook_07.looking_answers import LOOKING_BACK
from course_utils.exercises.notebook_07.map_answers import MAP_CHANGE
from course_utils.exercises.notebook_07.order_answers import WORD_ORDER
from course_utils.exercises.notebook_07.place_answers import INVERSIONS
from course_utils.exercises.notebook_07.predictions import PREDICTIONS
from course_utils.exercises.notebook_07.seed_answers import MEAN_DIFFERENCE
from course_utils.exercises.notebook_07.shaw_answers import RELATIVE_TERM
from course_utils.exercises.notebook_07.text_answers import LOSS_BY_POSITION

EXERCISES = (
    WORD_ORDER,
    MAP_CHANGE,
    INVERSIONS,
    LOSS_BY_POSITION,
    MEAN_DIFFERENCE,
    RELATIVE_TERM,
    LOOKING_BACK,
)

__all__ = ["EXERCISES", "PREDICTIONS"]
