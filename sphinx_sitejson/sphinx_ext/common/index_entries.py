"""Names in indices and inventories, escaped for Sphinx."""

from __future__ import annotations

import html
from collections.abc import Iterable
from typing import TYPE_CHECKING

from sphinx_sitejson.sphinx_ext.common.build_state import site_of

if TYPE_CHECKING:
    from sphinx.domains import IndexEntry
    from sphinx.environment import BuildEnvironment

Groups = list[tuple[str, list["IndexEntry"]]]


def index_groups(env: BuildEnvironment, groups: Iterable[tuple[str, list[IndexEntry]]]) -> Groups:
    """Escape names and anchors for HTML, since the template of Sphinx does not."""
    if site_of(env).builder.format != "html":
        return [*groups]
    return [(html.escape(name), [_escaped(entry) for entry in group]) for name, group in groups]


def _escaped(entry: IndexEntry) -> IndexEntry:
    return entry._replace(anchor=html.escape(entry.anchor))


def is_one_entry(name: str) -> bool:
    """Return whether an inventory can contain a name.

    Its lines have columns: a number after the second word would be read as the priority.
    """
    if not name.isprintable():
        return False
    extra = name.split(maxsplit=2)[2:]
    return not extra or not any(word.lstrip("-").isdecimal() for word in extra[0].split())
