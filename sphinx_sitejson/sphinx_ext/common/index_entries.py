"""Names that stand in indices and inventories, for which Sphinx expects plain ones."""

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
    """Return groups whose names and anchors are no markup: the template of Sphinx escapes none."""
    if site_of(env).builder.format != "html":
        return [*groups]
    return [(html.escape(name), [_escaped(entry) for entry in group]) for name, group in groups]


def _escaped(entry: IndexEntry) -> IndexEntry:
    return entry._replace(anchor=html.escape(entry.anchor))


def is_one_entry(name: str) -> bool:
    """Whether an inventory can hold a name.

    It has a line for each, in which a number among further words begins the next column.
    """
    if not name.isprintable():
        return False
    extra = name.split(maxsplit=2)[2:]
    return not extra or not any(word.lstrip("-").isdecimal() for word in extra[0].split())
