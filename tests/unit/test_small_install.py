"""What a learner's environment lacks is asked for in a sentence, or not needed."""

import subprocess
import sys
from pathlib import Path

import pytest

from course_utils.cli import COMMANDS

ROOT = Path(__file__).parents[2]
LAB_AND_BUILD = ["jupyterlab", "jupyter_server", "nbconvert", "nbclient", "nbformat", "jupytext"]
BLOCK = "import sys; sys.modules.update({{{names}}}); from course_utils.cli import main; "


def run_without(names, *words, cwd=None):
    """Run `course` in a process in which some packages cannot be imported."""
    blocked = ", ".join(f"{name!r}: None" for name in names)
    code = BLOCK.format(names=blocked) + f"sys.exit(main({list(words)!r}))"
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=cwd)


@pytest.mark.parametrize("words", [["progress", "--where"], ["update", "--help"], ["--help"]])
def test_learners_commands_need_no_builders_tools(words):
    done = run_without(["jupytext", "pytest", "playwright", "mpmath", "hypothesis"], *words)
    assert done.returncode == 0, done.stderr


def test_a_live_edition_needs_no_tests_tools(tmp_path):
    tools = ["pytest", "nbval", "hypothesis", "mpmath", "playwright", "ruff", "mypy", "distributed"]
    done = run_without(tools, "live", "03", "--into", str(tmp_path), cwd=ROOT)
    assert done.returncode == 0, done.stderr
    assert [path.name for path in tmp_path.glob("*.ipynb")] == ["03_single_clock.ipynb"]


def test_the_package_alone_serves_a_notebook_elsewhere():
    """Colab and others bring a notebook of their own, and install no JupyterLab."""
    names = ["jupyterlab", "jupyter_server", "nbconvert", "nbclient", "nbformat", "jupytext"]
    blocked = f"import sys; sys.modules.update(dict.fromkeys({names!r}))\n"
    code = blocked + (
        "from course_utils import check, hint, predict, show, show_progress\n"
        "import course_utils.live\n"
        "from course_utils.exercises import get_exercise\n"
        "check('01.3', get_exercise('01.3').build(get_exercise('01.3').reference_source))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_building_without_jupytext_is_a_sentence():
    done = run_without(["jupytext"], "build", "--check", "01")
    assert done.returncode == 1
    assert "building needs jupytext" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("command", sorted(COMMANDS))
def test_no_command_shows_a_traceback_where_only_the_core_is_installed(command, tmp_path):
    words = {"grade": [str(tmp_path)], "read": [str(tmp_path)], "export": ["--to", str(tmp_path)]}
    done = run_without(LAB_AND_BUILD, command, *words.get(command, []), cwd=tmp_path)
    assert "Traceback" not in done.stderr
    if done.returncode:
        assert done.stderr.strip()


def test_importing_the_course_loads_no_torch():
    code = "import sys, course_utils; sys.exit('torch' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0
