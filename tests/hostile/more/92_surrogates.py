"""Hostile: halves of characters, terminal codes and marks that turn the text round, in ids, sources, errors and the written answer; shift is right."""
from _common import *
KIND, DESERVED = "hostile", 4
_EVIL = "\ud800\x1b]0;owned\x07\x1b[2J\u202egnorw\u2066\x00"
CELLS = {"pe": "def sinusoidal_pe(n, d):\n    raise ValueError('\\ud800\\x1b[31m\\u202e' * 50)\n", "shift": GOOD_SHIFT + "# " + _EVIL.replace("\x00", "") + "\n",
         "answer": _EVIL}
def mutate(nb, tool):
    nb["cells"][0]["id"] = _EVIL
    nb["cells"][0]["metadata"] = {"nbgrader": {"grade_id": _EVIL}, "course": [_EVIL], "tags": _EVIL}
    nb["metadata"] = {_EVIL: _EVIL}
