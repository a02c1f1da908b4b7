"""The homework's three experiments, each with a quick and a thorough design."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, ClassVar

import torch
from torch.nn.functional import cross_entropy

from course_utils.experiments.running import Experiment, Variant
from course_utils.experiments.tasks import AGENT, WORDS, Symbols, WhoBitesWhom
from course_utils.experiments.text import GermanText, alphabet
from course_utils.experiments.training import Batch, Recipe, accuracy
from course_utils.models import Transformer
from course_utils.positions.methods import Named, Sizes


def _dice() -> torch.Generator:
    return torch.Generator().manual_seed(20_000)  # far from every training seed


@dataclass(frozen=True)
class Roles(Experiment):
    """Who bites whom: train with few fillers in front, test with more.

    Parameters
    ----------
    most_fillers
        In training, 0 to so many words stand in front of "the N V the N".
    tested
        Numbers of fillers to test with, beyond the trained ones.

    Examples
    --------
    >>> Roles.quick().conditions
    ['0–2 (trained)', '4', '8', '32']
    """

    most_fillers: int = 2
    tested: tuple[int, ...] = (4, 8, 32)

    title: ClassVar[str] = "Who bites whom"
    measure: ClassVar[str] = "accuracy"
    condition: ClassVar[str] = "fillers in front"
    chance: ClassVar[float | None] = 0.5

    @classmethod
    def quick(cls) -> Roles:
        """Return the design of the notebook, about a second a training."""
        return cls(Recipe(steps=250))

    @classmethod
    def full(cls) -> Roles:
        """Return the thorough design."""
        return cls(Recipe(steps=400))

    @property
    def conditions(self) -> list[str]:
        """Numbers of fillers."""
        return [f"0–{self.most_fillers} (trained)", *map(str, self.tested)]

    @property
    def methods(self) -> dict[str, Variant]:
        """All of them."""
        return {
            "none": ("none", {}),
            "sinusoidal": ("sinusoidal", {}),
            "learned": ("learned", {}),
            "random fixed": ("random fixed", {}),
            "Shaw": ("Shaw", {"clip": 4}),
            "Shaw, keys only": ("Shaw", {"clip": 4, "value_term": False}),
            "RoPE": ("RoPE", {}),
            "ALiBi": ("ALiBi symmetric", {}),
            "T5": ("T5", {}),
        }

    def build(self, position: Named, **options: Any) -> Transformer:
        """Make an encoder of 2 layers, 4 heads and 32 dimensions."""
        sizes = Sizes(d_model=32, n_heads=4, n_positions=5 + max(self.most_fillers, *self.tested))
        return Transformer(len(WORDS), 2, sizes, position, d_ff=64, **options)

    def batches(self, dice: torch.Generator) -> Batch:
        """Draw sentences with 0 to `most_fillers` fillers."""
        return WhoBitesWhom().batches(self.most_fillers, dice)

    def scores(self, model: Transformer) -> list[float]:
        """Return accuracies: over the trained numbers of fillers together, then one by one."""
        trained = [self.accuracy(model, n) for n in range(self.most_fillers + 1)]
        return [sum(trained) / len(trained), *(self.accuracy(model, n) for n in self.tested)]

    def accuracy(self, model: Transformer, n_fillers: int) -> float:
        """Return the share of nouns in 512 sentences that get the right role."""
        tokens, targets = WhoBitesWhom(batch=512).sentences(n_fillers, _dice())
        return accuracy(model(tokens), targets)

    def called_agent(self, model: Transformer, n_fillers: int) -> tuple[float, float]:
        """Return how often the first noun, and how often the second, is called the agent.

        The first stands at position n_fillers + 1, the second at n_fillers + 4.
        """
        tokens, _ = WhoBitesWhom(batch=512).sentences(n_fillers, _dice())
        with torch.no_grad():
            agent = (model(tokens).argmax(-1) == AGENT).double().mean(0)
        return agent[n_fillers + 1].item(), agent[n_fillers + 4].item()


@dataclass(frozen=True)
class NextCharacter(Experiment):
    """A causal model of German characters: train on windows of L, test on windows of 8 L.

    Parameters
    ----------
    text
        Windows a batch, and how many characters may be trained on.
    length
        The trained length L, in characters.
    n_windows
        How many windows of 8 L to test on.
    """

    text: GermanText
    length: int = 32
    n_windows: int = 128
    d_model: int = 64

    title: ClassVar[str] = "German, character by character"
    measure: ClassVar[str] = "loss (nats a character)"
    condition: ClassVar[str] = "position in the window"

    @classmethod
    def quick(cls) -> NextCharacter:
        """Return the design of the notebook, about three seconds a training."""
        return cls(Recipe(steps=400), GermanText(batch=16), n_windows=32)

    @classmethod
    def full(cls) -> NextCharacter:
        """Return the thorough design."""
        return cls(Recipe(steps=800), GermanText())

    @property
    def conditions(self) -> list[str]:
        """Stretches of the window; the first two lie within what was trained."""
        return ["0–1 L", "½–1 L", "1–2 L", "2–4 L", "4–8 L"]

    @property
    def methods(self) -> dict[str, Variant]:
        """All of them, the learned table with three first scales and Shaw's with two clips."""
        return {
            "none": ("none", {}),
            "sinusoidal": ("sinusoidal", {}),
            "learned, sd 0.02": ("learned", {"scale": 0.02}),
            "learned, sd 0.7": ("learned", {"scale": 0.7}),
            "random fixed": ("random fixed", {}),
            "RoPE": ("RoPE", {}),
            "T5": ("T5", {}),
            "ALiBi": ("ALiBi causal", {}),
            "Shaw, k=16": ("Shaw", {"clip": 16}),
            "Shaw, k=16, keys only": ("Shaw", {"clip": 16, "value_term": False}),
            "Shaw, k=256": ("Shaw", {"clip": 256}),
        }

    def build(self, position: Named, **options: Any) -> Transformer:
        """Make a causal model of 2 layers and 4 heads; tables get 8 L rows."""
        sizes = Sizes(self.d_model, n_heads=4, n_positions=8 * self.length, causal=True)
        return Transformer(len(alphabet()), len(alphabet()), sizes, position, **options)

    def batches(self, dice: torch.Generator) -> Batch:
        """Draw windows of the training part."""
        return self.text.training(self.length, dice)

    def scores(self, model: Transformer) -> list[float]:
        """Return the mean loss in each stretch."""
        loss, one = self.loss_by_position(model), self.length
        stretches = [(0, one), (one // 2, one), (one, 2 * one), (2 * one, 4 * one)]
        return [loss[a:b].mean().item() for a, b in [*stretches, (4 * one, 8 * one)]]

    @torch.no_grad()
    def loss_by_position(self, model: Transformer) -> torch.Tensor:
        """Return the mean validation loss at each position of a window, (8 L,)."""
        tokens, targets = self.text.validation(8 * self.length, self.n_windows)
        logits = torch.cat([model(part) for part in tokens.split(16)])
        return cross_entropy(logits.transpose(1, 2), targets, reduction="none").mean(0)


@dataclass(frozen=True)
class NameSymbol(Experiment):
    """The mirror tasks: name the symbol three places back, or the symbol at place 12.

    Parameters
    ----------
    task
        `Symbols(back=3)` or `Symbols(place=12)`.
    length
        Trained length; tested at once, twice and eight times that. In longer sentences only the
        positions beyond the trained length count: the first ones look as they did in training.
    n_tests
        Sentences to test with.
    """

    task: Symbols
    length: int = 24
    d_model: int = 64
    n_tests: int = 256

    title: ClassVar[str] = "Name the symbol"
    measure: ClassVar[str] = "accuracy"
    condition: ClassVar[str] = "length"
    chance: ClassVar[float | None] = 1 / 16

    @classmethod
    def quick(cls, task: Symbols) -> NameSymbol:
        """Return the design of the notebook, about two seconds a training."""
        return cls(Recipe(steps=300), replace(task, batch=16), n_tests=64)

    @classmethod
    def full(cls, task: Symbols) -> NameSymbol:
        """Return the thorough design."""
        return cls(Recipe(steps=500), task)

    @property
    def conditions(self) -> list[str]:
        """Lengths, as multiples of the trained one."""
        return ["1x (trained)", "2x, new positions", "8x, new positions"]

    @property
    def methods(self) -> dict[str, Variant]:
        """All of them, the learned table with two first scales."""
        return {
            "none": ("none", {}),
            "sinusoidal": ("sinusoidal", {}),
            "learned, sd 0.02": ("learned", {"scale": 0.02}),
            "learned, sd 0.7": ("learned", {"scale": 0.7}),
            "random fixed": ("random fixed", {}),
            "Shaw": ("Shaw", {"clip": 4}),
            "Shaw, keys only": ("Shaw", {"clip": 4, "value_term": False}),
            "RoPE": ("RoPE", {}),
            "ALiBi": ("ALiBi symmetric", {}),
            "T5": ("T5", {}),
        }

    def build(self, position: Named, **options: Any) -> Transformer:
        """Make an encoder of 2 layers and 4 heads; tables get 8 times `length` rows."""
        sizes = Sizes(self.d_model, n_heads=4, n_positions=8 * self.length)
        n_symbols, d_ff = self.task.n_symbols, 2 * self.d_model
        return Transformer(n_symbols, n_symbols, sizes, position, d_ff=d_ff, **options)

    def batches(self, dice: torch.Generator) -> Batch:
        """Draw sentences of the trained length."""
        return self.task.sentences(self.length, dice)

    def scores(self, model: Transformer) -> list[float]:
        """Return the accuracy at each length."""
        return [self.accuracy(model, times) for times in (1, 2, 8)]

    def accuracy(self, model: Transformer, times: int) -> float:
        """Return the accuracy at new positions of `n_tests` sentences of `times` the length."""
        tokens, targets = replace(self.task, batch=self.n_tests).sentences(
            times * self.length, _dice()
        )
        logits = torch.cat([model(part) for part in tokens.split(64)])
        first = 0 if times == 1 else self.length
        return accuracy(logits[:, first:], targets[:, first:])
