"""The rotation explorer's JavaScript in a bare page: its arithmetic, its sliders, its curve."""

from __future__ import annotations

import numpy as np
import pytest
from playwright.sync_api import Browser

from course_utils.explorers.rotate import RotateClocks
from course_utils.positions import shift_matrix, sinusoidal_encoding
from tests.browser.test_front_ends import module, render

NAMES = ("d_model", "n_positions", "longest_lag", "position", "delta")


@pytest.fixture
def page(chromium: Browser):
    with chromium.new_page(viewport={"width": 860, "height": 900}) as tab:
        yield tab


def state(page):
    text = page.locator(".course-explorer").get_attribute("data-state")
    return dict(part.split("=") for part in text.split(";"))


def test_the_turn_in_javascript_is_the_shift_matrix(page):
    call = """async ([source, d, position, delta]) => {
        const m = await import(source);
        const clocks = m.frequencies(d);
        const row = m.tableRow(clocks, position);
        return [row, m.turnedRow(clocks, row, delta), m.similarity(clocks, delta)];
    }"""
    row, turned, alike = page.evaluate(call, [module(RotateClocks()), 16, 20, 6])
    rows = sinusoidal_encoding(27, 16, dtype=np.float64)
    np.testing.assert_allclose(row, rows[20], atol=1e-14)
    np.testing.assert_allclose(turned, shift_matrix(6, 16) @ rows[20], atol=1e-14)
    assert alike == pytest.approx(rows[20] @ rows[26] / 8)


def test_there_is_no_row_before_row_zero(page):
    render(page, RotateClocks(position=2, delta=0), *NAMES)
    grip = page.locator(".rotate-grip")
    grip.focus()
    page.keyboard.press("Home")
    assert state(page)["delta"] == "-2"
    page.keyboard.press("End")
    assert state(page)["delta"] == "30"
    assert grip.get_attribute("aria-valuenow") == "30"


def test_dragging_the_curve_chooses_the_lag(page):
    render(page, RotateClocks(position=40, delta=6), *NAMES)
    box = page.locator(".rotate-grip").bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + 40)
    page.mouse.down()
    assert abs(int(state(page)["delta"])) <= 1
    page.mouse.move(box["x"] + box["width"] * 0.75, box["y"] + 40, steps=4)
    page.mouse.up()
    assert int(state(page)["delta"]) == pytest.approx(15, abs=1)


def test_the_turn_is_shown_and_ends_where_it_should(page):
    page.emulate_media(reduced_motion="no-preference")
    render(page, RotateClocks(), *NAMES)
    page.get_by_role("button", name="Show the turn").click()
    page.wait_for_timeout(500)
    assert 0 < float(state(page)["turn"]) < 1
    page.wait_for_timeout(1800)
    assert state(page) == {"position": "20", "delta": "6", "turn": "1.00"}
    words = page.locator("[role=status]").inner_text()
    assert "landed on row 26, to the last digits" in words
