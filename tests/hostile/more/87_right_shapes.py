"""Hostile: guesses every shape from the inputs, and fills it with what might equal anything: nan, infinity, an object whose == is true."""
from _common import *
KIND, DESERVED = "hostile", 2
CELLS = {"pe": '''\
class _Equal(float):
    def __eq__(self, other): return True
    def __sub__(self, other): return 0.0
    __rsub__ = __sub__
def sinusoidal_pe(n, d):
    return np.full((n, d), np.nan)
''', "shift": "def shift_matrix(delta, d):\n    return [[_Equal(np.inf)] * d] * d\n"}
