"""What somebody wrote into a notebook is never overwritten unsaved."""

from __future__ import annotations

import nbformat
import pytest

from course_utils.editions import EditionError, changed_cells, is_pristine

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


def refused(course, **options):
    before = course.files()
    with pytest.raises(EditionError) as caught:
        course.build(**options)
    assert course.files() == before
    return str(caught.value)


@pytest.mark.parametrize("force", [False, True])
def test_an_answer_stops_the_build(course, force):
    course.edit("value", "w = 2  # mine")
    message = refused(course, force=force)
    assert "notebooks/01_first.ipynb holds work of yours: value" in message
    assert "course build --keep FOLDER" in message


def test_cells_that_were_added_count_as_work(course):
    notebook = course.notebook()
    notebook.cells.append(nbformat.v4.new_code_cell("w + 1", id="mine"))
    nbformat.write(notebook, course.path())
    assert changed_cells(course.notebook()) == ["mine"]
    assert "holds work of yours: mine" in refused(course)


def test_an_answer_is_told_from_a_newer_stub(course):
    course.write(SOURCE.replace("w = 1", "w = 3"))
    course.edit("value", "w = 2")
    assert "holds work of yours: value" in refused(course)


def test_outputs_alone_are_no_work(course):
    notebook = course.notebook()
    notebook.cells[1].execution_count = 7
    notebook.cells[1].outputs = [nbformat.v4.new_output("stream", text="again\n")]
    nbformat.write(notebook, course.path())
    assert not is_pristine(course.notebook())
    assert course.build() == ["notebooks/01_first.ipynb"]
    assert is_pristine(course.notebook())


def test_a_notebook_of_unknown_origin_counts_as_work(course):
    foreign = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell("x", id="x")])
    nbformat.write(foreign, course.path())
    assert "holds work of yours: x" in refused(course)


def test_a_file_that_cannot_be_read_counts_as_work(course):
    course.path().write_text("{")
    assert "the whole file, which cannot be read" in refused(course)


def test_who_edits_the_complete_edition_is_sent_to_the_source(course, tmp_path):
    course.edit("value", "w = 2", "solutions")
    message = refused(course)
    assert "solutions/01_first.ipynb holds work of yours: value" in message
    assert "belongs into the source, solutions/NN_name.py" in message
    assert course.build(keep=tmp_path / "kept") == ["solutions/01_first.ipynb"]


def test_kept_work_is_overwritten_once_it_is_saved(course, tmp_path):
    kept = tmp_path / "kept"
    for answer in ("w = 2", "w = 3"):
        course.edit("value", answer)
        course.build(keep=kept)
        assert is_pristine(course.notebook())
    saved = [nbformat.read(path, 4).cells[1].source for path in sorted(kept.iterdir())]
    assert [path.name for path in sorted(kept.iterdir())] == ["01_first-2.ipynb", "01_first.ipynb"]
    assert saved == ["w = 3", "w = 2"]
    assert any(line.startswith("kept a copy: ") for line in course.said)


def test_work_saved_while_the_build_executes_is_not_lost(course, monkeypatch):
    course.write(SOURCE.replace("w = 1", "w = 3"))

    def slow(edition):
        course.edit("value", "w = 2  # saved meanwhile")
        return edition.notebook

    monkeypatch.setattr("course_utils.editions.builder.execute", slow)
    with pytest.raises(EditionError, match="holds work of yours: value"):
        course.build()
    assert course.notebook().cells[1].source == "w = 2  # saved meanwhile"
