"""`course validate`: does a homework run from the top, and what in it is empty."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what `course validate` takes."""
    parser.add_argument("notebook", type=Path, help="your notebook, saved")


def run(args: argparse.Namespace) -> int:
    """Run it in a fresh kernel; 0 when every task runs, 1 when one does not, 2 for no notebook."""
    from course_utils.grading.validate import report_lines, validate

    if not args.notebook.is_file():
        print(f"{args.notebook} is no file: name your notebook, as saved", file=sys.stderr)
        return 2
    print(f"{args.notebook} runs from the top; training takes some minutes", file=sys.stderr)
    try:
        findings = validate(args.notebook)
    except (ValueError, OSError) as error:
        print(f"{args.notebook}: {error}", file=sys.stderr)
        return 2
    if not findings:
        print(f"{args.notebook} holds no answer cells", file=sys.stderr)
        return 2
    print(*report_lines(findings), sep="\n")
    return 0 if all(one.well for one in findings) else 1
