"""A progress bar that is gone when the work is done, and an interruption that is no accident."""

from __future__ import annotations

from types import TracebackType
from typing import Any


class Bar:
    """Show steps done and time left while a block runs; swallow an interruption of the block.

    In a notebook the bar is one line of the cell's output, emptied at the end, so that no timing
    is ever stored (tqdm's own notebook bar would leave its widgets' state in the file). In a
    terminal its line is wiped.

    Parameters
    ----------
    total
        Number of steps.
    shown
        False shows nothing.

    Examples
    --------
    >>> with Bar(2, shown=False) as bar:
    ...     bar.says("first")
    ...     bar.tick()
    ...     raise KeyboardInterrupt
    >>> bar.interrupted
    True
    """

    def __init__(self, total: int, shown: bool = True) -> None:
        from tqdm import tqdm  # type: ignore[import-untyped]

        self.interrupted = False
        self._line = CellLine() if shown and _in_notebook() else None
        options = {"total": total, "leave": False, "disable": not shown, "mininterval": 0.3}
        self._bar: Any = tqdm(file=self._line, ncols=90, unit="step", **options)

    def __enter__(self) -> Bar:
        """Start."""
        return self

    def says(self, text: str) -> None:
        """Write what is going on before the bar."""
        self._bar.set_description(text)

    def tick(self) -> None:
        """Count one step."""
        self._bar.update()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> bool:
        """Take the bar away; an interruption ends here, everything else goes on."""
        self._bar.close()
        self.interrupted = kind is not None and issubclass(kind, KeyboardInterrupt)
        return self.interrupted


class CellLine:
    """A file whose last written line is shown in the cell's output; an empty one clears it."""

    def __init__(self) -> None:
        from IPython.display import display

        self._handle: Any = display({}, raw=True, display_id=True)

    def write(self, text: str) -> None:
        """Show `text` in place of what was shown before."""
        line = text.strip()
        self._handle.update({"text/plain": line} if line else {}, raw=True)

    def flush(self) -> None:
        """Do nothing: every line is shown at once."""


def _in_notebook() -> bool:
    from IPython.core.getipython import get_ipython

    return hasattr(get_ipython(), "kernel")
