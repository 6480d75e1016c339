"""The anchors of headings: those that GitHub would give them, and those of other services."""

from __future__ import annotations

import re
from collections.abc import Container
from typing import TYPE_CHECKING

from docutils import nodes
from myst_parser.mdit_to_docutils.base import clean_astext

from sphinx_sitejson.mdx.slugs import other_slug, slug_of, unique_slug

if TYPE_CHECKING:
    from markdown_it.tree import SyntaxTreeNode

Slugs = dict[str, tuple[int | None, str, str]]
"""What MyST keeps for each anchor: the line of its heading, its id and its text."""

WRITTEN_ANCHOR = "mdx_id"
"""The attribute of a token for an anchor that the author chose."""

WRITTEN_CLASSES = "mdx_classes"
"""The attribute of a token for the classes that the author chose."""

_HEADING_ATTRIBUTES = re.compile(
    r"\{(?=\s*[#.])\s*(?:#\s*(?P<id>[\w.:-]+))?(?P<classes>(?:\s*\.[A-Za-z_][\w-]*)*)\s*\}"
)


def pop_heading_anchor(token: SyntaxTreeNode) -> None:
    """Take ``{#id .class}`` from the end of a heading; to the scanner it was an expression."""
    inline = token.children[0] if token.children else None
    last = inline.children[-1] if inline is not None and inline.children else None
    if inline is None or last is None or last.type != "mdx_expression":
        return
    if found := _HEADING_ATTRIBUTES.fullmatch(last.meta["mark"].source):
        token.attrs[WRITTEN_ANCHOR] = found["id"] or ""
        token.attrs[WRITTEN_CLASSES] = found["classes"].replace(".", " ")
        inline.children.pop()


class HeadingAnchors:
    """The anchors of the headings of one page."""

    def __init__(self, document: nodes.document, slugs: Slugs) -> None:
        self._document = document
        self._slugs = slugs
        self._taken = _Taken(document.ids, slugs)
        self._last_numbers: dict[str, int] = {}

    def give(self, node: nodes.Element, title: nodes.Element, wanted: str) -> None:
        """Give a heading an anchor that no other one on the page has.

        :param wanted: what the author chose, if anything.
        """
        text = clean_astext(title).strip()
        last = title.children[-1] if title.children else None
        if isinstance(last, nodes.Text):
            title.replace(last, nodes.Text(last.rstrip()))
        wanted = wanted or slug_of(text)
        slug = unique_slug(wanted, self._taken, self._last_numbers) if wanted else ""
        if slug:
            node["ids"] = [slug]
        node["names"] = [nodes.fully_normalize_name(text)]
        self._document.note_implicit_target(node, node)
        if slug:
            node["slug"] = slug
            self._slugs[slug] = (node.line, node["ids"][0], text)

    def add_others(self) -> None:
        """Let headings answer to the anchors of other services, where no other heading does."""
        ids = self._document.ids
        for slug, (_line, _own, heading) in self._slugs.items():
            other = other_slug(heading)
            if other and other not in ids and (node := ids.get(slug)) is not None:
                node["ids"].append(other)
                ids[other] = node


class _Taken:
    """The anchors that a page has already."""

    def __init__(self, *names: Container[str]) -> None:
        self._names = names

    def __contains__(self, name: object) -> bool:
        return any(name in names for names in self._names)
