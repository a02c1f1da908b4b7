"""The PyTorch modules give NumPy's numbers, in the dtype that they are asked in."""

import copy

import numpy as np
import pytest
import torch

from course_utils.positions import (
    RotaryEncoding,
    SinusoidalEncoding,
    rotate,
    sinusoidal_encoding,
)

FLOATS = {torch.float64: np.float64, torch.float32: np.float32, torch.float16: np.float16}


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("start", [0, 7, 1_000_000.5, -3])
def test_added_rows_are_numpys(dtype, start):
    added = SinusoidalEncoding(16)(torch.zeros(2, 5, 16, dtype=dtype), start)
    assert added.dtype == dtype
    expected = sinusoidal_encoding(5, 16, start=start, dtype=FLOATS[dtype])
    atol = 4 * np.finfo(FLOATS[dtype]).eps
    np.testing.assert_allclose(added[1].numpy(), expected, rtol=0, atol=atol)


def test_longer_sentences_and_other_dtypes_come_as_they_please():
    module = SinusoidalEncoding(8)
    for n_positions, dtype in ((3, torch.float32), (900, torch.float64), (4, torch.bfloat16)):
        added = module(torch.zeros(n_positions, 8, dtype=dtype))
        exact = torch.from_numpy(sinusoidal_encoding(n_positions, 8, dtype=np.float64))
        torch.testing.assert_close(added, exact.to(dtype), rtol=0, atol=8 * torch.finfo(dtype).eps)


def test_there_is_nothing_to_train_or_to_store():
    for module in (SinusoidalEncoding(8), RotaryEncoding(8)):
        module(torch.zeros(4, 8))
        assert not list(copy.deepcopy(module).parameters())
        assert not module.state_dict()


@pytest.mark.parametrize("layout", ["interleaved", "halves"])
@pytest.mark.parametrize("dtype", FLOATS)
def test_turned_pairs_are_numpys(layout, dtype):
    x = torch.randn(2, 5, 8, generator=torch.Generator().manual_seed(0)).to(dtype)
    positions = torch.tensor([0.0, 3.0, -4.0, 100.5, 1e6], dtype=torch.float64)
    turned = RotaryEncoding(8, layout=layout)(x, positions)
    assert turned.dtype == dtype
    expected = rotate(x.numpy(), positions.numpy(), layout=layout)
    atol = 4 * np.finfo(FLOATS[dtype]).eps
    np.testing.assert_allclose(turned.numpy(), expected, rtol=0, atol=atol)


def test_positions_count_from_0_when_none_are_given():
    x = torch.randn(3, 4)
    turned = RotaryEncoding(4)(x)
    np.testing.assert_allclose(turned.numpy(), rotate(x.numpy(), np.arange(3)), atol=1e-6)


@pytest.mark.parametrize("module", [SinusoidalEncoding(4), RotaryEncoding(4)])
def test_gradients_pass_unchanged_in_length(module):
    x = torch.randn(3, 4, dtype=torch.float64, requires_grad=True)
    assert torch.autograd.gradcheck(module, (x,))
    module(x).sum().backward()
    torch.testing.assert_close(x.grad.norm(), torch.ones(3, 4).double().norm())


@pytest.mark.parametrize("cls", [SinusoidalEncoding, RotaryEncoding])
def test_bad_sizes_are_named(cls):
    with pytest.raises(ValueError, match=r"even .* got 5"):
        cls(5)
    with pytest.raises(ValueError, match="base must be"):
        cls(4, base=1)
    with pytest.raises(ValueError, match=r"must have 4 entries; got \(3, 6\)"):
        cls(4)(torch.zeros(3, 6))


def test_an_unknown_layout_is_named():
    with pytest.raises(ValueError, match=r"layout must be one of .* got 'split'"):
        RotaryEncoding(4, layout="split")
