"""pyproject.toml's lower bounds, constraints.txt's pins and environment.yml say the same."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]

CONDA_NAMES = {"torch": "pytorch-cpu", "matplotlib": "matplotlib-base"}


def asked_for(*extras: str) -> dict[str, Requirement]:
    """Give what the project and these extras ask for, by name."""
    lines = list(PROJECT["dependencies"])
    for extra in extras:
        lines += PROJECT["optional-dependencies"][extra]
    found = {requirement.name: requirement for requirement in map(Requirement, lines)}
    return {name: found[name] for name in found if name != PROJECT["name"]}


def pins() -> dict[str, Requirement]:
    """Give constraints.txt by name."""
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    wanted = [Requirement(line) for line in lines if line and not line.startswith("#")]
    return {canonicalize_name(pin.name): pin for pin in wanted}


def conda_packages() -> dict[str, str]:
    """Give environment.yml's packages with their bounds ("" where there is none)."""
    text = (ROOT / "environment.yml").read_text(encoding="utf-8")
    lines = re.findall(r"^  - ([a-z][\w-]*)(\S*)$", text.partition("dependencies:")[2], re.M)
    return {name: bound for name, bound in lines if bound != ":"}


def test_pyproject_states_lower_bounds_only() -> None:
    for requirement in asked_for(*PROJECT["optional-dependencies"]).values():
        assert [one.operator for one in requirement.specifier] == [">="], requirement


def test_every_requirement_is_pinned_to_a_version_it_allows() -> None:
    pinned = pins()
    for name, requirement in asked_for(*PROJECT["optional-dependencies"]).items():
        (pin,) = pinned[canonicalize_name(name)].specifier
        assert pin.version in requirement.specifier, f"{name}: {pin.version}"


def test_pins_are_exact_and_to_be_had_everywhere() -> None:
    for name, pin in pins().items():
        assert [one.operator for one in pin.specifier] == ["=="], pin
        assert "+" not in str(pin.specifier), f"{name}: a local build, which PyPI lacks"
        assert not name.startswith(("nvidia-", "cuda-", "triton")), f"{name}: CUDA only"


def test_conda_gets_what_pip_gets() -> None:
    expected = {
        CONDA_NAMES.get(name, name): str(requirement.specifier)
        for name, requirement in asked_for("lab").items()
    }
    assert conda_packages() == {
        "python": PROJECT["requires-python"],
        "pip": "",
        **expected,
    }


def test_conda_takes_one_channel_and_ends_with_this_folder() -> None:
    text = (ROOT / "environment.yml").read_text(encoding="utf-8")
    channels = text.partition("channels:")[2].partition("dependencies:")[0].split()
    assert channels == ["-", "conda-forge", "-", "nodefaults"]
    assert text.endswith("  - pip:\n      - -e .\n")
