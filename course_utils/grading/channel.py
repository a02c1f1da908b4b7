"""The message channel: send code to a boxed kernel, read what comes back, and not a byte more.

SECURITY-CRITICAL. This speaks Jupyter's wire protocol over ZMTP 3.0 (rfc.zeromq.org/spec/23) by
hand. libzmq would be shorter and is not used here for one reason: it collects a message of many
frames in the background, without a limit, so a kernel could fill the grader's memory. Here, every
byte is counted before it is kept, there is no background, and a broken connection is noticed at
once. The connection is made before student code runs, and never again.

Only the shell channel exists. Output, errors and display data travel on channels that nobody
connects to. Whatever arrives here is a claim of the student's process, however it is signed.
"""

from __future__ import annotations

import json
import select
import socket
import time
import uuid
from dataclasses import dataclass
from typing import Any

from course_utils.grading.box import Box

LARGEST_REPLY = 8 << 20  # bytes; all frames of a message together
LARGEST_WAIT = 32 << 20  # bytes that may arrive while one reply is awaited, wrong ones included
MOST_FRAMES = 64
MOST_MESSAGES = 50  # an honest kernel sends one
LOOK_SECONDS = 0.1  # between two looks at what the box takes
_MORE, _LONG, _COMMAND = 1, 2, 4
_GREETING = b"\xff" + bytes(8) + b"\x7f\x03\x00" + b"NULL".ljust(20, b"\0") + bytes(32)
_READY = b"\x05READY\x0bSocket-Type\x00\x00\x00\x06DEALER\x08Identity\x00\x00\x00\x00"
_DELIMITER = b"<IDS|MSG>"


class BoxLostError(Exception):
    """The kernel died, hung or broke a rule; the message says which. The box is of no more use."""


@dataclass(frozen=True)
class Reply:
    """A kernel's answer: the error it reports, if any, and the value of the expression asked."""

    error: str = ""
    value: str = ""


class Channel:
    """The only way into a box and out of it."""

    def __init__(self, box: Box) -> None:
        self.box = box
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.socket.setblocking(False)
        self.arrived = 0
        self.looked = 0.0
        self.deadline = time.monotonic() + box.plan.limits.boot_seconds

    def connect(self) -> None:
        """Wait for the kernel to listen, connect, and greet."""
        while not self._connected():
            self._check("did not start")
            time.sleep(0.005)
        self._send(_GREETING + bytes([_COMMAND, len(_READY)]) + _READY)
        self._read(len(_GREETING))
        self._frame(LARGEST_REPLY)  # the kernel's own READY

    def ask(self, code: str, expression: str, seconds: float) -> Reply:
        """Run `code` in the kernel and return the value of `expression`, a string, after it."""
        self.deadline = time.monotonic() + seconds
        self.arrived = 0
        wanted = uuid.uuid4().hex
        self._send(_request(wanted, code, expression))
        for _ in range(MOST_MESSAGES):
            reply = _read_reply(self._message(), wanted)
            if reply is not None:
                return reply
        raise BoxLostError("sent far more than was asked for")

    def close(self) -> None:
        """Hang up."""
        self.socket.close()

    def _connected(self) -> bool:
        try:
            self.socket.connect(self.box.address)
        except (FileNotFoundError, ConnectionRefusedError, BlockingIOError):
            return False
        except OSError as error:
            raise BoxLostError(f"could not be reached ({type(error).__name__})") from None
        return True

    def _check(self, late: str) -> None:
        """Raise once the time is up, the kernel is gone, or the box takes too much."""
        self.looked = time.monotonic()
        if self.looked > self.deadline:
            raise BoxLostError(late)
        if not self.box.alive():
            raise BoxLostError("ended its own process")
        if complaint := self.box.complaint():
            raise BoxLostError(complaint)

    def _send(self, data: bytes) -> None:
        while data:
            try:
                data = data[self.socket.send(data) :]
            except BlockingIOError:
                self._check("never finished")
                select.select([], [self.socket], [], LOOK_SECONDS)
            except OSError:
                raise BoxLostError("ended its own process") from None

    def _read(self, size: int) -> bytes:
        """Return exactly `size` bytes."""
        parts: list[bytes] = []
        while size:
            if not select.select([self.socket], [], [], LOOK_SECONDS)[0]:
                self._check("never finished")
                continue
            part = self._receive(size)
            size -= len(part)
            parts.append(part)
        return b"".join(parts)

    def _receive(self, size: int) -> bytes:
        try:
            part = self.socket.recv(min(size, 1 << 16))
        except OSError:
            part = b""
        self.arrived += len(part)
        if not part:
            raise BoxLostError("ended its own process")
        if self.arrived > LARGEST_WAIT:
            raise BoxLostError("sent far more than was asked for")
        # Also while bytes arrive: a drip of them must not keep us from looking at the memory.
        if time.monotonic() > min(self.deadline, self.looked + LOOK_SECONDS):
            self._check("never finished")
        return part

    def _frame(self, room: int) -> tuple[int, bytes]:
        flags = self._read(1)[0]
        length = int.from_bytes(self._read(8 if flags & _LONG else 1))
        if length > room:
            raise BoxLostError(f"sent a message of more than {LARGEST_REPLY >> 20} MB")
        return flags, self._read(length)

    def _message(self) -> list[bytes]:
        frames: list[bytes] = []
        room = LARGEST_REPLY
        while len(frames) < MOST_FRAMES:
            flags, body = self._frame(room)
            if flags & _COMMAND:
                continue
            frames.append(body)
            room -= len(body)
            if not flags & _MORE:
                return frames
        raise BoxLostError(f"sent a message of more than {MOST_FRAMES} frames")


def _request(identity: str, code: str, expression: str) -> bytes:
    header = {"msg_id": identity, "msg_type": "execute_request", "session": "grader"}
    header |= {"username": "", "version": "5.3", "date": "2000-01-01T00:00:00Z"}
    content = {"code": code, "silent": True, "store_history": False, "allow_stdin": False}
    content |= {"stop_on_error": False, "user_expressions": {"answer": expression}}
    bodies = [json.dumps(one).encode() for one in (header, {}, {}, content)]
    frames, last = [_DELIMITER, b"", *bodies[:-1]], bodies[-1]
    return b"".join(_framed(one, _MORE) for one in frames) + _framed(last, 0)


def _framed(body: bytes, more: int) -> bytes:
    return bytes([_LONG | more]) + len(body).to_bytes(8) + body


def _read_reply(frames: list[bytes], wanted: str) -> Reply | None:
    """Return the reply to the request `wanted`; None for anything else, however it is made."""
    try:
        header, parent, _, content = map(json.loads, frames[frames.index(_DELIMITER) + 2 :][:4])
        if parent["msg_id"] != wanted or header["msg_type"] != "execute_reply":
            return None
        return _as_reply(content)
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        return None


def _as_reply(content: dict[str, Any]) -> Reply:
    if content["status"] != "ok":
        return Reply(error=f"{content.get('ename')}: {content.get('evalue')}"[:500])
    answer = content["user_expressions"]["answer"]
    if answer["status"] != "ok":
        return Reply(error=f"{answer.get('ename')}: {answer.get('evalue')}"[:500])
    return Reply(value=str(answer["data"]["text/plain"]))
