"""The channel, against a kernel that is out to hurt the grader."""

from __future__ import annotations

import json
import resource
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from course_utils.grading import channel as wire
from course_utils.grading.channel import BoxLostError, Channel
from course_utils.grading.plan import BoxPlan, Limits

GREETING = bytes(64)
READY = b"\x04\x06\x05READY"


@contextmanager
def kernel(tmp_path: Path, act: Callable[[socket.socket, str], None]) -> Iterator[Channel]:
    """A kernel that greets as it should, reads a request, and then does as it likes."""
    place = str(tmp_path / "kernel")
    listening = socket.socket(socket.AF_UNIX)
    listening.bind(place)
    listening.listen()

    def serve() -> None:
        with listening, listening.accept()[0] as other:
            other.sendall(GREETING + READY)
            with suppress(OSError):
                act(other, _request_id(other))

    threading.Thread(target=serve, daemon=True).start()
    box: Any = SimpleNamespace(
        address=place, plan=BoxPlan(Limits()), alive=lambda: True, complaint=lambda: ""
    )
    channel = Channel(box)
    channel.connect()
    yield channel
    channel.close()


def _request_id(other: socket.socket) -> str:
    received = b""
    while b'"msg_id"' not in received or b"user_expressions" not in received:
        received += other.recv(1 << 16)
    return received.split(b'"msg_id": "')[1][:32].decode()


def frame(body: bytes, more: bool) -> bytes:
    return bytes([2 | more]) + len(body).to_bytes(8) + body


def message(*bodies: Any) -> bytes:
    whole = [one if isinstance(one, bytes) else json.dumps(one).encode() for one in bodies]
    return b"".join(frame(one, n < len(whole) - 1) for n, one in enumerate(whole))


def reply(wanted: str, content: Any) -> bytes:
    header, parent = {"msg_type": "execute_reply"}, {"msg_id": wanted}
    return message(b"<IDS|MSG>", b"", header, parent, {}, content)


def answer(text: str) -> dict[str, Any]:
    value = {"status": "ok", "data": {"text/plain": text}}
    return {"status": "ok", "user_expressions": {"answer": value}}


def test_an_honest_kernel_is_understood(tmp_path: Path) -> None:
    with kernel(tmp_path, lambda s, wanted: s.sendall(reply(wanted, answer("'42'")))) as channel:
        assert channel.ask("x = 1", "'42'", 2).value == "'42'"


STRANGE: list[Any] = [
    None,
    [],
    7,
    {"status": "ok"},
    {"status": "ok", "user_expressions": {"answer": 3}},
    {"status": "ok", "user_expressions": {"answer": {"status": "ok", "data": []}}},
]


@pytest.mark.parametrize("content", STRANGE)
def test_strange_replies_are_ignored_until_a_good_one(content: Any, tmp_path: Path) -> None:
    def act(other: socket.socket, wanted: str) -> None:
        other.sendall(reply("another", answer("'forged'")))
        other.sendall(message(b"junk") + message(b"<IDS|MSG>", b"[" * 10_000, b"", b"\xff"))
        other.sendall(reply(wanted, content) + reply(wanted, answer("'good'")))

    with kernel(tmp_path, act) as channel:
        assert channel.ask("", "''", 2).value == "'good'"


def _endless_frames(other: socket.socket, _: str) -> None:
    while True:
        other.sendall(frame(bytes(1 << 20), True))


def _many_small_frames(other: socket.socket, _: str) -> None:
    while True:
        other.sendall(frame(b"", True) * 1000)


def _giant(other: socket.socket, _: str) -> None:
    other.sendall(b"\x02" + (1 << 62).to_bytes(8) + bytes(1000))


def _flood(other: socket.socket, _: str) -> None:
    while True:
        other.sendall(message(b"<IDS|MSG>", b"", {}, {}, {}, {}) * 100)


def _commands(other: socket.socket, _: str) -> None:
    while True:
        other.sendall(b"\x06" + (1 << 20).to_bytes(8) + bytes(1 << 20))


def _drip(other: socket.socket, _: str) -> None:
    other.sendall(b"\x02" + (1000).to_bytes(8))
    while True:
        time.sleep(0.01)
        other.sendall(b"x")


def _nothing(other: socket.socket, _: str) -> None:
    time.sleep(5)


@pytest.mark.parametrize(
    "act",
    [_endless_frames, _many_small_frames, _giant, _flood, _commands, _drip, _nothing],
)
def test_no_kernel_fills_the_graders_memory_or_time(act: Any, tmp_path: Path) -> None:
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    started = time.monotonic()
    with kernel(tmp_path, act) as channel, pytest.raises(BoxLostError):
        channel.ask("", "''", 1.5)
    assert time.monotonic() - started < 3
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    assert grown < 4 * wire.LARGEST_WAIT >> 10


def test_a_busy_line_hides_no_greed(tmp_path: Path) -> None:
    with kernel(tmp_path, _drip) as channel:
        channel.box.complaint = lambda: "took too much"  # type: ignore[method-assign]
        with pytest.raises(BoxLostError, match="too much"):
            channel.ask("", "''", 30)


def test_a_kernel_that_hangs_up_is_noticed_at_once(tmp_path: Path) -> None:
    started = time.monotonic()
    with kernel(tmp_path, lambda s, _: None) as channel, pytest.raises(BoxLostError, match="ended"):
        channel.ask("", "''", 30)
    assert time.monotonic() - started < 2
