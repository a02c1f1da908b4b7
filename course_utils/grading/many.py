"""Grade many: each submission by itself in an executor's process, one result at a time.

An executor is all that is asked for: processes of this machine by default, Dask's for many
machines (which must see the submissions and the key under the same paths).
"""

from __future__ import annotations

import multiprocessing
import os
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    Executor,
    Future,
    ProcessPoolExecutor,
    wait,
)
from dataclasses import dataclass
from functools import cache
from multiprocessing.util import Finalize
from pathlib import Path
from typing import Any

from course_utils.grading.collect import Submission
from course_utils.grading.grade_one import grade_notebook, refused
from course_utils.grading.kernel_run import discard_warm
from course_utils.grading.key import Key, load_key
from course_utils.grading.notebook_file import clean


@dataclass(frozen=True)
class Job:
    """All that a worker has to know."""

    submission: Submission
    key: str
    secret: str
    trusted: bool


def grade_job(job: Job) -> dict[str, Any]:
    """Grade one submission; whatever happens, return a result."""
    started = time.monotonic()
    if job.submission.problem:
        return _sandbox(job) | refused(job.submission.problem)
    try:
        data = job.submission.read()
        result = grade_notebook(data, _key(job.key), job.secret, job.trusted)
    except OSError as error:
        result = refused(f"the file cannot be read ({clean(str(error))})")
    except Exception as error:
        result = _failed(job, f"{type(error).__name__}: {error}")
    return _sandbox(job) | result | {"seconds": round(time.monotonic() - started, 2)}


def _sandbox(job: Job) -> dict[str, Any]:
    return {"sandbox": "none: trusted" if job.trusted else "box"}


def _failed(job: Job, why: str) -> dict[str, Any]:
    return _sandbox(job) | refused(f"the grader itself failed: {clean(why)[:300]}", "failed")


@cache
def _key(path: str) -> Key:
    return load_key(Path(path))


def local_executor(workers: int) -> ProcessPoolExecutor:
    """Return an executor of processes that end when this one ends, however it ends."""
    context = multiprocessing.get_context("spawn")
    shared = (context.Value("i", 0), workers)
    return ProcessPoolExecutor(workers, context, initializer=_prepare_worker, initargs=shared)


def _prepare_worker(count: Any, workers: int) -> None:
    with count.get_lock():
        number, count.value = count.value, count.value + 1
    if hasattr(os, "sched_setaffinity"):
        # A share of the processors each: a box full of busy processes slows no neighbour down.
        cores = sorted(os.sched_getaffinity(0))
        share = cores[number % workers :: workers] or [cores[number % len(cores)]]
        os.sched_setaffinity(0, share)
    Finalize(None, discard_warm, exitpriority=1)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)  # the boxes die with their parent in turn


def grade_jobs(
    jobs: Sequence[Job], start: Callable[[], Executor], width: int
) -> Iterator[tuple[Job, dict[str, Any]]]:
    """Yield each job's result as it comes; at most `width` are under way at any time.

    A worker that dies (of the machine's memory, say) takes its whole pool along. Those that were
    under way are then tried one by one, so that the one that did it is found and the others lose
    nothing.
    """
    waiting = list(reversed(jobs))
    while waiting:
        suspects: list[Job] = []
        yield from _until_broken(start, waiting, width, suspects)
        for job in suspects:
            again: list[Job] = []
            yield from _until_broken(start, [job], 1, again)
            if again:
                yield job, _failed(job, "its process ended")


def _until_broken(
    start: Callable[[], Executor], waiting: list[Job], width: int, suspects: list[Job]
) -> Iterator[tuple[Job, dict[str, Any]]]:
    """Work `waiting` off; when the executor breaks, leave those under way in `suspects`."""
    under_way: dict[Future[dict[str, Any]], Job] = {}
    executor = start()
    try:
        while under_way or (waiting and not suspects):
            while waiting and len(under_way) < width and not suspects:
                job = waiting.pop()
                under_way[_submit(executor, job)] = job
            for future in wait(under_way, return_when=FIRST_COMPLETED).done:
                job = under_way.pop(future)
                result = _outcome(future, job)
                if result is None:
                    suspects.append(job)
                else:
                    yield job, result
    finally:
        executor.shutdown(wait=True)


def _submit(executor: Executor, job: Job) -> Future[dict[str, Any]]:
    try:
        return executor.submit(grade_job, job)
    except BrokenExecutor as error:
        broken: Future[dict[str, Any]] = Future()
        broken.set_exception(error)
        return broken


def _outcome(future: Future[dict[str, Any]], job: Job) -> dict[str, Any] | None:
    """Return a result, or None when the worker died."""
    try:
        return future.result()
    except BrokenExecutor:
        return None
    except Exception as error:
        return _failed(job, f"{type(error).__name__}: {error}")
