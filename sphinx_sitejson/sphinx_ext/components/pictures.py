"""Pictures of components: one for light pages, and its twin for dark ones."""

from __future__ import annotations

from typing import TYPE_CHECKING

from docutils import nodes

from sphinx_sitejson.sphinx_ext.links.page_links import image_node

from .props import text_prop

if TYPE_CHECKING:
    from .calls import ComponentCall


def pictures(call: ComponentCall, *, is_lazy: bool = False) -> list[nodes.Node]:
    """Return the picture of a component, and the one for dark pages, which takes its place.

    :param is_lazy: whether it is fetched only when the reader comes near it.
    """
    sources = {
        "only-light": text_prop(call, "image", "src"),
        "only-dark": text_prop(call, "darkImage"),
    }
    given = {name: source for name, source in sources.items() if source}
    made = []
    for name, source in given.items():
        alt = text_prop(call, "alt")
        image = image_node(source, env=call.env, source=call.source, line=call.line, alt=alt)
        if is_lazy:
            image["loading"] = "lazy"
        if len(given) > 1:
            image["classes"].append(name)
        made.append(image)
    return [nodes.paragraph("", "", *made)] if made else []
