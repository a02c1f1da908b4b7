"""The widget of `predict`: a learner commits to an answer before running the code."""

from __future__ import annotations

import re
from html import escape
from typing import Any, ClassVar, Protocol

import traitlets

from course_utils.explorers.base import Explorer, front_end


class PredictionLike(Protocol):
    """What the widget needs to know of a prediction."""

    @property
    def id(self) -> str:
        """Such as ``"01.A"``."""

    @property
    def question(self) -> str:
        """One question, in the markup of `inline_html`."""

    @property
    def options(self) -> tuple[str, ...]:
        """What can be chosen."""

    @property
    def answer(self) -> int:
        """Index of the option that comes true."""

    @property
    def because(self) -> str:
        """Why it does."""

    @property
    def feedback(self) -> tuple[str, ...]:
        """A sentence for each option, said to who chose it."""


def inline_html(text: str) -> str:
    """Turn the markup of predictions into safe HTML.

    Allowed are ``` `code` ```, ``*emphasis*``, ``<sub>`` and ``<sup>``; everything else is text.

    Parameters
    ----------
    text : str
        A sentence in that markup.

    Returns
    -------
    str
        HTML without any other tag.

    Examples
    --------
    >>> inline_html("x<sub>2</sub> in `<b>`")
    'x<sub>2</sub> in <code>&lt;b&gt;</code>'
    """
    safe = re.sub(r"&lt;(/?su[bp])&gt;", r"<\1>", escape(text, quote=False))
    # Code first: an asterisk within it is a multiplication, not emphasis.
    code_or_emphasis = r"`([^`]+)`|(?<!\w)\*(?=\S)([^*]*\S)\*(?!\w)"
    return re.sub(code_or_emphasis, lambda m: _tagged(*m.groups()), safe)


def _tagged(code: str | None, emphasis: str | None) -> str:
    return f"<i>{emphasis}</i>" if code is None else f"<code>{code}</code>"


def plain(text: str) -> str:
    """Turn the markup of predictions into plain text.

    Parameters
    ----------
    text : str
        A sentence in the markup of `inline_html`.

    Returns
    -------
    str
        The same words; a subscript follows an underscore, a superscript a caret.

    Examples
    --------
    >>> plain("x<sub>2</sub> in `float32`")
    'x_2 in float32'
    """
    lowered = re.sub(r"<sub>", "_", text)
    raised = re.sub(r"<sup>", "^", lowered)
    return re.sub(r"</su[bp]>|`", "", raised)


class PredictWidget(Explorer):
    """Radio buttons and "I commit"; then what came, and why.

    Parameters
    ----------
    prediction : PredictionLike
        Question, options, answer, because and one feedback sentence an option.

    Attributes
    ----------
    chosen : int or None
        Index of the option the learner committed to; ``None`` while the question is open.
        A second widget of the same prediction, in the same kernel, starts with that choice.
    """

    _esm = front_end("predict.js")
    _css = front_end("shared.css", "predict.css")

    # Running the cell again must not give the choice away: a kernel remembers what was chosen.
    _committed: ClassVar[dict[str, int]] = {}

    words = traitlets.Dict().tag(sync=True)
    chosen = traitlets.Int(None, allow_none=True).tag(sync=True)

    def __init__(self, prediction: PredictionLike) -> None:
        self._prediction = prediction
        words = {
            "id": prediction.id,
            "question": inline_html(prediction.question),
            "options": [inline_html(option) for option in prediction.options],
            "answer": prediction.answer,
            "because": inline_html(prediction.because),
            "feedback": [inline_html(sentence) for sentence in prediction.feedback],
        }
        super().__init__(words=words, chosen=self._committed.get(prediction.id))

    @traitlets.observe("chosen")
    def _remember(self, change: dict[str, Any]) -> None:
        if change["new"] is not None:
            self._committed[self.words["id"]] = change["new"]

    def describe(self) -> str:
        """Give question and options as plain text."""
        lines = [plain(self._prediction.question)]
        lines += [f"  {letter}) {plain(o)}" for letter, o in _lettered(self._prediction.options)]
        return "\n".join(["Predict: " + lines[0], *lines[1:]])

    def fallback(self) -> str:
        """Give question, options and a folded answer as HTML."""
        words = self.words
        options = "".join(f"<li>{option}</li>" for option in words["options"])
        answer = words["options"][words["answer"]]
        return (
            f'<div class="course-predict-static"><p><b>Predict:</b> {words["question"]}</p>'
            f'<ol type="a">{options}</ol><details><summary>What comes</summary>'
            f"<p><b>{answer}</b></p><p>{words['because']}</p></details></div>"
        )


def _lettered(options: tuple[str, ...]) -> list[tuple[str, str]]:
    return list(zip("abcdefghijklmnopqrstuvwxyz", options, strict=False))
