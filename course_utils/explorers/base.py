"""What every explorer is: a widget that ships data once and draws in the browser.

An explorer's front end is plain JavaScript in a file of its own. anywidget wants one text, so
`front_end("shared.js", "reorder.js")` joins files into one module: what `shared.js` defines,
`reorder.js` simply calls. The text is stored in each notebook that shows the widget; a widget
without a canvas therefore leaves `shared.js` out.
"""

from __future__ import annotations

from html import escape
from importlib.resources import files
from typing import Any

import anywidget
import numpy as np
from numpy.typing import ArrayLike, NDArray


def front_end(*names: str) -> str:
    """Join files of this package into one text, in the order given.

    Parameters
    ----------
    names : str
        File names, for example ``"shared.js", "reorder.js"``.

    Returns
    -------
    str
        Their contents, one after another.

    Raises
    ------
    FileNotFoundError
        When a file does not exist.

    Examples
    --------
    >>> front_end("shared.css").splitlines()[1]
    '.course-explorer {'
    """
    folder = files("course_utils.explorers")
    return "\n".join(folder.joinpath(name).read_text(encoding="utf-8") for name in names)


class Explorer(anywidget.AnyWidget):
    """An interactive figure: text for every reader, a widget where widgets run.

    Subclasses set ``_esm`` and ``_css`` (see `front_end`) and say in `describe` what is to be
    seen; `fallback` is the HTML for pages that run no widgets.
    """

    def describe(self) -> str:
        """Say in words what the widget shows: the ``text/plain`` of its output."""
        raise NotImplementedError(f"{type(self).__name__} must describe itself in words")

    def fallback(self) -> str:
        """Give the HTML that stands in where no widget runs."""
        return f'<p class="course-caption">{escape(self.describe())}</p>'

    def __repr__(self) -> str:
        """Describe the widget: a memory address would differ from run to run."""
        return self.describe()

    def _repr_mimebundle_(self, **kwargs: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        bundle = super()._repr_mimebundle_(**kwargs)
        data, metadata = bundle if bundle is not None else ({}, {})
        words = {"text/plain": self.describe(), "text/html": self.fallback()}
        return {**data, **words}, metadata


def matrix(name: str, values: ArrayLike, shape: tuple[int | None, int | None]) -> NDArray[Any]:
    """Read a matrix of finite numbers and hold it to a shape.

    Parameters
    ----------
    name : str
        What the learner calls it; stands in the error.
    values : array-like
        The numbers.
    shape : tuple
        Rows and columns wanted; ``None`` takes any number from 1 on.

    Returns
    -------
    numpy.ndarray
        The matrix in float64.

    Raises
    ------
    ValueError
        When it has another shape, or holds a number that is not finite.

    Examples
    --------
    >>> matrix("x", [[1, 2], [3, 4]], (2, None)).shape
    (2, 2)
    """
    array = np.asarray(values, dtype=np.float64)
    wanted = " × ".join("any" if size is None else str(size) for size in shape)
    fits = array.ndim == 2 and array.size > 0
    if not fits or any(w not in (None, s) for w, s in zip(shape, array.shape, strict=True)):
        raise ValueError(f"{name} has shape {array.shape}; allowed is {wanted}")
    if not np.isfinite(array).all():
        raise ValueError(f"{name} holds inf or nan; allowed are finite numbers")
    return array
