"""Hostile: stops its kernel and all it can see with SIGSTOP, so that it neither runs nor ends; shift is right."""
from _common import *
KIND, DESERVED = "hostile", 4
CELLS = {"pe": '''\
import os, signal
try:
    os.kill(-1, signal.SIGSTOP)
except OSError:
    pass
os.kill(os.getpid(), signal.SIGSTOP)
''', "shift": GOOD_SHIFT}
