"""Exercise 07.7: Shaw's vectors made by hand, for a head that looks back."""

from __future__ import annotations

import numpy as np

from course_utils.exercises.exercise import Case, case, exercise, right, wrong
from course_utils.homework import BACK, CLIP


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
            ("CLIP - BACK", "BACK if CLIP != 2 * BACK else BACK - 1"),
        ),
        wrong(
            "counted-from-the-end",
            "Row −b is counted from the table's end, among the keys ahead. Distance −k has row 0, "
            "so distance −b has row k − b.",
            ("CLIP - BACK", "-BACK if CLIP + 1 != 2 * BACK else -BACK - 1"),
        ),
        wrong(
            "scale-forgotten",
            "The term comes out √d_head times too small, since the score divides by √d_head. "
            "Multiply by it.",
            (" * np.sqrt(d_head)", ""),
        ),
        wrong(
            "scaled-twice",
            "The score divides by √d_head, and these vectors divide once more. Multiply by it, so "
            "that the two cancel.",
            (" * np.sqrt(d_head)", " / np.sqrt(d_head)"),
        ),
        wrong(
            "plain-multiple",
            "With sharpness · q the term is sharpness · (q·q)/√d_head. Divide by q·q and multiply "
            "by √d_head, and the sharpness is left.",
            ("np.sqrt(d_head) * query / (query @ query)", "query"),
        ),
        wrong(
            "unit-vector",
            "The vector is as long as it should be sharp, but the term is its dot product with q, "
            "divided by √d_head: sharpness · |q|/√d_head.",
            ("np.sqrt(d_head) * query / (query @ query)", "query / np.linalg.norm(query)"),
        ),
        wrong(
            "sharpness-forgotten",
            "The term is 1 whatever the sharpness. Multiply by it.",
            ("sharpness * ", ""),
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
