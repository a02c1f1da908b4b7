"""Shaw without the table of pairs, and a training step against PyTorch's own encoder.

Every round times every way once, so that whatever else the machine does meets all alike; a ratio
is taken within a round, and the median over the rounds counts.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable
from statistics import median

import pytest
import torch
from torch import Tensor, nn

from course_utils.models import Transformer
from course_utils.positions.methods import METHODS, Sizes, method

SHAPE, CLIP = (1, 4, 1024, 32), 16  # batch, heads, positions, d_head


@pytest.fixture(autouse=True)
def one_thread():
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


def milliseconds(ways: dict[str, Callable[[], object]], n_rounds: int) -> dict[str, list[float]]:
    """Time every way once a round, the first round not counted."""
    taken: dict[str, list[float]] = {name: [] for name in ways}
    for _ in range(n_rounds + 1):
        for name, way in ways.items():
            begin = time.perf_counter()
            way()
            taken[name].append(1e3 * (time.perf_counter() - begin))
    return {name: times[1:] for name, times in taken.items()}


def ratio(taken: dict[str, list[float]], name: str, to: str) -> float:
    return median(a / b for a, b in zip(taken[name], taken[to], strict=True))


def shaw_and_query():
    heads = SHAPE[1] * SHAPE[3]
    shaw = method("Shaw", Sizes(d_model=heads, n_heads=SHAPE[1]), clip=CLIP)
    return shaw, torch.randn(SHAPE, requires_grad=True)


def per_pair(shaw, query: Tensor) -> Tensor:
    """The equations as they stand: a vector for every pair, (n, n, d_head)."""
    table = shaw.key_vectors[shaw.columns(query.shape[-2])]
    return torch.einsum("bhid,ijd->bhij", query, table) / query.shape[-1] ** 0.5


def by_column(shaw, query: Tensor) -> Tensor:
    """Ours: the 2k + 1 different vectors once, then look up."""
    return shaw.bias(query)


WAYS = {"per pair": per_pair, "by column": by_column}


def extra_megabytes(way: str) -> float:
    """Peak memory of forward and backward beyond what was there before, in a process of its own."""
    code = f"""
import sys, torch
sys.path.insert(0, {str(__file__).rsplit("/", 1)[0]!r})
from test_attention import WAYS, shaw_and_query
torch.set_num_threads(1)
shaw, query = shaw_and_query()
status = lambda: open("/proc/self/status").read()
peak = lambda: int(status().split("VmHWM:")[1].split()[0])
torch.ones(2, 2, requires_grad=True).sum().backward()
before = peak()
WAYS[{way!r}](shaw, query).sum().backward()
print((peak() - before) / 1024)
"""
    command = [sys.executable, "-c", code]
    return float(subprocess.run(command, capture_output=True, text=True, check=True).stdout)


@pytest.mark.skipif(sys.platform != "linux", reason="peak memory is read from /proc")
def test_shaws_scores_need_no_table_of_pairs():
    shaw, query = shaw_and_query()
    torch.testing.assert_close(by_column(shaw, query), per_pair(shaw, query), atol=1e-4, rtol=1e-4)
    ways = {
        name: lambda way=way: way(shaw, query).square().sum().backward()
        for name, way in WAYS.items()
    }
    taken = milliseconds(ways, 7)
    memory = {name: extra_megabytes(name) for name in WAYS}
    print(f"\nShaw's scores, forward and backward, {SHAPE}, k = {CLIP}")
    for name in WAYS:
        print(f"  {name:<10} {median(taken[name]):7.1f} ms {memory[name]:7.0f} MB")
    faster = ratio(taken, "by column", "per pair")
    print(f"  time ratio {faster:.2f}, memory ratio {memory['by column'] / memory['per pair']:.2f}")
    assert faster <= 1 / 3
    assert memory["by column"] <= memory["per pair"] / 2


def training_step(model: nn.Module, forward: Callable[[], Tensor]) -> Callable[[], object]:
    optimizer = torch.optim.AdamW(model.parameters(), fused=True)

    def step() -> None:
        optimizer.zero_grad()
        forward().square().mean().backward()
        optimizer.step()

    return step


def test_a_step_is_no_slower_than_pytorchs_encoder():
    x = torch.randn(32, 16, 64)
    layer = nn.TransformerEncoderLayer(64, 4, 256, 0.0, batch_first=True, norm_first=True)
    theirs = nn.TransformerEncoder(layer, 2, nn.LayerNorm(64), enable_nested_tensor=False)
    ways = {"torch.nn": training_step(theirs, lambda: theirs(x))}
    for name in METHODS:
        if name != "ALiBi causal":
            model = Transformer(10, 64, Sizes(64, 4), name)
            ways[name] = training_step(model, lambda model=model: model.read(x)[0])
    taken = milliseconds(ways, 60)
    print("\nA training step at (32, 16, 64), and its ratio to torch.nn.TransformerEncoder's")
    for name in ways:
        print(f"  {name:<16} {median(taken[name]):6.2f} ms {ratio(taken, name, 'torch.nn'):6.2f}")
    assert ratio(taken, "none", "torch.nn") <= 1.0
    assert ratio(taken, "sinusoidal", "torch.nn") <= 1.0
