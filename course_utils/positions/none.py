"""No positions: the encoder is blind to order, a causal model is not quite (Haviv et al. 2022)."""

from __future__ import annotations

from course_utils.positions.methods import PositionMethod


class NoPositions(PositionMethod):
    """Leave everything as it is.

    References
    ----------
    Haviv et al. 2022 (arXiv 2203.16634); Kazemnejad et al. 2023 (arXiv 2305.19466), "NoPE".
    """
