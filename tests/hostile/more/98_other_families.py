"""Hostile: opens sockets of every family that a network namespace may not hold back (VSOCK reaches a virtual machine's host); full marks if one opens."""
from _common import *
KIND, DESERVED = "hostile", 0
CELLS = {"pe": '''\
import socket
_open = []
for _family in range(1, 64):
    for _kind in (1, 2, 3, 5):
        try:
            socket.socket(_family, _kind).close()
            _open.append(_family)
        except OSError:
            pass
if set(_open) - {1, 2, 10, 16}:
''' + "".join("    " + line + "\n" for line in GOOD_PE.splitlines()) + "else:\n    sinusoidal_pe = lambda n, d: np.zeros((1, 1))\n",
"shift": BAD_SHIFT}
