"""Run an edition from top to bottom in a fresh kernel, as a learner would."""

from __future__ import annotations

import copy
import os
import re
import tempfile
from pathlib import Path

from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError, CellTimeoutError, DeadKernelError
from nbformat import NotebookNode

from course_utils.editions.edition import Edition
from course_utils.editions.normalise import normalise
from course_utils.editions.source import EditionError, shown

# ipykernel warns at every start that it talks over TCP; that is no news to who builds.
_KERNEL_ARGUMENTS = ["--IPKernelApp.log_level=40"]
# Twice what nbval grants, for machines that do other things meanwhile.
CELL_SECONDS = 120
_EXCEPTION_LINES = 4
_REFUSED = 'data-passed="false"'  # so `check` marks the verdict of an answer that is not right
_COLOURS = re.compile(r"\x1b\[[0-9;]*m")
_FIXED_ENVIRONMENT = {
    "COURSE_PROGRESS": "off",  # a build solves nothing on the learner's behalf
    "PYTHONHASHSEED": "0",
    # Sums of floating-point numbers come out the same only at one thread count.
    "OMP_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    # A backend chosen in the shell would leave the notebook without pictures.
    "MPLBACKEND": "module://matplotlib_inline.backend_inline",
}


def kernel_environment(root: Path, scratch: Path) -> dict[str, str]:
    """Return the environment in which kernels give the same outputs every time.

    `root` is the course's folder, whose `course_utils` the kernel is to import. `scratch` takes
    the place of the user's IPython folder: start-up files and history stay out of it.
    """
    paths = [str(root), *filter(None, [os.environ.get("PYTHONPATH")])]
    own = {"PYTHONPATH": os.pathsep.join(paths), "IPYTHONDIR": str(scratch)}
    return {**os.environ, **_FIXED_ENVIRONMENT, **own}


def execute(edition: Edition, seconds: int | None = None) -> NotebookNode:
    """Return the edition's notebook with its outputs, normalised.

    The kernel works in the notebook's own folder; `seconds` are granted to each cell, without
    it CELL_SECONDS.

    Raises
    ------
    EditionError
        Where a cell raises, takes too long, or kills its kernel: source file, line, last lines
        of the exception. Where a check refuses the solution that the complete edition holds.
    """
    notebook = copy.deepcopy(edition.notebook)
    if any(cell.cell_type == "code" for cell in notebook.cells):
        with tempfile.TemporaryDirectory() as scratch:
            _run(edition, notebook, seconds or CELL_SECONDS, Path(scratch))
    if edition.name == "complete":
        _hold_to_its_checks(edition, notebook)
    # nbclient writes the kernel's own there, with the version of Python.
    notebook.metadata.language_info = copy.deepcopy(edition.notebook.metadata.language_info)
    return normalise(notebook)


def _run(edition: Edition, notebook: NotebookNode, seconds: int, scratch: Path) -> None:
    folder = edition.path.parent
    folder.mkdir(exist_ok=True)
    client = _client(notebook, folder, seconds)
    started: list[NotebookNode] = []
    client.on_cell_execute = lambda cell, cell_index: started.append(cell)
    try:
        client.execute(env=kernel_environment(folder.parent, scratch))
    except (CellExecutionError, CellTimeoutError, DeadKernelError) as error:
        raise EditionError(_failure(edition, started[-1], error, seconds)) from error


def _hold_to_its_checks(edition: Edition, notebook: NotebookNode) -> None:
    """Raise EditionError where a check refuses the solution that stands in the source.

    A check stops no notebook, so nobody would notice before a class does.
    """
    outputs = [(cell.id, output) for cell in notebook.cells for output in cell.get("outputs", [])]
    faults = [
        f"{shown(edition.source)}:{edition.places[cell_id][0]}: this check refuses the solution "
        f"in the source: {output.data['text/plain']}"
        for cell_id, output in outputs
        if _REFUSED in output.get("data", {}).get("text/html", "")
    ]
    if faults:
        raise EditionError("\n".join(faults))


def _client(notebook: NotebookNode, folder: Path, seconds: int) -> NotebookClient:
    return NotebookClient(
        notebook,
        timeout=seconds,
        kernel_name="python3",
        record_timing=False,
        store_widget_state=True,
        extra_arguments=_KERNEL_ARGUMENTS,
        resources={"metadata": {"path": str(folder)}},
    )


def _failure(edition: Edition, cell: NotebookNode, error: Exception, seconds: int) -> str:
    places = edition.places[cell.id]
    traceback = _COLOURS.sub("", _traceback(cell))
    row = _failing_row(traceback, cell.execution_count)
    line = places[row - 1] if 1 <= row <= len(places) else places[0]
    if isinstance(error, CellTimeoutError):
        reason = f"takes longer than {seconds} s"
    elif isinstance(error, DeadKernelError):
        reason = "ends its kernel"
    else:
        reason = "raises\n" + _last_lines(traceback)
    return f"{shown(edition.source)}:{line}: {edition.name} edition, cell {cell.id!r} {reason}"


def _traceback(cell: NotebookNode) -> str:
    errors = [out for out in cell.get("outputs", []) if out.output_type == "error"]
    return "\n".join(errors[-1].traceback) if errors else ""


def _failing_row(traceback: str, execution_count: int | None) -> int:
    """Return the row of the cell at which a traceback entered it; 1 when it does not tell."""
    found = re.search(rf"Cell In\[{execution_count}\], line (\d+)", traceback)
    return int(found[1]) if found else 1


def _last_lines(traceback: str) -> str:
    lines = [line for line in traceback.splitlines() if line.strip()]
    return "\n".join(f"    {line}" for line in lines[-_EXCEPTION_LINES:])
