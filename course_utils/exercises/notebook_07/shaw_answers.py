"""Exercise 07.6: Shaw's term in the logits of all heads."""

from __future__ import annotations

from course_utils.exercises.exercise import Case, case, exercise, right, wrong
from course_utils.exercises.notebook_02.late_torch import torch
from course_utils.homework import CLIP  # noqa: F401 - wrong answers use it


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
    # Once each of the two alone is trained, so that a gradient lost on one side shows.
    trained = query[0, 2].clone().requires_grad_()
    return (
        case("one head, three tokens, all distances within the clip", query[0, 0, :3], vectors),
        case("one head, six tokens, clip 2", query[0, 0], vectors),
        case("six tokens, clip 4", query[0, 1], long),
        case("two sentences, three heads, six tokens", query, vectors),
        case("one token", query[0, 0, :1], vectors),
        case("NumPy arrays, as the grader sends them", query[1, 0].numpy(), long.numpy()),
        case("a query that is trained", trained, long),
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
            "not-clipped",
            "Beyond distance k there is no row left, and below −k rows are counted from the end. "
            "Clip the distance to −k … k.",
            (".clamp(-clip, clip)", ""),
        ),
        wrong(
            "all-rows-for-k",
            "k is taken for the number of vectors. There are 2k + 1 of them, so k is "
            "`len(key_vectors) // 2`.",
            ("len(key_vectors) // 2", "len(key_vectors)"),
        ),
        wrong(
            "clip-of-the-homework",
            "k is the homework's CLIP here, whatever comes in. The number of vectors says what it "
            "is: `len(key_vectors) // 2`.",
            ("len(key_vectors) // 2", "CLIP"),
        ),
        wrong(
            "far-ones-dropped",
            "Keys beyond distance k got nothing. In the paper all of them share the outermost "
            "vector of their side.",
            (
                "met[..., place[:, None], distance + clip]",
                "met[..., place[:, None], distance + clip] * "
                "((place[None, :] - place[:, None]).abs() <= clip)",
            ),
        ),
        wrong(
            "masked",
            "Later keys are masked away. That is the decoder's business; this term is there for "
            "all pairs.",
            (
                "met[..., place[:, None], distance + clip]",
                "met[..., place[:, None], distance + clip].masked_fill("
                "place[None, :] > place[:, None], -torch.inf)",
            ),
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
