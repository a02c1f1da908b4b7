"""Which cell holds the answer to a task, and whether there is one.

Students delete, copy, paste and rename cells. The rule: the last cell of the task's mark in which
something was attempted counts; where no cell has the mark, the last one that defines the task's
name. Every departure from one cell a task is a note on the feedback page.
"""

from __future__ import annotations

import ast
import warnings
from dataclasses import dataclass

from course_utils.grading.notebook_file import Cell


@dataclass(frozen=True)
class Found:
    """The place of an answer (None: there is none) and what has to be said about it."""

    place: int | None
    notes: tuple[str, ...] = ()


NOT_ATTEMPTED = "not attempted"
LONGEST = 100_000  # characters of a cell that are parsed here


def find_answer(cells: list[Cell], mark: str, name: str) -> Found:
    """Return the place of the code cell that answers a task."""
    code = [(n, cell) for n, cell in enumerate(cells) if cell.kind == "code"]
    marked = [(n, cell) for n, cell in code if cell.mark == mark]
    tried = [n for n, cell in marked if is_attempt(cell.source, name)]
    if tried:
        return Found(tried[-1], _notes(mark, len(marked), len(tried)))
    elsewhere = [n for n, cell in code if _defines(cell.source, name) and cell.mark != mark]
    if elsewhere and not cells[elsewhere[-1]].is_check:
        note = f"the answer was found by its name, {name}, in another cell than the one for it"
        return Found(elsewhere[-1], (note,))
    if not marked:
        return Found(None, (f"there is no cell {mark}, and no cell that defines {name}",))
    return Found(None, (NOT_ATTEMPTED,))


def _notes(mark: str, marked: int, tried: int) -> tuple[str, ...]:
    if marked == 1:
        return ()
    which = "the last one counts" if tried > 1 else "the one with an answer counts"
    return (f"{marked} cells are marked {mark}; {which}",)


def find_text(cells: list[Cell], mark: str) -> Found:
    """Return the place of the cell that holds a written answer."""
    marked = [n for n, cell in enumerate(cells) if cell.mark == mark and cell.source.strip()]
    if not marked:
        return Found(None, (f"there is no text in a cell {mark}",))
    return Found(marked[-1], _notes(mark, len(marked), len(marked)))


def is_attempt(source: str, name: str) -> bool:
    """Tell whether an answer cell was touched: comments and stubs are no attempt.

    >>> is_attempt("def f(x): ...  # your code here", "f"), is_attempt("def f(x): return x", "f")
    (False, True)
    """
    tree = _parse(source)
    if tree is None:
        return bool(source.strip())  # magics, or a syntax error: Python will say which
    return any(not _is_stub(node) for node in tree.body)


def _parse(source: str) -> ast.Module | None:
    """Return the syntax tree; None for what is no Python, or too long or deep to look into."""
    if len(source) > LONGEST:
        return None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def _is_stub(node: ast.stmt) -> bool:
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        return all(_does_nothing(inner) for inner in node.body)
    if isinstance(node, ast.Assign):
        return isinstance(node.value, ast.Constant) and node.value.value is ...
    return _does_nothing(node)


def _does_nothing(node: ast.stmt) -> bool:
    if isinstance(node, ast.Raise):
        raised = node.exc.func if isinstance(node.exc, ast.Call) else node.exc
        return isinstance(raised, ast.Name) and raised.id == "NotImplementedError"
    if isinstance(node, ast.Return):
        return node.value is None or _is_nothing(node.value)
    return isinstance(node, ast.Pass) or (
        isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    )


def _is_nothing(value: ast.expr) -> bool:
    return isinstance(value, ast.Constant) and value.value in (None, ...)


def _defines(source: str, name: str) -> bool:
    if name not in source:
        return False
    tree = _parse(source)
    return tree is not None and any(_binds(node, name) for node in tree.body)


def _is_check(value: ast.expr) -> bool:
    function = value.func if isinstance(value, ast.Call) else None
    return isinstance(function, ast.Name) and function.id == "check"


def _binds(node: ast.stmt, name: str) -> bool:
    if isinstance(node, ast.FunctionDef):
        return node.name == name and not _is_stub(node)
    if isinstance(node, ast.Assign):
        targets = [one.id for one in node.targets if isinstance(one, ast.Name)]
        return name in targets and not _is_stub(node) and not _is_check(node.value)
    return False
