"""Whole runs: resumed after a kill, with one worker, several, and Dask; always the same marks."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from course_utils.cli import main
from course_utils.editions import read_source
from course_utils.editions.edition import make_edition
from course_utils.editions.source import find_sources
from course_utils.exercises import all_exercises, get_exercise
from course_utils.grading.grade_one import grade_notebook
from course_utils.grading.kernel_run import Run, discard_warm
from course_utils.grading.key import load_key
from course_utils.grading.run import Settings, grade
from tests.hostile.build import HERE, make

KEY = HERE / "hw1_key.py"
KINDS = ("00_honest", "02_half", "01_blank", "47_renamed", "48_corrupt_json")
DESERVED = {name: make(name).deserved for name in KINDS}


@pytest.fixture
def class_of_20(tmp_path: Path) -> Path:
    for n in range(20):
        kind = KINDS[n % len(KINDS)]
        place = tmp_path / "class" / f"{n:02}_{kind}"
        place.mkdir(parents=True)
        (place / "hw1.ipynb").write_bytes(make(kind).data)
    return tmp_path / "class"


def _expected(folder: Path) -> dict[str, float]:
    return {path.name: DESERVED[path.name[3:]] for path in folder.iterdir()}


def _totals(marks: list) -> dict[str, float]:
    return {mark.student: mark.total for mark in marks}


@pytest.mark.parametrize("workers", [1, 3])
def test_marks_do_not_depend_on_the_number_of_workers(
    workers: int, class_of_20: Path, tmp_path: Path
) -> None:
    marks = grade(Settings(class_of_20, tmp_path / "marks", KEY, workers=workers))
    assert _totals(marks) == _expected(class_of_20)


def test_dask_gives_the_same_marks(class_of_20: Path, tmp_path: Path) -> None:
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
    ) as cluster:
        address = cluster.scheduler_address
        marks = grade(Settings(class_of_20, tmp_path / "marks", KEY, dask=address))
    assert _totals(marks) == _expected(class_of_20)
    assert _boxes_of(os.getpid()) == []


def test_a_killed_run_resumes_and_loses_nothing(class_of_20: Path, tmp_path: Path) -> None:
    out = tmp_path / "marks"
    command = [sys.executable, "-m", "course_utils", "grade", str(class_of_20)]
    command += ["--out", str(out), "--key", str(KEY), "--workers", "2"]
    first = subprocess.Popen(command, stderr=subprocess.DEVNULL)
    results = out / "results"
    while len(list(results.glob("*.json"))) < 5:
        assert first.poll() is None
        time.sleep(0.02)
    first.send_signal(signal.SIGKILL)
    first.wait()
    before = {path.name: path.stat().st_mtime_ns for path in results.glob("*.json")}
    assert 5 <= len(before) < 20
    second = subprocess.run([*command, "--resume"], capture_output=True, text=True)
    assert second.returncode == 1, second.stderr  # four files are no notebooks
    after = {path.name: path.stat().st_mtime_ns for path in results.glob("*.json")}
    assert len(after) == 20
    assert {name: after[name] for name in before} == before
    marks = [json.loads(path.read_text()) for path in results.glob("*.json")]
    assert {one["student"]: one["points"] for one in marks} == _expected(class_of_20)
    third = subprocess.run(command, capture_output=True, text=True)
    assert third.returncode == 2
    assert "--resume" in third.stderr


def _boxes_of(pid: int) -> list[str]:
    listed = subprocess.run(
        ["ps", "-o", "args", "--ppid", str(pid)], capture_output=True, text=True
    )
    return [line for line in listed.stdout.splitlines() if line.startswith("bwrap")]


def test_results_of_hand_ins_that_are_not_there_any_more_are_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("Ada", "Bo"):
        (tmp_path / name).mkdir()
        (tmp_path / name / f"{name}.ipynb").write_bytes(b"")  # refused: no box is needed
    grade(Settings(tmp_path / "Ada", tmp_path / "marks", KEY, workers=1))
    assert "Marks that are not from" not in capsys.readouterr().err
    marks = grade(Settings(tmp_path / "Bo", tmp_path / "marks", KEY, workers=1, resume=True))
    assert [mark.student for mark in marks] == ["Ada", "Bo"]
    said = capsys.readouterr().err
    assert f"Marks that are not from {tmp_path / 'Bo'} stay (1)" in said
    assert marks[0].page in said


def test_a_trusted_run_says_so_in_every_result(tmp_path: Path) -> None:
    (tmp_path / "class").mkdir()
    (tmp_path / "class" / "Ada.ipynb").write_bytes(make("02_half").data)
    settings = Settings(tmp_path / "class", tmp_path / "marks", KEY, workers=1, trusted=True)
    (mark,) = grade(settings)
    assert (mark.total, mark.sandbox) == (5, "none: trusted")
    page = next((tmp_path / "marks" / "feedback").glob("*.html")).read_text()
    assert "without a sandbox" in page


def _notebook_01(answers: dict[str, str]) -> bytes:
    """Return the learner's edition with some exercises solved."""
    root = HERE.parents[1]
    source = next(path for path in find_sources(root) if path.name.startswith("01"))
    notebook = make_edition(read_source(source), "learner").notebook
    for cell in notebook.cells:
        exercise = cell.metadata.get("course", {}).get("exercise")
        cell.source = answers.get(exercise, cell.source) if exercise else cell.source
    return json.dumps(notebook).encode()


@pytest.fixture(scope="module")
def key_01():
    key = load_key(HERE.parents[1] / "course_utils" / "grading" / "keys" / "notebook_01.py")
    yield key
    discard_warm()


def test_the_example_key_gives_full_points_to_the_references(key_01) -> None:
    answers = {one: all_exercises()[one].reference_source for one in all_exercises()}
    assert grade_notebook(_notebook_01(answers), key_01, "")["points"] == key_01.points


def test_the_example_key_gives_nothing_for_an_unsolved_notebook(key_01) -> None:
    result = grade_notebook(_notebook_01({}), key_01, "")
    assert result["points"] == 0
    assert {note for task in result["tasks"] for note in task["notes"]} == {"not attempted"}


WRONG = [(f"01.{n}", wrong.name) for n in (1, 2, 3, 4) for wrong in get_exercise(f"01.{n}").wrong]


@pytest.mark.parametrize(("exercise", "wrong"), WRONG[::4])
def test_a_wrong_answer_loses_its_own_points_only(exercise: str, wrong: str, key_01) -> None:
    answers = {one: all_exercises()[one].reference_source for one in all_exercises()}
    variants = {one.name: one.source for one in get_exercise(exercise).wrong}
    answers[exercise] = variants[wrong]
    result = grade_notebook(_notebook_01(answers), key_01, "")
    cell = f"exercise-{exercise.replace('.', '-')}"
    for task in result["tasks"]:
        assert (task["points"] < task["of"]) == (task["cell"] == cell), task


def test_a_hidden_package_is_not_in_the_box(key_01) -> None:
    assert {"torch", "scipy"} <= set(key_01.hides)
    stolen = "import torch\n\n\ndef softmax(scores):\n"
    stolen += "    return torch.softmax(torch.from_numpy(scores), -1).numpy()\n"
    (task, *_) = grade_notebook(_notebook_01({"01.1": stolen}), key_01, "")["tasks"]
    assert task["points"] == 0
    assert "module 'torch' has no attribute" in task["properties"][0]["reason"]


def test_no_box_is_used_twice() -> None:
    plan = load_key(KEY).plan()
    for _ in range(3):
        run = Run(plan)
        assert "NameError" in run.cell("leak")
        run.cell("import builtins; builtins.leak = 1; open('/tmp/leak', 'x').close()")
        assert run.cell("leak") == ""
        run.end()
    discard_warm()


def test_written_answers_are_read_and_merged(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    marks, out = tmp_path / "marks", ["--out", str(tmp_path / "marks")]
    (tmp_path / "class").mkdir()
    (tmp_path / "class" / "Ada.ipynb").write_bytes(make("60_script_in_answer").data)
    assert main(["grade", str(tmp_path / "class"), *out, "--key", str(KEY)]) == 0
    assert main(["read", str(marks), "--no-server"]) == 0
    page = (marks / "reading" / "1.html").read_text()
    assert "&lt;script&gt;" in page
    assert "<script" not in page
    table = marks / "to-read.csv"
    empty = table.read_text()
    table.write_text(empty.replace('"",', '"1.5",', 1))
    assert main(["grade", *out, "--merge", str(table)]) == 0
    assert '"4","4","1.5","9.5","10"' in (marks / "marks.csv").read_text()
    table.write_text(empty.replace('"",', '"3",', 1))
    assert main(["grade", *out, "--merge", str(table)]) == 2
    assert "line 2" in capsys.readouterr().err
    assert '"9.5"' in (marks / "marks.csv").read_text()


def test_dead_workers_cost_only_the_submission_that_kills_them(tmp_path: Path) -> None:
    key = tmp_path / "key.py"
    text = re.sub(r"def _lengths\(rng\):\n", "def _lengths(rng):\n    _die()\n", KEY.read_text())
    text += (
        "\n\ndef _die():\n    import inspect, os\n"
        "    names = [f.frame.f_locals.get('job') for f in inspect.stack()]\n"
        "    if any(n and 'killer' in n.submission.student for n in names):\n        os._exit(3)\n"
    )
    key.write_text(text)
    (tmp_path / "class").mkdir()
    for name in ("Ada", "Bo", "killer", "Cem", "Dana"):
        (tmp_path / "class" / f"{name}.ipynb").write_bytes(make("00_honest").data)
    marks = grade(Settings(tmp_path / "class", tmp_path / "marks", key, workers=2))
    points = _totals(marks)
    assert points.pop("killer") == 0
    assert set(points.values()) == {8.0}
    assert [mark.status for mark in marks if mark.student == "killer"] == ["failed"]
