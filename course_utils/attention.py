"""Attention in NumPy, as notebook 01 builds it."""

from __future__ import annotations

import numpy as np


def softmax(scores: np.ndarray) -> np.ndarray:
    """Turn each row of scores into weights that are positive and sum to 1.

    Parameters
    ----------
    scores
        (..., n_keys), any real numbers; -inf gives weight 0.

    Returns
    -------
    np.ndarray
        (..., n_keys), the weights.

    Examples
    --------
    >>> softmax(np.array([0.0, np.log(3.0)])).round(2)
    array([0.25, 0.75])

    Notes
    -----
    The largest score of a row is subtracted first: that changes no weight and keeps the
    exponentials from overflowing.
    """
    shifted = scores - scores.max(axis=-1, keepdims=True)
    weights = np.exp(shifted)
    return weights / weights.sum(axis=-1, keepdims=True)


def attention(
    query: np.ndarray, key: np.ndarray, value: np.ndarray, mask: np.ndarray | None = None
) -> tuple[np.ndarray, np.ndarray]:
    """Scaled dot-product attention.

    Parameters
    ----------
    query
        (..., n_queries, d_k).
    key
        (..., n_keys, d_k).
    value
        (..., n_keys, d_value).
    mask
        (n_queries, n_keys) of bool, True where a query may look; None lets it look everywhere.

    Returns
    -------
    tuple
        Outputs (..., n_queries, d_value) and weights (..., n_queries, n_keys).

    Raises
    ------
    ValueError
        When query and key have different widths, or key and value different lengths.

    Examples
    --------
    >>> output, weights = attention(np.zeros((1, 2)), np.eye(2), np.array([[1.0], [3.0]]))
    >>> output.item(), weights.tolist()
    (2.0, [[0.5, 0.5]])

    References
    ----------
    Vaswani et al. 2017 (arXiv 1706.03762), equation 1.
    """
    if query.shape[-1] != key.shape[-1] or key.shape[-2] != value.shape[-2]:
        shapes = f"query {query.shape}, key {key.shape}, value {value.shape}"
        raise ValueError(f"query and key must share d_k, key and value n_keys; got {shapes}")
    d_k = query.shape[-1]
    scores = query @ key.swapaxes(-1, -2) / np.sqrt(d_k)  # (..., n_queries, n_keys)
    if mask is not None:
        scores = np.where(mask, scores, -np.inf)
    weights = softmax(scores)
    return weights @ value, weights
