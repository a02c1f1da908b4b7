"""Every test here runs on the notebooks as built, in a temporary folder."""

from __future__ import annotations

from pathlib import Path

import pytest

from course_utils.editions import find_sources, read_source
from course_utils.editions.pristine import pristine_copy
from tests.notebooks.nbval_run import ROOT


@pytest.fixture(scope="session")
def pristine(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with sources and built notebooks, untouched by any learner."""
    folder = tmp_path_factory.mktemp("pristine")
    # For `course build`, which knows a course's folder by this one; kernels import the real one.
    (folder / "course_utils").mkdir()
    pristine_copy([read_source(path) for path in find_sources(ROOT)], folder)
    return folder
