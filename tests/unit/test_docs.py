"""Every command, link, cross-reference and import that people read here leads somewhere.

Links to other sites are judged by their form only: tests need no network.
"""

from __future__ import annotations

import argparse
import ast
import re
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from course_utils.cli import COMMANDS
from course_utils.editions import find_sources, read_source
from course_utils.exercises import all_exercises, all_predictions

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / name for name in ("README.md", "CONTRIBUTING.md", "SECURITY.md")]
PAGES += sorted((ROOT / "docs").glob("*.md"))
SOURCES = find_sources(ROOT)
NUMBERS = {path.name[:2] for path in SOURCES}
TARGETS = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
LINK = re.compile(r"(?<!\\)\]\(([^)\s]+)\)")
FENCE = re.compile(r"^ *```(\w*)\n(.*?)^ *```", re.MULTILINE | re.DOTALL)
# In words or within quotes: the rest of the line is not the command's.
COMMAND = re.compile(r"(?:^|[\s/\\])(make|course) ([a-z]+)((?: +[^\s;|&]+)*)")


@dataclass(frozen=True)
class Text:
    """One thing that is read: its place, its Markdown, and its Python."""

    path: Path
    words: str
    python: tuple[str, ...]

    @property
    def code(self) -> list[str]:
        """Everything that is set as code in the Markdown."""
        fences = [body for language, body in FENCE.findall(self.words) if language != "python"]
        return fences + re.findall(r"`([^`\n]+)`", FENCE.sub("", self.words))


@cache
def text(path: Path) -> Text:
    if path.suffix == ".md":
        words = path.read_text(encoding="utf-8")
        return Text(
            path, words, tuple(body for name, body in FENCE.findall(words) if name == "python")
        )
    cells = read_source(path).cells
    words = "\n\n".join(cell.text for cell in cells if cell.kind == "markdown")
    return Text(path, words, tuple(cell.text for cell in cells if cell.kind == "code"))


@pytest.fixture(params=[*PAGES, *SOURCES], ids=lambda path: path.name)
def read(request) -> Text:
    return text(request.param)


def anchors(path: Path) -> set[str]:
    """Return the anchors that a code host gives a page's headings."""
    headings = re.findall(r"^#+ (.+)$", path.read_text(encoding="utf-8"), re.MULTILINE)
    plain = (re.sub(r"[^\w\- ]", "", heading.lower()) for heading in headings)
    return {heading.replace(" ", "-") for heading in plain}


def leads_nowhere(link: str, folder: Path) -> bool:
    name, _, anchor = link.partition("#")
    target = (folder / name).resolve() if name else None
    if target is None:
        return False  # within a page: judged by who renders it
    source = ROOT / "solutions" / f"{target.stem}.py"  # a notebook that is still to be built
    if not target.exists() and not (target.suffix == ".ipynb" and source.exists()):
        return True
    return bool(anchor) and target.suffix == ".md" and anchor not in anchors(target)


def test_relative_links_lead_somewhere(read):
    links = [link for link in LINK.findall(read.words) if "://" not in link]
    assert [link for link in links if leads_nowhere(link, read.path.parent)] == []


def test_external_links_have_the_form_of_one(read):
    for link in LINK.findall(read.words):
        if "://" in link:
            parts = urlsplit(link)
            assert parts.scheme == "https", link
            assert re.fullmatch(r"[a-z0-9-]+(\.[a-z0-9-]+)+", parts.hostname or ""), link


def test_arxiv_numbers_have_the_form_of_one(read):
    for number in re.findall(r"arXiv:?\s+([^\s,;:)]+)", read.words):
        assert re.fullmatch(r"\d{4}\.\d{4,5}", number.rstrip(".")), number


def commands(read: Text) -> list[tuple[str, str, str]]:
    return [found for code in read.code for found in COMMAND.findall(code)]


def test_commands_exist_with_their_options(read):
    for program, word, rest in commands(read):
        assert word in (TARGETS if program == "make" else COMMANDS), f"{program} {word}"
        if program == "course":
            assert set(re.findall(r"--[\w-]+", rest)) <= options(word), f"course {word}{rest}"


@cache
def options(word: str) -> set[str]:
    parser = argparse.ArgumentParser()
    import_module(f"course_utils.commands.{word}").add_arguments(parser)
    return {name for action in parser._actions for name in action.option_strings}


def test_files_that_are_named_exist(read):
    for code in read.code:
        for name in re.findall(r"^(?:course_utils|tests|tools|docs|solutions)/[\w./]*$", code):
            if not re.search("NN|08_name", name):  # patterns, not files
                assert (ROOT / name).exists(), name


def test_what_is_imported_is_there(read):
    for node in (node for code in read.python for node in ast.walk(parsed(code))):
        if isinstance(node, ast.Import):
            for alias in node.names:
                import_module(alias.name)
        elif isinstance(node, ast.ImportFrom):
            module = import_module(str(node.module))
            for alias in node.names:
                assert hasattr(module, alias.name) or import_module(f"{node.module}.{alias.name}")


def parsed(code: str) -> ast.Module:
    plain = "\n".join(line for line in code.splitlines() if not line.lstrip().startswith("%"))
    indent = len(plain) - len(plain.lstrip(" "))
    return ast.parse("\n".join(line[indent:] for line in plain.splitlines()))


def test_notebooks_exercises_and_predictions_that_are_named_exist(read):
    # CONTRIBUTING.md adds an exercise, and a notebook, that are not there yet.
    made_up = {"03.5", "08"} if read.path.name == "CONTRIBUTING.md" else set()
    everything = read.words + "\n".join(read.python)
    named = set(re.findall(r"\b[nN]otebooks? (\d\d)\b", everything))
    assert named <= NUMBERS | made_up, named - NUMBERS
    called = set(re.findall(r'\b(?:check|hint)\("([^"]+)"', everything))
    called |= set(re.findall(r"\b[eE]xercises? (\d\d\.\d+)\b", everything))
    assert called <= set(all_exercises()) | made_up, called - set(all_exercises())
    predicted = set(re.findall(r'\bpredict\("([^"]+)"', everything))
    predicted |= set(re.findall(r"\bpredict (\d\d\.[A-Z])\b", everything))
    assert predicted <= set(all_predictions()), predicted - set(all_predictions())


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.stem)
def test_every_notebook_links_to_glossary_and_notation(path):
    first = read_source(path).cells[0].text
    for page in ("glossary", "notation"):
        link = f"[{page}](../docs/{page}.md)"
        needed = f"solutions/{path.name}: its first cell needs {link}"
        assert f"(../docs/{page}.md)" in first, needed


def test_each_notebook_links_to_the_next():
    for path, following in pairwise(SOURCES):
        link = f"({following.stem}.ipynb)"
        assert link in text(path).words, f"solutions/{path.name} does not link to the next, {link}"
