"""A submission's cells in a box: what kills or hangs one kernel is left out of the next one."""

from __future__ import annotations

import threading
import time

from course_utils.grading.box import Box
from course_utils.grading.channel import BoxLostError, Channel, Reply
from course_utils.grading.notebook_file import clean
from course_utils.grading.plan import BoxPlan

# Boxes that wait for their first submission, one for each thread that grades. A box dies with the
# thread that started it, so no other thread can use it.
_warm: dict[int, Box] = {}


def take_channel(plan: BoxPlan) -> Channel:
    """Return a connected box that no submission has used, and let the next one start meanwhile."""
    box = _take_warm(plan) or Box(plan)
    _warm[threading.get_ident()] = Box(plan)
    channel = Channel(box)
    try:
        channel.connect()
    except BoxLostError:
        channel.close()
        box.kill()
        raise
    return channel


def _take_warm(plan: BoxPlan) -> Box | None:
    box = _warm.pop(threading.get_ident(), None)
    if box is None or (box.plan == plan and box.alive()):
        return box
    box.kill()
    return None


def discard_warm() -> None:
    """End the boxes that wait for a submission."""
    while _warm:
        _warm.popitem()[1].kill()


class Run:
    """One submission's kernel, and the time that is left to it."""

    def __init__(self, plan: BoxPlan) -> None:
        self.plan = plan
        self.done: list[str] = []  # sources that ran, to be repeated in a new box
        self.ends = time.monotonic() + plan.limits.submission_seconds
        self.channel: Channel | None = None
        self.lost = 0

    def cell(self, source: str) -> str:
        """Run a cell; return what went wrong, or nothing. BoxLostError: the kernel is gone."""
        reply = self._ask(source, "''", self.plan.limits.cell_seconds)
        self.done.append(source)
        return clean(reply.error)[:300]

    def call(self, expression: str) -> Reply:
        """Evaluate one expression."""
        return self._ask("", expression, self.plan.limits.call_seconds)

    def end(self) -> None:
        """Kill the box."""
        if self.channel is not None:
            self.channel.close()
            self.channel.box.kill()
            self.channel = None

    def _ask(self, code: str, expression: str, seconds: float) -> Reply:
        if self.channel is None:
            self._open()
        assert self.channel is not None
        left = self.ends - time.monotonic()
        if left <= 0:
            self.end()
            raise BoxLostError("came after the time for the whole notebook was used up")
        try:
            return self.channel.ask(code, expression, min(seconds, left))
        except BoxLostError:
            self.lost += 1
            self.end()
            raise

    def _open(self) -> None:
        """Take a new box and repeat what ran before."""
        if self.lost > self.plan.limits.restarts:
            raise BoxLostError("came after the kernel had been lost too often")
        if time.monotonic() > self.ends:
            raise BoxLostError("came after the time for the whole notebook was used up")
        self.channel = take_channel(self.plan)
        for source in self.done:
            self._ask(source, "''", self.plan.limits.cell_seconds)
