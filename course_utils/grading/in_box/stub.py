"""The course's package as the box holds it: names that can be imported, and do nothing.

`check` hands the learner's own answer back; the course's references are not here at all.
"""

import importlib.abc
import importlib.machinery
import sys
from typing import Any


class Hollow:
    """Something that can be called, indexed and asked for attributes, and is nothing."""

    def __call__(self, *_: Any, **__: Any) -> "Hollow":
        """Return nothing of use."""
        return self

    def __getattr__(self, name: str) -> "Hollow":
        """Return another nothing, except for Python's own questions."""
        if name.startswith("__"):
            raise AttributeError(name)
        return Hollow()

    def __getitem__(self, _: Any) -> "Hollow":
        """Return nothing of use."""
        return self

    def __iter__(self) -> Any:
        """Pretend to be a pair: `fig, axes = new_figure()` goes through."""
        return iter((self, self))

    def __enter__(self) -> "Hollow":
        """Serve as a context that does nothing."""
        return self

    def __exit__(self, *_: Any) -> None:
        """Leave it."""

    def __format__(self, _: str) -> str:
        """Stand in any f-string."""
        return "…"


def check(exercise_id: str, answer: Any) -> Any:
    """Hand the answer back unchanged."""
    return answer


class _HollowFinder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Make an empty module of every part of the course that is not in the box."""

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> Any:
        if name.startswith("course_utils."):
            return importlib.machinery.ModuleSpec(name, self, is_package=True)
        return None

    def exec_module(self, module: Any) -> None:
        module.__getattr__ = _hollow_attribute


def _hollow_attribute(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    return Hollow()


if __name__ == "course_utils":
    __getattr__ = _hollow_attribute
    sys.meta_path.append(_HollowFinder())
