"""Exported pages: what is written, and that nothing in it points to the web."""

import re
from html.parser import HTMLParser

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

from course_utils.commands import export
from course_utils.export import export_pages

PIXEL = (
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII="
)
VIEW = "application/vnd.jupyter.widget-view+json"
STATE = "application/vnd.jupyter.widget-state+json"


@pytest.fixture
def folder(tmp_path):
    picture = new_output(
        "display_data", {"image/png": PIXEL}, metadata={"image/png": {"alt": 'a "red" dot <1>'}}
    )
    widget = new_output("display_data", {VIEW: {"model_id": "m1"}, "text/html": "<p>words</p>"})
    cells = [
        new_markdown_cell("# 4 · Many <clocks>\n\n[five](05_rotation.ipynb), $a<b$"),
        new_code_cell("1", outputs=[picture, widget]),
    ]
    state = {"m1": {"state": {"_esm": "export default {}"}}}
    notebook = new_notebook(cells=cells, metadata={"widgets": {STATE: {"state": state}}})
    nbformat.write(notebook, tmp_path / "04_many.ipynb")
    export_pages([tmp_path / "04_many.ipynb"], tmp_path / "pages")
    return tmp_path / "pages"


def attributes(page, tag, name):
    found = []
    parser = HTMLParser()
    parser.handle_starttag = lambda at, values: found.append((at, dict(values).get(name)))
    parser.feed(page)
    return [value for at, value in found if at == tag]


def test_page_has_title_alt_text_state_and_links_to_pages(folder):
    page = (folder / "04_many.html").read_text(encoding="utf-8")
    assert "<title>4 · Many &lt;clocks&gt;</title>" in page
    assert 'a "red" dot <1>' in attributes(page, "img", "alt")
    assert 'data-model="m1"' in page
    assert "<p>words</p>" in page
    assert STATE in page
    assert 'href="05_rotation.html"' in page


def test_nothing_points_to_the_web(folder):
    for file in folder.rglob("*.*"):
        if file.suffix in (".html", ".css"):
            text = file.read_text(encoding="utf-8")
            assert not re.search(r"""(src|href)=["']https?:|url\(["']?https?:|@import""", text)


def test_fonts_are_inside_the_style_sheet(folder):
    css = (folder / "assets" / "pages.css").read_text(encoding="utf-8")
    addresses = re.findall(r"url\(([^)]{0,20})", css)
    assert len(addresses) == 20
    assert all(address.startswith("data:font/woff2") for address in addresses)


def test_index_leads_to_every_page(folder):
    index = (folder / "index.html").read_text(encoding="utf-8")
    assert '<a href="04_many.html">4 · Many &lt;clocks&gt;</a>' in index


def test_licence_of_what_is_shipped_comes_along(folder):
    assert "MIT" in (folder / "assets" / "katex.LICENSE.txt").read_text(encoding="utf-8")


def test_nothing_to_export_is_an_error(tmp_path):
    with pytest.raises(ValueError, match="no notebook came"):
        export_pages([], tmp_path)


def test_notebooks_are_found_by_number(tmp_path):
    (tmp_path / "solutions").mkdir()
    one = tmp_path / "solutions" / "03_single_clock.ipynb"
    one.touch()
    assert export.find_notebooks([], "solutions", tmp_path) == {"03": one}
    assert export.find_notebooks(["3", "8"], "solutions", tmp_path) == {"3": one, "8": None}
