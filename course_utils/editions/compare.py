"""Where a stored notebook differs from what its source would give."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest
from pathlib import Path

import nbformat
from nbformat import NotebookNode

from course_utils.editions.edition import EDITIONS, Edition, make_editions
from course_utils.editions.identity import is_pristine
from course_utils.editions.source import EditionError, Source, shown

# Outputs, and what goes with them or with the machine, are nbval's to compare.
_NOT_COMPARED = frozenset({"widgets", "language_info"})
_COURSE_COMPARED = ("notebook", "edition")


def read_notebook(path: Path) -> NotebookNode:
    """Read a notebook. Raises EditionError where the file holds none."""
    try:
        return nbformat.read(path, as_version=4)
    except Exception as error:  # nbformat lets errors of json and of its schemas through
        reason = str(error).strip().splitlines()[0][:100]
        raise EditionError(f"{shown(path)} cannot be read as a notebook: {reason}") from error


def differences(stored: NotebookNode, planned: NotebookNode) -> list[str]:
    """Return what differs in ids, sources and metadata, a sentence each."""
    found = list(_notebook_metadata(stored, planned))
    theirs = {cell.get("id"): cell for cell in stored.cells}
    ours = {cell.id: cell for cell in planned.cells}
    found += [f"cell {name!r} is missing" for name in ours if name not in theirs]
    found += [f"cell {name!r} is not in the source" for name in theirs if name not in ours]
    for name in ours:
        if name in theirs:
            found += _cell(name, theirs[name], ours[name])
    if not found and [c.get("id") for c in stored.cells] != list(ours):
        found.append("cells stand in another order")
    return found


def _notebook_metadata(stored: NotebookNode, planned: NotebookNode) -> Iterator[str]:
    have, want = _compared(stored), _compared(planned)
    for key in sorted(have.keys() | want.keys()):
        if have.get(key) != want.get(key):
            yield f"metadata {key!r}: {want.get(key)!r} in the source, {have.get(key)!r} here"


def _compared(notebook: NotebookNode) -> dict:
    metadata = {k: v for k, v in notebook.metadata.items() if k not in _NOT_COMPARED}
    course = metadata.get("course", {})
    return metadata | {"course": {key: course.get(key) for key in _COURSE_COMPARED}}


def _cell(name: str, stored: NotebookNode, planned: NotebookNode) -> Iterator[str]:
    if stored.cell_type != planned.cell_type:
        yield f"cell {name!r} is {stored.cell_type}, in the source {planned.cell_type}"
    if stored.source != planned.source:
        rows = zip_longest(planned.source.split("\n"), stored.source.split("\n"))
        row, (want, have) = next((n, pair) for n, pair in enumerate(rows, 1) if len({*pair}) == 2)
        yield f"cell {name!r}, line {row}: {want!r} in the source, {have!r} here"
    if stored.metadata != planned.metadata:
        yield f"cell {name!r}: its metadata differs"


def check_edition(edition: Edition) -> list[str]:
    """Return what is wrong with the stored notebook of an edition; nothing when it is right."""
    name = shown(edition.path)
    if not edition.path.exists():
        return [f"{name} is missing"]
    try:
        stored = read_notebook(edition.path)
    except EditionError as error:
        return [str(error)]
    found = differences(stored, edition.notebook)
    if not found and not is_pristine(stored):
        found = ["its outputs are not those of the build"]
    return [f"{name}: {difference}" for difference in found]


def orphans(root: Path, sources: list[Path]) -> list[str]:
    """Return a sentence for each notebook under `root` that has no source."""
    stems = {path.stem for path in sources}
    folders = {folder for folder, _ in EDITIONS.values()}
    found = sorted(path for folder in folders for path in (root / folder).glob("*.ipynb"))
    return [
        f"{shown(path)} has no source solutions/{path.stem}.py"
        for path in found
        if path.stem not in stems
    ]


def check(sources: list[Source]) -> list[str]:
    """Return everything in which stored notebooks differ from their sources."""
    editions = [edition for source in sources for edition in make_editions(source)]
    return [problem for edition in editions for problem in check_edition(edition)]
