"""Write executed notebooks as HTML whose formulas, figures and explorers work offline.

nbconvert's own export loads require.js, MathJax and the widgets' runtime from the web. The pages
written here load three files that lie beside them: KaTeX, and a runtime of some fifty lines for
anywidgets, which are all the widgets that this course has.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Iterable
from html import escape
from importlib.resources import files
from pathlib import Path

import nbformat

HERE = files("course_utils.export")
ASSETS = "assets"


def export_pages(notebooks: Iterable[Path], target: Path) -> list[Path]:
    """Write a page for each notebook, and an index of them.

    Parameters
    ----------
    notebooks : iterable of Path
        Executed notebooks; outputs and widget states are taken as they are stored.
    target : Path
        The folder to write into, made when it does not exist.

    Returns
    -------
    list of Path
        The pages, in the order of the notebooks, then the index.

    Raises
    ------
    ValueError
        When there is no notebook to export.
    FileNotFoundError
        When a notebook does not exist.
    """
    sources = list(notebooks)
    if not sources:
        raise ValueError("no notebook came; one or more are needed")
    target.mkdir(parents=True, exist_ok=True)
    write_assets(target / ASSETS)
    titles = {}
    for source in sources:
        notebook = nbformat.read(source, as_version=4)
        title = titles[f"{source.stem}.html"] = title_of(notebook, source.stem)
        page = _with_links_to_pages(_render(notebook, title))
        (target / f"{source.stem}.html").write_text(page, encoding="utf-8")
    (target / "index.html").write_text(_index(titles), encoding="utf-8")
    return [target / name for name in [*titles, "index.html"]]


def title_of(notebook: nbformat.NotebookNode, otherwise: str) -> str:
    """Return the first heading of a notebook as plain text, or `otherwise` where there is none.

    >>> from nbformat.v4 import new_markdown_cell, new_notebook
    >>> title_of(new_notebook(cells=[new_markdown_cell("# 3 · A single clock")]), "03")
    '3 · A single clock'
    """
    for cell in notebook.cells:
        heading = re.match(r"# (.+)", cell.source) if cell.cell_type == "markdown" else None
        if heading:
            return heading[1].strip()
    return otherwise


def write_assets(folder: Path) -> None:
    """Write what all pages load: formulas, the widgets' runtime, and the look."""
    folder.mkdir(parents=True, exist_ok=True)
    katex = HERE / "katex"
    for file in (katex / "katex.min.js", katex / "auto-render.min.js", HERE / "widgets.js"):
        (folder / file.name).write_bytes(file.read_bytes())
    (folder / "katex.LICENSE.txt").write_bytes((katex / "LICENSE").read_bytes())
    look = (HERE / "pages.css").read_text(encoding="utf-8")
    (folder / "pages.css").write_text(_formula_css() + look, encoding="utf-8")


def _formula_css() -> str:
    """Return KaTeX's style sheet with its fonts inside.

    Some browsers refuse a page that was opened from a file any font of another file.
    """
    css = (HERE / "katex" / "katex.min.css").read_text(encoding="utf-8")
    without_older_formats = re.sub(r",url\([^)]+\) format\(\"(?:woff|truetype)\"\)", "", css)
    return re.sub(r"url\(fonts/([\w-]+\.woff2)\)", _embedded_font, without_older_formats) + "\n"


def _embedded_font(match: re.Match[str]) -> str:
    font = (HERE / "katex" / "fonts" / match[1]).read_bytes()
    return f"url(data:font/woff2;base64,{base64.b64encode(font).decode()})"


def _render(notebook: nbformat.NotebookNode, title: str) -> str:
    from nbconvert import HTMLExporter

    notebook.metadata["title"] = title
    exporter = HTMLExporter(
        template_name="course", extra_template_basedirs=[str(HERE / "template")]
    )
    page, _ = exporter.from_notebook_node(notebook, {"course_assets": ASSETS})
    return page


def _with_links_to_pages(page: str) -> str:
    """Let links between notebooks lead to their pages."""
    return re.sub(r'href="(\d\d_\w+)\.ipynb(#[^"]*)?"', r'href="\1.html\2"', page)


def _index(titles: dict[str, str]) -> str:
    links = "\n".join(f'<li><a href="{name}">{escape(t)}</a></li>' for name, t in titles.items())
    template = (HERE / "template" / "index.html").read_text(encoding="utf-8")
    return template.replace("LINKS", links)
