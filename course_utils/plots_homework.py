"""Drawing helpers of notebook 07: attention maps, roles by shift, losses by position."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from course_utils.plots import BLUE, GREY, ORANGE, VERMILION, draw_matrix, new_figure

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from torch import Tensor


def draw_maps(maps: Mapping[str, Sequence[np.ndarray]], sentences: Sequence[str]) -> Figure:
    """Draw attention maps (n, n), a row of pictures a sentence and a column a kind of positions."""
    figure, axes = new_figure(len(maps), len(sentences), width=9.5, height=5.6)
    for column, (name, pair) in enumerate(maps.items()):
        for row, (weights, sentence) in enumerate(zip(pair, sentences, strict=True)):
            words = sentence.split()
            one = axes[row, column]
            draw_matrix(one, weights, rows=words, columns=words, title=name, limits=(0, 1))
            one.set(xlabel="key")
            one.set_ylabel("query" if column == 0 else "")
    return figure


def print_sentences(tokens: Tensor, targets: Tensor) -> None:
    """Print who-bites-whom sentences, tokens and targets (batch, n), with their roles."""
    from course_utils.experiments.tasks import AGENT, PATIENT, WORDS

    roles = {AGENT: "agent", PATIENT: "patient"}
    for sentence, labels in zip(tokens.tolist(), targets.tolist(), strict=True):
        words = [WORDS[token] for token in sentence]
        named = [f"{w} = {roles[t]}" for w, t in zip(words, labels, strict=True) if t in roles]
        print(f"{' '.join(words):32} {', '.join(named)}")


def draw_called_agent(called: np.ndarray, most_trained: int, expected: Sequence[int]) -> Figure:
    """Draw how often each of two nouns is called the agent, (n_fillers, 2), by fillers."""
    figure, axes = new_figure(width=8.0, height=3.2)
    n_fillers = np.arange(len(called))
    axes.axvspan(-0.4, most_trained + 0.4, color=GREY, alpha=0.15, linewidth=0, label="trained")
    for number in expected:
        label = "expected to turn" if number == expected[0] else None
        axes.axvline(number, color=GREY, linestyle=":", linewidth=1.5, label=label)
    axes.plot(n_fillers, called[:, 0], "o-", color=BLUE, label="first noun (the agent)")
    axes.plot(n_fillers, called[:, 1], "s--", color=ORANGE, label="second noun")
    axes.set(xlabel="words in front", ylabel="called agent (share)", ylim=(-0.05, 1.05))
    axes.set_xticks(n_fillers)
    axes.set_title("A model with a position table, asked with more and more words in front")
    axes.legend(loc="center left", bbox_to_anchor=(1.0, 0.5))
    return figure


BLOCK = 8  # positions that are averaged into one point; divides every length of the notebook


def draw_loss_curves(curves: Mapping[str, np.ndarray], trained: int) -> Figure:
    """Draw losses by position, each (n_seeds, n_positions), and the trained length.

    Means over all seeds as thin lines; means over blocks of 8 positions with the spread over seeds.
    """
    figure, axes = new_figure(width=8.5, height=3.4)
    for colour, (name, losses) in zip((BLUE, ORANGE, VERMILION), curves.items(), strict=True):
        axes.plot(losses.mean(axis=0), color=colour, alpha=0.35, linewidth=0.6)
        blocks = losses.reshape(len(losses), -1, BLOCK).mean(axis=-1)  # (n_seeds, n_blocks)
        middle = np.arange(blocks.shape[1]) * BLOCK + (BLOCK - 1) / 2
        style: dict[str, Any] = {"color": colour, "capsize": 2, "linewidth": 1.6, "label": name}
        axes.errorbar(middle, blocks.mean(axis=0), blocks.std(axis=0, ddof=1), **style)
    _mark_length(axes, trained)
    axes.set(xlabel="position in the window", ylabel="loss (nats a character)")
    axes.set_title("Validation loss by position")
    axes.legend(loc="center left", bbox_to_anchor=(1.0, 0.5))
    return figure


def draw_row_lengths(lengths: Mapping[str, np.ndarray], trained: int) -> Figure:
    """Draw the lengths of tables' rows, each (n_positions,), and the trained length."""
    figure, axes = new_figure(width=8.0, height=3.0)
    for colour, (name, one) in zip((ORANGE, VERMILION), lengths.items(), strict=True):
        axes.semilogy(one, ".", color=colour, markersize=4, label=name)
    axes.set_ylim(0.08, 20)
    axes.set_yticks([0.1, 1, 10], ["0.1", "1", "10"])
    _mark_length(axes, trained)
    axes.set(xlabel="position", ylabel="length of the row (no unit)")
    axes.set_title("Rows of the learned tables after training")
    axes.legend(markerscale=3, loc="center left", bbox_to_anchor=(1.0, 0.5))
    return figure


def _mark_length(axes: Any, trained: int) -> None:
    axes.axvline(trained - 0.5, color=GREY, linestyle="--", linewidth=1)
    axes.annotate(
        "trained length L",
        (trained + 2, 0.98),
        xycoords=("data", "axes fraction"),
        color=GREY,
        va="top",
    )


def draw_by_distance(weights: Mapping[int, np.ndarray]) -> Figure:
    """Draw mean attention weights by distance: distance -> (2 n_heads,), first layer first."""
    figure, axes = new_figure(width=8.0, height=3.6)
    table = np.stack(list(weights.values()), axis=1)  # (2 n_heads, n_distances)
    half = len(table) // 2
    rows = [f"layer {1 + k // half}, head {1 + k % half}" for k in range(len(table))]
    columns = [f"{delta:+d}".replace("-", "−") if delta else "0" for delta in weights]
    draw_matrix(axes, table, rows=rows, columns=columns, limits=(0, 1))
    axes.set(xlabel="distance j − i (positions)", title="Where the trained heads look")
    return figure
