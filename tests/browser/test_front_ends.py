"""The explorers' JavaScript by itself, in a bare page: no JupyterLab, no kernel."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from playwright.sync_api import Browser, Page

from course_utils.attention import attention
from course_utils.explorers.base import Explorer
from course_utils.explorers.predict import PredictWidget
from course_utils.explorers.reorder import ReorderTokens

# Stands in for the widget manager: a model with get, set, save_changes, on and off.
RENDER = """async ([source, data]) => {
    window.shown = await import(source);
    const listeners = [];
    window.model = {
        get: (name) => data[name],
        set: (name, value) => { data[name] = value; listeners.forEach((f) => f()); },
        save_changes: () => {}, on: (_, f) => listeners.push(f), off: () => {},
    };
    document.body.replaceChildren();
    window.stop = window.shown.default.render({ model: window.model, el: document.body });
}"""


@pytest.fixture
def page(chromium: Browser) -> Iterator[Page]:
    with chromium.new_page(viewport={"width": 860, "height": 900}) as tab:
        yield tab


def module(widget: Explorer) -> str:
    return "data:text/javascript;base64," + base64.b64encode(widget._esm.encode()).decode()


def render(page: Page, widget: Explorer, *names: str) -> None:
    failures: list[str] = []
    page.on("pageerror", lambda error: failures.append(str(error)))
    page.evaluate(RENDER, [module(widget), {name: getattr(widget, name) for name in names}])
    page.add_style_tag(content=widget._css)
    page.wait_for_timeout(100)
    assert failures == []


def reorder(with_positions: bool = True, n_positions: int = 4) -> ReorderTokens:
    rng = np.random.default_rng(0)
    w_query, w_key, w_value = rng.normal(size=(3, 6, 3))
    x, positions = rng.normal(size=(2, n_positions, 6))
    tokens = [f"token {i}" for i in range(n_positions)]
    return ReorderTokens(tokens, x, w_query, w_key, w_value, positions if with_positions else None)


@pytest.mark.parametrize("causal", [False, True])
@pytest.mark.parametrize("with_positions", [False, True])
def test_attention_in_javascript_is_attention_in_numpy(
    page: Page, with_positions: bool, causal: bool
) -> None:
    widget = reorder()
    m = {name: np.array(values) for name, values in widget.matrices.items()}
    order = [2, 0, 3, 1]
    asked = [module(widget), widget.matrices, order, with_positions, causal]
    got = page.evaluate("async ([s, ...rest]) => (await import(s)).attend(...rest)", asked)
    x = m["x"][order] + with_positions * m["positions"]
    mask = np.tri(4, dtype=bool) if causal else None
    output, weights = attention(x @ m["w_query"], x @ m["w_key"], x @ m["w_value"], mask)
    assert np.allclose(np.array(got["weights"])[np.ix_(order, order)], weights, atol=1e-14)
    assert np.allclose(np.array(got["outputs"])[order], output, atol=1e-13)
    assert np.allclose(got["mean"], output.mean(axis=0), atol=1e-13)


def readouts(page: Page) -> list[float]:
    values: Any = page.locator("output").evaluate_all("all => all.map(e => +e.dataset.value)")
    return list(values)


def test_without_positions_no_order_changes_an_output(page: Page) -> None:
    render(page, reorder(), "tokens", "matrices")
    page.locator(".reorder-card").first.focus()
    for key in ("ArrowRight", "ArrowRight", "End", "ArrowLeft", "Home", "ArrowRight"):
        page.keyboard.press(key)
        assert max(readouts(page)) < 1e-12
    assert "order=1,0,2,3" in str(page.locator(".course-explorer").get_attribute("data-state"))


@pytest.mark.parametrize("switch", ["add a position vector", "causal mask"])
def test_each_switch_breaks_the_symmetry_and_can_be_undone(page: Page, switch: str) -> None:
    render(page, reorder(), "tokens", "matrices")
    page.get_by_label(switch).click()
    assert readouts(page) == [0, 0]
    page.locator(".reorder-card").first.press("ArrowRight")
    assert min(readouts(page)) > 0.01
    page.get_by_label(switch).click()
    assert max(readouts(page)) < 1e-12
    page.get_by_role("button", name="Back to the original order").click()
    assert readouts(page) == [0, 0]


def test_without_position_vectors_there_is_no_switch_for_them(page: Page) -> None:
    render(page, reorder(with_positions=False), "tokens", "matrices")
    assert page.get_by_role("switch").count() == 1


def test_the_tab_key_follows_the_order_that_is_seen(page: Page) -> None:
    render(page, reorder(n_positions=3), "tokens", "matrices")
    page.locator(".reorder-card").first.press("ArrowRight")
    assert page.locator(".reorder-card").all_inner_texts() == ["token 1", "token 0", "token 2"]


@pytest.mark.parametrize("width", [320, 480, 860])
def test_nothing_is_wider_than_the_page(page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 900})
    render(page, reorder(n_positions=10), "tokens", "matrices")
    assert page.evaluate("document.documentElement.scrollWidth") <= width


QUESTION = SimpleNamespace(
    id="99.A",
    question="Is <img src=x onerror='window.hacked=1'> shown?",
    options=("yes: p<sub>0</sub>", "no: `x < y`"),
    answer=1,
    because="Because <script>window.hacked=1</script> is text.",
    feedback=("Not so.", "Just so."),
)


def test_a_prediction_is_committed_to_once(page: Page) -> None:
    render(page, PredictWidget(QUESTION), "words", "chosen")
    assert page.get_by_role("button", name="I commit").is_disabled()
    page.get_by_role("radio").first.check()
    page.get_by_role("button", name="I commit").click()
    assert page.evaluate("model.get('chosen')") == 0
    assert "Not so." in page.inner_text("body")
    assert "your prediction" in page.locator(".course-option").first.inner_text()
    assert "what comes" in page.locator(".course-option").last.inner_text()
    assert page.locator("input:enabled, button:visible").count() == 0


def test_a_committed_prediction_is_shown_again_when_the_page_is_reopened(
    page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(PredictWidget, "_committed", {})
    widget = PredictWidget(QUESTION)
    widget.chosen = 1
    render(page, widget, "words", "chosen")
    assert "Just so." in page.inner_text("body")


def test_a_prediction_holds_no_html_but_its_own(page: Page) -> None:
    render(page, PredictWidget(QUESTION), "words", "chosen")
    assert page.evaluate("window.hacked") is None
    assert page.locator(".course-predict img, .course-predict script").count() == 0
    assert page.locator("sub").inner_text() == "0"
    assert page.locator("code").inner_text() == "x < y"
