"""Results: one number a method, seed and condition; a table that draws and stores itself."""

from __future__ import annotations

import html
import json
import platform
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from datetime import datetime, timezone
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np

from course_utils.files import write_whole

STORED = Path(str(files("course_utils"))) / "data" / "results"
"""Where the reference runs lie."""


def how_made() -> dict[str, str]:
    """Return the date (UTC) and the versions that numbers depend on."""
    import torch

    now = datetime.now(timezone.utc)  # noqa: UP017 (Python 3.10's spelling works everywhere)
    versions = {"python": platform.python_version(), "torch": torch.__version__}
    return {"date": f"{now:%Y-%m-%d}", **versions, "numpy": np.__version__}


def plain(settings: dict[str, Any]) -> dict[str, Any]:
    """Return settings as they come back from JSON, where tuples have become lists."""
    return json.loads(json.dumps(settings))


@dataclass(repr=False)
class Results:
    """A table of measured numbers.

    Parameters
    ----------
    title, measure, condition
        What was tried; what the numbers are, with unit; what changes from column to column.
    conditions
        The columns.
    runs
        Method -> seed -> one number a condition.
    chance
        What guessing scores, for a line in the picture.
    settings, made
        How it was run; date and versions.

    Examples
    --------
    >>> table = Results("Demo", "accuracy", "length", ["1x", "2x"])
    >>> table.add("mine", 0, [1.0, 0.5])
    >>> table.add("mine", 1, [0.8, 0.5])
    >>> print(table)
    method | 1x        | 2x
    mine   | 0.90±0.14 | 0.50±0.00
    """

    title: str
    measure: str
    condition: str
    conditions: list[str]
    runs: dict[str, dict[int, list[float]]] = field(default_factory=dict)
    chance: float | None = None
    settings: dict[str, Any] = field(default_factory=dict)
    made: dict[str, str] = field(default_factory=how_made)

    def add(self, name: str, seed: int, numbers: Sequence[float]) -> None:
        """Add one run.

        Raises
        ------
        ValueError
            When there is not one number a condition.
        """
        if len(numbers) != len(self.conditions):
            raise ValueError(f"one number for each of {self.conditions}, please; got {numbers}")
        self.runs.setdefault(name, {})[seed] = [float(number) for number in numbers]

    def has(self, name: str, seed: int) -> bool:
        """Tell whether a run is in the table."""
        return seed in self.runs.get(name, {})

    def numbers(self, name: str) -> np.ndarray:
        """Return a method's numbers, (n_seeds, n_conditions).

        Raises
        ------
        ValueError
            When the method was not run.
        """
        if name not in self.runs:
            raise ValueError(f"no run of {name!r}; there are {', '.join(self.runs) or 'none'}")
        return np.array(list(self.runs[name].values()))

    def mean(self, name: str) -> np.ndarray:
        """Return a method's means over the seeds, (n_conditions,)."""
        return self.numbers(name).mean(axis=0)

    def spread(self, name: str) -> np.ndarray:
        """Return a method's standard deviations over the seeds, (n_conditions,); 0 for one seed."""
        numbers = self.numbers(name)
        return numbers.std(axis=0, ddof=1) if len(numbers) > 1 else np.zeros(numbers.shape[1])

    def rows(self) -> list[list[str]]:
        """Return the table as text, the head first."""
        body = [
            [name, *(f"{m:.2f}±{s:.2f}" for m, s in zip(self.mean(name), self.spread(name)))]  # noqa: B905
            for name in self.runs
        ]
        return [["method", *self.conditions], *body]

    def __str__(self) -> str:
        """Lay the table out in columns."""
        rows = self.rows()
        widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
        lines = (" | ".join(cell.ljust(w) for cell, w in zip(row, widths)) for row in rows)  # noqa: B905
        return "\n".join(line.rstrip() for line in lines)

    __repr__ = __str__

    def _repr_html_(self) -> str:
        head, *body = (
            "".join(f"<td>{html.escape(cell)}</td>" for cell in row) for row in self.rows()
        )
        lines = "".join(f"<tr>{row}</tr>" for row in body)
        caption = f"{self.title}: {self.measure}, mean ± standard deviation"
        head = head.replace("td>", "th>")
        return f"<table><caption>{html.escape(caption)}</caption><tr>{head}</tr>{lines}</table>"

    def describe(self) -> str:
        """Return one sentence without numbers, fit for an alt text that is compared."""
        seeds = max((len(seeds) for seeds in self.runs.values()), default=0)
        return (
            f"{self.title}: {self.measure} by {self.condition} ({'; '.join(self.conditions)}) "
            f"for {'; '.join(self.runs)}. Means with standard deviations, seeds: {seeds}."
        )

    def plot(self, alt: str = "") -> None:
        """Draw means as lines and standard deviations as bars, and show the picture."""
        from course_utils.experiments.pictures import draw_results

        draw_results(self, alt or self.describe())

    def save(self, path: str | Path) -> None:
        """Write JSON, numbers rounded to six decimals."""
        written = asdict(self)
        for runs in written["runs"].values():
            for seed, numbers in runs.items():
                runs[seed] = [round(number, 6) for number in numbers]
        text = json.dumps(written, indent=1, ensure_ascii=False)
        write_whole(Path(path), text + "\n")

    @classmethod
    def load(cls, path: str | Path) -> Results:
        """Read what `save` wrote; a bare name is looked up among the stored reference runs.

        Raises
        ------
        ValueError
            When there is no such file; the message lists the stored ones.
        """
        stored = STORED / f"{path}.json"
        file = stored if stored.exists() else Path(path)
        if not file.exists():
            tables = (one for one in STORED.glob("*.json") if '"runs"' in one.read_text("utf-8"))
            known = ", ".join(sorted(one.stem for one in tables)) or "none"
            raise ValueError(f"no results at {str(path)!r}; stored are {known}")
        read = json.loads(file.read_text(encoding="utf-8"))
        for name, runs in read["runs"].items():
            read["runs"][name] = {int(seed): numbers for seed, numbers in runs.items()}
        return cls(**read)
