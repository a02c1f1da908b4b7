"""A learner's answers survive a new edition, and an interruption at any moment of getting it."""

import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import nbformat
import pytest

from course_utils.editions import make_edition, update
from course_utils.editions.carry import carry
from course_utils.editions.compare import read_notebook
from course_utils.editions.identity import stamp
from course_utils.editions.rules import read_source
from course_utils.editions.source import EditionError

OLD = """\
# %% [markdown] id="title"
# # Fixture

# %% id="demo"
print("seed", 1)

# %% exercise="01.1"
def softmax(scores):
    ### BEGIN SOLUTION
    return scores
    ### END SOLUTION

# %% check="01.1"
softmax = check("01.1", softmax)

# %% exercise="01.2"
def attention(query, key, value):
    ### BEGIN SOLUTION
    return query
    ### END SOLUTION

# %% check="01.2"
attention = check("01.2", attention)

# %% exercise="01.3"
def permuted_weights(weights, order):
    ### BEGIN SOLUTION
    return weights
    ### END SOLUTION

# %% check="01.3"
permuted_weights = check("01.3", permuted_weights)
"""
# The new edition leaves 01.1 as it was, changes 01.2, drops 01.3, adds 01.4, changes the demo.
NEW = (
    OLD.replace("def attention(query, key, value)", "def attention(query, key, value, mask)")
    .replace("01.3", "01.4")
    .replace("permuted_weights", "is_order_sensitive")
    .replace('print("seed", 1)', 'print("seed", 2)')
)
ANSWERS = {
    "exercise-01-1": "def softmax(scores):\n    return 'MY FIRST'",
    "exercise-01-2": "def attention(query, key, value):\n    return 'MY SECOND'",
    "exercise-01-3": "def permuted_weights(weights, order):\n    return 'MY THIRD'",
    "demo": "print('MY SEED')",
}
OWN_CELL = "print('MY OWN CELL')"
ALL_WORDS = ("MY FIRST", "MY SECOND", "MY THIRD", "MY SEED", "MY OWN CELL")


def write_edition(root, text):
    """Write a source and its learner's edition, not executed, as `course build` would."""
    (root / "solutions").mkdir(parents=True, exist_ok=True)
    (root / "notebooks").mkdir(exist_ok=True)
    (root / "course_utils").mkdir(exist_ok=True)
    path = root / "solutions" / "01_fixture.py"
    path.write_text(text)
    edition = make_edition(read_source(path), "learner")
    stamp(edition.notebook, "no key")
    nbformat.write(edition.notebook, edition.path)
    return edition.path


def write_answers(path):
    notebook = read_notebook(path)
    for cell in notebook.cells:
        cell.source = ANSWERS.get(cell.id, cell.source)
    at = [cell.id for cell in notebook.cells].index("exercise-01-1")
    notebook.cells.insert(at + 1, nbformat.v4.new_code_cell(OWN_CELL, id="my-own-cell"))
    nbformat.write(notebook, path)


def sources(path):
    return {cell.id: cell.source for cell in read_notebook(path).cells}


def git(folder, *arguments):
    names = ["-c", "user.name=test", "-c", "user.email=test@example.org"]
    subprocess.run(["git", *names, *arguments], cwd=folder, check=True, capture_output=True)


@pytest.fixture
def notebooks(tmp_path):
    """Give an old edition with a learner's work in it, and the new edition."""
    old = write_edition(tmp_path / "old", OLD)
    write_answers(old)
    new = write_edition(tmp_path / "new", NEW)
    return read_notebook(old), read_notebook(new)


def test_unchanged_exercise_takes_the_answer(notebooks):
    carried = carry(*notebooks)
    cells = {cell.id: cell for cell in carried.notebook.cells}
    assert cells["exercise-01-1"].source == ANSWERS["exercise-01-1"]
    assert "exercise-01-1: carried over" in carried.report


def test_changed_exercise_takes_the_answer_and_shows_the_new_stub(notebooks):
    cells = carry(*notebooks).notebook.cells
    at = [cell.id for cell in cells].index("exercise-01-2")
    assert cells[at].source == ANSWERS["exercise-01-2"]
    assert "def attention(query, key, value, mask)" in cells[at + 1].source


def test_removed_exercise_stands_at_the_end(notebooks):
    cells = carry(*notebooks).notebook.cells
    assert cells[-1].source == ANSWERS["exercise-01-3"]
    assert "Kept from the earlier edition" in cells[-2].source


def test_new_exercise_is_there_unsolved(notebooks):
    cells = {cell.id: cell.source for cell in carry(*notebooks).notebook.cells}
    assert "your code here" in cells["exercise-01-4"]


def test_own_cell_stays_behind_the_cell_it_followed(notebooks):
    ids = [cell.id for cell in carry(*notebooks).notebook.cells]
    assert ids.index("my-own-cell") == ids.index("exercise-01-1") + 1


def test_changed_demonstration_is_new_with_the_learners_version_below(notebooks):
    cells = carry(*notebooks).notebook.cells
    at = [cell.id for cell in cells].index("demo")
    assert cells[at].source == 'print("seed", 2)'
    assert "MY SEED" in cells[at + 1].source
    assert cells[at + 1].cell_type == "markdown"


def test_result_is_a_valid_notebook_and_a_second_time_changes_nothing(notebooks):
    own, new = notebooks
    once = carry(own, new).notebook
    nbformat.validate(once)
    again = carry(own, once)
    assert again.notebook == once
    assert again.report == []


def test_work_begun_in_the_new_edition_is_kept_beside_the_old_answer(notebooks):
    own, new = notebooks
    begun = "def softmax(scores):\n    return 'BEGUN ANEW'"
    next(cell for cell in new.cells if cell.id == "exercise-01-1").source = begun
    text = nbformat.writes(carry(own, new).notebook)
    assert "BEGUN ANEW" in text
    assert "MY FIRST" in text


def test_foreign_notebook_is_refused():
    foreign = nbformat.v4.new_notebook()
    with pytest.raises(EditionError, match="no notebook of this course"):
        carry(foreign, foreign)


@pytest.fixture
def course(tmp_path):
    """Make a git clone with answers, whose upstream holds a newer edition."""
    upstream = tmp_path / "upstream"
    write_edition(upstream, OLD)
    (upstream / ".gitignore").write_text("backups/\n.*.new\n")
    (upstream / "course_utils" / "keep").touch()
    git(tmp_path, "init", "-q", "-b", "main", "upstream")
    git(upstream, "add", ".")
    git(upstream, "commit", "-qm", "old")
    git(tmp_path, "clone", "-q", "upstream", "clone")
    write_edition(upstream, NEW)
    git(upstream, "commit", "-qam", "new")
    write_answers(tmp_path / "clone" / "notebooks" / "01_fixture.ipynb")
    return tmp_path / "clone"


def run_course(course, *words, **options):
    command = [sys.executable, "-m", "course_utils", *words]
    package = str(Path(__file__).parents[2])
    # The fixture's folder has a `course_utils`, too: Python must not look there.
    environment = os.environ | {"PYTHONPATH": package, "PYTHONSAFEPATH": "1"}
    return subprocess.Popen(
        command, cwd=course, env=environment, text=True, stdout=-1, stderr=-1, **options
    )


def pull_and_carry(course):
    update.update(course, lambda: update.pull(course), say=lambda line: None)


def everything(course):
    """Return the text of all notebooks in the course, copies included."""
    return "".join(path.read_text() for path in course.rglob("*.ipynb"))


def assert_complete(course):
    text = (course / "notebooks" / "01_fixture.ipynb").read_text()
    for words in ALL_WORDS:
        assert words in text
    assert "is_order_sensitive" in text  # the new edition's own exercise
    assert update.unfinished(course) is None


def test_command_pulls_and_carries(course):
    process = run_course(course, "update")
    out, err = process.communicate(timeout=60)
    assert process.returncode == 0, err
    assert "exercise-01-1: carried over" in out
    assert_complete(course)
    assert "MY FIRST" in next((course / "backups").rglob("*.ipynb")).read_text()


def test_command_carries_from_another_folder(course, tmp_path):
    fresh = tmp_path / "fresh"
    write_edition(fresh, NEW)
    process = run_course(fresh, "update", "--from", str(course))
    _, err = process.communicate(timeout=60)
    assert process.returncode == 0, err
    assert_complete(fresh)


def test_failed_pull_leaves_everything_as_it_was(course):
    before = (course / "notebooks" / "01_fixture.ipynb").read_bytes()
    shutil.rmtree(course.parent / "upstream")
    process = run_course(course, "update")
    _, err = process.communicate(timeout=60)
    assert process.returncode == 1
    assert "git pull failed" in err
    assert (course / "notebooks" / "01_fixture.ipynb").read_bytes() == before
    assert update.unfinished(course) is None


def test_folder_without_upstream_is_a_sentence(tmp_path):
    write_answers(write_edition(tmp_path, OLD))
    git(tmp_path, "init", "-q", "-b", "main", ".")
    process = run_course(tmp_path, "update")
    _, err = process.communicate(timeout=60)
    assert (process.returncode, "Traceback" in err) == (1, False)
    assert "MY FIRST" in (tmp_path / "notebooks" / "01_fixture.ipynb").read_text()


STEPS = ["copy2", "write_whole", "_git", "_carry_all", "_carry_one", "_close_journal"]


needs_fork = pytest.mark.skipif(not hasattr(os, "fork"), reason="a kill is played with os.fork")


@needs_fork
@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize("when", ["before", "after"])
def test_interruption_around_any_step_loses_nothing(course, monkeypatch, step, when):
    def broken(real):
        def call(*arguments, **options):
            if when == "after":
                real(*arguments, **options)
            os._exit(9)  # as a kill would: no except, no finally

        return call

    if os.fork() == 0:
        holder = shutil if step == "copy2" else update
        monkeypatch.setattr(holder, step, broken(getattr(holder, step)))
        pull_and_carry(course)
        os._exit(0)
    _, status = os.wait()
    assert os.waitstatus_to_exitcode(status) == 9
    for words in ALL_WORDS:
        assert words in everything(course)
    pull_and_carry(course)
    assert_complete(course)


@needs_fork
@pytest.mark.parametrize("milliseconds", [1, 4, 8, 15, 30, 50, 80, 120])
def test_kill_at_any_time_loses_nothing(course, milliseconds):
    child = os.fork()
    if child == 0:
        pull_and_carry(course)
        os._exit(0)
    time.sleep(milliseconds / 1000)
    os.kill(child, signal.SIGKILL)
    os.wait()
    for words in ALL_WORDS:
        assert words in everything(course)
    time.sleep(0.2)  # git's own process may outlive its parent for a moment
    (course / ".git" / "index.lock").unlink(missing_ok=True)  # git's own, and git says so
    pull_and_carry(course)
    assert_complete(course)


def test_notes_of_ones_own_are_left_alone(course):
    notes = course / "notebooks" / "my_notes.ipynb"
    nbformat.write(nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell("x = 1")]), notes)
    before = notes.read_bytes()
    said = []
    update.update(course, lambda: update.pull(course), say=said.append)
    assert notes.read_bytes() == before
    assert not any(line.startswith("my_notes.ipynb: not carried") for line in said)
    assert_complete(course)


def test_file_that_cannot_be_read_is_copied_and_said_so(course):
    path = course / "notebooks" / "01_fixture.ipynb"
    path.write_text('{"cells": [ MY HALF-WRITTEN FILE')
    said = []
    update.update(course, lambda: update.pull(course), say=said.append)
    assert "your copy stays at" in said[-1]
    assert "MY HALF-WRITTEN FILE" in everything(course)
