"""Which exercises are solved: a small file on this computer, sent nowhere.

One line is appended for each solved exercise and nothing is ever rewritten, so two notebooks that
run at once, or a machine that is switched off, cannot lose what was there.
"""

from __future__ import annotations

import datetime
import html
import json
import os
import warnings
from pathlib import Path

from course_utils.exercises.registry import all_exercises

_paused = False
_shown: set[str] = set()


def progress_file() -> Path | None:
    """Return where progress is kept, or None when it is not.

    The environment variable COURSE_PROGRESS names another file, or says `off`.
    """
    place = os.environ.get("COURSE_PROGRESS", "")
    if place.lower() == "off":
        return None
    if place:
        return Path(place)
    from platformdirs import user_data_path

    return user_data_path("clocks-for-words", appauthor=False) / "progress.jsonl"


def pause() -> None:
    """Record nothing in this process: the complete edition calls it, as nobody solves that one."""
    global _paused
    _paused = True


def solved() -> dict[str, str]:
    """Return the solved exercises: id -> when, in UTC.

    A line that cannot be read (a full disk, an editor's slip) is passed over; the others count.
    """
    file = progress_file()
    if file is None or not file.exists():
        return {}
    found: dict[str, str] = {}
    for line in file.read_text(encoding="utf-8", errors="replace").splitlines():
        try:
            entry = json.loads(line)
            found.setdefault(str(entry["exercise"]), str(entry["solved"]))
        except (ValueError, TypeError, KeyError):
            continue
    return found


def record(exercise_id: str) -> None:
    """Remember that an exercise is solved; a second time changes nothing."""
    file = progress_file()
    if _paused or file is None or exercise_id in solved():
        return
    now = datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")
    line = json.dumps({"exercise": exercise_id, "solved": now})
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        # The line break comes first: were the last line cut short, this one would still be whole.
        with file.open("a", encoding="utf-8") as stream:
            stream.write("\n" + line)
    except OSError as error:
        warnings.warn(f"progress could not be kept in {file}: {error}", stacklevel=3)
    _refresh(exercise_id.split(".")[0])


def show_progress(notebook: str) -> None:
    """Show which exercises of a notebook, such as `"01"`, are solved; it follows along.

    Raises
    ------
    ValueError
        When the notebook has no exercises.
    """
    from IPython.display import display

    bundle = _bundle(notebook)
    _shown.add(notebook)
    display(bundle, raw=True, display_id=f"course-progress-{notebook}")


def _refresh(notebook: str) -> None:
    if notebook in _shown:
        from IPython.display import update_display

        update_display(_bundle(notebook), raw=True, display_id=f"course-progress-{notebook}")


def _bundle(notebook: str) -> dict[str, str]:
    exercises = [one for one in all_exercises().values() if one.id.startswith(notebook + ".")]
    if not exercises:
        known = sorted({exercise_id.split(".")[0] for exercise_id in all_exercises()})
        raise ValueError(f"no exercises in notebook {notebook!r}; there are some in {known}")
    done = solved()
    lines = [f"{'✓' if one.id in done else '○'} {one.id} {one.title}" for one in exercises]
    count = sum(one.id in done for one in exercises)
    heading = f"{count} of {len(exercises)} exercises solved"
    items = "<br>".join(html.escape(line) for line in lines)
    page = (
        f'<div class="course-progress" data-solved="{count}" role="status">'
        f"<strong>{heading}</strong><br>{items}</div>"
    )
    return {"text/html": page, "text/plain": "\n".join([heading, *lines])}
