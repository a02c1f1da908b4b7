"""What is committed is what the sources give, and an edit of one word shows."""

from __future__ import annotations

import shutil

import pytest

from course_utils.cli import main
from course_utils.editions import EDITIONS


def test_the_built_notebooks_are_those_of_the_sources(pristine, monkeypatch, capsys):
    monkeypatch.chdir(pristine)
    code = main(["build", "--check"])
    assert code == 0, capsys.readouterr().out


@pytest.mark.parametrize("folder", [folder for folder, _ in EDITIONS.values()])
def test_one_word_makes_it_fail(pristine, tmp_path, folder, monkeypatch, capsys):
    copy = shutil.copytree(pristine, tmp_path / "course")
    path = min((copy / folder).glob("*.ipynb"))
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("Transformer", "Transistor", 1), encoding="utf-8")
    monkeypatch.chdir(copy)
    assert main(["build", "--check"]) == 1
    assert f"{folder}/{path.name}: cell " in capsys.readouterr().out
