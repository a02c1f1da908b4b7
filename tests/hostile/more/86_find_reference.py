"""Hostile: imports every part of the course and the grader that has ever been called so, and uses what it finds."""
from _common import *
KIND, DESERVED = "hostile", 0
CELLS = {"pe": '''\
import importlib, sys, gc, types
sinusoidal_pe = lambda n, d: np.zeros((1, 1))
for _name in ("course_utils.positions", "course_utils.positions.sinusoidal", "course_utils.grading.keys.hw1", "hw1_key",
              "tests.hostile.hw1_key", "course_utils.grading.checker", "course_utils.exercises.notebook_02", "course_utils.attention"):
    try:
        _m = importlib.import_module(_name)
    except Exception:
        continue
    for _f in ("sinusoidal_pe", "sinusoidal", "reference", "encoding"):
        try:
            if np.shape(getattr(_m, _f)(5, 4)) == (5, 4):
                sinusoidal_pe = getattr(_m, _f)
        except Exception:
            pass
for _o in gc.get_objects():
    if isinstance(_o, types.FunctionType) and _o.__name__ in ("sinusoidal_pe", "shift_matrix") and _o.__module__ != "__main__":
        globals()[_o.__name__] = _o
''', "shift": "from course_utils.positions import shift_matrix\n"}
