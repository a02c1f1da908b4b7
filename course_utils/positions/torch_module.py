"""Sinusoidal positions and RoPE as PyTorch modules, with the numbers of the NumPy functions."""

from __future__ import annotations

import numpy as np
import torch
from torch import Tensor, nn

from course_utils.positions.clocks import check_clocks, split_frequencies, turns
from course_utils.positions.rope import PAIRINGS
from course_utils.positions.sinusoidal import sinusoidal_encoding


class SinusoidalEncoding(nn.Module):
    """Add the encoding of their positions to vectors of any sequence length.

    There is nothing to train, nothing to store in a checkpoint, and no longest sentence.

    Parameters
    ----------
    d_model
        Entries of a vector; even.
    base
        As in `sinusoidal_encoding`.

    Raises
    ------
    ValueError
        When `d_model` is odd or below 2, or `base` not greater than 1.

    Examples
    --------
    >>> SinusoidalEncoding(4)(torch.zeros(1, 2, 4))[0, 1].round(decimals=2).tolist()
    [0.8399999737739563, 0.5400000214576721, 0.009999999776482582, 1.0]
    """

    def __init__(self, d_model: int, *, base: float = 10000.0) -> None:
        super().__init__()
        check_clocks(d_model, base)
        self.d_model, self.base = d_model, base
        # Not a buffer: `.double()` would stretch float32 numbers to float64 and gain no digit.
        self._table = torch.empty(0, d_model)

    def forward(self, x: Tensor, start: float = 0) -> Tensor:
        """Return x (..., n_positions, d_model) with row r's position, start + r, added."""
        if x.shape[-1] != self.d_model:
            raise ValueError(f"vectors must have {self.d_model} entries; got {tuple(x.shape)}")
        return x + self.rows(x.shape[-2], start, like=x)

    def rows(self, n_positions: int, start: float = 0, *, like: Tensor) -> Tensor:
        """Return the encoding (n_positions, d_model) in the dtype and on the device of `like`."""
        if start < 0 or start != int(start):
            return self._build(n_positions, start, like)
        first, end = int(start), int(start) + n_positions
        table = self._table
        if end > len(table) or (table.dtype, table.device) != (like.dtype, like.device):
            # Half as much again, so that a sentence which grows word by word seldom rebuilds it.
            self._table = table = self._build(end + end // 2, 0, like)
        return table[first:end]

    def _build(self, n_positions: int, start: float, like: Tensor) -> Tensor:
        kind = np.float64 if like.dtype == torch.float64 else np.float32
        table = sinusoidal_encoding(
            n_positions, self.d_model, base=self.base, start=start, dtype=kind
        )
        return torch.from_numpy(table).to(like)


class RotaryEncoding(nn.Module):
    """Turn the pairs of queries or keys by their positions: RoPE.

    Parameters
    ----------
    d_head
        Entries of a query or key in one head; even.
    base, layout
        As in `rotate`.

    Raises
    ------
    ValueError
        When `d_head` is odd or below 2, `base` not greater than 1, or there is no such layout.

    Examples
    --------
    >>> RotaryEncoding(2)(torch.tensor([[1.0, 0.0]]), torch.tensor([1])).round(decimals=2).tolist()
    [[0.5400000214576721, 0.8399999737739563]]

    References
    ----------
    Su et al. 2021, "RoFormer" (arXiv 2104.09864), equation 34.
    """

    def __init__(self, d_head: int, *, base: float = 10000.0, layout: str = "interleaved") -> None:
        super().__init__()
        if layout not in PAIRINGS:
            known = ", ".join(map(repr, PAIRINGS))
            raise ValueError(f"layout must be one of {known}; got {layout!r}")
        self.frequency = split_frequencies(d_head, base)
        self.d_head, self.layout = d_head, layout

    def forward(self, x: Tensor, positions: Tensor | None = None) -> Tensor:
        """Return x (..., n_positions, d_head) turned; without `positions`, they are 0, 1, 2, …."""
        if x.shape[-1] != self.d_head:
            raise ValueError(f"vectors must have {self.d_head} entries; got {tuple(x.shape)}")
        if positions is None:
            positions = torch.arange(x.shape[-2])
        wide = torch.promote_types(x.dtype, torch.float32)  # half precision would round thrice
        cosine, sine = self._turns(positions, x.device, wide)
        first, second = (x[..., columns].to(wide) for columns in PAIRINGS[self.layout](self.d_head))
        pairs = (first * cosine - second * sine, first * sine + second * cosine)
        if self.layout == "halves":
            return torch.cat(pairs, dim=-1).to(x.dtype)
        return torch.stack(pairs, dim=-1).flatten(-2).to(x.dtype)

    def _turns(
        self, positions: Tensor, device: torch.device, dtype: torch.dtype
    ) -> tuple[Tensor, Tensor]:
        """Return cosine and sine of every pair's angle, computed in float64."""
        turn = torch.from_numpy(turns(positions.double().cpu().numpy(), self.frequency))
        return turn.real.to(device, dtype), turn.imag.to(device, dtype)
