"""`course lab`: open the course in JupyterLab."""

from __future__ import annotations

import argparse
import os
import sys
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import quote

ROOT = Path(__file__).resolve().parents[2]

# The course needs neither JupyterLab's news nor its notes on newer versions, and asks nobody
# whether to fetch them. Given for this one run, these leave the user's own settings alone.
QUIET = (
    "--LabApp.news_url=None",
    "--LabApp.check_for_updates_class=jupyterlab.handlers.announcements.NeverCheckForUpdate",
)

# A click on the glossary shows the page, not its Markdown; no news is offered. Users' settings win.
SETTINGS = Path(__file__).resolve().parent / "jupyter"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what `course lab` takes."""
    parser.add_argument(
        "notebook",
        nargs="?",
        default="01",
        metavar="NOTEBOOK",
        help="the notebook to open: its number (01) or its path; the first when none is given",
    )
    parser.add_argument(
        "--no-browser", action="store_true", help="only print the address, open no browser"
    )
    parser.add_argument("--port", type=int, metavar="N", help="serve there instead of at 8888")


def run(args: argparse.Namespace) -> int:
    """Serve the course until it is stopped (Ctrl-C twice), and return the exit code."""
    if find_spec("jupyterlab") is None:
        print(
            "JupyterLab is not installed here. In the course's folder, run: make lab"
            ' (or, without make: pip install -e ".[lab]")',
            file=sys.stderr,
        )
        return 1
    notebook = find_notebook(args.notebook)
    if notebook is None:
        print(_none_found(args.notebook), file=sys.stderr)
        return 1
    others = os.environ.get("JUPYTER_CONFIG_PATH", "")
    os.environ["JUPYTER_CONFIG_PATH"] = os.pathsep.join(filter(None, [others, str(SETTINGS)]))
    from jupyterlab.labapp import LabApp  # type: ignore[import-untyped]

    LabApp.launch_instance(jupyter_arguments(notebook, args.no_browser, args.port))
    return 0


def find_notebook(wanted: str, root: Path = ROOT) -> Path | None:
    """Return the learner's notebook of that number, or the one at that path; None without one."""
    if wanted.isdecimal():
        return next((root / "notebooks").glob(f"{wanted.zfill(2)}_*.ipynb"), None)
    path = Path(wanted).resolve()
    return path if path.is_file() else None


def jupyter_arguments(notebook: Path, no_browser: bool, port: int | None) -> list[str]:
    """Return JupyterLab's own arguments: the course is what its file browser shows.

    A notebook from elsewhere is shown in its own folder.
    """
    shown = ROOT if notebook.is_relative_to(ROOT) else notebook.parent
    page = f"/lab/tree/{quote(notebook.relative_to(shown).as_posix())}"
    # The page is given, not the file, so that the printed addresses lead to it as well.
    arguments = [f"--ServerApp.root_dir={shown}", f"--LabApp.default_url={page}", *QUIET]
    if no_browser:
        arguments.append("--no-browser")
    if port is not None:
        arguments.append(f"--port={port}")
    # In containers root is the usual user; Jupyter serves this machine only, behind a token.
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        arguments.append("--allow-root")
    return arguments


def _none_found(wanted: str) -> str:
    if Path(wanted).parent.name == "live":
        return f"There is no notebook {wanted}; `make live` writes those to teach from into live/."
    return f"There is no notebook {wanted}; there are: {_names()}"


def _names() -> str:
    notebooks = sorted(path.name for path in (ROOT / "notebooks").glob("*.ipynb"))
    return ", ".join(notebooks) or "none in notebooks/"
