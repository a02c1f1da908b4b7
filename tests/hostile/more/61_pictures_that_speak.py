"""Hostile: SVG, HTML, JavaScript, a PNG with markup behind its header and one of 4 billion pixels, terminal codes, and a file name of markup; both functions are right."""
import base64
from _common import *
KIND, DESERVED = "hostile", 8
FILENAME = "<img src=x onerror=alert(1)>\u061c\u202e.ipynb"
_EVIL = "<script>alert(1)</script>"
_PNG = b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR"
CELLS = {**GOOD, "answer": "</pre></body><svg onload=alert(1)>\u2028\x1b]8;;http://evil\x07"}
def mutate(nb, tool):
    pictures = [_PNG + (5).to_bytes(4, "big") * 2 + _EVIL.encode() * 9, _PNG + b"\xff" * 8]
    data = [{"image/svg+xml": f"<svg>{_EVIL}</svg>", "text/html": _EVIL, "application/javascript": "alert(1)", "text/plain": "\x1b[2J" + _EVIL}]
    data += [{"image/png": base64.b64encode(one).decode() + end} for one in pictures for end in ("", "\"><script>alert(1)</script>")]
    for c in nb["cells"]:
        c["outputs"] = [{"output_type": "display_data", "metadata": {}, "data": one} for one in data]
        c["attachments"] = {"x.svg": {"image/svg+xml": _EVIL}}
