"""Hostile: keeps the line busy with two bytes every 20 ms, so that nobody looks while its child takes 2.4 GB; full marks if the child has them."""
from _common import *
KIND, DESERVED = "hostile", 0
CELLS = {"pe": '''\
import os, socket, time
_all = []
for _fd in map(int, os.listdir("/proc/self/fd")):
    try:
        s = socket.socket(fileno=os.dup(_fd))
        if s.family == socket.AF_UNIX and s.getsockname().endswith("kernel-1") and not s.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN):
            _all.append(s)
    except (OSError, AttributeError):
        pass
if os.fork() == 0:
    _eaten = [np.ones(12_500_000) for _ in range(24)]
    open("/tmp/eaten", "w").close()
    time.sleep(.5)
    os._exit(0)
_end = time.time() + 5
while time.time() < _end and not os.path.exists("/tmp/eaten"):
    time.sleep(.02)
    for s in _all:
        try: s.send(b"\\x04\\x00")
        except OSError: pass
time.sleep(.05)
if os.path.exists("/tmp/eaten"):
    os.wait()
''' + "".join("    " + line + "\n" for line in GOOD_PE.splitlines()) + "else:\n    sinusoidal_pe = lambda n, d: np.zeros((1, 1))\n",
"shift": BAD_SHIFT}
