"""Which names the pages of a project may use as tags, and how they stand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_sitejson.mdx.scanning.element_names import INLINE_ELEMENTS, KnownTags, is_html
from sphinx_sitejson.sphinx_ext.common.build_state import BuildState
from sphinx_sitejson.sphinx_ext.components.registry import known_components

if TYPE_CHECKING:
    from sphinx.environment import BuildEnvironment


def _find_known_tags(env: BuildEnvironment) -> KnownTags:
    components = known_components(env)
    inline = INLINE_ELEMENTS.union(
        name for name, component in components.items() if not component.is_block
    )
    return KnownTags(
        is_component=lambda name: name in components or name == "Snippet",
        is_block=lambda name: name in components and components[name].is_block,
        is_inline=inline.__contains__,
        is_html=is_html,
    )


known_tags_of_pages: BuildState[KnownTags] = BuildState(_find_known_tags)
"""The names that are known to all pages."""
