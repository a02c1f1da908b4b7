"""Exercises 03.1 and 03.2: the clock, and how many positions it takes for one turn."""

from __future__ import annotations

import numpy as np

from course_utils.exercises.exercise import Case, case, exercise, right, wrong


def clock(position: np.ndarray, angular_frequency: float) -> np.ndarray:
    angle = angular_frequency * np.asarray(position)
    return np.stack([np.sin(angle), np.cos(angle)], axis=-1)


def _clock_cases() -> tuple[Case, ...]:
    return (
        case("the positions 0 to 3 at 1 rad", np.arange(4), 1.0),
        case("the positions 0 and 1 at 0.25 rad", np.arange(2), 0.25),
        case("two sentences of three positions", np.array([[0, 1, 2], [7, 8, 9]]), 0.5),
        case("position 17 alone", np.array(17), 1.0),
        case("position 4857 on a slow clock", np.array([4857]), 0.002),
    )


CLOCK = exercise(
    "03.1",
    "the clock",
    clock,
    minutes=5,
    cases=_clock_cases,
    hints=(
        "First the angle: each position turns the hand on by `angular_frequency` radians. "
        "How far has it turned at `position`?",
        "`angle = angular_frequency * position`. The two coordinates are `np.sin(angle)` and "
        "`np.cos(angle)`; they belong side by side on a new last axis.",
        "`np.stack([np.sin(angle), np.cos(angle)], axis=-1)`.",
    ),
    also_right=(
        right(
            "filling an array",
            (
                "return np.stack([np.sin(angle), np.cos(angle)], axis=-1)",
                "point = np.empty((*angle.shape, 2))\n"
                "    point[..., 0], point[..., 1] = np.sin(angle), np.cos(angle)\n"
                "    return point",
            ),
        ),
        right(
            "a complex number",
            (
                "return np.stack([np.sin(angle), np.cos(angle)], axis=-1)",
                "hand = np.exp(1j * angle)\n    return np.stack([hand.imag, hand.real], axis=-1)",
            ),
        ),
        right(
            "whole turns taken off first",
            ("angular_frequency * np.asarray(position)", "angular_frequency * position % math.tau"),
            ("angle = ", "import math\n\n    angle = "),
        ),
        right("float32", ("axis=-1)", "axis=-1).astype(np.float32)")),
        right(
            "a list instead of an array",
            ("axis=-1)", "axis=-1).tolist()"),
        ),
    ),
    wrong=(
        wrong(
            "cosine-first",
            "Both coordinates are right, in the other order. Here the sine is written first, "
            "as in the lecture's (sin 17, cos 17).",
            ("[np.sin(angle), np.cos(angle)]", "[np.cos(angle), np.sin(angle)]"),
        ),
        wrong(
            "degrees",
            "The angle was taken for degrees and turned into radians. `angular_frequency` is in "
            "radians a position already, and so is what `np.sin` wants.",
            ("np.asarray(position)", "np.deg2rad(position)"),
        ),
        wrong(
            "in-turns",
            "The angle came out 2π times too large: `angular_frequency` counts radians a position, "
            "not turns.",
            ("np.asarray(position)", "np.asarray(position) * 2 * np.pi"),
        ),
        wrong(
            "divided",
            "The position is divided by the angular frequency. Twice the frequency should turn the "
            "hand twice as far: multiply.",
            (
                "angular_frequency * np.asarray(position)",
                "np.asarray(position) / angular_frequency",
            ),
        ),
        wrong(
            "frequency-forgotten",
            "Every clock runs at 1 rad a position, whatever `angular_frequency` says. "
            "Multiply the position by it.",
            ("angular_frequency * np.asarray(position)", "np.asarray(position)"),
        ),
        wrong(
            "frequency-outside",
            "`angular_frequency` multiplies the sine and the cosine, so the point leaves the "
            "circle. It belongs inside, with the position.",
            ("angular_frequency * np.asarray(position)", "np.asarray(position)"),
            ("return np.stack(", "return angular_frequency * np.stack("),
        ),
        wrong(
            "pairs-on-the-first-axis",
            "All sines come first, then all cosines: the shape is (2, …). Each position should "
            "hold its own pair, so stack along `axis=-1`.",
            ("axis=-1", "axis=0"),
        ),
        wrong(
            "laid-end-to-end",
            "Sines and cosines lie end to end on one axis. A pair a position needs a new last "
            "axis: `np.stack`, not `np.concatenate`.",
            ("np.stack", "np.concatenate"),
            ("np.asarray(position)", "np.atleast_1d(position)"),
        ),
        wrong(
            "counted-from-one",
            "The hand is one step ahead. Positions count from 0 here, and at position 0 the hand "
            "points straight up, (0, 1).",
            ("np.asarray(position)", "(np.asarray(position) + 1)"),
        ),
        wrong(
            "sine-only",
            "Both coordinates hold the sine. The second is the cosine, and the next section shows "
            "why the sine alone is too little.",
            ("np.cos(angle)", "np.sin(angle)"),
        ),
        wrong(
            "wavelength-for-frequency",
            "The position is divided by `angular_frequency` and multiplied by 2π, as if it were "
            "the length of a turn. It is an angle a position: multiply by it, and by nothing else.",
            (
                "angular_frequency * np.asarray(position)",
                "2 * np.pi * np.asarray(position) / angular_frequency",
            ),
        ),
        wrong(
            "turns-backwards",
            "The hand turns backwards: the sine has the wrong sign. No minus in the angle.",
            ("angular_frequency * np.asarray", "-angular_frequency * np.asarray"),
        ),
    ),
)


def wavelength_of(angular_frequency: float) -> float:
    return 2 * np.pi / angular_frequency


def _wavelength_cases() -> tuple[Case, ...]:
    return (
        case("1 rad a position", 1.0),
        case("a hundredth of a radian a position", 0.01),
        case("two clocks at once", np.array([0.5, 2.0])),
    )


WAVELENGTH = exercise(
    "03.2",
    "the wavelength",
    wavelength_of,
    minutes=3,
    cases=_wavelength_cases,
    hints=(
        "After how many positions has the hand come round? How many radians is that?",
        "One turn is 2π radians, and each position adds `angular_frequency` radians. "
        "How many positions fit into a turn?",
        "`2 * np.pi / angular_frequency`.",
    ),
    also_right=(
        right(
            "math.tau",
            ("2 * np.pi / angular_frequency", "math.tau / angular_frequency"),
            ("    return", "    import math\n\n    return"),
        ),
        right("float32", ("2 * np.pi", "np.float32(2 * np.pi)")),
        right("through the frequency in turns", ("2 * np.pi /", "1 / (1 / (2 * np.pi)) /")),
    ),
    wrong=(
        wrong(
            "turned-over",
            "This is how many turns one position makes. How many positions one turn takes is the "
            "reciprocal.",
            ("2 * np.pi / angular_frequency", "angular_frequency / (2 * np.pi)"),
        ),
        wrong(
            "turn-forgotten",
            "After 1/ω positions the hand has turned by one radian. A whole turn is 2π of them.",
            ("2 * np.pi", "1"),
        ),
        wrong(
            "half-a-turn",
            "After π/ω positions the hand points the opposite way. A whole turn is 2π radians.",
            ("2 * np.pi", "np.pi"),
        ),
        wrong(
            "degrees",
            "A turn has 360 degrees, but the frequency is in radians: here it has 2π.",
            ("2 * np.pi", "360"),
        ),
        wrong(
            "multiplied",
            "A faster clock would need longer for a turn. Divide by the frequency.",
            ("/ angular_frequency", "* angular_frequency"),
        ),
        wrong(
            "made-whole",
            "A wavelength need not be a whole number of positions: leave it as it is. This "
            "will matter later in this notebook.",
            ("2 * np.pi / angular_frequency", "np.round(2 * np.pi / angular_frequency)"),
        ),
        wrong(
            "diameter-for-rim",
            "The hand travels round the rim, which is 2π long; 2 is the circle's diameter.",
            ("2 * np.pi", "2"),
        ),
    ),
)
