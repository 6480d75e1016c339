"""Reads what can be found on a page from its nodes: headings, objects, terms, fields, and texts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from docutils import nodes
from sphinx import addnodes

from sphinx_sitejson.publishing.search.entries import PlaceEntry, PlaceKind
from sphinx_sitejson.sphinx_ext.common.markdown_writer import FOR_AGENTS

if TYPE_CHECKING:
    from sphinx.environment import BuildEnvironment

_UNREAD = (
    nodes.raw,
    nodes.comment,
    nodes.system_message,
    nodes.substitution_definition,
    nodes.target,
    nodes.image,
    nodes.title,
    addnodes.toctree,
    addnodes.index,
    addnodes.desc_signature,
)
LONGEST_CODE = 3_000
"""Of one block of code; what comes after it is data."""
MOST_PLACES = 1_200
"""Of one page."""


class PlaceReader:
    """Collects the places of one page."""

    def __init__(self, env: BuildEnvironment) -> None:
        self._env = env
        self._places = [_OpenPlace()]

    def read(self, doctree: nodes.document) -> tuple[PlaceEntry, ...]:
        """Return the places of a page, the first of them its beginning."""
        self._walk(doctree, self._places[0], is_top=True)
        return tuple(place.entry() for place in self._places[:MOST_PLACES])

    def _walk(self, parent: nodes.Element, place: _OpenPlace, *, is_top: bool = False) -> None:
        for node in parent.children:
            if isinstance(node, nodes.section):
                inner = place if is_top else self._section(node)
                self._walk(node, inner)
                is_top = False
            elif isinstance(node, _UNREAD) or _is_for_agents(node):
                continue
            elif isinstance(node, addnodes.desc):
                self._walk(node, self._object(node) or place)
            elif isinstance(node, nodes.definition_list_item):
                self._read_item(node, place)
            elif isinstance(node, nodes.Element):
                self._read_element(node, place)

    def _read_element(self, node: nodes.Element, place: _OpenPlace) -> None:
        if entries := node.get("search_entries"):
            self._take_over(entries, place)
        elif isinstance(node, nodes.TextElement | nodes.row):
            place.add(_text(node))
        else:
            if node["ids"] and (title := _heading(node)):
                place = self._start(node["ids"][0], title)
            self._walk(node, place)

    def _take_over(self, entries: tuple[PlaceEntry, ...], place: _OpenPlace) -> None:
        for entry in entries:
            if entry.anchor:
                self._places.append(_OpenPlace(entry))
            else:
                place.add(entry.text)
                place.keywords.append(entry.keywords)

    def _section(self, node: nodes.section) -> _OpenPlace:
        title = node.next_node(nodes.title)
        words = title.astext() if title is not None else ""
        return self._start(next(iter(node["ids"]), ""), words)

    def _object(self, node: addnodes.desc) -> _OpenPlace | None:
        for signature in node.findall(addnodes.desc_signature):
            if signature.parent is node and signature["ids"]:
                name = signature.get("fullname") or _text(signature)
                return self._start(signature["ids"][0], name, "object", self._label(node))
        return None

    def _label(self, node: addnodes.desc) -> str:
        """Return what kind of object it is, in words."""
        domain = self._env.domains.get(node.get("domain", ""))
        kind = domain.object_types.get(node.get("objtype", "")) if domain else None
        # The name may be one that is translated when it is shown.
        return str(domain.get_type_name(kind)) if domain and kind else ""

    def _read_item(self, node: nodes.definition_list_item, place: _OpenPlace) -> None:
        """Read a term and what it means; one that links can lead to is a place."""
        for child in node.children:
            if isinstance(child, nodes.term) and child["ids"]:
                place = self._start(child["ids"][0], _text(child), "term")
            elif isinstance(child, nodes.term):
                place.add(_text(child))
            elif isinstance(child, nodes.Element):
                self._walk(child, place)

    def _start(
        self, anchor: str, title: str, kind: PlaceKind = "section", label: str = ""
    ) -> _OpenPlace:
        line = " ".join(title.split())
        place = _OpenPlace(PlaceEntry(anchor=anchor, title=line, kind=kind, label=label))
        self._places.append(place)
        return place


class _OpenPlace:
    """A place that texts are still added to."""

    def __init__(self, entry: PlaceEntry | None = None) -> None:
        self._entry = entry or PlaceEntry()
        self._texts = [self._entry.text]
        self.keywords = [self._entry.keywords]

    def add(self, text: str) -> None:
        """Add a block of text."""
        self._texts.append(text)

    def entry(self) -> PlaceEntry:
        """Return the place with all its texts."""
        entry = self._entry
        return PlaceEntry(
            anchor=entry.anchor,
            title=entry.title,
            kind=entry.kind,
            label=entry.label,
            keywords=" ".join(filter(None, self.keywords)),
            text="\n".join(filter(None, self._texts)),
        )


def _text(node: nodes.Element) -> str:
    text = node.astext()
    if isinstance(node, nodes.literal_block):
        text = text[:LONGEST_CODE]
    return " ".join(text.split())


def _heading(node: nodes.Element) -> str:
    """Return the words of the part of a component that the contents of the page show.

    An operation among others on its page brings them along.
    """
    if title := node.get("search_title"):
        return str(title)
    wanted = node.get("heading_slot")
    if not wanted:
        return ""
    for child in _elements(node):
        if child.get("slot") == wanted:
            return child.astext()
    return ""


def _is_for_agents(node: nodes.Node) -> bool:
    """Whether people do not see a node."""
    return isinstance(node, nodes.Element) and FOR_AGENTS in node


def _elements(node: nodes.Element) -> Iterator[nodes.Element]:
    return (child for child in node.children if isinstance(child, nodes.Element))
