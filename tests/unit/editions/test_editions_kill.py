"""A build or a test run that is killed costs nobody an answer."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

import nbformat
import pytest

from course_utils.editions import builder, find_sources, read_source, work
from course_utils.editions.pristine import pristine_copy

SOURCE = """\
# %% id="value"
w = 1
"""
ANSWER = "w = 2  # MY ANSWER"

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="a kill is played with os.fork")


@pytest.fixture
def answered(course, fake_kernel):
    """Give a course whose notebook holds an answer, and whose source has changed since."""
    course.write(SOURCE)
    course.build()
    course.edit("value", ANSWER)
    course.write(SOURCE.replace("w = 1", "w = 3"))
    return course


def survives(root: Path) -> bool:
    return any("MY ANSWER" in path.read_text() for path in root.rglob("*.ipynb"))


STEPS = [(builder, "execute"), (builder.os, "replace"), (work.shutil, "copy2")]


@pytest.mark.parametrize(("holder", "step"), STEPS, ids=lambda value: str(value))
@pytest.mark.parametrize("when", ["before", "after"])
def test_build_that_keeps_copies_may_be_killed_at_any_step(
    answered, tmp_path, monkeypatch, holder, step, when
):
    real = getattr(holder, step)

    def broken(*arguments, **options):
        if when == "after":
            real(*arguments, **options)
        os._exit(9)

    if os.fork() == 0:
        monkeypatch.setattr(holder, step, broken)
        answered.build(keep=tmp_path / "kept")
        os._exit(0)
    _, status = os.wait()
    assert os.waitstatus_to_exitcode(status) == 9
    assert survives(tmp_path)
    for path in tmp_path.rglob("*.ipynb"):
        nbformat.read(path, as_version=4)  # every file is whole


@pytest.mark.parametrize("milliseconds", [1, 5, 10, 20, 40])
def test_build_may_be_killed_at_any_time(answered, tmp_path, milliseconds):
    child = os.fork()
    if child == 0:
        while True:
            answered.build(keep=tmp_path / "kept")
            answered.edit("value", ANSWER)
    time.sleep(milliseconds / 1000)
    os.kill(child, signal.SIGKILL)
    os.wait()
    assert survives(tmp_path)


def test_tests_copy_and_leave_the_learners_folder_alone(course, fake_kernel, tmp_path):
    course.write(SOURCE)
    course.build()
    before = course.files()
    sources = [read_source(path) for path in find_sources(course.root)]
    pristine_copy(sources, tmp_path / "copy")
    assert course.files() == before
