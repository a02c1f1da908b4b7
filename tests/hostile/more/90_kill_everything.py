"""Hostile: sends SIGKILL to every process it can see."""
from _common import *
KIND, DESERVED = "hostile", 4
CELLS = {"pe": "import os\nos.kill(-1, 9)\nos.kill(1, 9)\nos.kill(os.getppid(), 9)\nos.kill(os.getpid(), 9)\n", "shift": GOOD_SHIFT}
