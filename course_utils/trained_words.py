"""Word vectors of a trained model: what the embedding table of a real encoder looks like."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

import numpy as np


@cache
def _table() -> tuple[list[str], np.ndarray]:
    with files("course_utils").joinpath("data", "trained_words.npz").open("rb") as file:
        kept = np.load(file)
        return kept["words"].tolist(), kept["vectors"].astype(np.float64)


def trained_words() -> tuple[list[str], np.ndarray]:
    """Return 500 English words and their trained vectors.

    Returns
    -------
    tuple
        The words, most frequent first, then some that the notebooks name; and a copy of their
        vectors, (500, 384) of float64, kept to float16's three digits.

    Examples
    --------
    >>> words, vectors = trained_words()
    >>> words[:3], vectors.shape
    (['the', 'of', 'and'], (500, 384))

    References
    ----------
    all-MiniLM-L6-v2 (sentence-transformers), Apache License 2.0; data/trained_words.LICENSE.txt.
    """
    words, vectors = _table()
    return list(words), vectors.copy()
