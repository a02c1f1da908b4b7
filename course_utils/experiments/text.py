"""German text, character by character, for the language model."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.resources import files

import torch
from torch import Tensor

from course_utils.experiments.training import Batch


@cache
def german_text() -> str:
    """Return 320,000 characters of German prose, a paragraph a line.

    Examples
    --------
    >>> german_text()[:35]
    'Dieses Kapitel greift noch einmal e'

    Notes
    -----
    A slice of the Debian Administrator's Handbook, CC BY-SA 3.0; see data/german.LICENSE.txt.
    """
    return (files("course_utils") / "data" / "german.txt").read_text("utf-8")


@cache
def alphabet() -> str:
    """Return the text's different characters, sorted."""
    return "".join(sorted(set(german_text())))


@cache
def encoded() -> Tensor:
    """Return the whole text as indices into the alphabet, (n_characters,) of int64."""
    index = {character: i for i, character in enumerate(alphabet())}
    return torch.tensor([index[character] for character in german_text()])


@dataclass(frozen=True)
class GermanText:
    """Windows of the text; at each position the next character is to be predicted.

    Parameters
    ----------
    batch
        Windows a batch.
    limit
        How many characters may be trained on; None: all but the last tenth, which is kept for
        validation in any case.

    Raises
    ------
    ValueError
        When `limit` reaches into the validation part.
    """

    batch: int = 32
    limit: int | None = None

    def __post_init__(self) -> None:
        """Refuse a limit that reaches into the validation part."""
        allowed = len(encoded()) * 9 // 10
        if self.limit is not None and not 0 < self.limit <= allowed:
            raise ValueError(f"limit must be between 1 and {allowed} characters; got {self.limit}")

    def training(self, length: int, dice: torch.Generator) -> Batch:
        """Draw tokens and next tokens, each (batch, length), from the training part."""
        text = encoded()[: self.limit or len(encoded()) * 9 // 10]
        starts = torch.randint(len(text) - length, (self.batch,), generator=dice)
        windows = text[starts[:, None] + torch.arange(length + 1)]
        return windows[:, :-1], windows[:, 1:]

    def validation(self, length: int, n_windows: int) -> Batch:
        """Return windows (n_windows, length) spread evenly over the validation part."""
        text = encoded()[len(encoded()) * 9 // 10 :]
        starts = torch.linspace(0, len(text) - length - 1, n_windows).long()
        windows = text[starts[:, None] + torch.arange(length + 1)]
        return windows[:, :-1], windows[:, 1:]
