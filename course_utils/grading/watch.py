"""How much memory a box takes, all its processes together.

SECURITY-CRITICAL. Linux limits a process, not a family of them (a control group would; not every
machine lets us make one). So the grader looks, ten times a second while it waits.
"""

from __future__ import annotations

import os
from pathlib import Path

MOST_SOCKETS = 1_000  # a kernel has 20; a full one keeps 200 KB that no process is charged for
MOST_FILES = 50_000  # an empty one takes 1 KB of Linux's own memory
_DISKS = ("tmp", "dev/shm", "run")
# Swapped pages count: else a box could push all others' memory to the disk, and its own as well.
_TAKEN = ("RssAnon:", "RssShmem:", "VmSwap:")
_SHARED_OUT = ("Pss_Anon:", "Pss_Shmem:", "SwapPss:")


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


def takes_more(pid: int, limit: int) -> bool:
    """Tell whether a process and all it started take more memory than `limit`."""
    family = _family(pid)
    if sum(_memory(one, "status", _TAKEN) for one in family) <= limit:
        return False
    # Forked processes share pages, which that counts for each; this is fair, and takes longer.
    return sum(_memory(one, "smaps_rollup", _SHARED_OUT) for one in family) > limit


def hoards(inner: int) -> str:
    """Say of what a box has too many: things that cost memory and are charged to no process."""
    root = f"/proc/{inner}/root"
    if not os.path.exists(f"{root}/box/start.py"):
        return ""  # its walls are not up yet: these would be the whole machine's disks
    try:
        sockets = int(Path(f"/proc/{inner}/net/sockstat").read_text().split()[2])
        disks = [os.statvfs(f"{root}/{disk}") for disk in _DISKS]
    except (OSError, LookupError, ValueError):
        return ""  # it ended meanwhile
    if sockets > MOST_SOCKETS:
        return f"opened more than {MOST_SOCKETS} sockets"
    if sum(disk.f_files - disk.f_ffree for disk in disks) > MOST_FILES:
        return f"made more than {MOST_FILES} files"
    return ""


def memory_left() -> int:
    """Return the bytes that this machine could still give out."""
    try:
        lines = Path("/proc/meminfo").read_text().splitlines()
    except OSError:
        return 1 << 60
    return next(int(line.split()[1]) * 1024 for line in lines if line.startswith("MemAvailable"))
