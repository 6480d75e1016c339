"""All components: the families of the package, and those that a project adds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from sphinx_sitejson.sphinx_ext.domain import Door

from .built_in import (
    callouts,
    cards,
    code_block,
    colors,
    examples,
    fields,
    file_tree,
    folds,
    frame,
    panel,
    prompt,
    steps,
    tabs,
    update,
    view_blocks,
)
from .built_in.inline import badge, icon, latex, tooltip
from .built_in.landing import bands, hero, plans, quote, terminal

if TYPE_CHECKING:
    from sphinx.environment import BuildEnvironment

    from .specs import ComponentSpec, Family, NodeShape

FAMILIES: tuple[Family, ...] = (
    cards.FAMILY,
    callouts.FAMILY,
    frame.FAMILY,
    folds.FAMILY,
    steps.FAMILY,
    tabs.FAMILY,
    fields.FAMILY,
    examples.FAMILY,
    update.FAMILY,
    icon.FAMILY,
    tooltip.FAMILY,
    badge.FAMILY,
    latex.FAMILY,
    hero.FAMILY,
    bands.FAMILY,
    quote.FAMILY,
    plans.FAMILY,
    terminal.FAMILY,
    code_block.FAMILY,
    file_tree.FAMILY,
    view_blocks.FAMILY,
    prompt.FAMILY,
    panel.FAMILY,
    colors.FAMILY,
)

BUILT_IN: Mapping[str, ComponentSpec] = {
    each.name: each for family in FAMILIES for each in family.components
}
"""The components of the package, by name."""

SHAPES: Mapping[str, NodeShape] = {each.name: each for family in FAMILIES for each in family.shapes}
"""How the nodes of these components are shown, by the name of their template."""

known_components: Door[Mapping[str, ComponentSpec]] = Door(lambda env: BUILT_IN)
"""All components that pages of this project may use, by name."""


def find_component(name: str, env: BuildEnvironment) -> ComponentSpec | None:
    """Return a component, or nothing when there is none of that name."""
    return known_components(env).get(name)
