"""The notebooks as built, whatever a learner has made of those in the working tree.

Tests of the course run on these: they test the course, not the learner.
"""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

import nbformat
from nbformat import NotebookNode

from course_utils.editions.compare import differences, read_notebook
from course_utils.editions.edition import Edition, make_editions
from course_utils.editions.identity import is_pristine
from course_utils.editions.source import EditionError, Source, shown


def pristine_text(edition: Edition) -> str:
    """Return the text of an edition's notebook file as it was built.

    From the working tree where nobody has touched it, else from git's last commit.

    Raises
    ------
    EditionError
        Where neither is as built, or the committed one is not what the source gives.
    """
    try:
        if is_pristine(read_notebook(edition.path)):
            return edition.path.read_text(encoding="utf-8")
    except EditionError:
        pass  # a file that is missing or broken counts as touched
    committed = _committed_text(edition.path)
    if committed is None or not _as_built(committed, edition):
        raise EditionError(
            f"{shown(edition.path)} is not as built, and git holds no version of it that is and "
            "belongs to the source. Run `make build` (`course build --keep FOLDER` saves answers)."
        )
    return committed


def pristine_copy(sources: Sequence[Source], target: Path) -> list[Path]:
    """Copy sources and their notebooks, as built, into `target`; return the notebooks' paths.

    They keep the names of their folders. Raises EditionError as `pristine_text` does.
    """
    written = []
    for source in sources:
        for edition in make_editions(source):
            path = target / edition.path.parent.name / edition.path.name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(pristine_text(edition), encoding="utf-8")
            written.append(path)
        shutil.copy(source.path, target / "solutions")
    return written


def _committed_text(path: Path) -> str | None:
    # `./` makes git count from the folder, wherever the repository's top may be.
    command = ["git", "show", f"HEAD:./{path.name}"]
    try:
        shown_by_git = subprocess.run(command, cwd=path.parent, capture_output=True)
    except FileNotFoundError:  # no git, or no folder
        return None
    return shown_by_git.stdout.decode("utf-8") if shown_by_git.returncode == 0 else None


def _as_built(text: str, edition: Edition) -> bool:
    try:
        notebook: NotebookNode = nbformat.reads(text, as_version=4)
    except Exception:  # nbformat lets errors of json and of its schemas through
        return False
    return is_pristine(notebook) and not differences(notebook, edition.notebook)
