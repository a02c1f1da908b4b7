"""`course grade`: marks and feedback for a folder of notebooks that were handed in."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

SHIPPED = Path(__file__).resolve().parents[1] / "grading" / "keys"
DEFAULT = "notebook_07"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what `course grade` takes."""
    add = parser.add_argument
    add("submissions", nargs="?", type=Path, help="a folder or an LMS's zip; not with --merge")
    add("--out", type=Path, required=True, metavar="MARKS", help="the folder for marks and pages")
    add("--key", default="", help=f"the teacher's file, or a shipped key's name [{DEFAULT}]")
    add("--workers", type=int, default=0, metavar="N", help="processes; one a core if not given")
    add("--dask", default="", metavar="ADDRESS", help="a Dask scheduler, instead of processes")
    add("--resume", action="store_true", help="go on with a run that was stopped")
    add("--merge", type=Path, metavar="CSV", help="add points that a reader gave to MARKS")
    add("--gradebook", type=Path, metavar="DB", help="write the marks to nbgrader's database, too")
    add(
        "--trust-submissions",
        action="store_true",
        help="run them WITHOUT a sandbox, as yourself, with your files; noted in every result",
    )


def run(args: argparse.Namespace) -> int:
    """Grade, or merge; 0: everybody was graded, 1: somebody was not, 2: nothing was done."""
    from course_utils.grading.plan import NoBoxError

    try:
        marks = _merged(args) if args.merge else _graded(args)
        if args.gradebook:
            _export(args, marks)
    except (ValueError, NoBoxError, OSError) as error:
        print(error, file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("\nstopped; the same command with --resume goes on from here", file=sys.stderr)
        return 130
    return _say(args.out, marks)


def _graded(args: argparse.Namespace) -> list:
    from course_utils.grading.run import Settings, grade

    if args.submissions is None:
        raise ValueError("name the folder of submissions")
    return grade(
        Settings(
            submissions=args.submissions,
            out=args.out,
            key=key_path(args.key or DEFAULT),
            workers=_workers(args.workers),
            dask=args.dask,
            resume=args.resume,
            trusted=args.trust_submissions,
        )
    )


def _workers(number: int) -> int:
    if not 0 <= number <= 256:
        raise ValueError(f"--workers {number}: allowed are 1 to 256, 0 for one a core")
    return number


def _merged(args: argparse.Namespace) -> list:
    from course_utils.grading.merge import merge
    from course_utils.grading.run import report
    from course_utils.grading.store import Store

    key, digest = key_of_run(args.out, args.key)
    pages = {result["page"] for result in Store(args.out).all(digest)}
    count = merge(args.out, args.merge, pages, key)
    marks = report(args.out, key, digest)
    of = len(key.written) * sum(mark.status == "graded" for mark in marks)
    print(f"written answers with points: {count} of {of}")
    return marks


def key_of_run(out: Path, named: str) -> tuple:
    """Return the key that a run was graded by, and its digest; ValueError if it has changed."""
    from course_utils.grading.key import key_digest, load_key
    from course_utils.grading.store import read_json

    run = read_json(out / "run.json")
    if run is None:
        raise ValueError(f"{out} holds no marks: run `course grade SUBMISSIONS --out {out}` first")
    path = key_path(named) if named else Path(run["key_file"])
    if key_digest(path) != run["key"]:
        raise ValueError(f"{path} has changed since {out} was graded: grade again with --resume")
    return load_key(path), run["key"]


def key_path(name: str) -> Path:
    """Return a key's file by its path or, for one that comes with the course, by its name."""
    for path in (Path(name), SHIPPED / f"{name}.py"):
        if path.is_file():
            return path
    shipped = sorted(path.stem for path in SHIPPED.glob("notebook_[0-9][0-9].py"))
    raise ValueError(f"no key {name!r}: give a file, or one of {', '.join(shipped)}")


def _export(args: argparse.Namespace, marks: list) -> None:
    from course_utils.grading.gradebook import export

    key, _ = key_of_run(args.out, args.key)
    export(args.gradebook, marks, key)


def _say(out: Path, marks: list) -> int:
    not_graded = [mark for mark in marks if mark.status != "graded"]
    for mark in not_graded:
        print(f"not graded: {mark.student} ({mark.file}): {'; '.join(mark.notes)}")
    print(f"{len(marks) - len(not_graded)} of {len(marks)} graded: see {out / 'summary.html'}")
    return 1 if not_graded else 0
