"""A whole run: collect, grade, keep, report."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from course_utils.grading.collect import CollectError, Submission, find_submissions
from course_utils.grading.kernel_run import discard_warm
from course_utils.grading.key import Key, key_digest, load_key
from course_utils.grading.machine import end_leftovers, require_box
from course_utils.grading.many import Job, grade_jobs, local_executor
from course_utils.grading.marks import Mark, stand
from course_utils.grading.merge import entered_points
from course_utils.grading.report import write_reports
from course_utils.grading.store import Store
from course_utils.grading.walls import python_folders


@dataclass(frozen=True)
class Settings:
    """What `course grade` was asked to do."""

    submissions: Path
    out: Path
    key: Path
    workers: int = 0  # 0: one a core
    dask: str = ""
    resume: bool = False
    trusted: bool = False


def grade(settings: Settings) -> list[Mark]:
    """Grade everything handed in, write marks and pages, and return the marks."""
    key = load_key(settings.key)
    if not settings.trusted:
        require_box()
        end_leftovers()
        refuse_exposed(settings.submissions, settings.out, settings.key)
    found = find_submissions(settings.submissions)
    key.rehearse()  # takes seconds, so after what can be refused at once
    store, digest = Store(settings.out), key_digest(settings.key)
    secret = store.open(settings.key, digest, settings.resume)
    left = [one for one in found if not store.done(one, digest, settings.trusted)]
    _say_of_earlier(store, found, len(left), digest, settings.submissions)
    jobs = [Job(one, str(settings.key.resolve()), secret, settings.trusted) for one in left]
    for job, result in _watched(_graded(jobs, settings), len(jobs)):
        store.write(job.submission, result, digest)
    return report(settings.out, key, digest)


def _say_of_earlier(
    store: Store, found: list[Submission], left: int, digest: str, where: Path
) -> None:
    """Say what is graded already, and what of it is not there: a zip and its folder count twice."""
    if left < len(found):
        print(f"{len(found) - left} of {len(found)} were graded before", file=sys.stderr)
    here = {store.place(one).stem for one in found}
    others = [one["page"] for one in store.all(digest) if one["page"] not in here]
    if others:
        print(
            f"Marks that are not from {where} stay ({len(others)}). If they should not, delete "
            f"their files in {store.results}: {', '.join(others)}",
            file=sys.stderr,
        )


def report(out: Path, key: Key, digest: str) -> list[Mark]:
    """Write all pages anew from the results, and return the marks."""
    marks = stand(Store(out).all(digest), key, entered_points(out))
    write_reports(out, marks, key)
    return marks


def refuse_exposed(*paths: Path) -> None:
    """Raise CollectError if a path lies in a folder that the box can read."""
    for path in paths:
        for folder in ("/usr", *python_folders()):
            if path.resolve().is_relative_to(folder) and not _is_masked(path):
                raise CollectError(f"{path} lies in {folder}, which the box can read: move it")


def _is_masked(path: Path) -> bool:
    """Tell whether a path lies in this package, of which the box holds only a stub."""
    return path.resolve().is_relative_to(Path(__file__).resolve().parents[1])


def _graded(jobs: list[Job], settings: Settings) -> Iterator[tuple[Job, dict[str, Any]]]:
    if not settings.dask:
        workers = settings.workers or os.cpu_count() or 1
        yield from grade_jobs(jobs, lambda: local_executor(workers), workers)
        return
    try:
        from distributed import Client
    except ImportError:
        raise CollectError("--dask needs the package distributed: install it") from None
    with Client(settings.dask) as client:
        width = 2 * sum(client.ncores().values())
        try:
            yield from grade_jobs(jobs, client.get_executor, width)
        finally:
            client.run(discard_warm)


def _watched(
    results: Iterator[tuple[Job, dict[str, Any]]], total: int
) -> Iterator[tuple[Job, dict[str, Any]]]:
    """Pass results on, and show on stderr how far they are and how long the rest will take."""
    started = time.monotonic()
    for done, pair in enumerate(results, 1):
        yield pair
        left = (time.monotonic() - started) / done * (total - done)
        bar = "█" * (30 * done // total)
        line = f"{bar:·<30} {done} of {total}, about {left:.0f} s left"
        if sys.stderr.isatty():
            print(f"\r{line}", end="\n" if done == total else "", file=sys.stderr, flush=True)
        elif done == total or done % max(1, total // 10) == 0:
            print(line, file=sys.stderr, flush=True)
