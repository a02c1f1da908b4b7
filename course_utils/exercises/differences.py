"""Compare a result with the reference's, and say the first difference in words."""

from __future__ import annotations

import sys
from typing import Any

import numpy as np

from course_utils.exercises.exercise import Exercise
from course_utils.exercises.resemblance import resemblance, same_numbers


def as_plain(value: Any) -> Any:
    """Turn tensors and nested lists into arrays; leave alone what cannot be one.

    >>> as_plain([1, 2]).shape
    (2,)
    """
    torch = sys.modules.get("torch")
    if torch is not None and isinstance(value, torch.Tensor):
        plain = value.detach().cpu()
        # NumPy knows no bfloat16; and whole numbers stay whole, so that they can be indices.
        return (plain.to(torch.float64) if plain.is_floating_point() else plain).numpy()
    try:
        return np.asarray(value)
    except ValueError:  # a ragged list
        return value


def difference(exercise: Exercise, expected: Any, came: Any) -> str:
    """Say how `came` differs from `expected`; the empty string when it does not."""
    if not exercise.parts or came is None:
        return _difference(exercise, "the result", expected, came)
    if not _has_parts(exercise, came):
        names = ", ".join(f"`{part}`" for part in exercise.parts)
        return f"{len(exercise.parts)} results were expected, {names}; {kind(came)} came"
    for part, one, other in zip(exercise.parts, expected, came, strict=True):
        found = _difference(exercise, f"`{part}`", one, other)
        if found:
            return found
    return ""


def alike(exercise: Exercise, one: Any, other: Any) -> bool:
    """Tell whether two results, right or wrong, are the same within the exercise's tolerance."""
    if one is None or other is None:
        return one is other
    if _has_parts(exercise, one) and _has_parts(exercise, other):
        return all(alike(exercise, *pair) for pair in zip(one, other, strict=True))
    return not _difference(exercise, "", one, other)


def _has_parts(exercise: Exercise, value: Any) -> bool:
    plain = value if isinstance(value, tuple | list) else as_plain(value)
    several = isinstance(plain, tuple | list) or (isinstance(plain, np.ndarray) and plain.ndim > 0)
    return several and 0 < len(exercise.parts) == len(plain)


def _difference(exercise: Exercise, name: str, expected: Any, came: Any) -> str:
    if came is None:
        return f"{name} is None; is a `return` missing?"
    one, other = as_plain(expected), as_plain(came)
    if not isinstance(other, np.ndarray) or other.dtype.kind not in "biufc":
        return "" if _equal_objects(expected, came) else _expected_came(name, expected, came)
    if not isinstance(one, np.ndarray) or one.dtype.kind not in "biufc":
        return _expected_came(name, expected, came)
    if one.shape != other.shape:
        return _other_shape(exercise, name, one, other)
    return _first_unequal_entry(exercise, name, one, other)


def _other_shape(exercise: Exercise, name: str, one: Any, other: Any) -> str:
    if one.ndim == 0:
        return f"{name} should be {_one_of(one)}; an array of shape {other.shape} came"
    told = f"{name} should have shape {one.shape}; its shape is {other.shape}"
    if other.ndim == 2 and one.shape == other.T.shape and _close(exercise, one, other.T).all():
        return f"{told}: rows and columns have changed places"
    if same_numbers(one, other, exercise.rtol, exercise.atol):
        return f"{told}, with the right numbers in it"
    return told


def _one_of(value: Any) -> str:
    return "one True or False" if value.dtype.kind == "b" else "one number"


def _close(exercise: Exercise, one: Any, other: Any) -> Any:
    return np.isclose(other, one, rtol=exercise.rtol, atol=exercise.atol, equal_nan=True)


def _first_unequal_entry(exercise: Exercise, name: str, one: Any, other: Any) -> str:
    close = _close(exercise, one, other)
    if close.all():
        return ""
    where = tuple(int(index) for index in np.argwhere(~close)[0])
    place = f"{name} at {list(where)}" if where else name
    told = f"{place} should be {_number(one[where])}; it is {_number(other[where])}"
    return told + resemblance(one, other, exercise.rtol, exercise.atol)


def _equal_objects(expected: Any, came: Any) -> bool:
    return type(expected) is type(came) and np.array_equal(expected, came)


def _expected_came(name: str, expected: Any, came: Any) -> str:
    return f"{name} should be {kind(expected)}; {kind(came)} came"


def kind(value: Any) -> str:
    """Say what `value` is: a number, an array of some shape, text, something else."""
    if value is None:
        return "None"
    if isinstance(value, str):
        return f"the text {value!r}"
    plain = as_plain(value)
    if isinstance(plain, np.ndarray) and plain.dtype.kind == "U":
        return f"text in an array of shape {plain.shape}"
    if isinstance(plain, np.ndarray) and plain.dtype.kind == "b" and not plain.ndim:
        return str(bool(plain))
    if isinstance(plain, np.ndarray) and plain.dtype.kind in "biufc":
        return f"an array of shape {plain.shape}" if plain.ndim else f"the number {_number(plain)}"
    return f"something else (`{type(value).__name__}`)"


def _number(value: Any) -> str:
    if np.asarray(value).dtype.kind == "b":
        return str(bool(value))
    return f"{value:.6g}"
