"""Files that are there whole or not at all."""

from __future__ import annotations

import os
from pathlib import Path


def write_whole(path: Path, text: str) -> None:
    r"""Write a UTF-8 text file so that a reader, or a power cut, never meets half of it.

    Line ends are kept as they are in `text`.

    Parameters
    ----------
    path
        Its folder must be there. A draft `.NAME.new` stands beside it while it is written.
    text
        All that the file will hold.

    Raises
    ------
    OSError
        When it cannot be written; what stood there still stands.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write_whole(Path(folder, "marks.csv"), "Ada,8\n")
    ...     print([each.name for each in Path(folder).iterdir()])
    ['marks.csv']
    """
    draft = path.with_name(f".{path.name}.new")
    try:
        with draft.open("w", encoding="utf-8", newline="") as stream:
            stream.write(text)
            stream.flush()
            os.fsync(stream.fileno())  # else a power cut could leave an empty file
        draft.replace(path)
    except BaseException:
        draft.unlink(missing_ok=True)
        raise
