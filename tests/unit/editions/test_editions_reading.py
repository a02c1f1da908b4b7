"""Sources: what is read from them, and every fault with its file and line."""

from __future__ import annotations

import pytest

from course_utils.editions import SourceError, make_editions, read_source

ANSWER = """\
# %% exercise="01.1"
### BEGIN SOLUTION: w = ...
w = 1
### END SOLUTION

# %% check="01.1"
w = check("01.1", w)
"""


def problems(course, text, known=("01.1",)):
    path = course.write(text)
    with pytest.raises(SourceError) as caught:
        read_source(path, known)
    lines = str(caught.value).splitlines()
    assert all(line.startswith("solutions/01_first.py:") for line in lines)
    return [line.removeprefix("solutions/01_first.py:") for line in lines]


FAULTS = {
    "unclosed": (
        '# %% exercise="01.1"\n### BEGIN SOLUTION\nw = 1\n',
        "2: no '### END SOLUTION' ends",
    ),
    "nested": (
        '# %% exercise="01.1"\n### BEGIN SOLUTION\n### BEGIN SOLUTION\n### END SOLUTION\n',
        "3: a solution begins inside the one that began in line 2",
    ),
    "end without begin": (
        '# %% exercise="01.1"\nw = 1\n### END SOLUTION\n',
        "3: no '### BEGIN SOLUTION' stands",
    ),
    "misspelt marker": (
        '# %% exercise="01.1"\n# BEGIN SOLUTION\nw = 1\n# END SOLUTION\n',
        "2: '# BEGIN SOLUTION' is no solution marker",
    ),
    "marker without its stub": (
        '# %% exercise="01.1"\n### BEGIN SOLUTION:\nw = 1\n### END SOLUTION\n',
        "2: '### BEGIN SOLUTION:' is no solution marker",
    ),
    "solution outside": (
        "# %%\nx = 1\n### BEGIN SOLUTION\nw = 1\n### END SOLUTION\n",
        "3: a solution marker outside a marked cell",
    ),
    "solution in prose": (
        "# %% [markdown]\n# ### BEGIN SOLUTION\n# 42\n",
        "2: a solution marker outside a marked cell",
    ),
    "no solution": ('# %% exercise="01.1"\nw = 1\n', "1: exercise 01.1 has no solution block"),
    "no check": (ANSWER[: ANSWER.index("\n# %% check")], "1: exercise 01.1 has no check cell"),
    "check before answer": (
        '# %% check="01.1"\nw = check("01.1", w)\n\n' + ANSWER[: ANSWER.index("\n# %% check")],
        "1: check 01.1 has no answer cell before it",
    ),
    "check of another": (
        ANSWER.replace('check("01.1"', 'check("01.2"'),
        '6: the check cell of 01.1 does not call check("01.1"',
    ),
    "unknown exercise": (ANSWER.replace("01.1", "01.7"), "1: unknown exercise '01.7'"),
    "another notebook's": (
        ANSWER.replace("01.1", "02.1"),
        "1: exercise 02.1 stands in notebook 01",
    ),
    "no exercise id": (ANSWER.replace("01.1", "softmax"), '1: exercise="softmax": an exercise is'),
    "answered twice": (ANSWER + "\n" + ANSWER, "1: 2 cells have the id 'exercise-01-1': 01.1 has"),
    "same id twice": ('# %% id="a"\nx\n# %% id="a"\ny\n', "3: 2 cells have the id 'a': rename one"),
    "impossible id": ('# %% id="a b"\nx\n', "1: id 'a b' must be 1 to 64"),
    "unknown tag": ('# %% tags=["teachers"]\nx = 1\n', "1: unknown tag 'teachers'; allowed: hide-"),
    "tag without list": ('# %% tags="teacher"\nx = 1\n', "1: tags must be a list"),
    "unknown key": ('\n# %% exercize="01.1"\nx = 1\n', "2: unknown header key 'exercize'"),
    "key without =": (
        '# %% exercise "01.1"\nx = 1\n',
        """1: 'exercise "01.1"' is not understood; a header reads like""",
    ),
    "tag without quotes": ("# %% tags=[live]\nx = 1\n", "1: 'tags=[live]' is not understood"),
    "number for id": ("# %% exercise=1.1\nx = 1\n", "1: exercise must be quoted"),
    "teacher's exercise": (
        ANSWER.replace('"01.1"\n###', '"01.1" tags=["teacher"]\n###'),
        "1: the exercise cell of 01.1 cannot be for teachers only",
    ),
    "prose exercise": (
        '# %% [markdown] exercise="01.1"\n# text\n',
        "1: the exercise cell of 01.1 must be a code cell",
    ),
    "text above": ("x = 1\n# %%\ny = 2\n", "1: cells and '# %%' lines do not match"),
    "header in a string": ('# %%\nx = """\n# %%\n"""\n', "1: cells and '# %%' lines do not match"),
    "raw cell": ("# %% [raw]\n# text\n", "1: a raw cell; cells are code or [markdown]"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_every_fault_is_named_with_its_file_and_line(course, fault):
    text, expected = FAULTS[fault]
    assert any(problem.startswith(expected) for problem in problems(course, text)), problems(
        course, text
    )


def test_all_faults_of_a_source_are_told_at_once(course):
    text = '# %% id="a"\nx\n# %% id="a"\n### END SOLUTION\n'
    assert [problem.split(":")[0] for problem in problems(course, text)] == ["1", "3", "4"]


def test_the_known_exercises_may_be_asked_of_a_function(course):
    def get_exercise(exercise):
        raise KeyError(exercise)

    assert "unknown exercise '01.1'" in problems(course, ANSWER, get_exercise)[0]
    read_source(course.write(ANSWER), lambda exercise: object())


def test_without_further_word_the_exercises_are_those_of_the_course(course):
    assert problems(course, ANSWER.replace("01.1", "01.99"), None)[0].startswith("1: unknown")


def test_a_marker_in_a_string_of_prose_is_no_marker(course):
    read_source(
        course.write("# %% [markdown]\n# In the end, solutions differ. Legend: solution.\n")
    )


IDS = """\
# %% [markdown]
# ## Größe: *what* is it?

# %% id="size"
size = 3

# %%
size = 4

# %%
size = 4

# %%
"""


def test_cells_have_readable_and_stable_ids(course):
    ids = [cell.id for cell in read_source(course.write(IDS)).cells]
    assert ids == ["grosse-what-is-it", "size", "size-4", "size-4-2", "cell"]


def test_cells_carry_what_readers_tools_and_nbgrader_look_for(course):
    complete, learner = make_editions(read_source(course.write(ANSWER), {"01.1"}))
    answer, check = learner.notebook.cells
    assert (answer.id, check.id) == ("exercise-01-1", "check-01-1")
    assert answer.metadata.tags == ["exercise"]
    assert answer.metadata.course == {"exercise": "01.1"}
    assert check.metadata.tags == ["check"]
    assert answer.metadata.nbgrader.solution
    assert not answer.metadata.nbgrader.locked
    assert check.metadata.nbgrader.grade
    assert check.metadata.nbgrader.locked
    solved = complete.notebook.cells
    assert [cell.metadata for cell in solved[-2:]] == [answer.metadata, check.metadata]


def test_complete_edition_counts_as_nobodys_progress(course):
    complete, learner = make_editions(read_source(course.write(ANSWER), {"01.1"}))
    assert complete.notebook.cells[0].source.endswith("\npause()")
    assert "pause" not in str(learner.notebook)


def test_hidden_input_is_hidden_in_jupyterlab_too(course):
    source = read_source(course.write('# %% tags=["hide-input"]\nx = 1\n'))
    assert make_editions(source)[0].notebook.cells[0].metadata == {
        "tags": ["hide-input"],
        "jupyter": {"source_hidden": True},
    }


def test_line_breaks_of_markdown_survive(course):
    source = read_source(course.write("# %% [markdown]\n# one  \n# two\n"))
    assert source.cells[0].text == "one  \ntwo"


def test_an_empty_source_has_no_cells(course):
    assert read_source(course.write("")).cells == ()
