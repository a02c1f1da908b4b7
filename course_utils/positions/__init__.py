"""Ways to tell a Transformer where its tokens stand. Importing this loads no PyTorch."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from course_utils.positions.clocks import angular_frequencies, wavelengths
from course_utils.positions.layouts import (
    LAYOUTS,
    halves_to_interleaved,
    interleaved_to_halves,
    permutation,
    swap_halves,
    swap_within_pairs,
)
from course_utils.positions.rope import rotate
from course_utils.positions.sinusoidal import shift_matrix, sinusoidal_encoding

if TYPE_CHECKING:
    from course_utils.positions.torch_module import RotaryEncoding, SinusoidalEncoding

__all__ = [
    "LAYOUTS",
    "RotaryEncoding",
    "SinusoidalEncoding",
    "angular_frequencies",
    "halves_to_interleaved",
    "interleaved_to_halves",
    "permutation",
    "rotate",
    "shift_matrix",
    "sinusoidal_encoding",
    "swap_halves",
    "swap_within_pairs",
    "wavelengths",
]


def __getattr__(name: str) -> Any:
    """Import the PyTorch modules when somebody first asks for them: that takes a second or more."""
    if name in ("RotaryEncoding", "SinusoidalEncoding"):
        return getattr(import_module("course_utils.positions.torch_module"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
