"""Reading written answers: each beside its rubric and model answers, on pages that run nothing."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from course_utils.files import write_whole
from course_utils.grading import pages
from course_utils.grading.key import Key, Written
from course_utils.grading.marks import Mark
from course_utils.grading.merge import table_to_fill
from course_utils.grading.store import ID_DIGITS


def reading_pages(marks: Sequence[Mark], key: Key) -> dict[str, str]:
    """Return the pages by name: a list of the answers, and a page for each question."""
    made = {f"{n}.html": _question(one, marks) for n, one in enumerate(key.written, 1)}
    links = "".join(
        f'<li><a href="{n}.html">{pages.text(one.question)}</a> · {one.points:g} points</li>'
        for n, one in enumerate(key.written, 1)
    )
    hint = (
        "<p>Enter points and comments in to-read.csv, which lies beside the marks, and add them "
        "with <code>course grade --merge</code>.</p>"
    )
    title = f"{key.assignment}: written answers"
    return {"index.html": pages.page(title, f"<ul>{links}</ul>{hint}")} | made


def _question(one: Written, marks: Sequence[Mark]) -> str:
    models = "".join(pages.block(answer) for answer in one.model_answers)
    beside = f"<h3>Rubric</h3>{pages.items(one.rubric)}<h3>Model answers</h3>{models}"
    answers = [_answer(mark, one, beside) for mark in marks if mark.status == "graded"]
    return pages.page(f"{one.question} ({one.points:g} points)", "\n".join(answers))


def _answer(mark: Mark, one: Written, beside: str) -> str:
    given: Mapping[str, Any] = next(
        (each for each in mark.result["written"] if each["cell"] == one.cell), {}
    )
    points = mark.points.get(one.cell)
    state = "not read yet" if points is None else f"{points:g} points"
    shown = [
        pages.picture(output["png"]) if "png" in output else pages.block(output["text"])
        for output in given.get("outputs", ())
    ]
    body = pages.items(given.get("notes", [])) + pages.block(given.get("text", "")) + "".join(shown)
    about = f"{mark.student} · {mark.page} · {state}"
    columns = f'<div class="beside"><div>{body}</div><div>{beside}</div></div>'
    return f"<h2>{pages.text(about)}</h2>{columns}"


def write_reading(folder: Path, marks: Sequence[Mark], key: Key) -> list[Path]:
    """Write the pages, and a table to fill in; return the paths of all tables.

    A table is never written over: who handed in after it was made stands in one of their own.
    """
    place = folder / "reading"
    place.mkdir(exist_ok=True)
    for name, content in reading_pages(marks, key).items():
        write_whole(place / name, content)
    tables = sorted(folder.glob("to-read*.csv"))
    # The end of an id is the same bytes in every code that a spreadsheet writes, but for zeros.
    known = b"".join(path.read_bytes() for path in tables).replace(b"\0", b"")
    graded = [mark for mark in marks if mark.status == "graded"]
    fresh = [mark for mark in graded if mark.page[-ID_DIGITS:].encode() not in known]
    if fresh or not tables:
        path = _unused(folder)
        write_whole(path, table_to_fill(fresh, key))
        tables.append(path)
    return tables


def _unused(folder: Path) -> Path:
    names = ("to-read.csv", *(f"to-read-{n}.csv" for n in range(2, 1000)))
    return next(path for name in names if not (path := folder / name).exists())


def server(made: Mapping[str, str], port: int) -> tuple[ThreadingHTTPServer, str]:
    """Return a server of these pages alone, on this computer alone, and its address.

    The address holds a secret, so that other users of this computer cannot read along; requests
    that come under another host's name are refused, so that no web page can.
    """
    secret = secrets.token_urlsafe(16)
    listening = _Server(("127.0.0.1", port), _Handler)
    listening.content = {f"/{secret}/{name}": text.encode() for name, text in made.items()}
    listening.host = f"127.0.0.1:{listening.server_address[1]}"
    return listening, f"http://{listening.host}/{secret}/index.html"


class _Server(ThreadingHTTPServer):
    content: Mapping[str, bytes]
    host: str


class _Handler(BaseHTTPRequestHandler):
    server: _Server
    timeout = 10

    def do_GET(self) -> None:
        body = self.server.content.get(self.path)
        if self.headers.get("Host") != self.server.host:
            body = None
        self.send_response(404 if body is None else 200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Security-Policy", pages.POLICY)
        self.send_header("X-Content-Type-Options", "nosniff")
        self.send_header("Referrer-Policy", "no-referrer")
        self.send_header("Cache-Control", "no-store")
        self.end_headers()
        self.wfile.write(body or b"")

    def log_message(self, *_: Any) -> None:
        """Say nothing: the address is a secret."""
