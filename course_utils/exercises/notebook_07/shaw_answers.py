"""Exercises 07.6 and 07.7: Shaw's term in the logits of all heads, and vectors made by hand."""

from __future__ import annotations

import numpy as np

from course_utils.exercises.exercise import Case, case, exercise, right, wrong
from course_utils.exercises.notebook_02.late_torch import torch
from course_utils.homework import BACK, CLIP


def relative_term(query, key_vectors):
    query, key_vectors = torch.as_tensor(query), torch.as_tensor(key_vectors)
    n_positions, d_head = query.shape[-2:]
    clip = len(key_vectors) // 2
    place = torch.arange(n_positions)
    distance = (place[None, :] - place[:, None]).clamp(-clip, clip)  # j - i
    met = query @ key_vectors.T / d_head**0.5  # (..., n_positions, 2 clip + 1)
    return met[..., place[:, None], distance + clip]


def _term_cases() -> tuple[Case, ...]:
    dice = torch.Generator().manual_seed(76)
    query = torch.randn(2, 3, 6, 4, generator=dice, dtype=torch.float64)
    vectors = torch.randn(5, 4, generator=dice, dtype=torch.float64, requires_grad=True)
    long = torch.randn(9, 4, generator=dice, dtype=torch.float64)
    return (
        case("one head, three tokens, all distances within the clip", query[0, 0, :3], vectors),
        case("one head, six tokens, clip 2", query[0, 0], vectors),
        case("six tokens, clip 4", query[0, 1], long),
        case("two sentences, three heads, six tokens", query, vectors),
        case("one token", query[0, 0, :1], vectors),
    )


RELATIVE_TERM = exercise(
    "07.6",
    "Shaw's term for all heads",
    relative_term,
    minutes=12,
    cases=_term_cases,
    tensors=True,
    hints=(
        "There are only 2k + 1 different vectors. Let every query meet each of them once; what is "
        "left is to look up which of the 2k + 1 products belongs to which pair i, j.",
        "`query @ key_vectors.T` has shape (..., n, 2k + 1). The column for the pair i, j is "
        "`clip(j - i, -k, k) + k`.",
        "`met = query @ key_vectors.T / d_head**0.5`, then "
        "`met[..., place[:, None], distance + clip]`.",
    ),
    also_right=(
        right(
            "gather",
            (
                "met[..., place[:, None], distance + clip]",
                "met.gather(-1, (distance + clip).expand(*query.shape[:-1], n_positions))",
            ),
        ),
        right(
            "the table of all pairs",
            (
                "met[..., place[:, None], distance + clip]",
                'torch.einsum("...id,ijd->...ij", query, key_vectors[distance + clip])'
                " / d_head**0.5",
            ),
        ),
        right(
            "float32",
            ("torch.as_tensor(query),", "torch.as_tensor(query).float(),"),
            ("torch.as_tensor(key_vectors)", "torch.as_tensor(key_vectors).float()"),
        ),
    ),
    wrong=(
        wrong(
            "sign-turned",
            "The distance is i − j; in the paper it is j − i, from the query to the key. As it "
            "is, keys before the query get the vectors of keys after it.",
            ("place[None, :] - place[:, None]", "place[:, None] - place[None, :]"),
        ),
        wrong(
            "no-direction",
            "The distance lost its sign, so before and after look the same. The paper keeps a "
            "vector for each direction.",
            (".clamp(-clip, clip)", ".abs().clamp(-clip, clip)"),
        ),
        wrong(
            "unscaled",
            "The term is not divided by √d_head. In the paper's equation 5 it stands inside the "
            "fraction.",
            (" / d_head**0.5", ""),
        ),
        wrong(
            "divided-by-d_head",
            "The term is divided by d_head. It is its square root.",
            ("d_head**0.5", "d_head"),
        ),
        wrong(
            "offset-forgotten",
            "Distance 0 took row 0, which belongs to −k; negative distances counted from the end. "
            "Add k to the distance first.",
            ("distance + clip]", "distance]"),
        ),
        wrong(
            "clipped-too-early",
            "The distances are clipped at k − 1, so the two outermost vectors are never used.",
            (".clamp(-clip, clip)", ".clamp(1 - clip, clip - 1)"),
        ),
        wrong(
            "wrapped-round",
            "Distances beyond k start again from the other end. Beyond k all share the last "
            "vector: clip them.",
            (
                ".clamp(-clip, clip)  # j - i",
                "\n    distance = (distance + clip) % (2 * clip + 1) - clip",
            ),
        ),
        wrong(
            "a-scalar-bias",
            "The sum of each vector's entries was added, the same for every query: a scalar, as "
            "the lecture's b suggests. In the paper the query meets the vector.",
            ("query @ key_vectors.T", "torch.ones_like(query) @ key_vectors.T"),
        ),
        wrong(
            "the-key-decides",
            "Rows and columns are exchanged: the entry for query i and key j was looked up in the "
            "products of token j. The query meets the vector.",
            ("place[:, None], distance + clip]", "place[None, :], distance + clip]"),
        ),
        wrong(
            "first-head-for-all",
            "All heads got the first head's numbers. Each head has queries of its own; keep the "
            "axes in front, `met[..., ...]`.",
            (
                "met[..., place[:, None], distance + clip]",
                "met[..., place[:, None], distance + clip][(0,) * (query.ndim - 2)].expand("
                "*query.shape[:-1], n_positions)",
            ),
        ),
    ),
)


def looking_back(query: np.ndarray, sharpness: float) -> np.ndarray:
    n_rows, d_head = 2 * CLIP + 1, len(query)
    key_vectors = np.zeros((n_rows, d_head))
    row = CLIP - BACK
    key_vectors[row] = sharpness * np.sqrt(d_head) * query / (query @ query)
    return key_vectors


def _looking_cases() -> tuple[Case, ...]:
    rng = np.random.default_rng(77)
    return (
        case("a query of four entries, sharpness 5", rng.normal(size=4), 5.0),
        case("a query of sixteen entries, sharpness 10", rng.normal(size=16), 10.0),
        case("a unit vector, sharpness 1", np.array([0.0, 1.0, 0.0]), 1.0),
    )


LOOKING_BACK = exercise(
    "07.7",
    "vectors that look back",
    looking_back,
    minutes=8,
    cases=_looking_cases,
    hints=(
        "Only one of the 2k + 1 rows may differ from zero. Which row belongs to distance j − i = "
        "−BACK?",
        "Row CLIP − BACK. It is a multiple c·q of the query; the term it gives is c·(q·q)/√d_head.",
        "`key_vectors[CLIP - BACK] = sharpness * np.sqrt(len(query)) * query / (query @ query)`.",
    ),
    also_right=(
        right(
            "through the unit vector",
            (
                "query / (query @ query)",
                "(query / np.linalg.norm(query)) / np.linalg.norm(query)",
            ),
        ),
        right(
            "an outer product",
            (
                "key_vectors[row] = sharpness * np.sqrt(d_head) * query / (query @ query)",
                "key_vectors += np.outer(np.arange(n_rows) == row, query)"
                " * sharpness * np.sqrt(d_head) / np.sum(query**2)",
            ),
        ),
    ),
    wrong=(
        wrong(
            "looking-ahead",
            "These vectors look forward: row k + b belongs to distance +b. Looking back, "
            "j − i is negative.",
            ("CLIP - BACK", "CLIP + BACK"),
        ),
        wrong(
            "offset-forgotten",
            "Row b belongs to distance b − k. Distance −b stands in row k − b.",
            ("CLIP - BACK", "BACK - 1"),
        ),
        wrong(
            "scale-forgotten",
            "The term comes out √d_head times too small, since the score divides by √d_head. "
            "Multiply by it.",
            (" * np.sqrt(d_head)", ""),
        ),
        wrong(
            "length-forgotten",
            "The term is multiplied by q·q here. Divide by it, so that the query's length does "
            "not matter.",
            (" / (query @ query)", ""),
        ),
        wrong(
            "divided-by-the-length",
            "The query is divided by its length once; q·q is the square of it.",
            ("(query @ query)", "np.linalg.norm(query)"),
        ),
        wrong(
            "all-rows",
            "Every row got the vector, so every distance scores alike and nothing is looked at "
            "more than the rest. One row only.",
            ("key_vectors[row] =", "key_vectors[:] ="),
        ),
        wrong(
            "everything-before",
            "All distances up to −b got the vector. Only −b itself should.",
            ("key_vectors[row] =", "key_vectors[: row + 1] ="),
        ),
        wrong(
            "itself",
            "Row k belongs to distance 0: each token would look at itself.",
            ("CLIP - BACK", "CLIP"),
        ),
        wrong(
            "one-row-too-few",
            "The table has 2k rows. Distances −k to k, and 0 among them, need 2k + 1.",
            ("2 * CLIP + 1, len", "2 * CLIP, len"),
        ),
    ),
)
