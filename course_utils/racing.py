"""Time functions against each other; while notebooks are built, recorded times stand in.

A measured time is never the same twice, and a notebook that stores one could not be built twice to
the same bytes. So the build, which keeps no learner's progress either, shows recorded times.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Mapping, Sequence
from importlib.resources import files

import numpy as np

_RECORDED = "data/results/table_race.json"


def measure(
    functions: Mapping[str, Callable[..., object]],
    sizes: Sequence[tuple[int, ...]],
    n_runs: int = 15,
) -> np.ndarray:
    """Time every function at every size; the functions take turns, so that a busy moment hits all.

    Parameters
    ----------
    functions
        Name -> function, called with the numbers of a size.
    sizes
        One tuple of arguments each.
    n_runs
        Runs that count, after one that does not.

    Returns
    -------
    np.ndarray
        Seconds, (n_functions, n_sizes, n_runs). With COURSE_PROGRESS=off, as in a build, those
        recorded for the same names and sizes, where there are any.

    Raises
    ------
    ValueError
        When there is nothing to run.

    Examples
    --------
    >>> measure({"sum": sum}, [([1, 2],), ([3],)], n_runs=4).shape
    (1, 2, 4)
    """
    if not functions or not sizes or n_runs < 1:
        raise ValueError(
            f"{len(functions)} functions, {len(sizes)} sizes and {n_runs} runs came; "
            "allowed is at least one of each"
        )
    recorded = _recorded(list(functions), sizes)
    if recorded is not None and os.environ.get("COURSE_PROGRESS") == "off":
        return recorded
    seconds = np.empty((len(functions), len(sizes), n_runs))
    for column, size in enumerate(sizes):
        for run in range(-1, n_runs):  # run -1 warms up; the last run overwrites it
            for row, function in enumerate(functions.values()):
                seconds[row, column, run] = _seconds(function, size)
    return seconds


def _seconds(function: Callable[..., object], arguments: tuple) -> float:
    start = time.perf_counter()
    function(*arguments)
    return time.perf_counter() - start


def _recorded(names: list[str], sizes: Sequence[tuple[int, ...]]) -> np.ndarray | None:
    stored = json.loads(files("course_utils").joinpath(_RECORDED).read_text(encoding="utf-8"))
    same = stored["functions"] == names and stored["sizes"] == [list(size) for size in sizes]
    return np.array(stored["seconds"]) if same else None
