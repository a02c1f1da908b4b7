"""The tests of notebooks themselves: they see changed pictures, and pass genuine reruns."""

from __future__ import annotations

import base64
import io

import matplotlib.image
import nbformat
import numpy as np
import pytest

from course_utils.editions import build, read_source
from tests.notebooks.nbval_run import run_nbval
from tests.notebooks.pictures import matplotlib_version, picture_difference

SOURCE = """\
# %%
from matplotlib import pyplot as plt
for scale in (1, 2, 3):
    plt.plot([1, 2, 4 * scale])
    plt.show()

# %% id="changed"
plt.plot([1, 2, 3])
plt.show()

# %% id="older"
plt.plot([3, 2, 1])
plt.show()

# %% id="ignored" tags=["nbval-ignore-output"]
plt.plot([3, 3, 1])
plt.show()

# %%
object()
"""


def png(pixels):
    file = io.BytesIO()
    matplotlib.image.imsave(file, pixels / 255, format="png", vmin=0, vmax=1)
    return file.getvalue()


def grey(shade, shape=(20, 30)):
    return png(np.full((*shape, 3), float(shade)))


@pytest.mark.parametrize(("shade", "differs"), [(100, False), (102, False), (103, True)])
def test_pictures_may_differ_by_two_of_255(shade, differs):
    assert bool(picture_difference(grey(100), grey(shade))) == differs


def test_pictures_of_other_sizes_differ():
    assert "(20, 30, 4) pixels stored, (20, 31, 4) drawn" in str(
        picture_difference(grey(100), grey(100, (20, 31)))
    )


def test_a_picture_tells_its_version_of_matplotlib():
    assert matplotlib_version(grey(1)) == matplotlib.__version__
    assert matplotlib_version(b"") is None


def build_in(folder):
    (folder / "solutions").mkdir()
    source = folder / "solutions" / "01_pictures.py"
    source.write_text(SOURCE)
    return build([read_source(source)], say=str)[1]


def change_pictures(path):
    """Store a wrong picture in two cells, in a third the name of another Matplotlib."""
    notebook = nbformat.read(path, as_version=4)
    cells = {cell.id: cell for cell in notebook.cells}
    wrong = cells["older"].outputs[0].data["image/png"]
    older = base64.b64decode(wrong).replace(b"Matplotlib version", b"Matplotlib version0.")
    cells["changed"].outputs[0].data["image/png"] = wrong
    cells["ignored"].outputs[0].data["image/png"] = wrong
    cells["older"].outputs[0].data["image/png"] = base64.b64encode(older).decode()
    nbformat.write(notebook, path)


def test_a_changed_picture_fails_and_one_of_another_matplotlib_is_skipped(tmp_path):
    path = build_in(tmp_path)
    change_pictures(path)
    result = run_nbval(path)
    assert "1 failed, 3 passed, 1 skipped" in result.stdout
    assert "Picture differs from the stored one: RMS " in result.stdout
    assert "picture stored by Matplotlib 0." in result.stdout
