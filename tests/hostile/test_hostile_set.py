"""The whole hostile set in one run, honest neighbours among it."""

from __future__ import annotations

import csv
import io
import os
import socket
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from course_utils.grading.run import Settings, grade
from course_utils.grading.store import Store
from tests.hostile.build import HERE, Hostile, make, names

KEY = HERE / "hw1_key.py"
MARKS_OF_AN_ATTACK = Path("/tmp/posenc-redteam/marks")
NEIGHBOURS = 8


class Listener:
    """Accepts connections on the port that one of the attacks calls, and counts them."""

    def __init__(self) -> None:
        self.calls = 0
        self.socket = socket.create_server(("127.0.0.1", 0))
        self.port = self.socket.getsockname()[1]
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        while True:
            try:
                self.socket.accept()[0].close()
            except OSError:
                return
            self.calls += 1


@pytest.fixture(scope="module")
def hostile_run(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    folder = tmp_path_factory.mktemp("hostile")
    handed_in, out = folder / "handed in", folder / "marks"
    listener = Listener()
    made = {name: _hand_in(make(name), handed_in, listener.port) for name in names()}
    for n in range(NEIGHBOURS):
        # Spread over the alphabet, so that each is graded beside other attacks.
        neighbour = f"{n * 97 // NEIGHBOURS:02}_neighbour"
        _hand_in(make("00_honest"), handed_in, listener.port, neighbour)
    solution = folder / "solution.ipynb"
    solution.write_bytes(make("00_honest").data)
    (handed_in / "98_link.ipynb").symlink_to(solution)
    before, open_before = _listing(MARKS_OF_AN_ATTACK), _listing(Path.cwd())
    started = time.monotonic()
    marks = grade(Settings(handed_in, out, KEY, workers=2))
    return {
        "seconds": time.monotonic() - started,
        "marks": {mark.student: mark for mark in marks},
        "made": made,
        "calls": listener.calls,
        "out": out,
        "left": _listing(MARKS_OF_AN_ATTACK) - before,
        "changed": _listing(Path.cwd()) ^ open_before,
    }


def _hand_in(one: Hostile, folder: Path, port: int, name: str = "") -> Hostile:
    place = folder / (name or one.name)
    place.mkdir(parents=True)
    (place / one.file).write_bytes(one.data.replace(b"8765", str(port).encode()))
    return one


def _listing(folder: Path) -> set[str]:
    return {str(path) for path in folder.glob("*")} if folder.is_dir() else set()


def _reasons(mark: Any) -> list[str]:
    properties = [one for task in mark.result["tasks"] for one in task["properties"]]
    return [*mark.notes, *(one["reason"] for one in properties if one["reason"])]


@pytest.mark.parametrize("name", names())
def test_no_submission_gets_what_it_has_not_deserved(
    name: str, hostile_run: dict[str, Any]
) -> None:
    mark, made = hostile_run["marks"][name], hostile_run["made"][name]
    assert mark.status in ("graded", "refused")
    assert mark.total <= made.deserved
    assert mark.total == made.deserved or _reasons(mark), "points are missing without a reason"


@pytest.mark.parametrize("name", ["00_honest", "02_half", "42_delete_tests", "47_renamed"])
def test_who_deserves_points_gets_them(name: str, hostile_run: dict[str, Any]) -> None:
    assert hostile_run["marks"][name].total == hostile_run["made"][name].deserved


def test_honest_neighbours_get_everything(hostile_run: dict[str, Any]) -> None:
    totals = [m.total for name, m in hostile_run["marks"].items() if name.endswith("neighbour")]
    assert totals == [8.0] * NEIGHBOURS


def test_a_link_to_the_teachers_solution_is_not_followed(hostile_run: dict[str, Any]) -> None:
    mark = hostile_run["marks"]["98_link"]
    assert mark.total == 0
    assert "link" in mark.notes[0]


def test_nothing_is_reached_or_written_outside(hostile_run: dict[str, Any]) -> None:
    assert hostile_run["calls"] == 0
    assert hostile_run["left"] == set()
    assert hostile_run["changed"] == set()


def test_no_process_outlives_the_run(hostile_run: dict[str, Any]) -> None:
    me, left = str(os.getpid()), []
    for status in Path("/proc").glob("[0-9]*/stat"):
        try:
            words = status.read_text().rpartition(")")[2].split()
            command = status.with_name("cmdline").read_bytes()
        except OSError:
            continue
        orphan = words[1] == "1" and b"/box/start.py" in command
        if (orphan or words[1] == me) and words[0] != "Z":
            left.append(command)
    assert [one for one in left if b"resource_tracker" not in one] == []


def test_every_submission_ends_in_bounded_time(hostile_run: dict[str, Any]) -> None:
    from course_utils.grading.key import key_digest

    results = list(Store(hostile_run["out"]).all(key_digest(KEY)))
    slowest = max(results, key=lambda one: one.get("seconds", 0))
    # The notebook's own limit, and what starting and ending boxes takes on a busy machine.
    assert slowest.get("seconds", 0) < 20 + 15, slowest["student"]
    print(f"{len(results)} submissions in {hostile_run['seconds']:.0f} s")
    assert hostile_run["seconds"] < 240


def test_no_table_runs_anything(hostile_run: dict[str, Any]) -> None:
    for separator in ",;|\t":
        text = (hostile_run["out"] / "marks.csv").read_text(encoding="utf-8")
        for row in csv.reader(io.StringIO(text), delimiter=separator):
            starts = {one.strip(' \t\u200b"')[:1] for one in row}
            assert not starts & set("=+-@\uff1d\uff0b\uff0d\uff20"), row


def test_pages_run_nothing(hostile_run: dict[str, Any]) -> None:
    pages = list((hostile_run["out"] / "feedback").glob("*.html"))
    assert len(pages) == len(hostile_run["marks"])
    for path in [*pages, hostile_run["out"] / "summary.html"]:
        text = path.read_text(encoding="utf-8")
        assert "<script" not in text
        assert "onerror=" not in text.replace("&lt;img src=x onerror=", "")
        assert "default-src &#x27;none&#x27;" in text or "default-src 'none'" in text
