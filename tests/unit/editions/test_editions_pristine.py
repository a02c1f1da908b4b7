"""Tests of the course find the notebooks as built, though learners write into theirs."""

from __future__ import annotations

import os
import subprocess

import pytest

from course_utils.editions import EditionError, is_pristine
from course_utils.editions.compare import read_notebook
from course_utils.editions.pristine import pristine_copy

SOURCE = """\
# %% [markdown]
# # Title

# %% id="value"
w = 1
"""


@pytest.fixture
def course(course, fake_kernel):
    course.write(SOURCE)
    course.build()
    return course


def commit(course):
    who = {
        f"GIT_{role}_{key}": "x" for role in ("AUTHOR", "COMMITTER") for key in ("NAME", "EMAIL")
    }
    for command in (["init", "-q"], ["add", "."], ["commit", "-q", "-m", "Build"]):
        subprocess.run(["git", *command], cwd=course.root, env=os.environ | who, check=True)


def copied(course, tmp_path):
    paths = pristine_copy(course.sources(), tmp_path / "copy")
    assert [f"{p.parent.name}/{p.name}" for p in paths] == [
        "solutions/01_first.ipynb",
        "notebooks/01_first.ipynb",
    ]
    assert (tmp_path / "copy" / "solutions" / "01_first.py").read_text() == SOURCE
    assert all(is_pristine(read_notebook(path)) for path in paths)
    return [path.read_bytes() for path in paths]


def test_untouched_notebooks_are_copied_from_the_working_tree(course, tmp_path):
    built = [course.path(folder).read_bytes() for folder in ("solutions", "notebooks")]
    assert copied(course, tmp_path) == built


@pytest.mark.parametrize("harm", ["answer", "broken", "missing"])
def test_touched_notebooks_are_copied_from_the_last_commit(course, tmp_path, harm):
    built = [course.path(folder).read_bytes() for folder in ("solutions", "notebooks")]
    commit(course)
    if harm == "answer":
        course.edit("value", "w = 2  # mine")
    elif harm == "broken":
        course.path().write_text("<<<<<<< HEAD")
    else:
        course.path().unlink()
    touched = course.files()
    assert copied(course, tmp_path) == built
    assert {k: v for k, v in course.files().items() if k in touched} == touched


def test_a_commit_that_is_older_than_the_source_does_not_count(course, tmp_path):
    commit(course)
    course.edit("value", "w = 2  # mine")
    course.write(SOURCE.replace("w = 1", "w = 3"))
    with pytest.raises(EditionError, match=r"notebooks/01_first.ipynb is not as built.*make build"):
        pristine_copy(course.sources(), tmp_path / "copy")


def test_without_git_a_touched_notebook_is_an_error(course, tmp_path, monkeypatch):
    course.edit("value", "w = 2  # mine")
    for path in ("/nowhere", os.environ["PATH"]):
        monkeypatch.setenv("PATH", path)
        with pytest.raises(EditionError, match="make build"):
            pristine_copy(course.sources(), tmp_path / "copy")
