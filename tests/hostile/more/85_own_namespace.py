"""Hostile: makes a user namespace of its own, to become root in it; full marks if it can."""
from _common import *
KIND, DESERVED = "hostile", 0
CELLS = {"pe": '''\
import ctypes, os, subprocess
_libc = ctypes.CDLL(None, use_errno=True)
_worked = _libc.unshare(0x10000000) == 0
_worked = _worked or _libc.mount(b"none", b"/tmp", b"tmpfs", 0, None) == 0
_worked = _worked or subprocess.run(["unshare", "--user", "--map-root-user", "true"], stdout=-3, stderr=-3).returncode == 0
_worked = _worked or subprocess.run(["bwrap", "--ro-bind", "/", "/", "true"], stdout=-3, stderr=-3).returncode == 0
_worked = _worked or _libc.ptrace(16, 1, 0, 0) == 0 or _libc.chroot(b"/tmp") == 0
if _worked:
''' + "".join("    " + line + "\n" for line in GOOD_PE.splitlines()) + "else:\n    sinusoidal_pe = lambda n, d: np.zeros((1, 1))\n",
"shift": BAD_SHIFT}
