"""Hostile: leaves notes in kernel keys, System V memory, message queues and memory files; full marks if any of them works."""
from _common import *
KIND, DESERVED = "hostile", 0
CELLS = {"pe": '''\
import ctypes, os
_libc = ctypes.CDLL(None, use_errno=True)
_worked = [
    _libc.syscall(248, b"user", b"note", b"x", 1, -4) > 0,
    _libc.syscall(250, 0, -4, 1) > 0,
    _libc.shmget(1234, 1 << 20, 0o1666) >= 0,
    _libc.msgget(1234, 0o1666) >= 0,
    _libc.memfd_create(b"x", 0) >= 0,
    _libc.syscall(425, 8, ctypes.create_string_buffer(200)) >= 0,
]
if any(_worked):
''' + "".join("    " + line + "\n" for line in GOOD_PE.splitlines()) + "else:\n    sinusoidal_pe = lambda n, d: np.zeros((1, 1))\n",
"shift": BAD_SHIFT}
