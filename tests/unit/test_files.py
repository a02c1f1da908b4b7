"""A file is there whole or not at all."""

from __future__ import annotations

import os

import pytest

from course_utils.files import write_whole


def test_text_arrives_byte_for_byte(tmp_path):
    path = tmp_path / "marks.csv"
    write_whole(path, "Zoë\r\nЁж\n")
    assert path.read_bytes() == "Zoë\r\nЁж\n".encode()


def test_failed_write_keeps_the_old_file_and_leaves_no_draft(tmp_path, monkeypatch):
    path = tmp_path / "marks.csv"
    path.write_text("old")

    def full(descriptor):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        write_whole(path, "new")
    assert [each.name for each in tmp_path.iterdir()] == ["marks.csv"]
    assert path.read_text() == "old"
