"""Vectors of a trained model: what the embedding tables of a real encoder look like."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

import numpy as np


@cache
def _tables() -> dict[str, np.ndarray]:
    with files("course_utils").joinpath("data", "trained_words.npz").open("rb") as file:
        kept = np.load(file)
        return {name: kept[name] for name in kept.files}


def trained_words() -> tuple[list[str], np.ndarray]:
    """Return 500 English words and their trained vectors.

    Returns
    -------
    tuple
        The words, most frequent first, then some that the notebooks name; and their vectors,
        (500, 384) of float64, kept to float16's three digits.

    Examples
    --------
    >>> words, vectors = trained_words()
    >>> words[:3], vectors.shape
    (['the', 'of', 'and'], (500, 384))

    References
    ----------
    all-MiniLM-L6-v2 (sentence-transformers), Apache License 2.0; data/trained_words.LICENSE.txt.
    """
    return _tables()["words"].tolist(), _tables()["vectors"].astype(np.float64)


def trained_positions() -> np.ndarray:
    """Return every fourth row of the position table that was trained with those words.

    Returns
    -------
    np.ndarray
        Positions 1, 5, 9, ... 509, (128, 384) of float64, kept to float16's three digits.

    Examples
    --------
    >>> trained_positions().shape
    (128, 384)

    References
    ----------
    As for `trained_words`.
    """
    return _tables()["positions"].astype(np.float64)
