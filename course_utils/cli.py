"""The `course` command: one word, then what to do."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from importlib import import_module

COMMANDS = {
    "lab": "open the course in JupyterLab",
    "build": "make both editions of the notebooks from their sources",
    "live": "make the notebooks to teach from: code to type is blank, notes are folded",
    "links": "print addresses for Binder and Colab",
    "export": "write the notebooks as web pages that work offline",
    "progress": "show which exercises are solved",
    "validate": "run your homework as the grader would, before you hand it in",
    "grade": "grade a folder of notebooks that were handed in",
    "read": "read written answers beside the rubric, and enter points",
    "update": "get the newest edition and keep your answers",
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one subcommand and return its exit code."""
    parser = argparse.ArgumentParser(prog="course", description=__doc__)
    subparsers = parser.add_subparsers(dest="command", required=True)
    for name, purpose in COMMANDS.items():
        subparsers.add_parser(name, help=purpose, description=purpose, add_help=False)
    # Only the command that was asked for is imported: `course lab` must not wait for torch.
    known, rest = parser.parse_known_args(arguments)
    command = import_module(f"course_utils.commands.{known.command}")
    own = argparse.ArgumentParser(
        prog=f"course {known.command}", description=COMMANDS[known.command]
    )
    command.add_arguments(own)
    return int(command.run(own.parse_args(rest)))
