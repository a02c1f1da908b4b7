"""PyTorch by its usual name, imported when an answer first uses it.

All exercises are loaded at the first `check` of any notebook, and PyTorch takes a second or more.
"""

from __future__ import annotations

from typing import Any


class _Late:
    def __getattr__(self, name: str) -> Any:
        import torch

        return getattr(torch, name)


torch = _Late()
