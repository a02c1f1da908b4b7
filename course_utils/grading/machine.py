"""Whether this machine can box submissions, and what happens where a teacher does without."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

from course_utils.grading.plan import BoxPlan, NoBoxError
from course_utils.grading.walls import CONNECTION, INSIDE, trial_command

# What a kernel prints is not read: a forged line on standard output must have nowhere to go.
QUIET: dict[str, Any] = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.DEVNULL)


def require_box() -> None:
    """Raise NoBoxError, saying what to do, where a submission cannot be boxed."""
    missing = [tool for tool in ("bwrap", "prlimit", "setpriv") if shutil.which(tool) is None]
    if sys.platform != "linux":
        raise NoBoxError(
            "submissions are boxed on Linux only. On Windows run this in WSL2, on macOS in a "
            "Linux container, or pass --trust-submissions if you would run each of them yourself."
        )
    if missing:
        raise NoBoxError(
            f"{', '.join(missing)} not found: install the packages bubblewrap (0.8 or newer) and "
            "util-linux, or pass --trust-submissions if you would run each of them yourself."
        )
    _try_box()


def _try_box() -> None:
    tried = subprocess.run(
        trial_command(), env={}, capture_output=True, text=True, stdin=subprocess.DEVNULL
    )
    if tried.returncode:
        raise NoBoxError(
            f"bubblewrap does not work here ({tried.stderr.strip()}). It needs version 0.8 or "
            "newer and, unless you are root, user namespaces (see `sysctl -a | grep userns`)."
        )


def start_trusted(plan: BoxPlan, folder: str, line: int) -> tuple[subprocess.Popen[bytes], int]:
    """Start a kernel without a box, for a teacher who has said so."""
    connection = Path(folder, "connection.json")
    connection.write_text(json.dumps(CONNECTION | {"ip": f"{folder}/kernel"}))
    command = [sys.executable, str(INSIDE / "start.py"), str(line), folder, *plan.preload]
    # The variable lets the kernel notice when the grader dies, and end.
    environment = os.environ | {"JPY_PARENT_PID": str(os.getpid())}
    own: dict[str, Any] = {"cwd": folder, "env": environment, "start_new_session": True}
    process = subprocess.Popen(command, pass_fds=[line], **own, **QUIET)
    return process, process.pid


def end_leftovers() -> int:
    """End what a grader that was killed left behind; return how many there were.

    A SIGKILL in the two milliseconds in which bwrap sets a box up leaves a process that waits for
    its parent for ever: empty, before any student code. Only such are ended: ours, orphaned, and
    without a child.
    """
    ended = 0
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            left = _is_leftover(folder)
        except OSError:
            continue
        if left:
            with contextlib.suppress(OSError):
                os.kill(int(folder.name), signal.SIGKILL)
                ended += 1
    return ended


def _is_leftover(folder: Path) -> bool:
    command = (folder / "cmdline").read_bytes().split(b"\0")
    if command[0] != b"bwrap" or b"/box/start.py" not in command:
        return False
    parent = (folder / "stat").read_text().rpartition(")")[2].split()[1]
    return parent == "1" and not (folder / "task" / folder.name / "children").read_text()
