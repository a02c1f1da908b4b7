"""What a run leaves behind: a JSON a submission, written as it goes, and never half of one."""

from __future__ import annotations

import hashlib
import json
import os
import re
import secrets
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from course_utils.files import write_whole
from course_utils.grading.collect import Submission

VERSION = 1
ID_DIGITS = 12  # at the end of an id; they tell two students of one name apart


class StoreError(ValueError):
    """The folder for the marks cannot be used; the message says why."""


class Store:
    """The folder of one run: `run.json`, `results/*.json`, and the pages made from them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.results = folder / "results"

    def open(self, key_file: Path, key: str, resume: bool) -> str:
        """Start a run, or continue one; return the secret that its hidden inputs come from."""
        note = self.folder / "run.json"
        if note.exists() and not resume:
            raise StoreError(
                f"{self.folder} holds marks already: --resume goes on, or choose another"
            )
        self.results.mkdir(parents=True, exist_ok=True)
        known = read_json(note) or {"secret": secrets.token_hex(16)}
        known |= {"key_file": str(key_file.resolve()), "key": key, "version": VERSION}
        write_json(note, known)
        note.chmod(0o600)  # who knows the secret knows the hidden inputs
        return str(known["secret"])

    def place(self, submission: Submission) -> Path:
        """Return the result's file; its name is safe on any disk, whatever the student's is."""
        whole = f"{submission.identity}\0{submission.place}\0{submission.member}"
        digest = hashlib.sha256(os.fsencode(whole)).hexdigest()[:ID_DIGITS]
        return self.results / f"{slug(submission.student)}-{digest}.json"

    def done(self, submission: Submission, key: str, trusted: bool) -> bool:
        """Tell whether this submission has a result of this key, graded in the same way."""
        result = read_json(self.place(submission))
        return (
            result is not None
            and result.get("key") == key
            and result.get("modified") == submission.modified
            and result.get("sandbox", "").startswith("none") == trusted
            and result.get("status") != "failed"
        )

    def write(self, submission: Submission, result: dict[str, Any], key: str) -> None:
        """Keep a result."""
        about = {
            "student": submission.student,
            "identity": submission.identity,
            "file": submission.file,
            "modified": submission.modified,
            "note": submission.note,
            "key": key,
        }
        write_json(self.place(submission), about | result)

    def all(self, key: str) -> Iterator[dict[str, Any]]:
        """Read all results of a key, one after the other."""
        for path in sorted(self.results.glob("*.json")):
            result = read_json(path)
            if result is not None and result.get("key") == key:
                yield result | {"page": path.stem}


def slug(name: str) -> str:
    """Return a name as part of a file name: letters of any script, at most 60 bytes.

    >>> slug("Ада Лавлейс / ../x")
    'Ада-Лавлейс-x'
    """
    short = re.sub(r"\W+", "-", name).strip("-").encode()[:60].decode("utf-8", "ignore")
    return short or "student"


def read_json(path: Path) -> dict[str, Any] | None:
    """Return a JSON file's dictionary, or None when there is none that can be read."""
    try:
        value = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return value if isinstance(value, dict) else None


def write_json(path: Path, value: dict[str, Any]) -> None:
    """Write a JSON file so that a power cut leaves the old one or the new one."""
    write_whole(path, json.dumps(value, ensure_ascii=True, indent=1))
