"""The `course` command: one word, then what to do."""

from __future__ import annotations

import argparse
import sys
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

NEEDS = {"build": "build", "live": "build", "grade": "grade"}  # extras; the others need [lab]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one subcommand and return its exit code."""
    parser = argparse.ArgumentParser(prog="course", description=__doc__)
    subparsers = parser.add_subparsers(dest="command", required=True)
    for name, purpose in COMMANDS.items():
        subparsers.add_parser(name, help=purpose, description=purpose, add_help=False)
    known, rest = parser.parse_known_args(arguments)
    try:
        return _run(known.command, rest)
    except ModuleNotFoundError as missing:
        if (missing.name or "").startswith("course_utils"):
            raise  # a fault of ours, not of the installation
        print(_what_to_install(known.command, missing.name), file=sys.stderr)
        return 1


def _run(name: str, arguments: Sequence[str]) -> int:
    # Only the command that was asked for is imported: `course lab` must not wait for torch.
    command = import_module(f"course_utils.commands.{name}")
    own = argparse.ArgumentParser(prog=f"course {name}", description=COMMANDS[name])
    command.add_arguments(own)
    return int(command.run(own.parse_args(arguments)))


def _what_to_install(command: str, module: str | None) -> str:
    extra = NEEDS.get(command, "lab")
    return (
        f"`course {command}` needs {module}, which is not installed here: "
        f"`make test` installs all there is, or pip install -e '.[{extra}]' what this command needs"
    )
