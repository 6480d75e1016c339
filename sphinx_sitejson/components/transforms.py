"""Transforms of the components on a page: ids, examples, panels, headings, heroes."""

from __future__ import annotations

from dataclasses import replace
from itertools import groupby
from typing import TYPE_CHECKING, Any, cast

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.transforms import SphinxTransform
from sphinx.transforms.post_transforms import SphinxPostTransform

from sphinx_sitejson.common.characters import unique_slug
from sphinx_sitejson.common.problems import Location, ProblemCode
from sphinx_sitejson.navigation.page_titles import MODES_WITHOUT_HEAD, OWN_HEADING, is_page_head
from sphinx_sitejson.reference.nodes import api_block, samples_block
from sphinx_sitejson.reference.views.ids import id_part
from sphinx_sitejson.site_build.build_state import site_domain, site_of
from sphinx_sitejson.site_build.nodes import find_nodes, readable_text
from sphinx_sitejson.site_build.reports import report_at

from .built_in.changelog import add_update_filter
from .built_in.endpoints import collect_examples, collect_fields
from .built_in.landing import fill_hero
from .built_in.tabs import join_panels, join_tabs, number_views, package_tabs
from .nodes import (
    Nodes,
    ancestors,
    component,
    find_components,
    find_slot,
    html_block,
    html_inline,
    html_text,
    inline_component,
    insert_below_head,
    is_component,
    set_location,
)
from .registry import SHAPES
from .tree_normalizer import normalize_tree

if TYPE_CHECKING:
    from sphinx_sitejson.http_messages.example_validation import PageExample

_BOUND_SHAPES = frozenset(name for name, shape in SHAPES.items() if shape.inside)
"""The shapes with a required parent."""


class ComponentsTransform(SphinxTransform):
    """Assigns ids to components, and moves examples, views, filters and panels."""

    # After the title and the binding of the page are inserted (400).
    default_priority = 410

    def apply(self, **kwargs: object) -> None:
        """Handle one document."""
        env, docname, document = self.env, self.env.docname, self.document
        domain = site_domain(env)
        if docname in domain.components:
            assign_ids(document)
            # Examples of an operation are validated once all pages are read.
            found: list[PageExample] = []
            for node in document.findall(component):
                found += node.attributes.pop("json_blocks", ())
            if found and docname in domain.bound:
                domain.examples[docname] = tuple(found)
            move_examples(document, docname)
            number_views(document)
            add_update_filter(document, domain.components[docname])
            join_panels(document)
            # Moved nodes may leave an empty element that is not allowed.
            normalize_tree(document)
        self.fill_endpoint()

    def fill_endpoint(self) -> None:
        """Add the fields of the page to its endpoint."""
        blocks = [
            node for node in find_nodes(self.document, api_block) if node["kind"] == "endpoint"
        ]
        if not blocks:
            return
        fields = tuple(collect_fields(self.document.children))
        endpoint = replace(blocks[0]["endpoint"], fields=fields)
        for block in blocks:
            block["endpoint"] = endpoint
        site_domain(self.env).endpoints[self.env.docname] = endpoint


def assign_ids(document: nodes.document) -> None:
    """Assign unique ids to components; headings of the same name keep theirs.

    Tabs, whose titles are often repeated, come last.
    """
    last: dict[str, int] = {}
    for node in sorted(document.findall(component), key=lambda node: is_component(node, "tab")):
        preferred = node.attributes.pop("wanted_id", "")
        if not preferred:
            continue
        fields = (each for each in ancestors(node) if is_component(each, "field"))
        outer = next(fields, None) if is_component(node, "field") else None
        if outer is not None and outer["ids"]:
            preferred = f"{outer['ids'][0]}-{id_part(node['values']['view'].name)}"
        node["ids"].append(unique_slug(preferred, document.ids, last))
        document.set_id(node)


def move_examples(document: nodes.document, docname: str) -> None:
    """Move the top-level examples of a page into its code column."""
    examples = [
        node
        for node in find_components(document, "example")
        if isinstance(node.parent, nodes.section | nodes.document)
    ]
    if not examples:
        return
    columns = (block for block in document.findall(api_block) if block["part"] == "samples")
    column = next(columns, None)
    if column is None:
        column = samples_block(docname)
        insert_below_head(document, column)
    column["examples"] = collect_examples(examples)
    for example in examples:
        example.parent.remove(example)


class ReportMisplacedComponents(SphinxTransform):
    """Reports tabs, steps and columns without their parent; tabs are wrapped in a set."""

    # Before ids are assigned (410).
    default_priority = 405

    def apply(self, **kwargs: object) -> None:
        """Handle one document."""
        used = site_domain(self.env).components.get(self.env.docname, set())
        if used.isdisjoint(_BOUND_SHAPES):
            return
        misplaced = [node for node in self.document.findall(component) if _is_misplaced(node)]
        for node in misplaced:
            location = Location(str(node.source or ""), line=node.line or 1)
            message = SHAPES[node["component"]].misplaced_message
            report_at(ProblemCode.MISPLACED_COMPONENT, message, location)
        for parent in dict.fromkeys(node.parent for node in misplaced):
            _wrap_tabs(parent, self.env)


def _is_misplaced(node: nodes.Node) -> bool:
    # A component of the project may have the name of a shape of the package.
    if not is_component(node, *_BOUND_SHAPES) or "template" in node:
        return False
    if node["component"] == "step" and not node["values"]["is_step"]:
        return False
    return not is_component(node.parent, SHAPES[node["component"]].inside)


def _wrap_tabs(parent: nodes.Element, env: BuildEnvironment) -> None:
    """Wrap each run of tabs among the children of a node in a set."""
    children: Nodes = []
    for is_tab, run in groupby(
        parent.children, key=lambda node: is_component(node, "tab") and _is_misplaced(node)
    ):
        if not is_tab:
            children += run
            continue
        tabs = [*filter(is_component, run)]
        join_tabs(tabs, env)
        site_domain(env).components[env.docname].add("tabs")
        tab_set = component("", *tabs, component="tabs", values={"is_code": False})
        children.append(set_location(tab_set, tabs[0]))
    parent[:] = children


class PackageManagerTabs(SphinxTransform):
    """Shows commands of npm and pip in tabs, one for each package manager."""

    # Before misplaced components are reported (405).
    default_priority = 404

    def apply(self, **kwargs: object) -> None:
        """Handle one document."""
        managers = site_domain(self.env).site.settings.code_block.package_managers
        if not managers:
            return
        for block in [*find_nodes(self.document, (nodes.literal_block,))]:
            if tabs := package_tabs(block, managers, self.env):
                block.replace_self(tabs)


class FillHero(SphinxTransform):
    """Adds the title and description of a page to the hero at its top."""

    # After the title and the description of the page are inserted (400).
    default_priority = 411

    def apply(self, **kwargs: object) -> None:
        """Handle one document."""
        if "hero" not in site_domain(self.env).components.get(self.env.docname, ()):
            return
        section = next(self.document.findall(nodes.section), None)
        if section is None:
            return
        head = [node for node in section.children if is_page_head(node)]
        text = (node for node in section.children if not isinstance(node, nodes.Invisible))
        first = next((node for node in text if node not in head), None)
        if head and is_component(first, "hero"):
            title, *rest = [node for node in head if isinstance(node, nodes.Element)]
            fill_hero(first, title, rest[0] if rest else None)


class RemoveRepeatedTitle(SphinxPostTransform):
    """Removes the title in HTML of a page that shows its own: in a hero, or as a heading."""

    default_priority = 6
    # Others keep their titles.
    formats = ("html",)

    def run(self, **kwargs: Any) -> None:
        """Handle one document; ``singlehtml`` keeps the titles."""
        is_full_page = site_of(self.env).builder.name != "singlehtml"
        for hero in find_components(self.document, "hero"):
            if not hero["values"]["is_head"]:
                continue
            hero["values"] = {**hero["values"], "is_head": is_full_page}
            if is_full_page:
                remove_page_head(hero.parent)
        mode = site_domain(self.env).facts_of(self.env.docname).mode
        section = next(self.document.findall(nodes.section), None)
        if not is_full_page or mode not in MODES_WITHOUT_HEAD:
            return
        if section is None or OWN_HEADING in section:
            return
        sections = (node for node in section.children if isinstance(node, nodes.section))
        own = next((each for each in sections if OWN_HEADING in each), None)
        # The author may have written an <h1> inside another element of the page.
        kinds = (html_block, html_text, html_inline, nodes.rubric)
        headings = find_nodes(section, kinds) if own is None else ()
        if own is not None or any(
            node.get("tag") == "h1" or node.get("heading-level") == 1 for node in headings
        ):
            remove_page_head(section)
        if own is not None:
            # Replace the section by the inner one, which gets its anchors and what follows.
            position = section.index(own)
            before, after = section.children[:position], section.children[position + 1 :]
            own["ids"] += section["ids"]
            own.extend(after)
            section.replace_self([*before, own])


def remove_page_head(section: nodes.Element) -> None:
    """Remove the title and the description of a page."""
    section[:] = [node for node in section.children if not is_page_head(node)]


def add_inner_headings(app: Sphinx, doctree: nodes.document) -> None:
    """Add headings inside components to the table of contents that Sphinx created."""
    docname = app.env.docname
    toc = app.env.tocs[docname]
    for reference in [*find_nodes(toc, nodes.reference)]:
        if (label := without_component_texts(reference)) is not reference:
            reference.replace_self(label)
    # Headings inside components, and components that may have one.
    found = find_nodes(doctree, (nodes.rubric, component))
    headings = [node for node in found if "mdx_heading" in node]
    if not headings:
        return
    entries = {
        str(reference["anchorname"]).removeprefix("#"): reference.parent.parent
        for reference in toc.findall(nodes.reference)
        if "anchorname" in reference
    }
    first = next(doctree.findall(nodes.section), None)
    for section, group in groupby(headings, key=enclosing_section):
        name = "" if section is None or section is first else section["ids"][0]
        if name in entries:
            # Before the entries of subsections, which follow on the page.
            listed = inner_entries(entries[name])
            count = sum(bool(cast("nodes.Element", item).get("mdx_heading")) for item in listed)
            listed[count:count] = nest_entries(docname, list(group))
    app.env.toc_num_entries[docname] += len(headings)


def without_component_texts(title: nodes.Element) -> nodes.Element:
    """Return a title without inline components that have a text, such as tooltips.

    They may contain links and ids. If there is no other text, the title is returned as it is.
    """
    if next(title.findall(inline_component), None) is None:
        return title
    rest = title.deepcopy()
    for each in [*rest.findall(inline_component)]:
        if each.astext().strip():
            each.parent.remove(each)
    return rest if rest.astext().strip() else title


def enclosing_section(node: nodes.Node) -> nodes.section | None:
    """Return the section around a node."""
    return next((each for each in ancestors(node) if isinstance(each, nodes.section)), None)


def inner_entries(entry: nodes.Element) -> nodes.bullet_list:
    """Return the list of entries in another one, which is added if necessary."""
    if not isinstance(entry.children[-1], nodes.bullet_list):
        entry += nodes.bullet_list()
    return cast("nodes.bullet_list", entry.children[-1])


def nest_entries(docname: str, headings: list[nodes.Element]) -> list[nodes.list_item]:
    """Return the entries of headings, nested by their levels."""
    top: list[nodes.list_item] = []
    stack: list[tuple[int, nodes.list_item]] = []
    for heading in headings:
        part = find_slot(heading, heading["heading_slot"]) if "heading_slot" in heading else None
        text = readable_text(heading if part is None else part)
        reference = nodes.reference(
            "", text, internal=True, refuri=docname, anchorname=f"#{heading['ids'][0]}"
        )
        item = nodes.list_item("", addnodes.compact_paragraph("", "", reference), mdx_heading=True)
        while stack and stack[-1][0] >= heading["mdx_heading"]:
            stack.pop()
        (inner_entries(stack[-1][1]) if stack else top).append(item)
        stack.append((heading["mdx_heading"], item))
    return top
