"""Nothing of a solution, nothing for teachers, reaches the learner's edition."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from course_utils.editions import EditionError, make_edition, make_editions, read_source
from course_utils.editions.solutions import with_solution, with_stub

SOURCE = """\
# %% [markdown]
# # Title

# %% [markdown] tags=["teacher"]
# teacherprose

# %% tags=["teacher"]
print("teacher" + "output")

# %%
check = lambda exercise, answer: answer if answer(1) is not None else lambda x: 0

# %% exercise="01.1"
def f(x):
    y = x + 1
    ### BEGIN SOLUTION
    solutiontext = 40 + y
    print("solution" + "output")
    return solutiontext
    ### END SOLUTION

# %% check="01.1"
f = check("01.1", f)
f(1)
"""


def cells(text, name):
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "solutions").mkdir()
        path = Path(folder) / "solutions" / "01_first.py"
        path.write_text(text, encoding="utf-8")
        return make_edition(read_source(path, {"01.1", "01.2"}), name).notebook.cells


def test_the_learner_gets_a_stub_where_the_solution_was():
    answer = next(c for c in cells(SOURCE, "learner") if c.id == "exercise-01-1")
    assert answer.source == "def f(x):\n    y = x + 1\n    ...  # your code here"


def test_the_complete_edition_holds_the_solution_without_its_markers():
    answer = next(c for c in cells(SOURCE, "complete") if c.id == "exercise-01-1")
    assert "return solutiontext" in answer.source
    assert "SOLUTION" not in answer.source


def test_a_stub_stands_at_its_blocks_indentation_and_may_be_given():
    block = ["a", "    ### BEGIN SOLUTION: weights = ...", "    x", "    ### END SOLUTION", "b"]
    lines = list(enumerate(block, 1))
    assert with_stub(lines) == ((1, "a"), (2, "    weights = ..."), (5, "b"))
    assert with_solution(lines) == ((1, "a"), (3, "    x"), (5, "b"))


def test_shared_cells_have_the_same_ids_in_both_editions():
    complete = [
        c.id for c in cells(SOURCE, "complete") if "teacher" not in c.metadata.get("tags", [])
    ]
    complete.remove("complete-edition")  # switches progress off, where nobody solves anything
    assert complete == [c.id for c in cells(SOURCE, "learner")]


def test_an_unknown_edition_is_refused(course):
    source = read_source(course.write(""))
    with pytest.raises(ValueError, match="edition 'printed': allowed are complete, learner, live"):
        make_edition(source, "printed")


def test_nothing_secret_is_in_the_built_learners_notebook(course):
    course.write(SOURCE)
    course.build()
    secrets = ("solutiontext", "solutionoutput", "teacherprose", "teacheroutput", '"42"')
    learner, complete = (course.path(f).read_text() for f in ("notebooks", "solutions"))
    assert [secret for secret in secrets if secret in learner] == []
    assert [secret for secret in secrets if secret not in complete] == []


# --- Generated sources -------------------------------------------------------------------------

SECRET = "zq7"
secret_lines = st.lists(
    st.sampled_from(
        [
            f"x = {SECRET!r}",
            f"# {SECRET}",
            f'    """{SECRET}"""',
            f"{SECRET} = 'open",
            f"    # {SECRET}: {SECRET}",
            f"### {SECRET}",
            f"if {SECRET}:",
            f"# %matplotlib {SECRET}",
            f"### BEGIN {SECRET}",
            "",
        ]
    ),
    max_size=4,
)


@st.composite
def markers(draw):
    """Give a pair of marker lines, right or with a slip."""
    pair = [
        "### BEGIN SOLUTION" + draw(st.sampled_from(["", ": w = ...", " "])),
        "### END SOLUTION",
    ]
    return [draw(slipped(text)) for text in pair] if draw(st.integers(0, 9)) == 9 else pair


def slipped(text):
    """Give the text with one character gone, doubled or in the other case."""
    changes = (lambda c: "", lambda c: c + c, str.swapcase)
    return st.tuples(st.integers(0, len(text) - 1), st.sampled_from(changes)).map(
        lambda pick: text[: pick[0]] + pick[1](text[pick[0]]) + text[pick[0] + 1 :]
    )


@st.composite
def sources(draw):
    """Give a source in which every secret stands in a solution or in a teacher's cell."""
    parts = []
    for exercise in ("01.1", "01.2"):
        parts += ['# %% tags=["teacher"]', *draw(secret_lines)]
        parts += ['# %% [markdown] tags=["teacher"]', f"# {SECRET}"]
        parts += [f'# %% exercise="{exercise}"', "def f(x):"]
        for _ in range(draw(st.integers(1, 3))):
            begin, end = draw(markers())
            indent = draw(st.sampled_from(["", "    "]))
            parts += [indent + begin, *draw(secret_lines), indent + end, "    y = 1"]
        parts += [f'# %% check="{exercise}"', f'f = check("{exercise}", f)']
    return "\n".join(parts) + "\n"


@settings(max_examples=300, deadline=None)
@given(sources())
def test_no_generated_secret_reaches_the_learner(text):
    try:
        learner = cells(text, "learner")
    except EditionError:
        return  # refused: nothing is built from it
    assert SECRET not in json.dumps(learner)


def test_the_generated_sources_are_not_all_refused():
    accepted = []

    @settings(max_examples=100, deadline=None, database=None, derandomize=True)
    @given(sources())
    def count(text):
        try:
            accepted.append(SECRET in json.dumps(cells(text, "complete")))
        except EditionError:
            accepted.append(False)

    count()
    assert sum(accepted) >= 10


def test_editions_are_made_from_one_source(course):
    editions = make_editions(read_source(course.write(SOURCE), {"01.1"}))
    assert [edition.path.parent.name for edition in editions] == ["solutions", "notebooks"]
