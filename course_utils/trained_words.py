"""Vectors of a trained model: what the embedding tables of a real encoder look like."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

import numpy as np

DATA = files("course_utils").joinpath("data")


@cache
def _words() -> tuple[list[str], np.ndarray]:
    with DATA.joinpath("trained_words.npz").open("rb") as file:
        kept = np.load(file)
        return kept["words"].tolist(), kept["vectors"].astype(np.float64)


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
    words, vectors = _words()
    return list(words), vectors.copy()


def trained_positions() -> np.ndarray:
    """Return the position table that was trained with those words, but for row 0.

    Row 0 always belongs to the mark [CLS] that begins every text, and is five times as long as
    the others.

    Returns
    -------
    np.ndarray
        Positions 1 to 511, (511, 384) of float64, kept to float16's three digits.

    Examples
    --------
    >>> trained_positions().shape
    (511, 384)

    References
    ----------
    As for `trained_words`; data/minilm_positions.LICENSE.txt.
    """
    with DATA.joinpath("minilm_positions.npy").open("rb") as file:
        return np.load(file)[1:].astype(np.float64)
