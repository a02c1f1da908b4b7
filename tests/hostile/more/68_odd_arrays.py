"""Hostile: a masked array of the right shape without a number to see, and one of records whose class lies about its bytes."""
from _common import *
KIND, DESERVED = "hostile", 1
CELLS = {"pe": "def sinusoidal_pe(n, d):\n    return np.ma.masked_all((n, d))\n", "shift": '''\
class _Liar(np.ndarray):
    dtype = property(lambda self: np.dtype(float))
    def tobytes(self, *a): return b"\\x00" * 8
    def __array__(self, *a, **k): return self.view(np.ndarray)
    def __array_function__(self, *a, **k): return self
    def __eq__(self, other): return True
def shift_matrix(delta, d):
    kinds = [np.dtype([("a", "f8"), ("b", "O")]), np.dtype("c16"), np.dtype("O"), np.dtype("M8[s]"), np.dtype("U3"), np.dtype("V8")]
    return np.zeros((d, d), kinds[delta % len(kinds)]).view(_Liar)
'''}
