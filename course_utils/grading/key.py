"""A key: what a teacher writes down to have an assignment graded.

A key is a Python file that defines `KEY`. `keys/notebook_01.py` beside this module is an example
to copy: the homework's key (notebook 07) is made in the same way. Its reference functions and its
random inputs stay in the grader's process; a box never holds the file.

    from course_utils.grading.key import Key, Property, Task

    def double(x):
        return 2 * x

    KEY = Key(
        assignment="doubling",
        tasks=(
            Task("double", "double", double, (
                Property(1, "a whole number", lambda rng: [(int(rng.integers(100)),)]),
                Property(2, "an array", lambda rng: [(rng.normal(size=3),)]),
            )),
        ),
    )

`Task(cell, name, reference, properties)`: the answer cell's `grade_id`, the function (or variable)
it defines, the right one, and what earns points. Each `Property` has points, words for the
student, and a function that draws fresh arguments from a random generator; all its draws must
be right to earn its points. Write a property's points so that a task's partial answers earn
what you think is fair: shape, even width, long sequences, large offsets, one property each.
"""

from __future__ import annotations

import hashlib
import importlib.util
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from course_utils.grading import checker
from course_utils.grading.plan import BoxPlan, Limits

Draw = Callable[[np.random.Generator], Sequence[tuple[Any, ...]]]


class KeyError_(ValueError):  # noqa: N801, N818 - `KeyError` is taken by Python
    """A key that cannot be used; the message says where and why."""


@dataclass(frozen=True)
class Property:
    """Something that an answer gets right or wrong, and what it earns.

    `shape_only` asks for nothing but the shape. `holds(arguments, result)` replaces the comparison
    with the reference where many results are right; `result` is a float64 array, or a tuple of
    arrays where the task has parts.
    """

    points: float
    says: str
    draw: Draw | None = None
    rtol: float = 1e-6
    atol: float = 1e-9
    shape_only: bool = False
    holds: Callable[[tuple[Any, ...], Any], bool] | None = None


@dataclass(frozen=True)
class Task:
    """An answer cell that is judged by calling what it defines.

    `parts` is the number of results when the function returns a tuple, else 0. `lend` is source
    text that is run in the box after this task has been judged and lost points, so that a mistake
    here costs nothing in later tasks that build on it; it gives this task's solution away to
    later cells, which can no longer use it.
    """

    cell: str
    name: str
    reference: Any
    properties: tuple[Property, ...]
    parts: int = 0
    lend: str = ""

    @property
    def points(self) -> float:
        """All that can be earned here."""
        return sum(one.points for one in self.properties)


@dataclass(frozen=True)
class Written:
    """An answer that a person reads: the cell, the question, points, rubric and model answers.

    `shows` names further cells whose stored text and PNG outputs are shown to the reader.
    """

    cell: str
    question: str
    points: float
    rubric: tuple[str, ...]
    model_answers: tuple[str, ...]
    shows: tuple[str, ...] = ()


@dataclass(frozen=True)
class Key:
    """An assignment's key.

    `holds` names modules of `course_utils` that the box really holds; all others are hollow there.
    `hides` names other installed packages that must not be in the box. `skips` are patterns of
    cell ids that need not run, such as long demonstrations.
    """

    assignment: str
    tasks: tuple[Task, ...]
    written: tuple[Written, ...] = ()
    holds: tuple[str, ...] = ()
    hides: tuple[str, ...] = ()
    skips: tuple[str, ...] = ()
    preload: tuple[str, ...] = ("numpy",)
    limits: Limits = field(default_factory=Limits)

    @property
    def points(self) -> float:
        """All points that the machine gives."""
        return sum(task.points for task in self.tasks)

    def plan(self, trusted: bool = False) -> BoxPlan:
        """Return what a box for this assignment is made of."""
        return BoxPlan(self.limits, self.holds, self.hides, self.preload, trusted)

    def rehearse(self) -> None:
        """Judge the references by themselves; a KeyError_ names the task whose key is broken."""
        for task in self.tasks:
            for one in task.properties:
                try:
                    _rehearse(task, one, np.random.default_rng(0))
                except Exception as error:
                    where = f"task {task.cell!r}, property {one.says!r}"
                    raise KeyError_(f"{where}: {type(error).__name__}: {error}") from error


def trials(
    task: Task, one: Property, rng: np.random.Generator
) -> list[tuple[tuple[Any, ...] | None, list[checker.Part]]]:
    """Draw a property's arguments and compute what the reference makes of them."""
    if not callable(task.reference):
        return [(None, checker.expected_parts(task.reference, task.parts))]
    if one.draw is None:
        raise ValueError("a function needs arguments: give `draw`")
    return [(drawn, _expected(task, drawn)) for drawn in one.draw(rng)]


def _expected(task: Task, drawn: tuple[Any, ...]) -> list[checker.Part]:
    built = [one.build() if isinstance(one, checker.Code) else one for one in drawn]
    # Its own copies: a reference that works in place must not change what is sent.
    copies = [one.copy() if isinstance(one, np.ndarray) else one for one in built]
    return checker.expected_parts(task.reference(*copies), task.parts)


def _rehearse(task: Task, one: Property, rng: np.random.Generator) -> None:
    drawn = trials(task, one, rng)
    if not drawn:
        raise ValueError("`draw` returned no arguments")
    for arguments, expected in drawn:
        checker.expression(task.name, arguments, task.parts)
        if one.holds and not right(one, arguments, expected, expected, task.parts):
            raise ValueError("`holds` refuses the reference")


def right(
    one: Property,
    arguments: tuple[Any, ...] | None,
    expected: list[checker.Part],
    came: list[checker.Part],
    parts: int,
) -> bool:
    """Tell whether an accepted answer is right."""
    if one.shape_only:
        return True
    if one.holds is not None:
        return _holds(one.holds, arguments or (), tuple(came) if parts else came[0])
    pairs = zip(expected, came, strict=True)
    return all(checker.agree(a, b, one.rtol, one.atol) for a, b in pairs)


def _holds(holds: Callable[[tuple[Any, ...], Any], bool], arguments: Any, result: Any) -> bool:
    """Ask a key's own function; what it stumbles over (NaN, a singular matrix) costs this property.

    Unhindered, the error would cost all the submission's other points too.
    """
    try:
        return bool(holds(arguments, result))
    except Exception as error:
        why = f"it could not be judged ({type(error).__name__})"
        raise checker.RefusedError(why) from error


def load_key(path: Path) -> Key:
    """Run a key's file and return its KEY."""
    try:
        spec = importlib.util.spec_from_file_location(f"key_{path.stem}", path)
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        key = getattr(module, "KEY", None)
    except Exception as error:
        raise KeyError_(f"{path}: {type(error).__name__}: {error}") from error
    if key is None:
        raise KeyError_(f"{path} defines no KEY: a key's file ends with `KEY = Key(…)`")
    if not isinstance(key, Key):
        raise KeyError_(f"{path}: KEY must be a Key; got {type(key).__name__}")
    return key


def key_digest(path: Path) -> str:
    """Return what tells one version of a key from another.

    It covers the file, and what the key asks and expects for one fixed seed: a constant that the
    key reads elsewhere may change while the file does not.
    """
    key = load_key(path)
    key.rehearse()
    digest = hashlib.sha256(path.read_bytes())
    for task in key.tasks:
        for one in task.properties:
            for arguments, expected in trials(task, one, np.random.default_rng(0)):
                digest.update(checker.expression(task.name, arguments, task.parts).encode())
                digest.update(str([_rounded(part) for part in expected]).encode())
    return digest.hexdigest()[:16]


def _rounded(part: checker.Part) -> Any:
    """Leave out the last bits, which differ from machine to machine."""
    return part if isinstance(part, str) else (np.round(part, 3) + 0.0).tolist()
