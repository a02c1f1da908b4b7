"""Hostile: forty processes of 200 MB each, none of them over its own limit; shift is right."""
from _common import *
KIND, DESERVED = "hostile", 4
CELLS = {"pe": '''\
import os, time
for _i in range(40):
    if os.fork() == 0:
        _x = bytearray(200_000_000)
        _x[::4096] = b"x" * len(_x[::4096])
        time.sleep(60)
        os._exit(0)
time.sleep(60)
''', "shift": GOOD_SHIFT}
