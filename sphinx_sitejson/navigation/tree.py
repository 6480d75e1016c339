"""The tree of groups and pages that the settings list, checked against the pages there are."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from posixpath import basename, splitext

from sphinx_sitejson.common.problems import (
    JsonPath,
    Place,
    Problem,
    ProblemCode,
    did_you_mean,
    quoted,
)
from sphinx_sitejson.settings.site import SiteSettings
from sphinx_sitejson.settings.structure import NavigationGroup, names_operation

LocateSetting = Callable[[JsonPath], Place]

MAX_NAMED_PAGES = 5
"""How many pages are named when all are missing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PageNode:
    """A page in the tree; its children come from a toctree of the page's own."""

    docname: str
    label: str = ""
    """What a toctree calls the page; its title otherwise."""
    url: str = ""
    """Where an entry of a toctree leads that is not a page of the project."""
    children: tuple[PageNode, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupNode:
    """A group in the tree."""

    name: str = ""
    icon: str | None = None
    icon_type: str | None = None
    version: str | None = None
    tab: str | None = None
    """The tab that the group names; prefixes decide where it names none."""
    anchor: str | None = None
    generated_for: JsonPath = ()
    """The place of the tab or anchor for whose document the group was made."""
    root: str = ""
    """The page that its name opens."""
    tag: str = ""
    is_expanded: bool = False
    is_hidden: bool = False
    entries: tuple[PageNode | GroupNode, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class NavigationTree:
    """What each part of the settings file lists, with the problems met while reading it."""

    listings: Mapping[JsonPath, tuple[GroupNode, ...]] = field(default_factory=dict)
    """The groups that stand directly in a division, by the division's place in the file."""
    problems: tuple[Problem, ...] = ()
    no_page_found: Problem | None = None
    """Says that no listed page is there, instead of a problem for each of them."""

    @property
    def groups(self) -> tuple[GroupNode, ...]:
        """All groups, in the order of the file."""
        return tuple(group for groups in self.listings.values() for group in groups)

    @property
    def docnames(self) -> tuple[str, ...]:
        """Every page once, in the order of its first place."""
        return tuple(dict.fromkeys(page.docname for page in pages_in(self.groups)))


@dataclass(frozen=True, slots=True, kw_only=True)
class GeneratedEntries:
    """What was made for entries of the file that are no page files, by their places in it."""

    operations: Mapping[JsonPath, str] = field(default_factory=dict)
    """The page of each operation among the pages; empty when nothing was found for it."""
    groups: Mapping[JsonPath, tuple[GroupNode, ...]] = field(default_factory=dict)
    """The groups of a division or group that has a document and lists nothing."""


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
    made: GeneratedEntries | None = None,
) -> NavigationTree:
    """Match the listed pages with the pages of the project."""
    reader = _TreeReader(known_pages, locate, made or GeneratedEntries())
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
            place=Place(file=file),
        ),
    )


def describe_missing_pages(listed: Iterable[str], known: Collection[str], file: str) -> str:
    """Say in one sentence that none of the listed pages is among the known ones."""
    missing = tuple(dict.fromkeys(listed))
    names = ", ".join(map(quoted, missing[:MAX_NAMED_PAGES]))
    rest = f" and {len(missing) - MAX_NAMED_PAGES} more" if len(missing) > MAX_NAMED_PAGES else ""
    hints = (did_you_mean(name, known) for name in missing)
    return (
        f"none of the pages that {file} lists is in the project: {names}{rest}."
        f"{next(filter(None, hints), '')}"
    )


def iter_listings(
    settings: SiteSettings,
) -> Iterator[tuple[JsonPath, tuple[NavigationGroup, ...]]]:
    """Yield what stands directly in each division of a settings file."""
    outline = settings.outline
    if outline is None:
        yield (), settings.navigation
        return
    yield outline.at, outline.groups
    for division in outline.all_divisions():
        yield division.at, division.groups


def listed_paths(settings: SiteSettings) -> Iterator[str]:
    """Yield the path of every page that a settings file lists, operations left out."""
    for _at, groups in iter_listings(settings):
        for group in groups:
            yield from _paths_in(group)


def _paths_in(group: NavigationGroup) -> Iterator[str]:
    if group.root:
        yield group.root
    for entry in group.pages:
        if isinstance(entry, NavigationGroup):
            yield from _paths_in(entry)
        elif not names_operation(entry):
            yield entry


class _TreeReader:
    """Walks the settings' groups once and remembers what was met."""

    def __init__(
        self, known_pages: Collection[str], locate: LocateSetting, made: GeneratedEntries
    ) -> None:
        self.known_pages = known_pages
        self.locate = locate
        self.made = made
        self.listed: set[tuple[object, ...]] = set()
        self.problems: list[Problem] = []
        self.has_found_any = False
        """Whether a listed page or operation is there."""
        self.without_file: list[tuple[str, Problem]] = []
        """The paths that could have a file and have none, each with its problem."""

    def listing(self, at: JsonPath, groups: Collection[NavigationGroup]) -> tuple[GroupNode, ...]:
        nodes: list[GroupNode] = []
        for group in groups:
            node = self.group(group, (at, group.tab, group.anchor))
            nodes += _replacement_groups(node) if not (group.group or group.pages) else [node]
        return tuple(node for node in (*nodes, *self.made.groups.get(at, ())) if has_pages(node))

    def group(self, group: NavigationGroup, around: tuple[object, ...]) -> GroupNode:
        # A page may be listed once in each version.
        around = (*around, group.version) if group.version else around
        entries: list[PageNode | GroupNode] = []
        root = self.page(group.root, (*group.at, "root"), around) if group.root else None
        for index, page in enumerate(group.pages):
            if isinstance(page, NavigationGroup):
                entries.extend(self.nested(page, around))
            elif docname := self.page(page, group.place_of(index), around):
                entries.append(PageNode(docname=docname))
        # A group without pages of its own stands at the place of a division or at its own.
        made = () if group.pages else self.made.groups.get((*group.at, "openapi"), ())
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
            entries=(*entries, *made),
        )

    def nested(
        self, group: NavigationGroup, around: tuple[object, ...]
    ) -> tuple[PageNode | GroupNode, ...]:
        node = self.group(group, around)
        if not has_pages(node):
            return ()
        # A fold needs a name; without one (and without a version) its pages join their parent.
        is_kept = node.name or node.version or node.is_hidden or node.root
        return (node,) if is_kept else node.entries

    def page(self, path: str, at: JsonPath, around: tuple[object, ...]) -> str | None:
        if at in self.made.operations:
            self.has_found_any |= bool(self.made.operations[at])
            return self.made.operations[at] or None
        docname = find_page(path, self.known_pages)
        self.has_found_any |= docname is not None
        place = (*around, docname)
        if docname is None:
            self.problems.append(self.missing_page(path, at))
        elif place in self.listed:
            self.problems.append(
                Problem(
                    code=ProblemCode.DUPLICATE_PAGE,
                    message=f'the page "{docname}" is listed again; its first place gives '
                    "its previous and next page.",
                    place=self.locate(at),
                )
            )
        else:
            self.listed.add(place)
        return docname

    def missing_page(self, path: str, at: JsonPath) -> Problem:
        if can_leave_folder(path):
            reason = f'the page "{path}" is not a path inside the project; it is left out.'
        else:
            reason = (
                f'the page "{path}" has no file; it is left out of the navigation.'
                + did_you_mean(clean_path(path), self.known_pages)
            )
        problem = Problem(code=ProblemCode.MISSING_PAGE, message=reason, place=self.locate(at))
        if not can_leave_folder(path):
            self.without_file.append((path, problem))
        return problem


def _replacement_groups(node: GroupNode) -> list[GroupNode]:
    """Return what stands for a group that has only a document: the groups made of it."""
    made = [entry for entry in node.entries if isinstance(entry, GroupNode)]
    if node.root or len(made) < len(node.entries):
        return [node]
    return [
        replace(
            group,
            tab=node.tab,
            anchor=node.anchor,
            version=group.version or node.version,
            is_hidden=group.is_hidden or node.is_hidden,
        )
        for group in made
    ]


def has_pages(group: GroupNode) -> bool:
    """Whether there is anything in a group."""
    return bool(group.entries or group.root)


def append_groups(
    tree: NavigationTree,
    groups: Collection[GroupNode],
    *,
    is_listed: Callable[[str, GroupNode], bool] | None = None,
) -> NavigationTree:
    """Append groups of pages, without those pages that the tree has already.

    :param is_listed: whether a page is already where it would stand as part of an outermost
        group; by default, whether it is anywhere.
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
    """Return a tree whose groups were changed, listing by listing."""
    return replace(tree, listings={at: change(groups) for at, groups in tree.listings.items()})


def find_page(path: str, known_pages: Collection[str]) -> str | None:
    """Return the page a path means: with or without leading slash and extension."""
    if can_leave_folder(path):
        return None
    cleaned = clean_path(path)
    if cleaned in known_pages:
        return cleaned
    stem, _ = splitext(cleaned)
    return stem if stem in known_pages else None


def clean_path(path: str) -> str:
    """Drop what does not matter in a path: leading and trailing slashes, ``./``."""
    return "/".join(part for part in path.split("/") if part not in ("", "."))


def can_leave_folder(path: str) -> bool:
    """Whether a path could leave the folder it stands in."""
    return "\\" in path or ".." in path.split("/")
