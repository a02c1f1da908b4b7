"""`course` and `course lab`: what they open, and what they say."""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from course_utils import cli
from course_utils.commands import lab

FIRST = "01_permutation_invariance.ipynb"


@pytest.fixture
def launched(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """The arguments with which JupyterLab would have been started."""
    from jupyterlab.labapp import LabApp

    starts: list[list[str]] = []
    monkeypatch.setattr(LabApp, "launch_instance", starts.append)
    monkeypatch.setenv("JUPYTER_CONFIG_PATH", "/somebody/s own")  # and taken back afterwards
    return starts


def test_lab_opens_the_first_notebook_in_the_courses_folder(launched: list[list[str]]) -> None:
    assert cli.main(["lab"]) == 0
    (arguments,) = launched
    assert f"--ServerApp.root_dir={lab.ROOT}" in arguments
    assert f"--LabApp.default_url=/lab/tree/notebooks/{FIRST}" in arguments
    assert "--no-browser" not in arguments


def test_the_glossary_opens_as_a_page_code_is_wrapped_and_no_news_is_offered(
    launched: list[list[str]],
) -> None:
    assert cli.main(["lab"]) == 0
    own, ours = os.environ["JUPYTER_CONFIG_PATH"].split(os.pathsep)
    assert own == "/somebody/s own"
    file = Path(ours) / "labconfig" / "default_setting_overrides.json"
    settings = json.loads(file.read_text())
    documents = settings["@jupyterlab/docmanager-extension:plugin"]
    assert documents == {"defaultViewers": {"markdown": "Markdown Preview"}}
    # On a projector the rest of a long line would be out of sight.
    assert settings["@jupyterlab/notebook-extension:tracker"]["codeCellConfig"]["lineWrap"] is True
    # Without this, JupyterLab asks every newcomer whether to fetch its news.
    assert settings["@jupyterlab/apputils-extension:notification"]["fetchNews"] == "false"


def test_lab_passes_the_port_on_and_opens_no_browser(launched: list[list[str]]) -> None:
    assert cli.main(["lab", "--no-browser", "--port", "9001"]) == 0
    (arguments,) = launched
    assert "--no-browser" in arguments
    assert "--port=9001" in arguments


def test_lab_asks_nobody_about_news(launched: list[list[str]]) -> None:
    cli.main(["lab"])
    assert "--LabApp.news_url=None" in launched[0]


@pytest.mark.parametrize("wanted", ["1", "01"])
def test_a_notebook_is_found_by_its_number(wanted: str) -> None:
    assert lab.find_notebook(wanted) == lab.ROOT / "notebooks" / FIRST


def test_a_notebook_from_elsewhere_is_shown_in_its_own_folder(
    launched: list[list[str]], tmp_path: Path
) -> None:
    notebook = tmp_path / "my own.ipynb"
    notebook.touch()
    assert cli.main(["lab", str(notebook)]) == 0
    assert f"--ServerApp.root_dir={tmp_path.resolve()}" in launched[0]
    assert "--LabApp.default_url=/lab/tree/my%20own.ipynb" in launched[0]


def test_an_unknown_notebook_is_refused_with_those_there_are(
    launched: list[list[str]], capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["lab", "98"]) == 1
    assert launched == []
    message = capsys.readouterr().err
    assert "no notebook 98" in message
    assert FIRST in message


def test_a_live_notebook_not_made_yet_names_the_way_to_make_it(
    launched: list[list[str]], capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["lab", "live/no-such-lesson.ipynb"]) == 1
    assert launched == []
    assert "make live" in capsys.readouterr().err


def test_without_jupyterlab_the_way_to_install_it_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(lab, "find_spec", lambda name: None)
    assert cli.main(["lab"]) == 1
    assert "make lab" in capsys.readouterr().err


@pytest.mark.parametrize("command", sorted(cli.COMMANDS))
def test_every_command_can_be_imported_and_explains_itself(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as stop:
        cli.main([command, "--help"])
    assert stop.value.code == 0
    assert f"usage: course {command}" in capsys.readouterr().out


def test_help_lists_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        cli.main(["--help"])
    shown = capsys.readouterr().out
    for name, purpose in cli.COMMANDS.items():
        assert name in shown
        assert purpose.split()[0] in shown


def test_neither_help_nor_lab_waits_for_torch() -> None:
    code = (
        "import sys, course_utils.cli, course_utils.commands.lab;sys.exit('torch' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_lab_explains_what_it_takes() -> None:
    parser = argparse.ArgumentParser()
    lab.add_arguments(parser)
    shown = parser.format_help()
    for option in ("NOTEBOOK", "--no-browser", "--port"):
        assert option in shown
