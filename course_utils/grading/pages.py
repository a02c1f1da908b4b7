"""Static pages: every word escaped, nothing that runs, nothing fetched from elsewhere."""

from __future__ import annotations

import base64
import hashlib
from html import escape
from typing import Any

from course_utils.grading.notebook_file import clean

# Two numbers and a third column: the bars of a distribution.
STYLE = """
:root { color-scheme: light dark }
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 52em; margin: 2em auto; padding: 0 1em }
pre { white-space: pre-wrap; overflow-wrap: anywhere; border: 1px solid #8886; padding: .6em }
table { border-collapse: collapse; width: 100% }
th, td { text-align: left; vertical-align: top; padding: .25em .6em }
td:last-child { overflow-wrap: anywhere }
tr { border-bottom: 1px solid #8886 }
td.n, th.n { text-align: right; font-variant-numeric: tabular-nums; width: 5em }
.n + .n + td { color: #4a8fb8; letter-spacing: -.06em; white-space: nowrap; overflow: hidden }
img { max-width: 100% }
.beside { display: grid; grid-template-columns: 1fr 1fr; gap: 1.5em }
.full { color: #1b7f5a } .lost { color: #b3541e }
"""
_HASH = base64.b64encode(hashlib.sha256(STYLE.encode()).digest()).decode()
# Should a student's word ever slip through unescaped, the browser still runs and loads nothing.
POLICY = (
    f"default-src 'none'; style-src 'sha256-{_HASH}'; img-src data:; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
# In the page itself, where a directive on frames is not allowed, for pages opened as files.
_META = POLICY.rpartition(";")[0]


def page(title: str, body: str) -> str:
    """Return a whole page; `body` is markup made by the functions below."""
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{_META}">'
        '<meta name="viewport" content="width=device-width">'
        f"<title>{text(title)}</title><style>{STYLE}</style></head>\n"
        f"<body>\n<h1>{text(title)}</h1>\n{body}\n</body></html>\n"
    )


def text(value: Any) -> str:
    """Return any value as text of a page."""
    return escape(clean(str(value)))


def block(value: str) -> str:
    """Return a longer text as it was typed."""
    return f"<pre>{escape(clean_lines(value))}</pre>"


def clean_lines(value: str) -> str:
    """Return text without control characters, its lines and tabs kept."""
    return "\n".join(clean(line) for line in value.replace("\r\n", "\n").split("\n"))


def picture(data: str) -> str:
    """Return a PNG picture; `data` is base64 that the grader itself wrote."""
    return f'<img alt="picture from the submission" src="data:image/png;base64,{escape(data)}">'


def items(values: list[str] | tuple[str, ...]) -> str:
    """Return a list, or nothing when there are no values."""
    return f"<ul>{''.join(f'<li>{text(one)}</li>' for one in values)}</ul>" if values else ""


def table(head: list[str], rows: list[list[Any]], numbers: set[int]) -> str:
    """Return a table; the columns in `numbers` are set flush right."""

    def row(tag: str, entries: list[Any]) -> str:
        cells = (
            f"<{tag}{' class=n' if n in numbers else ''}>{text(one)}</{tag}>"
            for n, one in enumerate(entries)
        )
        return f"<tr>{''.join(cells)}</tr>"

    return f"<table>{row('th', head)}{''.join(row('td', one) for one in rows)}</table>"
