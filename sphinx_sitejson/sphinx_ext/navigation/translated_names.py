"""Puts the names that ``site.json`` and documents give into the catalogs of the project.

They belong to the catalog of the root document, where Sphinx has the captions of its toctrees.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx.builders.gettext import MessageCatalogBuilder, MsgOrigin
from sphinx.util.i18n import docname_to_domain

from sphinx_sitejson.common.messages import Message
from sphinx_sitejson.navigation.tree import GroupNode
from sphinx_sitejson.settings.translatable_texts import texts_for_readers
from sphinx_sitejson.sphinx_ext.common.build_state import site_of
from sphinx_sitejson.sphinx_ext.openapi.state import site_documents

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

    from sphinx_sitejson.sphinx_ext.common.translation import Translate


def collect_names(app: Sphinx, env: BuildEnvironment) -> None:
    """Give the gettext builder all names that readers see around a page."""
    builder = app.builder
    if not isinstance(builder, MessageCatalogBuilder):
        return
    catalog = builder.catalogs[docname_to_domain(env.config.root_doc, env.config.gettext_compact)]
    for word, (file, line) in lines_of_names(env).items():
        catalog.add(word, MsgOrigin(file, line))


def lines_of_names(env: BuildEnvironment) -> dict[str, tuple[str, int]]:
    """Return where each name is written that readers see, by the name."""
    site = site_of(env)
    loaded = site.loaded
    file = str(Path(site.builder.confdir, env.config.sitejson_file))
    found: dict[str, tuple[str, int]] = {}
    for word, path in texts_for_readers(loaded.settings):
        found.setdefault(word, (file, loaded.place(path).line or 1))
    for name in group_names(site_documents(env).pages.groups):
        found.setdefault(name, (file, 1))
    return found


def written_names(env: BuildEnvironment, translate: Translate) -> dict[str, str]:
    """Return each name as it is written, by what a catalog makes of it."""
    return {translate(name): name for name in lines_of_names(env)}


def group_names(groups: tuple[GroupNode, ...]) -> Iterator[str]:
    """Yield the names that documents give to groups, such as those of tags, each once."""
    found: dict[str, None] = {}
    for group in groups:
        if group.name and not isinstance(group.name, Message):
            found[group.name] = None
        inner = tuple(entry for entry in group.entries if isinstance(entry, GroupNode))
        found.update(dict.fromkeys(group_names(inner)))
    yield from found


def with_names(groups: tuple[GroupNode, ...], translate: Translate) -> tuple[GroupNode, ...]:
    """Return groups with their names in the words of a catalog."""
    return tuple(
        replace(
            group,
            name=translate(group.name) if group.name else "",
            entries=tuple(
                with_names((entry,), translate)[0] if isinstance(entry, GroupNode) else entry
                for entry in group.entries
            ),
        )
        for group in groups
    )
