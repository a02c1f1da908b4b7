"""What a box is made of, and how much it may take."""

from __future__ import annotations

from dataclasses import dataclass, field

MB = 1 << 20


class NoBoxError(Exception):
    """Submissions cannot be boxed on this machine; the message says what to install."""


@dataclass(frozen=True)
class Limits:
    """How much a submission may take; seconds, bytes, numbers."""

    cell_seconds: float = 10.0
    call_seconds: float = 5.0
    submission_seconds: float = 60.0
    boot_seconds: float = 30.0
    memory: int = 2048 * MB
    disk: int = 64 * MB
    processes: int = 64
    restarts: int = 4


@dataclass(frozen=True)
class BoxPlan:
    """What a box is made of; two submissions of one assignment get boxes of the same plan."""

    limits: Limits = field(default_factory=Limits)
    holds: tuple[str, ...] = ()  # modules of course_utils that are really there
    hides: tuple[str, ...] = ()  # other packages that must not be there
    preload: tuple[str, ...] = ("numpy",)
    trusted: bool = False  # no box at all: the teacher's explicit choice
