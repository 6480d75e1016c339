"""All components: the families of the package, and those that a project adds.

Every module of ``built_in`` has ``COMPONENTS``, and ``SHAPES`` of their nodes.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from pkgutil import iter_modules

from docutils import nodes
from sphinx.environment import BuildEnvironment

from sphinx_sitejson.mdx.scanning.element_names import INLINE_ELEMENTS, LINK_COMPONENT, KnownTags
from sphinx_sitejson.site_build.build_state import BuildState

from . import built_in
from .nodes import Nodes, content_after_title
from .specs import ComponentSpec, NodeShape

FAMILIES = [
    import_module(f"{built_in.__name__}.{module.name}")
    for module in iter_modules(built_in.__path__)
]
"""The modules of components."""

BUILT_IN: Mapping[str, ComponentSpec] = {
    each.name: each for module in FAMILIES for each in module.COMPONENTS
}
"""The components of the package, by name."""

SHAPES: Mapping[str, NodeShape] = {each.name: each for module in FAMILIES for each in module.SHAPES}
"""The shapes of the package, by the name of their template."""

known_components: BuildState[Mapping[str, ComponentSpec]] = BuildState(lambda env: BUILT_IN)
"""All components that pages of this project may use, by name."""


def plain_component(node: nodes.Element) -> Nodes:
    """Return a component as nodes of docutils, for builders other than HTML."""
    # A component of the project may have the name of a shape of the package.
    shape = None if "template" in node else SHAPES.get(node["component"])
    return shape.plain(node) if shape else content_after_title(node)


def _find_known_tags(env: BuildEnvironment) -> KnownTags:
    names = frozenset(known_components(env))
    blocks = frozenset(name for name in names if known_components(env)[name].is_block)
    inline = INLINE_ELEMENTS | {LINK_COMPONENT} | (names - blocks)
    return KnownTags(components=names | {"Snippet"}, blocks=blocks, inline=inline)


known_tags: BuildState[KnownTags] = BuildState(_find_known_tags)
"""The names that all pages may use as tags."""
