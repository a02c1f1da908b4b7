"""Notebook 03, a single clock: its exercises and predictions."""

from course_utils.exercises.notebook_03.clock_answers import CLOCK, WAVELENGTH
from course_utils.exercises.notebook_03.distance_answers import CHORD, CLOSEST_LAG
from course_utils.exercises.notebook_03.predictions import PREDICTIONS

EXERCISES = (CLOCK, WAVELENGTH, CHORD, CLOSEST_LAG)

__all__ = ["EXERCISES", "PREDICTIONS"]
