"""Take out of an executed notebook all that differs from run to run."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from itertools import groupby
from typing import Any

from nbformat import NotebookNode, from_dict

_WIDGET_STATE = "application/vnd.jupyter.widget-state+json"
_ADDRESS = re.compile(r"\bat 0x[0-9a-fA-F]{6,}")
_STREAMS = ("stdout", "stderr")


def normalise(notebook: NotebookNode) -> NotebookNode:
    """Return the executed notebook in the form in which it is stored.

    Execution counts run from 1, timings are gone, neighbouring stream outputs are one, widget
    models are numbered in the order in which they were made, memory addresses are zero.
    """
    code_cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    for count, cell in enumerate(code_cells, 1):
        cell.metadata.pop("execution", None)
        _count(cell, count)
        cell.outputs = _merged(cell.outputs)
    _rewrite(notebook, code_cells)
    return notebook


def _count(cell: NotebookNode, count: int) -> None:
    cell.execution_count = count
    for output in cell.outputs:
        if output.output_type == "execute_result":
            output.execution_count = count


def _merged(outputs: Iterable[NotebookNode]) -> list[NotebookNode]:
    """Merge neighbouring streams; stdout and stderr race each other, so stdout goes first."""
    merged: list[NotebookNode] = []
    for is_stream, group in groupby(outputs, lambda output: output.output_type == "stream"):
        run = list(group)
        merged += _merged_streams(run) if is_stream else run
    return merged


def _merged_streams(outputs: list[NotebookNode]) -> list[NotebookNode]:
    texts = {name: "".join(o.text for o in outputs if o.name == name) for name in _STREAMS}
    return [
        from_dict({"output_type": "stream", "name": name, "text": text})
        for name, text in texts.items()
        if text
    ]


def _rewrite(notebook: NotebookNode, code_cells: list[NotebookNode]) -> None:
    """Replace widget ids and addresses wherever they stand: outputs, states, references."""
    widgets = notebook.metadata.get("widgets", {})
    text = json.dumps({"outputs": [cell.outputs for cell in code_cells], "widgets": widgets})
    for number, model_id in enumerate(_model_ids(widgets), 1):
        text = text.replace(model_id, f"widget-{number:04d}")
    clean = from_dict(json.loads(_ADDRESS.sub("at 0x0", text)))
    for cell, outputs in zip(code_cells, clean.outputs, strict=True):
        cell.outputs = outputs
    if widgets:
        notebook.metadata.widgets = clean.widgets


def _model_ids(widgets: dict[str, Any]) -> list[str]:
    # nbclient keeps the models in the order in which the kernel opened them.
    return list(widgets.get(_WIDGET_STATE, {}).get("state", {}))
