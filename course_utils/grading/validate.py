"""What a student can find out before handing in: does it run from the top, and what is empty.

It runs in a fresh kernel on the student's own machine, without a sandbox: it is their own code.
It knows the public checks only, and says so; it never speaks of points.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from course_utils.grading.answers import is_attempt
from course_utils.grading.notebook_file import Cell, clean, read_cells

SECONDS = 600.0  # a cell
_RUNNING = "COURSE_VALIDATING"
_JUDGE = "__import__('course_utils.exercises', fromlist=['judge']).judge({exercise!r}, {name})"
Ask = Callable[..., tuple[str, str]]


@dataclass
class Finding:
    """One task: what is said about it, and whether all is well."""

    task: str
    says: str
    well: bool


def validate(path: Path) -> list[Finding]:
    """Run a notebook from the top, and return a finding for each of its tasks."""
    cells = read_cells(path.read_bytes())
    findings: list[Finding] = []
    with _kernel(path.resolve().parent) as ask:
        for cell in cells:
            if cell.kind == "code" and "validate_here(" not in cell.source:
                _step(cell, ask, findings)
            elif cell.is_answer:
                empty = not cell.source.strip()
                says = "is empty" if empty else "holds text; a person reads it"
                findings.append(Finding(cell.mark, says, not empty))
    return findings


def _step(cell: Cell, ask: Ask, findings: list[Finding]) -> None:
    trouble, _ = ask(cell.source)
    if cell.is_answer:
        findings.append(_answer(cell, trouble, ask))
    elif cell.is_check and findings and trouble:
        last = findings[-1]
        if last.well:
            last.says, last.well = f"the public check stops with {trouble}", False


def _answer(cell: Cell, trouble: str, ask: Ask) -> Finding:
    name = _defined(cell.source)
    if not is_attempt(cell.source, name):
        return Finding(cell.mark, "is empty", False)
    if trouble:
        return Finding(cell.mark, f"stops with {trouble}", False)
    if not cell.exercise or not name:
        return Finding(cell.mark, "runs", True)
    verdict = _JUDGE.format(exercise=cell.exercise, name=name)
    failed, said = ask("", f"'%d %s' % ((lambda v: (v.passed, v.message))({verdict}))")
    passed = said[1:2] == "1"
    words = failed or said[3:-1]
    says = "runs; the public check passes" if passed else f"runs; the public check says: {words}"
    return Finding(cell.mark, says, passed)


def _defined(source: str) -> str:
    """Return the last name that a cell defines: the one its check line asks for."""
    import ast

    try:
        body = ast.parse(source).body
    except SyntaxError:
        return ""
    names = [node.name for node in body if isinstance(node, ast.FunctionDef)]
    for node in body:
        if isinstance(node, ast.Assign):
            names += [one.id for one in node.targets if isinstance(one, ast.Name)]
    return names[-1] if names else ""


@contextmanager
def _kernel(folder: Path) -> Any:
    """Start a kernel; yield a function that runs code and returns (trouble, value)."""
    from jupyter_client.manager import start_new_kernel

    environment = os.environ | {_RUNNING: "1", "COURSE_PROGRESS": "off", "MPLBACKEND": "agg"}
    quiet: dict[str, Any] = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    manager, client = start_new_kernel(cwd=str(folder), env=environment, **quiet)
    try:
        yield partial(_ask, manager, client)
    finally:
        client.stop_channels()
        manager.shutdown_kernel(now=True)


def _ask(manager: Any, client: Any, code: str, expression: str = "''") -> tuple[str, str]:
    options: dict[str, Any] = {"silent": True, "store_history": False, "timeout": SECONDS}
    options |= {"user_expressions": {"answer": expression}, "output_hook": lambda _: None}
    try:
        return _read(client.execute_interactive(code, **options)["content"])
    except TimeoutError:
        manager.interrupt_kernel()
        return f"no end after {SECONDS:g} seconds", ""
    except RuntimeError:
        return "the end of the kernel", ""


def _read(content: dict[str, Any]) -> tuple[str, str]:
    answer = content.get("user_expressions", {}).get("answer", {})
    for one in (content, answer):
        if one.get("status") == "error":
            return clean(f"{one['ename']}: {one['evalue']}")[:300], ""
    return "", str(answer.get("data", {}).get("text/plain", ""))


def report_lines(findings: list[Finding]) -> list[str]:
    """Return what a student reads."""
    lines = [f"{'✓' if one.well else '✗'} {one.task}: {one.says}" for one in findings]
    lines.append(
        "The grader has hidden checks, with inputs drawn afresh: what runs here can still lose "
        "points there. Empty cells count as not attempted."
    )
    return lines


def validate_here(path: str = "") -> None:
    """Validate the saved notebook in which this is called; a cell at its end may call it."""
    if os.environ.get(_RUNNING):
        return
    path = path or os.environ.get("JPY_SESSION_NAME", "")
    if not Path(path).is_file():
        print('Save the notebook and name its file: validate_here("my_homework.ipynb")')
        return
    print(*report_lines(validate(Path(path))), sep="\n")
