"""A small course in a temporary folder, to build from."""

from __future__ import annotations

import copy
from dataclasses import dataclass, field
from pathlib import Path

import nbformat
import pytest

from course_utils.editions import Edition, Source, build, find_sources, read_source

KNOWN = {"01.1", "01.2", "02.1"}


@dataclass
class ScratchCourse:
    """Sources are written, notebooks built, and what the builder said is kept."""

    root: Path
    said: list[str] = field(default_factory=list)

    def write(self, text: str, name: str = "01_first") -> Path:
        """Write a source and return its path."""
        path = self.root / "solutions" / f"{name}.py"
        path.write_text(text, encoding="utf-8")
        return path

    def sources(self) -> list[Source]:
        """Read all sources."""
        return [read_source(path, KNOWN) for path in find_sources(self.root)]

    def build(self, **options) -> list[str]:
        """Build and return the names of the files that were written."""
        self.said.clear()
        written = build(self.sources(), say=self.said.append, **options)
        return [f"{path.parent.name}/{path.name}" for path in written]

    def path(self, folder: str = "notebooks", name: str = "01_first") -> Path:
        """Return where a built notebook stands."""
        return self.root / folder / f"{name}.ipynb"

    def notebook(self, folder: str = "notebooks", name: str = "01_first") -> nbformat.NotebookNode:
        """Return a built notebook."""
        return nbformat.read(self.path(folder, name), as_version=4)

    def edit(self, cell_id: str, source: str, folder: str = "notebooks") -> None:
        """Write into a cell of a built notebook, as a learner does."""
        notebook = self.notebook(folder)
        next(cell for cell in notebook.cells if cell.id == cell_id).source = source
        nbformat.write(notebook, self.path(folder))

    def files(self) -> dict[str, bytes]:
        """Return everything that lies in both folders."""
        found = [p for f in ("solutions", "notebooks") for p in (self.root / f).rglob("*")]
        return {str(p.relative_to(self.root)): p.read_bytes() for p in found if p.is_file()}


@pytest.fixture
def fake_kernel(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Replace execution, which takes a second, by one output a cell; list what was executed."""
    executed: list[str] = []

    def execute(edition: Edition) -> nbformat.NotebookNode:
        executed.append(f"{edition.source.name[:2]} {edition.name}")
        notebook = copy.deepcopy(edition.notebook)
        for count, cell in enumerate((c for c in notebook.cells if c.cell_type == "code"), 1):
            cell.execution_count = count
            cell.outputs = [nbformat.v4.new_output("stream", text=f"output of {cell.source}")]
        return notebook

    monkeypatch.setattr("course_utils.editions.builder.execute", execute)
    return executed


@pytest.fixture
def course(tmp_path: Path) -> ScratchCourse:
    """A course without a notebook yet."""
    (tmp_path / "solutions").mkdir()
    (tmp_path / "course_utils").mkdir()
    return ScratchCourse(tmp_path)
