"""Exercise 07.3: the numbers of fillers at which a model that goes by places turns roles round."""

from __future__ import annotations

from course_utils.exercises.exercise import Draft, exercise, right, wrong
from course_utils.homework import MORE_FILLERS, MOST_FILLERS


def only_patients(most_fillers: int) -> list[int]:
    """Return the numbers of fillers at which the first noun stands where only patients stood.

    With n fillers the first noun stands at n + 1 and the second at n + 4.

    >>> only_patients(2)
    [3, 4, 5]
    """
    trained = range(most_fillers + 1)
    agents, patients = {n + 1 for n in trained}, {n + 4 for n in trained}
    return [place - 1 for place in sorted(patients - agents)]


_RIGHT = only_patients(MOST_FILLERS)


def _first_only() -> tuple[Draft, ...]:
    # With other constants this may be the tested one, or all but the last.
    if _RIGHT[:1] in ([MORE_FILLERS], _RIGHT[:-1]):
        return ()
    says = (
        "That is the first of them. Go on, until the first noun stands behind all places of "
        "patients."
    )
    return (wrong("the-first-only", says, source=_assign(_RIGHT[:1])),)


def _assign(numbers: list[int]) -> str:
    return f"inversions = {numbers}\n"


INVERSIONS = exercise(
    "07.3",
    "where roles must turn round",
    _assign(_RIGHT).rstrip(),
    minutes=6,
    any_order=True,
    hints=(
        "Write two lists of places: those at which agents stood in training, and those at which "
        "patients stood.",
        "With n fillers the first noun stands at place n + 1, the second at n + 4. For which n "
        "does the first noun stand at a place that held patients, and never an agent?",
        "Take the places of patients that are no places of agents, and subtract 1 from each.",
    ),
    also_right=(
        right("a tuple", source=f"inversions = {tuple(_RIGHT)}\n"),
        right("from the last", source=_assign(_RIGHT[::-1])),
        right("a range", source=f"inversions = range({_RIGHT[0]}, {_RIGHT[-1] + 1})\n"),
    ),
    wrong=(
        wrong(
            "places-for-fillers",
            "These are the places of the first noun. Asked for are the numbers of fillers in front "
            "of it: place n + 1 has n.",
            source=_assign([n + 1 for n in _RIGHT]),
        ),
        wrong(
            "the-second-noun",
            "These are the numbers of fillers for which the *second* noun stands where patients "
            "stood: the trained ones. Look at the first noun.",
            source=_assign(list(range(MOST_FILLERS + 1))),
        ),
        wrong(
            "all-that-is-new",
            "Some of these put the first noun at a place where no noun has ever stood in training; "
            "about those a table says nothing. Keep the places where patients stood.",
            source=_assign(list(range(MOST_FILLERS + 1, MOST_FILLERS + 8))),
        ),
        wrong(
            "counted-from-one",
            "The places were counted from 1. Position 0 holds the first word, so with n fillers "
            "the first noun stands at place n + 1.",
            source=_assign([n - 1 for n in _RIGHT]),
        ),
        wrong(
            "one-more-for-one-less",
            "These are too large by 2. The first noun stands one place behind the n words in front "
            "of it, so n is its place minus 1.",
            source=_assign([n + 2 for n in _RIGHT]),
        ),
        wrong(
            "places-of-agents",
            "These are the places where agents stood. A first noun there is called what it is; "
            "look for places of patients, and count the words in front.",
            source=_assign(list(range(1, MOST_FILLERS + 2))),
        ),
        wrong(
            "up-to-the-last-patient",
            "The last of these puts the first noun one place beyond the last patient. With n "
            "fillers it stands at n + 1, and the last patient stood at the largest n + 4.",
            source=_assign([*_RIGHT, _RIGHT[-1] + 1]),
        ),
        wrong(
            "the-tested-one-only",
            "That is one of them, and the one that the experiment tests. There are more.",
            source=_assign([MORE_FILLERS]),
        ),
        wrong(
            "one-too-few",
            "One is missing at the end: the last place of a patient is held by a patient, too.",
            source=_assign(_RIGHT[:-1]),
        ),
        *_first_only(),
    ),
)
