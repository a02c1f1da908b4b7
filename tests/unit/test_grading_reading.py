"""Finding submissions, reading their notebooks, and finding the answers in them."""

from __future__ import annotations

import json
import os
import zipfile
from pathlib import Path
from typing import Any

import pytest

from course_utils.grading.answers import find_answer, is_attempt
from course_utils.grading.collect import CollectError, find_submissions
from course_utils.grading.notebook_file import Cell, UnreadableError, read_cells
from course_utils.grading.store import slug


def code(source: Any, mark: str = "pe", **metadata: Any) -> dict[str, Any]:
    grading = {"grade_id": mark, "solution": True}
    return {"cell_type": "code", "source": source, "metadata": {"nbgrader": grading} | metadata}


def notebook(*cells: dict[str, Any]) -> bytes:
    return json.dumps({"cells": list(cells), "nbformat": 4}).encode()


def put(path: Path, data: bytes = b"{}") -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return path


def pack(path: Path, *names: str) -> Path:
    """Write a zip whose members are all `{}`."""
    with zipfile.ZipFile(path, "w") as archive:
        for name in names:
            archive.writestr(name, "{}")
    return path


def owners(place: Path) -> dict[str, str]:
    return {one.student: one.problem for one in find_submissions(place)}


def test_one_notebook_a_file(tmp_path: Path) -> None:
    for name in ("Ада.ipynb", "mueller_ada_123_456_hw1.ipynb", "Bo (1).ipynb", "Cem.pdf"):
        put(tmp_path / name)
    found = owners(tmp_path)
    assert list(found) == ["Bo", "Cem", "mueller_ada", "Ада"]
    assert "no notebook" in found["Cem"]


def test_a_folder_a_student(tmp_path: Path) -> None:
    put(tmp_path / "Li Wei_17_assignsubmission_file_" / "hw1.ipynb")
    put(tmp_path / "Li Wei_18_assignsubmission_file_" / "deep" / "hw1.ipynb")
    put(tmp_path / "Bo" / ".ipynb_checkpoints" / "hw1-checkpoint.ipynb")
    found = find_submissions(tmp_path)
    assert [one.student for one in found] == ["Bo", "Li Wei", "Li Wei"]
    assert len({one.identity for one in found}) == 3
    assert found[0].problem == "the folder holds no notebook"


def test_the_zip_of_an_lms(tmp_path: Path) -> None:
    pack(
        tmp_path / "all.zip",
        "hw1/Ada_1_assignsubmission_file_/hw1.ipynb",
        "hw1/Bo_2_assignsubmission_file_/hw1.ipynb",
        "__MACOSX/._hw1.ipynb",
        "hw1/../../../../etc/cron.d/x_3_assignsubmission/e.ipynb",
    )
    found = find_submissions(tmp_path / "all.zip")
    assert [one.student for one in found][:2] == ["Ada", "Bo"]
    assert found[0].read() == b"{}"
    assert list(tmp_path.iterdir()) == [tmp_path / "all.zip"]


def test_whoever_handed_in_something_else_in_a_classs_zip_is_a_row(tmp_path: Path) -> None:
    pack(
        tmp_path / "all.zip",
        "Ada_1_assignsubmission_file_/hw1.ipynb",
        "Ada_1_assignsubmission_file_/notes.txt",
        "Bo_2_assignsubmission_file_/hw1.pdf",
        "cem_3_4_hw1",
        "__MACOSX/._hw1.pdf",
    )
    assert owners(tmp_path / "all.zip") == {
        "Ada": "",
        "Bo": "this is no notebook but a file ending in .pdf",
        "cem": "this is no notebook but a file ending in nothing",
    }


def test_a_students_damaged_or_locked_zip_is_a_row(tmp_path: Path) -> None:
    put(tmp_path / "Ada.zip", b"PK\x03\x04 damaged")
    pack(tmp_path / "Bo.zip", "hw1.ipynb")
    assert owners(tmp_path) == {"Ada": "a damaged zip file", "Bo": ""}


def test_damage_inside_a_zip_is_a_reason_whatever_it_breaks(tmp_path: Path) -> None:
    whole = tmp_path / "whole.zip"
    with zipfile.ZipFile(whole, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("hw1.ipynb", "{}" * 5000)
    (found,) = find_submissions(tmp_path)
    data = whole.read_bytes()
    for place in range(39, 60):
        whole.write_bytes(data[:place] + b"\xff\xff" + data[place + 2 :])
        with pytest.raises((OSError, zipfile.BadZipFile)):
            found.read()


def test_what_lies_beside_a_notebook_is_nobody(tmp_path: Path) -> None:
    names = ("ada_1_11_hw1.ipynb", "ada_1_12_plot.png", "bo_2_13_a.pdf", "bo_2_14_b.pdf")
    pack(tmp_path / "class.zip", *names)
    for name in names:
        put(tmp_path / "class" / name)
    for place in (tmp_path / "class.zip", tmp_path / "class"):
        found = {one.identity: one.file for one in find_submissions(place)}
        assert found == {"ada_1": "ada_1_11_hw1.ipynb", "bo_2": "bo_2_14_b.pdf"}


def test_a_list_beside_the_students_folders_makes_them_no_one_student(tmp_path: Path) -> None:
    place = pack(tmp_path / "all.zip", "hw1/Ada/hw1.ipynb", "hw1/Bo/a.pdf", "hw1/Bo/hw1.ipynb")
    assert set(owners(place)) == {"Ada", "Bo"}
    pack(place, "hw1/Ada/hw1.ipynb", "hw1/Bo/hw1.ipynb", "hw1/list.csv", "readme.txt")
    found = owners(place)
    assert (found["Ada"], found["Bo"]) == ("", "")
    assert len(found) == 4


def test_a_student_who_hands_in_twice_on_canvas_is_one_student(tmp_path: Path) -> None:
    for name in ("kim_1_11_hw1.ipynb", "kim_LATE_1_12_hw1.ipynb", "kim_2_13_hw1.ipynb"):
        put(tmp_path / name)
    assert [one.identity for one in find_submissions(tmp_path)] == ["kim_1", "kim_1", "kim_2"]


def test_a_zip_whose_name_cannot_be_seen_is_no_classs(tmp_path: Path) -> None:
    pack(tmp_path / "\u202e.zip", "Ada.ipynb")
    put(tmp_path / "Ada.ipynb")
    assert len({one.identity for one in find_submissions(tmp_path)}) == 2


def test_a_name_that_looks_like_anothers_does_not_take_its_place(tmp_path: Path) -> None:
    for name in ("Ada", "Ada\u202e", "Ada\x7f"):
        put(tmp_path / "folders" / name / "hw1.ipynb")
        put(tmp_path / "files" / f"{name}.ipynb")
    for place in ("folders", "files"):
        assert len({one.identity for one in find_submissions(tmp_path / place)}) == 3


def test_moodles_second_folder_of_a_student_is_no_second_student(tmp_path: Path) -> None:
    put(tmp_path / "Ada_1_assignsubmission_file_" / "hw1.ipynb")
    put(tmp_path / "Ada_1_assignsubmission_onlinetext_" / "onlinetext.html")
    put(tmp_path / "Ada_2_assignsubmission_file_" / "hw1.ipynb")
    put(tmp_path / "Bo_3_assignsubmission_onlinetext_" / "onlinetext.html")
    found = {one.identity: one.problem for one in find_submissions(tmp_path)}
    assert found == {"Ada_1": "", "Ada_2": "", "Bo_3": "the folder holds no notebook"}


def test_a_single_notebook_is_told_to_come_in_a_folder(tmp_path: Path) -> None:
    with pytest.raises(CollectError, match="is one notebook: name the folder that holds it"):
        find_submissions(put(tmp_path / "Ada.ipynb"))


def test_an_entry_without_a_name_is_nobody(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "class.zip", "w") as archive:
        for name in ("Ada/hw1.ipynb", "x"):
            archive.writestr(name, "{}")
        archive.filelist[-1].filename = ""
    assert owners(tmp_path / "class.zip") == {"Ada": ""}


def test_links_and_pipes_are_not_opened(tmp_path: Path) -> None:
    solution = put(tmp_path / "solution" / "hw1.ipynb")
    place = tmp_path / "class"
    (place / "Bo").mkdir(parents=True)
    (place / "Ada.ipynb").symlink_to(solution)
    (place / "Bo" / "hw1.ipynb").symlink_to(solution)
    (place / "Dana").symlink_to(solution.parent)
    os.mkfifo(place / "Cem.ipynb")
    os.mkfifo(place / "Eve.zip")
    os.mkfifo(place / "Bo" / "hw1.zip")
    found = find_submissions(place)
    assert all(one.problem for one in found), found
    for one in found:
        if one.path.endswith(".ipynb"):
            with pytest.raises(OSError, match=r"link|regular|symbolic"):
                one.read()


def test_thousands_of_files_of_one_student_do_not_take_the_classs_time(tmp_path: Path) -> None:
    for n in range(50):
        os.utime(put(tmp_path / "Eve" / f"{n}.ipynb"), (n, n))
    found = find_submissions(tmp_path)
    assert [one.file for one in found] == ["47.ipynb", "48.ipynb", "49.ipynb"]
    assert "50 files" in found[0].note


def test_an_empty_place_is_named(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    put(tmp_path / "no.zip")
    for name in ("empty", "missing", "no.zip"):
        with pytest.raises(CollectError, match=name):
            find_submissions(tmp_path / name)


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "empty"),
        (b" \n", "empty"),
        (b'{"cells": [', "cut off"),
        (b"\x89PNG", "something else"),
        (b"[" * 100_000, "nested too deeply|something else"),
        (b"[1, 2]", "no list of cells"),
        (b'{"worksheets": []}', "no list of cells"),
        (b'{"cells": ' + b"[" * 6_000_000, "could not be read"),
        (b'{"cells": [' + b"[]," * 12_000_000 + b"[]]}", "could not be read"),
    ],
)
def test_what_is_no_notebook_is_refused_with_a_reason(data: bytes, reason: str) -> None:
    with pytest.raises(UnreadableError, match=reason):
        read_cells(data)


def test_large_outputs_do_not_stand_in_the_way() -> None:
    big = code("x = 1") | {"outputs": [{"output_type": "stream", "text": "x" * 6_000_000}]}
    assert [cell.source for cell in read_cells(notebook(big))] == ["x = 1"]


def test_cells_of_the_strangest_kinds_are_read() -> None:
    strange: list[Any] = [3, None, {}, {"metadata": 3, "source": {"a": 1}, "outputs": "x"}]
    strange += [code(["a\n", 3, "b"], mark="\ud800x"), {"id": 7, "metadata": {"tags": 3}}]
    cells = read_cells(notebook(*strange))
    assert cells[2] == Cell("?x", "code", "a\nb", is_answer=True)


STUB = "def f(x):\n    '''Say it.'''\n    raise NotImplementedError()\n"
RIGHT = "def f(x):\n    return x\n"


@pytest.mark.parametrize(
    "source", ["", "# later\n", STUB, "def f(x):\n    ...  # your code here", "f = ...", "pass"]
)
def test_a_stub_is_no_attempt(source: str) -> None:
    assert not is_attempt(source, "f")


@pytest.mark.parametrize("source", [RIGHT, "%%time\n" + RIGHT, "def f(x:\n", "import numpy"])
def test_anything_else_is_one(source: str) -> None:
    assert is_attempt(source, "f")


def places(*sources: tuple[str, str]) -> tuple[int | None, str]:
    cells = [Cell(mark, "code", source) for mark, source in sources]
    found = find_answer(cells, "f-cell", "f")
    return found.place, "; ".join(found.notes)


def test_the_last_attempt_among_copies_counts() -> None:
    assert places(("f-cell", RIGHT), ("f-cell", "# copy")) == (
        0,
        "2 cells are marked f-cell; the one with an answer counts",
    )
    assert places(("f-cell", RIGHT), ("f-cell", RIGHT))[0] == 1


def test_an_answer_in_an_unmarked_cell_is_found_by_its_name() -> None:
    place, note = places(("other", "import os"), ("renamed", RIGHT))
    assert place == 1
    assert "by its name" in note


def test_what_is_missing_is_said() -> None:
    assert places(("f-cell", STUB)) == (None, "not attempted")
    assert "no cell f-cell" in places(("other", "x = 1"))[1]


def test_file_names_are_safe() -> None:
    assert slug("../../etc/passwd") == "etc-passwd"
    assert slug("李 伟") == "李-伟"
    assert slug("💥") == "student"
    assert len(slug("ж" * 300).encode()) <= 60
