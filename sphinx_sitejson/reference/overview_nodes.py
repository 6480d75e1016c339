"""The nodes of an overview: of a document, or of one of its tags."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from docutils import nodes
from markdown_it.tree import SyntaxTreeNode
from sphinx.environment import BuildEnvironment
from sphinx.locale import _

from sphinx_sitejson.common.search_terms import LocationEntry
from sphinx_sitejson.site_build.labels import in_site_language
from sphinx_sitejson.site_build.plain_markdown import (
    block_nodes,
    is_safe_link,
    line_to_nodes,
    text_to_nodes,
    text_tree,
)
from sphinx_sitejson.site_build.translation import Translate, translator_for

from .nodes import Part, api_block, titled_section
from .view_cache import reference_views
from .views.search_entries import searchable_text

if TYPE_CHECKING:
    from sphinx_sitejson.openapi.library import FoundOverview

    from .views.overview import GroupView, OverviewView

NewId = Callable[[str], str]
"""Returns an id that is unique on the page."""
DEFAULT_ID = "section"


def iter_headings(text: str) -> Iterator[str]:
    """Yield the top-level headings of a text."""
    for child in text_tree(text).children:
        if _heading_level(child):
            yield _heading_text(child)


def _heading_level(node: SyntaxTreeNode) -> int:
    """Return the level of a heading, 0 for other nodes and empty headings."""
    return int(node.tag[1]) if node.type == "heading" and _heading_text(node) else 0


def _heading_text(node: SyntaxTreeNode) -> str:
    """Return the source text of a heading."""
    return " ".join(" ".join(child.content for child in node.children).split())


MAX_FULL_LENGTH = 1_200
"""The length of a tag's description up to which an overview shows all of it."""

MAX_UNFOLDED_OPERATIONS = 100
"""The number of operations above which the groups of an overview are folded."""

MAX_SMALL_GROUP = 3
"""Groups of this size are never folded: they are as short as the fold."""


def build_overview(
    env: BuildEnvironment, found: FoundOverview, new_id: NewId
) -> tuple[str, list[nodes.Node]]:
    """Return the title and nodes of an overview of a document or a tag for the page being read.

    :param new_id: returns ids that are unique on the page.
    """
    views, location = reference_views(env), found.document.location
    translate = translator_for(env, env.docname)
    builder = OverviewBuilder(location, translate, new_id)
    if found.tag:
        group = views.tag(location, found.tag)
        return translate(group.title), list(builder.tag(group))
    view = views.overview(location)
    return translate(view.title), list(builder.document_nodes(view))


@dataclass(frozen=True)
class OverviewBuilder:
    """Build the nodes of an overview."""

    location: str
    """The location of the document."""
    translate: Translate
    new_id: NewId

    def document_nodes(self, view: OverviewView) -> Iterator[nodes.Node]:
        """Yield the nodes of a document."""
        ids = self._claim_group_ids(view.groups)
        for authorization in view.authorization:
            self.new_id(authorization.id)
        if view.summary:
            text = self.translate(view.summary)
            yield nodes.paragraph("", "", nodes.Text(text), classes=["sj-lead"])
        about = self._block("about", text=(view.version, view.license, view.contact))
        yield from self._described(view.description, about, is_below=view.is_asyncapi)
        if view.servers:
            yield titled_section(self.new_id("servers"), _("Servers"), self._block("servers"))
        if view.authorization:
            note = _("Some operations require no authorization.")
            content = [nodes.paragraph(text=note)] if view.is_open else []
            block = self._block("schemes", text=view.authorization)
            yield titled_section(self.new_id("authorization"), _("Authorization"), *content, block)
        if view.groups:
            folds = view.operation_count > MAX_UNFOLDED_OPERATIONS
            groups = [self._group(group, ids, folds=folds) for group in view.groups]
            yield titled_section(self.new_id("operations"), _("Operations"), *groups)

    def tag(self, group: GroupView) -> Iterator[nodes.Node]:
        """Yield the nodes of the page of a tag."""
        ids = self._claim_group_ids(group.groups)
        operations = self._operations(group) if group.operations else None
        yield from self._described(group.description, operations)
        yield from self._external_docs(group)
        yield from (self._group(inner, ids) for inner in group.groups)

    def _described(
        self, description: str, block: nodes.Node | None, *, is_below: bool = True
    ) -> Iterator[nodes.Node]:
        """Yield a description and a block above it, or below its text before its first heading."""
        content = self._text_to_sections(description)
        sections = [node for node in content if isinstance(node, nodes.section)]
        texts = [node for node in content if not isinstance(node, nodes.section)]
        blocks = [] if block is None else [block]
        yield from (*texts, *blocks) if is_below else (*blocks, *texts)
        yield from sections

    def _text_to_sections(self, text: str) -> list[nodes.Node]:
        """Convert a text to nodes, with a section for each heading."""
        top = nodes.container()
        opened: list[tuple[int, nodes.Element]] = [(0, top)]
        # Other pages link to sections by the headings of the document.
        sources = iter_headings(text)
        for child in text_tree(self.translate(text)).children:
            level = _heading_level(child)
            if not level:
                opened[-1][1].extend(block_nodes([child]))
                continue
            while opened[-1][0] >= level:
                opened.pop()
            heading = _heading_text(child)
            section_id = self.new_id(nodes.make_id(next(sources, heading)) or DEFAULT_ID)
            title = nodes.title(heading, "", *line_to_nodes(heading))
            section = nodes.section("", title, ids=[section_id], names=[])
            opened[-1][1].append(section)
            opened.append((level, section))
        return top.children

    def _group(
        self, group: GroupView, ids: dict[str, str], *, folds: bool = False
    ) -> nodes.section:
        title = str(in_site_language(group.title))
        title = title if title != group.title else self.translate(group.title)
        section = titled_section(ids[group.name], title)
        section += text_to_nodes(self.translate(_shorten(group.description)))
        section += list(self._external_docs(group))
        if group.operations:
            section += self._operations(group, folds=folds)
        section += [self._group(inner, ids, folds=folds) for inner in group.groups]
        return section

    def _external_docs(self, group: GroupView) -> Iterator[nodes.Node]:
        if group.external_docs:
            label, url = group.external_docs
            label = self.translate(label)
            if is_safe_link(url):
                link: nodes.Node = nodes.reference("", label or url, refuri=url)
            else:
                link = nodes.Text(f"{label} {url}".strip())
            yield nodes.paragraph("", "", link)

    def _claim_group_ids(self, groups: tuple[GroupView, ...]) -> dict[str, str]:
        """Claim the ids of groups first, since other pages link to them."""
        from .views.overview import iter_groups

        return {group.name: self.new_id(group.id) for group in iter_groups(groups)}

    def _operations(self, group: GroupView, *, folds: bool = False) -> api_block:
        block = self._block("operations", key=group.name)
        block["is_folded"] = folds and len(group.operations) > MAX_SMALL_GROUP
        return block

    def _block(self, part: Part, text: object = None, key: str = "") -> api_block:
        block = api_block("", part=part, kind="overview", document=self.location, key=key)
        if text is not None:
            text = searchable_text(text)
            block += nodes.Text(text)
            block["search_entries"] = (LocationEntry(text=text),)
        return block


def _shorten(description: str) -> str:
    """Return the description of a tag if it is short, else its first paragraph."""
    has_heading = next(iter_headings(description), None) is not None
    if len(description) <= MAX_FULL_LENGTH and not has_heading:
        return description
    paragraphs = (part.strip() for part in description.split("\n\n"))
    return next((part for part in paragraphs if part[:1].isalpha()), "")
