from __future__ import annotations

import subprocess
import sys

import pytest


@pytest.mark.parametrize(("options", "is_seen"), [([], False), (["-vv"], True)])
def test_lines_of_events_are_written_for_those_who_ask_for_them(tmp_path, options, is_seen):
    (tmp_path / "conf.py").write_text('extensions = ["sphinx_sitejson"]\n')
    (tmp_path / "index.rst").write_text("Quays\n=====\n")
    command = [sys.executable, "-m", "sphinx", *options, tmp_path, tmp_path / "out"]

    done = subprocess.run(command, capture_output=True, text=True, check=True)

    assert "build succeeded" in done.stdout
    assert ("emitting event" in done.stdout) is is_seen
