"""Which of a student's stored outputs a reader may see: plain text, and PNG pictures."""

from __future__ import annotations

import base64
import binascii
from typing import Any

LONGEST_OUTPUT = 5_000
LARGEST_PICTURE = 2 << 20
WIDEST = 4_000
_SIGNATURE = b"\x89PNG\r\n\x1a\n"


def shown_outputs(outputs: tuple[dict[str, Any], ...]) -> list[dict[str, str]]:
    """Return `{"text": …}` and `{"png": base64}` entries; everything else is dropped."""
    shown = []
    for output in outputs[:20]:
        data = output.get("data")
        data = data if isinstance(data, dict) else {}
        text = _joined(data.get("text/plain", output.get("text")))
        picture = _picture(_joined(data.get("image/png")))
        if picture:
            shown.append({"png": picture})
        elif text:
            shown.append({"text": text[:LONGEST_OUTPUT]})
    return shown


def _joined(value: Any) -> str:
    if isinstance(value, list):
        value = "".join(one for one in value if isinstance(one, str))
    return value.encode("utf-8", "replace").decode() if isinstance(value, str) else ""


def _picture(text: str) -> str:
    """Return a picture, encoded anew, if it is a PNG of reasonable size by its own header."""
    try:
        data = base64.b64decode("".join(text.split()), validate=True)
    except (binascii.Error, ValueError):
        return ""
    sides = int.from_bytes(data[16:20]), int.from_bytes(data[20:24])
    small = len(data) <= LARGEST_PICTURE and all(0 < side <= WIDEST for side in sides)
    return base64.b64encode(data).decode() if data.startswith(_SIGNATURE) and small else ""
