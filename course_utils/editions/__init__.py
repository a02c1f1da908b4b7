"""One source, its editions: `solutions/NN_name.py` becomes the notebooks that people open.

`read_source` reads and judges a source, `make_editions` transforms it, `build` executes what
changed and writes, `check` compares what is stored with what the sources give.
"""

from course_utils.editions.builder import build
from course_utils.editions.compare import check, orphans
from course_utils.editions.edition import EDITIONS, Edition, make_edition, make_editions
from course_utils.editions.identity import changed_cells, content_hash, is_pristine
from course_utils.editions.rules import read_source
from course_utils.editions.source import EditionError, Source, SourceError, find_sources

__all__ = [
    "EDITIONS",
    "Edition",
    "EditionError",
    "Source",
    "SourceError",
    "build",
    "changed_cells",
    "check",
    "content_hash",
    "find_sources",
    "is_pristine",
    "make_edition",
    "make_editions",
    "orphans",
    "read_source",
]
