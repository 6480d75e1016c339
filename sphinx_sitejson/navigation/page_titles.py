"""Collect the facts of a page, and insert its title and description."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from docutils import nodes
from sphinx.environment import BuildEnvironment
from sphinx.transforms import SphinxTransform

from sphinx_sitejson.common.characters import readable_name
from sphinx_sitejson.common.records import record
from sphinx_sitejson.settings.front_matter.keys import BINDING_KEYS, PageFacts
from sphinx_sitejson.site_build.build_state import BuildState, site_domain, site_of
from sphinx_sitejson.site_build.front_matter import (
    FIRST_LEVEL_SECTIONS,
    IS_MDX,
    checked_metadata,
    report_fields,
)
from sphinx_sitejson.site_build.plain_markdown import line_to_nodes
from sphinx_sitejson.site_build.translation import Translate, page_message_catalog

from .document_state import site_documents

if TYPE_CHECKING:
    BindPage = Callable[[BuildEnvironment, Mapping[str, object]], "BoundPage | None"]

MODES_WITHOUT_HEAD = ("landing", "custom", "frame")
"""Modes of pages that may have a heading of their own instead of the title."""
OWN_HEADING = "is_own_heading"
"""The attribute of the section whose heading the author wrote instead of the title."""


@record
class BoundPage:
    """The title and content that a page gets from its binding."""

    title: str = ""
    sidebar_title: str = ""
    method: str = ""
    path: str = ""
    content: tuple[nodes.Node, ...] = ()


bind_page: BuildState[BindPage] = BuildState(lambda env: lambda env, metadata: None)
"""Resolves the binding in the front matter of a page; the API reference sets it."""


class PageFactsTransform(SphinxTransform):
    """Collects the facts of a page, and inserts its title and description."""

    # After docutils creates the docinfo (340), before other transforms read titles.
    default_priority = 400

    def apply(self, **kwargs: object) -> None:
        """Handle one document."""
        env, docname, document = self.env, self.env.docname, self.document
        fields = docinfo_metadata(document)
        report_fields(env, fields)
        metadata = checked_metadata(env, {**fields, **env.metadata[docname]})
        original = PageFacts.from_metadata(metadata)
        facts = translate_facts(original, page_message_catalog(env, docname))
        description = nodes.paragraph(
            original.description, "", *line_to_nodes(facts.description), classes=["sj-lead"]
        )
        # The description is plain text everywhere else.
        facts = replace(facts, description=" ".join(description.astext().split()))
        # Most pages are bound to nothing.
        has_binding = any(metadata.get(key) for key in BINDING_KEYS)
        bound = bind_page(env)(env, metadata) if has_binding else None
        is_mdx = bool(env.temp_data.get(IS_MDX))
        if bound is not None:
            # An explicit title, also a heading at the top of the page, is used everywhere.
            has_title = not is_mdx or bool(env.temp_data.get(FIRST_LEVEL_SECTIONS))
            is_titled = bool(facts.title) or (has_title and not self.default_title(is_mdx=is_mdx))
            facts = replace(
                facts,
                title=facts.title if is_titled else bound.title,
                sidebar_title=facts.sidebar_title or ("" if is_titled else bound.sidebar_title),
                method=bound.method,
                path=bound.path,
            )
        keeps_page = bound is None and not is_mdx and site_of(env).keeps_theme
        if keeps_page:
            # Many projects have a field of this name, which would become a meta tag.
            facts = replace(facts, description="")
        site_domain(env).facts[docname] = facts
        stub = site_documents(env).pages.stubs.get(docname)
        if facts.hidden or (stub and not stub.is_listed):
            env.metadata[docname]["orphan"] = "True"
        if keeps_page:
            # Another theme shows the page unchanged; only a missing title is added.
            if facts.title and not self.has_heading:
                set_page_title(document, facts.title, original.title)
            return
        title = facts.title or self.default_title(is_mdx=is_mdx)
        if title:
            set_page_title(document, title, original.title)
        add_description(document, description, facts.url)
        if facts.mode in MODES_WITHOUT_HEAD:
            mark_own_heading(env.temp_data.get(FIRST_LEVEL_SECTIONS) or ())
        if bound is not None:
            add_content(document, bound.content)

    @property
    def has_heading(self) -> bool:
        """Whether the page has a top-level section."""
        return any(isinstance(child, nodes.section) for child in self.document.children)

    def default_title(self, *, is_mdx: bool) -> str:
        """Return a title for a page that has none.

        A heading below other content is no title of an MDX page.
        """
        visible = (
            child
            for child in self.document.children
            if not isinstance(
                child, nodes.docinfo | nodes.Invisible | nodes.system_message | nodes.meta
            )
        )
        if isinstance(next(visible, None), nodes.section) if is_mdx else self.has_heading:
            return ""
        if self.env.docname == self.config.root_doc:
            return site_of(self.env).settings.name
        return readable_name(self.env.docname)


def docinfo_metadata(document: nodes.document) -> dict[str, str]:
    """Read the fields at the top of a reST or Markdown page."""
    fields: dict[str, str] = {}
    for docinfo in (child for child in document.children if isinstance(child, nodes.docinfo)):
        for field in docinfo.findall(nodes.field):
            name, body = field.children
            fields[name.astext()] = body.astext()
        for version in docinfo.findall(nodes.version):
            fields["version"] = version.astext()
    return fields


def translate_facts(facts: PageFacts, gettext: Translate | None) -> PageFacts:
    """Return the facts of a page with translated texts of its front matter."""
    if gettext is None:
        return facts
    return replace(
        facts,
        title=facts.title and gettext(facts.title),
        sidebar_title=facts.sidebar_title and gettext(facts.sidebar_title),
        description=facts.description and gettext(facts.description),
    )


def set_page_title(document: nodes.document, title: str, original: str) -> None:
    """Make a title the only first-level heading of a page.

    A page that begins with the same heading keeps it; other headings move one level down.

    :param original: the title in the front matter, before translation.
    """

    def has_title(node: nodes.Node) -> bool:
        return is_section_titled(node, title) or bool(
            original and is_section_titled(node, original)
        )

    # docutils and Sphinx expect the other nodes at the top of the document.
    body = [
        child
        for child in document.children
        if not isinstance(child, nodes.docinfo | nodes.PreBibliographic)
        or isinstance(
            child, nodes.system_message | nodes.raw | nodes.target | nodes.substitution_definition
        )
    ]
    for child in body:
        document.remove(child)
    while len(body) > 1 and has_title(body[0]) and has_title(body[1]):
        # MyST creates a heading from the front matter, which the page repeats.
        del body[0]
    has_section = bool(body) and has_title(body[0])
    section = body.pop(0) if has_section else new_section(document, title, original)
    assert isinstance(section, nodes.section)
    heading = section[0]
    assert isinstance(heading, nodes.title)
    is_marked_up = any(not isinstance(child, nodes.Text) for child in heading.children)
    if is_marked_up and is_front_matter_heading(section):
        # MyST parsed it as Markdown.
        heading[:] = [nodes.Text(title)]
    section.extend(body)
    document.append(section)


def mark_own_heading(sections: Iterable[nodes.section]) -> None:
    """Mark the first of the sections that are neither nested nor made from the front matter."""
    for section in sections:
        outer = section.parent
        is_top = isinstance(outer, nodes.document) or (
            isinstance(outer, nodes.section) and isinstance(outer.parent, nodes.document)
        )
        if is_top and not is_front_matter_heading(section):
            section[OWN_HEADING] = True
            return


def new_section(document: nodes.document, title: str, original: str) -> nodes.section:
    """Create a section as a link target; its anchor does not depend on the language."""
    heading = nodes.title(original or title, title)
    if original:
        # The gettext builder collects it.
        heading.source, heading.line = document["source"], 1
    section = nodes.section("", heading)
    section["names"].append(nodes.fully_normalize_name(original or title))
    document.note_implicit_target(section, section)
    return section


def is_section_titled(node: nodes.Node, title: str) -> bool:
    """Return whether a node is a section with a title, by its text or its source."""
    if not isinstance(node, nodes.section) or not isinstance(node.next_node(), nodes.title):
        return False
    heading = node[0]
    assert isinstance(heading, nodes.title)
    return normalize_title(title) in map(normalize_title, (heading.astext(), heading.rawsource))


def normalize_title(text: str) -> str:
    """Return a title for comparison: case-folded, with single spaces."""
    return " ".join(text.split()).casefold()


def is_front_matter_heading(section: nodes.section) -> bool:
    """Return whether MyST created a section from the front matter: only these are on line 1."""
    return section.line == 1 and section[0].line == 1


def add_description(document: nodes.document, description: nodes.paragraph, url: str) -> None:
    """Insert the description below the title, and the URL of a page that is only a link."""
    section = next(document.findall(nodes.section), None)
    if section is None:
        return
    position = section.first_child_matching_class(nodes.title)
    if position is None:
        return
    if description.rawsource:
        description.source, description.line = document["source"], 1
        section.insert(position + 1, description)
    if url.startswith("http"):
        link = nodes.reference("", url, refuri=url)
        subsection = section.first_child_matching_class(nodes.section)
        end = len(section) if subsection is None else subsection
        section.insert(end, nodes.paragraph("", "", link))


def add_content(document: nodes.document, content: Iterable[nodes.Node]) -> None:
    """Insert nodes between the head and the text of a page."""
    section = next(document.findall(nodes.section), None)
    if section is not None:
        position = sum(1 for node in section.children if is_page_head(node))
        section[position:position] = list(content)


def is_page_head(node: nodes.Node) -> bool:
    """Return whether a node is the title or the description of a page."""
    return isinstance(node, nodes.title) or (
        isinstance(node, nodes.paragraph) and "sj-lead" in node["classes"]
    )
