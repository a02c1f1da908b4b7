"""Hostile: fills every disk it can write to with many small files; full marks if that is more than 200 MB."""
from _common import *
KIND, DESERVED = "hostile", 0
CELLS = {"pe": '''\
import os
_written = 0
for _folder in ("/", "/dev", "/dev/shm", "/tmp", "/run", "/box", "/var/tmp", "/home", "/proc", "/dev/mqueue"):
    for _i in range(300):
        try:
            with open(f"{_folder}/fill{_i}", "wb") as _f:
                _written += _f.write(bytes(4_000_000))
        except OSError:
            break
if _written > 200_000_000:
''' + "".join("    " + line + "\n" for line in GOOD_PE.splitlines()) + "else:\n    sinusoidal_pe = lambda n, d: np.zeros((1, 1))\n",
"shift": BAD_SHIFT}
