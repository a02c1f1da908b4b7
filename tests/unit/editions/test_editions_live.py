"""The live edition: what is typed in class is blank, what the teacher needs is there, folded."""

from __future__ import annotations

import re
from pathlib import Path

import nbformat
import pytest

from course_utils.cli import main
from course_utils.editions import EDITIONS, find_sources, make_edition, read_source
from course_utils.editions.live import _PREDICT, NAMES, PROMPT, STUB, live_cells
from course_utils.editions.plan import timetable
from course_utils.editions.solutions import with_solution
from course_utils.exercises import get_prediction

ROOT = Path(__file__).parents[3]
SOURCES = find_sources(ROOT)
SOURCE = '''\
# %% [markdown]
# # 1 · Title

# %% id="setup"
import math

# %% [markdown] tags=["teacher"]
# **Class plan (45 minutes, planned).** All of it 45.

# %% [markdown]
# ## A section

# %% id="typed" tags=["live"]
print("typed in front of the class")

# %% [markdown] tags=["teacher"]
# Ask somebody.

# %% id="asked" tags=["live"]
# Twice the number of turns
turns = 2 * 17

# %% id="defined" tags=["live"]
def double(number):
    """Return twice a number."""
    return 2 * number


print(double(4))
'''


@pytest.fixture
def live(course):
    """Return the cells of the small course's live edition, by id."""
    path = course.write(SOURCE)
    cells = make_edition(read_source(path), "live").notebook.cells
    return {cell.id: cell for cell in cells}


@pytest.fixture(params=SOURCES, ids=lambda path: path.stem)
def source(request):
    return read_source(request.param)


def test_a_cell_to_be_typed_is_blank_but_for_its_prompts(live):
    assert live["typed"].source == PROMPT
    assert live["asked"].source == "# Twice the number of turns"
    lines = live["defined"].source.splitlines()
    assert lines[0] == "def double(number):"
    assert lines[1].strip() == '"""Return twice a number."""'
    assert [line.strip() for line in lines[2:] if line.strip()] == [STUB, PROMPT]


def test_a_cell_to_be_typed_names_what_cells_below_use(course):
    path = course.write(SOURCE + "\n# %%\nprint(double(turns))\n")
    cells = {cell.id: cell for cell in make_edition(read_source(path), "live").notebook.cells}
    assert cells["asked"].source == "# Twice the number of turns\n# Cells below use: turns."
    assert NAMES not in cells["typed"].source
    assert NAMES not in cells["defined"].source  # its head is still there to be read


def test_notes_are_folded_above_their_section(live):
    ids = list(live)
    assert ids.index("notes-1-title") == 1
    assert ids.index("notes-a-section") == ids.index("a-section") - 1
    note = live["notes-a-section"].source
    assert note.startswith("<details>\n<summary>For the teacher</summary>\n\nAsk somebody.")
    assert note.endswith("\n\n</details>")


def test_the_extension_is_loaded_before_the_first_code(live):
    ids = list(live)
    assert ids.index("live") == ids.index("setup") - 1
    assert "%load_ext course_utils.live" in live["live"].source
    assert "after every restart of the kernel" in live["live"].source


def test_the_tag_changes_no_stored_edition(course):
    path = course.write(SOURCE)
    for name in EDITIONS:
        cells = make_edition(read_source(path), name).notebook.cells
        assert not any("live" in cell.metadata.get("tags", ()) for cell in cells), name


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('# %% id="typed" tags', '# %% [markdown] id="typed" tags', "for code cells that learners"),
        ('id="typed" tags=["live"]', 'id="typed" tags=["live", "teacher"]', "for code cells that"),
    ],
)
def test_a_misplaced_tag_is_named(course, old, new, says):
    path = course.write(SOURCE.replace(old, new))
    with pytest.raises(Exception, match=says):
        read_source(path)


def code_lines(text: str) -> set[str]:
    """Return a cell's lines of code: no comment, no bracket alone, nothing trivial."""
    lines = (line.strip() for line in text.splitlines())
    return {line for line in lines if len(line) > 6 and not line.startswith(("#", '"""'))}


def test_no_line_of_a_solution_is_in_it(source):
    live = make_edition(source, "live").notebook
    kept, secret = set(), set()
    for cell in source.cells:
        lines = "\n".join(text for _, text in with_solution(cell.lines))
        if cell.exercise or "live" in cell.tags:
            secret |= code_lines(lines)
        else:
            kept |= code_lines(lines)
    stubs = {line for c in live_cells(source.cells) if c.exercise for line in code_lines(c.text)}
    heads = {line for line in secret if re.match(r"(def|class) ", line)}
    everything = "\n".join(cell.source for cell in live.cells)
    # A task may give a line away: then it is meant to be read.
    shown = [c for c in source.cells if "teacher" not in c.tags and not c.written]
    tasks = [c.text for c in shown if c.kind == "markdown"]
    given = {line for line in secret if any(line in task for task in tasks)}
    secret -= kept | stubs | heads | given
    assert secret, "nothing is typed in this notebook"
    assert [line for line in sorted(secret) if line in everything] == []


def test_every_exercise_is_a_stub_and_every_note_is_there(source):
    edition = make_edition(source, "live").notebook
    learner = {cell.id: cell.source for cell in make_edition(source, "learner").notebook.cells}
    text = "\n".join(cell.source for cell in edition.cells)
    for cell in source.cells:
        if cell.exercise or cell.written:
            stub = next(one for one in edition.cells if one.id == cell.id)
            assert stub.source == learner[cell.id]
        if "teacher" in cell.tags:
            assert timetable(cell.text) in text


def test_a_note_follows_the_order_in_which_its_section_is_taught(source):
    """What goes wrong in an exercise is read after the exercise, not before another question."""
    text = "\n".join(cell.source for cell in make_edition(source, "live").notebook.cells)
    landmarks = []
    for cell in source.cells:
        landmarks += [timetable(cell.text)] if "teacher" in cell.tags else []
        landmarks += [f"*Ask before it runs ({one})" for one in _PREDICT.findall(cell.text)]
        landmarks += [f"*Exercise {cell.exercise}, "] if cell.exercise else []
    places = [text.index(one) for one in landmarks]
    assert places == sorted(places)


def test_what_a_prediction_shows_is_said_in_whole_sentences(source):
    text = "\n".join(cell.source for cell in make_edition(source, "live").notebook.cells)
    for cell in source.cells:
        for one in map(get_prediction, _PREDICT.findall(cell.text)):
            right = one.options[one.answer].removesuffix(".")
            assert f"*What it shows:* {right}. {one.because}" in text


def test_the_first_cell_says_what_to_do_after_a_restart_on_a_projector(live):
    lines = live["live"].source.splitlines()
    assert "restart" in live["live"].source
    # 1280 pixels at 150 % hold 84 characters of code.
    assert max(map(len, [*lines, PROMPT, STUB])) <= 84


def test_no_code_is_folded_since_arrow_keys_would_pass_over_it(source):
    cells = make_edition(source, "live").notebook.cells
    assert [c.id for c in cells if c.metadata.get("jupyter", {}).get("source_hidden")] == []
    assert [c.id for c in cells if "hide-input" in c.metadata.get("tags", ())] == []


def test_something_is_typed_live_in_every_notebook(source):
    assert any("live" in cell.tags for cell in source.cells)


def test_outputs_are_cleared_and_the_notebook_is_valid(source):
    notebook = make_edition(source, "live").notebook
    nbformat.validate(notebook)
    assert not any(cell.outputs for cell in notebook.cells if cell.cell_type == "code")


def test_course_live_writes_and_keeps_what_was_typed(course, tmp_path, monkeypatch, capsys):
    course.write(SOURCE)
    monkeypatch.chdir(course.root)
    assert main(["live"]) == 0
    path = course.root / "live" / "01_first.ipynb"
    notebook = nbformat.read(path, as_version=4)
    next(cell for cell in notebook.cells if cell.id == "typed").source = "print('mine')"
    nbformat.write(notebook, path)
    assert main(["live", "1"]) == 0
    assert "print('mine')" not in path.read_text()
    assert "print('mine')" in (path.parent / "earlier" / path.name).read_text()
    assert main(["live", "--into", str(tmp_path / "else where")]) == 0
    assert (tmp_path / "else where" / path.name).exists()
    assert main(["live", "9"]) == 1
    assert "no notebook 09" in capsys.readouterr().err


def test_it_is_not_kept_in_git():
    assert "/live/" in (ROOT / ".gitignore").read_text().splitlines()
