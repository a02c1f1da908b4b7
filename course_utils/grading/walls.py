"""The command that makes a box: what it holds, what it lacks, what it may take.

SECURITY-CRITICAL. The order of bwrap's arguments matters: a memory disk mounted after a folder
hides it, and what is bound after a memory disk shows again.
"""

from __future__ import annotations

import json
import os
import secrets
import site
import sys
from collections.abc import Iterable
from importlib.machinery import PathFinder
from pathlib import Path
from typing import Any

from course_utils.grading.plan import MB, BoxPlan, Limits

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


def box_command(
    plan: BoxPlan, files: Iterable[tuple[str, int]], line: int, *options: str
) -> list[str]:
    """Return the command; `files` are paths in the box, and open files with their content."""
    command = [*_walls(), *_system(), *_disks(plan.limits), *_python(), *_masks(plan)]
    for name, value in ENVIRONMENT.items():
        command += ["--setenv", name, value]
    command += ["--perms", "0755", "--dir", "/box", "--perms", "0755", "--dir", "/box/course_utils"]
    for path, number in files:
        command += ["--perms", "0444", "--ro-bind-data", str(number), path]
    command += ["--remount-ro", "/", "--chdir", "/tmp", *options, "--"]
    return [*command, *_inner_command(plan, line)]


def trial_command() -> list[str]:
    """Return a command that only tells whether a box can be made here."""
    return [*_walls(), *_system(), *_disks(Limits()), "--remount-ro", "/", "--", "true"]


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


def box_files(plan: BoxPlan) -> Iterable[tuple[str, bytes]]:
    """Return the files that are put into the box; none of them tells what is expected."""
    yield "/box/start.py", (INSIDE / "start.py").read_bytes()
    yield "/box/answers.py", (INSIDE / "answers.py").read_bytes()
    yield "/box/course_utils/__init__.py", (INSIDE / "stub.py").read_bytes()
    yield "/box/connection.json", json.dumps(CONNECTION).encode()
    course = INSIDE.parents[1]
    for module in plan.holds:
        path = course.parent.joinpath(*module.split(".")).with_suffix(".py")
        yield f"/box/{path.relative_to(course.parent)}", path.read_bytes()


def _inner_command(plan: BoxPlan, line: int) -> list[str]:
    command = [*_limits(plan.limits), *_own_user(), sys.executable, "-I", "/box/start.py"]
    return [*command, str(line), *_user_site(), "/box", *plan.preload]


def _limits(limits: Limits) -> list[str]:
    """Limits a process. Set inside the box, so that an ordinary user's others do not count."""
    command = ["prlimit", f"--as={2 * limits.memory}", f"--fsize={limits.disk}", "--core=0"]
    command += [f"--nproc={limits.processes}", "--nofile=512", "--msgqueue=0", "--memlock=65536"]
    return [*command, f"--cpu={int(2 * limits.submission_seconds)}", "--"]


def _own_user() -> list[str]:
    if os.geteuid() != 0:
        return []
    number = str(1_900_000_000 + secrets.randbelow(100_000_000))
    drop = ["setpriv", "--reuid", number, "--regid", number, "--clear-groups"]
    return [*drop, "--inh-caps=-all", "--"]
