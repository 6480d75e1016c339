"""What a page says of itself: its facts are kept, and it gets one title and its lead."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from docutils import nodes
from sphinx.transforms import SphinxTransform

from sphinx_sitejson.navigation.page_facts import PageFacts, readable_name
from sphinx_sitejson.settings.front_matter.keys import BINDING_KEYS
from sphinx_sitejson.sphinx_ext.common.build_state import site_domain, site_of
from sphinx_sitejson.sphinx_ext.common.translation import Translate, page_message_catalog
from sphinx_sitejson.sphinx_ext.openapi.state import site_documents
from sphinx_sitejson.sphinx_ext.settings.front_matter import IS_MDX, checked_metadata, report_fields

if TYPE_CHECKING:
    from sphinx_sitejson.sphinx_ext.reference.bound_pages import BoundPage


class PageFactsTransform(SphinxTransform):
    """Collects the facts of a page and puts its title and description in place."""

    # After docutils has made the docinfo (340), before anything looks at titles.
    default_priority = 400

    def apply(self, **kwargs: object) -> None:
        """Handle one document."""
        fields = docinfo_metadata(self.document)
        report_fields(self.env, fields)
        metadata = checked_metadata(self.env, {**fields, **self.env.metadata[self.env.docname]})
        written = PageFacts.from_metadata(metadata)
        facts = in_language_of_site(written, page_message_catalog(self.env, self.env.docname))
        lead = description_paragraph(facts.description, written.description)
        # Everything else that shows the description shows plain text.
        facts = replace(facts, description=" ".join(lead.astext().split()))
        bound = self._bound_page(metadata)
        if bound is not None:
            facts = replace(
                facts,
                title=facts.title or bound.title,
                # A title that the author wrote is what the author wants to read everywhere.
                sidebar_title=facts.sidebar_title or ("" if facts.title else bound.sidebar_title),
                method=bound.method,
            )
        stays = bound is None and not self.is_ours
        if stays:
            # A word that many projects have, and that would become a tag of the page.
            facts = replace(facts, description="")
        domain = site_domain(self.env)
        domain.facts[self.env.docname] = facts
        stub = site_documents(self.env).pages.stubs.get(self.env.docname)
        if facts.hidden or (stub and not stub.is_listed):
            self.env.metadata[self.env.docname]["orphan"] = "True"
        if stays:
            # Another theme shows the page as it is; a title is only missed where there is none.
            if facts.title and not self.has_heading:
                give_title(self.document, facts.title, written.title)
            return
        title = facts.title or self.title_of_untitled()
        if title:
            give_title(self.document, title, written.title)
        add_description(self.document, lead, facts.url)
        if bound is not None:
            add_content(self.document, bound.content)

    def _bound_page(self, metadata: Mapping[str, object]) -> BoundPage | None:
        """Return what the front matter binds the page to; most pages are bound to nothing."""
        if not any(metadata.get(key) for key in BINDING_KEYS):
            return None
        from sphinx_sitejson.sphinx_ext.reference.bound_pages import bind_page

        return bind_page(self.env, metadata)

    @property
    def is_ours(self) -> bool:
        """Whether the page is written for us, or shown by our theme."""
        return not site_of(self.env).keeps_theme or bool(self.env.temp_data.get(IS_MDX))

    @property
    def has_heading(self) -> bool:
        """Whether the page begins with a heading, or has one somewhere at its top."""
        return any(isinstance(child, nodes.section) for child in self.document.children)

    @property
    def begins_with_heading(self) -> bool:
        """Whether a heading is the first thing that a reader sees of the page."""
        seen = (child for child in self.document.children if not is_unseen(child))
        return isinstance(next(seen, None), nodes.section)

    def title_of_untitled(self) -> str:
        """Return a title for a page that has none of its own.

        A heading further down is no title: readers would meet it in the middle of the page.
        """
        is_mdx = bool(self.env.temp_data.get(IS_MDX))
        if self.begins_with_heading if is_mdx else self.has_heading:
            return ""
        if self.env.docname == self.config.root_doc:
            return site_of(self.env).settings.name
        return readable_name(self.env.docname)


def docinfo_metadata(document: nodes.document) -> dict[str, str]:
    """Read the fields at the top of a reST or Markdown page."""
    fields: dict[str, str] = {}
    for docinfo in document.findall(nodes.docinfo):
        for field in docinfo.findall(nodes.field):
            name, body = field.children
            fields[name.astext()] = body.astext()
        for version in docinfo.findall(nodes.version):
            fields["version"] = version.astext()
    return fields


def in_language_of_site(facts: PageFacts, gettext: Translate | None) -> PageFacts:
    """Return the facts of a page with what a catalog has for the words of its front matter."""
    if gettext is None:
        return facts

    def translate_text(text: str) -> str:
        return gettext(text) if text else ""

    return replace(
        facts,
        title=translate_text(facts.title),
        sidebar_title=translate_text(facts.sidebar_title),
        description=translate_text(facts.description),
    )


def give_title(document: nodes.document, title: str, written: str) -> None:
    """Make a title the one first-level heading of a page.

    A page that opens with the same heading keeps it; any other heading moves one level down.

    :param written: the title as the front matter has it, before it was translated.
    """

    def has_title(node: nodes.Node) -> bool:
        return is_titled(node, title) or bool(written and is_titled(node, written))

    body = [child for child in document.children if not stays_on_top(child)]
    for child in body:
        document.remove(child)
    while len(body) > 1 and has_title(body[0]) and has_title(body[1]):
        # The heading that MyST makes of the front matter is repeated by the page itself.
        del body[0]
    is_there = bool(body) and has_title(body[0])
    section = body.pop(0) if is_there else new_section(document, title, written)
    assert isinstance(section, nodes.section)
    if is_of_front_matter(section):
        set_plain_title(section, title)
    section.extend(body)
    document.append(section)


def new_section(document: nodes.document, title: str, written: str) -> nodes.section:
    """Make a section that links can point to; its anchor does not change with the language."""
    heading = nodes.title(written or title, title)
    add_translatable_text(document, heading, written)
    section = nodes.section("", heading)
    section["names"].append(nodes.fully_normalize_name(written or title))
    document.note_implicit_target(section, section)
    return section


def add_translatable_text(document: nodes.document, node: nodes.Element, message: str) -> None:
    """Register a text of the front matter for the gettext builder."""
    if message:
        node.source, node.line = document["source"], 1


def stays_on_top(node: nodes.Node) -> bool:
    """Whether a node must stay where docutils and Sphinx look for it."""
    return isinstance(node, nodes.docinfo | nodes.PreBibliographic) and not isinstance(
        node, nodes.system_message | nodes.raw | nodes.target | nodes.substitution_definition
    )


def is_unseen(node: nodes.Node) -> bool:
    """Whether a node leaves nothing on the page."""
    return isinstance(node, nodes.docinfo | nodes.Invisible | nodes.system_message | nodes.meta)


def is_titled(node: nodes.Node, title: str) -> bool:
    """Whether a node is a section of that title, as a reader or the author compares titles."""
    if not isinstance(node, nodes.section) or not isinstance(node.next_node(), nodes.title):
        return False
    heading = node[0]
    assert isinstance(heading, nodes.title)
    return normal_title(title) in map(normal_title, (heading.astext(), heading.rawsource))


def normal_title(text: str) -> str:
    """Return a title as titles are compared."""
    return " ".join(text.split()).casefold()


def is_of_front_matter(section: nodes.section) -> bool:
    """Whether MyST has made a heading of the front matter: no other begins on its first line."""
    return section.line == 1 and section[0].line == 1


def set_plain_title(section: nodes.section, title: str) -> None:
    """Show a title as its words, where MyST has read it as Markdown and HTML."""
    heading = section[0]
    assert isinstance(heading, nodes.title)
    if not all(isinstance(child, nodes.Text) for child in heading.children):
        heading[:] = [nodes.Text(title)]


def description_paragraph(description: str, written: str) -> nodes.paragraph:
    """Return a description as the first words of a page; it may have emphasis, code and links."""
    content: Iterable[nodes.Node] = ()
    if description:
        from sphinx_sitejson.sphinx_ext.reference.document_text import line_to_nodes

        content = line_to_nodes(description)
    return nodes.paragraph(written, "", *content, classes=["sj-lead"])


def add_description(document: nodes.document, lead: nodes.paragraph, url: str) -> None:
    """Show the description, and where a page leads that is only a link."""
    section = next(document.findall(nodes.section), None)
    if section is None:
        return
    position = section.first_child_matching_class(nodes.title)
    if position is None:
        return
    if lead.rawsource:
        add_translatable_text(document, lead, lead.rawsource)
        section.insert(position + 1, lead)
    if url.startswith("http"):
        link = nodes.reference("", url, refuri=url)
        section.append(nodes.paragraph("", "", link))


def add_content(document: nodes.document, content: Iterable[nodes.Node]) -> None:
    """Put what a binding shows between the head of a page and its own text."""
    section = next(document.findall(nodes.section), None)
    if section is not None:
        position = sum(1 for node in section.children if is_head_of_page(node))
        section[position:position] = list(content)


def is_head_of_page(node: nodes.Node) -> bool:
    """Whether a node is the title or the lead of a page."""
    return isinstance(node, nodes.title) or (
        isinstance(node, nodes.paragraph) and "sj-lead" in node["classes"]
    )
