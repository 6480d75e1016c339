"""The groups of an index: Sphinx takes their names for letters, and anchors for plain ones."""

from __future__ import annotations

import html
from collections.abc import Iterable
from typing import TYPE_CHECKING

from sphinx_sitejson.sphinx_ext.domain import site_of

if TYPE_CHECKING:
    from sphinx.domains import IndexEntry
    from sphinx.environment import BuildEnvironment

Groups = list[tuple[str, list["IndexEntry"]]]


def index_groups(env: BuildEnvironment, groups: Iterable[tuple[str, list[IndexEntry]]]) -> Groups:
    """Return groups whose names and anchors are no markup: the template of Sphinx escapes none."""
    if site_of(env).builder.format != "html":
        return [*groups]
    return [(html.escape(name), [_escaped(entry) for entry in group]) for name, group in groups]


def _escaped(entry: IndexEntry) -> IndexEntry:
    return entry._replace(anchor=html.escape(entry.anchor))
