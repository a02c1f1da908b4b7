"""The example key in docs/grading.md gives the points that the guide promises."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from course_utils.grading.grade_one import grade_notebook
from course_utils.grading.kernel_run import discard_warm
from course_utils.grading.key import Key, load_key

GUIDE = (Path(__file__).resolve().parents[2] / "docs" / "grading.md").read_text(encoding="utf-8")
RIGHT = """\
import numpy as np
def clock(positions, wavelength):
    angles = 2 * np.pi * positions / wavelength
    return np.stack([np.sin(angles), np.cos(angles)], axis=-1)
"""
EXCHANGED = RIGHT.replace("[np.sin(angles), np.cos(angles)]", "[np.cos(angles), np.sin(angles)]")
UNSOLVED = "def clock(positions, wavelength):\n    ...  # your code here\n"


@pytest.fixture(scope="module")
def key(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Key]:
    (block,) = re.findall(r"^```python\n(.*?)^```", GUIDE, re.MULTILINE | re.DOTALL)
    path = tmp_path_factory.mktemp("key") / "my_key.py"
    path.write_text(block, encoding="utf-8")
    yield load_key(path)
    discard_warm()


def _notebook(source: str) -> bytes:
    (metadata,) = re.findall(r"`(\{\"nbgrader\".*?\}\})`", GUIDE)
    cell = {"cell_type": "code", "source": source, "metadata": json.loads(metadata)}
    why = {"cell_type": "markdown", "source": "Both.", "metadata": {}, "id": "why"}
    return json.dumps({"cells": [cell, why], "nbformat": 4}).encode()


@pytest.mark.parametrize(("source", "points"), [(RIGHT, 4), (EXCHANGED, 1), (UNSOLVED, 0)])
def test_the_guides_key_gives_what_it_says(source: str, points: float, key: Key) -> None:
    result = grade_notebook(_notebook(source), key, "secret")
    assert (result["points"], key.points) == (points, 4)
    assert result["written"][0]["text"] == "Both."


def test_the_guide_names_the_partial_credit_that_is_tested() -> None:
    assert "sine and cosine exchanged, this key gives 1 point of 4" in " ".join(GUIDE.split())
