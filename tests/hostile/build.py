"""Make the hostile set: each file of submissions/ and more/ describes one notebook."""

from __future__ import annotations

import importlib.util
import json
import sys
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

HERE = Path(__file__).parent
ASSIGNMENT = HERE / "hw1.ipynb"


@dataclass(frozen=True)
class Hostile:
    """One hostile, broken or honest submission, and the points it has deserved."""

    name: str
    kind: str
    deserved: float
    file: str
    data: bytes


def names() -> list[str]:
    """Return the names of all submissions there are."""
    paths = [*HERE.glob("submissions/[0-9]*.py"), *HERE.glob("more/[0-9]*.py")]
    return sorted(path.stem for path in paths)


def make(name: str) -> Hostile:
    """Make one submission."""
    recipe = _load(name)
    notebook = json.loads(ASSIGNMENT.read_text())
    cells = {_mark(cell): cell for cell in notebook["cells"]}
    for mark, source in recipe.CELLS.items():
        cells[mark]["source"] = source
    for cell in notebook["cells"]:
        cell["source"] = "".join(cell["source"])
    if hasattr(recipe, "mutate"):
        recipe.mutate(notebook, "nbgrader")
    data = json.dumps(notebook).encode()
    data = recipe.raw(data) if hasattr(recipe, "raw") else data
    file = getattr(recipe, "FILENAME", "hw1.ipynb")
    return Hostile(name, recipe.KIND, recipe.DESERVED, file, data)


def _load(name: str) -> ModuleType:
    (path,) = [*HERE.glob(f"submissions/{name}.py"), *HERE.glob(f"more/{name}.py")]
    spec = importlib.util.spec_from_file_location(f"hostile_{name}", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.path.insert(0, str(HERE / "submissions"))  # they share `_common`
    try:
        spec.loader.exec_module(module)
    finally:
        sys.path.pop(0)
    return module


def _mark(cell: dict[str, Any]) -> str:
    return str(cell["metadata"].get("nbgrader", {}).get("grade_id", cell["id"]))
