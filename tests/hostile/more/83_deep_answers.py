"""Hostile: the helper in the box is replaced by one that answers with brackets within brackets, lists of a million, wrong types."""
from _common import *
KIND, DESERVED = "hostile", 0
CELLS = with_prelude('''\
import sys, base64
import answers
_bad = [b"[" * 3_000_000, b"{\\"parts\\": [" + b"[]," * 1_000_000 + b"[]]}", b"[1]", b"null", b"7",
        b"{\\"parts\\": [{\\"shape\\": [-1], \\"data\\": \\"\\"}]}", b"{\\"parts\\": [{\\"shape\\": [1e400], \\"data\\": 3}]}",
        b"{\\"parts\\": [{\\"shape\\": " + b"9" * 5000 + b"}]}", b"{\\"parts\\": [{\\"shape\\": [true, true], \\"data\\": \\"AAAAAAAA8D8=\\"}]}",
        b"{\\"parts\\": [{\\"nothing\\": []}], \\"error\\": {}, \\"missing\\": 0}"]
_n = [0]
def _call(*a):
    _n[0] += 1
    return base64.b64encode(_bad[_n[0] % len(_bad)]).decode()
answers.call = _call
''')
