"""``sitejson preview``: builds a site, serves it on this machine, builds again on changes."""

from __future__ import annotations

import argparse
import json
import re
import sys
import time
from contextlib import closing
from pathlib import Path
from typing import NoReturn

from sphinx_sitejson.common.files import (
    describe_missing_folder,
    describe_os_error,
    is_file,
    read_text,
    scan_source_tree,
    write_if_possible,
)
from sphinx_sitejson.common.records import record
from sphinx_sitejson.servers.preview import BuildEvents, RequestService, start_server
from sphinx_sitejson.settings.conf_py import NOT_LOADED, explain_failure, find_slips
from sphinx_sitejson.settings.validation import DOCS_SCHEMA, SITE_SCHEMA, SchemaFile

from . import fail, print_status
from .warm_builds import BuildProcess, modified_at

POLL_SECONDS = 0.1
MAX_POLL_SHARE = 0.2
"""How much of its time the preview may spend looking for changes, in large projects."""
MAX_CAPTURED_OUTPUT = 20_000

_COLOR = re.compile(r"\x1b\[[0-9;]*m")
_MODE_MESSAGES = {
    "mock": "Playground requests are answered from the OpenAPI documents (simulated).",
    "proxy": "Playground requests that the browser cannot send itself go through a proxy.",
    "none": "Playground requests go straight from the browser. To simulate the API, use --mock.",
}


NO_CONF = "No conf.py in {}. Run `sitejson init` to create one."
SIMULATED_MESSAGE = (
    'Playground requests are simulated, and none is sent: "simulate" is set in site.json. Remove '
    "it when the document is that of your API."
)


def is_simulated(out: Path) -> bool:
    """Return whether the playgrounds of a built site simulate the API."""
    return (out / "_static" / "sitejson-playground-simulate.js").is_file()


@record
class BuildResult:
    """What came of a build."""

    exit_code: int
    log: str = ""
    """What it said, without colors; of very much the end."""
    seconds: float = 0


def describe_warnings(log: str) -> str:
    """Return how many warnings a build has printed; empty if there is none."""
    count = len(re.findall(r"\bWARNING: ", log))
    return {0: "", 1: " with 1 warning"}.get(count, f" with {count} warnings")


def run(options: argparse.Namespace) -> int:
    """Serve until interrupted."""
    folder: Path = options.folder.resolve()
    out: Path = (options.out or folder / "_build" / "html").resolve()
    if not folder.is_dir():
        return fail(describe_missing_folder(options.folder))
    if not (folder / "conf.py").is_file():
        return fail(NO_CONF.format(folder))
    with closing(SiteBuilds(folder, out)) as site:
        if (exit_code := site.build().exit_code) != 0:
            return exit_code
        update_schemas(folder)
        builds = BuildEvents()
        requests = RequestService(folder, is_mock=options.mock, allow_private=options.allow_private)
        server = start_server(out, options.port, builds=builds, requests=requests)
        url = f"http://localhost:{server.server_port}/"
        print(f"\nServing at {url} (press Ctrl+C to stop)", flush=True)
        if (out / "_static" / "sitejson-playground.js").is_file():
            is_real = requests.mode == "mock" or not is_simulated(out)
            print(_MODE_MESSAGES[requests.mode] if is_real else SIMULATED_MESSAGE, flush=True)
        try:
            watch(site, folder, out, builds, requests)
        except KeyboardInterrupt:
            return 0
        finally:
            builds.end()
            server.shutdown()
            server.server_close()
            requests.close()


class SiteBuilds:
    """Builds the site in other processes, so that changed code and settings count."""

    def __init__(self, folder: Path, out: Path) -> None:
        options = ["-q", "-b", "html", "-D", "sitejson_preview=1"]
        colors = ["--color"] if sys.stderr.isatty() else []
        self._folder, self._out = folder, out
        self._process = BuildProcess([*options, *colors, str(folder), str(out)])

    def build(self) -> BuildResult:
        """Build the site, and pass on what the build prints."""
        started = time.monotonic()
        if slips := find_slips(self._folder / "conf.py"):
            log = "\n".join(map(str, slips))
            print_status(log)
            return BuildResult(exit_code=1, log=log)
        if not self._out.exists():
            print("Building all pages …", flush=True)
        try:
            # Sphinx answers a folder that it cannot make with a traceback.
            self._out.mkdir(parents=True, exist_ok=True)
            log = ""
            for line in self._process.build():
                plain = _COLOR.sub("", line)
                # Sphinx wipes out its last line of progress.
                if plain.strip():
                    print(line, end="", file=sys.stderr, flush=True)
                    log = (log + plain)[-MAX_CAPTURED_OUTPUT:]
            exit_code = self._process.exit_code
        except OSError as error:
            log = f"{error.filename or self._out}: {describe_os_error(error)}; nothing was built."
            print_status(log)
            exit_code = 1
        has_cause = exit_code or NOT_LOADED.search(log)
        if has_cause and (cause := explain_failure(log, self._folder / "conf.py")):
            print_status(cause)
            log += f"{cause}\n"
        return BuildResult(exit_code=exit_code, log=log, seconds=time.monotonic() - started)

    def close(self) -> None:
        """End all processes."""
        self._process.close()


def watch(
    site: SiteBuilds, folder: Path, out: Path, builds: BuildEvents, requests: RequestService
) -> NoReturn:
    """Build again whenever a file of the project changes."""
    seen = latest_change(folder, out)
    pause = POLL_SECONDS
    while True:
        time.sleep(pause)
        started = time.process_time()
        latest = latest_change(folder, out)
        pause = max(POLL_SECONDS, (time.process_time() - started) * (1 / MAX_POLL_SHARE - 1))
        if latest != seen:
            seen = latest
            result = site.build()
            requests.reload()
            is_good = result.exit_code == 0
            done = f"{'Rebuilt in' if is_good else 'Build failed after'} {result.seconds:.1f} s"
            print(f"{time.strftime('%H:%M:%S')} {done}{describe_warnings(result.log)}.", flush=True)
            builds.publish(is_good=is_good, log=result.log)


def latest_change(folder: Path, out: Path) -> tuple[int, int]:
    """Return how many files there are and when the last of them changed."""
    output_prefix = f"{out.relative_to(folder).as_posix()}/" if out.is_relative_to(folder) else None
    files = (
        file
        for file in scan_source_tree(folder).files
        if not file.startswith("_build/")
        and (output_prefix is None or not file.startswith(output_prefix))
    )
    times = [modified_at(folder / file) for file in files]
    return len(times), max(times, default=0)


def update_schemas(folder: Path) -> None:
    """Bring the copies of our schemas in a folder up to date; other files are left alone."""
    for schema in (SITE_SCHEMA, DOCS_SCHEMA):
        path = folder / schema.name
        if path.is_symlink() or not is_file(path) or not _is_schema_copy(path, schema):
            continue
        if read_text(path) != (text := schema.text):
            write_if_possible(path, text.encode(), below=folder)


def _is_schema_copy(path: Path, schema: SchemaFile) -> bool:
    try:
        copy = json.loads(read_text(path))
    except (OSError, ValueError, RecursionError):
        return False
    return isinstance(copy, dict) and copy.get("$id") == schema.full["$id"]
