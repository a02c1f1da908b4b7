"""How popular code builds the sinusoidal table, written from the formulas, for positions given."""

from __future__ import annotations

import math

import numpy as np
import torch


def annotated(start: int, n_positions: int, d_model: int) -> np.ndarray:
    """The Annotated Transformer: frequencies as e^(2k · -ln(10000)/d), float32 throughout."""
    position = torch.arange(start, start + n_positions).unsqueeze(1)
    frequency = torch.exp(torch.arange(0, d_model, 2) * -(math.log(10000.0) / d_model))
    table = torch.zeros(n_positions, d_model)
    table[:, 0::2] = torch.sin(position * frequency)
    table[:, 1::2] = torch.cos(position * frequency)
    return table.numpy()


def d2l(start: int, n_positions: int, d_model: int) -> np.ndarray:
    """Dive into Deep Learning: position / 10000^(2k/d), float32 throughout."""
    position = torch.arange(start, start + n_positions, dtype=torch.float32).reshape(-1, 1)
    exponent = torch.arange(0, d_model, 2, dtype=torch.float32) / d_model
    angle = position / torch.pow(10000, exponent)
    table = torch.zeros(n_positions, d_model)
    table[:, 0::2] = torch.sin(angle)
    table[:, 1::2] = torch.cos(angle)
    return table.numpy()


def numpy_float32(start: int, n_positions: int, d_model: int) -> np.ndarray:
    """The Annotated Transformer's formula in NumPy's float32."""
    position = np.arange(start, start + n_positions, dtype=np.float32)[:, None]
    exponent = np.arange(0, d_model, 2, dtype=np.float32)
    angle = position * np.exp(exponent * np.float32(-math.log(10000.0) / d_model))
    table = np.empty((n_positions, d_model), np.float32)
    table[:, 0::2] = np.sin(angle)
    table[:, 1::2] = np.cos(angle)
    return table


def numpy_float64(
    start: int, n_positions: int, d_model: int, dtype: type = np.float32
) -> np.ndarray:
    """Plain NumPy: angles, sines and cosines in float64, rounded to `dtype` at the end."""
    position = np.arange(start, start + n_positions, dtype=np.float64)[:, None]
    angle = position / 10000.0 ** (np.arange(0, d_model, 2) / d_model)
    table = np.empty((n_positions, d_model), dtype)
    table[:, 0::2] = np.sin(angle)
    table[:, 1::2] = np.cos(angle)
    return table


def fill(start: int, n_positions: int, d_model: int) -> np.ndarray:
    """No table at all: what writing that much memory takes."""
    table = np.empty((n_positions, d_model), np.float32)
    table.fill(1.0)
    return table
