"""Which names of a cell the cells below it use: whoever types the cell anew has to keep these."""

from __future__ import annotations

import dis
from collections.abc import Iterable, Iterator
from types import CodeType


def names_needed(text: str, below: Iterable[str]) -> list[str]:
    r"""Return the variables that a cell sets and that cells below use before they set them anew.

    >>> names_needed("speed = 2\nfor p in (1, 2): print(p)", ["p = 3\nprint(p * speed)"])
    ['speed']
    """
    names = _names(text)[1]
    not_set_anew, needed = set(names), set()
    for other in below:
        used, stored = _names(other)
        needed |= used & not_set_anew
        not_set_anew -= set(stored)
    return [name for name in names if name in needed]


def _names(text: str) -> tuple[set[str], list[str]]:
    """Return the names that a cell takes from above, and those that it sets, in order."""
    code = compile(text, "cell", "exec")
    used, stored = set(), dict[str, None]()
    for step in dis.get_instructions(code):
        if step.opname == "LOAD_NAME" and step.argval not in stored:
            used.add(step.argval)
        elif step.opname == "STORE_NAME":
            stored[step.argval] = None
    return used | (set(_globals(code)) - stored.keys()), list(stored)


def _globals(code: CodeType) -> Iterator[str]:
    """Yield what functions and comprehensions inside a cell take from outside of themselves."""
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            steps = dis.get_instructions(inner)
            yield from (step.argval for step in steps if step.opname == "LOAD_GLOBAL")
            yield from _globals(inner)
