"""The box: one Jupyter kernel for one submission, and nothing in it worth taking.

SECURITY-CRITICAL, together with walls.py, syscalls.py, watch.py, channel.py and checker.py. Read
these to know what a submission can do; the rest of the grader only reads what they return.

What the box holds: the system's programs and this Python, read-only; a stub of `course_utils`;
64 MB of memory as a disk. What it lacks: the network, the teacher's files and environment, other
submissions, the course's references, and every expected value. No folder of the teacher's disk is
writable from inside: the kernel's sockets lie on the box's own memory disk, and the grader reaches
them through /proc/PID/root. So nothing is left behind to clean up, and no link planted inside is
followed outside, because the grader connects before the first student's line runs and never again.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import signal
import subprocess
import tempfile

from course_utils.grading.machine import QUIET, start_trusted
from course_utils.grading.plan import MB, BoxPlan, NoBoxError
from course_utils.grading.syscalls import filter_program
from course_utils.grading.walls import CONNECTION, box_command, box_files
from course_utils.grading.watch import hoards, memory_left, takes_more


class Box:
    """A running kernel; `address` is its shell socket, `kill` ends every process in it."""

    def __init__(self, plan: BoxPlan) -> None:
        self.plan = plan
        self.folder = tempfile.mkdtemp(prefix="kernel-") if plan.trusted else ""
        line, self.lifeline = os.pipe()
        with os.fdopen(line):
            if plan.trusted:
                self.process, self.inner = start_trusted(plan, self.folder, line)
            else:
                self.process, self.inner = _start(plan, line)
        root = self.folder or f"/proc/{self.inner}/root/run"
        self.address = f"{root}/kernel-{CONNECTION['shell_port']}"

    def alive(self) -> bool:
        """Tell whether the kernel still runs."""
        return self.process.poll() is None

    def complaint(self) -> str:
        """Say what the box takes too much of, or nothing.

        The kernel's limits count a process each; this adds them up. A memory file that no process
        has mapped is counted nowhere, hence the look at what the whole machine has left; before
        that, honest neighbours would lose their boxes, hence the look at what Linux keeps for this
        one in memory of its own.
        """
        if takes_more(self.process.pid, self.plan.limits.memory):
            return f"took more than {self.plan.limits.memory // MB} MB of memory"
        if not self.plan.trusted and (what := hoards(self.inner)):
            return what
        if memory_left() < 300 * MB:
            return "was stopped because this machine had no memory left"
        return ""

    def kill(self) -> None:
        """End it: the death of a PID namespace's first process takes all others along."""
        end = os.killpg if self.plan.trusted else os.kill
        if self.alive():
            with contextlib.suppress(ProcessLookupError):
                end(self.inner, signal.SIGKILL)
        try:
            self.process.wait(5)  # bwrap reports only when the last process inside is gone
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        with contextlib.suppress(OSError):
            os.close(self.lifeline)
        if self.folder:
            shutil.rmtree(self.folder, ignore_errors=True)


def _start(plan: BoxPlan, line: int) -> tuple[subprocess.Popen[bytes], int]:
    """Start bwrap; return it, and the number outside of the box's first process.

    bwrap's processes die with this one, but only once each has asked Linux for that. Should we die
    earlier, the other end of `line` closes, and start.py ends instead of starting a kernel.
    """
    files = [(path, _open(content)) for path, content in box_files(plan)]
    program = _open(filter_program())
    told, tells = os.pipe()
    command = box_command(plan, files, line, "--info-fd", str(tells), "--seccomp", str(program))
    handed = [program, tells, *(number for _, number in files)]
    # An empty environment for bwrap itself: /proc/1/environ would show it inside.
    process = subprocess.Popen(command, env={}, pass_fds=[line, *handed], **QUIET)
    for number in handed:
        os.close(number)
    with os.fdopen(told) as info:
        return process, _first_process(info.read(), process)


def _first_process(info: str, process: subprocess.Popen[bytes]) -> int:
    try:
        return int(json.loads(info)["child-pid"])
    except ValueError:
        process.kill()
        raise NoBoxError(f"bwrap stopped with exit code {process.wait()}") from None


def _open(content: bytes) -> int:
    number = os.memfd_create("box")
    os.write(number, content)
    os.lseek(number, 0, os.SEEK_SET)
    return number
