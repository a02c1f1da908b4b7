"""A small pre-LN Transformer, encoder or causal, into which a position method is plugged.

tokens -> vectors -> position.add -> n_layers x (attention, feed-forward) -> norm -> classes

Each half of a layer adds to the stream what it makes of the stream's LayerNorm ("pre-LN").
"""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn.functional import scaled_dot_product_attention

from course_utils.positions.methods import Named, PositionMethod, Sizes, method


class Attention(nn.Module):
    """Attention with several heads, changed by the position method."""

    def __init__(self, sizes: Sizes, position: PositionMethod) -> None:
        super().__init__()
        self.sizes, self.position = sizes, position
        self.query_key_value = nn.Linear(sizes.d_model, 3 * sizes.d_model)
        self.out = nn.Linear(sizes.d_model, sizes.d_model)
        self.scale = sizes.d_head**-0.5 if position.divides_by_root else 1.0
        if not position.divides_by_root:  # T5 draws smaller queries instead
            with torch.no_grad():
                self.query_key_value.weight[: sizes.d_model] *= sizes.d_head**-0.5

    def forward(self, x: Tensor, need_weights: bool = False) -> tuple[Tensor, Tensor | None]:
        """Map x (batch, n, d_model) to its like, and weights (batch, n_heads, n, n) or None."""
        heads = self.query_key_value(x).unflatten(-1, (3, self.sizes.n_heads, self.sizes.d_head))
        query, key, value = heads.transpose(-4, -2).unbind(-3)  # (batch, n_heads, n, d_head) each
        query, key = self.position.rotate(query, key)
        bias = self.position.bias(query)
        in_steps = need_weights or self.position.changes_values
        attend = self.attend_in_steps if in_steps else self.attend_at_once
        output, weights = attend(query, key, value, bias)
        return self.out(output.transpose(-3, -2).flatten(-2)), weights

    def attend_in_steps(
        self, query: Tensor, key: Tensor, value: Tensor, bias: Tensor | None
    ) -> tuple[Tensor, Tensor]:
        """Attend with the weights at hand: to return them, or because the method needs them."""
        scores = query @ key.transpose(-1, -2) * self.scale  # (batch, n_heads, n, n)
        if bias is not None:
            scores = scores + bias
        if self.sizes.causal:
            scores = scores + no_future(scores)
        weights = scores.softmax(-1)
        added = self.position.values(weights)
        output = weights @ value
        return (output if added is None else output + added), weights

    def attend_at_once(
        self, query: Tensor, key: Tensor, value: Tensor, bias: Tensor | None
    ) -> tuple[Tensor, None]:
        """Attend by PyTorch's fused kernel, which keeps no weights."""
        if bias is not None and self.sizes.causal:
            bias = bias + no_future(query)
        output = scaled_dot_product_attention(
            query, key, value, bias, is_causal=self.sizes.causal and bias is None, scale=self.scale
        )
        return output, None


def no_future(like: Tensor) -> Tensor:
    """Return -inf where key j lies after query i, else 0: (n, n), for `like` (..., n, any)."""
    n_positions = like.shape[-2]
    return like.new_full((n_positions, n_positions), -torch.inf).triu(1)


class Layer(nn.Module):
    """Attention, then a feed-forward net, each on the stream's norm and added to the stream."""

    def __init__(self, sizes: Sizes, d_ff: int, position: PositionMethod) -> None:
        super().__init__()
        self.norm_1, self.norm_2 = nn.LayerNorm(sizes.d_model), nn.LayerNorm(sizes.d_model)
        self.attention = Attention(sizes, position)
        self.feed_forward = nn.Sequential(
            nn.Linear(sizes.d_model, d_ff), nn.ReLU(), nn.Linear(d_ff, sizes.d_model)
        )

    def forward(self, x: Tensor, need_weights: bool = False) -> tuple[Tensor, Tensor | None]:
        """Map x (batch, n, d_model) to the same shape, with the attention weights if wanted."""
        attended, weights = self.attention(self.norm_1(x), need_weights)
        x = x + attended
        return x + self.feed_forward(self.norm_2(x)), weights


class Transformer(nn.Module):
    """Read symbols, predict one class at every position.

    Parameters
    ----------
    n_symbols, n_classes
        How many tokens there are, and how many answers.
    sizes
        Width, heads, rows of position tables, causal or not.
    position
        A name, or a class of one's own: see `course_utils.positions.methods.method`.
    n_layers, d_ff
        Depth, and width of the feed-forward net (4 d_model unless given).
    options
        The position method's own, such as `clip=4` for Shaw.

    Raises
    ------
    ValueError
        When the name is unknown, or a sentence is longer than the method's table.

    Examples
    --------
    >>> model = Transformer(10, 3, Sizes(d_model=8, n_heads=2), "Shaw", clip=2)
    >>> model(torch.zeros(5, 7, dtype=torch.long)).shape
    torch.Size([5, 7, 3])

    References
    ----------
    Vaswani et al. 2017 (arXiv 1706.03762); norms placed as in Xiong et al. 2020 (2002.04745).
    """

    def __init__(
        self, n_symbols: int, n_classes: int, sizes: Sizes, position: Named = "none", *,
        n_layers: int = 2, d_ff: int | None = None, **options: float,
    ) -> None:  # fmt: skip
        super().__init__()
        self.embedding = nn.Embedding(n_symbols, sizes.d_model)
        nn.init.normal_(self.embedding.weight, std=0.5**0.5)  # as large as a sinusoidal row
        self.position = first = method(position, sizes, **options)
        own = [first, *(method(position, sizes, **options) for _ in range(n_layers - 1))]
        own = own if first.one_per_layer else [first] * n_layers
        self.layers = nn.ModuleList(Layer(sizes, d_ff or 4 * sizes.d_model, one) for one in own)
        self.norm, self.out = nn.LayerNorm(sizes.d_model), nn.Linear(sizes.d_model, n_classes)

    def forward(self, tokens: Tensor) -> Tensor:
        """Return the classes' logits (batch, n, n_classes) for tokens (batch, n)."""
        return self.read(self.embedding(tokens))[0]

    def attention_weights(self, tokens: Tensor) -> list[Tensor]:
        """Return each layer's attention weights, (batch, n_heads, n, n), for tokens (batch, n)."""
        return self.read(self.embedding(tokens), need_weights=True)[1]

    def read(self, x: Tensor, need_weights: bool = False) -> tuple[Tensor, list[Tensor]]:
        """Return logits and the layers' weights for vectors x (batch, n, d_model)."""
        x, all_weights = self.position.add(x), []
        for layer in self.layers:
            x, weights = layer(x, need_weights)
            all_weights.append(weights)
        return self.out(self.norm(x)), all_weights
