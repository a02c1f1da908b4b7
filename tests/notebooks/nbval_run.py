"""Strict nbval on one notebook, as a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
OPTIONS = [
    "--nbval",
    "--nbval-current-env",
    f"--nbval-sanitize-with={Path(__file__).with_name('sanitize.cfg')}",
    "--nbval-cell-timeout=60",
    *("-p", "no:cacheprovider"),
    *("-p", "tests.notebooks.pictures"),
    *("-q", "-rs", "--color=no"),
]


def run_nbval(notebook: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Execute a notebook in its folder and compare it with what it stores.

    The folder above it becomes pytest's root, so that this repository's options stay out. More
    variables for the kernel's environment may be given by name.
    """
    folder = notebook.parents[1]
    (folder / "pytest.ini").write_text("[pytest]\n")
    return subprocess.run(
        [sys.executable, "-m", "pytest", *OPTIONS, str(notebook)],
        cwd=folder,
        env=_environment(folder) | environment,
        capture_output=True,
        text=True,
    )


def _environment(folder: Path) -> dict[str, str]:
    inherited = {k: v for k, v in os.environ.items() if k not in ("MPLBACKEND", "PYTEST_ADDOPTS")}
    return inherited | {
        "PYTHONPATH": os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")]).strip(":;"),
        "COURSE_PROGRESS": "off",
        "IPYTHONDIR": str(folder / "ipython"),  # the user's start-up files stay out
    }
