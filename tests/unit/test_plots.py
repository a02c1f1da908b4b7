"""A picture never goes out without its words."""

import base64
import struct

import numpy as np
import pytest

from course_utils import plots


@pytest.fixture
def published(monkeypatch):
    bundles = []
    monkeypatch.setattr(
        "IPython.display.display",
        lambda bundle, raw, metadata=None: bundles.append((bundle, metadata)),
    )
    return bundles


def test_picture_carries_its_alt_text_three_times(published):
    fig, ax = plots.new_figure()
    ax.plot([0, 1])
    plots.show(fig, alt="A line that rises from <0> to 1.")
    (picture, metadata), (caption, _) = published
    assert picture["text/plain"] == "A line that rises from <0> to 1."
    assert metadata == {"image/png": {"alt": "A line that rises from <0> to 1."}}
    assert "A line that rises from &lt;0&gt; to 1.</p>" in caption["text/html"]


def test_same_figure_gives_the_same_bytes(published):
    for _ in range(2):
        fig, ax = plots.new_figure()
        plots.draw_matrix(ax, np.eye(3), rows="abc", columns="abc", title="eye")
        plots.show(fig, alt="The unit matrix, 3 by 3.")
    assert published[0][0]["image/png"] == published[2][0]["image/png"]


def test_alt_text_must_be_words():
    fig, _ = plots.new_figure()
    with pytest.raises(ValueError, match="got 'plot'"):
        plots.show(fig, alt="plot")


def test_picture_is_a_png_of_the_asked_size(published):
    fig, _ = plots.new_figure(width=6, height=2)
    plots.show(fig, alt="An empty pair of axes.")
    png = published[0][0]["image/png"]
    data = png if isinstance(png, bytes) else base64.b64decode(png)
    width, height = struct.unpack(">II", data[16:24])
    assert 500 < width < 700
    assert 150 < height < 250
