"""Only regular files are read, and none makes the reader wait."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from sphinx_sitejson.common.files.reading import (
    NotRegularError,
    is_file,
    read_file,
    read_text,
    reason_of,
)


def test_a_file_is_read_whole_or_in_part(tmp_path):
    (tmp_path / "a").write_bytes(b"a\r\nb\rc\xff")

    assert read_file(tmp_path / "a") == b"a\r\nb\rc\xff"
    assert read_file(tmp_path / "a", 2) == b"a\r"
    assert read_text(tmp_path / "a") == "a\nb\nc\ufffd"


def test_a_pipe_is_refused_at_once(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(NotRegularError) as refused:
        read_file(tmp_path / "pipe")

    assert reason_of(refused.value) == "it is not a regular file"


def test_a_device_behind_a_link_is_refused(tmp_path):
    (tmp_path / "endless").symlink_to("/dev/zero")
    with pytest.raises(NotRegularError):
        read_file(tmp_path / "endless")


@pytest.mark.parametrize(
    ("name", "reason"), [("folder", "it is a folder"), ("gone", "no such file or directory")]
)
def test_what_is_no_file_is_told_in_words(tmp_path, name, reason):
    (tmp_path / "folder").mkdir()
    with pytest.raises(OSError) as failed:
        read_file(tmp_path / name)

    assert reason_of(failed.value) == reason


def test_a_name_that_no_file_can_have_is_no_file(tmp_path):
    assert not is_file(tmp_path / ("x" * 5000))
    assert not is_file(Path("a\0b"))
