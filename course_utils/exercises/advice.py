"""Say in plain words what Python's and NumPy's most frequent complaints mean."""

from __future__ import annotations

_PLAIN_NUMBER = (
    "A single number stands where this line wants an array; `np.asarray` makes one of it."
)
_NO_POWER = "`^` is no power in Python; `**` is."
_ADVICE = (
    (
        "can be converted to Python scalars",
        "`math` and `float` take one number at a time; NumPy's functions take whole arrays.",
    ),
    (
        "truth value of an array",
        "Python's `if`, `and`, `max` want one True or False, and an array has many; "
        "NumPy's functions take whole arrays.",
    ),
    (
        "could not be broadcast together",
        "Look at the two shapes: `[:, None]` gives an array another axis.",
    ),
    ("object of type 'int' has no len()", _PLAIN_NUMBER),
    ("'int' object is not subscriptable", _PLAIN_NUMBER),
    ("'int' object has no attribute 'shape'", _PLAIN_NUMBER),
    (
        "'float' object cannot be interpreted as an integer",
        "`/` always gives a float; `//` keeps whole numbers whole.",
    ),
    (
        "Integers to negative integer powers",
        "NumPy takes whole numbers to whole powers exactly, so not to negative ones. "
        "Make one of the two a float.",
    ),
    (
        "used as indices must be",
        "`/` always gives a float, also where nothing is left over; `//` keeps whole numbers "
        "whole.",
    ),
    (
        "values to unpack",
        "The names on the left are not as many as what comes. If it is a shape: "
        "`.shape[-2:]` takes the last two axes, however many stand in front.",
    ),
    ("bitwise_xor", _NO_POWER),
    ("for ^:", _NO_POWER),
    ("'range'", "A `range` does not compute; `np.arange` does."),
    (
        "Can't call numpy() on Tensor that requires grad",
        "Detached, it would no longer train. Stay with tensors: `torch.as_tensor` for "
        "`np.asarray`, `.clamp` for `np.clip`.",
    ),
)


def advice(error: str) -> str:
    """Return a sentence that explains `error`, or the empty string.

    >>> advice("TypeError: 'float' object cannot be interpreted as an integer")
    '`/` always gives a float; `//` keeps whole numbers whole.'
    """
    return next((says for part, says in _ADVICE if part in error), "")
