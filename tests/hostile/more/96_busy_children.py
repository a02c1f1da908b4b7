"""Hostile: as many busy processes as the limit allows, which outlive their cell; both functions are right."""
from _common import *
KIND, DESERVED = "hostile", 8
CELLS = with_prelude('''\
import os
for _i in range(100):
    try:
        if os.fork() == 0:
            os.setsid()
            while True:
                pass
    except OSError:
        break
''', GOOD)
