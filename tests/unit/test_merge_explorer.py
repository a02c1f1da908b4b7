"""The explorer of merging words: what it accepts; its JavaScript rounds as PyTorch does."""

import json
import shutil
import subprocess

import numpy as np
import pytest
import torch

from course_utils import lecture
from course_utils.explorers.base import front_end
from course_utils.explorers.merge import FORMATS, MergingWords

GOOD = {"words": {"cat": [0.82, -0.14], "dog": [0.77, -0.09]}, "shown": [0, 1]}
PLACES = [*range(20), 63, 64, 127, 128, 129, 255, 256, 257, 513, 1023, 1024, 2049, 4097, 8192]
ROUND_ALL = """
const { entries, places } = JSON.parse(await new Response(process.stdin).text());
const all = (format) => places.map((place) => entries.map((entry) => {
  const value = added(entry, place, format);
  return [value, bitsOf(value, format).join("")];
}));
const named = Object.entries(FORMATS).map(([name, format]) => [name, all(format)]);
console.log(JSON.stringify(Object.fromEntries(named)));
"""


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"words": {"cat": [0.82, -0.14]}}, "words has shape"),
        ({"words": {"cat": [1e3, 0], "dog": [0, 0]}}, "between −100 and 100"),
        ({"words": {"cat": [np.nan, 0], "dog": [0, 0]}}, "finite"),
        ({"shown": []}, "shown has 0 entries"),
        ({"shown": [2]}, "shown holds 2; allowed are 0 to 1"),
        ({"position": 8193}, "position is 8193; allowed are 0 to 8192"),
        ({"number_format": "int8"}, "number_format is 'int8'"),
    ],
)
def test_values_outside_the_range_are_refused(wrong, says):
    with pytest.raises(ValueError, match=says):
        MergingWords(**GOOD | wrong)


def test_description_holds_the_names_and_no_address():
    words = repr(MergingWords(**GOOD))
    assert "cat + place and dog + place" in words
    assert "2 entries" in words
    assert "0x" not in words


@pytest.fixture(scope="module")
def in_javascript(tmp_path_factory):
    node = shutil.which("node")
    if node is None:
        pytest.skip("node is not installed")
    module = tmp_path_factory.mktemp("merge") / "round.mjs"
    module.write_text(front_end("merge_formats.js") + ROUND_ALL, encoding="utf-8")
    given = json.dumps({"entries": entries().tolist(), "places": PLACES})
    done = subprocess.run([node, module], input=given, capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def entries():
    faint = np.random.default_rng(0).normal(0, 1e-5, size=20)
    return np.concatenate([lecture.CAT_768, lecture.DOG_768, faint, [0.0, 1e-7, 2.5, 100, -100]])


@pytest.mark.parametrize("name", FORMATS)
def test_javascript_rounds_as_pytorch_does_to_the_bit(in_javascript, name):
    dtype = getattr(torch, name)
    as_integers = {2: torch.int16, 4: torch.int32, 8: torch.int64}[dtype.itemsize]
    for place, row in zip(PLACES, in_javascript[name], strict=True):
        stored = torch.tensor(entries()).to(dtype) + torch.tensor(float(place)).to(dtype)
        n_bits = 8 * dtype.itemsize
        patterns = [n % 2**n_bits for n in stored.view(as_integers).tolist()]
        assert [value for value, _ in row] == stored.double().tolist()
        assert [bits for _, bits in row] == [f"{n:0{n_bits}b}" for n in patterns]
