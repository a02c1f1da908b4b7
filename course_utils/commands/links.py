"""`course links`: addresses at which others run the notebooks, without installing anything.

The repository's own address stands in one place, `[project.urls]` in pyproject.toml.
"""

from __future__ import annotations

import argparse
import sys
import tomllib
from pathlib import Path
from urllib.parse import quote, urlsplit

ROOT = Path(__file__).resolve().parents[2]
BRANCH = "main"
_MISSING = """\
The repository's address is not known yet. Write it into pyproject.toml, once for everything:

[project.urls]
Repository = "https://HOST/OWNER/NAME"
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """`course links` takes nothing."""


def run(args: argparse.Namespace) -> int:
    """Print the links, or what is missing, and return the exit code."""
    address = repository(ROOT / "pyproject.toml")
    if address is None:
        print(_MISSING, end="", file=sys.stderr)
        return 1
    names = sorted(path.name for path in (ROOT / "notebooks").glob("[0-9][0-9]_*.ipynb"))
    print("\n".join(links(address, names)))
    return 0


def repository(pyproject: Path) -> str | None:
    """Return the repository's address out of a pyproject.toml, None while there is none."""
    project = tomllib.loads(pyproject.read_text(encoding="utf-8"))["project"]
    address = project.get("urls", {}).get("Repository")
    return address.rstrip("/").removesuffix(".git") if address else None


def links(address: str, notebooks: list[str]) -> list[str]:
    """Return a line for Binder and one for Colab for each notebook.

    Colab opens notebooks from GitHub alone, and has to install the package: its lines end with
    what goes into a first cell. Binder finds environment.yml by itself.

    >>> binder, colab, cell = links("https://github.com/OWNER/NAME", ["01_a.ipynb"])
    >>> binder
    'https://mybinder.org/v2/gh/OWNER/NAME/main?urlpath=lab/tree/notebooks/01_a.ipynb'
    >>> colab
    'https://colab.research.google.com/github/OWNER/NAME/blob/main/notebooks/01_a.ipynb'
    >>> cell
    'In Colab, in a first cell: %pip install git+https://github.com/OWNER/NAME'
    """
    parts = urlsplit(address)
    on_github = parts.hostname == "github.com"
    place = f"gh{parts.path}" if on_github else f"git/{quote(address, safe='')}"
    binder = f"https://mybinder.org/v2/{place}/{BRANCH}?urlpath=lab/tree/notebooks/"
    lines = [binder + name for name in notebooks]
    if on_github:
        colab = f"https://colab.research.google.com/github{parts.path}/blob/{BRANCH}/notebooks/"
        lines += [colab + name for name in notebooks]
        lines.append(f"In Colab, in a first cell: %pip install git+{address}")
    return lines
