"""The command ``sitejson``: one module with ``run`` for each command.

- ``arguments``: the arguments of all commands.
- ``build``: ``sitejson build``: writes the site into one folder.
- ``check``: ``sitejson check``: validates settings, pages, links, images and documents.
- ``export``: ``sitejson export``: writes a document as a collection for an API client.
- ``init``: ``sitejson init``: writes the files of a new site.
- ``mcp``: ``sitejson mcp``: lets language models search and read a built site.
- ``migrate``: ``sitejson migrate``: converts the settings file of another generator.
- ``mock``: ``sitejson mock``: answers requests as the OpenAPI documents of a project describe.
- ``openapi_file``: ``sitejson openapi-file``: writes page files and navigation entries for a
  document.
- ``other_tools/``: makes sites of projects of other tools, for ``sitejson init``.
- ``preview``: ``sitejson preview``: builds a site, serves it and rebuilds it on changes.
- ``proxy``: ``sitejson proxy``: forwards requests of the playground to the API, and to nothing
  else.
- ``schema``: ``sitejson schema``: prints the JSON Schema of a settings file, for editors.
- ``trial``: builds of an existing project without and with our theme, and their difference.
- ``verify``: ``sitejson verify``: compares an API with the documents that describe it.
- ``warm_builds``: the process that builds the site for a preview.
"""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Sequence
from importlib import import_module

from sphinx_sitejson.common.files import describe_os_error

from .arguments import parse_arguments

BROKEN_PIPE_EXIT = 141
"""What shells report of a program that wrote to a pipe nobody reads any more."""
INTERRUPTED_EXIT = 130
"""What shells report of a program that was interrupted."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code."""
    try:
        try:
            parser, options = parse_arguments(arguments)
            if "module" in options:
                exit_code: int = import_module(f"{__name__}.{options.module}").run(options)
                return exit_code
            parser.print_help()
            return 0
        finally:
            # What cannot be written is known now, and not when Python leaves.
            if sys.stdout is not None:
                sys.stdout.flush()
    except BrokenPipeError:
        close_outputs()
        return BROKEN_PIPE_EXIT
    except KeyboardInterrupt:
        return INTERRUPTED_EXIT
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        with contextlib.suppress(OSError):
            print_status(f"sitejson: {where}{describe_os_error(error)}.")
        close_outputs()
        return 1


def print_status(message: object) -> None:
    """Print what is no output of a command, but said of its work."""
    print(message, file=sys.stderr, flush=True)


def fail(message: object) -> int:
    """Print why a command cannot do its work, and return its exit code."""
    print_status(message)
    return 1


def close_outputs() -> None:
    """Let Python drop what is still to be written when it leaves, without a word."""
    for stream in (sys.stdout, sys.stderr):
        # A stream that is no file has nobody who could have gone.
        with contextlib.suppress(OSError, ValueError, AttributeError):
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, stream.fileno())
            os.close(nowhere)
