"""`course build --check`: every way in which a stored notebook can differ from its source."""

from __future__ import annotations

import shutil

import nbformat
import pytest

from course_utils.cli import main
from course_utils.editions import check, find_sources, orphans

SOURCE = """\
# %% [markdown]
# # Title
#
# Some words of prose.

# %% id="numbers"
print("one")
"""


@pytest.fixture
def course(course, fake_kernel):
    """The course, built."""
    course.write(SOURCE)
    course.build()
    return course


def problems(course):
    return check(course.sources()) + orphans(course.root, find_sources(course.root))


def changed(course, change, folder="notebooks"):
    notebook = course.notebook(folder)
    change(notebook)
    nbformat.write(notebook, course.path(folder))
    return problems(course)


def test_what_was_just_built_is_clean(course):
    assert problems(course) == []


@pytest.mark.parametrize("folder", ["notebooks", "solutions"])
def test_one_word_is_found(course, folder):
    path = course.path(folder)
    path.write_text(path.read_text().replace("words of prose", "words of verse"))
    (problem,) = problems(course)
    assert problem == (
        f"{folder}/01_first.ipynb: cell 'title-some-words-of-prose', line 3: "
        "'Some words of prose.' in the source, 'Some words of verse.' here"
    )


def test_an_edit_of_the_source_is_found_in_both_editions(course):
    course.write(SOURCE.replace("one", "two"))
    assert [problem.split(",")[0] for problem in problems(course)] == [
        f"{folder}/01_first.ipynb: cell 'numbers'" for folder in ("solutions", "notebooks")
    ]


def test_a_changed_output_is_found(course):
    def change(notebook):
        notebook.cells[1].outputs[0].text = "two\n"

    assert changed(course, change) == [
        "notebooks/01_first.ipynb: its outputs are not those of the build"
    ]


def rename(notebook):
    notebook.cells[1].id = "figures"


def tag(notebook):
    notebook.cells[1].metadata.tags = ["teacher"]


def turn(notebook):
    notebook.cells.reverse()


def renumber(notebook):
    notebook.metadata.course.notebook = "02"


def choose_kernel(notebook):
    notebook.metadata.kernelspec.name = "conda-env"


def make_prose(notebook):
    notebook.cells[1] = nbformat.v4.new_markdown_cell(notebook.cells[1].source, id="numbers")


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (rename, ["cell 'numbers' is missing", "cell 'figures' is not in the source"]),
        (tag, ["cell 'numbers': its metadata differs"]),
        (turn, ["cells stand in another order"]),
        (renumber, ["metadata 'course'"]),
        (choose_kernel, ["metadata 'kernelspec'"]),
        (make_prose, ["cell 'numbers' is markdown, in the source code"]),
    ],
)
def test_changed_ids_metadata_types_and_order_are_found(course, change, told):
    found = [p.removeprefix("notebooks/01_first.ipynb: ") for p in changed(course, change)]
    assert len(found) == len(told), found
    assert all(have.startswith(want) for have, want in zip(found, told, strict=True)), found


def test_another_python_patch_version_or_key_is_no_difference(course):
    def change(notebook):
        notebook.metadata.language_info.version = "3.13.1"
        notebook.metadata.course.key = "of another machine"

    assert changed(course, change) == []


def test_missing_unreadable_and_sourceless_notebooks_are_found(course):
    course.path("notebooks").unlink()
    course.path("solutions").write_text("<<<<<<< HEAD\n{}")
    shutil.copy(course.root / "solutions" / "01_first.ipynb", course.path("notebooks", "09_old"))
    first, second, third = problems(course)
    assert first.startswith("solutions/01_first.ipynb cannot be read as a notebook: ")
    assert second == "notebooks/01_first.ipynb is missing"
    assert third == "notebooks/09_old.ipynb has no source solutions/09_old.py"


# --- The command -------------------------------------------------------------------------------


def test_the_command_checks_the_course_in_which_it_is_called(course, monkeypatch, capsys):
    monkeypatch.chdir(course.root / "notebooks")
    assert main(["build", "--check"]) == 0
    assert capsys.readouterr().out == ""
    course.edit("numbers", "print('two')")
    assert main(["build", "--check"]) == 1
    assert "notebooks/01_first.ipynb: cell 'numbers', line 1" in capsys.readouterr().out


def test_the_command_builds_the_notebooks_that_are_named(course, monkeypatch, capsys):
    monkeypatch.chdir(course.root)
    course.write("# %% [markdown]\n# text\n", "02_second")
    assert main(["build", "2"]) == 0
    assert capsys.readouterr().out == "02 second: executed in 0 s\n"
    assert main(["build"]) == 0
    assert capsys.readouterr().out == "01 first: unchanged\n02 second: unchanged\n"
    assert main(["build", "7", "1"]) == 1
    assert capsys.readouterr().err == "no notebook 07; there are: 01, 02\n"


def test_the_command_tells_the_faults_of_all_sources(course, monkeypatch, capsys):
    monkeypatch.chdir(course.root)
    course.write("# %%\n### END SOLUTION\n")
    course.write("# %% tags=['learner']\n", "02_second")
    before = course.files()
    assert main(["build"]) == 1
    told = capsys.readouterr().err.splitlines()
    assert [line.split(": ")[0] for line in told] == [
        "solutions/01_first.py:2",
        "solutions/02_second.py:1",
    ]
    assert course.files() == before
