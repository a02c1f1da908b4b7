"""A pytest plugin that adds to nbval what it leaves out: stored pictures are compared, too.

It looks at the outputs which nbval has just computed, so that every notebook is executed once;
executing each once more, only for its pictures, would double the time of these tests.
"""

from __future__ import annotations

import base64
import io
import re
from collections.abc import Iterator

import pytest

# Of 255. A genuine rerun stays below on any machine with the same Matplotlib, a changed figure
# does not.
LARGEST_RMS = 2.0


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    """Compare the cell's pictures once its text has been found equal."""
    yield
    if getattr(item, "test_outputs", None) is not None and item.options["check"]:
        _compare(item, pictures(item.cell.outputs), pictures(item.test_outputs))


def pictures(outputs: list) -> list[bytes]:
    """Return the PNG files in a cell's outputs, in order."""
    encoded = (output.get("data", {}).get("image/png") for output in outputs)
    return [base64.b64decode(data) for data in encoded if data]


def _compare(item: pytest.Item, stored: list[bytes], drawn: list[bytes]) -> None:
    if len(stored) != len(drawn):
        item.raise_cell_error(f"{len(stored)} pictures stored, {len(drawn)} drawn")
    for one, other in zip(stored, drawn, strict=True):
        if (version := matplotlib_version(one)) != (here := matplotlib_version(other)):
            pytest.skip(f"picture stored by Matplotlib {version}, here is {here}: not compared")
        if difference := picture_difference(one, other):
            item.raise_cell_error(f"Picture differs from the stored one: {difference}")


def matplotlib_version(png: bytes) -> str | None:
    """Return the version of Matplotlib that a PNG file names as its maker."""
    found = re.search(rb"Matplotlib version([0-9a-z.]+)", png)
    return found[1].decode() if found else None


def picture_difference(stored: bytes, drawn: bytes) -> str | None:
    """Return in which way two PNG files differ to the eye, None where they do not."""
    if stored == drawn:
        return None
    import numpy as np
    from matplotlib.image import imread

    one, other = (255 * imread(io.BytesIO(png), format="png") for png in (stored, drawn))
    if one.shape != other.shape:
        return f"{one.shape} pixels stored, {other.shape} drawn"
    rms = float(np.sqrt(np.mean((one - other) ** 2)))
    return f"RMS {rms:.1f} of 255, allowed {LARGEST_RMS:g}" if rms > LARGEST_RMS else None
