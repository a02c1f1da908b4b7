"""Requests to the Linux kernel that no homework needs, and that a box answers with an error.

SECURITY-CRITICAL. Namespaces and limits leave gaps: keys in the kernel's key ring outlive a box
(a note to the next student), memory files and System V segments are charged to nobody, and a user
namespace of one's own opens much of Linux to attack. This filter closes them. It is a list of what
is forbidden, not of what is allowed, because Python, NumPy and their threads need most calls.
"""

from __future__ import annotations

import errno
import platform
import struct

# Numbers from asm/unistd.h: x86_64, then aarch64 (and its cousins with the generic table).
_FORBIDDEN = {
    "sched_setaffinity": (203, 122),  # a box stays on its worker's processors
    "ptrace": (101, 117),
    "process_vm_readv": (310, 270),
    "process_vm_writev": (311, 271),
    "shmget": (29, 194),
    "semget": (64, 190),
    "msgget": (68, 186),
    "mq_open": (240, 180),
    "memfd_create": (319, 279),
    "memfd_secret": (447, 447),
    "add_key": (248, 217),
    "request_key": (249, 218),
    "keyctl": (250, 219),
    "mount": (165, 40),
    "umount2": (166, 39),
    "pivot_root": (155, 41),
    "open_tree": (428, 428),
    "move_mount": (429, 429),
    "fsopen": (430, 430),
    "fsconfig": (431, 431),
    "fsmount": (432, 432),
    "unshare": (272, 97),
    "setns": (308, 268),
    "bpf": (321, 280),
    "perf_event_open": (298, 241),
    "userfaultfd": (323, 282),
    "io_uring_setup": (425, 425),
    "name_to_handle_at": (303, 264),
    "open_by_handle_at": (304, 265),
    "vmsplice": (278, 75),
}
_SOCKET = (41, 198)
# Unix, IPv4, IPv6 and netlink end at the box's walls. Others do not: VSOCK passes by a network
# namespace and reaches the machine that this one is a guest of; ALG opens the kernel's ciphers.
_FAMILIES = (1, 2, 10, 16)
_CLONE = (56, 220)
_CLONE3 = 435
_NEW_NAMESPACES = 0x7E02_0080  # every CLONE_NEW… flag, CLONE_NEWTIME among them
_MACHINES = {"x86_64": (0, 0xC000_003E), "aarch64": (1, 0xC000_00B7)}

_LOAD, _EQUAL, _AT_LEAST, _ANY_BIT, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
_ALLOW, _KILL = 0x7FFF_0000, 0x8000_0000


def _fail(number: int) -> int:
    return 0x0005_0000 | number


def _line(code: int, value: int, if_true: int = 0, if_false: int = 0) -> bytes:
    return struct.pack("=HBBI", code, if_true, if_false, value)


def _socket_lines(number: int) -> list[bytes]:
    """Return the lines that let a call `number` pass only for the families that stay inside."""
    left = len(_FAMILIES)
    allowed = [_line(_EQUAL, one, left - n, 0) for n, one in enumerate(_FAMILIES)]
    refuse, passed = _line(_RETURN, _fail(errno.EAFNOSUPPORT)), _line(_RETURN, _ALLOW)
    return [_line(_EQUAL, number, 0, left + 3), _line(_LOAD, 16), *allowed, refuse, passed]


def filter_program() -> bytes:
    """Return the filter for this machine's processor, as `bwrap --seccomp` reads it.

    Each forbidden call fails with "operation not permitted"; calls of another processor's table
    (32-bit programs) end the process. On a processor that is not listed nothing is filtered.

    >>> len(filter_program()) % 8
    0
    """
    if platform.machine() not in _MACHINES:
        return _line(_RETURN, _ALLOW)
    column, architecture = _MACHINES[platform.machine()]
    program = [_line(_LOAD, 4), _line(_EQUAL, architecture, 1), _line(_RETURN, _KILL)]
    program += [_line(_LOAD, 0), _line(_AT_LEAST, 0x4000_0000, 0, 1), _line(_RETURN, _KILL)]
    for numbers in _FORBIDDEN.values():
        program += [_line(_EQUAL, numbers[column], 0, 1), _line(_RETURN, _fail(errno.EPERM))]
    # clone3 hides its flags behind a pointer; told that it is missing, libc falls back to clone.
    program += [_line(_EQUAL, _CLONE3, 0, 1), _line(_RETURN, _fail(errno.ENOSYS))]
    program += _socket_lines(_SOCKET[column])
    program += [_line(_EQUAL, _CLONE[column], 0, 3), _line(_LOAD, 16)]
    program += [_line(_ANY_BIT, _NEW_NAMESPACES, 0, 1), _line(_RETURN, _fail(errno.EPERM))]
    return b"".join([*program, _line(_RETURN, _ALLOW)])
