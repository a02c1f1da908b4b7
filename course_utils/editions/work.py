"""What somebody wrote into a built notebook: found, and kept, before anything is overwritten."""

from __future__ import annotations

import shutil
from collections.abc import Iterable
from pathlib import Path

from course_utils.editions.compare import read_notebook
from course_utils.editions.edition import Edition
from course_utils.editions.identity import changed_cells
from course_utils.editions.source import EditionError, shown


def own_work(edition: Edition) -> list[str]:
    """Return what somebody wrote into an edition's stored notebook: ids of cells."""
    if not edition.path.exists():
        return []
    try:
        return changed_cells(read_notebook(edition.path))
    except EditionError:
        return ["the whole file, which cannot be read"]


def protect(editions: Iterable[Edition], keep: Path | None) -> None:
    """Raise EditionError if writing the editions would lose work that `keep` does not take."""
    work = {shown(edition.path): own_work(edition) for edition in editions}
    held = [f"{name} holds work of yours: {', '.join(ids)}" for name, ids in work.items() if ids]
    if held and keep is None:
        held.append(
            "Nothing was written. What is to change for everybody belongs into the source, "
            "solutions/NN_name.py. To save copies first: course build --keep FOLDER"
        )
        raise EditionError("\n".join(held))


def save_copies(editions: Iterable[Edition], keep: Path) -> list[Path]:
    """Copy every notebook that holds work to `keep`, beside what is kept there already."""
    saved = []
    for edition in editions:
        if own_work(edition):
            keep.mkdir(parents=True, exist_ok=True)
            saved.append(_free_path(keep, edition.path))
            shutil.copy2(edition.path, saved[-1])
    return saved


def _free_path(folder: Path, path: Path) -> Path:
    candidate, number = folder / path.name, 2
    while candidate.exists():
        candidate, number = folder / f"{path.stem}-{number}{path.suffix}", number + 1
    return candidate
