"""`course export`: write the notebooks as web pages that work without a network."""

from __future__ import annotations

import argparse
import sys
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what `course export` takes."""
    parser.add_argument(
        "notebooks", nargs="*", metavar="NN", help="numbers of notebooks; all when none is given"
    )
    parser.add_argument(
        "--solved", action="store_true", help="export the solutions, not the learner's notebooks"
    )
    parser.add_argument(
        "--to",
        type=Path,
        default=Path("pages"),
        metavar="FOLDER",
        help="where the pages go; pages/ unless given",
    )


def run(args: argparse.Namespace) -> int:
    """Write the pages and return the exit code."""
    if find_spec("nbconvert") is None:
        print('nbconvert is not installed here: pip install -e ".[lab]"', file=sys.stderr)
        return 1
    chosen = find_notebooks(args.notebooks, "solutions" if args.solved else "notebooks")
    missing = [number for number, path in chosen.items() if path is None]
    if missing or not chosen:
        print(f"There is no notebook {', '.join(missing) or 'to export'}.", file=sys.stderr)
        return 1
    from course_utils.export import export_pages

    pages = export_pages([path for path in chosen.values() if path is not None], args.to)
    print(f"{len(pages) - 1} page(s) written; open {pages[-1]}")
    return 0


def find_notebooks(numbers: list[str], folder: str, root: Path = ROOT) -> dict[str, Path | None]:
    """Return each number's notebook, None where there is none; all of them for no numbers."""
    found = {path.name[:2]: path for path in sorted((root / folder).glob("[0-9][0-9]_*.ipynb"))}
    if not numbers:
        return dict(found)
    return {number: found.get(number.zfill(2)) for number in numbers}
