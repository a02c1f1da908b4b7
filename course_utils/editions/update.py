"""Bring a newer edition of the course under a learner's answers, and lose none of them.

The order is what makes it safe. First every notebook that holds somebody's work is copied; only
when all copies are on disk does a journal say so; only then is anything changed. Whoever is
interrupted finds the journal on the next run, and the answers are carried over from the copies.
"""

from __future__ import annotations

import datetime
import json
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import nbformat

from course_utils.editions.carry import carry
from course_utils.editions.compare import read_notebook
from course_utils.editions.identity import changed_cells
from course_utils.editions.source import EditionError, shown
from course_utils.files import write_whole

BACKUPS = "backups"
JOURNAL = "unfinished-update.json"
Say = Callable[[str], None]


def unfinished(root: Path) -> Path | None:
    """Return the folder of copies of an update that was broken off, or None."""
    journal = root / BACKUPS / JOURNAL
    if not journal.exists():
        return None
    return root / BACKUPS / json.loads(journal.read_text(encoding="utf-8"))["copies"]


def update(root: Path, fetch: Callable[[], None], say: Say = print) -> list[Path]:
    """Save what a learner wrote, let `fetch` bring the new edition, and carry the answers over.

    Parameters
    ----------
    root
        The course's folder.
    fetch
        Brings newer files. Where it raises, the learner's notebooks are put back as they were.
    say
        Takes a line for each cell that was carried.

    Returns
    -------
    list of Path
        The copies, which stay where they are.

    Raises
    ------
    EditionError
        When a notebook cannot be read, or `fetch` fails.
    """
    broken_off = unfinished(root)
    if broken_off is not None:
        say(f"finishing an update that was broken off; its copies are in {shown(broken_off)}")
        _carry_all(root, broken_off, say)
    copies = _save(root, say)
    try:
        fetch()
    except BaseException:
        for copy in sorted(copies.glob("*.ipynb")):
            shutil.copy2(copy, root / "notebooks" / copy.name)
        _close_journal(root)
        raise
    return _carry_all(root, copies, say)


def carry_from(root: Path, folder: Path, say: Say = print) -> list[Path]:
    """Carry the answers in another copy of the course over into this one.

    `folder` is that copy's folder or its `notebooks/`. It is read, never written.
    """
    theirs = folder / "notebooks" if (folder / "notebooks").is_dir() else folder
    if not any(theirs.glob("*.ipynb")):
        raise EditionError(f"no notebooks in {folder}")
    _save(root, say)
    _close_journal(root)  # the answers come from the other folder, which nothing here can harm
    return _carry_all(root, theirs, say)


def pull(root: Path) -> None:
    """Bring the newest edition with git.

    The notebooks are first set back to what was pulled last: their copies hold the answers, and
    git refuses to pull over changed files.
    """
    _git(root, "rev-parse", "--abbrev-ref", "@{upstream}")
    _git(root, "checkout", "HEAD", "--", "notebooks")
    _git(root, "pull", "--ff-only", "--quiet")


def _git(root: Path, *arguments: str) -> None:
    try:
        done = subprocess.run(["git", *arguments], cwd=root, capture_output=True, text=True)
    except FileNotFoundError:
        raise EditionError("git is not installed; see course update --from") from None
    if done.returncode:
        raise EditionError(f"git {arguments[0]} failed: {done.stderr.strip()}")


def _save(root: Path, say: Say) -> Path:
    now = datetime.datetime.now().strftime("%Y-%m-%d-%H%M%S-%f")
    copies = root / BACKUPS / now
    copies.mkdir(parents=True)
    for path in sorted((root / "notebooks").glob("*.ipynb")):
        if _holds_work(path):
            shutil.copy2(path, copies / path.name)
            say(f"saved a copy of {shown(path)} in {BACKUPS}/{now}")
    # From here on an interrupted update can be finished: all copies are there.
    write_whole(root / BACKUPS / JOURNAL, json.dumps({"copies": now}))
    return copies


def _holds_work(path: Path) -> bool:
    try:
        return bool(changed_cells(read_notebook(path)))
    except EditionError:
        return True  # what cannot be read may hold anything


def _carry_all(root: Path, copies: Path, say: Say) -> list[Path]:
    saved = sorted(copies.glob("*.ipynb"))
    for copy in saved:
        _carry_one(copy, root / "notebooks" / copy.name, say)
    _close_journal(root)
    return saved


def _carry_one(copy: Path, target: Path, say: Say) -> None:
    if not target.exists():
        say(f"{target.name}: not in the new edition; your copy stays at {copy}")
        return
    if target.read_bytes() == copy.read_bytes():
        return  # a notebook that is nobody's but the learner's: the new edition did not touch it
    try:
        carried = carry(read_notebook(copy), read_notebook(target))
    except EditionError as error:
        say(f"{target.name}: not carried over ({error}); your copy stays at {copy}")
        return
    if carried.report:
        write_whole(target, nbformat.writes(carried.notebook).rstrip("\n") + "\n")
    for line in carried.report:
        say(f"{target.name}: {line}")


def _close_journal(root: Path) -> None:
    (root / BACKUPS / JOURNAL).unlink(missing_ok=True)
