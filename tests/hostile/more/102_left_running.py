"""Hostile: threads, timers, signals, exit and trace functions that go on after their cell and wait for the check; the functions are wrong."""
from _common import *
KIND, DESERVED = "hostile", 0
CELLS = with_prelude('''\
import atexit, faulthandler, gc, os, signal, sys, threading, time
def _for_ever(*_):
    while True:
        time.sleep(.01)
atexit.register(_for_ever)
gc.callbacks.append(lambda *_: None)
for _number in set(signal.valid_signals()) - {signal.SIGKILL, signal.SIGSTOP}:
    try:
        signal.signal(_number, lambda *_: None)
    except OSError:
        pass
signal.setitimer(signal.ITIMER_REAL, .01, .01)
for _i in range(20):
    threading.Thread(target=_for_ever, daemon=False).start()
def _look(frame, event, argument):
    if frame.f_code.co_name == "_encode" and event == "return":
        frame.f_locals["value"] = 0
sys.setprofile(_look)
for _pid in (0, 1, os.getppid()):
    try:
        os.kill(_pid, signal.SIGUSR1)
    except OSError:
        pass
try:
    time.clock_settime(time.CLOCK_REALTIME, 0)
except (OSError, AttributeError):
    pass
''')
