"""Transforms of the components on a page."""

from __future__ import annotations

from dataclasses import replace
from itertools import groupby
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx.environment import BuildEnvironment
from sphinx.transforms import SphinxTransform
from sphinx.transforms.post_transforms import SphinxPostTransform

from sphinx_sitejson.common.problems import Place, Problem, ProblemCode
from sphinx_sitejson.mdx.slugs import unique_slug
from sphinx_sitejson.sphinx_ext.common.build_state import SiteDomain, site_domain, site_of
from sphinx_sitejson.sphinx_ext.common.reports import report
from sphinx_sitejson.sphinx_ext.components.built_in.endpoints import (
    written_examples,
    written_fields,
)
from sphinx_sitejson.sphinx_ext.pages.titles import is_head_of_page
from sphinx_sitejson.sphinx_ext.reference.api_nodes import api_block, samples_block

from .built_in.changelog import filter_updates
from .built_in.landing import fill_head
from .built_in.tabs import join_tabs
from .built_in.views import number_views, place_panels
from .component_nodes import component, is_component
from .registry import SHAPES
from .tree_normalizer import normalize_tree

if TYPE_CHECKING:
    from sphinx_sitejson.openapi.examples.validation import WrittenJson

_BOUND = frozenset(name for name, shape in SHAPES.items() if shape.inside)
"""The shapes that mean nothing by themselves."""


class PagePartsTransform(SphinxTransform):
    """Gives components their ids, and brings their facts to where they are needed."""

    # After the page has its title and what its binding shows (400).
    default_priority = 410

    def apply(self, **kwargs: object) -> None:
        """Handle one document."""
        domain = site_domain(self.env)
        if self.env.docname in domain.components:
            give_ids(self.document)
            self.record_examples(domain)
            move_examples(self.document, self.env.docname)
            number_views(self.document)
            filter_updates(self.document, domain.components[self.env.docname])
            place_panels(self.document)
            # Taking something out of its place may leave an element empty that must not be.
            normalize_tree(self.document)
        self.fill_endpoint()

    def record_examples(self, domain: SiteDomain) -> None:
        """Record the examples of an operation, which are validated when all pages are read."""
        found: list[WrittenJson] = []
        for node in self.document.findall(component):
            found += node.attributes.pop("json_blocks", ())
        if found and self.env.docname in domain.bound:
            domain.examples[self.env.docname] = tuple(found)

    def fill_endpoint(self) -> None:
        """Tell the endpoint of the page what its fields say."""
        blocks = [node for node in self.document.findall(api_block) if node["kind"] == "endpoint"]
        if not blocks:
            return
        fields = tuple(written_fields(self.document.children))
        endpoint = replace(blocks[0]["endpoint"], fields=fields)
        for block in blocks:
            block["endpoint"] = endpoint
        site_domain(self.env).endpoints[self.env.docname] = endpoint


def give_ids(document: nodes.document) -> None:
    """Give ids to the components that want one; headings of the same name keep theirs."""
    last: dict[str, int] = {}
    for node in document.findall(component):
        wanted = node.attributes.pop("wanted_id", "")
        if not wanted:
            continue
        if node["component"] == "field" and (outer := field_around(node)) is not None:
            from sphinx_sitejson.reference.ids import id_part

            wanted = f"{outer['ids'][0]}-{id_part(node['values']['view'].name)}"
        own = unique_slug(wanted, document.ids, last)
        node["ids"].append(own)
        document.ids[own] = node


def field_around(node: nodes.Element) -> component | None:
    """Return the field that a field is nested in."""
    above = node.parent
    while above is not None:
        if is_component(above, "field"):
            return above if above["ids"] else None
        above = above.parent
    return None


def move_examples(document: nodes.document, docname: str) -> None:
    """Bring the examples that stand in the flow of the page into its code column."""
    examples = [
        node
        for node in document.findall(component)
        if node["component"] == "example"
        and isinstance(node.parent, nodes.section | nodes.document)
    ]
    if not examples:
        return
    for block in samples_blocks(document, docname):
        block["examples"] = written_examples(examples)
    for example in examples:
        example.parent.remove(example)


def samples_blocks(document: nodes.document, docname: str) -> list[api_block]:
    """Return the code column of a page; one is made where there is none."""
    found = [block for block in document.findall(api_block) if block["part"] == "samples"]
    if found:
        return found[:1]
    block = samples_block(docname)
    section = next(iter(document.findall(nodes.section)), None)
    place: nodes.Element = section if section is not None else document
    position = sum(1 for node in place.children if is_head_of_page(node))
    place.insert(position, block)
    return [block]


class MisplacedComponents(SphinxTransform):
    """Tells of tabs, steps and columns that stand alone; tabs get a set around them."""

    # Before components get their ids (410).
    default_priority = 405

    def apply(self, **kwargs: object) -> None:
        """Handle one document."""
        used = site_domain(self.env).components.get(self.env.docname, set())
        if used.isdisjoint(_BOUND):
            return
        strays = [node for node in self.document.findall(component) if _is_stray(node)]
        for node in strays:
            place = Place(file=str(node.source or ""), line=node.line or 1)
            message = SHAPES[node["component"]].when_stray
            report([Problem(code=ProblemCode.MISPLACED_COMPONENT, message=message, place=place)])
        for parent in dict.fromkeys(node.parent for node in strays):
            _put_sets_around(parent, self.env)


def _is_stray(node: nodes.Node) -> bool:
    # A component of the owner's own may have the name of one of ours.
    if not is_component(node, *_BOUND) or "template" in node:
        return False
    if node["component"] == "step" and not node["values"]["is_step"]:
        return False
    return not is_component(node.parent, SHAPES[node["component"]].inside)


def _put_sets_around(parent: nodes.Element, env: BuildEnvironment) -> None:
    """Put each run of tabs among the children of a node into a set."""
    children: list[nodes.Node] = []
    for is_tab, run in groupby(list(parent.children), key=_is_lone_tab):
        found = list(run)
        children += [_set_of(found, env)] if is_tab else found
    parent.children = []
    parent.extend(children)


def _is_lone_tab(node: nodes.Node) -> bool:
    return is_component(node, "tab") and _is_stray(node)


def _set_of(found: list[nodes.Node], env: BuildEnvironment) -> component:
    tabs = [node for node in found if isinstance(node, component)]
    join_tabs(tabs, env)
    site_domain(env).components[env.docname].add("tabs")
    made = component("", *tabs, component="tabs", values={"is_code": False})
    made.source, made.line = tabs[0].source, tabs[0].line
    return made


class HeroesOfPages(SphinxTransform):
    """Gives a hero at the head of a page the page's title and description."""

    # After the page has its title and its lead (400).
    default_priority = 411

    def apply(self, **kwargs: object) -> None:
        """Handle one document."""
        if "hero" not in site_domain(self.env).components.get(self.env.docname, ()):
            return
        section = next(self.document.findall(nodes.section), None)
        if section is None:
            return
        head = [node for node in section.children if is_head_of_page(node)]
        first = next((node for node in section.children if not comes_before_text(node)), None)
        if not head or not is_component(first, "hero"):
            return
        title, *rest = [node for node in head if isinstance(node, nodes.Element)]
        fill_head(first, title, rest[0] if rest else None)


def comes_before_text(node: nodes.Node) -> bool:
    """Whether a node stands before the text of a page, or shows nothing."""
    return is_head_of_page(node) or isinstance(node, nodes.Invisible | nodes.comment | nodes.target)


class HeroAsHead(SphinxPostTransform):
    """Leaves the title of a page to its hero, which shows it in HTML."""

    default_priority = 6

    def is_supported(self) -> bool:
        """Leave the other formats their titles."""
        return site_of(self.env).builder.format == "html"

    def run(self, **kwargs: Any) -> None:
        """Handle one document; on one page for all, a hero is one part among many."""
        is_full_page = site_of(self.env).builder.name != "singlehtml"
        for hero in list(self.document.findall(component)):
            if hero["component"] != "hero" or not hero["values"]["is_head"]:
                continue
            hero["values"] = {**hero["values"], "is_head": is_full_page}
            if is_full_page:
                section = hero.parent
                section[:] = [node for node in section.children if not is_head_of_page(node)]
