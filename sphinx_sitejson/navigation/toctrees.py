"""Build the toctrees of Sphinx and the site map, with translated names."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.builders import Builder
from sphinx.builders.gettext import MessageCatalogBuilder, MsgOrigin
from sphinx.environment import BuildEnvironment
from sphinx.transforms import SphinxTransform
from sphinx.util import url_re
from sphinx.util.i18n import docname_to_domain

from sphinx_sitejson.common.messages import Message
from sphinx_sitejson.common.problems import Location, Problem, ProblemCode, did_you_mean, quoted
from sphinx_sitejson.settings.project_pages import find_page, has_page_file
from sphinx_sitejson.settings.translatable_texts import find_translatable_texts
from sphinx_sitejson.settings.validation import unknown_version
from sphinx_sitejson.site_build.build_state import BuildState, site_domain, site_of
from sphinx_sitejson.site_build.front_matter import key_location
from sphinx_sitejson.site_build.labels import in_site_language
from sphinx_sitejson.site_build.nodes import readable_text
from sphinx_sitejson.site_build.reports import report
from sphinx_sitejson.site_build.translation import Translate, root_catalog

from .document_state import site_documents
from .locations import is_listed_where_generated
from .menus import Link
from .site_map import SiteMap, check_divisions
from .site_urls import renamed_pages
from .tree import (
    Entry,
    GroupNode,
    Groups,
    NavigationTree,
    PageLabels,
    PageNode,
    append_groups,
    pages_in,
    read_tree,
)


def collect_names(app: Sphinx, env: BuildEnvironment) -> None:
    """Add the names in the navigation to the catalog of the root document."""
    builder = app.builder
    if not isinstance(builder, MessageCatalogBuilder):
        return
    catalog = builder.catalogs[docname_to_domain(env.config.root_doc, env.config.gettext_compact)]
    for name, (file, line) in name_lines(env).items():
        catalog.add(name, MsgOrigin(file, line))


def name_lines(env: BuildEnvironment) -> dict[str, tuple[str, int]]:
    """Return the lines of the names in the settings, by name."""
    site = site_of(env)
    loaded = site.loaded
    file = str(Path(site.builder.confdir, env.config.sitejson_file))
    found: dict[str, tuple[str, int]] = {}
    for text, path in find_translatable_texts(loaded.settings):
        found.setdefault(text, (file, loaded.locate(path).line or 1))
    for name in group_names(site_documents(env).pages.groups):
        found.setdefault(name, (file, 1))
    return found


def group_names(groups: Iterable[Entry]) -> Iterator[str]:
    """Yield the names of groups from documents, such as tags."""
    for group in groups:
        if isinstance(group, GroupNode):
            if group.name and not isinstance(group.name, Message):
                yield group.name
            yield from group_names(group.entries)


def translate_group_names(groups: Iterable[GroupNode], translate: Translate) -> Groups:
    def translated(group: GroupNode) -> GroupNode:
        entries = (
            translated(entry) if isinstance(entry, GroupNode) else entry for entry in group.entries
        )
        name = translate(group.name) if group.name else ""
        return replace(group, name=name, entries=tuple(entries))

    return tuple(map(translated, groups))


navigation_tree: BuildState[NavigationTree] = BuildState(lambda env: NavigationTree())
"""The groups and pages that the settings list."""


site_map: BuildState[SiteMap] = BuildState()
"""What each page shows of the navigation; drawn when all pages are read."""

HIDDEN_BY_NAVIGATION = "sitejson"
"""The value of ``nosearch`` for a page that is hidden by the navigation."""


def read_navigation(app: Sphinx, env: BuildEnvironment, *changes: object) -> Iterable[str]:
    """Build the navigation tree; the root document is outdated if its toctrees change."""
    root = env.config.root_doc
    domain = site_domain(env)
    site = domain.site
    pages = site_documents(env).pages
    read = read_tree(
        site.settings,
        known_pages=env.found_docs,
        locate=site.loaded.locate,
        generated=in_site_language(pages.generated),
        has_file=lambda path: has_page_file(Path(env.srcdir), path),
    )
    report(read.problems)
    # Without a start page the build stops with the same message.
    if read.no_page_found and root in env.found_docs:
        report([read.no_page_found])
    extra = in_site_language(pages.groups)
    names = root_catalog(env.config, env.srcdir)
    extra = translate_group_names(extra, names) if names else extra
    tree = read
    # Most sites have no generated groups.
    if extra:
        is_listed_there = is_listed_where_generated(site.settings, read)
        # A generated page that is listed by hand stays only there. An authored page of an operation
        # is part of the API as well, so it is omitted only if it would be twice in one sidebar.
        tree = append_groups(
            read,
            extra,
            is_listed=lambda docname, group: (
                docname in pages.stubs or is_listed_there(docname, group)
            ),
        )
    original_names = {names(name): name for name in name_lines(env)} if names else {}
    navigation_tree.set(env, tree)
    groups = toctree_groups(tree, root)
    toctree = tuple((name, original_names.get(name, name), pages) for name, pages in groups)
    if toctree == domain.data["toctree"]:
        return ()
    domain.data["toctree"] = toctree
    return {root} & env.found_docs


def toctree_groups(tree: NavigationTree, root_doc: str) -> Iterable[tuple[str, tuple[str, ...]]]:
    """Yield caption and pages of the toctrees; every page is in one of them."""
    seen = {root_doc}
    for group in tree.groups:
        names = [page.docname for page in pages_in([group])]
        new = tuple(name for name in dict.fromkeys(names) if name not in seen)
        seen.update(new)
        if new:
            yield group.name, new


class NavigationToctrees(SphinxTransform):
    """Adds the hidden toctrees to the root document."""

    # After the title is in place (400), before Sphinx collects toctrees.
    default_priority = 410

    def apply(self, **kwargs: object) -> None:
        """Add the toctrees if this is the root document."""
        if self.env.docname != self.config.root_doc:
            return
        listed = {
            name
            for toctree in self.document.findall(addnodes.toctree)
            for name in toctree["includefiles"]
        }
        parent = next(self.document.findall(nodes.section), self.document)
        lines = name_lines(self.env)
        for caption, original_caption, docnames in site_domain(self.env).data["toctree"]:
            if new := [name for name in docnames if name not in listed]:
                # As the directive creates it, without its wrapper, which would be empty.
                hidden = addnodes.toctree(
                    "",
                    parent=self.env.docname,
                    entries=[(None, docname) for docname in new],
                    includefiles=new,
                    maxdepth=-1,
                    caption=caption or None,
                    # An empty message would be the header of a catalog.
                    **({"rawcaption": original_caption} if original_caption else {}),
                    rawentries=[],
                    glob=False,
                    hidden=True,
                    includehidden=False,
                    numbered=0,
                    titlesonly=False,
                )
                hidden.source, hidden.line = lines.get(original_caption, (None, None))
                parent.append(hidden)


def build_site_map(app: Sphinx, env: BuildEnvironment) -> None:
    """Build the site map after all pages are read."""
    domain = site_domain(env)
    site = domain.site
    labels = PageLabels(
        facts=domain.facts,
        titles={name: readable_text(title) for name, title in env.titles.items()},
        versions=[version.name for version in site.settings.versions],
    )
    listed = navigation_tree(env)
    if not listed.groups:
        listed = replace(listed, listings={(): groups_from_toctrees(env)})
    drawn = SiteMap(site.settings, add_toctree_children(listed, env), labels)
    site_map.set(env, drawn)
    report(check_divisions(drawn, site.loaded.locate))
    exclude_hidden_pages(env)


def groups_from_toctrees(env: BuildEnvironment) -> Groups:
    """Return the toctrees of the root document as groups, without a navigation in the settings."""
    root = env.config.root_doc
    groups = [GroupNode(entries=(PageNode(root),))]
    title = readable_text(env.titles[root])
    heading: str | None = ""
    for toctree in env.tocs[root].findall(addnodes.toctree):
        pages: list[Entry] = [
            page for page in toctree_entries(toctree, env) if page.docname != root
        ]
        if not pages:
            continue
        caption = toctree.get("caption")
        item: nodes.Node | None = toctree
        while item is not None and not isinstance(item, nodes.list_item):
            item = item.parent
        link = item.next_node(nodes.reference) if item is not None else None
        above = readable_text(link) if link is not None else ""
        # The root document, which is listed first, already shows its title.
        name = caption or (above if above != title else "")
        # Toctrees without captions below one heading are one list to the reader.
        if not caption and name == heading:
            pages = [*groups.pop().entries, *pages]
        groups.append(GroupNode(name=name, entries=tuple(pages)))
        heading = None if caption else name
    return tuple(groups)


def toctree_entries(toctree: addnodes.toctree, env: BuildEnvironment) -> Iterator[PageNode]:
    """Yield the entries of a toctree, with their titles and external links."""
    for title, target in toctree["entries"]:
        if target in env.all_docs:
            yield PageNode(target, label=title or "")
        elif url_re.match(target):
            yield PageNode(target, label=title or target, url=target)


def add_toctree_children(tree: NavigationTree, env: BuildEnvironment) -> NavigationTree:
    """Add to each page the entries of its toctrees that are listed nowhere else."""
    placed = {page.docname for page in pages_in(tree.groups)}

    def with_children(page: PageNode) -> PageNode:
        contents = (
            env.tocs[page.docname] if page.docname in env.toctree_includes else nodes.Element()
        )
        added = [
            child
            for toctree in contents.findall(addnodes.toctree)
            for child in toctree_entries(toctree, env)
            if child.docname not in placed
        ]
        placed.update(child.docname for child in added)
        return replace(page, entries=tuple(map(with_children, added)))

    def complete(group: GroupNode) -> GroupNode:
        entries = (
            complete(entry) if isinstance(entry, GroupNode) else with_children(entry)
            for entry in group.entries
        )
        return replace(group, entries=tuple(entries))

    listings = {at: tuple(map(complete, groups)) for at, groups in tree.listings.items()}
    return replace(tree, listings=listings)


def cut_circular_toctrees(app: Sphinx, builder: Builder) -> None:
    """Ignore entries of toctrees that list a page above them, which Sphinx follows without end.

    The environment is stored without this change: the next build may have other toctrees.
    """
    env = app.env
    checked: set[str] = set()

    def check(docname: str, above: tuple[str, ...]) -> Iterator[Problem]:
        entries = env.toctree_includes.get(docname, [])
        # Sphinx itself ignores a page that lists itself.
        circular = [entry for entry in entries if entry in above]
        for entry in circular:
            circle = " → ".join((*above[above.index(entry) :], docname, entry))
            yield Problem(
                ProblemCode.DUPLICATE_PAGE,
                f"the toctree lists {quoted(entry)}, which is above this page ({circle}); the "
                "entry was ignored.",
                Location(str(env.doc2path(docname)), line=1),
            )
        if circular:
            entries = [entry for entry in entries if entry not in circular]
            env.toctree_includes[docname] = entries
        checked.add(docname)
        for entry in entries:
            if entry not in checked:
                yield from check(entry, (*above, docname))

    report([*check(env.config.root_doc, ())])


def related_pages(env: BuildEnvironment, docname: str) -> tuple[Link, ...]:
    """Return the pages that the front matter of a page names as related."""
    labels = site_map(env).labels
    renamed = renamed_pages(env)
    paths = site_domain(env).facts_of(docname).related
    found = (find_page(path, env.all_docs, renamed) for path in paths)
    return tuple(Link(label=labels.title(name), url=f"/{name}") for name in found if name)


def exclude_hidden_pages(env: BuildEnvironment) -> None:
    """Exclude hidden pages from search, unless the settings or the pages include them."""
    domain = site_domain(env)
    for docname in env.all_docs:
        metadata = env.metadata[docname]
        searchable = domain.facts_of(docname).searchable
        if not searchable if searchable is not None else is_hidden(env, docname):
            metadata.setdefault("nosearch", HIDDEN_BY_NAVIGATION)
        elif metadata.get("nosearch") == HIDDEN_BY_NAVIGATION:
            del metadata["nosearch"]


def is_hidden(env: BuildEnvironment, docname: str) -> bool:
    """Return whether a page is built, but neither listed nor searchable."""
    site = site_of(env)
    if site.settings.seo.index_hidden_pages or docname == env.config.root_doc:
        return False
    if not site.may_add("navigation"):
        return False
    stub = site_documents(env).pages.stubs.get(docname)
    return docname not in site_map(env).pages and not (stub and stub.is_schema)


def check_page_versions(app: Sphinx, env: BuildEnvironment) -> None:
    """Report pages of unknown versions."""
    domain = site_domain(env)
    known = [version.name for version in domain.site.settings.versions]
    report(
        unknown_version(facts.version, known, key_location(env, docname, "version"))
        for docname, facts in sorted(domain.facts.items())
        if facts.version and facts.version not in known and docname in env.all_docs
    )


def check_related_pages(app: Sphinx, env: BuildEnvironment) -> None:
    """Report related pages that do not exist."""
    renamed = renamed_pages(env)
    report(
        Problem(
            ProblemCode.MISSING_PAGE,
            f"the related page {quoted(path)} does not exist, and was ignored."
            + did_you_mean(path.strip("/"), env.all_docs),
            key_location(env, docname, "related"),
        )
        for docname, facts in sorted(site_domain(env).facts.items())
        for path in facts.related
        if docname in env.all_docs and not find_page(path, env.all_docs, renamed)
    )
