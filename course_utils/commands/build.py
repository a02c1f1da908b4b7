"""`course build`: make both editions of the notebooks from their sources, or compare them."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from course_utils.editions import EditionError, Source, build, check, orphans, read_source
from course_utils.editions.source import find_sources


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what `course build` takes."""
    parser.add_argument("notebooks", nargs="*", metavar="NN", help="numbers; all when none given")
    parser.add_argument("--check", action="store_true", help="compare only; exit code 1 if stale")
    parser.add_argument("--force", action="store_true", help="execute what is unchanged, too")
    parser.add_argument(
        "--keep", type=Path, metavar="FOLDER", help="save notebooks with work of yours there first"
    )


def run(args: argparse.Namespace) -> int:
    """Build or check, and return the exit code."""
    try:
        root = course_root(Path.cwd())
        sources = read_all(chosen(find_sources(root), args.notebooks))
        if args.check:
            return _report(check(sources) + _orphans(root, args.notebooks))
        build(sources, force=args.force, keep=args.keep, say=_say)
    except EditionError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


def course_root(start: Path) -> Path:
    """Return the course's folder: `start` or the nearest folder above it that holds one.

    Where there is none, the folder from which this package was installed.
    """
    for folder in (start, *start.parents):
        if (folder / "solutions").is_dir() and (folder / "course_utils").is_dir():
            return folder
    return Path(__file__).resolve().parents[2]


def chosen(paths: list[Path], wanted: list[str]) -> list[Path]:
    """Return the sources of the numbers that are wanted, all for none.

    Raises EditionError for a number that no source has.
    """
    numbers = {path.name[:2] for path in paths}
    asked = {word.zfill(2) for word in wanted}
    if unknown := asked - numbers:
        allowed = ", ".join(sorted(numbers)) or "none, solutions/ holds no source"
        raise EditionError(f"no notebook {', '.join(sorted(unknown))}; there are: {allowed}")
    return [path for path in paths if not asked or path.name[:2] in asked]


def read_all(paths: list[Path]) -> list[Source]:
    """Read all sources, so that one run names the faults of all of them."""
    sources, faults = [], []
    for path in paths:
        try:
            sources.append(read_source(path))
        except EditionError as error:
            faults.append(str(error))
    if faults:
        raise EditionError("\n".join(faults))
    return sources


def _orphans(root: Path, wanted: list[str]) -> list[str]:
    return [] if wanted else orphans(root, find_sources(root))


def _report(problems: list[str]) -> int:
    for problem in problems:
        print(problem)
    if problems:
        print("The source is what counts: edit solutions/NN_name.py, then run `make build`.")
    return 1 if problems else 0


def _say(line: str) -> None:
    print(line, flush=True)
