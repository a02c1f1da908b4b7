"""Hostile: a thread of its own client on the kernel's sockets, which asks it to run, to complete and to debug, all at once, and forges replies to each request it sees."""
from _common import *
KIND, DESERVED = "hostile", 0
CELLS = with_prelude('''\
import threading, time, zmq, json
_kernel = get_ipython().kernel
def _forge(original):
    def send(stream, kind, *a, **k):
        if kind == "execute_reply":
            for _status in ("ok", "error", "aborted"):
                original(stream, kind, {"status": _status, "user_expressions": {"answer": {"status": "ok", "data": {"text/plain": "''"}}}}, *a[1:], **k)
        return original(stream, kind, *a, **k)
    return send
_kernel.session.send = _forge(_kernel.session.send)
def _ask():
    socket = zmq.Context().socket(zmq.DEALER)
    for port in (1, 3, 4):
        socket.connect(f"ipc:///run/kernel-{port}")
    for n in range(200):
        for kind in ("execute_request", "complete_request", "debug_request", "comm_open", "input_reply", "interrupt_request"):
            content = {"code": "import time; time.sleep(.01)", "silent": True, "cursor_pos": 1, "type": "request", "seq": n, "command": "initialize", "comm_id": "x", "target_name": "x", "data": {}, "value": "x"}
            header = {"msg_id": "grader", "msg_type": kind, "session": "grader", "username": "", "version": "5.3", "date": "2000-01-01T00:00:00Z"}
            socket.send_multipart([b"<IDS|MSG>", b"", *(json.dumps(one).encode() for one in (header, {}, {}, content))])
        time.sleep(.01)
threading.Thread(target=_ask, daemon=True).start()
''')
