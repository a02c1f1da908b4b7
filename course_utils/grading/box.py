"""The box: one Jupyter kernel for one submission, and nothing in it worth taking.

SECURITY-CRITICAL, together with syscalls.py, channel.py and checker.py. Read these four to know
what a submission can do; the rest of the grader only reads what they return.

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
import secrets
import shutil
import signal
import site
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass, field
from importlib.machinery import PathFinder
from pathlib import Path
from typing import Any

from course_utils.grading.syscalls import filter_program

MB = 1 << 20
# What a kernel prints is not read: a forged line on standard output must have nowhere to go.
QUIET: dict[str, Any] = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.DEVNULL)
INSIDE = Path(__file__).parent / "in_box"
SOCKETS = ("shell", "iopub", "stdin", "control", "hb")
CONNECTION: dict[str, Any] = {f"{name}_port": n for n, name in enumerate(SOCKETS, 1)}
CONNECTION |= {"transport": "ipc", "ip": "/run/kernel", "key": ""}
# No signing key: whoever runs code in the kernel would read it there, so it would prove nothing.
# The box's environment is written here in full; nothing of the teacher's is passed on.
ENVIRONMENT = {
    "HOME": "/tmp",
    "LANG": "C.UTF-8",
    "MPLBACKEND": "agg",
    "PATH": "/usr/bin:/bin",
    "PYTHONDONTWRITEBYTECODE": "1",
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "PYTHONUTF8": "1",
}


class NoBoxError(Exception):
    """Submissions cannot be boxed on this machine; the message says what to install."""


@dataclass(frozen=True)
class Limits:
    """How much a submission may take; seconds, bytes, numbers."""

    cell_seconds: float = 10.0
    call_seconds: float = 5.0
    submission_seconds: float = 60.0
    boot_seconds: float = 30.0
    memory: int = 2048 * MB
    disk: int = 64 * MB
    processes: int = 64
    restarts: int = 4


@dataclass(frozen=True)
class BoxPlan:
    """What a box is made of; two submissions of one assignment get boxes of the same plan."""

    limits: Limits = field(default_factory=Limits)
    holds: tuple[str, ...] = ()  # modules of course_utils that are really there
    hides: tuple[str, ...] = ()  # other packages that must not be there
    preload: tuple[str, ...] = ("numpy",)
    trusted: bool = False  # no box at all: the teacher's explicit choice


class Box:
    """A running kernel; `address` is its shell socket, `kill` ends every process in it."""

    def __init__(self, plan: BoxPlan) -> None:
        self.plan = plan
        self.folder = tempfile.mkdtemp(prefix="kernel-") if plan.trusted else ""
        start = _start_trusted if plan.trusted else _start_boxed
        self.process, self.inner = start(plan, self.folder)
        root = self.folder or f"/proc/{self.inner}/root/run"
        self.address = f"{root}/kernel-{CONNECTION['shell_port']}"

    def alive(self) -> bool:
        """Tell whether the kernel still runs."""
        return self.process.poll() is None

    def complaint(self) -> str:
        """Say what the box takes too much of, or nothing.

        The kernel's limits count a process each; this adds them up. A memory file that no process
        has mapped is counted nowhere, hence the look at what the whole machine has left.
        """
        if _takes_more(self.process.pid, self.plan.limits.memory):
            return f"took more than {self.plan.limits.memory // MB} MB of memory"
        if _memory_left() < 300 * MB:
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
        if self.folder:
            shutil.rmtree(self.folder, ignore_errors=True)


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
    command = [*_walls(), *_system(), "--remount-ro", "/", "--", "true"]
    tried = subprocess.run(
        command, env={}, capture_output=True, text=True, stdin=subprocess.DEVNULL
    )
    if tried.returncode:
        raise NoBoxError(
            f"bubblewrap does not work here ({tried.stderr.strip()}). It needs version 0.8 or "
            "newer and, unless you are root, user namespaces (see `sysctl -a | grep userns`)."
        )


def _walls() -> list[str]:
    """Return what separates the box from the rest.

    An ordinary user's box lives in a user namespace. Root needs none, and is better off without:
    there, the kernel drops to a number of its own that owns no file and no other process, which
    also makes the limit on processes count (it is void for root).
    """
    walls = "bwrap --unshare-ipc --unshare-pid --unshare-net --unshare-uts --unshare-cgroup-try"
    walls += " --die-with-parent --new-session --clearenv --hostname box --cap-drop ALL"
    if os.geteuid() == 0:
        return [*walls.split(), "--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID"]
    return [*walls.split(), "--unshare-user", "--disable-userns"]


def _system() -> list[str]:
    """Bind the system's programs, read-only."""
    arguments = ["--ro-bind", "/usr", "/usr"]
    for folder in ("/bin", "/lib", "/lib32", "/lib64", "/sbin"):
        if os.path.islink(folder):
            arguments += ["--symlink", os.readlink(folder), folder]
        elif os.path.isdir(folder):
            arguments += ["--ro-bind", folder, folder]
    for extra in ("/etc/ld.so.cache", "/etc/alternatives", "/etc/localtime"):
        arguments += ["--ro-bind-try", extra, extra]
    return arguments


def _python() -> list[str]:
    """Bind this Python: after the disks, or one under /tmp would be hidden."""
    arguments: list[str] = []
    for folder in python_folders():
        for parent in reversed(Path(folder).parents[:-1]):
            arguments += ["--perms", "0755", "--dir", str(parent)]  # by itself it makes them 0700
        arguments += ["--ro-bind", folder, folder]
    return arguments


def python_folders() -> list[str]:
    """Return the folders that the box can read besides the system's own, outermost first."""
    folders = {sys.prefix, sys.base_prefix, os.path.realpath(sys.base_prefix), *_user_site()}
    return sorted(f for f in folders if os.path.isdir(f) and not f"{f}/".startswith("/usr/"))


def _user_site() -> list[str]:
    return [site.getusersitepackages()] if site.ENABLE_USER_SITE else []


def _disks(limits: Limits) -> list[str]:
    """Memory disks, each of a fixed size; /dev and / are theirs, too, so they become read-only."""
    arguments = ["--proc", "/proc", "--dev", "/dev"]
    for path, size in (("/dev/shm", limits.disk), ("/tmp", limits.disk), ("/run", MB)):
        arguments += ["--size", str(size), "--perms", "1777", "--tmpfs", path]
    return [*arguments, "--remount-ro", "/dev"]


def _masks(plan: BoxPlan) -> list[str]:
    """Cover what is installed but must not be in the box: after the binds, or it stays visible."""
    folders = [path for path in sys.path if path.endswith("-packages")]
    arguments: list[str] = []
    for name in ("course_utils", *plan.hides):
        found = PathFinder.find_spec(name, folders)
        if found is not None and found.submodule_search_locations:
            for folder in found.submodule_search_locations:
                arguments += ["--tmpfs", folder, "--remount-ro", folder]
        elif found is not None and found.origin:
            arguments += ["--ro-bind", "/dev/null", found.origin]
    return arguments


def _files(plan: BoxPlan) -> Iterable[tuple[str, bytes]]:
    """Return the files that are put into the box; none of them tells what is expected."""
    yield "/box/start.py", (INSIDE / "start.py").read_bytes()
    yield "/box/answers.py", (INSIDE / "answers.py").read_bytes()
    yield "/box/course_utils/__init__.py", (INSIDE / "stub.py").read_bytes()
    yield "/box/connection.json", json.dumps(CONNECTION).encode()
    course = INSIDE.parents[1]
    for module in plan.holds:
        path = course.parent.joinpath(*module.split(".")).with_suffix(".py")
        yield f"/box/{path.relative_to(course.parent)}", path.read_bytes()


def _inner_command(plan: BoxPlan) -> list[str]:
    limits = plan.limits
    # Inside the box, so that an ordinary user's other processes do not count.
    command = ["prlimit", f"--as={2 * limits.memory}", f"--fsize={limits.disk}", "--core=0"]
    command += [f"--nproc={limits.processes}", "--nofile=512", "--msgqueue=0", "--memlock=65536"]
    command += [f"--cpu={int(2 * limits.submission_seconds)}", "--"]
    if os.geteuid() == 0:
        number = str(1_900_000_000 + secrets.randbelow(100_000_000))
        command += ["setpriv", "--reuid", number, "--regid", number, "--clear-groups"]
        command += ["--inh-caps=-all", "--"]
    return [*command, sys.executable, "-I", "/box/start.py", *_user_site(), "/box", *plan.preload]


def _start_boxed(plan: BoxPlan, _: str) -> tuple[subprocess.Popen[bytes], int]:
    files = [(path, _open(content)) for path, content in _files(plan)]
    program = _open(filter_program())
    told, tells = os.pipe()
    command = [*_walls(), *_system(), *_disks(plan.limits), *_python()]
    command += _masks(plan)
    for name, value in ENVIRONMENT.items():
        command += ["--setenv", name, value]
    command += ["--perms", "0755", "--dir", "/box", "--perms", "0755", "--dir", "/box/course_utils"]
    for path, number in files:
        command += ["--perms", "0444", "--ro-bind-data", str(number), path]
    command += ["--remount-ro", "/", "--chdir", "/tmp", "--info-fd", str(tells)]
    command += ["--seccomp", str(program), "--", *_inner_command(plan)]
    handed = [program, tells, *(number for _, number in files)]
    # An empty environment for bwrap itself: /proc/1/environ would show it inside.
    process = subprocess.Popen(command, env={}, pass_fds=handed, **QUIET)
    for number in handed:
        os.close(number)
    try:
        with os.fdopen(told) as stream:
            return process, int(json.load(stream)["child-pid"])
    except ValueError:
        process.kill()
        raise NoBoxError(f"bwrap stopped with exit code {process.wait()}") from None


def _open(content: bytes) -> int:
    number = os.memfd_create("box")
    os.write(number, content)
    os.lseek(number, 0, os.SEEK_SET)
    return number


def _start_trusted(plan: BoxPlan, folder: str) -> tuple[subprocess.Popen[bytes], int]:
    """Start a kernel without a box, for a teacher who has said so."""
    connection = Path(folder, "connection.json")
    connection.write_text(json.dumps(CONNECTION | {"ip": f"{folder}/kernel"}))
    command = [sys.executable, str(INSIDE / "start.py"), folder, *plan.preload]
    # The variable lets the kernel notice when the grader dies, and end.
    environment = os.environ | {"JPY_PARENT_PID": str(os.getpid())}
    process = subprocess.Popen(
        command, cwd=folder, env=environment, start_new_session=True, **QUIET
    )
    return process, process.pid


def _family(pid: int) -> list[int]:
    """Return a process and all that descend from it."""
    family = [pid]
    for one in family:
        if len(family) > 1000:
            break  # more than any limit allows: they come and go faster than they are counted
        try:
            for children in Path(f"/proc/{one}/task").glob("*/children"):
                family += map(int, children.read_text().split())
        except OSError:
            pass  # it ended meanwhile
    return family


def _memory(pid: int, name: str, fields: tuple[str, ...]) -> int:
    """Return the bytes in some fields of a file in /proc/PID."""
    try:
        lines = Path(f"/proc/{pid}/{name}").read_text().splitlines()
    except OSError:
        return 0
    return sum(int(line.split()[1]) << 10 for line in lines if line.startswith(fields))


def _takes_more(pid: int, limit: int) -> bool:
    """Tell whether a process and all it started take more memory than `limit`."""
    family = _family(pid)
    if sum(_memory(one, "status", ("RssAnon:", "RssShmem:")) for one in family) <= limit:
        return False
    # Forked processes share pages, which that counts for each; this is fair, and takes longer.
    return sum(_memory(one, "smaps_rollup", ("Pss_Anon:", "Pss_Shmem:")) for one in family) > limit


def _memory_left() -> int:
    try:
        lines = Path("/proc/meminfo").read_text().splitlines()
    except OSError:
        return 1 << 60
    return next(int(line.split()[1]) * 1024 for line in lines if line.startswith("MemAvailable"))
