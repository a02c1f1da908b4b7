"""What CONTRIBUTING.md, the glossary and the README say is so."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path

import pytest

from course_utils.cli import main
from course_utils.commands.links import links, repository
from course_utils.editions import find_sources, read_source
from course_utils.editions.source import HEADER_KEYS, TAGS
from tools import draw_clocks

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
GUIDE = (ROOT / "docs" / "grading.md").read_text(encoding="utf-8")
GLOSSARY = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
SOURCES = {path.name[:2]: path for path in find_sources(ROOT)}
ROWS = [
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in GLOSSARY.splitlines()
    if line.startswith("|") and "---" not in line and "Deutsch" not in line
]
PYTHON = re.findall(r"^   ```python\n(.*?)^   ```", CONTRIBUTING, re.MULTILINE | re.DOTALL)


def unindented(block: str) -> str:
    return "\n".join(line[3:] for line in block.splitlines())


def test_contributing_names_every_header_key_and_tag():
    assert set(re.findall(r'tags=\["([\w-]+)"\]', CONTRIBUTING)) == TAGS
    assert all(f"{key}=" in CONTRIBUTING for key in HEADER_KEYS)


def test_contributings_exercise_can_be_written_as_it_says(tmp_path, monkeypatch):
    (tmp_path / "double_answers.py").write_text(unindented(PYTHON[0]))
    monkeypatch.syspath_prepend(tmp_path)
    exercise = import_module("double_answers").DOUBLE
    assert exercise.build(exercise.reference_source)(4) == 8
    assert [one.name for one in exercise.wrong] == ["squared", "once"]
    assert {exercise.build(one.source)(3) for one in exercise.wrong} == {9, 3}
    assert all(exercise.build(one.source)(3) == 6 for one in exercise.also_right)


def test_contributings_cells_can_be_read(tmp_path):
    folder = tmp_path / "solutions"
    folder.mkdir()
    (folder / "03_more.py").write_text(unindented(PYTHON[1]))
    cells = read_source(folder / "03_more.py", {"03.5"}).cells
    assert [cell.kind for cell in cells] == ["markdown", "code", "code"]
    assert [cell.id for cell in cells[1:]] == ["exercise-03-5", "check-03-5"]


def test_contributing_finds_every_part_of_the_package():
    homes = re.findall(r"`(course_utils/[\w./]+)`", CONTRIBUTING)
    assert len(homes) >= 10
    assert [home for home in homes if "NN" not in home and not (ROOT / home).exists()] == []


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_a_term_is_complete_and_stands_in_its_notebook(row):
    assert len(row) == 6
    assert all(row)
    number = re.match(r"\[(\d\d)\]\(\.\./notebooks/\1_\w+\.ipynb\)$", row[5])
    assert number, row[5]
    cells = read_source(SOURCES[number[1]]).cells
    words = "\n".join(cell.text for cell in cells if "teacher" not in cell.tags).lower()
    stems = [term.strip().split("’")[0].split("'")[0] for term in row[0].lower().split(",")]
    assert any(stem[:10] in words for stem in stems), row[0]


def test_the_graders_guide_names_messages_that_the_grader_says():
    package = ROOT / "course_utils"
    files = [*(package / "grading").rglob("*.py"), package / "commands" / "grade.py"]
    code = "\n".join(path.read_text(encoding="utf-8") for path in files)
    said = re.sub(r"{[^}]*}", "…", re.sub(r'"\s+f?"', "", code))
    table = GUIDE.partition("## When something goes wrong")[2].partition("\n## ")[0]
    rows = [row.split("|")[1] for row in table.splitlines() if row.startswith("|")][2:]
    pieces = [piece.strip() for row in rows for piece in re.split("[;,…]", row) if piece.strip()]
    assert len(pieces) > 10
    assert [one for one in pieces if one not in said] == []


def test_the_graders_guide_is_linked_where_graders_look():
    assert "(docs/grading.md)" in README.partition("## If you are grading")[2].partition("##")[0]


def test_no_term_stands_twice():
    terms = [term.strip() for row in ROWS for term in row[0].split(",")]
    assert len(terms) == len(set(terms))


@pytest.mark.parametrize("number", SOURCES)
def test_the_readmes_minutes_are_the_notebooks(number):
    row = re.search(rf"^\| {number} \|.*\| (\d+) \|$", README, re.MULTILINE)
    assert row, f"README.md's table has no row for notebook {number} that ends with its minutes"
    intro = " ".join(read_source(SOURCES[number]).cells[0].text.split())
    said = re.search(r"\*\*Time:\*\* about ([\w ]+?)( minutes|,)", intro)
    assert said, f"notebook {number} does not begin with its time, as in **Time:** about 60 minutes"
    hours = {"two hours": 120, "three hours": 180}
    minutes = hours.get(said[1]) or int(said[1])
    assert int(row[1]) == minutes, f"README.md's row {number}: {row[1]} minutes, there {minutes}"


def test_the_readmes_picture_moves_is_small_and_is_described():
    ((alt, name),) = re.findall(r"!\[([^\]]+)\]\(([^)]+)\)", README)
    assert len(alt) > 60
    picture = (ROOT / name).read_text(encoding="utf-8")
    assert len(picture) < 500_000
    assert "@keyframes" in picture
    assert "prefers-reduced-motion" in picture
    assert not re.search(r"<script|https?://(?!www\.w3\.org/2000/svg)", picture)


def test_the_readmes_picture_is_what_its_script_draws():
    stored = (ROOT / "docs" / "clocks.svg").read_text(encoding="utf-8")
    drawn = draw_clocks.picture()
    colours = re.compile(r"#[0-9a-f]{6}")
    assert colours.sub("", drawn) == colours.sub("", stored)
    for new, old in zip(colours.findall(drawn), colours.findall(stored), strict=True):
        # A last bit of a sine may round a channel the other way on another machine.
        channels = [(int(new[n : n + 2], 16), int(old[n : n + 2], 16)) for n in (1, 3, 5)]
        assert all(abs(a - b) <= 1 for a, b in channels)


def test_the_address_comes_from_pyproject_alone(tmp_path):
    project = tmp_path / "pyproject.toml"
    project.write_text('[project]\nname = "x"\n')
    assert repository(project) is None
    project.write_text('[project.urls]\nRepository = "https://example.org/a/b.git"\n')
    assert repository(project) == "https://example.org/a/b"
    (binder,) = links("https://example.org/a/b", ["01_a.ipynb"])
    assert binder.startswith("https://mybinder.org/v2/git/https%3A%2F%2Fexample.org%2Fa%2Fb/main?")


def test_an_address_that_is_known_is_the_one_to_clone(capsys):
    address = repository(ROOT / "pyproject.toml")
    known = address is not None
    assert main(["links"]) == (0 if known else 1)
    assert ("mybinder" in capsys.readouterr().out) == known
    assert f"git clone {address or 'ADDRESS-OF-THIS-REPOSITORY'}" in README
