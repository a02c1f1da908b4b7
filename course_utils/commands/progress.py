"""`course progress`: which exercises are solved, notebook by notebook."""

from __future__ import annotations

import argparse
import itertools


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Say what `course progress` takes."""
    parser.add_argument("--where", action="store_true", help="only print where this is kept")


def run(arguments: argparse.Namespace) -> int:
    """Print a line a notebook; the file behind it never leaves this computer."""
    from course_utils.exercises.progress import progress_file, solved
    from course_utils.exercises.registry import all_exercises

    if arguments.where:
        print(progress_file() or "nowhere: COURSE_PROGRESS is off")
        return 0
    done = solved()
    for notebook, group in itertools.groupby(all_exercises(), lambda one: one.split(".")[0]):
        ids = list(group)
        marks = " ".join(f"{'✓' if one in done else '○'} {one}" for one in ids)
        count = sum(one in done for one in ids)
        print(f"{notebook}  {count} of {len(ids)}  {marks}")
    return 0
