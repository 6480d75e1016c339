"""Adds a check that finds placeholders in pages."""

from collections.abc import Iterator
from pathlib import Path

from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment

from sphinx_sitejson import CheckFinding, add_check


def find_placeholders(env: BuildEnvironment) -> Iterator[CheckFinding]:
    """Yield the lines of pages that contain a placeholder."""
    for docname in sorted(env.found_docs):
        path = Path(env.doc2path(docname))
        for line, text in enumerate(path.read_text("utf-8").splitlines(), start=1):
            if "TODO" in text:
                message = 'the text contains "TODO"; replace it with the missing text.'
                yield CheckFinding(message=message, file=str(path), line=line)


def setup(app: Sphinx) -> None:
    """Add the check."""
    add_check(app, "placeholder", find_placeholders)
