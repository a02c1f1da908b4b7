"""Builds: what is executed and written, and that it comes out the same every time."""

from __future__ import annotations

import pytest

from course_utils.editions import EditionError, is_pristine

PLAIN = """\
# %% [markdown]
# # Title

# %%
print("ran")
"""

SECOND = PLAIN.replace("ran", "ran too")

VARYING = """\
# %%
import os, sys, time
from pathlib import Path
import ipywidgets
print("folder", Path.cwd().name, Path.cwd().parent.name == "course", hash("a"))
print("progress", os.environ["COURSE_PROGRESS"], "threads", os.environ["OMP_NUM_THREADS"])

# %%
ipywidgets.HBox([ipywidgets.IntSlider(value=3), ipywidgets.Label("right")])

# %%
print("first", flush=True)
print("warned", file=sys.stderr, flush=True)
print(object(), flush=True)
lambda: 0
"""


def test_both_editions_are_executed_in_their_folders(course):
    course.write(PLAIN)
    assert course.build() == ["solutions/01_first.ipynb", "notebooks/01_first.ipynb"]
    for folder in ("solutions", "notebooks"):
        notebook = course.notebook(folder)
        assert notebook.cells[1].outputs[0].text == "ran\n"
        assert is_pristine(notebook)
    assert course.said[0].startswith("01 first: executed in ")


def test_what_varies_from_run_to_run_is_gone(course, monkeypatch):
    monkeypatch.setenv("MPLBACKEND", "agg")
    monkeypatch.setenv("PYTHONHASHSEED", "7")
    course.write(VARYING)
    course.build()
    first = course.files()
    assert course.build() == []
    assert course.said == ["01 first: unchanged"]
    course.build(force=True)
    assert course.files() == first
    # What tells the environment itself:
    text = course.path("notebooks").read_text()
    assert "progress off threads 1" in text
    assert '"folder notebooks False' in text
    assert "at 0x0>" in text


def test_widget_models_are_renumbered_wherever_they_are_named(course):
    course.write(VARYING)
    course.build()
    notebook = course.notebook()
    state = notebook.metadata.widgets["application/vnd.jupyter.widget-state+json"]["state"]
    assert set(state) == {f"widget-{n:04d}" for n in range(1, len(state) + 1)}
    view = notebook.cells[1].outputs[0].data["application/vnd.jupyter.widget-view+json"]
    box = state[view.model_id]["state"]
    assert all(child.removeprefix("IPY_MODEL_") in state for child in box["children"])


def test_streams_are_merged_and_stdout_goes_first(course):
    course.write(VARYING)
    course.build()
    outputs = course.notebook().cells[2].outputs
    assert [o.get("name", o.output_type) for o in outputs] == ["stdout", "stderr", "execute_result"]
    assert outputs[0].text.startswith("first\n<object object at 0x0>")
    assert [c.execution_count for c in course.notebook().cells] == [1, 2, 3]


def test_the_stored_file_names_no_python_version_and_ends_with_a_newline(course):
    course.write(PLAIN)
    course.build()
    assert "version" not in course.notebook().metadata.language_info
    assert course.path().read_bytes().endswith(b"}\n")


def test_only_what_changed_is_executed(course, fake_kernel):
    course.write(PLAIN)
    course.write(SECOND, "02_second")
    course.build()
    course.write(SECOND.replace("too", "again"), "02_second")
    fake_kernel.clear()
    assert course.build() == ["solutions/02_second.ipynb", "notebooks/02_second.ipynb"]
    assert fake_kernel == ["02 complete", "02 learner"]
    assert course.said[0] == "01 first: unchanged"
    assert course.said[1].startswith("02 second: executed in ")


def test_a_change_of_prose_keeps_the_outputs(course, fake_kernel):
    course.write(PLAIN)
    course.build()
    course.write(PLAIN.replace("# # Title", "# # A better title"))
    fake_kernel.clear()
    assert len(course.build()) == 2
    assert fake_kernel == []
    assert course.said == ["01 first: text changed, outputs kept"]
    kept = course.files()
    course.build(force=True)
    assert course.files() == kept


def test_a_teachers_note_leaves_the_learners_edition_alone(course, fake_kernel):
    course.write(PLAIN)
    course.build()
    course.write(PLAIN + '\n# %% tags=["teacher"]\nprint("note")\n')
    assert course.build() == ["solutions/01_first.ipynb"]


def test_a_change_of_the_helpers_executes_again(course, fake_kernel):
    course.write(PLAIN)
    (course.root / "course_utils" / "editions").mkdir()
    (course.root / "course_utils" / "exercises").mkdir()
    course.build()
    for unseen in ("editions/x.py", "cli.py", "exercises/notebook_02.py"):
        (course.root / "course_utils" / unseen).write_text("")
    assert course.build() == []
    (course.root / "course_utils" / "exercises" / "notebook_01.py").write_text("")
    assert len(course.build()) == 2


def test_the_helpers_are_those_that_lie_beside_the_notebooks(course):
    (course.root / "course_utils" / "__init__.py").write_text("WHERE = 'beside'\n")
    course.write("# %%\nimport course_utils\nprint(course_utils.WHERE)\n")
    course.build()
    assert course.notebook().cells[0].outputs[0].text == "beside\n"


RAISING = """\
# %% [markdown]
# text

# %% exercise="02.1"
def f(x):
    ### BEGIN SOLUTION
    y = 2
    return x / (y - 2)
    ### END SOLUTION

# %% check="02.1"
check = lambda exercise, answer: answer
f = check("02.1", f)

f(1)
"""


def test_a_cell_that_raises_is_named_and_nothing_is_written(course):
    course.write(PLAIN)
    course.write(RAISING, "02_second")
    before = course.files()
    with pytest.raises(EditionError) as caught:
        course.build()
    message = str(caught.value)
    assert message.startswith(
        "solutions/02_second.py:15: complete edition, cell 'check-02-1' raises"
    )
    assert message.endswith("ZeroDivisionError: division by zero")
    assert course.files() == before


def test_an_error_below_a_stub_is_found_in_its_line_of_the_source(course):
    text = RAISING.replace("x / (y - 2)", "x").replace(
        "    ### END SOLUTION\n", "    ### END SOLUTION\n\n1 / 0\n"
    )
    course.write(text, "02_second")
    with pytest.raises(
        EditionError, match=r"02_second.py:11: complete edition, cell 'exercise-02-1'"
    ):
        course.build()


def test_what_only_the_learners_edition_lacks_is_named_too(course):
    course.write('# %% tags=["teacher"]\nx = 1\n\n# %%\nprint(x)\n')
    with pytest.raises(EditionError, match=r"(?s)01_first.py:5: learner edition, .*NameError"):
        course.build()
    assert course.files().keys() == {"solutions/01_first.py"}


def test_wrong_syntax_is_found_in_its_line(course):
    course.write("# %%\nx = 1\nif x\n")
    with pytest.raises(EditionError, match=r"(?s)01_first.py:3: .*SyntaxError"):
        course.build()


REFUSED = """\
# %% exercise="02.1"
def f(x):
    ### BEGIN SOLUTION
    return x
    ### END SOLUTION

# %% check="02.1"
from IPython.display import display
def check(exercise, answer):
    verdict = f'<div data-passed="{str(answer(1) == 2).lower()}"></div>'
    display({"text/html": verdict, "text/plain": "✗ Exercise 02.1: too small"}, raw=True)
    return answer
f = check("02.1", f)
"""


def test_a_solution_that_its_own_check_refuses_is_named(course):
    course.write(REFUSED, "02_second")
    with pytest.raises(EditionError, match=r"02_second.py:8: .* ✗ Exercise 02.1: too small"):
        course.build()
    course.write(REFUSED.replace("return x\n", "return 2 * x\n"), "02_second")
    assert len(course.build()) == 2


def test_a_cell_that_hangs_is_named(course, monkeypatch):
    monkeypatch.setattr("course_utils.editions.execute.CELL_SECONDS", 1)
    course.write("# %%\nx = 1\n\n# %%\nimport time\ntime.sleep(30)\n")
    with pytest.raises(EditionError, match=r"01_first.py:[56]: .* takes longer than 1 s"):
        course.build()


def test_a_cell_that_ends_its_kernel_is_named(course):
    course.write("# %%\nimport os\nos._exit(1)\n")
    with pytest.raises(EditionError, match=r"01_first.py:2: .* ends its kernel"):
        course.build()


def test_a_write_that_fails_leaves_everything_as_it_was(course, monkeypatch):
    course.write("# %% [markdown]\n# text\n")
    course.build()
    before = course.files()
    course.write("# %% [markdown]\n# other text\n")
    monkeypatch.setattr("nbformat.writes", _full_disk(after=1))
    with pytest.raises(OSError, match="no space"):
        course.build()
    after = course.files()
    assert {k: v for k, v in after.items() if k.endswith("ipynb")} == {
        k: v for k, v in before.items() if k.endswith("ipynb")
    }


def _full_disk(after):
    import nbformat

    writes, times = nbformat.writes, iter(range(99))

    def failing(notebook):
        if next(times) >= after:
            raise OSError("no space left")
        return writes(notebook)

    return failing


def test_an_empty_source_becomes_two_notebooks_without_a_kernel(course):
    course.write("", "08_extra")
    assert course.build() == ["solutions/08_extra.ipynb", "notebooks/08_extra.ipynb"]
    assert course.notebook("notebooks", "08_extra").cells == []
