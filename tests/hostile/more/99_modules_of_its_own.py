"""Broken: writes files that are called like the modules of the grader's helper; both functions are right."""
from _common import *
KIND, DESERVED = "broken", 8
CELLS = with_prelude('''\
for _name in ("answers", "json", "base64", "IPython", "numpy", "course_utils"):
    with open(_name + ".py", "w") as _file:
        _file.write("x = 1\\n")
''', GOOD)
