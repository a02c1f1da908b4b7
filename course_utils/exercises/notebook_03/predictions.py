"""What the reader of notebook 03 commits to before running."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from course_utils.exercises.notebook_03.clock_answers import clock
from course_utils.exercises.prediction import Prediction

_PI_FROM_BELOW = Fraction(31415926535897932384, 10**19)
_PI_FROM_ABOVE = Fraction(31415926535897932385, 10**19)


def _seventeen_and_eighteen() -> int:
    first, second = clock(np.array([17, 18]), 1.0)
    share = np.linalg.norm(second - first) / 2
    return int(np.argmin(np.abs(np.array([0.01, 0.1, 0.5, 1.0]) - share)))


def _when_the_clock_collides() -> int:
    # Exactly: a lag collides only if it is 2πn, and π lies strictly between two fractions.
    def collides(lag: int) -> bool:
        turns = range(1, lag // 6 + 1)
        return any(2 * _PI_FROM_BELOW * n <= lag <= 2 * _PI_FROM_ABOVE * n for n in turns)

    return next((k for k, lag in enumerate((6, 44, 710)) if collides(lag)), 3)


def _which_clock_keeps_most() -> int:
    import torch

    def distinct(angular_frequency: float) -> int:
        points = torch.from_numpy(clock(np.arange(4096), angular_frequency)).to(torch.bfloat16)
        return len(torch.unique(points.float(), dim=0))

    kept = [distinct(1.0), distinct(1e-2), distinct(1e-4)]
    return 3 if min(kept) == 4096 else int(np.argmax(kept))


PREDICTIONS = (
    Prediction(
        "03.A",
        "The lecture writes position 17 as (sin 17, cos 17). How far apart are positions 17 and "
        "18, on a circle of diameter 2?",
        (
            "About a hundredth of the diameter: they look almost the same.",
            "About a tenth of the diameter.",
            "About half the diameter.",
            "The whole diameter: they stand opposite.",
        ),
        2,
        "One step turns the hand by 1 radian, 57 degrees. The straight line between the two points "
        "is 0.96 long.",
        (
            "That would be a clock that turns once in about 300 positions.",
            "That would be a clock that turns once in about 30 positions.",
            "Almost a third of the way to the opposite side along the rim, and half of it through "
            "the circle.",
            "Opposite is 3.14 radians away; one step is 1 radian.",
        ),
        _seventeen_and_eighteen,
    ),
    Prediction(
        "03.B",
        "This clock turns once in 6.283… positions. At which lag do two whole positions first get "
        "exactly the same point?",
        ("6", "44", "710", "never"),
        3,
        "The same point means a whole number of turns: lag = 2π · n. Then π would be the fraction "
        "lag / 2n, and π is no fraction.",
        (
            "Six positions on, 0.28 positions are still missing.",
            "Seven turns take 43.982 positions: near, and no hit.",
            "113 turns take 709.99994 positions: very near, and no hit.",
            "So near-collisions are all there is. How near, the next exercise finds out.",
        ),
        _when_the_clock_collides,
    ),
    Prediction(
        "03.C",
        "4096 positions, one clock, sine and cosine in bfloat16. Which clock keeps the most "
        "positions apart?",
        (
            "The fast one, which turns once in 6.28 positions.",
            "The middle one, which turns once in 628 positions.",
            "The slow one, which turns once in 62,832 positions, so never comes round.",
            "All three keep 4096.",
        ),
        1,
        "The fast clock lands on old points again, the slow one does not get off the point it is "
        "on. The middle one does a little of both, and still loses more than a third.",
        (
            "It never mixes up neighbours, but it comes round 651 times.",
            "And it is not good either.",
            "It never comes round, but bfloat16 does not see its small steps.",
            "bfloat16 keeps only eight significant bits of a number, so all three lose some.",
        ),
        _which_clock_keeps_most,
    ),
)
