"""A question to be answered before the code runs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Prediction:
    """A question, its options, what speaks for and against each, and the computation behind it.

    `feedback[k]` answers the reader who chose `options[k]`. `truth` computes the index of the
    right option, so that a test can hold `answer` against it.
    """

    id: str
    question: str
    options: tuple[str, ...]
    answer: int
    because: str
    feedback: tuple[str, ...]
    truth: Callable[[], int]

    def __post_init__(self) -> None:
        """Refuse a question that could not be shown or answered."""
        if len(self.options) < 2 or len(self.feedback) != len(self.options):
            raise ValueError(f"prediction {self.id}: each of two or more options needs feedback")
        if not 0 <= self.answer < len(self.options):
            raise ValueError(f"prediction {self.id}: answer {self.answer} is not an option's index")


def predict(prediction_id: str) -> None:
    """Ask a question before the code runs; the answer and its reason show once one commits."""
    from IPython.display import display

    from course_utils.exercises.registry import get_prediction
    from course_utils.explorers.predict import PredictWidget

    display(PredictWidget(get_prediction(prediction_id)))
