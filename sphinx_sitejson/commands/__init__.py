"""The command ``sitejson``.

In come the arguments of a shell; out go files, messages and an exit code. One module for each
command; what several share begins with an underscore.

- ``arguments``: the arguments of all commands.
- ``_page_files``: page files written together: all of them, or none.
- ``_project``: what a project says to its proxy and its mock: its documents, where requests go,
  its pages.
- ``_local_server``: a server for this machine: whole requests in, within limits.
- ``_mock_server``: the server of a mock that stands on its own.
- ``_asgi_bridge``: an ASGI application behind a server with threads.
- ``_preview_events``: what a preview tells the pages that are open: that the site was built again.
- ``_preview_requests``: what a preview does with the requests of playgrounds.
- ``_preview_server``: the server of a preview: files of one folder, for this machine only.
- ``_warm_builds``: the process that builds the site for a preview.
- ``_shared``: what the commands have in common.
- ``check``: ``sitejson check``: settings, pages, links, images and documents, without writing the
  site.
- ``checking/``: what that command does beyond the settings file.
- ``init``: ``sitejson init``: the files of a first site.
- ``mcp``: ``sitejson mcp``: lets language models search and read a built site.
- ``mock``: ``sitejson mock``: answers requests as the documents of a project say.
- ``migrate``: ``sitejson migrate``: a ``site.json`` from the settings file that a project came
  with.
- ``openapi_file``: ``sitejson openapi-file``: page files and navigation entries for a document.
- ``preview``: ``sitejson preview``: builds a site, serves it on this machine, builds again on
  changes.
- ``proxy``: ``sitejson proxy``: forwards requests of the playground to the API, and to nothing
  else.
- ``schema``: ``sitejson schema``: the JSON Schema of a settings file, for editors.
- ``starting/``: what ``sitejson init`` writes.
- ``verify``: ``sitejson verify``: compares an API with the documents that describe it.
"""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Sequence

from sphinx_sitejson.common.files import describe_os_error

from .arguments import make_parser

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
            print(f"sitejson: {where}{describe_os_error(error)}.", file=sys.stderr)
        close_outputs()
        return 1


def run(arguments: Sequence[str] | None) -> int:
    """Read the arguments and do what they ask for."""
    parser = make_parser()
    options = parser.parse_args(arguments)
    if "run" not in options:
        parser.print_help()
        return 0
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
