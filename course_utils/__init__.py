"""Helpers of the course "Clocks for Words": they draw, check, and carry what has been taught."""

from course_utils.exercises import check, hint, predict, show_progress
from course_utils.plots import show

__all__ = ["check", "hint", "predict", "show", "show_progress"]
