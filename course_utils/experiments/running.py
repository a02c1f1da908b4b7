"""Run an experiment: every method, every seed; stop when you like and keep what was finished."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, ClassVar

import torch

from course_utils.experiments.progress import Bar
from course_utils.experiments.results import Results, plain
from course_utils.experiments.training import Batch, Recipe, reproducible, train
from course_utils.models import Transformer
from course_utils.positions.methods import METHODS, Named

Variant = tuple[Named, dict[str, float]]
"""A position method with its options, such as ("Shaw", {"clip": 4})."""


@dataclass(frozen=True)
class Experiment:
    """What every experiment says of itself; subclasses fill it in.

    Parameters
    ----------
    recipe
        Steps and learning rate of each training.
    """

    recipe: Recipe
    title: ClassVar[str]
    measure: ClassVar[str]
    condition: ClassVar[str]
    chance: ClassVar[float | None] = None

    @property
    def conditions(self) -> list[str]:
        """The columns of the results."""
        raise NotImplementedError

    @property
    def methods(self) -> dict[str, Variant]:
        """All methods that can be compared, by the name they get in the table."""
        raise NotImplementedError

    def build(self, position: Named, **options: Any) -> Transformer:
        """Make the untrained model."""
        raise NotImplementedError

    def batches(self, dice: torch.Generator) -> Batch:
        """Draw a batch to train on."""
        raise NotImplementedError

    def scores(self, model: Transformer) -> list[float]:
        """Measure a trained model, one number a condition."""
        raise NotImplementedError

    def trained(
        self, variant: str | Variant, seed: int = 0, tick: Callable[[], object] = lambda: None
    ) -> Transformer:
        """Train one model and return it, in evaluation mode.

        Parameters
        ----------
        variant
            A name out of `methods` or `METHODS`, or a method with options of one's own.
        seed
            Of first values and batches.

        Raises
        ------
        ValueError
            When the name is unknown.
        """
        position, options = self.variant(variant) if isinstance(variant, str) else variant
        with reproducible(seed):
            model = self.build(position, **options)
            train(model, self.batches, self.recipe, seed=seed, tick=tick)
        return model.eval()

    def variant(self, name: str) -> Variant:
        """Look a method up by the name it has in this experiment, else in `METHODS`.

        Raises
        ------
        ValueError
            When neither knows the name; the message lists what there is.
        """
        if name in self.methods:
            return self.methods[name]
        if name in METHODS:
            return name, {}
        known = ", ".join(repr(one) for one in dict.fromkeys([*self.methods, *METHODS]))
        raise ValueError(f"no method is called {name!r}; there are {known}")

    def measured(self, model: Transformer) -> list[float]:
        """Return `scores` without gradients and on one thread."""
        with reproducible(seed=0), torch.no_grad():
            return self.scores(model)


def run(
    experiment: Experiment,
    methods: Sequence[str] | Mapping[str, Variant] | None = None,
    seeds: int | Sequence[int] = 3,
    *,
    so_far: Results | None = None,
    keep: Callable[[Results], object] = lambda results: None,
    progress: bool = True,
) -> Results:
    """Train and measure every method with every seed.

    Parameters
    ----------
    experiment
        Such as `Roles.quick()`.
    methods
        Names, of the experiment's own methods (all unless given) or of any in `METHODS`; or a
        mapping from names to (method, options).
    seeds
        How many, counted from 0, or which.
    so_far
        Results of an earlier call that was interrupted, to go on from.
    keep
        Called with the results so far after each training, to store them.
    progress
        Whether to show a bar with the time that is left.

    Returns
    -------
    Results
        Of all trainings that were finished: interrupt (the ■ button, or Ctrl-C) whenever it
        takes too long.

    Raises
    ------
    ValueError
        When a name is unknown, or `so_far` comes from another design; nothing is trained then.
    """
    names = experiment.methods if methods is None else methods
    if not isinstance(names, Mapping):
        names = {name: experiment.variant(name) for name in names}
    which = range(seeds) if isinstance(seeds, int) else seeds
    results = _started(experiment, so_far)
    # Seeds outside: an interruption leaves all methods with as many.
    left = [(seed, name) for seed in which for name in names if not results.has(name, seed)]
    with Bar(len(left) * experiment.recipe.steps, shown=progress) as bar:
        for seed, name in left:
            bar.says(f"{name}, seed {seed}")
            model = experiment.trained(names[name], seed, bar.tick)
            results.add(name, seed, experiment.measured(model))
            keep(results)
    return results


def _started(experiment: Experiment, so_far: Results | None) -> Results:
    empty = empty_results(experiment)
    if so_far is None:
        return empty
    if plain(so_far.settings) != plain(empty.settings):
        raise ValueError(f"so_far was made with {so_far.settings}, not {empty.settings}")
    return so_far


def empty_results(experiment: Experiment) -> Results:
    """Return the table that an experiment is going to fill."""
    settings: dict[str, Any] = {"experiment": type(experiment).__name__, **asdict(experiment)}
    return Results(
        experiment.title,
        experiment.measure,
        experiment.condition,
        experiment.conditions,
        chance=experiment.chance,
        settings=settings,
    )
