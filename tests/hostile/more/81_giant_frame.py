"""Hostile: announces a frame of 4 exabytes."""
from _common import *
KIND, DESERVED = "hostile", 4
CELLS = {"pe": '''\
import os, socket
for fd in map(int, os.listdir("/proc/self/fd")):
    try:
        s = socket.socket(fileno=os.dup(fd))
        if s.family == socket.AF_UNIX and s.type == socket.SOCK_STREAM:
            s.send(bytes([2]) + (1 << 62).to_bytes(8, "big") + b"x" * 1000)
    except OSError:
        pass
''' + BAD_PE, "shift": GOOD_SHIFT}
