"""Progress is kept in a small local file, and nothing makes it forget."""

import json
from concurrent.futures import ThreadPoolExecutor

import pytest

from course_utils.cli import main
from course_utils.exercises import all_exercises, get_exercise, progress, shown


@pytest.fixture
def file(tmp_path, monkeypatch):
    """Keep progress in a temporary file, and show nothing."""
    place = tmp_path / "deep" / "progress.jsonl"
    monkeypatch.setenv("COURSE_PROGRESS", str(place))
    monkeypatch.setattr(progress, "_paused", False)
    monkeypatch.setattr(progress, "_shown", set())
    monkeypatch.setattr("IPython.display.display", lambda *bundles, **options: None)
    return place


def solve(exercise_id):
    exercise = get_exercise(exercise_id)
    shown.check(exercise_id, exercise.build(exercise.reference_source))


def test_right_answer_is_remembered_once(file):
    solve("01.1")
    solve("01.1")
    assert list(progress.solved()) == ["01.1"]
    assert len(file.read_text().split()) > 0
    assert file.read_text().count("01.1") == 1


def test_unsolved_and_wrong_answers_are_not_remembered(file):
    shown.check("01.1", lambda scores: ...)
    shown.check("01.1", lambda scores: scores)
    shown.check("01.1", get_exercise("01.1").reference)
    assert progress.solved() == {}
    assert not file.exists()


def test_complete_edition_marks_nothing(file):
    progress.pause()
    solve("01.1")
    assert not file.exists()


def test_switched_off_marks_nothing(file, monkeypatch):
    monkeypatch.setenv("COURSE_PROGRESS", "off")
    solve("01.1")
    assert progress.solved() == {}


def test_broken_line_costs_only_itself(file):
    solve("01.1")
    with file.open("a") as stream:
        stream.write('\n{"exercise": "01.2", "sol')  # a machine switched off while writing
    solve("01.3")
    assert sorted(progress.solved()) == ["01.1", "01.3"]


@pytest.mark.parametrize("rubbish", [b"\xff\xfe\x00", b"[]\n3\nnull\n", b"{}"])
def test_rubbish_is_passed_over_and_kept(file, rubbish):
    file.parent.mkdir()
    file.write_bytes(rubbish)
    solve("01.1")
    assert list(progress.solved()) == ["01.1"]
    assert file.read_bytes().startswith(rubbish)


def test_many_at_once_lose_nothing(file):
    ids = list(all_exercises())
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(progress.record, ids * 5))
    assert set(progress.solved()) == set(ids)


def test_unwritable_place_is_a_warning_not_an_end(file, monkeypatch):
    file.parent.write_text("a file where a folder should be")
    with pytest.warns(UserWarning, match="progress could not be kept"):
        solve("01.1")


def test_command_shows_each_notebook_and_where(file, capsys):
    solve("01.2")
    assert main(["progress"]) == 0
    assert "01  1 of 4  ○ 01.1 ✓ 01.2" in capsys.readouterr().out
    assert main(["progress", "--where"]) == 0
    assert capsys.readouterr().out.strip() == str(file)


def test_view_follows_along(file, monkeypatch):
    updates = []
    monkeypatch.setattr(
        "IPython.display.update_display", lambda bundle, **options: updates.append(bundle)
    )
    progress.show_progress("01")
    solve("01.1")
    assert updates[-1]["text/plain"].startswith("1 of 4 exercises solved\n✓ 01.1")


def test_unknown_notebook_is_refused():
    with pytest.raises(ValueError, match="no exercises in notebook '99'"):
        progress.show_progress("99")


def test_file_holds_no_more_than_id_and_time(file):
    solve("01.1")
    assert set(json.loads(file.read_text())) == {"exercise", "solved"}
