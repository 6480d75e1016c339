"""The tree of groups and pages that the settings list, checked against the existing pages."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from posixpath import basename
from typing import TypeGuard

from sphinx_sitejson.common.problems import (
    JsonPath,
    LocateSetting,
    Location,
    Problem,
    ProblemCode,
    did_you_mean,
    quoted,
)
from sphinx_sitejson.settings.project_files import is_remote
from sphinx_sitejson.settings.project_pages import (
    can_leave_folder,
    clean_path,
    describe_missing_pages,
    find_page,
    iter_listings,
)
from sphinx_sitejson.settings.site import SiteSettings
from sphinx_sitejson.settings.structure import NavigationGroup


@dataclass(frozen=True, slots=True, kw_only=True)
class PageNode:
    """A page in the tree; its children are the entries of its toctrees."""

    docname: str
    label: str = ""
    """The title of the page in a toctree, if it has one there."""
    url: str = ""
    """The URL of an external entry of a toctree."""
    children: tuple[PageNode, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupNode:
    """A group in the tree."""

    name: str = ""
    icon: str | None = None
    icon_type: str | None = None
    version: str | None = None
    tab: str | None = None
    """The tab that the group names; otherwise path prefixes are used."""
    anchor: str | None = None
    generated_for: JsonPath = ()
    """The path in the settings of the tab or anchor whose document the group was generated from."""
    root: str = ""
    """The page that its heading links to."""
    tag: str = ""
    is_expanded: bool = False
    is_hidden: bool = False
    entries: tuple[PageNode | GroupNode, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class NavigationTree:
    """The groups of each division in the settings, and the problems found in them."""

    listings: Mapping[JsonPath, tuple[GroupNode, ...]] = field(default_factory=dict)
    """The groups of a division, by the path of the division in the file."""
    problems: tuple[Problem, ...] = ()
    no_page_found: Problem | None = None
    """The problem that no listed page exists, instead of one for each page."""

    @property
    def groups(self) -> tuple[GroupNode, ...]:
        """All groups, in the order of the file."""
        return tuple(group for groups in self.listings.values() for group in groups)

    @property
    def docnames(self) -> tuple[str, ...]:
        """Every page once, in the order of its first occurrence."""
        return tuple(dict.fromkeys(page.docname for page in pages_in(self.groups)))


@dataclass(frozen=True, slots=True, kw_only=True)
class GeneratedEntries:
    """Pages and groups generated for entries of the settings, by the paths of the entries."""

    operations: Mapping[JsonPath, str] = field(default_factory=dict)
    """The page of each listed operation, or an empty string if it was not found."""
    groups: Mapping[JsonPath, tuple[GroupNode, ...]] = field(default_factory=dict)
    """The groups of a division or group that has a document and lists nothing."""
    renamed: Mapping[str, str] = field(default_factory=dict)
    """The pages by their previous names."""


def pages_in(entries: Collection[PageNode | GroupNode]) -> Iterator[PageNode]:
    """Yield all pages below some entries, in reading order."""
    for entry in entries:
        if isinstance(entry, PageNode):
            yield entry
            yield from pages_in(entry.children)
        else:
            if entry.root:
                yield PageNode(docname=entry.root)
            yield from pages_in(entry.entries)


def read_tree(
    settings: SiteSettings,
    *,
    known_pages: Collection[str],
    locate: LocateSetting,
    generated: GeneratedEntries | None = None,
    has_file: Callable[[str], bool] = lambda path: False,
) -> NavigationTree:
    """Build the tree of listed pages that exist, and report the others.

    :param has_file: whether the file of a page exists, even if it is excluded.
    """
    reader = _TreeReader(known_pages, locate, generated or GeneratedEntries(), has_file)
    listings = {at: reader.listing(at, groups) for at, groups in iter_listings(settings)}
    tree = NavigationTree(listings=listings, problems=tuple(reader.problems))
    if reader.has_found_any or not reader.without_file:
        return tree
    paths, replaced = zip(*reader.without_file, strict=True)
    without_known = set(tree.problems).difference(replaced)
    file = locate(()).file
    return replace(
        tree,
        problems=tuple(problem for problem in tree.problems if problem in without_known),
        no_page_found=Problem(
            code=ProblemCode.MISSING_PAGE,
            message=describe_missing_pages(map(clean_path, paths), known_pages, basename(file)),
            location=Location(file=file),
        ),
    )


class _TreeReader:
    """Converts the groups of the settings, and collects problems."""

    def __init__(
        self,
        known_pages: Collection[str],
        locate: LocateSetting,
        generated: GeneratedEntries,
        has_file: Callable[[str], bool],
    ) -> None:
        self.known_pages = known_pages
        self.locate = locate
        self.generated = generated
        self.has_file = has_file
        self.listed: set[tuple[object, ...]] = set()
        self.problems: list[Problem] = []
        self.has_found_any = False
        """Whether any listed page or operation exists."""
        self.without_file: list[tuple[str, Problem]] = []
        """The paths without a file, each with its problem."""

    def listing(self, at: JsonPath, groups: Collection[NavigationGroup]) -> tuple[GroupNode, ...]:
        nodes: list[GroupNode] = []
        for group in groups:
            node = self.group(group, (at, group.tab, group.anchor))
            nodes += _replacement_groups(node) if not (group.group or group.pages) else [node]
        return tuple(
            node for node in (*nodes, *self.generated.groups.get(at, ())) if has_pages(node)
        )

    def group(self, group: NavigationGroup, around: tuple[object, ...]) -> GroupNode:
        # A page may be listed once in each version.
        around = (*around, group.version) if group.version else around
        entries: list[PageNode | GroupNode] = []
        root = None
        if _is_link(group.root):
            entries.append(PageNode(docname=group.root, label=group.group, url=group.root))
        elif group.root:
            root = self.page(group.root, (*group.at, "root"), around)
        for index, page in enumerate(group.pages):
            if isinstance(page, NavigationGroup):
                entries.extend(self.nested(page, around))
            elif docname := self.page(page, group.entry_path(index), around):
                entries.append(PageNode(docname=docname))
        # Generated groups are stored at the path of the division or of the group.
        generated = self.generated.groups.get((*group.at, "openapi"), ())
        return GroupNode(
            name=group.group,
            icon=group.icon,
            icon_type=group.icon_type,
            version=group.version,
            tab=group.tab,
            anchor=group.anchor,
            root=root or "",
            tag=group.tag or "",
            is_expanded=group.expanded,
            is_hidden=group.hidden,
            entries=(*entries, *generated),
        )

    def nested(
        self, group: NavigationGroup, around: tuple[object, ...]
    ) -> tuple[PageNode | GroupNode, ...]:
        node = self.group(group, around)
        if not has_pages(node):
            return ()
        # A nested group without name and version cannot be folded: its pages join the parent.
        is_kept = node.name or node.version or node.is_hidden or node.root
        is_only_link = _is_link(group.root) and not group.pages
        return (node,) if is_kept and not is_only_link else node.entries

    def page(self, path: str, at: JsonPath, around: tuple[object, ...]) -> str | None:
        if at in self.generated.operations:
            self.has_found_any |= bool(self.generated.operations[at])
            return self.generated.operations[at] or None
        # A folder stands for its index page, as in URLs.
        spellings = (path, f"{clean_path(path)}/index")
        found = (find_page(name, self.known_pages, self.generated.renamed) for name in spellings)
        docname = next(filter(None, found), None)
        self.has_found_any |= docname is not None
        page_chain = (*around, docname)
        if docname is None:
            self.problems.append(self.missing_page(path, at))
        elif page_chain in self.listed:
            self.problems.append(
                Problem(
                    code=ProblemCode.DUPLICATE_PAGE,
                    message=f'the page "{docname}" is listed twice; the first position '
                    "sets the previous and next links.",
                    location=self.locate(at),
                )
            )
        else:
            self.listed.add(page_chain)
        return docname

    def missing_page(self, path: str, at: JsonPath) -> Problem:
        if is_remote(path):
            reason = (
                f"{quoted(path)} is a URL, and only pages can be listed; it was skipped. Create a "
                'page with "url" in its front matter.'
            )
        elif can_leave_folder(path):
            reason = f'the page "{path}" is not a path inside the project; it was skipped.'
        elif self.has_file(path):
            reason = (
                f'the file of the page "{path}" is excluded by .mintignore, or by exclude_patterns '
                "in conf.py; it was skipped."
            )
        else:
            reason = f'the page "{path}" has no file; it was skipped.' + did_you_mean(
                clean_path(path), self.known_pages
            )
        problem = Problem(code=ProblemCode.MISSING_PAGE, message=reason, location=self.locate(at))
        if not can_leave_folder(path):
            self.without_file.append((path, problem))
        return problem


def _is_link(root: str | None) -> TypeGuard[str]:
    return root is not None and is_remote(root)


def _replacement_groups(node: GroupNode) -> list[GroupNode]:
    """Return the generated groups that replace a group with only a document."""
    subgroups = [entry for entry in node.entries if isinstance(entry, GroupNode)]
    if node.root or len(subgroups) < len(node.entries):
        return [node]
    return [
        replace(
            group,
            tab=node.tab,
            anchor=node.anchor,
            version=group.version or node.version,
            is_hidden=group.is_hidden or node.is_hidden,
        )
        for group in subgroups
    ]


def has_pages(group: GroupNode) -> bool:
    """Return whether a group contains pages."""
    return bool(group.entries or group.root)


def append_groups(
    tree: NavigationTree,
    groups: Collection[GroupNode],
    *,
    is_listed: Callable[[str, GroupNode], bool] | None = None,
) -> NavigationTree:
    """Append groups without the pages that the tree already contains.

    :param is_listed: returns whether a page is already listed where an outermost group would
        put it; by default, anywhere.
    """
    listed = set(tree.docnames)

    def is_known(page: PageNode, outermost: GroupNode) -> bool:
        return page.docname in listed and (not is_listed or is_listed(page.docname, outermost))

    def without_known(group: GroupNode, outermost: GroupNode) -> GroupNode:
        entries = (
            without_known(entry, outermost) if isinstance(entry, GroupNode) else entry
            for entry in group.entries
            if isinstance(entry, GroupNode) or not is_known(entry, outermost)
        )
        return replace(
            group,
            entries=tuple(
                entry for entry in entries if isinstance(entry, PageNode) or entry.entries
            ),
        )

    extra = tuple(
        group for group in (without_known(group, group) for group in groups) if group.entries
    )
    at = next(iter(tree.listings), ())
    return replace(tree, listings={**tree.listings, at: (*tree.listings.get(at, ()), *extra)})


def map_groups(
    tree: NavigationTree, change: Callable[[tuple[GroupNode, ...]], tuple[GroupNode, ...]]
) -> NavigationTree:
    """Return a tree with a function applied to the groups of each division."""
    return replace(tree, listings={at: change(groups) for at, groups in tree.listings.items()})
