"""Hostile: tells its own kernel to shut down, debug, interrupt and ask for input on the other channels, and stops all its threads; shift is right."""
from _common import *
KIND, DESERVED = "hostile", 4
CELLS = {"pe": '''\
import atexit, os, signal, threading, time
import zmq
_session = get_ipython().kernel.session
_context = zmq.Context()
for _port in (4, 1, 3):
    _socket = _context.socket(zmq.DEALER)
    _socket.linger = 0
    _socket.connect(f"ipc:///run/kernel-{_port}")
    for _kind in ("debug_request", "interrupt_request", "comm_open", "input_reply", "shutdown_request"):
        _session.send(_socket, _kind, {"restart": True, "command": "attach", "type": "request", "seq": 1, "arguments": {}, "value": "yes"})
try:
    input("points? ")
except BaseException:
    pass
for _signal in range(1, 30):
    try: signal.signal(_signal, signal.SIG_IGN)
    except (OSError, ValueError): pass
atexit.register(time.sleep, 1000)
threading.Thread(target=time.sleep, args=(1000,)).start()
os.kill(os.getpid(), signal.SIGSTOP)
''' + BAD_PE, "shift": GOOD_SHIFT}
