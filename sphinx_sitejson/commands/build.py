"""``sitejson build``: writes the site into one folder, as hosts publish it."""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from pathlib import Path

from sphinx_sitejson.common.files import is_file
from sphinx_sitejson.settings.conf_py import explain_failure, find_slips

from . import fail, print_status
from .init import find_sphinx_project
from .preview import NO_CONF, SIMULATED_MESSAGE, describe_warnings, is_simulated

_BUILDERS = {"folders": "dirhtml", "files": "html"}


def run(options: argparse.Namespace) -> int:
    """Build the site once."""
    folder: Path = find_sphinx_project(options.folder) or options.folder
    out: Path = options.out or folder / "_build" / "site"
    conf = folder / "conf.py"
    if not is_file(conf):
        return fail(NO_CONF.format(folder))
    if slips := find_slips(conf):
        return fail("\n".join(map(str, slips)))
    print("Building all pages …", flush=True)
    started = time.monotonic()
    arguments = ["-q", "-b", _BUILDERS[options.urls], *(["-W"] if options.strict else [])]
    if sys.stderr is not None and sys.stderr.isatty():
        arguments.append("--color")
    command = [sys.executable, "-m", "sphinx", *arguments, str(folder), str(out)]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, errors="replace") as process:
        assert process.stderr is not None
        log = ""
        for line in process.stderr:
            log += line
            # Sphinx describes its own failures at length; a warning is said at once.
            if "WARNING: " in line:
                print(line, end="", file=sys.stderr, flush=True)
    seconds = time.monotonic() - started
    if process.returncode:
        explained = explain_failure(log, conf)
        lines = [line for line in log.splitlines() if "WARNING: " not in line]
        print_status(explained or "\n".join(lines))
    done = "Built" if process.returncode == 0 else "Build failed:"
    print(f"{done} {out} in {seconds:.1f} s{describe_warnings(log)}.")
    if process.returncode == 0 and is_simulated(out):
        print(SIMULATED_MESSAGE)
    return 1 if process.returncode else 0
