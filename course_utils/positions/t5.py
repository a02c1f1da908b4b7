"""T5's relative bias: one learned number a head and bucket of distances."""

from __future__ import annotations

import math
from functools import lru_cache

import torch
from torch import Tensor, nn

from course_utils.positions.methods import PositionMethod, Sizes, distances


def buckets(
    distance: Tensor, causal: bool = False, n_buckets: int = 32, max_distance: int = 128
) -> Tensor:
    """Sort distances j - i into buckets: near ones exactly, far ones by their logarithm.

    Parameters
    ----------
    distance
        j - i, integers of any shape.
    causal
        Whether only the past is seen: then all buckets serve it, and the future takes bucket 0.
        Otherwise the upper half of the buckets serves keys that come later.
    n_buckets
        Even, at least 4 (at least 2 when causal).
    max_distance
        From this distance on all share the last bucket.

    Returns
    -------
    Tensor
        int64, as `distance`, from 0 to n_buckets - 1.

    Raises
    ------
    ValueError
        When there are too few buckets, or `max_distance` lies within the exact ones.

    Examples
    --------
    >>> buckets(torch.tensor([-200, -9, -8, -7, -1, 0, 1, 7, 8, 200])).tolist()
    [15, 8, 8, 7, 1, 0, 17, 23, 24, 31]
    >>> buckets(torch.tensor([-200, -16, -15, 0, 5]), causal=True).tolist()
    [31, 16, 15, 0, 0]

    References
    ----------
    Raffel et al. 2020 (arXiv 1910.10683), section 2.1; the exact rule is in their code only
    (mesh_tensorflow's transformer_layers.py): half of a direction's buckets are exact, the others
    grow geometrically up to max_distance.
    """
    per_direction = n_buckets if causal else n_buckets // 2
    n_exact = per_direction // 2
    if n_exact < 1 or n_buckets % 2 or max_distance <= n_exact:
        raise ValueError(
            "n_buckets must be even and at least 4 (2 when causal), and max_distance above the "
            f"{n_exact} exact buckets; got n_buckets={n_buckets}, max_distance={max_distance}"
        )
    back = (-distance).clamp(min=0) if causal else distance.abs()
    later = 0 if causal else (distance > 0) * per_direction
    growth = (back.clamp(min=1).double() / n_exact).log() / math.log(max_distance / n_exact)
    # A hair above, since the logarithm of an exact step may fall just below it.
    far = n_exact + (growth * (per_direction - n_exact) + 1e-9).long()
    return later + torch.where(back < n_exact, back, far.clamp(max=per_direction - 1))


class T5(PositionMethod):
    """Add a learned number b[head, bucket(j - i)] to the score of query i and key j.

    Query·key is *not* divided by √d_k in T5; its first query weights are drawn smaller instead.
    The table is shared by all layers and differs between heads.

    Parameters
    ----------
    sizes
        Of the model; `sizes.causal` decides how the buckets are shared out.
    n_buckets, max_distance
        As for `buckets`; T5's own are 32 and 128.

    Raises
    ------
    ValueError
        As `buckets`.

    Examples
    --------
    >>> t5 = T5(Sizes(d_model=8, n_heads=2))
    >>> t5.bias(torch.zeros(2, 5, 4)).shape
    torch.Size([2, 5, 5])

    References
    ----------
    Raffel et al. 2020 (arXiv 1910.10683), section 2.1.
    """

    divides_by_root = False

    def __init__(self, sizes: Sizes, *, n_buckets: int = 32, max_distance: int = 128) -> None:
        super().__init__(sizes)
        self.rule = (sizes.causal, n_buckets, max_distance)
        buckets(torch.zeros(1), *self.rule)  # refuses a rule that cannot be
        # As large as in Hugging Face's T5. Zeros would train as well, but see no order until then.
        first = sizes.d_model**-0.5 * torch.randn(n_buckets, sizes.n_heads)
        self.table = nn.Parameter(first)

    def bias(self, query: Tensor) -> Tensor:
        """Return b[head, bucket(j - i)], (n_heads, n, n)."""
        bucket = _pairs(query.shape[-2], *self.rule).to(query.device)
        return self.table[bucket].permute(2, 0, 1)


@lru_cache(maxsize=32)
def _pairs(n_positions: int, causal: bool, n_buckets: int, max_distance: int) -> Tensor:
    # Kept, since every layer of every step asks for the same.
    return buckets(distances(n_positions), causal, n_buckets, max_distance)
