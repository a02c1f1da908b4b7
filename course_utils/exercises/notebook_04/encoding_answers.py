"""Exercises 04.1 and 04.2: the clocks' speeds, and the whole encoding."""

from __future__ import annotations

import numpy as np

from course_utils.exercises.exercise import Case, case, exercise, right, wrong


def angular_frequencies(d_model: int, base: float = 10000) -> np.ndarray:
    pair = np.arange(d_model // 2)
    return base ** (-2 * pair / d_model)


def _frequency_cases() -> tuple[Case, ...]:
    return (
        case("d_model = 8", 8),
        case("d_model = 12", 12),
        case("a single clock, d_model = 2", 2),
        case("d_model = 6 with base 100", 6, 100),
    )


FREQUENCIES = exercise(
    "04.1",
    "the frequencies",
    angular_frequencies,
    minutes=5,
    cases=_frequency_cases,
    hints=(
        "How many clocks do `d_model` columns hold? `np.arange` of that number counts the pairs "
        "k = 0, 1, 2, … The formula says what to do with each.",
        "$\\omega_k = \\text{base}^{-2k/d}$: a power whose exponent is an array. Pair 0 must get "
        "exactly 1.",
        "`pair = np.arange(d_model // 2)`, then `base ** (-2 * pair / d_model)`.",
    ),
    also_right=(
        right("by division", ("base ** (-2 * pair / d_model)", "1 / base ** (2 * pair / d_model)")),
        right(
            "by exp and log",
            ("base ** (-2 * pair / d_model)", "np.exp(-2 * pair / d_model * np.log(base))"),
        ),
        right(
            "counting columns in twos",
            ("np.arange(d_model // 2)", "np.arange(0, d_model, 2)"),
            ("-2 * pair", "-pair"),
        ),
        right(
            "a list",
            (
                "return base ** (-2 * pair / d_model)",
                "return [float(base ** (-2 * k / d_model)) for k in pair]",
            ),
        ),
    ),
    wrong=(
        wrong(
            "two-forgotten",
            "The exponent is half as large as it should be: the last clock runs at about 1/√base. "
            "The formula has 2k / d, with k counting pairs.",
            ("-2 * pair", "-pair"),
        ),
        wrong(
            "two-too-often",
            "The exponent is twice as large as it should be. Either k counts pairs, and the "
            "exponent is 2k/d, or it counts columns in twos, and the 2 is already in it.",
            ("-2 * pair", "-4 * pair"),
        ),
        wrong(
            "slowest-first",
            "The speeds are right and stand the wrong way round: pair 0 is the fastest, with 1 "
            "radian a position.",
            ("base ** (-2 * pair / d_model)", "(base ** (-2 * pair / d_model))[::-1]"),
        ),
        wrong(
            "a-frequency-for-every-column",
            "There are d_model frequencies, but only d_model / 2 clocks: a sine and a cosine share "
            "one.",
            ("d_model // 2", "d_model"),
        ),
        wrong(
            "each-column-its-own",
            "The exponents count columns, one by one. Count pairs: sine and cosine of a clock "
            "must have the same frequency, so the exponent moves on by 2/d a pair.",
            ("np.arange(d_model // 2)", "np.arange(d_model)"),
            ("-2 * pair", "-pair"),
        ),
        wrong(
            "faster-and-faster",
            "The frequencies grow from pair to pair. The exponent is negative: pair 0 is the "
            "fastest clock, the last one the slowest.",
            ("-2 * pair", "2 * pair"),
        ),
        wrong(
            "counted-from-one",
            "The pairs are counted from 1, so the fastest clock is missing. Pair 0 runs at exactly "
            "1 radian a position.",
            ("np.arange(d_model // 2)", "np.arange(1, d_model // 2 + 1)"),
        ),
        wrong(
            "base-fixed",
            "The base is always 10000 here. Use the argument `base`.",
            ("base **", "10000.0 **"),
        ),
        wrong(
            "wavelengths",
            "These are wavelengths, positions a turn. The angular frequency is radians a position: "
            "2π divided by the wavelength.",
            ("base ** (-2 * pair", "2 * np.pi * base ** (2 * pair"),
        ),
        wrong(
            "turns-not-radians",
            "These are turns a position. Without the 2π it is radians a position, as the formula "
            "has it.",
            ("base ** (", "1 / (2 * np.pi) * base ** ("),
        ),
        wrong(
            "reaches-the-base",
            "The last clock reaches 1/base exactly, because the exponent is divided by d/2 − 1. "
            "Some early code (tensor2tensor) does that; the paper divides 2k by d.",
            ("-2 * pair / d_model", "-pair / max(d_model // 2 - 1, 1)"),
        ),
        wrong(
            "evenly-spaced",
            "The frequencies fall by the same amount from pair to pair. They should fall by the "
            "same factor: k belongs in the exponent.",
            ("base ** (-2 * pair / d_model)", "1 - 2 * pair / d_model * (1 - 1 / base)"),
        ),
    ),
)


def positional_encoding(position: np.ndarray, d_model: int, base: float = 10000) -> np.ndarray:
    angle = np.multiply.outer(position, angular_frequencies(d_model, base))
    encoding = np.empty((*np.shape(position), d_model))
    encoding[..., 0::2] = np.sin(angle)
    encoding[..., 1::2] = np.cos(angle)
    return encoding


def _encoding_cases() -> tuple[Case, ...]:
    return (
        case("the positions 0 to 4, d_model = 6", np.arange(5), 6),
        case("position 17 alone, d_model = 8", 17, 8),
        case("two sentences of three positions, d_model = 4", np.array([[0, 1, 2], [7, 8, 9]]), 4),
        case("the position 2.5, d_model = 4", np.array([2.5]), 4),
        case("the positions 0 to 2, d_model = 4 with base 100", np.arange(3), 4, 100),
    )


ENCODING = exercise(
    "04.2",
    "the whole encoding",
    positional_encoding,
    minutes=10,
    cases=_encoding_cases,
    hints=(
        "First all angles: position times frequency, for every position and every clock. "
        "`np.multiply.outer(a, b)` gives all products of two arrays.",
        "Fill an array of the right shape: the slice `[..., 0::2]` is all even columns and takes "
        "the sines, `[..., 1::2]` is all odd columns and takes the cosines.",
        "`angle = np.multiply.outer(position, angular_frequencies(d_model, base))`, "
        "`encoding = np.empty((*np.shape(position), d_model))`, then the two slices.",
    ),
    also_right=(
        right(
            "stack and reshape",
            (
                "encoding = np.empty((*np.shape(position), d_model))\n"
                "    encoding[..., 0::2] = np.sin(angle)\n"
                "    encoding[..., 1::2] = np.cos(angle)\n",
                "pairs = np.stack([np.sin(angle), np.cos(angle)], axis=-1)\n"
                "    encoding = pairs.reshape(*np.shape(position), d_model)\n",
            ),
        ),
        right(
            "the cosine as a shifted sine",
            ("np.cos(angle)", "np.sin(angle + np.pi / 2)"),
        ),
        right(
            "a complex number",
            ("np.sin(angle)", "np.exp(1j * angle).imag"),
            ("np.cos(angle)", "np.exp(1j * angle).real"),
        ),
        right(
            "repeating each frequency",
            (
                "angle = np.multiply.outer(position, angular_frequencies(d_model, base))",
                "frequency = np.repeat(angular_frequencies(d_model, base), 2)\n"
                "    angle = np.asarray(position)[..., None] * frequency",
            ),
            ("np.sin(angle)", "np.sin(angle[..., 0::2])"),
            ("np.cos(angle)", "np.cos(angle[..., 1::2])"),
        ),
        right("float32", ("return encoding", "return encoding.astype(np.float32)")),
        right("a list", ("return encoding", "return encoding.tolist()")),
    ),
    wrong=(
        wrong(
            "halves",
            "All numbers are right and stand in other columns: first all sines, then all cosines. "
            "Here they alternate, sine in the even columns and cosine in the odd ones.",
            ("[..., 0::2]", "[..., : d_model // 2]"),
            ("[..., 1::2]", "[..., d_model // 2 :]"),
        ),
        wrong(
            "cosine-first",
            "Sine and cosine have changed places. The even columns, 0 included, hold the sine.",
            ("= np.sin(angle)", "= np.cos(angle)"),
            ("[..., 1::2] = np.cos(angle)", "[..., 1::2] = np.sin(angle)"),
        ),
        wrong(
            "parity-of-the-position",
            "Even positions became sines and odd positions cosines. It is the column, not the "
            "position, that decides: every position gets both.",
            (
                "encoding[..., 0::2] = np.sin(angle)\n"
                "    encoding[..., 1::2] = np.cos(angle)\n"
                "    return encoding",
                "even = np.asarray(position)[..., None] % 2 == 0\n"
                "    wave = np.where(even, np.sin(angle), np.cos(angle))\n"
                "    encoding[..., 0::2] = encoding[..., 1::2] = wave\n"
                "    return encoding",
            ),
        ),
        wrong(
            "sine-only",
            "Both columns of every pair hold the sine, and one number a clock is ambiguous. "
            "The odd columns hold the cosine.",
            ("np.cos(angle)", "np.sin(angle)"),
        ),
        wrong(
            "unpaired",
            "The cosines run at speeds of their own, each column slower than the one before. "
            "A sine and its cosine belong to one clock: the same frequency in columns 2k and "
            "2k + 1.",
            ("np.cos(angle)", "np.cos(angle * base ** (-1 / d_model))"),
        ),
        wrong(
            "counted-from-one",
            "Every row is one position ahead. Positions count from 0, and row 0 is "
            "0, 1, 0, 1, and so on.",
            ("outer(position,", "outer(np.add(position, 1),"),
        ),
        wrong(
            "degrees",
            "The angles were taken for degrees. They are radians already, and so is what `np.sin` "
            "wants.",
            ("np.multiply.outer(position", "np.multiply.outer(np.deg2rad(position)"),
        ),
        wrong(
            "in-turns",
            "Every angle is 2π times too large. The frequencies are radians a position, not turns.",
            ("outer(position,", "outer(np.multiply(position, 2 * np.pi),"),
        ),
        wrong(
            "divided-by-the-frequency",
            "The clocks get faster from pair to pair, because the position is divided by the "
            "frequency. Multiply; or divide by base^(2k/d), which is the same.",
            ("np.multiply.outer", "np.divide.outer"),
        ),
        wrong(
            "base-fixed",
            "The base is not passed on, so it stays 10000. Hand `base` to `angular_frequencies`.",
            ("(d_model, base))", "(d_model))"),
        ),
        wrong(
            "whole-positions-only",
            "A position between two tokens is cut down to a whole one. The formula takes 2.5 as it "
            "is.",
            ("outer(position,", "outer(np.floor(position),"),
        ),
        wrong(
            "two-too-often",
            "The clocks slow down twice too fast: the exponent is 2k/d, with k counting pairs. "
            "Where `i` runs 0, 2, 4, … the 2 is already in it.",
            ("angular_frequencies(d_model, base))", "angular_frequencies(d_model, base) ** 2)"),
        ),
        wrong(
            "columns-reversed",
            "The slow clocks come first. Pair 0, the fastest, belongs in columns 0 and 1.",
            ("angular_frequencies(d_model, base))", "angular_frequencies(d_model, base)[::-1])"),
        ),
    ),
)
