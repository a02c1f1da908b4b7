"""Marks, tables, merging, reading and exports, without running a notebook."""

from __future__ import annotations

import base64
import http.client
import threading
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from course_utils.grading import pages
from course_utils.grading.gradebook import GradebookError, export
from course_utils.grading.key import Key, Property, Task, Written
from course_utils.grading.marks import csv_text, marks_table, stand
from course_utils.grading.merge import MergeError, entered_points, merge, table_to_fill
from course_utils.grading.pictures import shown_outputs
from course_utils.grading.reading import reading_pages, server, write_reading
from course_utils.grading.report import feedback_page, summary_page, write_reports

KEY = Key(
    assignment="hw1",
    tasks=(Task("pe", "pe", np.sin, (Property(3, "right", lambda rng: [(1.0,)]),)),),
    written=(Written("why", "Why?", 2, ("one reason (2)",), ("Because of <this>.",)),),
)
EVIL = "<script>alert(1)</script><img src=x onerror=alert(1)>"


def result(student: str, identity: str = "", **changes: Any) -> dict[str, Any]:
    whole = {
        "student": student,
        "identity": identity or student,
        "page": f"{identity or student}-0",
        "file": "hw1.ipynb",
        "modified": 1.0,
        "note": "",
        "sandbox": "box",
        "status": "graded",
        "points": 3,
        "tasks": [
            {
                "cell": "pe",
                "name": "pe",
                "points": 3,
                "of": 3,
                "notes": [],
                "properties": [{"says": "right", "of": 3, "points": 3, "reason": ""}],
            }
        ],
        "written": [{"cell": "why", "text": EVIL, "notes": [], "outputs": [{"text": EVIL}]}],
    }
    return whole | changes


def refused(student: str, **changes: Any) -> dict[str, Any]:
    nothing = {"status": "refused", "reason": "the file is empty", "points": 0}
    return result(student, tasks=[], written=[], **nothing, **changes)


def test_the_latest_hand_in_counts_and_is_named() -> None:
    early = result("Ada", modified=1.0, file="first.ipynb", page="Ada-1")
    late = result("Ada", modified=2.0, file="second.ipynb", page="Ada-2")
    (mark,) = stand([late, early], KEY, {})
    assert mark.page == "Ada-2"
    assert mark.notes == ["handed in 2 times; the latest, second.ipynb, counts"]


def test_a_later_hand_in_that_cannot_be_read_loses_to_an_earlier_one() -> None:
    late = refused("Ada", modified=2.0, file="second.ipynb", page="Ada-2")
    (mark,) = stand([late, result("Ada", file="first.ipynb")], KEY, {})
    assert mark.total == 3
    assert "the latest that could be graded, first.ipynb" in mark.notes[0]


def test_two_students_of_one_name_keep_their_marks_apart() -> None:
    marks = stand([result("Li Wei", "Li Wei_17"), refused("Li Wei", identity="Li Wei_18")], KEY, {})
    assert [mark.total for mark in marks] == [3, 0]


def test_rows_of_one_name_say_how_each_was_handed_in() -> None:
    marks = stand([result("Kim", "Kim_1_"), result("Kim", "Kim_2_"), result("Bo")], KEY, {})
    notes = {mark.handed_in_as: mark.namesakes for mark in marks}
    assert notes["Kim_1_"] == ["2 rows have this name; this one came as Kim_1_"]
    assert notes["Bo"] == []
    assert '"Kim","Kim_2_-0","Kim_2_","hw1.ipynb"' in marks_table(marks, KEY)
    assert "this one came as Kim_2_" in summary_page(marks, KEY)
    assert "rows have this name" not in feedback_page(marks[1], KEY)


def test_pages_say_what_is_not_read_yet() -> None:
    new = stand([result("Ada"), refused("Bo")], KEY, {})
    assert "3 of 5 points so far; 1 written answer is not read yet." in feedback_page(new[0], KEY)
    assert "Why? · not graded" in feedback_page(new[1], KEY)
    assert "3 points so far; 1 written answer is not read yet." in summary_page(new, KEY)
    assert "Why? · 2 points</h2><p>No answer is read yet." in summary_page(new, KEY)
    read = stand([result("Ada")], KEY, {"Ada-0": {"why": {"points": 2.0, "comment": ""}}})
    assert "5 of 5 points.</p>" in feedback_page(read[0], KEY)
    assert "so far" not in summary_page(read, KEY)


def test_a_files_long_name_among_the_notes_does_not_widen_the_table() -> None:
    assert "td:last-child { overflow-wrap: anywhere }" in summary_page([], KEY)


def test_a_note_that_several_tasks_share_stands_once() -> None:
    task = {"points": 0, "of": 1, "notes": ["not attempted"], "properties": []}
    tasks = [task | {"cell": cell, "name": cell} for cell in ("pe", "shift")]
    (mark,) = stand([result("Ada", tasks=tasks)], KEY, {})
    assert mark.notes == ["pe, shift: not attempted"]


def test_none_that_could_be_graded_is_not_called_the_one_that_could() -> None:
    (mark,) = stand([refused("Ada"), refused("Ada", modified=2.0)], KEY, {})
    assert mark.notes[1] == "handed in 2 times; the latest, hw1.ipynb, counts"


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t=", " =", "\r"])
def test_no_entry_of_a_table_is_a_formula(start: str) -> None:
    assert csv_text([[f"{start}HYPERLINK(1)"]]).startswith("\"'")


@pytest.mark.parametrize("separator", [";", "|", "\t", "\n"])
@pytest.mark.parametrize("start", ["=", '"=', " +", "\u200b-", "\uff1d", "\uff20"])
def test_nor_does_one_begin_behind_another_separator(separator: str, start: str) -> None:
    assert f"x{separator}'" in csv_text([[f"x{separator}{start}1"]])


def test_names_of_any_script_and_any_mark_survive_the_table() -> None:
    name = 'Ольга "Olga" Ли, =1+1\n李'
    assert name.replace('"', '""') in marks_table(stand([result(name)], KEY, {}), KEY)


def test_no_page_lets_a_students_words_become_markup() -> None:
    marks = stand([result(EVIL, "a", file=EVIL), refused(EVIL, identity="b", note=EVIL)], KEY, {})
    made = [feedback_page(mark, KEY) for mark in marks] + [summary_page(marks, KEY)]
    for page in made + list(reading_pages(marks, KEY).values()):
        assert "<script" not in page
        assert "<img" not in page
        assert "default-src 'none'" in page


def test_only_text_and_png_outputs_are_shown() -> None:
    png = b"\x89PNG\r\n\x1a\n" + bytes(8) + (9).to_bytes(4) + (9).to_bytes(4)
    coded = base64.b64encode(png).decode()
    wide = base64.b64encode(png[:16] + (9_999_999).to_bytes(4) + png[20:]).decode()
    outputs: tuple[dict[str, Any], ...] = (
        {"data": {"image/png": coded}},
        {"data": {"image/png": wide}},
        {"data": {"image/png": "PHN2Zz4=", "image/svg+xml": "<svg>", "text/html": "<b>"}},
        {"data": ["x"], "text": ["a", 3, "b"]},
        {"data": {"text/plain": {"x": 1}}},
    )
    assert shown_outputs(outputs) == [{"png": coded}, {"text": "ab"}]


def table(tmp_path: Path, *rows: str, head: str = "id,question,points,comment") -> Path:
    path = tmp_path / "read.csv"
    path.write_bytes("\n".join([head, *rows]).encode("utf-8-sig"))
    return path


def test_points_that_a_reader_gave_are_added(tmp_path: Path) -> None:
    rows = ("Ada-0,why,1.5,good", "Bo-0,why,,")
    assert merge(tmp_path, table(tmp_path, *rows), {"Ada-0", "Bo-0"}, KEY) == 1
    marks = stand([result("Ada"), result("Bo")], KEY, entered_points(tmp_path))
    assert [(mark.total, mark.points["why"]) for mark in marks] == [(4.5, 1.5), (3, None)]
    assert "1.5" in table_to_fill(marks, KEY)


def test_a_spreadsheets_semicolons_and_decimal_commas_are_read(tmp_path: Path) -> None:
    path = table(tmp_path, "Ada-0;why;1,5", head="id;question;points")
    merge(tmp_path, path, {"Ada-0"}, KEY)
    assert entered_points(tmp_path)["Ada-0"]["why"]["points"] == 1.5


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("sep=;\r\nid;question;points\r\nAda-0;why;1,5\r\n", "utf-8-sig"),
        ("ID\t Question \tPoints\r\n\r\n\t\t\r\nAda-0\twhy\t1,5\r\n", "utf-16"),
        ("id,student,question,points,of\nAda-0,Müller,why,1.5,2\n", "utf-8"),
        ("\ufeffid,question,points\nAda-0,why,1.5\n", "utf-8-sig"),  # marked twice by a script
    ],
)
def test_what_spreadsheets_save_is_read(text: str, code: str, tmp_path: Path) -> None:
    path = tmp_path / "read.csv"
    path.write_bytes(text.encode(code))
    assert merge(tmp_path, path, {"Ada-0"}, KEY) == 1
    assert entered_points(tmp_path)["Ada-0"]["why"]["points"] == 1.5


@pytest.mark.parametrize(
    ("data", "remedy"),
    [
        ("id;question;points\nMüller-0;why;1".encode("cp1252"), "save it as “CSV UTF-8”"),
        (b"id,question,Punkte\nAda-0,why,1", "has no column points: its first row must name id"),
        (b"", "no column id and none question and none points"),
    ],
)
def test_a_table_that_cannot_be_read_names_the_remedy(
    data: bytes, remedy: str, tmp_path: Path
) -> None:
    (tmp_path / "read.csv").write_bytes(data)
    with pytest.raises(MergeError, match=remedy):
        merge(tmp_path, tmp_path / "read.csv", {"Ada-0"}, KEY)


def test_points_that_were_merged_are_not_written_over_when_their_file_is_damaged(
    tmp_path: Path,
) -> None:
    (tmp_path / "written.json").write_text("{")
    with pytest.raises(MergeError, match="damaged: put a copy back"):
        merge(tmp_path, table(tmp_path, "Ada-0,why,2,"), {"Ada-0"}, KEY)
    assert (tmp_path / "written.json").read_text() == "{"


@pytest.mark.parametrize("code", ["utf-8", "utf-16"])  # as spreadsheets save it
def test_who_hands_in_late_stands_in_a_table_of_their_own(code: str, tmp_path: Path) -> None:
    marks = stand([result("Ada"), refused("Bo")], KEY, {})
    (first,) = write_reading(tmp_path, marks, KEY)
    assert "Bo" not in first.read_text(encoding="utf-8")
    assert first.read_bytes()[:3] == b"\xef\xbb\xbf"
    first.write_text("Ada-0 with a reader's work", encoding=code)
    late = stand([result("Ada"), result("Cem")], KEY, {})
    for _ in range(2):
        names = {path.name for path in write_reading(tmp_path, late, KEY)}
        assert names == {"to-read.csv", "to-read-2.csv"}
    assert first.read_text(encoding=code) == "Ada-0 with a reader's work"
    assert "Ada" not in (tmp_path / "to-read-2.csv").read_text(encoding="utf-8")
    assert not (tmp_path / "to-read-3.csv").exists()


@pytest.mark.parametrize(
    ("row", "fault"),
    [
        ("Eve-0,why,1,", "no submission has the id 'Eve-0'"),
        ("Ada-0,how,1,", "no question is called 'how'"),
        ("Ada-0,why,3,", "'3' is no number of points from 0 to 2"),
        ("Ada-0,why,-1,", "from 0 to 2"),
        ("Ada-0,why,nan,", "from 0 to 2"),
        ("Ada-0,why,two,", "from 0 to 2"),
        ("Ada-0,why,1,\nAda-0,why,2,", "a second row for Ada-0 and why"),
    ],
)
def test_a_bad_row_is_named_and_nothing_is_overwritten(
    row: str, fault: str, tmp_path: Path
) -> None:
    merge(tmp_path, table(tmp_path, "Ada-0,why,2,"), {"Ada-0", "Bo-0"}, KEY)
    before = entered_points(tmp_path)
    with pytest.raises(MergeError, match=fault):
        merge(tmp_path, table(tmp_path, "Bo-0,why,1,", row), {"Ada-0", "Bo-0"}, KEY)
    assert entered_points(tmp_path) == before


def test_the_server_shows_the_pages_to_nobody_else() -> None:
    listening, address = server(reading_pages(stand([result("Ada")], KEY, {}), KEY), 0)
    threading.Thread(target=listening.serve_forever, daemon=True).start()
    host, _, path = address.removeprefix("http://").partition("/")
    try:
        assert _get(host, f"/{path}")[:2] == (200, pages.POLICY)
        assert _get(host, "/index.html")[0] == 404
        assert _get(host, f"/{path}/../../etc/passwd")[0] == 404
        assert _get(host, f"/{path}", {"Host": "evil.example"})[0] == 404
    finally:
        listening.shutdown()
        listening.server_close()


def _get(host: str, path: str, headers: dict[str, str] | None = None) -> tuple[int, str, bytes]:
    connection = http.client.HTTPConnection(host, timeout=5)
    connection.request("GET", path, headers=headers or {})
    answer = connection.getresponse()
    return answer.status, answer.getheader("Content-Security-Policy") or "", answer.read()


def test_reports_are_written_for_everybody(tmp_path: Path) -> None:
    marks = stand([result("Ada"), refused("Bo")], KEY, {})
    write_reports(tmp_path, marks, KEY)
    assert len(list((tmp_path / "feedback").iterdir())) == 2
    assert "1 of 2 students could be graded" in (tmp_path / "summary.html").read_text()
    assert "the file is empty" in (tmp_path / "marks.csv").read_text()


def test_without_nbgrader_the_export_says_what_to_install(tmp_path: Path) -> None:
    try:
        import nbgrader  # noqa: F401
    except ImportError:
        with pytest.raises(GradebookError, match="pip install nbgrader"):
            export(tmp_path / "gradebook.db", [], KEY)


def test_nbgrader_reads_what_is_exported(tmp_path: Path) -> None:
    api = pytest.importorskip("nbgrader.api", reason="nbgrader is not installed")
    read = {"Ada-0": {"why": {"points": 1.5, "comment": ""}}}
    for _ in range(2):
        export(tmp_path / "g.db", stand([result("Ada"), refused("Bo")], KEY, read), KEY)
    with api.Gradebook(f"sqlite:///{tmp_path / 'g.db'}") as book:
        assert book.find_submission("hw1", "Ada-0").score == 4.5
        assert book.find_submission("hw1", "Bo-0").score == 0
        assert book.find_submission("hw1", "Bo-0").needs_manual_grade


def test_a_table_whose_first_line_is_endless_is_named(tmp_path: Path) -> None:
    table = tmp_path / "to-read.csv"
    table.write_text("id,question,points," + "x" * 200_000)
    with pytest.raises(MergeError, match=r"to-read\.csv"):
        merge(tmp_path, table, set(), KEY)
