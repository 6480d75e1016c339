"""``sitejson export``: a document as a collection for an API client."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from sphinx_sitejson.common.files import describe_os_error, write_text, write_to_pipe
from sphinx_sitejson.common.network.urls import display_url
from sphinx_sitejson.http_messages.collections import FORMATS, build_collection
from sphinx_sitejson.http_messages.options import ReferenceOptions
from sphinx_sitejson.navigation.site_pages import as_document

from . import fail, print_status
from .openapi_file import STANDARD_STREAM, is_stream, read_named_document


def run(options: argparse.Namespace) -> int:
    """Write the collection; the exit code says whether that was possible."""
    read = read_named_document(options.document)
    for problem in read.problems:
        print_status(problem)
    document = as_document(read)
    if document is None:
        return fail(f"{display_url(options.document)}: nothing was written.")
    collection = build_collection(document, ReferenceOptions())
    return write(options.out, FORMATS[options.format].write(collection, 2))


def write(out: Path, text: str) -> int:
    """Write a text into a file, a pipe, or to standard output."""
    if str(out) == STANDARD_STREAM:
        sys.stdout.write(text)
        return 0
    try:
        if is_stream(out):
            write_to_pipe(out, text)
        else:
            write_text(out, text, below=out.parent)
    except OSError as error:
        return fail(f"{out} could not be written: {describe_os_error(error)}")
    return 0
