"""Gives Sphinx the order of the pages, and the site its map."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from docutils import nodes
from sphinx import addnodes
from sphinx.transforms import SphinxTransform

from sphinx_sitejson.navigation import GroupNode, NavigationTree, PageNode, SiteMap, read_tree
from sphinx_sitejson.navigation.checks import check_divisions
from sphinx_sitejson.navigation.labels import PageLabels
from sphinx_sitejson.navigation.tree import pages_in, with_further_groups, with_groups
from sphinx_sitejson.sphinx_ext.domain import Door, site_domain, site_of
from sphinx_sitejson.sphinx_ext.labels import in_site_language
from sphinx_sitejson.sphinx_ext.openapi.state import site_documents
from sphinx_sitejson.sphinx_ext.reports import report

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

navigation_tree: Door[NavigationTree] = Door(lambda env: NavigationTree())
"""The groups and pages that the settings list."""


def _not_drawn(env: BuildEnvironment) -> SiteMap:
    raise RuntimeError("The map is drawn when all pages are read.")


site_map: Door[SiteMap] = Door(_not_drawn)
"""What each page shows of the navigation."""

HIDDEN_BY_NAVIGATION = "sitejson"
"""The value of a page's ``nosearch`` when the navigation is the reason for it."""


def read_navigation(
    app: Sphinx, env: BuildEnvironment, added: set[str], changed: set[str], removed: set[str]
) -> Iterable[str]:
    """Match the settings with the pages found; the root is read again when its toctree changes."""
    domain = site_domain(env)
    site = domain.site
    pages = site_documents(env).pages
    read = read_tree(
        site.settings,
        known_pages=env.found_docs,
        locate=site.loaded.place,
        made=in_site_language(pages.made),
    )
    report(read.problems)
    tree = with_further_groups(read, in_site_language(pages.groups))
    navigation_tree.put(env, tree)
    toctree = tuple(toctree_groups(tree, env.config.root_doc))
    if toctree == domain.data["toctree"]:
        return ()
    domain.data["toctree"] = toctree
    return {env.config.root_doc} & env.found_docs


def toctree_groups(tree: NavigationTree, root_doc: str) -> Iterable[tuple[str, tuple[str, ...]]]:
    """Yield caption and pages of each toctree; every page stands in one of them."""
    seen = {root_doc}
    for group in tree.groups:
        names = [page.docname for page in pages_in(group.entries)]
        new = tuple(name for name in dict.fromkeys(names) if name not in seen)
        seen.update(new)
        if new:
            yield group.name, new


class NavigationToctrees(SphinxTransform):
    """Adds the hidden toctrees to the root document."""

    # After the title is in place (400), before Sphinx collects toctrees.
    default_priority = 410

    def apply(self, **kwargs: object) -> None:
        """Handle the root document; others have no part in it."""
        if self.env.docname != self.config.root_doc:
            return
        listed = {
            name
            for toctree in self.document.findall(addnodes.toctree)
            for name in toctree["includefiles"]
        }
        parent = next(self.document.findall(nodes.section), self.document)
        for caption, docnames in site_domain(self.env).data["toctree"]:
            if new := [name for name in docnames if name not in listed]:
                parent.append(hidden_toctree(self.env.docname, caption, new))


def hidden_toctree(parent: str, caption: str, docnames: Sequence[str]) -> nodes.compound:
    """Make the nodes that the ``toctree`` directive would make."""
    toctree = addnodes.toctree(
        "",
        parent=parent,
        entries=[(None, docname) for docname in docnames],
        includefiles=list(docnames),
        maxdepth=-1,
        caption=caption or None,
        rawcaption=caption,
        rawentries=[],
        glob=False,
        hidden=True,
        includehidden=False,
        numbered=0,
        titlesonly=False,
    )
    return nodes.compound("", toctree, classes=["toctree-wrapper"])


def draw_site_map(app: Sphinx, env: BuildEnvironment) -> None:
    """Make the map once all pages are read."""
    domain = site_domain(env)
    site = domain.site
    labels = PageLabels(
        facts=domain.facts,
        titles={name: title.astext() for name, title in env.titles.items()},
        versions=[version.name for version in site.settings.versions],
    )
    listed = navigation_tree(env)
    if not listed.groups:
        listed = replace(listed, listings={(): groups_of_toctrees(env)})
    tree = with_toctree_children(listed, env.toctree_includes)
    drawn = SiteMap(site.settings, tree, labels)
    site_map.put(env, drawn)
    report(check_divisions(drawn, site.loaded.place))
    keep_hidden_pages_from_search(env)


def groups_of_toctrees(env: BuildEnvironment) -> tuple[GroupNode, ...]:
    """Without a navigation in the settings, the root document's own toctrees are it."""
    root = env.config.root_doc
    groups = [GroupNode(entries=(PageNode(docname=root),))]
    for toctree in env.tocs[root].findall(addnodes.toctree):
        pages = [PageNode(docname=name) for name in toctree["includefiles"] if name != root]
        if pages:
            groups.append(GroupNode(name=toctree.get("caption") or "", entries=tuple(pages)))
    return tuple(groups)


def with_toctree_children(
    tree: NavigationTree, includes: Mapping[str, Sequence[str]]
) -> NavigationTree:
    """Add to each page the pages of its own toctree that are listed nowhere else."""
    placed = {page.docname for page in pages_in(tree.groups)}

    def with_children(page: PageNode) -> PageNode:
        own = [name for name in includes.get(page.docname, ()) if name not in placed]
        placed.update(own)
        return replace(page, children=tuple(with_children(PageNode(docname=name)) for name in own))

    def complete(group: GroupNode) -> GroupNode:
        return replace(
            group,
            entries=tuple(
                complete(entry) if isinstance(entry, GroupNode) else with_children(entry)
                for entry in group.entries
            ),
        )

    return with_groups(tree, lambda groups: tuple(map(complete, groups)))


def keep_hidden_pages_from_search(env: BuildEnvironment) -> None:
    """Mark the pages that are in no navigation, unless the settings want them found."""
    for docname in env.all_docs:
        metadata = env.metadata[docname]
        if is_hidden(env, docname):
            metadata.setdefault("nosearch", HIDDEN_BY_NAVIGATION)
        elif metadata.get("nosearch") == HIDDEN_BY_NAVIGATION:
            del metadata["nosearch"]


def is_hidden(env: BuildEnvironment, docname: str) -> bool:
    """Whether a page is built but neither listed nor to be found."""
    if site_of(env).settings.seo.index_hidden_pages or docname == env.config.root_doc:
        return False
    stub = site_documents(env).pages.stubs.get(docname)
    return docname not in site_map(env).pages and not (stub and stub.is_schema)
