"""How fast submissions are graded, beside nbgrader, and whether a thousand change anything.

The race needs nbgrader 0.9.6, in an environment of its own: NBGRADER=/path/to/bin/nbgrader. The
thousand, with a kill -9 in the middle, take a quarter of an hour: COURSE_GRADE_1000=1.
"""

from __future__ import annotations

import copy
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from tests.hostile.build import ASSIGNMENT, HERE, make

KEY = HERE / "hw1_key.py"
NBGRADER = os.environ.get("NBGRADER", "")
HIDDEN = {
    "pe_hidden": "assert np.isclose(sinusoidal_pe(37, 10)[36, 3], np.cos(36 * 10000.0 ** -0.2))",
    "shift_hidden": "assert np.isclose(shift_matrix(7, 8)[0, 1], np.sin(7))",
}


def _hand_in(folder: Path, names: list[str], kinds: list[str]) -> None:
    for n, name in enumerate(names):
        (folder / name).mkdir(parents=True)
        (folder / name / "hw1.ipynb").write_bytes(make(kinds[n % len(kinds)]).data)


def _grade(folder: Path, out: Path, *options: str) -> list[str]:
    command = [sys.executable, "-m", "course_utils", "grade", str(folder), "--key", str(KEY)]
    return [*command, "--out", str(out), *options]


def _timed(command: list[str], **where: Any) -> float:
    started = time.perf_counter()
    subprocess.run(command, check=True, capture_output=True, **where)
    return time.perf_counter() - started


def _lay_out_for_nbgrader(folder: Path, names: list[str]) -> None:
    source: dict[str, Any] = copy.deepcopy(json.loads(ASSIGNMENT.read_text()))
    for cell in source["cells"]:
        grading = cell["metadata"].get("nbgrader", {})
        grading.pop("checksum", None)
        hidden = HIDDEN.get(grading.get("grade_id", ""))
        if hidden:
            cell["source"] = f"### BEGIN HIDDEN TESTS\n{hidden}\n### END HIDDEN TESTS"
    (folder / "source" / "hw1").mkdir(parents=True)
    (folder / "source" / "hw1" / "hw1.ipynb").write_text(json.dumps(source))
    for name in names:
        place = folder / "submitted" / name / "hw1"
        place.mkdir(parents=True)
        (place / "hw1.ipynb").write_bytes(make("00_honest").data)


@pytest.mark.skipif(not NBGRADER, reason="NBGRADER=/path/to/nbgrader is not set")
def test_twenty_submissions_beside_nbgrader_one_worker_each(tmp_path: Path) -> None:
    names = [f"student{n:02}" for n in range(20)]
    _hand_in(tmp_path / "class", names, ["00_honest"])
    _lay_out_for_nbgrader(tmp_path / "course", names)
    where: dict[str, Any] = {"cwd": tmp_path / "course"}
    where["env"] = os.environ | {"PATH": f"{Path(NBGRADER).parent}:{os.environ['PATH']}"}
    _timed([NBGRADER, "generate_assignment", "hw1"], **where)
    ours, theirs = [], []
    for n in range(2):  # in turns: what else the machine does falls on both
        ours.append(_timed(_grade(tmp_path / "class", tmp_path / f"out{n}", "--workers", "1")))
        theirs.append(_timed([NBGRADER, "autograde", "hw1", "--force"], **where))
    print(f"\n20 submissions: course grade {min(ours):.1f} s, nbgrader {min(theirs):.1f} s")
    assert min(theirs) / min(ours) > 1.5


@pytest.mark.skipif(len(os.sched_getaffinity(0)) < 2, reason="there is one core only")
def test_two_cores_grade_nearly_twice_as_many_as_one(tmp_path: Path) -> None:
    # One worker keeps two cores busy: while it reads the answers of one box, the next one warms up.
    _hand_in(tmp_path / "class", [f"student{n:02}" for n in range(40)], ["00_honest"])
    first, second = sorted(os.sched_getaffinity(0))[:2]
    seconds: dict[str, list[float]] = {}
    for turn in range(2):
        for cores, workers in (([first], 1), ([first, second], 1), ([first, second], 2)):
            out = tmp_path / f"out{turn}{len(cores)}{workers}"
            command = _grade(tmp_path / "class", out, "--workers", str(workers))
            pinned = ["taskset", "-c", ",".join(map(str, cores)), *command]
            label = f"{len(cores)} cores, {workers} workers"
            seconds.setdefault(label, []).append(_timed(pinned))
    best = {label: min(runs) for label, runs in seconds.items()}
    print("\n40 submissions:", *(f"{label} {one:.1f} s;" for label, one in best.items()))
    assert best["1 cores, 1 workers"] / best["2 cores, 2 workers"] > 1.5


@pytest.mark.skipif(not os.environ.get("COURSE_GRADE_1000"), reason="COURSE_GRADE_1000 is not set")
def test_a_thousand_with_a_kill_in_the_middle(tmp_path: Path) -> None:
    kinds = ["00_honest", "02_half", "01_blank", "42_delete_tests", "14_sys_exit"]
    names = [f"student{n:04}" for n in range(1000)]
    _hand_in(tmp_path / "class", names, kinds)
    command = _grade(tmp_path / "class", tmp_path / "out", "--workers", "2")
    results = tmp_path / "out" / "results"
    first = subprocess.Popen(command, stderr=subprocess.DEVNULL)
    memory = [_watch(first, results, 500)]
    first.send_signal(signal.SIGKILL)
    first.wait()
    before = {path.name: path.stat().st_mtime_ns for path in results.glob("*.json")}
    second = subprocess.Popen([*command, "--resume"], stderr=subprocess.DEVNULL)
    memory.append(_watch(second, results, 10**9))
    after = {path.name: path.stat().st_mtime_ns for path in results.glob("*.json")}
    assert second.returncode == 0
    assert len(after) == 1000
    assert {name: after[name] for name in before} == before
    deserved = [make(kind).deserved for kind in kinds]
    for path in results.glob("*.json"):
        result = json.loads(path.read_text())
        assert result["points"] == deserved[int(result["student"][-4:]) % len(kinds)]
    for readings in memory:
        print(f"\nmemory, MB: {[round(one) for one in readings]}")
        assert max(readings) < 1.3 * readings[len(readings) // 4] + 20


def _watch(process: subprocess.Popen[bytes], results: Path, until: int) -> list[float]:
    """Return the memory in MB of a grader and its workers, every five seconds."""
    readings = []
    while process.poll() is None and len(list(results.glob("*.json"))) < until:
        time.sleep(5)
        pids = [process.pid, *_children(process.pid)]
        readings.append(sum(_resident(pid) for pid in pids))
    return readings


def _children(pid: int) -> list[int]:
    found = subprocess.run(["pgrep", "-P", str(pid), "python"], capture_output=True, text=True)
    return [int(word) for word in found.stdout.split()]


def _resident(pid: int) -> float:
    try:
        lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    except OSError:
        return 0
    return sum(int(line.split()[1]) / 1024 for line in lines if line.startswith("VmRSS"))
