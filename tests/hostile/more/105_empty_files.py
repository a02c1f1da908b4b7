"""Hostile: makes a million empty files, which no limit on bytes counts and which the machine has to remember."""
from _common import *
KIND, DESERVED = "hostile", 4
CELLS = {"pe": '''\
import os
for _i in range(4):
    if os.fork() == 0:
        for _n in range(1_000_000):
            for _folder in ("/tmp", "/dev/shm", "/run"):
                try:
                    os.close(os.open(f"{_folder}/{_i}-{_n}", os.O_CREAT))
                except OSError:
                    pass
        os._exit(0)
import time
time.sleep(5)
_many = sum(os.statvfs(_f).f_files - os.statvfs(_f).f_ffree for _f in ("/tmp", "/dev/shm", "/run"))
if _many > 100_000:
''' + "".join("    " + line + "\n" for line in GOOD_PE.splitlines()) + "else:\n" + "    " + BAD_PE.replace("\n    ", " "), "shift": GOOD_SHIFT}
