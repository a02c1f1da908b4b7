"""The homework's experiments: tasks, training, results.

>>> table = run(Roles.quick(), ["none", "Shaw"], seeds=1)  # doctest: +SKIP
"""

from course_utils.experiments.homework import NameSymbol, NextCharacter, Roles
from course_utils.experiments.results import Results
from course_utils.experiments.running import Experiment, run
from course_utils.experiments.tasks import Symbols, WhoBitesWhom, encode
from course_utils.experiments.text import GermanText
from course_utils.experiments.training import Recipe, reproducible, train

__all__ = [
    "Experiment",
    "GermanText",
    "NameSymbol",
    "NextCharacter",
    "Recipe",
    "Results",
    "Roles",
    "Symbols",
    "WhoBitesWhom",
    "encode",
    "reproducible",
    "run",
    "train",
]
