"""Points, and answers in words: what the editions make of them, and what is refused."""

from __future__ import annotations

import pytest

from course_utils.editions import SourceError, make_editions, read_source

SOURCE = """\
# %% exercise="01.1"
### BEGIN SOLUTION: w = ...
w = 1
### END SOLUTION

# %% check="01.1" points=2.5
w = check("01.1", w)

# %% [markdown]
# **Question.** Why?

# %% [markdown] written="01.w1" points=4
# A modelanswer.
"""
WRITTEN = SOURCE[SOURCE.index('# %% [markdown] written="01.w1"') :]


def editions(course, text=SOURCE):
    built = make_editions(read_source(course.write(text), {"01.1"}))
    return [{cell.id: cell for cell in edition.notebook.cells} for edition in built]


def test_the_learner_gets_an_empty_cell_and_the_complete_edition_the_model_answer(course):
    complete, learner = editions(course)
    assert complete["written-01-w1"].source == "A modelanswer."
    assert learner["written-01-w1"].source == ""
    assert learner["written-01-w1"].cell_type == "markdown"


def test_written_answers_are_graded_by_hand_in_nbgrader(course):
    for cells in editions(course):
        metadata = cells["written-01-w1"].metadata
        assert metadata["course"] == {"written": "01.w1"}
        assert metadata["tags"] == ["written"]
        assert metadata["nbgrader"] == {
            "grade": True,
            "grade_id": "written-01-w1",
            "locked": False,
            "points": 4,
            "schema_version": 3,
            "solution": True,
            "task": False,
        }


def test_a_check_is_worth_its_points_else_one(course):
    for text, points in ((SOURCE, 2.5), (SOURCE.replace(" points=2.5", ""), 1)):
        for cells in editions(course, text):
            nbgrader = cells["check-01-1"].metadata["nbgrader"]
            assert (nbgrader["points"], nbgrader["grade"], nbgrader["locked"]) == (points, 1, 1)
            assert "points" not in cells["exercise-01-1"].metadata["nbgrader"]


def test_the_model_answer_is_not_in_the_built_learners_notebook(course, fake_kernel):
    course.write(SOURCE)
    course.build()
    assert "modelanswer" not in course.path("notebooks").read_text()
    assert "modelanswer" in course.path("solutions").read_text()


def test_a_written_answer_is_a_learners_own_work(course, fake_kernel):
    course.write(SOURCE)
    course.build()
    course.edit("written-01-w1", "Because.")
    course.write(SOURCE.replace("Why?", "Why so?"))
    with pytest.raises(Exception, match="holds work of yours: written-01-w1"):
        course.build()


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (WRITTEN.replace("[markdown] ", ""), "must be a [markdown] cell"),
        (WRITTEN.replace(" points=4", ""), "has no points, as in points=4"),
        (WRITTEN.replace("01.w1", "01.1"), 'must be named NN.wk, as in "01.w1"'),
        (WRITTEN.replace("01.w1", "02.w1"), 'must be named NN.wk, as in "01.w1"'),
        (WRITTEN.replace("points=4", 'points=4 tags=["teacher"]'), "cannot be for teachers only"),
        (WRITTEN.replace("# A modelanswer.\n", ""), "has no model answer"),
        (WRITTEN.replace("points=4", "points=0"), "points must be a number above 0"),
        (WRITTEN.replace("points=4", 'points="4"'), "points must be a number above 0"),
        ("# %% points=3\nx = 1\n", "points stand on check cells and on written answers only"),
        (WRITTEN + "\n" + WRITTEN, "2 cells have the id 'written-01-w1'"),
    ],
)
def test_faults_are_named(course, text, problem):
    with pytest.raises(SourceError) as caught:
        read_source(course.write(text), {"01.1"})
    assert problem in str(caught.value)
