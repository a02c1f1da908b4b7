"""Say what a wrong result has in common with the right one. Only what is true of every entry."""

from __future__ import annotations

from typing import Any

import numpy as np


def resemblance(expected: Any, came: Any, rtol: float, atol: float) -> str:
    """Return words to follow "it is 3", or the empty string when nothing simple relates the two.

    Parameters
    ----------
    expected, came
        Arrays of one shape that differ somewhere.
    rtol, atol
        How near two entries count as equal, as in `numpy.isclose`.

    Examples
    --------
    >>> resemblance(np.array([1.0, 2.0, 0.0]), np.array([3.0, 6.0, 0.0]), 1e-5, 1e-6)
    ', and every entry is 3 times what it should be'
    """
    if expected.dtype.kind == "b" or not (np.isfinite(expected).all() and np.isfinite(came).all()):
        return ""
    if _rounded(expected, came):
        return ": the digits after the point are lost"

    def same(one: Any, other: Any) -> bool:
        return one.shape == other.shape and np.allclose(other, one, rtol=rtol, atol=atol)

    if same(np.abs(expected), np.abs(came)):
        return ", so it has the wrong sign" + (": all sizes are right" if came.ndim else "")
    if came.size < 3:
        return ""
    return _moved(expected, came, same) or _scaled(expected, came, same)


def same_numbers(expected: Any, came: Any, rtol: float, atol: float) -> bool:
    """Tell whether the same numbers stand in the same sequence, whatever the shapes.

    >>> same_numbers(np.eye(2), np.array([1.0, 0.0, 0.0, 1.0]), 1e-5, 1e-6)
    True
    """
    return expected.size == came.size and np.allclose(
        came.ravel(), expected.ravel(), rtol=rtol, atol=atol, equal_nan=True
    )


def _rounded(expected: Any, came: Any) -> bool:
    if np.array_equal(expected, np.round(expected)):
        return False
    if came.dtype.kind in "iu":
        return np.array_equal(came, np.trunc(expected))
    # A float of 1 in place of 0.98 may be anything; one of 6 or 7 in place of 6.28 was rounded.
    near = (np.abs(came - expected) < 1).all() and (np.abs(expected) > 1).all()
    return bool(near) and np.array_equal(came, np.round(came))


def _moved(expected: Any, came: Any, same: Any) -> str:
    if came.ndim == 2 and same(expected, came.T):
        return ": rows and columns have changed places"
    if same(expected, came[..., ::-1]):
        return ": the last axis runs the other way round"
    if same(np.sort(expected, axis=None), np.sort(came, axis=None)):
        return ": the right numbers are there, in other places"
    return ""


def _scaled(expected: Any, came: Any, same: Any) -> str:
    largest = np.unravel_index(np.abs(expected).argmax(), expected.shape)
    if not expected[largest]:
        return ""
    factor = came[largest] / expected[largest]
    if not factor or not same(expected, came / factor):
        return ""
    return f", and every entry is {factor:.4g} times what it should be"
