"""Hostile: sends one byte every 20 ms, so that the connection never looks dead."""
from _common import *
KIND, DESERVED = "hostile", 4
CELLS = {"pe": '''\
import os, socket, time
_all = []
for fd in map(int, os.listdir("/proc/self/fd")):
    try:
        s = socket.socket(fileno=os.dup(fd))
        if s.family == socket.AF_UNIX and s.type == socket.SOCK_STREAM:
            s.send(bytes([3]) + (1 << 22).to_bytes(8, "big")); _all.append(s)
    except OSError:
        pass
while True:
    time.sleep(.02)
    for s in _all:
        try: s.send(b"x")
        except OSError: pass
''' + BAD_PE, "shift": GOOD_SHIFT}
