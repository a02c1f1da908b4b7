"""The column orders in which code keeps the same sines and cosines, and the ways between them.

Each way is a permutation: an array of column numbers, `table[..., permutation]`. It works on
NumPy arrays and torch tensors, on encodings, and on the weights that were trained with them.
"""

from __future__ import annotations

import numpy as np

from course_utils.positions.clocks import check_clocks

LAYOUTS = (
    "interleaved",  # s0 c0 s1 c1 …: Vaswani et al. 2017, the course, RoFormer
    "halves",  # s0 s1 … c0 c1 …: tensor2tensor, and the pairing of many RoPE codes
    "interleaved, cosine first",  # c0 s0 c1 s1 …
    "halves, cosine first",  # c0 c1 … s0 s1 …: many diffusion models' time steps
)
"""The layouts by name; s is sine, c is cosine, the number is the clock's."""


def permutation(d_model: int, source: str, target: str) -> np.ndarray:
    """Columns to take from a table in layout `source` to have it in layout `target`.

    Parameters
    ----------
    d_model
        Columns; even.
    source, target
        Two of `LAYOUTS`.

    Returns
    -------
    np.ndarray
        (d_model,) of int64: `table[..., permutation]` is in the target layout.

    Raises
    ------
    ValueError
        When `d_model` is odd or below 2, or there is no such layout.

    Examples
    --------
    >>> permutation(6, "interleaved", "halves").tolist()
    [0, 2, 4, 1, 3, 5]
    """
    # By way of interleaved: the inverse of the way out leads back.
    return np.argsort(_columns(d_model, source))[_columns(d_model, target)]


def _columns(d_model: int, layout: str) -> np.ndarray:
    """Return which column of the interleaved table each column of a layout holds."""
    check_clocks(d_model, base=2.0)
    if layout not in LAYOUTS:
        known = ", ".join(repr(one) for one in LAYOUTS)
        raise ValueError(f"no layout is called {layout!r}; there are {known}")
    pairs = np.arange(d_model).reshape(-1, 2)  # (pair, sine or cosine)
    if layout.endswith("cosine first"):
        pairs = pairs[:, ::-1]
    return (pairs.T if layout.startswith("halves") else pairs).ravel()


def interleaved_to_halves(d_model: int) -> np.ndarray:
    """Permutation (d_model,) from s0 c0 s1 c1 … to s0 s1 … c0 c1 …, whichever comes first.

    Examples
    --------
    >>> interleaved_to_halves(6).tolist()
    [0, 2, 4, 1, 3, 5]
    """
    return permutation(d_model, "interleaved", "halves")


def halves_to_interleaved(d_model: int) -> np.ndarray:
    """Permutation (d_model,) from s0 s1 … c0 c1 … to s0 c0 s1 c1 …, whichever comes first.

    Examples
    --------
    >>> halves_to_interleaved(6).tolist()
    [0, 3, 1, 4, 2, 5]
    """
    return permutation(d_model, "halves", "interleaved")


def swap_within_pairs(d_model: int) -> np.ndarray:
    """Permutation (d_model,) between s0 c0 s1 c1 … and c0 s0 c1 s1 …; it is its own inverse.

    Examples
    --------
    >>> swap_within_pairs(6).tolist()
    [1, 0, 3, 2, 5, 4]
    """
    return permutation(d_model, "interleaved", "interleaved, cosine first")


def swap_halves(d_model: int) -> np.ndarray:
    """Permutation (d_model,) between s0 s1 … c0 c1 … and c0 c1 … s0 s1 …; it is its own inverse.

    Examples
    --------
    >>> swap_halves(6).tolist()
    [3, 4, 5, 0, 1, 2]
    """
    return permutation(d_model, "halves", "halves, cosine first")
