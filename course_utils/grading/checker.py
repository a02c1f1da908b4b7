"""The trusted checker: what goes into the box, what is accepted out of it, and what is right.

SECURITY-CRITICAL. Expected values are computed and compared here, in the grader's own process, and
never sent. Only inputs go in. Out come a shape and the bytes of little-endian float64 numbers:
nothing is unpickled and nothing is evaluated. The shape must be the expected one exactly, before a
single number is decoded, so an answer can neither broadcast nor fill memory; and what is compared
are arrays of our own, whose `==` no student has written.
"""

from __future__ import annotations

import base64
import binascii
import json
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

# The code that asks: one line without names that a student's cell could have redefined.
EXPRESSION = "__import__('answers').call(__import__('IPython').get_ipython().user_ns, '{request}')"
Part = np.ndarray | str


@dataclass(frozen=True)
class Code:
    """An argument that is a function: its source travels, and is compiled in the box."""

    source: str
    name: str

    def build(self) -> Any:
        """Return the function itself, for the reference."""
        scope: dict[str, Any] = {"np": np}
        exec(self.source, scope)
        return scope[self.name]


class RefusedError(Exception):
    """What came out of the box is no answer; the message, in our own words, says why."""


def expression(name: str, arguments: Sequence[Any] | None, parts: int) -> str:
    """Return the expression that calls `name` in the box, or reads it when `arguments` is None."""
    coded = None if arguments is None else [encode(one) for one in arguments]
    request = json.dumps({"name": name, "arguments": coded, "parts": parts})
    return EXPRESSION.format(request=base64.b64encode(request.encode()).decode())


def encode(value: Any) -> dict[str, Any]:
    """Write an argument as JSON; a ValueError names what cannot be sent."""
    if isinstance(value, Code):
        return {"code": value.source, "name": value.name}
    if isinstance(value, np.ndarray) and value.dtype.kind in "biuf":
        data = np.ascontiguousarray(value, dtype=value.dtype.newbyteorder("<"))
        text = base64.b64encode(data.tobytes()).decode()
        return {"array": text, "dtype": data.dtype.str, "shape": list(value.shape)}
    if isinstance(value, tuple | list):
        items = [encode(one) for one in value]
        return {"items": items, "tuple": isinstance(value, tuple)}
    if isinstance(value, np.generic):
        value = value.item()
    if value is None or isinstance(value, bool | int | float | str):
        return {"value": value}
    raise ValueError(f"arguments are numbers, strings, arrays or Code; got {type(value).__name__}")


def expected_parts(value: Any, parts: int) -> list[Part]:
    """Turn the reference's own result into what is compared."""
    values = value if parts else (value,)
    return [v if isinstance(v, str) else np.asarray(v, dtype=np.float64) for v in values]


def decode(text: str, expected: Sequence[Part]) -> list[Part]:
    """Read what the box claims, in the shapes that are expected, or raise RefusedError."""
    try:
        answer = json.loads(base64.b64decode(text[1:-1], validate=True))
        error = answer.get("error"), answer.get("missing")
        parts = answer.get("parts")
    except (ValueError, AttributeError, RecursionError):
        raise RefusedError("the answer could not be read") from None
    if error[1]:
        raise RefusedError("it is not defined")
    if error[0]:
        raise RefusedError(f"it stopped with {str(error[0])[:300]}")
    if not isinstance(parts, list) or len(parts) != len(expected):
        raise RefusedError("the answer could not be read")
    return [_decode_part(part, one) for part, one in zip(parts, expected, strict=True)]


def _decode_part(part: Any, expected: Part) -> Part:
    if not isinstance(part, dict):
        raise RefusedError("the answer could not be read")
    if part.get("nothing"):
        raise RefusedError("it returns nothing")
    if isinstance(expected, str):
        if not isinstance(part.get("text"), str):
            raise RefusedError("it is no text")
        return str(part["text"])
    shape = _shape(part.get("shape"))
    if shape != expected.shape:
        raise RefusedError(f"its shape is {shape}, not {expected.shape}")
    return _numbers(part.get("data"), shape)


def _shape(shape: Any) -> tuple[int, ...]:
    if not isinstance(shape, list) or len(shape) > 32:
        raise RefusedError("it returns neither a number nor an array of numbers")
    if not all(type(n) is int and 0 <= n < 1 << 40 for n in shape):
        raise RefusedError("the answer could not be read")
    return tuple(shape)


def _numbers(data: Any, shape: tuple[int, ...]) -> np.ndarray:
    size = math.prod(shape)
    if not isinstance(data, str) or len(data) != 4 * ((8 * size + 2) // 3):
        raise RefusedError(f"it returns no numbers of shape {shape}")
    try:
        raw = base64.b64decode(data, validate=True)
        return np.frombuffer(raw, dtype="<f8").reshape(shape)
    except (binascii.Error, ValueError):
        raise RefusedError("the answer could not be read") from None


def agree(expected: Part, came: Part, rtol: float, atol: float) -> bool:
    """Tell whether an answer equals what is expected, up to rounding.

    >>> agree(np.array([1.0, 2.0]), np.array([1.0, 2.1]), 1e-6, 1e-9)
    False
    """
    if isinstance(expected, str) or isinstance(came, str):
        return type(expected) is type(came) and expected == came
    if expected.shape != came.shape:
        return False
    with np.errstate(all="ignore"):
        return bool(np.allclose(came, expected, rtol=rtol, atol=atol, equal_nan=True))
