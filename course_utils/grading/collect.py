"""Find what was handed in: one notebook a file, a folder a student, or the zip of an LMS.

Nothing is unpacked to disk and no link is followed: a link named homework.ipynb could lead to the
teacher's own solution.
"""

from __future__ import annotations

import hashlib
import lzma
import os
import re
import stat
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path, PurePosixPath

from course_utils.grading.notebook_file import LARGEST, clean

MOST_EACH = 3  # notebooks of one student that are graded: the latest ones
_COPY = re.compile(r" ?\(\d+\)$|-Copy\d+$")
_MOODLE = re.compile(r"(_\d+)_assignsubmission.*$")
NO_NOTEBOOK = "the folder holds no notebook"
_CANVAS = re.compile(r"^([^\d].{0,200}?)_(?:LATE_)?\d{1,12}_\d{1,12}_")


class CollectError(ValueError):
    """There is nothing to grade at the place named; the message says why."""


@dataclass(frozen=True)
class Submission:
    """One file that was handed in; `problem` says why it cannot even be read."""

    student: str
    identity: str  # tells two students of one name apart
    path: str
    member: str = ""  # its name inside `path`, when that is a zip
    modified: float = 0.0
    problem: str = ""
    note: str = ""
    place: str = ""  # where it was found, from the folder that was named

    @property
    def file(self) -> str:
        """Return the file's own name, for people."""
        return clean(PurePosixPath(self.member or self.path).name)

    def read(self) -> bytes:
        """Return the file's bytes, up to one more than any notebook may have."""
        if self.member:
            return _unpacked(self.path, self.member)
        # Not through a link, even if one was put there since; not waiting for a pipe to be filled.
        number = os.open(self.path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
        with os.fdopen(number, "rb") as stream:
            status = os.fstat(number)
            if not stat.S_ISREG(status.st_mode):
                raise OSError("not a regular file")
            if status.st_size > LARGEST:
                raise OSError(f"larger than {LARGEST >> 20} MB")
            return stream.read(LARGEST + 1)


def _unpacked(path: str, member: str) -> bytes:
    """Return a zip member's bytes; OSError for what zip files say of damage in seven ways."""
    try:
        with zipfile.ZipFile(path) as archive, archive.open(member) as stream:
            return stream.read(LARGEST + 1)
    except (zlib.error, lzma.LZMAError, EOFError, ValueError, RuntimeError, MemoryError) as error:
        raise OSError(f"a damaged zip file: {error}") from error


def find_submissions(place: Path) -> list[Submission]:
    """Return everything handed in under `place`, in order; CollectError if there is nothing."""
    if not place.exists():
        raise CollectError(f"{place} does not exist")
    if place.is_file() and place.suffix == ".ipynb":
        raise CollectError(f"{place} is one notebook: name the folder that holds it")
    if place.is_file():
        found = list(_in_archive(place, ""))
    else:
        found = [one for entry in sorted(place.iterdir()) for one in _in_entry(entry)]
    if not found:
        raise CollectError(f"{place} holds neither notebooks nor folders with notebooks")
    return [
        replace(one, path=os.path.abspath(one.path), place=os.path.relpath(one.path, place))
        for one in _latest(_without_empty_folders(found))
    ]


def _without_empty_folders(found: list[Submission]) -> list[Submission]:
    """Leave out a folder without a notebook where the same student has another that holds one."""
    others = {one.identity for one in found if one.problem != NO_NOTEBOOK}
    return [one for one in found if one.problem != NO_NOTEBOOK or one.identity not in others]


def _latest(found: list[Submission]) -> list[Submission]:
    """Keep each student's latest hand-ins: nobody may take the class's time with thousands."""
    by_student: dict[str, list[Submission]] = {}
    for one in found:
        by_student.setdefault(one.identity, []).append(one)
    kept = []
    for all_ in by_student.values():
        latest = sorted(all_, key=lambda one: (not one.problem, one.modified))[-MOST_EACH:]
        note = f"handed in {len(all_)} files; only the latest {MOST_EACH} were looked at"
        kept += [replace(one, note=note * (len(all_) > MOST_EACH)) for one in latest]
    return kept


def _in_entry(entry: Path) -> Iterator[Submission]:
    if entry.name.startswith((".", "__")):
        return
    stem = _COPY.sub("", entry.stem)
    name = clean(stem)
    if entry.is_dir() and not entry.is_symlink():
        yield from _in_folder(entry)
    elif entry.suffix == ".zip" and _is_plain(entry):
        yield from _in_archive(entry, name, _identity(stem))
    else:
        canvas = _CANVAS.match(name)
        yield _file(entry, canvas[1] if canvas else name, _identity(stem))


def _in_folder(folder: Path) -> Iterator[Submission]:
    student, identity = _moodle(folder.name)
    files = sorted(
        Path(root, name)
        for root, folders, names in os.walk(folder)
        for name in names
        if ".ipynb_checkpoints" not in root and "__MACOSX" not in root and name[0] != "."
    )
    found = [_file(path, student, identity) for path in files if path.suffix == ".ipynb"]
    zips = [path for path in files if path.suffix == ".zip" and _is_plain(path)]
    found += [one for path in zips for one in _in_archive(path, student, identity)]
    if not found:
        found = [Submission(student, identity, str(folder), problem=NO_NOTEBOOK)]
    yield from found


def _is_plain(path: Path) -> bool:
    """Tell whether a path is a file itself: no link, and no pipe, which would wait for ever."""
    return stat.S_ISREG(path.lstat().st_mode)


def _file(path: Path, student: str, identity: str) -> Submission:
    status = path.lstat()
    problem = ""
    if stat.S_ISLNK(status.st_mode):
        problem = "the file is a link, and links are not followed"
    elif not stat.S_ISREG(status.st_mode):
        problem = "this is no regular file"
    elif path.suffix != ".ipynb":
        problem = f"this is no notebook but a file ending in {clean(path.suffix) or 'nothing'}"
    return Submission(student, identity, str(path), "", status.st_mtime, problem)


def _in_archive(path: Path, student: str, identity: str = "") -> Iterator[Submission]:
    """Find the notebooks in a zip: a class's when `student` is empty, else that student's."""
    try:
        with zipfile.ZipFile(path) as archive:
            listed = [one for one in archive.infolist() if _is_visible(one)]
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError) as error:
        if not student:
            raise CollectError(f"{path}: no zip that can be read ({error})") from error
        yield Submission(student, identity or student, str(path), problem="a damaged zip file")
        return
    entries = [one for one in listed if one.filename.endswith(".ipynb")]
    if student:
        owner = student, identity or student
        yield from (_member(path, entry, *owner) for entry in entries)
        if not entries:
            yield Submission(*owner, str(path), problem="a zip without notebooks")
        return
    yield from _class(path, listed)


def _class(path: Path, listed: list[zipfile.ZipInfo]) -> Iterator[Submission]:
    """Find the notebooks in a class's zip, and everybody who handed in something else."""
    strip = _common_folder([one.filename for one in listed])
    others: dict[tuple[str, str], Submission] = {}
    found: set[tuple[str, str]] = set()
    for entry in listed:
        owner = _owner(PurePosixPath(entry.filename).parts[strip:])
        if entry.filename.endswith(".ipynb"):
            found.add(owner)
            yield _member(path, entry, *owner)
        else:
            ending = clean(PurePosixPath(entry.filename).suffix) or "nothing"
            reason = f"this is no notebook but a file ending in {ending}"
            others[owner] = Submission(*owner, str(path), entry.filename, problem=reason)
    yield from (one for owner, one in others.items() if owner not in found)


def _is_visible(entry: zipfile.ZipInfo) -> bool:
    name = entry.filename
    if len(name) > 1000:
        return False
    hidden = "__MACOSX" in name or ".ipynb_checkpoints" in name or "/." in name or name[:1] == "."
    return bool(PurePosixPath(name).parts) and not entry.is_dir() and not hidden


def _common_folder(names: list[str]) -> int:
    """Return 1 if all lie in one folder that holds the students' folders, else 0."""
    parts = [PurePosixPath(name).parts for name in names]
    together = len({one[0] for one in parts}) == 1
    return int(together and all(len(one) > 2 for one in parts))


def _owner(parts: tuple[str, ...]) -> tuple[str, str]:
    if len(parts) > 1:
        return _moodle(parts[0])
    stem = _COPY.sub("", PurePosixPath(parts[0]).stem)
    name = clean(stem)
    canvas = _CANVAS.match(name)
    return (canvas[1] if canvas else name), _identity(stem)


def _moodle(folder: str) -> tuple[str, str]:
    """Return a folder's student, and who that is: Moodle's number tells two of one name apart.

    Moodle makes two folders a student, one for files and one for what was typed into its form.

    >>> _moodle("Li Wei_17_assignsubmission_file_")
    ('Li Wei', 'Li Wei_17')
    """
    return clean(_MOODLE.sub("", folder)), _identity(_MOODLE.sub(r"\1", folder))


def _identity(name: str) -> str:
    """Return a name as it can be shown, marked where that is not the name that was handed in.

    Otherwise somebody whose name differs from another's by a sign that nobody sees would hand in
    for that student, and later than that student.
    """
    shown = clean(name)
    mark = hashlib.sha256(os.fsencode(name)).hexdigest()[:8]
    return shown if shown == name else f"{shown} ({mark})"


def _member(path: Path, entry: zipfile.ZipInfo, student: str, identity: str) -> Submission:
    problem = "the zip is locked by a password" if entry.flag_bits & 1 else ""
    if entry.file_size > LARGEST:
        problem = f"the file is larger than {LARGEST >> 20} MB"
    try:
        modified = datetime(*entry.date_time).timestamp()
    except (ValueError, OverflowError):
        modified = 0.0
    return Submission(student, identity, str(path), entry.filename, modified, problem)
