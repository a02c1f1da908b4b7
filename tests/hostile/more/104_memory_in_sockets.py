"""Hostile: stores 200 KB each in the buffers of thousands of sockets, where no process is charged for it; full marks if it may."""
from _common import *
KIND, DESERVED = "hostile", 4
CELLS = {"pe": '''\
import os, socket, time
_block = bytes(200_000)
for _i in range(22):
    if os.fork() == 0:
        os.nice(10)
        _kept = []
        try:
            for _n in range(240):
                _pair = socket.socketpair()
                _kept.append(_pair)
                for _s in _pair:
                    _s.setblocking(False)
                    try:
                        while True:
                            _s.send(_block)
                    except BlockingIOError:
                        pass
        except OSError:
            pass
        time.sleep(60)
        os._exit(0)
time.sleep(4)
if int(open("/proc/net/sockstat").read().split()[2]) > 3000:
''' + "".join("    " + line + "\n" for line in GOOD_PE.splitlines()) + "else:\n" + "    " + BAD_PE.replace("\n    ", " "), "shift": GOOD_SHIFT}
