"""Components as nodes that every writer knows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from docutils import nodes
from sphinx import addnodes
from sphinx.locale import _
from sphinx.transforms.post_transforms import SphinxPostTransform

from sphinx_sitejson.sphinx_ext.domain import site_of

from .component_nodes import (
    component,
    component_slot,
    component_text,
    content_of,
    inline_component,
    is_component,
    slot_of,
)

Nodes = list[nodes.Node]


class PlainComponents(SphinxPostTransform):
    """Replaces components for the builders that do not write HTML."""

    # Before the nodes of cross references and images are resolved.
    default_priority = 5

    def is_supported(self) -> bool:
        """Leave HTML to the templates."""
        return site_of(self.env).builder.format != "html"

    def run(self, **kwargs: Any) -> None:
        """Handle one document."""
        if site_of(self.env).builder.name == "gettext":
            # Catalogs need the texts where they are; of a resolved link only a copy would stay.
            for link in list(self.document.findall(addnodes.pending_xref)):
                if isinstance(link.parent, component_slot):
                    _replace(link, link.children)
            return
        for node in list(self.document.findall(component)):
            # A component of the owner's own may have the name of one of ours.
            is_own = "template" in node
            form = _content if is_own else PLAIN_FORMS.get(node["component"], _content)
            _replace(node, form(node))
        for words in list(self.document.findall(inline_component)):
            is_own = "template" in words
            plain = content_of if is_own else _INLINE_FORMS.get(words["component"], content_of)
            _replace(words, plain(words))
        for part in list(self.document.findall(is_text_of_prop)):
            assert isinstance(part, nodes.Element)
            _replace(part, part.children)


def is_text_of_prop(node: nodes.Node) -> bool:
    """Whether a node only holds the text of a prop."""
    return isinstance(node, component_slot | component_text)


def _replace(node: nodes.Element, others: Nodes) -> None:
    """Put other nodes in the place of one; links to it still find their way."""
    if node["ids"]:
        others = [nodes.target("", "", ids=node["ids"]), *others]
    parent = node.parent
    place = parent.index(node)
    parent[place : place + 1] = others


def _content(node: nodes.Element) -> Nodes:
    """Return what is in a component, after its title."""
    return [*_strong(node, "title"), *content_of(node)]


def _words(node: nodes.Element, name: str) -> Nodes:
    part = slot_of(node, name)
    return list(part.children) if part else []


def _strong(node: nodes.Element, name: str) -> Nodes:
    words = _words(node, name)
    return [nodes.paragraph("", "", nodes.strong("", "", *words))] if words else []


def _paragraph(node: nodes.Element, name: str) -> Nodes:
    words = _words(node, name)
    return [nodes.paragraph("", "", *words)] if words else []


def _titled(words: Nodes, content: Nodes) -> Nodes:
    """Return content below a title, and indented, so that one sees where it ends."""
    if not words:
        return content
    if not content:
        return [nodes.paragraph("", "", nodes.strong("", "", *words))]
    term = nodes.term("", "", *words)
    return [
        nodes.definition_list(
            "", nodes.definition_list_item("", term, nodes.definition("", *content))
        )
    ]


def _card(node: component) -> Nodes:
    content = [*_picture(node), *content_of(node), *_paragraph(node, "cta")]
    return _titled(_words(node, "title"), content)


def _picture(node: component) -> Nodes:
    return [nodes.paragraph("", "", *words)] if (words := _words(node, "img")) else []


_ADMONITIONS: Mapping[str, type[nodes.Element]] = {
    "note": nodes.note,
    "info": nodes.note,
    "tip": nodes.tip,
    "check": nodes.tip,
    "warning": nodes.warning,
    "danger": nodes.danger,
}


def _callout(node: component) -> Nodes:
    return [_ADMONITIONS[node["values"]["kind"]]("", *_content(node))]


def _steps(node: component) -> Nodes:
    """Return lists of steps: a new one where the numbers jump."""
    found: Nodes = []
    expected = 0
    for step in filter(is_component, content_of(node)):
        listed = found[-1] if found else None
        number = step["values"]["number"]
        if not step["values"]["is_step"]:
            place = listed[-1] if isinstance(listed, nodes.enumerated_list) else None
            (place.append if isinstance(place, nodes.list_item) else found.append)(step)
            continue
        if number != expected or not isinstance(listed, nodes.enumerated_list):
            listed = nodes.enumerated_list(enumtype="arabic", prefix="", suffix=".", start=number)
            found.append(listed)
        listed += nodes.list_item("", step)
        expected = number + 1
    return found


def _tab(node: component) -> Nodes:
    return _titled(_words(node, "title"), content_of(node))


def _accordion(node: component) -> Nodes:
    content = [*_paragraph(node, "description"), *content_of(node)]
    return _titled(_words(node, "title"), content)


def _frame(node: component) -> Nodes:
    return [*_paragraph(node, "hint"), *content_of(node), *_paragraph(node, "caption")]


def _update(node: component) -> Nodes:
    tags = _words(node, "tags")
    between = [part for tag in tags for part in (nodes.Text(", "), tag)][1:]
    words = [nodes.paragraph("", "", *between)] if tags else []
    content = [*_paragraph(node, "description"), *words, *content_of(node)]
    return _titled(_words(node, "label"), content)


def _field(node: component) -> Nodes:
    view = node["values"]["view"]
    marks = (
        (_("required"), view.required),
        (_("deprecated"), view.deprecated),
    )
    facts = [view.type_label, *view.facts, *(mark for mark, is_on in marks if is_on)]
    details = ", ".join(filter(None, facts))
    if view.name:
        details = f" ({details})" if details else ""
        head: Nodes = [nodes.literal(text=view.name), nodes.Text(details)]
    else:
        head = [nodes.Text(details)]
    content = content_of(node)
    if view.default is not None:
        words = nodes.Text(f": {view.default}")
        content.append(nodes.paragraph("", "", nodes.strong(text=_("Default")), words))
    return _titled(head, content)


def _tooltip(node: inline_component) -> Nodes:
    return [*content_of(node), nodes.Text(" ("), *_words(node, "tip"), nodes.Text(")")]


PLAIN_FORMS: Mapping[str, Callable[[component], Nodes]] = {
    "card": _card,
    "callout": _callout,
    "steps": _steps,
    "tab": _tab,
    "accordion": _accordion,
    "frame": _frame,
    "update": _update,
    "field": _field,
}
_INLINE_FORMS: Mapping[str, Callable[[inline_component], Nodes]] = {"tooltip": _tooltip}
