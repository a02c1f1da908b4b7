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
_CANVAS = re.compile(r"^([^\d].{0,200}?)_(?:LATE_)?(\d{1,12})_\d{1,12}_")


# What zipfile says of damage, of ways of packing that it does not know, and of passwords.
_DAMAGES = (zipfile.BadZipFile, zlib.error, lzma.LZMAError, EOFError, ValueError, RuntimeError)


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
    other: bool = False  # no notebook; it counts only where its student handed in none

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
    """Return a zip member's bytes; OSError where it is damaged."""
    try:
        with zipfile.ZipFile(path) as archive, archive.open(member) as stream:
            return stream.read(LARGEST + 1)
    except (*_DAMAGES, MemoryError) as error:
        raise OSError(f"a damaged zip file: {error}") from error


def find_submissions(place: Path) -> list[Submission]:
    """Return everything handed in under `place`, in order; CollectError if there is nothing."""
    if not place.exists():
        raise CollectError(f"{place} does not exist")
    if place.is_file() and place.suffix == ".ipynb":
        raise CollectError(f"{place} is one notebook: name the folder that holds it")
    if place.is_file():
        found = list(_in_class(place))
    else:
        found = [one for entry in sorted(place.iterdir()) for one in _in_entry(entry)]
    if not found:
        raise CollectError(f"{place} holds neither notebooks nor folders with notebooks")
    return [
        replace(one, path=os.path.abspath(one.path), place=os.path.relpath(one.path, place))
        for one in _latest(_without_others(found))
    ]


def _without_others(found: list[Submission]) -> list[Submission]:
    """Leave out what is no notebook where its student handed in one; of several, keep the last.

    Pictures and notes lie beside notebooks, and Moodle makes a second folder for typed text.
    """
    served = {one.identity for one in found if not one.other}
    last = {one.identity: one for one in found if one.other and one.identity not in served}
    return [one for one in found if not one.other or last.get(one.identity) is one]


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
    if entry.is_dir() and not entry.is_symlink():
        yield from _in_folder(entry)
    elif entry.suffix == ".zip" and _is_plain(entry):
        yield from _in_archive(entry, *_named(entry.stem))
    else:
        yield _file(entry, *_named(entry.stem))


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
        reason = "the folder holds no notebook"
        found = [Submission(student, identity, str(folder), problem=reason, other=True)]
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
        return Submission(student, identity, str(path), problem=_ending(path.name), other=True)
    return Submission(student, identity, str(path), "", status.st_mtime, problem)


def _ending(name: str) -> str:
    ending = clean(PurePosixPath(name).suffix) or "nothing"
    return f"this is no notebook but a file ending in {ending}"


def _in_archive(path: Path, student: str, identity: str) -> Iterator[Submission]:
    """Find the notebooks in a student's own zip."""
    try:
        entries = [one for one in _listed(path) if one.filename.endswith(".ipynb")]
    except CollectError:
        yield Submission(student, identity, str(path), problem="a damaged zip file")
        return
    yield from (_member(path, entry, student, identity) for entry in entries)
    if not entries:
        yield Submission(student, identity, str(path), problem="a zip without notebooks")


def _in_class(path: Path) -> Iterator[Submission]:
    """Find the notebooks in a class's zip, and everybody who handed in something else."""
    listed = _listed(path)
    names = [one.filename for one in listed]
    strip = _common_folder([name for name in names if name.endswith(".ipynb")] or names)
    for entry in listed:
        parts = PurePosixPath(entry.filename).parts
        owner = _owner(parts[strip:] or parts)
        if entry.filename.endswith(".ipynb"):
            yield _member(path, entry, *owner)
        else:
            problem = _ending(entry.filename)
            yield Submission(*owner, str(path), entry.filename, problem=problem, other=True)


def _listed(path: Path) -> list[zipfile.ZipInfo]:
    try:
        with zipfile.ZipFile(path) as archive:
            return [one for one in archive.infolist() if _is_visible(one)]
    except (*_DAMAGES, OSError) as error:
        raise CollectError(f"{path}: no zip that can be read ({error})") from error


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
    return _moodle(parts[0]) if len(parts) > 1 else _named(PurePosixPath(parts[0]).stem)


def _named(stem: str) -> tuple[str, str]:
    """Return a file's student, and who that is: Canvas's number tells two of one name apart.

    >>> _named("mueller_LATE_17_456_hw1")
    ('mueller', 'mueller_17')
    """
    stem = _COPY.sub("", stem)
    canvas = _CANVAS.match(stem)
    student, identity = (canvas[1], f"{canvas[1]}_{canvas[2]}") if canvas else (stem, stem)
    return clean(student), _identity(identity)


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
