"""The hostile set is data: it is built into notebooks, never imported as tests."""

from __future__ import annotations

import os

import pytest

from course_utils.grading.machine import require_box
from course_utils.grading.plan import NoBoxError

collect_ignore_glob = ["submissions/*", "more/*"]


@pytest.fixture(scope="session", autouse=True)
def _boxes() -> None:
    """Skip where submissions cannot be boxed; in CI that is a failure."""
    try:
        require_box()
    except NoBoxError as error:
        if os.environ.get("CI") == "true":
            raise
        pytest.skip(f"no sandbox here: {error}")
