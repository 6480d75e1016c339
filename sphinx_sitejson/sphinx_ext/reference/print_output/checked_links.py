"""Links of API pages for the builder that checks them: each with its line in the document."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from docutils import nodes
from sphinx.util.nodes import get_node_line

from sphinx_sitejson.navigation.tree import clean_path
from sphinx_sitejson.settings.project_files import is_remote
from sphinx_sitejson.sphinx_ext.common.build_state import BuildState, site_of
from sphinx_sitejson.sphinx_ext.reference.document_text import is_safe_link

if TYPE_CHECKING:
    from sphinx.environment import BuildEnvironment

MAX_CACHED_LINES = 20


class DocumentLines:
    """Finds the lines of OpenAPI documents on which addresses stand."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._text = lru_cache(maxsize=MAX_CACHED_LINES)(self._read)

    def line(self, locations: Iterable[str], address: str) -> int | None:
        """Return the first line that has an address, in the first document that has it."""
        for location in locations:
            text = self._text(location)
            # JSON may write a slash with a backslash before it.
            for written in (address, address.replace("/", "\\/")):
                at = text.find(written)
                if at >= 0:
                    return text.count("\n", 0, at) + 1
        return None

    def _read(self, location: str) -> str:
        if not location or is_remote(location):
            return ""
        try:
            return self._root.joinpath(clean_path(location)).read_text(encoding="utf-8")
        except (OSError, ValueError):
            return ""


document_lines: BuildState[DocumentLines] = BuildState(lambda env: DocumentLines(site_of(env).root))


def prepare_links(env: BuildEnvironment, document: nodes.document, locations: list[str]) -> None:
    """Make links of the addresses of servers, and give all links the lines they come from."""
    for words in list(document.findall(nodes.literal)):
        address = words.astext()
        is_complete = is_safe_link(address) and "{" not in address and "://" in address
        if is_complete and not isinstance(words.parent, nodes.reference):
            words.replace_self(nodes.reference("", "", words.deepcopy(), refuri=address))
    lines = document_lines(env)
    for link in document.findall(nodes.reference):
        address = link.get("refuri", "")
        if "://" in address and not _has_line(link):
            link.line = lines.line(locations, address)


def _has_line(link: nodes.reference) -> bool:
    try:
        return get_node_line(link) is not None
    except ValueError:
        return False
