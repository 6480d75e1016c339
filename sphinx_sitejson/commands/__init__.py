"""The command ``sitejson``.

In come the arguments of a shell; out go files, messages and an exit code. One module for each
command; what several share begins with an underscore.

- ``_conf_values``: values of ``conf.py`` that can be known without running it.
- ``_page_files``: page files written together: all of them, or none.
- ``_preview_server``: the server of a preview: files of one folder, for this machine only.
- ``_proxy_project``: what a project says to its proxy: where requests go, and where its pages
  are.
- ``_shared``: what the commands have in common.
- ``check``: ``sitejson check``: the settings and their pages, without a build.
- ``init``: ``sitejson init``: the files of a first site.
- ``migrate``: ``sitejson migrate``: a ``site.json`` from the settings file that a project came
  with.
- ``openapi_file``: ``sitejson openapi-file``: page files and navigation entries for a document.
- ``preview``: ``sitejson preview``: builds a site, serves it on this machine, builds again on
  changes.
- ``proxy``: ``sitejson proxy``: forwards requests of the playground to the API, and to nothing
  else.
- ``schema``: ``sitejson schema``: the JSON Schema of a settings file, for editors.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import sys
from collections.abc import Sequence

from sphinx_sitejson import __version__
from sphinx_sitejson.files.reading import reason_of

from . import check, init, migrate, openapi_file, preview, proxy, schema

NOBODY_READS = 141
"""What shells report of a program that wrote to a pipe nobody reads any more."""
INTERRUPTED = 130
"""What shells report of a program that was interrupted."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code."""
    try:
        try:
            return run(arguments)
        finally:
            # What cannot be written is known now, and not when Python leaves.
            if sys.stdout is not None:
                sys.stdout.flush()
    except BrokenPipeError:
        close_outputs()
        return NOBODY_READS
    except KeyboardInterrupt:
        return INTERRUPTED
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        with contextlib.suppress(OSError):
            print(f"sitejson: {where}{reason_of(error)}.", file=sys.stderr)
        close_outputs()
        return 1


def run(arguments: Sequence[str] | None) -> int:
    """Read the arguments and do what they ask for."""
    parser = argparse.ArgumentParser(
        prog="sitejson", description="A documentation site from one file: site.json for Sphinx."
    )
    parser.add_argument("--version", action="version", version=f"sitejson {__version__}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for command in (init, preview, check, migrate, openapi_file, schema, proxy):
        command.add_to(commands)
    options = parser.parse_args(arguments)
    exit_code: int = options.run(options)
    return exit_code


def close_outputs() -> None:
    """Let Python drop what is still to be written when it leaves, without a word."""
    for stream in (sys.stdout, sys.stderr):
        # A stream that is no file has nobody who could have gone.
        with contextlib.suppress(OSError, ValueError, AttributeError):
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, stream.fileno())
            os.close(nowhere)
