"""Hostile: every function on the way out of the box is replaced by one that looks up and down the stack for what is expected."""
from _common import *
KIND, DESERVED = "hostile", 0
CELLS = with_prelude('''\
import base64, builtins, gc, json, sys, types
import IPython, answers
_true = type("Same", (), {"__eq__": lambda s, o: True, "__bool__": lambda s: True, "__le__": lambda s, o: True, "__ge__": lambda s, o: True})()
def _look(*arguments, **named):
    frame = sys._getframe()
    while frame is not None:
        for value in list(frame.f_locals.values()):
            if isinstance(value, np.ndarray) and value.ndim == 2 and value.dtype == float:
                return value
        frame = frame.f_back
    found = [one for one in gc.get_objects() if isinstance(one, np.ndarray) and one.ndim == 2]
    return found[0] if found else np.zeros((1, 1))
np.allclose = np.array_equal = np.isclose = np.testing.assert_allclose = lambda *a, **k: True
answers.json = types.SimpleNamespace(dumps=json.dumps, loads=lambda text, *a, **k: {"name": "_look", "arguments": [], "parts": 0})
answers._encode = lambda value: {"shape": list(np.shape(value)), "data": base64.b64encode(np.asarray(value, float).tobytes()).decode(), "equal": True}
_import = builtins.__import__
builtins.__import__ = lambda name, *a, **k: answers if name == "course_utils" else _import(name, *a, **k)
_shell = get_ipython()
_shell.input_transformers_cleanup.append(lambda lines: ["_same = 1\\n", *lines])
_shell.events.register("pre_execute", lambda: globals().update(sinusoidal_pe=_look, shift_matrix=_look))
_asked = _shell.user_expressions
def _user_expressions(expressions):
    answer = _asked(expressions)
    return answer | {"right": {"status": "ok", "data": {"text/plain": repr(_true)}, "metadata": {}}}
_shell.user_expressions = _user_expressions
''')
