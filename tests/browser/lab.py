"""A real JupyterLab on a free port, and a browser to drive it."""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

from playwright.sync_api import Browser, sync_playwright

FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)

SETTINGS = {
    "apputils-extension/notification": {"fetchNews": "false", "checkForUpdates": False},
    # All cells stay in the page, so that a test may look at any of them.
    "notebook-extension/tracker": {"windowingMode": "none"},
    # A dialogue about a file that changed on disk would cover the page.
    "docmanager-extension/plugin": {"autosave": False},
}


def find_chromium() -> str | None:
    """Give the path of an installed Chromium or Chrome."""
    names = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
    return next(filter(None, map(shutil.which, names)), None)


@contextmanager
def browser() -> Iterator[Browser]:
    """Run the installed Chromium, without a window."""
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=find_chromium(), args=FLAGS)
        yield chromium
        chromium.close()


@contextmanager
def lab_server(folder: Path, home: Path, theme: str = "JupyterLab Light") -> Iterator[str]:
    """Serve `folder` in JupyterLab, with all that it keeps in `home`; give the address."""
    port = _free_port()
    with (home / "lab.log").open("w") as log:
        server = subprocess.Popen(
            _command(folder, port),
            env=_environment(home, theme),
            cwd=folder,
            stdout=log,
            stderr=log,
        )
        try:
            _wait_for(f"http://127.0.0.1:{port}/api", server, home / "lab.log")
            yield f"http://127.0.0.1:{port}"
        finally:
            server.terminate()
            server.wait(timeout=30)


def _command(folder: Path, port: int) -> list[str]:
    options = ["--no-browser", "--allow-root", f"--port={port}", "--ServerApp.port_retries=0"]
    options += ["--IdentityProvider.token=", f"--ServerApp.root_dir={folder}"]
    options += ["--ServerApp.ip=127.0.0.1", "--ServerApp.disable_check_xsrf=True"]
    return [sys.executable, "-m", "jupyterlab", *options]


def _environment(home: Path, theme: str) -> dict[str, str]:
    settings = {**SETTINGS, "apputils-extension/themes": {"theme": theme}}
    for plugin, values in settings.items():
        file = home / "settings" / "@jupyterlab" / f"{plugin}.jupyterlab-settings"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(values))
    own = {
        "JUPYTER_CONFIG_DIR": home / "config",
        "JUPYTER_DATA_DIR": home / "data",
        "JUPYTER_RUNTIME_DIR": home / "runtime",
        "JUPYTERLAB_SETTINGS_DIR": home / "settings",
        "JUPYTERLAB_WORKSPACES_DIR": home / "workspaces",
        "IPYTHONDIR": home / "ipython",
        "COURSE_PROGRESS": home / "progress.json",
    }
    return {**os.environ, **{name: str(path) for name, path in own.items()}}


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _wait_for(
    address: str, server: subprocess.Popen[bytes], log: Path, seconds: float = 60
) -> None:
    give_up = time.monotonic() + seconds
    while time.monotonic() < give_up and server.poll() is None:
        try:
            urlopen(address, timeout=2)
            return
        except (URLError, OSError):
            time.sleep(0.2)
    raise RuntimeError(f"JupyterLab did not start; its log ends:\n{log.read_text()[-2000:]}")
