"""`make lab` and `make test`: what they run, when they install, what they say if they cannot."""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[2]

needs_make = pytest.mark.skipif(
    shutil.which("make") is None or os.name == "nt", reason="make is not installed"
)


def make(folder: Path, *arguments: str) -> str:
    """Run make without the variables that a make around these tests hands down."""
    kept = {name for name in os.environ if "MAKE" not in name and name != "ARGS"}
    environment = {name: os.environ[name] for name in kept}
    command = ["make", "--no-print-directory", *arguments]
    finished = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)
    assert finished.returncode == 0, finished.stderr
    return finished.stdout


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """A folder with all that the set-up reads, and no .venv."""
    shutil.copytree(ROOT / "tools", tmp_path / "tools")
    for name in ("Makefile", "pyproject.toml", "constraints.txt"):
        shutil.copy(ROOT / name, tmp_path)
        os.utime(tmp_path / name, (1000, 1000))
    for file in (tmp_path / "tools").iterdir():
        os.utime(file, (1000, 1000))
    return tmp_path


@pytest.fixture
def installed(clone: Path) -> Path:
    """The same after a set-up for learners."""
    (clone / ".venv" / "bin").mkdir(parents=True)
    (clone / ".venv" / "bin" / "python").symlink_to(sys.executable)
    (clone / ".venv" / "pyvenv.cfg").write_text(f"command = python3 -m venv {clone}/.venv\n")
    (clone / ".venv" / ".lab").touch()
    return clone


@needs_make
def test_help_is_the_default_and_has_a_line_for_every_target(clone: Path) -> None:
    targets = re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.MULTILINE)
    assert {"lab", "test", "build", "check", "bench", "clean", "help"} <= set(targets)
    listed = [line.split()[1] for line in make(clone).splitlines()]
    assert listed == targets
    assert make(clone, "help") == make(clone)


@needs_make
def test_the_first_lab_installs_for_learners_only_then_opens(clone: Path) -> None:
    assert make(clone, "-n", "lab").splitlines() == [
        "sh tools/set_up.sh lab",
        ".venv/bin/course lab ",
    ]


@needs_make
def test_the_second_lab_only_opens(installed: Path) -> None:
    assert make(installed, "-n", "lab").strip() == ".venv/bin/course lab"


@needs_make
def test_test_adds_what_tests_need_to_a_learners_set_up(installed: Path) -> None:
    first, *rest = make(installed, "-n", "test").splitlines()
    assert first == "sh tools/set_up.sh test"
    assert [line.strip() for line in rest] == [".venv/bin/python -m pytest -rs"]


@needs_make
def test_live_adds_only_what_makes_notebooks(installed: Path) -> None:
    assert [line.strip() for line in make(installed, "-n", "live").splitlines()] == [
        "sh tools/set_up.sh build",
        ".venv/bin/course live",
    ]


@needs_make
@pytest.mark.parametrize("changed", ["pyproject.toml", "constraints.txt"])
def test_new_requirements_are_installed_at_the_next_run(installed: Path, changed: str) -> None:
    os.utime(installed / changed, None)
    os.utime(installed / ".venv" / ".lab", (2000, 2000))
    assert "set_up.sh lab" in make(installed, "-n", "lab")


@needs_make
def test_a_moved_folder_is_set_up_again(installed: Path) -> None:
    moved = installed.rename(installed.with_name("elsewhere and away"))
    assert "set_up.sh lab" in make(moved, "-n", "lab")


@needs_make
def test_a_set_up_whose_python_is_gone_is_made_again(installed: Path) -> None:
    python = installed / ".venv" / "bin" / "python"
    python.unlink()
    python.symlink_to(installed / "gone")
    assert "set_up.sh lab" in make(installed, "-n", "lab")


def run_set_up(folder: Path, pythons: dict[str, str]) -> subprocess.CompletedProcess[str]:
    """Run tools/set_up.sh where only these Pythons, given as shell scripts, are to be found."""
    programs = folder / "programs"
    programs.mkdir()
    (programs / "dirname").symlink_to(str(shutil.which("dirname")))
    for name, script in pythons.items():
        (programs / name).write_text(f"#!/bin/sh\n{script}\n")
        (programs / name).chmod(0o755)
    shell = str(shutil.which("sh"))
    command = [shell, str(folder / "tools" / "set_up.sh"), "lab"]
    return subprocess.run(command, env={"PATH": str(programs)}, capture_output=True, text=True)


@needs_make
def test_without_python_the_set_up_says_what_is_needed(clone: Path) -> None:
    finished = run_set_up(clone, {"python3": "exit 1"})
    assert finished.returncode == 1
    assert "needs Python 3.11 or newer" in finished.stderr
    assert not (clone / ".venv").exists()


@needs_make
def test_a_python_that_does_not_run_or_is_too_old_is_passed_over(clone: Path) -> None:
    finished = run_set_up(clone, {"python3": "exit 127", "python3.12": 'echo "3.12 $*"'})
    assert finished.stdout.splitlines()[-1] == "3.12 tools/set_up.py lab"


@pytest.fixture
def set_up(clone: Path) -> ModuleType:
    """The set-up script, working in the empty folder."""
    path = clone / "tools" / "set_up.py"
    spec = importlib.util.spec_from_file_location("set_up", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    assert clone.resolve() == module.ROOT
    return module


def test_a_failing_step_leaves_no_stamp(
    set_up: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(*arguments: str) -> None:
        raise set_up.SetUpError("no network")

    set_up.VENV.mkdir()
    stamp = set_up.VENV / ".lab"
    stamp.touch()
    monkeypatch.setattr(set_up, "usable", lambda folder: True)
    monkeypatch.setattr(set_up, "install", fail)
    assert set_up.main(["lab"]) == 1
    assert not stamp.exists()
    assert capsys.readouterr().err.strip() == "The set-up stopped: no network"
    monkeypatch.setattr(set_up, "install", lambda *arguments: None)
    assert set_up.main(["lab"]) == 0
    assert stamp.exists()


def test_what_tests_need_holds_what_makes_notebooks(
    set_up: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So `make live` after `make test` installs nothing, and needs no network."""
    set_up.VENV.mkdir()
    monkeypatch.setattr(set_up, "usable", lambda folder: True)
    monkeypatch.setattr(set_up, "install", lambda *arguments: None)
    assert set_up.main(["test"]) == 0
    assert {path.name for path in set_up.VENV.iterdir()} == {".build", ".test"}


@pytest.fixture
def calls(set_up: ModuleType, monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, ...]]:
    """What is asked of pip when the CPU index does not answer; PyPI does."""
    asked: list[tuple[str, ...]] = []

    def pip(folder: Path, *arguments: str, may_fail: bool = False) -> bool:
        asked.append(arguments)
        return set_up.TORCH_CPU_INDEX not in arguments

    monkeypatch.setattr(set_up, "pip", pip)
    monkeypatch.setattr(set_up, "installed", lambda folder, name: None)
    return asked


def test_on_linux_torch_is_asked_of_the_cpu_index_first(
    set_up: ModuleType, calls: list[tuple[str, ...]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    set_up.install_torch(set_up.VENV)
    first, second = calls
    assert first[-2:] == (set_up.TORCH_CPU_INDEX, set_up.pinned("torch"))
    assert first[1:3] == ("--retries", "0")
    assert set_up.TORCH_CPU_INDEX not in second
    assert second[-1] == set_up.pinned("torch")


@pytest.mark.parametrize("system", ["darwin", "win32"])
def test_elsewhere_torch_comes_from_pypi_at_once(
    set_up: ModuleType,
    calls: list[tuple[str, ...]],
    monkeypatch: pytest.MonkeyPatch,
    system: str,
) -> None:
    monkeypatch.setattr(sys, "platform", system)
    monkeypatch.setattr(set_up.platform, "machine", lambda: "arm64")
    set_up.install_torch(set_up.VENV)
    assert [call[-1] for call in calls] == [set_up.pinned("torch")]
    assert set_up.TORCH_CPU_INDEX not in calls[0]


def test_torch_that_is_there_is_left_alone(
    set_up: ModuleType, calls: list[tuple[str, ...]], monkeypatch: pytest.MonkeyPatch
) -> None:
    version = set_up.pinned("torch").removeprefix("torch==")
    monkeypatch.setattr(set_up, "installed", lambda folder, name: version)
    set_up.install_torch(set_up.VENV)
    assert calls == []


def test_a_python_without_ensurepip_is_named(
    set_up: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(set_up.importlib.util, "find_spec", lambda name: None)
    with pytest.raises(set_up.SetUpError, match=r"apt install python3\.\d+-venv"):
        set_up.make_venv(set_up.VENV)


def test_git_ignores_the_environment() -> None:
    assert ".venv/" in (ROOT / ".gitignore").read_text().splitlines()


def test_ci_runs_the_checks_and_all_tests() -> None:
    script = (ROOT / ".ci" / "run").read_text()
    assert "make check" in script
    assert "make test" in script
    assert os.name == "nt" or os.access(ROOT / ".ci" / "run", os.X_OK)
