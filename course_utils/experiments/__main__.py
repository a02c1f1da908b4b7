"""`python -m course_utils.experiments`: run the reference experiments and store their results."""

from __future__ import annotations

import argparse
from pathlib import Path

from course_utils.experiments.reference import REFERENCE, run_reference
from course_utils.experiments.results import STORED, Results


def main() -> None:
    """Run what is named on the command line, or print what is stored."""
    parser = argparse.ArgumentParser(prog="python -m course_utils.experiments", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(REFERENCE))
    parser.add_argument("--reference", action="store_true", help="train; else print what is stored")
    parser.add_argument("--seeds", type=int, default=5, help="how many (5)")
    parser.add_argument("--into", type=Path, default=STORED, help="folder for the JSON files")
    arguments = parser.parse_args()
    if arguments.reference:
        run_reference(arguments.names, arguments.seeds, arguments.into)
        return
    for name in arguments.names or REFERENCE:
        print(name, Results.load(name), sep="\n", end="\n\n")


if __name__ == "__main__":
    main()
