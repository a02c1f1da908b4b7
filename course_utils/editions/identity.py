"""Hashes that tell whether a notebook is as built, and whether it must be executed again."""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from nbformat import NotebookNode

from course_utils.editions.edition import Edition

# What makes, drives or grades notebooks does not show in their outputs.
_NOT_IN_NOTEBOOKS = frozenset(
    {"editions", "grading", "commands", "cli.py", "live.py", "__pycache__"}
)
_LIBRARIES = ("numpy", "matplotlib", "torch", "ipywidgets", "anywidget")


def _digest(value: Any) -> str:
    text = json.dumps(value, sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def execution_key(edition: Edition) -> str:
    """Return what decides whether an edition is executed again.

    It covers the edition's code cells, the part of `course_utils` that notebooks see, the
    versions of Python and of the libraries. Prose is not part of it: a notebook whose text
    alone has changed keeps its outputs.
    """
    code = [(c.id, c.source) for c in edition.notebook.cells if c.cell_type == "code"]
    root = edition.path.parent.parent
    seen = [(name, hashlib.sha256(data).hexdigest()) for name, data in _helpers(edition, root)]
    return _digest([code, seen, _versions()])


def _helpers(edition: Edition, root: Path) -> Iterator[tuple[str, bytes]]:
    package = root / "course_utils"
    number = edition.notebook.metadata.course.notebook
    for path in sorted(package.rglob("*")):
        parts = path.relative_to(package).parts
        seen = _NOT_IN_NOTEBOOKS.isdisjoint(parts) and not _of_another(parts, number)
        if seen and path.is_file() and not path.name.startswith("."):
            yield "/".join(parts), path.read_bytes()


def _of_another(parts: tuple[str, ...], number: str) -> bool:
    """Tell whether a file holds the exercises of another notebook."""
    return any(p.startswith("notebook_") and p[9:11] != number for p in parts[1:])


def _versions() -> list[str]:
    python = f"python {sys.version_info.major}.{sys.version_info.minor}"
    return [python, *(f"{name} {_version(name)}" for name in _LIBRARIES)]


def _version(name: str) -> str:
    try:
        # What follows the plus sign names the build (CPU, CUDA), not the version.
        return version(name).partition("+")[0]
    except PackageNotFoundError:
        return "absent"


def content_hash(notebook: NotebookNode) -> str:
    """Return the hash of all cells: ids, sources, metadata, outputs."""
    return _digest(
        [[c.get("id"), c.source, c.metadata, c.get("outputs", [])] for c in notebook.cells]
    )


def source_hashes(notebook: NotebookNode) -> dict[str, str]:
    """Return a short hash of each cell's source, by cell id."""
    return {cell.get("id", ""): _digest(cell.source)[:8] for cell in notebook.cells}


def stamp(notebook: NotebookNode, key: str) -> None:
    """Write into a notebook's metadata what it was built from and as what.

    The cells' hashes stay with the learner's copy, so that even a later edition can tell the
    learner's words from its own.
    """
    notebook.metadata.course.update(
        cells=source_hashes(notebook), content=content_hash(notebook), key=key
    )


def is_pristine(notebook: NotebookNode) -> bool:
    """Tell whether a notebook's cells and outputs are as `course build` left them."""
    stored = notebook.metadata.get("course", {}).get("content")
    return stored == content_hash(notebook)


def changed_cells(notebook: NotebookNode) -> list[str]:
    """Return the ids of cells whose source is not as built; also of cells that were added."""
    built = notebook.metadata.get("course", {}).get("cells", {})
    return [name for name, value in source_hashes(notebook).items() if built.get(name) != value]
