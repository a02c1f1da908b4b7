"""The position table that a real model learned, shipped with the course."""

from __future__ import annotations

from importlib.resources import files

import numpy as np


def minilm_positions() -> np.ndarray:
    """Return the learned position table of all-MiniLM-L6-v2, (512, 384) of float32.

    Row i is added to the word vector of the token at position i; row 0 always meets [CLS].

    Examples
    --------
    >>> table = minilm_positions()
    >>> table.shape, round(float(table.std()), 3)
    ((512, 384), 0.025)

    Notes
    -----
    Stored in float16: no entry is off by more than 8e-5. Apache License 2.0, see
    data/minilm_positions.LICENSE.txt.

    References
    ----------
    Wang et al. 2020, "MiniLM" (arXiv 2002.10957); Reimers and Gurevych 2019, "Sentence-BERT"
    (arXiv 1908.10084).
    """
    path = files("course_utils") / "data" / "minilm_positions.npy"
    with path.open("rb") as file:
        return np.load(file).astype(np.float32)
