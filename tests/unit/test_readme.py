"""What the README tells people to open and to type is there."""

from __future__ import annotations

import re
from pathlib import Path

from course_utils.cli import COMMANDS

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "README.md").read_text(encoding="utf-8")
CODE = re.findall(r"```sh\n(.*?)```", TEXT, re.DOTALL) + re.findall(r"`([^`\n]+)`", TEXT)


def typed(command: str) -> set[str]:
    """Give the words that follow `command` wherever the README shows it as code."""
    return {word for code in CODE for word in re.findall(rf"\b{command} ([a-z]+)\b", code)}


def test_its_links_lead_somewhere() -> None:
    links = [link for link in re.findall(r"\]\(([^)]+)\)", TEXT) if "://" not in link]
    assert len(links) >= 3
    assert [link for link in links if not (ROOT / link.partition("#")[0]).exists()] == []


def test_its_make_targets_exist() -> None:
    targets = re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.MULTILINE)
    assert {"lab", "test"} <= typed("make") <= set(targets)


def test_its_course_commands_exist() -> None:
    assert "lab" in typed("course")
    assert typed("course") <= set(COMMANDS)


def test_a_teacher_finds_what_a_lesson_needs_on_one_screen() -> None:
    part = TEXT.partition("## If you are teaching\n")[2].partition("\n## ")[0]
    assert len(part.splitlines()) <= 30
    in_class = part.partition("In class:")[2]
    for needed in ("first code cell first", "%reveal", "restart the kernel", "%catchup", "zoom"):
        assert needed in in_class, needed
    for needed in ("make live", "course live", "make lab ARGS=live/", "live/earlier/"):
        assert needed in part, needed
    opened = re.findall(r"live/(\d\d_\w+)\.ipynb", part)
    assert opened
    assert [name for name in opened if not (ROOT / "solutions" / f"{name}.py").exists()] == []


def test_its_files_exist() -> None:
    named = set(re.findall(r"\b(?:tools/)?[\w-]+\.(?:py|yml|toml|txt)\b", TEXT)) - {"NN_name.py"}
    assert {"environment.yml", "tools/set_up.py"} <= named
    assert [name for name in named if "NN" not in name and not (ROOT / name).exists()] == []


def test_exactly_the_notebooks_that_exist_are_linked() -> None:
    for number, title in re.findall(r"^\| (\d\d) \| ([^|]+) \|", TEXT, re.MULTILINE):
        existing = [file.name for file in (ROOT / "notebooks").glob(f"{number}_*.ipynb")]
        linked = re.findall(r"\(notebooks/([^)]+)\)", title)
        assert linked == existing, f"README.md's row {number} links {linked}, there is {existing}"
        assert ("on its way" in title) == (not existing), title
