"""The lecture's own data: its sentences, vectors and printed numbers, the wrong ones marked so.

The lecture is five documents: A (German; the same text in Russian), C (Korean), D (a German
university lecture with homework) and E (German, the heat map).
"""

from __future__ import annotations

import numpy as np

SENTENCE_PAIRS = {
    "A": ("Katze frisst Maus", "Maus frisst Katze"),
    "A, Russian": ("кот ест мышь", "мышь ест кота"),
    "C": ("dog bites man", "man bites dog"),
    "D": ("Der Hund beißt den Mann", "Der Mann beißt den Hund"),
}
"""Document -> the two sentences that are meant to hold the same tokens in another order."""

CAT_768 = np.array([0.82, -0.14, 0.36, 0.05, -0.71, 0.29, -0.18])
"""Document A's "cat" with 768 entries: the first six and the last; the other 761 are not given."""

DOG_768 = np.array([0.77, -0.09, 0.41, 0.11, -0.68, 0.24, -0.15])
"""Document A's "dog" with 768 entries: the first six and the last; the other 761 are not given."""

HAND_PICKED_PAIRS = np.array([[0.2, 0.8], [0.4, 0.6], [0.6, 0.4]])
"""Document A's pairs for its positions 1, 2 and 3, (3, 2)."""

EQUAL_LAGS = ((3, 7), (13, 17))
"""Document C's two pairs of positions that are equally far apart."""

CAT_AT_1 = np.array([1.82, 0.86, 1.36, 1.05, 0.29, 1.29, 0.82])
"""Document A's "cat + 1", the same seven entries as in `CAT_768`."""

CAT_AT_500 = np.array([500.82, 499.86, 500.36, 500.05, 499.29, 500.29, 499.82])
"""Document A's "cat + 500", the same seven entries as in `CAT_768`."""

CAT_12 = np.array([0.20, 0.70, -0.10, 0.40, 0.15, -0.30, 0.55, 0.10, -0.20, 0.05, 0.30, -0.15])
"""Document A's "cat" with 12 entries, invented there to show the sum."""

DOG_12 = np.array([0.18, 0.68, -0.05, 0.35, 0.20, -0.25, 0.50, 0.15, -0.18, 0.08, 0.28, -0.10])
"""Document A's "dog" with 12 entries."""

DENOMINATORS_12 = np.array([1, 21.54, 464.16, 1000, 2154.43, 4641.59])
"""What document A prints for 10000^(2i/12). Wrong from pair 2 on."""

CAT_FINAL = np.array(
    [1.0415, 1.2403, -0.0536, 1.3989, 0.1522, 0.7, 0.5510, 1.1, -0.1995, 1.05, 0.3002, 0.85]
)
"""What document A prints for cat + PE(1). It follows from its wrong denominators."""

DOG_FINAL = np.array(
    [0.3211, -0.31, 0.0888, 1.3403, 0.2065, 0.75, 0.5030, 1.15, -0.1786, 1.08, 0.2806, 0.9]
)
"""What document A prints for dog + PE(3). It follows from its wrong denominators."""

TURNS_ONCE_IN = np.array([10, 100, 1000, 10000])
"""Document A's four clocks, positions a turn: an illustration, not the formula's wavelengths."""

WHO_USES_WHAT = {
    "RoPE": ("Llama", "PaLM", "GPT-NeoX"),
    "ALiBi": ("BLOOM", "MPT"),
    "learned": ("BERT", "GPT-2"),
}
"""Document E's list: position method -> models that use it."""
