"""The homework's constants, in one place: change them, and last year's answers no longer fit.

Notebook 07 reads them, its exercises and its key are computed from them. They must satisfy
BACK < CLIP (Shaw's table has to reach that far) and PLACE < 24 (the trained length), and the two
sentences must hold the same words. The course's stored reference runs were made with the values
that stand here first.

This file goes into the grader's box as it is, so it imports nothing of the course.
"""

SENTENCES = ("Der Hund beißt den Mann", "Der Mann beißt den Hund")
"""The lecture's two sentences, document D."""

BASE = 10_000.0
"""Base of the sinusoidal encoding whose attention maps are drawn."""

MOST_FILLERS = 2
"""Who bites whom: in training, 0 to so many words stand in front."""

MORE_FILLERS = 4
"""And so many in the test that turns roles round: from MOST_FILLERS + 1 to 2 MOST_FILLERS + 1."""

CLIP = 4
"""Shaw's k in the mirror tasks."""

BACK = 3
"""The relative mirror task: name the symbol so many positions back."""

PLACE = 12
"""The absolute mirror task: name the symbol at this position."""
