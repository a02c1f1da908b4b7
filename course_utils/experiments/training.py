"""Training: AdamW, a warm-up, a cosine down to a tenth; one thread, so reruns agree bit by bit."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import torch
from torch import Tensor, nn
from torch.nn.functional import cross_entropy

Batch = tuple[Tensor, Tensor]
IGNORED = -100
"""The target of a position that has nothing to predict; `cross_entropy` skips it."""


@dataclass(frozen=True)
class Recipe:
    """How long and how fast to train; the defaults are those of all the course's experiments.

    Parameters
    ----------
    steps
        Number of batches.
    learning_rate
        The highest, reached after `warm_up` steps; it falls along a cosine to a tenth of that.
    weight_decay
        For the matrices of linear layers only: not for tables, norms and biases, so that a row
        of a learned table that no sentence reaches stays exactly where it was.

    Raises
    ------
    ValueError
        When there is nothing to do.
    """

    steps: int
    learning_rate: float = 3e-3
    warm_up: int = 50
    weight_decay: float = 0.01

    def __post_init__(self) -> None:
        """Refuse a training without steps."""
        if self.steps < 1 or self.learning_rate <= 0:
            raise ValueError(f"steps and learning_rate must be positive; got {self}")

    def rate(self, step: int) -> float:
        """Return the learning rate of step 0, 1, ..., steps - 1.

        Examples
        --------
        >>> recipe = Recipe(steps=1001, learning_rate=1.0, warm_up=1)
        >>> [round(recipe.rate(step), 2) for step in (0, 500, 1000)]
        [1.0, 0.55, 0.1]
        """
        warm = min(1.0, (step + 1) / max(self.warm_up, 1))
        done = step / max(self.steps - 1, 1)
        return self.learning_rate * warm * (0.55 + 0.45 * math.cos(math.pi * done))


def train(
    model: nn.Module,
    batches: Callable[[torch.Generator], Batch],
    recipe: Recipe,
    *,
    seed: int = 0,
    tick: Callable[[], object] = lambda: None,
) -> list[float]:
    """Train a model in place and return the loss of each step.

    Parameters
    ----------
    model
        Maps tokens (batch, n) to logits (batch, n, n_classes).
    batches
        Draws tokens (batch, n) and targets (batch, n) with the generator it is given; targets
        that are `IGNORED` do not count.
    recipe
        Steps and learning rate.
    seed
        Of the batches.
    tick
        Called after each step, for a progress bar.

    Returns
    -------
    list
        Mean cross-entropy in nats, one a step.
    """
    dice = torch.Generator().manual_seed(seed)
    optimizer = torch.optim.AdamW(
        _groups(model, recipe.weight_decay), lr=recipe.learning_rate, betas=(0.9, 0.98), fused=True
    )
    losses = []
    for step in range(recipe.steps):
        for group in optimizer.param_groups:
            group["lr"] = recipe.rate(step)
        loss = mean_loss(model, *batches(dice))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.detach())
        tick()
    return torch.stack(losses).tolist()


def mean_loss(model: nn.Module, tokens: Tensor, targets: Tensor) -> Tensor:
    """Return the mean cross-entropy in nats over all targets that are not `IGNORED`."""
    return cross_entropy(model(tokens).flatten(0, 1), targets.flatten(), ignore_index=IGNORED)


def _groups(model: nn.Module, weight_decay: float) -> list[dict[str, object]]:
    layers = [part for part in model.modules() if isinstance(part, nn.Linear)]
    decayed = {id(layer.weight) for layer in layers}
    every = list(model.parameters())
    return [
        {"params": [one for one in every if id(one) in decayed], "weight_decay": weight_decay},
        {"params": [one for one in every if id(one) not in decayed], "weight_decay": 0.0},
    ]


@contextmanager
def reproducible(seed: int, threads: int = 1) -> Iterator[None]:
    """Seed PyTorch and keep it to so many threads inside the block, then put both back.

    Examples
    --------
    >>> with reproducible(seed=3):
    ...     first = torch.randn(2)
    >>> with reproducible(seed=3):
    ...     bool((first == torch.randn(2)).all()), torch.get_num_threads()
    (True, 1)

    Notes
    -----
    Sums are split differently over other numbers of threads, and round differently. On a machine
    that is busy elsewhere one thread is also faster for models as small as these.
    """
    before = torch.get_num_threads()
    torch.set_num_threads(threads)
    try:
        with torch.random.fork_rng(devices=[]):
            torch.manual_seed(seed)
            yield
    finally:
        torch.set_num_threads(before)


def accuracy(logits: Tensor, targets: Tensor) -> float:
    """Return the share of targets that have the largest logit; `IGNORED` ones do not count.

    Examples
    --------
    >>> accuracy(torch.tensor([[2.0, 1.0], [2.0, 1.0], [0.0, 1.0]]), torch.tensor([0, 1, IGNORED]))
    0.5
    """
    counted = targets != IGNORED
    return (logits.argmax(-1) == targets)[counted].double().mean().item()


def mean_and_spread(numbers: Iterable[float]) -> tuple[float, float]:
    """Return mean and standard deviation (of the sample; 0 for a single number).

    Examples
    --------
    >>> mean_and_spread([1.0, 2.0, 3.0])
    (2.0, 1.0)
    """
    all_numbers = torch.tensor(list(numbers), dtype=torch.float64)
    spread = all_numbers.std().item() if len(all_numbers) > 1 else 0.0
    return all_numbers.mean().item(), spread
