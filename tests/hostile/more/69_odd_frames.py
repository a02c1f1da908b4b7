"""Hostile: the answer's JSON has whole numbers of 4,000 digits, keys twice, NaN as a shape, true as 1, and data in other alphabets."""
from _common import *
KIND, DESERVED = "hostile", 0
CELLS = with_prelude('''\
import answers, base64
_n = [0]
_zeros = base64.b64encode(bytes(8)).decode()
_odd = ['[' + '9' * 4000 + ']', '[NaN]', '[-0]', '[-0.0]', '[1.0]', '[true]', '{"0": 1}', '"11"', '[[1]]', '[' + '1,' * 31 + '1]', '[1099511627775]', 'null']
_data = ['"' + _zeros + '"', '"' + "\\uff21" * 12 + '"', '"AAAAAAAA8H8"', '["A"]', '1e999', '{}']
def _call(*_):
    _n[0] += 1
    shape, data = _odd[_n[0] % len(_odd)], _data[_n[0] // len(_odd) % len(_data)]
    part = f'{{"shape": [1], "shape": {shape}, "data": 1, "data": {data}, "text": "x", "large": true, "nothing": 0}}'
    return base64.b64encode(f'{{"error": "x", "error": "", "parts": [], "parts": [{part}]}}'.encode()).decode()
answers.call = _call
''')
