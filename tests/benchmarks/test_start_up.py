"""How long learners wait before anything happens: the command's and the package's start."""

from __future__ import annotations

import subprocess
import sys
import time
from statistics import median

import pytest

RUNS = 5


@pytest.mark.parametrize(
    "code",
    [
        "from course_utils.cli import main; main(['lab', '--help'])",
        "import course_utils",
        "import torch",
    ],
    ids=["course lab --help", "import course_utils", "import torch, to compare"],
)
def test_start_up(code: str, request: pytest.FixtureRequest) -> None:
    seconds = []
    for _ in range(RUNS):
        start = time.perf_counter()
        subprocess.run([sys.executable, "-c", code], check=True, capture_output=True)
        seconds.append(time.perf_counter() - start)
    print(f"\n{request.node.callspec.id}: {median(seconds):.2f} s (median of {RUNS})")
