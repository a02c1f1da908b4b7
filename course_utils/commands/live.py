"""`course live`: make the live edition, the notebooks that a teacher opens in front of a class."""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace
from pathlib import Path

import nbformat

from course_utils.commands.build import chosen, course_root, read_all
from course_utils.editions import Edition, EditionError, find_sources, make_edition
from course_utils.editions.identity import stamp
from course_utils.editions.work import save_copies
from course_utils.files import write_whole

EARLIER = "earlier"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what `course live` takes."""
    parser.add_argument("notebooks", nargs="*", metavar="NN", help="numbers; all when none given")
    parser.add_argument(
        "--into", type=Path, metavar="FOLDER", help="where they go; live/ unless given"
    )


def run(args: argparse.Namespace) -> int:
    """Write the live edition and return the exit code."""
    try:
        root = course_root(Path.cwd())
        sources = read_all(chosen(find_sources(root), args.notebooks))
        folder = args.into or root / "live"
        for source in sources:
            edition = make_edition(source, "live")
            _write(replace(edition, path=folder / edition.path.name))
    except (EditionError, OSError) as error:
        print(error, file=sys.stderr)
        return 1
    print(f"{len(sources)} notebook(s) to teach from in {folder}")
    return 0


def _write(edition: Edition) -> None:
    """Write one notebook; what was typed into the one that stands there is kept beside it."""
    for saved in save_copies([edition], edition.path.parent / EARLIER):
        print(f"what was typed into {edition.path.name} is kept: {saved}")
    stamp(edition.notebook, key="")
    edition.path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(edition.path, nbformat.writes(edition.notebook).rstrip("\n") + "\n")
