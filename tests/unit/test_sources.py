"""How a source must be written: small cells, short lines, every lecture box computed."""

from pathlib import Path

import pytest

from course_utils.editions import read_source

SOURCES = sorted(Path(__file__).parents[2].glob("solutions/[0-9][0-9]_*.py"))


@pytest.fixture(params=SOURCES, ids=lambda path: path.stem)
def source(request):
    return read_source(request.param)


def code_cells(source):
    return [cell for cell in source.cells if cell.kind == "code"]


def test_cells_are_small(source):
    for cell in code_cells(source):
        lines = [line for line in cell.text.splitlines() if line.strip()]
        assert len(lines) <= 15, f"{cell.id} has {len(lines)} lines"


def test_code_lines_are_short(source):
    for cell in code_cells(source):
        for line in cell.text.splitlines():
            assert len(line) <= 100, f"{cell.id}: {line}"


def test_every_lecture_box_is_followed_or_preceded_by_a_computation(source):
    cells = source.cells
    for index, cell in enumerate(cells):
        if "**Check the lecture.**" in cell.text:
            around = cells[max(0, index - 1) : index + 2]
            assert any(one.kind == "code" for one in around), cell.id


def test_text_neither_shouts_nor_fills(source):
    for cell in source.cells:
        if cell.kind == "markdown":
            plain = cell.text.replace("![", "")
            assert "!" not in plain.replace("n!", ""), cell.id
