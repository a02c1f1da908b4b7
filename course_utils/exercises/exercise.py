"""What an exercise consists of, and how its variants are written down.

A right or wrong answer is written as the smallest change of the reference: "the same, but with
`axis=0`". That keeps the mistake itself in sight, and gives a source text that a test can type
into the notebook just as a learner would.
"""

from __future__ import annotations

import inspect
import textwrap
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

Edits = tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Case:
    """One set of arguments on which an answer is tried, and the words that describe it."""

    says: str
    arguments: tuple[Any, ...]


def case(says: str, *arguments: Any) -> Case:
    """Describe one trial of an answer: `case("two equal scores", np.zeros(2))`."""
    return Case(says, arguments)


@dataclass(frozen=True)
class Variant:
    """Another answer to an exercise, right or wrong: its source and, when wrong, the diagnosis."""

    name: str
    source: str
    says: str = ""


@dataclass(frozen=True)
class Draft:
    """A variant that is not yet written out: edits of the reference, or a source of its own."""

    name: str
    says: str
    change: Edits | str


def wrong(name: str, says: str, *edits: tuple[str, str], source: str = "") -> Draft:
    """Name a wrong answer, say what is wrong with it, and how it differs from the reference."""
    return Draft(name, says, source or edits)


def right(name: str, *edits: tuple[str, str], source: str = "") -> Draft:
    """Name another right answer: another algorithm, another dtype, another container."""
    return Draft(name, "", source or edits)


@dataclass(frozen=True)
class Exercise:
    """An exercise with everything that is needed to judge an answer to it.

    `parts` names the elements of the result when it is a tuple, such as `("output", "weights")`.
    `reference` is a function, or the value itself when `cases` is None. `tensors` lets results
    flow on as PyTorch tensors, with their gradients, where NumPy arrays are the rule. `any_order`
    says that a value's numbers may stand in any order.
    """

    id: str
    title: str
    minutes: int
    name: str
    reference: Any
    reference_source: str
    cases: Callable[[], Sequence[Case]] | None
    hints: tuple[str, str, str]
    also_right: tuple[Variant, ...]
    wrong: tuple[Variant, ...]
    parts: tuple[str, ...] = ()
    rtol: float = 1e-5
    atol: float = 1e-6
    seconds: float = 10.0
    tensors: bool = False
    any_order: bool = False

    def build(self, source: str) -> Any:
        """Run `source` beside the reference and return what it calls `self.name`."""
        scope = dict(getattr(self.reference, "__globals__", {}))
        exec(compile(source, f"<answer to {self.id}>", "exec"), scope)
        return scope[self.name]


def exercise(
    exercise_id: str,
    title: str,
    reference: Callable[..., Any] | str,
    *,
    minutes: int,
    cases: Callable[[], Sequence[Case]] | None = None,
    hints: tuple[str, str, str],
    also_right: Sequence[Draft],
    wrong: Sequence[Draft],
    **details: Any,
) -> Exercise:
    """Write an exercise down; `reference` is a function, or an assignment such as `"lag = 44"`."""
    source, name, value = _read_reference(reference)
    return Exercise(
        id=exercise_id,
        title=title,
        minutes=minutes,
        name=name,
        reference=value,
        reference_source=source,
        cases=cases,
        hints=hints,
        also_right=tuple(_write_out(draft, source, exercise_id) for draft in also_right),
        wrong=tuple(_write_out(draft, source, exercise_id) for draft in wrong),
        **details,
    )


def _read_reference(reference: Callable[..., Any] | str) -> tuple[str, str, Any]:
    if callable(reference):
        source = textwrap.dedent(inspect.getsource(reference))
        return source, reference.__name__, reference
    name = reference.split("=")[0].strip()
    scope: dict[str, Any] = {}
    exec(reference, scope)
    return reference + "\n", name, scope[name]


def _write_out(draft: Draft, source: str, exercise_id: str) -> Variant:
    if isinstance(draft.change, str):
        return Variant(draft.name, textwrap.dedent(draft.change).lstrip("\n"), draft.says)
    for old, new in draft.change:
        if source.count(old) != 1:
            raise ValueError(
                f"exercise {exercise_id}, answer {draft.name!r}: {old!r} occurs "
                f"{source.count(old)} times in the reference; an edit needs exactly one place"
            )
        source = source.replace(old, new)
    return Variant(draft.name, source, draft.says)
