"""A class plan as a timetable: whoever teaches looks at the clock, and does not add up."""

from __future__ import annotations

import re
from collections.abc import Iterator

# A step ends with its minutes, or goes on after a comma or a full stop.
MINUTES = re.compile(r"(?<![\w.])(\d+)(?=\s*(?:[.,;](?:\s|$)|$))")
_HEAD = re.compile(r"\*\*Class plan[^*]*\*\*")


def timetable(note: str) -> str:
    """Return a teacher's note with its class plan, if it is one, as a list with running minutes.

    >>> print(timetable("**Class plan.** Bits 5 · predict 03.A, live 40. Then rest."))
    **Class plan.** Minutes since the lesson began:
    <BLANKLINE>
    - 0 to 5: Bits
    - 5 to 45: predict 03.A, live. Then rest.
    """
    head = _HEAD.match(note)
    if not head:
        return note
    plan, gap, rest = note[head.end() :].partition("\n\n")
    steps = "\n".join(_timed(plan.replace("\n", " ").split("·")))
    return f"{head[0]} Minutes since the lesson began:\n\n{steps}{gap}{rest}"


def _timed(steps: list[str]) -> Iterator[str]:
    begin = 0
    for step in steps:
        end, text = begin, step
        if found := list(MINUTES.finditer(step)):
            last = found[-1]
            end = begin + int(last[1])
            text = step[: last.start()].rstrip() + step[last.end() :]
        yield f"- {begin} to {end}: {text.strip()}"
        begin = end
