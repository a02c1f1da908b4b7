"""The table by rotation against popular ways: how much faster, and how much nearer the truth.

Every round times every method in turn, so that whatever else the machine does meets all alike; a
ratio is taken within a round, and the median over the rounds counts.
"""

from __future__ import annotations

import time
import tracemalloc
from collections.abc import Callable

import mpmath
import numpy as np
import pytest
import sinusoidal_rivals as rivals
import torch

from course_utils.positions import sinusoidal_encoding

BY_ROTATION = "by rotation"
RIVALS: dict[str, Callable[[int, int, int], np.ndarray]] = {
    "Annotated Transformer": rivals.annotated,
    "d2l": rivals.d2l,
    "NumPy float32": rivals.numpy_float32,
    "NumPy float64": rivals.numpy_float64,
    "filling memory": rivals.fill,
}


def by_rotation(start, n_positions, d_model, dtype=np.float32):
    return sinusoidal_encoding(n_positions, d_model, start=start, dtype=dtype)


@pytest.fixture(autouse=True)
def one_thread():
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


def milliseconds(build, size, n_calls):
    begin = time.perf_counter()
    for _ in range(n_calls):
        build(0, *size)
    return 1e3 * (time.perf_counter() - begin) / n_calls


def measure(size, n_rounds, n_calls):
    """Milliseconds a call of every method, one number a round; the first round warms up."""
    methods = RIVALS | {BY_ROTATION: by_rotation}
    rounds = [
        [milliseconds(build, size, n_calls) for build in methods.values()]
        for _ in range(n_rounds + 1)
    ]
    return dict(zip(methods, np.transpose(rounds[1:]), strict=True))


def report(size, times):
    print(f"\n\n{size}, float32, one thread      median     fastest   times ours (quartiles)")
    for name, theirs in times.items():
        low, ratio, high = np.quantile(theirs / times[BY_ROTATION], [0.25, 0.5, 0.75])
        print(
            f"  {name:24}{np.median(theirs):10.3f} ms{theirs.min():9.3f} ms"
            f"{ratio:8.2f} ({low:.2f} to {high:.2f})"
        )


@pytest.mark.parametrize(
    ("size", "n_rounds", "n_calls", "at_least"),
    [((512, 512), 60, 10, 3), ((4096, 1024), 15, 3, 4), ((65536, 1024), 7, 1, 8)],
    ids=["512x512", "4096x1024", "65536x1024"],
)
def test_speed(size, n_rounds, n_calls, at_least):
    times = measure(size, n_rounds, n_calls)
    report(size, times)
    ours = times[BY_ROTATION]
    for name in ("Annotated Transformer", "d2l"):
        assert np.median(times[name] / ours) >= at_least
    if size[0] == 65536:
        assert np.median(ours / times["filling memory"]) <= 2


def exact(start, n_positions, d_model):
    with mpmath.workdps(40):
        frequencies = [
            mpmath.mpf(10000) ** (mpmath.mpf(-2 * k) / d_model) for k in range(d_model // 2)
        ]
        return np.array(
            [
                [
                    float(wave(position * frequency))
                    for frequency in frequencies
                    for wave in (mpmath.sin, mpmath.cos)
                ]
                for position in range(start, start + n_positions)
            ]
        )


def test_errors():
    starts = (0, 1_000, 10_000, 100_000, 1_000_000)
    truth = {start: exact(start, 8, 512) for start in starts}
    methods = {name: build for name, build in RIVALS.items() if name != "filling memory"}
    methods[BY_ROTATION] = by_rotation
    methods["NumPy float64, kept"] = lambda *size: rivals.numpy_float64(*size, dtype=np.float64)
    methods["by rotation, float64"] = lambda *size: by_rotation(*size, dtype=np.float64)
    print("\n\nlargest error of 8 rows from position  " + "".join(f"{s:>11,}" for s in starts))
    errors = {}
    for name, build in methods.items():
        errors[name] = [abs(build(s, 8, 512) - truth[s]).max() for s in starts]
        print(f"  {name:37}" + "".join(f"{error:11.1e}" for error in errors[name]))
    assert max(errors[BY_ROTATION]) <= 2e-7
    assert (np.array(errors["by rotation, float64"]) <= errors["NumPy float64, kept"]).all()


def test_peak_memory():
    print("\n\npeak memory, in tables of that size")
    for size in ((512, 512), (4096, 1024), (65536, 1024)):
        tracemalloc.start()
        table = sinusoidal_encoding(*size)
        peak = tracemalloc.get_traced_memory()[1] / table.nbytes
        tracemalloc.stop()
        print(f"  {size!s:16}{peak:6.2f}")
        assert peak <= 1.3
