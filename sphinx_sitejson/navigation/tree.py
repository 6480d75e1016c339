"""The tree of divisions, groups and pages that the settings list, checked against the pages.

``PageLabels`` adds what readers see of its pages.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import KW_ONLY, dataclass, field, replace
from posixpath import basename
from typing import ClassVar, Literal, TypeGuard

from sphinx_sitejson.common.characters import readable_name
from sphinx_sitejson.common.problems import (
    JsonPath,
    LocateSetting,
    Location,
    Problem,
    ProblemCode,
    did_you_mean,
    quoted,
)
from sphinx_sitejson.common.records import record
from sphinx_sitejson.settings.front_matter.keys import PageFacts
from sphinx_sitejson.settings.project_files import is_remote
from sphinx_sitejson.settings.project_pages import (
    can_leave_folder,
    clean_path,
    describe_missing_pages,
    find_page,
    iter_listings,
)
from sphinx_sitejson.settings.site import SiteSettings
from sphinx_sitejson.settings.structure import Division, NavigationGroup

Chain = tuple[Division, ...]
"""The divisions that contain a page, the outermost first."""


@dataclass(frozen=True)
class PageNode:
    """A page in the tree; its entries are those of its toctrees."""

    kind: ClassVar[str] = "page"

    docname: str
    _: KW_ONLY
    label: str = ""
    """At first the title of the page in a toctree, if it has one there."""
    url: str = ""
    """At first the URL of an external entry of a toctree."""
    icon: str = ""
    icon_type: str = ""
    tag: str = ""
    method: str = ""
    version: str = ""
    is_deprecated: bool = False
    is_hidden: bool = False
    is_expanded: bool = False
    """Whether its entries are always visible, not only on its own pages."""
    entries: Entries = ()
    branch: str = ""
    """The tree path of its entries, if they may be cut."""
    chain: Chain = field(default=(), compare=False, repr=False)
    """The divisions around it."""

    @property
    def is_link(self) -> bool:
        """Whether the entry only links to another page or site."""
        return self.url != f"/{self.docname}"


@record
class GroupNode:
    """A group in the tree."""

    kind: Literal["group", "head", "range"] = "group"
    """In the excerpt of a sidebar, a closed group is only its head, which links to its first page.
    A range stands for hidden entries of a long list, and links to the first of them."""
    name: str = ""
    icon: str | None = None
    icon_type: str | None = None
    version: str = ""
    tab: str | None = None
    """The tab that the group names; otherwise path prefixes are used."""
    anchor: str | None = None
    generated_for: JsonPath = ()
    """The path in the settings of the tab or anchor whose document the group was generated from;
    takes precedence over the names."""
    root: PageNode | None = None
    """The page that its heading links to."""
    url: str = ""
    """In a sidebar, the URL of its heading."""
    tag: str = ""
    is_expanded: bool = False
    is_hidden: bool = False
    entries: Entries = ()
    branch: str = ""
    """In the excerpt of a sidebar, its tree path; of a range, that of the list."""
    count: int = 0
    """The number of entries in a range."""


Entry = PageNode | GroupNode
Entries = tuple[Entry, ...]
Groups = tuple[GroupNode, ...]


@record
class NavigationTree:
    """The groups of each division in the settings, and the problems found in them."""

    listings: Mapping[JsonPath, Groups] = field(default_factory=dict)
    """The groups of a division, by the path of the division in the file."""
    problems: tuple[Problem, ...] = ()
    no_page_found: Problem | None = None
    """The problem that no listed page exists, instead of one for each page."""

    @property
    def groups(self) -> Groups:
        """All groups, in the order of the file."""
        return tuple(group for groups in self.listings.values() for group in groups)

    @property
    def docnames(self) -> tuple[str, ...]:
        """Every page once, in the order of its first occurrence."""
        return tuple(dict.fromkeys(page.docname for page in pages_in(self.groups)))


@record
class GeneratedEntries:
    """Pages and groups generated for entries of the settings, by the paths of the entries."""

    operations: Mapping[JsonPath, str] = field(default_factory=dict)
    """The page of each listed operation, or an empty string if it was not found."""
    groups: Mapping[JsonPath, Groups] = field(default_factory=dict)
    """The groups of a division or group that has a document and lists nothing."""
    renamed: Mapping[str, str] = field(default_factory=dict)
    """The pages by their previous names."""


def pages_in(entries: Iterable[Entry], *, with_hidden: bool = True) -> Iterator[PageNode]:
    """Yield all pages below some entries, in reading order."""
    for entry in entries:
        if entry.is_hidden and not with_hidden:
            continue
        if page := entry.root if isinstance(entry, GroupNode) else entry:
            yield page
        yield from pages_in(entry.entries, with_hidden=with_hidden)


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
    file = locate(()).file
    return replace(
        tree,
        problems=tuple(problem for problem in tree.problems if problem not in replaced),
        no_page_found=Problem(
            ProblemCode.MISSING_PAGE,
            describe_missing_pages(map(clean_path, paths), known_pages, basename(file)),
            Location(file),
        ),
    )


@dataclass
class _TreeReader:
    """Converts the groups of the settings, and collects problems."""

    known_pages: Collection[str]
    locate: LocateSetting
    generated: GeneratedEntries
    has_file: Callable[[str], bool]
    listed: set[tuple[object, ...]] = field(default_factory=set)
    problems: list[Problem] = field(default_factory=list)
    has_found_any: bool = False
    """Whether any listed page or operation exists."""
    without_file: list[tuple[str, Problem]] = field(default_factory=list)
    """The paths without a file, each with its problem."""

    def listing(self, at: JsonPath, groups: Collection[NavigationGroup]) -> Groups:
        nodes: list[GroupNode] = []
        for group in groups:
            node = self.group(group, (at, group.tab, group.anchor))
            nodes += _replacement_groups(node) if not (group.group or group.pages) else [node]
        return tuple(
            node
            for node in (*nodes, *self.generated.groups.get(at, ()))
            if node.entries or node.root
        )

    def group(self, group: NavigationGroup, around: tuple[object, ...]) -> GroupNode:
        # A page may be listed once in each version.
        around = (*around, group.version) if group.version else around
        entries: list[Entry] = []
        root = None
        if _is_link(group.root):
            entries.append(PageNode(group.root, label=group.group, url=group.root))
        elif group.root:
            root = self.page(group.root, (*group.at, "root"), around)
        for index, page in enumerate(group.pages):
            if isinstance(page, NavigationGroup):
                entries.extend(self.nested(page, around))
            elif node := self.page(page, group.entry_path(index), around):
                entries.append(node)
        # Generated groups are stored at the path of the division or of the group.
        generated = self.generated.groups.get((*group.at, "openapi"), ())
        return GroupNode(
            name=group.group,
            icon=group.icon,
            icon_type=group.icon_type,
            version=group.version or "",
            tab=group.tab,
            anchor=group.anchor,
            root=root,
            tag=group.tag or "",
            is_expanded=group.expanded,
            is_hidden=group.hidden,
            entries=(*entries, *generated),
        )

    def nested(self, group: NavigationGroup, around: tuple[object, ...]) -> Entries:
        node = self.group(group, around)
        if not (node.entries or node.root):
            return ()
        if node.root and not node.entries and node.name:
            # A page by another name than its title.
            page = replace(node.root, label=node.name, icon=node.icon or "", tag=node.tag)
            return (replace(page, icon_type=node.icon_type or "", is_hidden=node.is_hidden),)
        # A nested group without name and version cannot be folded: its pages join the parent.
        is_kept = node.name or node.version or node.is_hidden or node.root
        is_only_link = _is_link(group.root) and not group.pages
        return (node,) if is_kept and not is_only_link else node.entries

    def page(self, path: str, at: JsonPath, around: tuple[object, ...]) -> PageNode | None:
        if at in self.generated.operations:
            generated = self.generated.operations[at]
            self.has_found_any |= bool(generated)
            return PageNode(generated) if generated else None
        # A folder stands for its index page, as in URLs.
        spellings = (path, f"{clean_path(path)}/index")
        found = (find_page(name, self.known_pages, self.generated.renamed) for name in spellings)
        docname = next(filter(None, found), None)
        if docname is None:
            self.problems.append(self.missing_page(path, at))
            return None
        self.has_found_any = True
        if (*around, docname) in self.listed:
            self.problems.append(
                Problem(
                    ProblemCode.DUPLICATE_PAGE,
                    f'the page "{docname}" is listed twice; the first position '
                    "sets the previous and next links.",
                    self.locate(at),
                )
            )
        self.listed.add((*around, docname))
        return PageNode(docname)

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
                f'the file of the page "{path}" cannot be read, or is excluded by .mintignore or '
                "by exclude_patterns in conf.py; it was skipped."
            )
        elif inner := [
            name for name in self.known_pages if name.startswith(f"{clean_path(path)}/")
        ]:
            reason = (
                f'"{path}" is a folder; it was skipped. List its pages, such as '
                f"{quoted(min(inner))}."
            )
        else:
            reason = f'the page "{path}" has no file; it was skipped.' + did_you_mean(
                clean_path(path), self.known_pages
            )
        problem = Problem(ProblemCode.MISSING_PAGE, reason, self.locate(at))
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


def append_groups(
    tree: NavigationTree,
    groups: Iterable[GroupNode],
    *,
    is_listed: Callable[[str, GroupNode], bool],
) -> NavigationTree:
    """Append groups without the pages that the tree already contains.

    :param is_listed: returns whether a page is already listed where an outermost group would
        put it.
    """
    listed = set(tree.docnames)

    def new_entries(group: GroupNode, outermost: GroupNode) -> Iterator[Entry]:
        for entry in group.entries:
            if isinstance(entry, GroupNode):
                if inner := tuple(new_entries(entry, outermost)):
                    yield replace(entry, entries=inner)
            elif entry.docname not in listed or not is_listed(entry.docname, outermost):
                yield entry

    extra = [replace(group, entries=tuple(new_entries(group, group))) for group in groups]
    at = next(iter(tree.listings), ())
    added = (*tree.listings.get(at, ()), *(group for group in extra if group.entries))
    return replace(tree, listings={**tree.listings, at: added})


LocatePage = Callable[[str, GroupNode], Chain]
"""Returns the location of a page in a group."""

_NO_FACTS = PageFacts()
_NO_GROUP = GroupNode()


@record
class PageLabels:
    """Adds labels, icons, versions and locations to the nodes of a tree.

    :param facts: the front matter of pages.
    :param titles: the title of each page.
    :param versions: the names of versions; others are ignored.
    """

    facts: Mapping[str, PageFacts] = field(default_factory=dict)
    titles: Mapping[str, str] = field(default_factory=dict)
    versions: Collection[str] = ()

    def title(self, docname: str) -> str:
        """Return the title of a page."""
        return self.titles.get(docname) or readable_name(docname)

    def known_version(self, version: str) -> str:
        """Return the version if it exists."""
        return version if version in self.versions else ""

    def groups(
        self, groups: Iterable[GroupNode], locate: LocatePage = lambda docname, group: ()
    ) -> Groups:
        """Return groups with labels; what they inherit from outer groups is added to each."""
        return tuple(self._group(group, _NO_GROUP, locate) for group in groups)

    def _group(self, node: GroupNode, outer: GroupNode, locate: LocatePage) -> GroupNode:
        group = replace(
            node,
            # The version of the innermost group is used, but the tab of the outermost one.
            version=self.known_version(node.version) or outer.version,
            tab=outer.tab or node.tab,
            anchor=outer.anchor or node.anchor,
            generated_for=outer.generated_for or node.generated_for,
        )
        root = self._page(node.root, group, locate) if node.root else None
        if root and outer is not _NO_GROUP:
            # The heading of a nested group is a row like those of pages.
            root = replace(
                root,
                label=node.name or root.label,
                icon=node.icon or root.icon,
                icon_type=(node.icon_type or "") if node.icon else root.icon_type,
                tag=node.tag or root.tag,
                method="",
                is_expanded=node.is_expanded,
            )
        return replace(
            group,
            root=replace(root, is_hidden=False) if root else None,
            entries=tuple(
                self._group(entry, group, locate)
                if isinstance(entry, GroupNode)
                else self._page(entry, group, locate)
                for entry in node.entries
            ),
        )

    def _page(
        self, node: PageNode, group: GroupNode, locate: LocatePage, outer_version: str = ""
    ) -> PageNode:
        """Return a page; its own version takes precedence over the one around it."""
        facts = self.facts.get(node.docname, _NO_FACTS)
        version = self.known_version(facts.version) or outer_version or group.version
        return replace(
            node,
            label=facts.sidebar_title or node.label or self.title(node.docname),
            url=facts.url or node.url or f"/{node.docname}",
            icon=facts.icon,
            icon_type=facts.icon_type,
            tag=facts.tag,
            method="" if facts.hides_method else facts.method,
            version=version,
            is_deprecated=facts.is_deprecated,
            is_hidden=facts.hidden,
            entries=tuple(
                self._page(entry, group, locate, version)
                for entry in node.entries
                if isinstance(entry, PageNode)
            ),
            chain=locate(node.docname, group),
        )
