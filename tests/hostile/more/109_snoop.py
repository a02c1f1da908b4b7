"""Hostile: looks for other boxes and the grader: /proc, open files, abstract sockets, shared memory, page counts; full marks if it finds one."""
from _common import *
KIND, DESERVED = "hostile", 0
CELLS = {"pe": '''\
import glob, os, socket
_found = []
for _p in glob.glob("/proc/[0-9]*"):
    try:
        _line = open(_p + "/cmdline", "rb").read()
        if b"pytest" in _line or b"multiprocessing" in _line or (b"start.py" in _line and int(_p[6:]) not in (1, os.getpid(), os.getppid())):
            _found.append(_line)
    except OSError:
        pass
    for _name in glob.glob(_p + "/fd/*"):
        try:
            _to = os.readlink(_name)
            if _to.startswith("/") and not _to.startswith(("/dev/", "/run/", "/proc/", "/tmp/", "/usr/")) or "hw1_key" in _to:
                _found.append(_to)
        except OSError:
            pass
for _line in open("/proc/net/unix").read().splitlines()[1:]:
    _to = _line.split()[7:]
    if _to and not _to[0].startswith("/run/"):
        _found.append(_to)
for _name in ("\\0/tmp/.X11-unix/X0", "\\0/tmp/dbus", "/var/run/docker.sock", "/run/dbus/system_bus_socket", "/run/systemd/private"):
    try:
        socket.socket(socket.AF_UNIX).connect(_name)
        _found.append(_name)
    except OSError:
        pass
_found += [_n for _n in os.listdir("/dev/shm")] + [_n for _n in os.listdir("/run") if not _n.startswith("kernel-")]
for _name in ("/proc/kcore", "/proc/kmsg", "/dev/mem", "/dev/kmsg", "/dev/vsock", "/dev/fuse", "/dev/sda", "/dev/vda", "/proc/1/mem"):
    try:
        open(_name, "rb").read(1)
        _found.append(_name)
    except OSError:
        pass
if [_n for _n in _found]:
''' + "".join("    " + line + "\n" for line in GOOD_PE.splitlines()) + "else:\n    " + BAD_PE.replace("\n    ", " ") + "if _found:\n    raise ValueError(str(_found)[:200])\n", "shift": BAD_SHIFT}
