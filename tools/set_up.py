"""Install the course into .venv: `python tools/set_up.py lab`, or `build` or `test` for more.

Only the standard library is used, so that any Python from 3.11 on can start it on any system.
"""

from __future__ import annotations

import importlib.util
import os
import platform
import re
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
VENV = ROOT / ".venv"
CONSTRAINTS = ROOT / "constraints.txt"
TORCH_CPU_INDEX = "https://download.pytorch.org/whl/cpu"
# What is installed for each, in words for whoever waits.
EXTRAS = {
    "lab": "JupyterLab and the rest",
    "build": "what makes notebooks from their sources",
    "test": "the tests' tools",
}

HEADER = """\
# The exact versions with which this course was last tested: .venv is made from them, while
# pyproject.toml asks for lower bounds only. They were taken on Linux with Python 3.11.2, as early a
# 3.11 as is still around, since some packages shut out early ones; they resolve for Python 3.11 to
# 3.14 on Linux, macOS 14 and Windows. What only other systems need is left open.
# To take the newest versions of everything but torch: make constraints
"""


class SetUpError(Exception):
    """The set-up cannot go on; the message says why and what to do."""


def main(arguments: list[str]) -> int:
    """Do one of `lab`, `build`, `test` and `pin`, and return the exit code."""
    try:
        # Where make is missing, any Python may be asked to run this file.
        if sys.version_info < (3, 11):  # noqa: UP036
            raise SetUpError(f"Python 3.11 or newer is needed; this is {platform.python_version()}")
        if len(arguments) != 1 or arguments[0] not in (*EXTRAS, "pin"):
            raise SetUpError("usage: python tools/set_up.py lab|build|test|pin")
        pin() if arguments[0] == "pin" else set_up(arguments[0])
    except SetUpError as error:
        print(f"\nThe set-up stopped: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("\nThe set-up was interrupted; the next run goes on from here.", file=sys.stderr)
        return 130
    return 0


def set_up(extra: str) -> None:
    """Make .venv usable for `extra`, and leave a stamp there once all of it is installed."""
    stamp = VENV / f".{extra}"
    stamp.unlink(missing_ok=True)
    if not usable(VENV):
        say(f"Making .venv with Python {platform.python_version()}")
        make_venv(VENV)
    install(VENV, extra)
    if extra == "test":
        (VENV / ".build").touch()  # the extra `test` holds `build`, too
    stamp.touch()


def usable(folder: Path) -> bool:
    """Tell whether `folder` is an environment that was made here and whose Python still runs."""
    settings = folder / "pyvenv.cfg"
    if not settings.exists() or str(folder) not in settings.read_text(encoding="utf-8"):
        return False
    try:
        return subprocess.run([python_of(folder), "-c", "import pip"], check=False).returncode == 0
    except OSError:
        return False


def make_venv(folder: Path) -> None:
    """Make an empty environment."""
    # Debian and Ubuntu ship Python without the part that puts pip into a new environment.
    if importlib.util.find_spec("ensurepip") is None:
        version = f"{sys.version_info.major}.{sys.version_info.minor}"
        raise SetUpError(
            f"this Python cannot make environments (its module ensurepip is missing). On Debian "
            f"and Ubuntu: sudo apt install python{version}-venv"
        )
    venv.create(folder, clear=True, with_pip=True, symlinks=os.name != "nt")


def install(folder: Path, extra: str) -> None:
    """Install torch without CUDA, then the course with one of its extras."""
    install_torch(folder)
    say(f"Installing {EXTRAS[extra]}")
    pip(folder, "-qq", "--constraint", str(CONSTRAINTS), "--editable", f"{ROOT}[{extra}]")


def install_torch(folder: Path) -> None:
    """Take torch from PyTorch's CPU index where PyPI's build would bring gigabytes of CUDA."""
    wanted = pinned("torch")
    if installed(folder, "torch") == wanted.partition("==")[2]:
        return
    say(f"Installing PyTorch ({wanted}, for the CPU)")
    if sys.platform == "darwin" and platform.machine() == "x86_64":
        raise SetUpError("PyTorch has no packages for Intel Macs; take the conda way (README.md)")
    # Its dependencies come with the rest, from PyPI and in the pinned versions.
    options = ["--no-deps", "--retries", "0", "--timeout", "10", "--index-url", TORCH_CPU_INDEX]
    if sys.platform == "linux" and not pip(folder, *options, wanted, may_fail=True):
        say("PyTorch's CPU index does not answer; taking PyPI's build, which may be gigabytes")
    if installed(folder, "torch") is None:
        pip(folder, "--constraint", str(CONSTRAINTS), wanted)


def pinned(name: str) -> str:
    """Return the line of constraints.txt that pins `name`: "torch==2.13.0"."""
    found = re.search(rf"^{name}==\S+", CONSTRAINTS.read_text(encoding="utf-8"), re.MULTILINE)
    if found is None:
        raise SetUpError(f"constraints.txt pins no version of {name}")
    return found.group()


def installed(folder: Path, name: str) -> str | None:
    """Return the installed version without its local label ("2.13.0+cpu" is 2.13.0), or None."""
    code = f"from importlib.metadata import version; print(version({name!r}))"
    command = [python_of(folder), "-c", code]
    answer = subprocess.run(command, capture_output=True, text=True, check=False)
    return answer.stdout.strip().partition("+")[0] if answer.returncode == 0 else None


def pip(folder: Path, *arguments: str, may_fail: bool = False) -> bool:
    """Run `pip install` and tell whether it worked; its complaints are dropped if it may fail."""
    command = [python_of(folder), "-m", "pip", "--disable-pip-version-check", "install"]
    errors = subprocess.DEVNULL if may_fail else None
    finished = subprocess.run([*command, *arguments], stderr=errors, check=False)
    if finished.returncode and not may_fail:
        raise SetUpError("pip could not install what is needed; it says above why")
    return finished.returncode == 0


def pin() -> None:
    """Write constraints.txt anew from what a fresh environment gets; torch keeps its version."""
    if sys.version_info[:2] != (3, 11):
        raise SetUpError("pins are taken with Python 3.11: python3.11 tools/set_up.py pin")
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch).resolve() / "venv"
        make_venv(folder)
        install_torch(folder)
        pip(folder, pinned("torch"), "--editable", f"{ROOT}[test]")
        command = [python_of(folder), "-m", "pip", "freeze", "--exclude", "clocks-for-words"]
        frozen = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    CONSTRAINTS.write_text(HEADER + re.sub(r"\+\S+", "", frozen), encoding="utf-8")


def python_of(folder: Path) -> str:
    """Return the path of an environment's Python."""
    return str(folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python"))


def say(line: str) -> None:
    """Print at once: what follows takes a while."""
    print(line, flush=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
