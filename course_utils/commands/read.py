"""`course read`: written answers beside the rubric, on pages that run nothing."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what `course read` takes."""
    parser.add_argument("marks", type=Path, metavar="MARKS", help="the folder `course grade` made")
    parser.add_argument("--key", default="", help="the key, if it is not where it was")
    parser.add_argument("--port", type=int, default=0, help="any free one if not given")
    parser.add_argument("--no-server", action="store_true", help="only write the pages")


def run(args: argparse.Namespace) -> int:
    """Write the pages and the table to fill in, and serve them until Ctrl+C."""
    from course_utils.commands.grade import key_of_run
    from course_utils.grading.reading import reading_pages, server, write_reading
    from course_utils.grading.run import report

    try:
        key, digest = key_of_run(args.marks, args.key)
        marks = report(args.marks, key, digest)
        tables = write_reading(args.marks, marks, key)
        if not key.written:
            raise ValueError(f"{key.assignment} has no written answers")
    except (ValueError, OSError) as error:
        print(error, file=sys.stderr)
        return 2
    for table in tables:
        print(f"Enter points in {table}, then: course grade --out {args.marks} --merge {table}")
    if args.no_server:
        print(f"Pages: {args.marks / 'reading' / 'index.html'}")
        return 0
    return _serve(*server(reading_pages(marks, key), args.port))


def _serve(listening, address: str) -> int:
    print(f"Open {address} (Ctrl+C ends it)", flush=True)
    try:
        listening.serve_forever()
    except KeyboardInterrupt:
        print()
    finally:
        listening.server_close()
    return 0
