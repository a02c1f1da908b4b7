"""Small models on which a test for order has to prove itself."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from course_utils.attention import attention


def blind(x: np.ndarray) -> np.ndarray:
    """Attend without positions; in and out (batch, n_positions, d_model), as for all here."""
    return attention(x, x, x)[0]


def blind_in_float32(x: np.ndarray) -> np.ndarray:
    """Attend without positions in single precision, where another order rounds differently."""
    return blind(x.astype(np.float32))


def token_by_token(x: np.ndarray) -> np.ndarray:
    """Apply a nonlinearity to every token by itself."""
    return np.tanh(x) + x


def position_vectors(n_positions: int, d_model: int) -> np.ndarray:
    """Draw one fixed random vector a position, (n_positions, d_model)."""
    return np.random.default_rng(15).normal(size=(n_positions, d_model))


def with_positions(x: np.ndarray) -> np.ndarray:
    """Add a vector a position, then attend."""
    return blind(x + position_vectors(*x.shape[1:]))


def with_faint_positions(x: np.ndarray) -> np.ndarray:
    """Add a hundredth of a vector a position, then attend."""
    return blind(x + 0.01 * position_vectors(*x.shape[1:]))


def positions_unmixed(x: np.ndarray) -> np.ndarray:
    """Add a vector a position and stop there: the mean over tokens does not depend on order."""
    return x + position_vectors(*x.shape[1:])


def along_the_batch(x: np.ndarray) -> np.ndarray:
    """Add the position vectors along the wrong axis: one vector a sentence, none a position."""
    n_sentences, _, d_model = x.shape
    return blind(x + position_vectors(n_sentences, d_model)[:, None, :])


def by_distance(x: np.ndarray) -> np.ndarray:
    """Attend with a penalty for the distance |i - j|, which a mirror image does not change."""
    _, n_positions, d_model = x.shape
    place = np.arange(n_positions)
    distance = np.abs(place[:, None] - place[None, :])  # (n_positions, n_positions)
    weights = np.exp(x @ x.swapaxes(-1, -2) / np.sqrt(d_model) - distance)
    return weights / weights.sum(axis=-1, keepdims=True) @ x


def causal(x: np.ndarray) -> np.ndarray:
    """Attend to the past only."""
    n_positions = x.shape[1]
    return attention(x, x, x, mask=np.tri(n_positions, dtype=bool))[0]


def round_a_ring(x: np.ndarray) -> np.ndarray:
    """Add to every token the one to its left; the first token's left neighbour is the last."""
    return x + np.tanh(np.roll(x, 1, axis=1))


def marks_the_end(x: np.ndarray) -> np.ndarray:
    """Mark the last token only, then treat every token by itself."""
    return marks_place(-1)(x)


def marks_place(place: int) -> Callable[[np.ndarray], np.ndarray]:
    """Make a model that marks one place only: orders that leave its token there change nothing."""

    def model(x: np.ndarray) -> np.ndarray:
        marked = x.copy()
        marked[:, place] += 1.0
        return np.tanh(marked)

    return model


ZOO = (
    ("attention without positions", blind),
    ("the same in float32", blind_in_float32),
    ("a layer that treats every token by itself", token_by_token),
    ("attention on x + position vectors", with_positions),
    ("attention on x + faint position vectors", with_faint_positions),
    ("x + position vectors, without attention", positions_unmixed),
    ("a model that adds its vectors along the batch axis", along_the_batch),
    ("attention with a penalty for distance", by_distance),
    ("causal attention", causal),
    ("a model that marks the last token", marks_the_end),
    ("a model that looks at the left neighbour, round a ring", round_a_ring),
)
"""What each model is, and the model."""
