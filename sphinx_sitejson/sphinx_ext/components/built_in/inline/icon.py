"""Icons among words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from docutils import nodes

from sphinx_sitejson.sphinx_ext.components.component_nodes import in_line_or_paragraph, inline_node
from sphinx_sitejson.sphinx_ext.components.icon_values import icon_prop
from sphinx_sitejson.sphinx_ext.components.specs import Family, NodeShape, spec

if TYPE_CHECKING:
    from sphinx_sitejson.sphinx_ext.components.calls import ComponentCall


def build_icon(call: ComponentCall) -> Sequence[nodes.Node]:
    """Return an icon; it says nothing that the words beside it do not say."""
    icon = icon_prop(call, has_size=True)
    return in_line_or_paragraph(call, inline_node("icon", call, icon=icon)) if icon else []


FAMILY = Family(
    components=(
        spec(
            "Icon",
            build_icon,
            "icon iconType icontype size color",
            argument="icon",
            role_option="iconType",
            is_block=False,
        ),
    ),
    shapes=(NodeShape(name="icon"),),
)
