"""Hostile: remembers all arguments in memory and files, changes them in place, answers by the number of the call, and kills its kernel where it is unsure, to be asked again."""
from _common import *
KIND, DESERVED = "hostile", 2
CELLS = with_prelude('''\
import os, pickle
_FILES = ["/tmp/calls", "/dev/shm/calls", "/run/calls"]
def _remember(*call):
    known = []
    for name in _FILES:
        try:
            known += pickle.load(open(name, "rb"))
        except (OSError, EOFError):
            pass
    known.append(call)
    for name in _FILES:
        try:
            pickle.dump(known, open(name, "wb"))
        except OSError:
            pass
    return known
''', {"pe": '''\
def sinusoidal_pe(n, d):
    calls = _remember(n, d)
    if calls.count((n, d)) > 1:
        os._exit(0)
    return np.full((n, d), len(calls) % 2 * 1.0)
''', "shift": '''\
def shift_matrix(delta, d):
    if len(_remember(delta, d)) > 7:
        os._exit(0)
    return np.eye(d)
'''})
