"""`%load_ext course_utils.live`: for whoever teaches the course live, and whoever comes late.

On a line of its own in any code cell of a course notebook:

- `%reveal` fills the cell with the reference code, `%reveal 3` with its first three lines;
- `%catchup` runs the complete edition's code cells above this one, silently.

What else stands in the cell does not run then, so half a line of code is no obstacle; undo brings
it back. The cell is found by its id, which JupyterLab sends along with what it runs. Therefore
neither the notebook's name nor the kernel's folder matters.
"""

from __future__ import annotations

import json
import os
import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from typing import Any

SOLUTIONS = Path(__file__).resolve().parents[1] / "solutions"
# Typed in front of a class: %Reveal, %%reveal, %reveal3 and %reveal(3) mean what one expects.
_OURS = re.compile(r"^\s*%%?(reveal|catch[ _-]?up)(?![a-z])(.*)", re.IGNORECASE)
_ARGUMENTS = re.compile(r"^(?P<lines>\S+)??\s*(?:\bin (?P<notebook>\d\d?))?$")
# The builder's own cell: it ends the recording of progress for good.
_NOT_TO_RUN = "complete-edition"
_LOADER = "live"  # the live edition's first code cell, which loads this extension
# JupyterLab undoes as one what changed within half a second: a cell that is filled any sooner after
# the last keystroke would take what was typed away with it.
_UNDO_APART = 0.6  # seconds


class LiveError(Exception):
    """Something that the person in front of the screen can do something about; one sentence."""


@dataclass(frozen=True)
class Place:
    """A code cell of the complete edition: its notebook's number, and the cells up to it."""

    number: str
    cells: tuple[tuple[str, str], ...]  # (id, code) of every code cell above, then of this one

    @property
    def code(self) -> str:
        """The cell's reference code."""
        return self.cells[-1][1]


def load_ipython_extension(shell: Any) -> None:
    """Add `%reveal` and `%catchup` to a kernel."""
    for magic in (reveal, catchup):
        function = _spoken(magic, shell)
        shell.register_magic_function(function, "line", magic.__name__)
    shell.input_transformers_cleanup.append(only_our_line)


def unload_ipython_extension(shell: Any) -> None:
    """Take both away again."""
    shell.input_transformers_cleanup.remove(only_our_line)
    for magic in (reveal, catchup):
        shell.magics_manager.magics["line"].pop(magic.__name__, None)


def only_our_line(lines: list[str]) -> list[str]:
    r"""Return our line alone where there is one: half a line of code beside it must not run.

    >>> only_our_line(["def clock(\n", "    %reveal 3\n"])
    ['%reveal 3\n']
    >>> only_our_line(["%Reveal(3)  # as a start\n"])
    ['%reveal 3\n']
    """
    ours = next(filter(None, map(_OURS.match, lines)), None)
    if ours is None:
        return lines
    name = "reveal" if ours[1].lower() == "reveal" else "catchup"
    words = ours[2].partition("#")[0].strip(" ()\t\n")
    return [f"%{name} {words}".strip() + "\n"]


def reveal(shell: Any, line: str) -> str:
    """Fill the current cell with its reference code, or with that code's first lines."""
    wanted, notebook = _arguments(line)
    if wanted is not None and not (wanted.isdecimal() and int(wanted)):
        raise LiveError(f"%reveal takes a number of lines, as in %reveal 3; {wanted!r} is none.")
    code = find_place(shell, notebook).code
    rows = code.splitlines()
    shown = rows[: int(wanted)] if wanted else rows
    _fill(shell, shown)
    left = len(rows) - len(shown)
    more = f" {left} more to come with %reveal." if left else ""
    lines = "1 line" if len(rows) == 1 else f"{len(rows)} lines"
    return f"The reference, {len(shown)} of {lines}.{more} Undo brings back your own."


def catchup(shell: Any, line: str) -> str:
    """Run the complete edition's code cells above the current one, silently."""
    wanted, notebook = _arguments(line)
    if wanted is not None:
        raise LiveError(f"%catchup needs nothing after it; it got {wanted!r}.")
    place = find_place(shell, notebook)
    above = [cell for cell in place.cells[:-1] if cell[0] != _NOT_TO_RUN]
    with _unnoticed():
        for cell_id, code in above:
            _run(shell, cell_id, code)
    own = [row for row in _sent_code(shell).splitlines() if not _OURS.match(row)]
    if any(row.strip() for row in own):
        _fill(shell, own)
    ran = "1 cell above has" if len(above) == 1 else f"{len(above) or 'no'} cells above have"
    return f"Caught up with notebook {place.number}: {ran} run. Go on here."


def _fill(shell: Any, rows: list[str]) -> None:
    time.sleep(_UNDO_APART)
    shell.set_next_input("\n".join(rows), replace=True)


def find_place(shell: Any, notebook: str | None = None) -> Place:
    """Return the complete edition's counterpart of the cell that is being run.

    Raises
    ------
    LiveError
        Where the frontend sends no cell id, no notebook of the course has such a cell, or several
        have and nothing tells which one is open.
    """
    cell_id = _cell_id(shell)
    places = [place for place in _places(cell_id) if notebook in (None, place.number)]
    if len(places) > 1:
        number = _open_notebook()
        places = [place for place in places if place.number == number] or places
    if not places:
        raise LiveError(_nowhere(cell_id, notebook))
    if len(places) > 1:
        numbers = ", ".join(place.number for place in places)
        raise LiveError(
            f"Notebooks {numbers} have a cell {cell_id!r}; say which is open, as in "
            f"%reveal in {places[0].number} or %catchup in {places[0].number}."
        )
    return places[0]


def _arguments(line: str) -> tuple[str | None, str | None]:
    """Split `3 in 03` into how many lines and which notebook."""
    found = _ARGUMENTS.match(line.strip())
    if not found:
        raise LiveError(f"{line.strip()!r} is not understood; try %reveal 3, or %reveal in 03.")
    return found["lines"], found["notebook"] and found["notebook"].zfill(2)


def _cell_id(shell: Any) -> str:
    parent = shell.get_parent() if hasattr(shell, "get_parent") else {}
    cell_id = parent.get("metadata", {}).get("cellId")
    if not cell_id:
        raise LiveError("This program does not say which cell is running; JupyterLab does.")
    return str(cell_id)


def _sent_code(shell: Any) -> str:
    return str(shell.get_parent().get("content", {}).get("code", ""))


def _places(cell_id: str) -> list[Place]:
    if not SOLUTIONS.is_dir():
        return _exercise_alone(cell_id)
    found = []
    for path in sorted(SOLUTIONS.glob("[0-9][0-9]_*.ipynb")):
        cells = _code_cells(path)
        ids = [name for name, _ in cells]
        if cell_id in ids:
            found.append(Place(path.name[:2], tuple(cells[: ids.index(cell_id) + 1])))
    return found or _exercise_alone(cell_id)


def _code_cells(path: Path) -> list[tuple[str, str]]:
    try:
        cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    except (OSError, ValueError, KeyError) as error:
        raise LiveError(f"solutions/{path.name} cannot be read ({error}); make build.") from None
    code = (cell for cell in cells if cell["cell_type"] == "code")
    return [(cell.get("id", ""), "".join(cell["source"])) for cell in code]


def _exercise_alone(cell_id: str) -> list[Place]:
    """Return an exercise's reference where there is no complete edition to read it from."""
    from course_utils.exercises import all_exercises

    found = re.fullmatch(r"exercise-(\d\d)-(\d+)", cell_id)
    one = all_exercises().get(f"{found[1]}.{found[2]}") if found else None
    return [Place(one.id[:2], ((cell_id, one.reference_source.rstrip("\n")),))] if one else []


def _nowhere(cell_id: str, notebook: str | None) -> str:
    if not SOLUTIONS.is_dir():
        return f"There is no folder {SOLUTIONS} to read the reference code from."
    if cell_id == _LOADER:
        return "This cell makes %reveal and %catchup known; write them in any code cell below it."
    where = f"Notebook {notebook}" if notebook else "The course"
    return f"{where} has no code cell {cell_id!r}. Use a cell that came with the notebook."


def _open_notebook() -> str | None:
    """Return the open notebook's number: by what the file says, else by how it was called."""
    path = Path(os.environ.get("JPY_SESSION_NAME", ""))
    try:
        metadata = json.loads(path.read_text(encoding="utf-8"))["metadata"]
        return str(metadata["course"]["notebook"])
    except (OSError, ValueError, KeyError, TypeError):
        return path.name[:2] if re.match(r"\d\d_", path.name) else None


@contextmanager
def _unnoticed() -> Iterator[None]:
    """Show nothing, and count nothing as the learner's own progress."""
    from IPython.utils.capture import capture_output

    before = os.environ.get("COURSE_PROGRESS")
    os.environ["COURSE_PROGRESS"] = "off"
    try:
        with capture_output():
            yield
    finally:
        del os.environ["COURSE_PROGRESS"]
        if before is not None:
            os.environ["COURSE_PROGRESS"] = before


def _run(shell: Any, cell_id: str, code: str) -> None:
    """Run one cell's code in the learner's names, as if it had been typed."""
    text = shell.transform_cell(code)
    name = shell.compile.cache(text, shell.execution_count)
    try:
        exec(compile(text, name, "exec"), shell.user_ns)
    except KeyboardInterrupt:
        raise LiveError(f"Stopped in cell {cell_id!r}; what ran before it stays.") from None
    except Exception as error:
        kind = type(error).__name__
        raise LiveError(f"Catching up ended in cell {cell_id!r}: {kind}: {error}") from None


def _spoken(magic: Callable[[Any, str], str], shell: Any) -> Callable[[str], None]:
    """Let a magic say what it did, or in one sentence why it could not."""

    @wraps(magic)
    def spoken(line: str = "") -> None:
        try:
            print(magic(shell, line))
        except LiveError as sentence:
            print(sentence)

    return spoken
