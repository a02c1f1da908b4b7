"""Cut the German text for the language model out of the Debian Administrator's Handbook.

    apt-get download debian-handbook && dpkg-deb -x debian-handbook_*.deb unpacked
    python tools/slice_handbook.py unpacked course_utils/data/german.txt

Keeps paragraphs of German prose (some of the translation is still English), one a line, without
web addresses, until there are enough characters.
"""

from __future__ import annotations

import re
import sys
from html.parser import HTMLParser
from pathlib import Path

CHARACTERS = 320_000
ALLOWED = re.compile(r"[A-Za-zÄÖÜäöüß0-9 .,;:!?()/'\"„“»«–-]+")
GERMAN = {
    "der",
    "die",
    "das",
    "und",
    "ist",
    "nicht",
    "ein",
    "eine",
    "zu",
    "von",
    "mit",
    "auf",
    "für",
    "werden",
    "wird",
}
ENGLISH = {
    "the",
    "and",
    "of",
    "to",
    "is",
    "for",
    "that",
    "with",
    "this",
    "be",
    "are",
    "on",
    "it",
    "by",
}
# Names of package servers do not belong into this repository; the new name is as long as the old.
SERVERS = re.compile(r"\b((?:deb|ftp|ftp\.fr|ftp\.us|httpredir|security|backports)\.)debian\.org")
REPLACED = {"“": "“", "”": "“", "’": "'", "‘": "'", "…": "...", "—": "–", "\xa0": " "}


class Paragraphs(HTMLParser):
    """Collect the text of every innermost <div class="para">."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Open a paragraph; whatever else stands in a <div> of its own is left out."""
        if tag == "div":
            self.open.append(dict(attrs).get("class") or "")
            if self.open[-1] == "para":
                self.found.append("")

    def handle_endtag(self, tag: str) -> None:
        """Close a <div>."""
        if tag == "div" and self.open:
            self.open.pop()

    def handle_data(self, data: str) -> None:
        """Keep text that stands directly in a paragraph."""
        if self.open and self.open[-1] == "para":
            self.found[-1] += data


def clean(paragraph: str) -> str:
    """Join lines, unify quotation marks and dashes."""
    for old, new in REPLACED.items():
        paragraph = paragraph.replace(old, new)
    paragraph = SERVERS.sub(r"\1mirror.lan", paragraph)
    return re.sub(r"\s+", " ", paragraph.replace("→", " ")).strip()


def is_german_prose(paragraph: str) -> bool:
    """Tell whether a paragraph is a German sentence or more, in letters that a novel would use."""
    words = re.findall(r"\w+", paragraph.lower())
    german, english = (sum(word in few for word in words) for few in (GERMAN, ENGLISH))
    whole = paragraph[-1:] in ".!?:" and len(paragraph) >= 80
    return whole and bool(ALLOWED.fullmatch(paragraph)) and german > 3 * english


def main(unpacked: Path, target: Path) -> None:
    """Write the slice."""
    kept: dict[str, None] = {}  # in order, each paragraph once
    for page in sorted(unpacked.glob("usr/share/doc/debian-handbook/html/de-DE/*.html")):
        reader = Paragraphs()
        reader.feed(page.read_text("utf-8"))
        kept |= dict.fromkeys(p for p in map(clean, reader.found) if is_german_prose(p))
    text = "\n".join(kept)
    target.write_text(text[: text.rindex("\n", 0, CHARACTERS) + 1], "utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
