"""`course update`: get the newest edition and keep your answers."""

from __future__ import annotations

import argparse
import sys
from functools import partial
from pathlib import Path

from course_utils.commands.build import course_root
from course_utils.editions.source import EditionError
from course_utils.editions.update import carry_from, pull, update


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what `course update` takes."""
    parser.add_argument(
        "--from",
        dest="folder",
        type=Path,
        metavar="FOLDER",
        help="no git: carry the answers in another copy of the course over into this one",
    )


def run(args: argparse.Namespace) -> int:
    """Update, say what was carried where, and return the exit code."""
    root = course_root(Path.cwd())
    try:
        if args.folder is not None:
            carry_from(root, args.folder)
        else:
            update(root, partial(pull, root))
    except EditionError as error:
        print(error, file=sys.stderr)
        return 1
    print("The course is up to date; run your notebooks again from the top.")
    return 0
