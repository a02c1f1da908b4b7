"""Exercise 06.3: Shaw's logits, with a learned vector a clipped distance."""

from __future__ import annotations

import numpy as np

from course_utils.exercises.exercise import Case, case, exercise, right, wrong


def shaw_logits(query: np.ndarray, key: np.ndarray, key_vectors: np.ndarray) -> np.ndarray:
    n_positions, d_k = query.shape
    clip = len(key_vectors) // 2
    position = np.arange(n_positions)
    distance = np.clip(position[None, :] - position[:, None], -clip, clip)
    a = key_vectors[distance + clip]  # (n_positions, n_positions, d_k)
    return (query @ key.T + np.einsum("id,ijd->ij", query, a)) / np.sqrt(d_k)


def _shaw_cases() -> tuple[Case, ...]:
    rng = np.random.default_rng(63)
    query, key, vectors = rng.normal(size=(6, 3)), rng.normal(size=(6, 3)), rng.normal(size=(5, 3))
    return (
        case("three tokens, all distances within the clip", query[:3], key[:3], vectors),
        case("six tokens, clip 2", query, key, vectors),
        case("six tokens, clip 1", query, key, vectors[:3]),
        case("one token", query[:1], key[:1], vectors),
    )


SHAW_LOGITS = exercise(
    "06.3",
    "Shaw's logits",
    shaw_logits,
    minutes=10,
    cases=_shaw_cases,
    hints=(
        "First the clipped distances, an (n, n) table of whole numbers from −k to k. There are "
        "2k + 1 vectors: which of them belongs to distance −k?",
        "`distance = np.clip(position[None, :] - position[:, None], -k, k)` and "
        "`a = key_vectors[distance + k]`, of shape (n, n, d_k). Then every query i meets a[i, j].",
        '`(query @ key.T + np.einsum("id,ijd->ij", query, a)) / np.sqrt(d_k)`.',
    ),
    also_right=(
        right(
            "the gather: each query meets each vector once",
            (
                "a = key_vectors[distance + clip]  # (n_positions, n_positions, d_k)\n    return "
                '(query @ key.T + np.einsum("id,ijd->ij", query, a)) / np.sqrt(d_k)',
                "met = query @ key_vectors.T  # (n_positions, 2 clip + 1)\n    return (query @ "
                "key.T + np.take_along_axis(met, distance + clip, axis=1)) / np.sqrt(d_k)",
            ),
        ),
        right(
            "keys that differ from query to query",
            (
                '(query @ key.T + np.einsum("id,ijd->ij", query, a))',
                "(query[:, None] * (key[None] + a)).sum(axis=-1)",
            ),
        ),
        right(
            "float32",
            ("return (query @ key.T", "return (query.astype(np.float32) @ key.T"),
        ),
    ),
    wrong=(
        wrong(
            "sign-turned",
            "The distance is i − j; in the paper it is j − i, from the query to the key. As it "
            "is, keys before the query get the vectors of keys after it.",
            ("position[None, :] - position[:, None]", "position[:, None] - position[None, :]"),
        ),
        wrong(
            "no-direction",
            "The distance is taken without its sign, so before and after look the same. The "
            "paper keeps a vector for each direction.",
            (
                "position[None, :] - position[:, None]",
                "np.abs(position[None, :] - position[:, None])",
            ),
        ),
        wrong(
            "outside-the-scale",
            "Shaw's term is added after the division by √d_k. In the paper's equation 5 it stands "
            "inside the fraction: both terms are divided.",
            (
                '(query @ key.T + np.einsum("id,ijd->ij", query, a)) / np.sqrt(d_k)',
                'query @ key.T / np.sqrt(d_k) + np.einsum("id,ijd->ij", query, a)',
            ),
        ),
        wrong(
            "unscaled",
            "The scores are not divided by √d_k.",
            (" / np.sqrt(d_k)", ""),
        ),
        wrong(
            "words-not-scaled",
            "Only Shaw's term is divided by √d_k. Division comes before addition, so the sum wants "
            "brackets: both terms stand in the fraction.",
            (
                '(query @ key.T + np.einsum("id,ijd->ij", query, a))',
                'query @ key.T + np.einsum("id,ijd->ij", query, a)',
            ),
        ),
        wrong(
            "divided-by-d_k",
            "The scores are divided by d_k. It is its square root.",
            ("np.sqrt(d_k)", "d_k"),
        ),
        wrong(
            "the-key-meets-it",
            "The key was multiplied with the vector. In the paper the query meets it: "
            "q_i · (k_j + a_ij).",
            ('"id,ijd->ij", query, a', '"jd,ijd->ij", key, a'),
        ),
        wrong(
            "a-scalar-bias",
            "This adds the sum of the vector's entries, the same number for every query: a scalar, "
            "as the lecture's b suggests. In the paper the query decides how much it counts.",
            ('np.einsum("id,ijd->ij", query, a)', "a.sum(axis=-1)"),
        ),
        wrong(
            "the-lectures-formula",
            "This is document D's formula: the scaled score plus a number for each pair of places, "
            "here the sum of the vector's entries. In the paper the query meets the vector, inside "
            "the fraction.",
            (
                '(query @ key.T + np.einsum("id,ijd->ij", query, a)) / np.sqrt(d_k)',
                "query @ key.T / np.sqrt(d_k) + a.sum(axis=-1)",
            ),
        ),
        wrong(
            "offset-forgotten",
            "Distance 0 took row 0, which belongs to distance −k; negative distances counted from "
            "the end of the table. Add k to the distance first.",
            ("key_vectors[distance + clip]", "key_vectors[distance]"),
        ),
        wrong(
            "offset-before-the-clip",
            "k was added first, and then the sum clipped to −k … k: later keys share the middle "
            "rows. Clip the distance, then add k.",
            (
                "position[None, :] - position[:, None],",
                "position[None, :] - position[:, None] + clip,",
            ),
            ("key_vectors[distance + clip]", "key_vectors[distance]"),
        ),
        wrong(
            "not-clipped",
            "Beyond distance k there is no row left, and below −k rows are counted from the end. "
            "Clip the distance to −k … k.",
            (
                "np.clip(position[None, :] - position[:, None], -clip, clip)",
                "position[None, :] - position[:, None]",
            ),
        ),
        wrong(
            "all-rows-for-k",
            "k is taken for the number of vectors. There are 2k + 1 of them, so k is "
            "`len(key_vectors) // 2`.",
            ("len(key_vectors) // 2", "len(key_vectors)"),
        ),
        wrong(
            "clipped-too-early",
            "The distances are clipped at k − 1, so the two outermost vectors are never used. "
            "2k + 1 vectors serve distances from −k to k.",
            ("-clip, clip)", "1 - clip, clip - 1)"),
        ),
        wrong(
            "wrapped-round",
            "Distances beyond k went round to the other end of the table: far behind became far "
            "ahead. Clip them to −k … k.",
            (
                "np.clip(position[None, :] - position[:, None], -clip, clip)",
                "position[None, :] - position[:, None]",
            ),
            ("distance + clip", "(distance + clip) % len(key_vectors)"),
        ),
        wrong(
            "far-ones-dropped",
            "Keys beyond distance k got nothing. In the paper all of them share the outermost "
            "vector of their side.",
            (
                "np.clip(position[None, :] - position[:, None], -clip, clip)",
                "position[None, :] - position[:, None]",
            ),
            (
                "key_vectors[distance + clip]",
                "key_vectors[np.clip(distance, -clip, clip) + clip]\n"
                "    a = np.where((np.abs(distance) <= clip)[..., None], a, 0.0)",
            ),
        ),
        wrong(
            "content-forgotten",
            "This is the new term alone. The words still meet: add q_i · k_j.",
            ("query @ key.T + ", ""),
        ),
        wrong(
            "term-forgotten",
            "These are the scores without positions. Shaw's term is missing: q_i · a_ij.",
            (' + np.einsum("id,ijd->ij", query, a)', ""),
        ),
        wrong(
            "masked",
            "Later keys are masked away. That is the decoder's next step; the logits are there for "
            "all pairs.",
            ("    return (", "    e = ("),
            (
                "np.sqrt(d_k)",
                "np.sqrt(d_k)\n    return np.where(np.tri(n_positions) > 0, e, -np.inf)",
            ),
        ),
        wrong(
            "softmax-taken",
            "These are the weights. Asked for are the logits, before the softmax.",
            ("    return (", "    e = ("),
            (
                "np.sqrt(d_k)",
                "np.sqrt(d_k)\n    e = np.exp(e - e.max(axis=-1, keepdims=True))\n"
                "    return e / e.sum(axis=-1, keepdims=True)",
            ),
        ),
        wrong(
            "scaled-by-length",
            "The scores are divided by the square root of the number of tokens. The scale is the "
            "width of a query, d_k.",
            ("np.sqrt(d_k)", "np.sqrt(n_positions)"),
        ),
    ),
)
