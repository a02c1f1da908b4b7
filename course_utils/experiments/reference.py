"""The longer runs that are stored with the course: all methods, five seeds."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from time import perf_counter

from course_utils.experiments.homework import NameSymbol, NextCharacter, Roles
from course_utils.experiments.results import STORED, Results, how_made
from course_utils.experiments.running import Experiment, run
from course_utils.experiments.tasks import Symbols
from course_utils.experiments.text import GermanText
from course_utils.experiments.training import Recipe

LITTLE = 30_000
"""Characters of "little data"."""

TABLES = ["sinusoidal", "learned, sd 0.02", "learned, sd 0.7"]

REFERENCE: dict[str, tuple[Callable[[], Experiment], list[str] | None]] = {
    "roles": (Roles.full, None),
    "roles_more_fillers": (partial(Roles, Recipe(400), 8, (10, 14, 32)), None),
    "symbol_back": (partial(NameSymbol.full, Symbols(back=3)), None),
    "symbol_place": (partial(NameSymbol.full, Symbols(place=12)), None),
    "next_character": (NextCharacter.full, None),
    "next_character_little_data": (
        lambda: NextCharacter(Recipe(800), GermanText(limit=LITTLE)),
        TABLES,
    ),
}
"""Name of the stored file -> the experiment, and its methods (None: all)."""


def run_reference(names: Iterable[str] = (), n_seeds: int = 5, into: Path = STORED) -> None:
    """Run reference experiments and store each after every training; go on where a file leaves off.

    Parameters
    ----------
    names
        Out of `REFERENCE`; none means all.
    n_seeds
        How many seeds.
    into
        Folder for the JSON files.

    Raises
    ------
    ValueError
        When a name is unknown.
    """
    names = list(names) or list(REFERENCE)
    unknown = [name for name in names if name not in REFERENCE]
    if unknown:
        raise ValueError(f"no reference run {unknown}; there are {', '.join(REFERENCE)}")
    into.mkdir(parents=True, exist_ok=True)
    for name in names:
        print(
            name, _run_one(name, n_seeds, into / f"{name}.json"), sep="\n", end="\n\n", flush=True
        )


def _run_one(name: str, n_seeds: int, file: Path) -> Results:
    make, methods = REFERENCE[name]
    so_far = Results.load(file) if file.exists() else None
    before = float(so_far.made["seconds"]) if so_far else 0.0
    started = perf_counter()

    def keep(results: Results) -> None:
        results.made = how_made() | {"seconds": f"{before + perf_counter() - started:.0f}"}
        results.save(file)

    return run(make(), methods, n_seeds, so_far=so_far, keep=keep)
