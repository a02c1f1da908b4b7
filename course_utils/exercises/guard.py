"""Run somebody's function so that nothing it does can get in the way of judging it."""

from __future__ import annotations

import _thread
import contextlib
import copy
import io
import linecache
import signal
import threading
import traceback
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from types import FrameType
from typing import Any

import numpy as np


class TimeIsUp(BaseException):
    """Raised inside an answer that runs too long.

    Not an `Exception`, so that a learner's `except Exception` does not swallow it.
    """


@dataclass(frozen=True)
class Observation:
    """What came of one call: a value or an error, how much was printed, what was changed."""

    value: Any = None
    error: str = ""
    error_line: str = ""
    timed_out: bool = False
    printed: int = 0
    changed_input: bool = False


class _Counter(io.TextIOBase):
    """A stream that counts characters and keeps none: an endless print must not fill memory."""

    count = 0

    def write(self, text: str) -> int:
        self.count += len(text)
        return len(text)


def observe(
    function: Callable[..., Any], arguments: tuple[Any, ...], seconds: float
) -> Observation:
    """Call `function` on copies of `arguments` and report what happened, whatever it was."""
    given = copy.deepcopy(arguments)
    printed = _Counter()
    outcome: dict[str, Any] = {}
    try:
        with _quiet(printed), _same_luck(), _time_limit(seconds):
            outcome["value"] = function(*given)
    except TimeIsUp:
        outcome["timed_out"] = True
    except (Exception, SystemExit) as error:
        outcome["error"] = f"{type(error).__name__}: {error}".removesuffix(": ")
        outcome["error_line"] = _learners_line(error)
    changed = any(not _same(old, new) for old, new in zip(arguments, given, strict=True))
    return Observation(printed=printed.count, changed_input=changed, **outcome)


@contextlib.contextmanager
def _quiet(stream: io.TextIOBase) -> Iterator[None]:
    redirect_out = contextlib.redirect_stdout(stream)
    redirect_err = contextlib.redirect_stderr(stream)
    with redirect_out, redirect_err, warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        yield


@contextlib.contextmanager
def _same_luck() -> Iterator[None]:
    # An answer that draws with np.random must get the same verdict each time it is judged.
    before = np.random.get_state()
    np.random.seed(0)
    try:
        yield
    finally:
        np.random.set_state(before)


@contextlib.contextmanager
def _time_limit(seconds: float) -> Iterator[None]:
    if threading.current_thread() is not threading.main_thread():
        yield  # neither an alarm nor an interrupt reaches another thread
    elif hasattr(signal, "setitimer"):
        with _alarm(seconds):
            yield
    else:
        with _interrupt(seconds):
            yield


@contextlib.contextmanager
def _alarm(seconds: float) -> Iterator[None]:
    def ring(signum: int, frame: FrameType | None) -> None:
        raise TimeIsUp

    before = signal.signal(signal.SIGALRM, ring)
    # It rings again every tenth of a second: a bare `except:` in a loop catches only the first.
    signal.setitimer(signal.ITIMER_REAL, seconds, 0.1)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@contextlib.contextmanager
def _interrupt(seconds: float) -> Iterator[None]:
    rang = threading.Event()

    def ring() -> None:
        rang.set()
        _thread.interrupt_main()

    timer = threading.Timer(seconds, ring)
    timer.start()
    try:
        yield
    except KeyboardInterrupt:
        # Ours if the timer rang; otherwise the learner pressed stop, and that must go through.
        if rang.is_set():
            raise TimeIsUp from None
        raise
    finally:
        timer.cancel()


def _learners_line(error: BaseException) -> str:
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if frame.filename != __file__]
    if not own:
        return ""
    # The first frame below ours is the learner's; deeper ones may belong to NumPy.
    return linecache.getline(own[0].filename, own[0].lineno or 0).strip()


def _same(old: Any, new: Any) -> bool:
    if isinstance(old, np.ndarray):
        return isinstance(new, np.ndarray) and np.array_equal(old, new, equal_nan=True)
    if isinstance(old, list | tuple | dict):
        return bool(len(old) == len(new) and repr(old) == repr(new))
    return True
