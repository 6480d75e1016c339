"""The tree of groups and pages that the settings list, checked against the pages there are."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, replace
from posixpath import splitext

from sphinx_sitejson.problems import JsonPath, Place, Problem, did_you_mean
from sphinx_sitejson.settings.structure import NavigationGroup

LocateSetting = Callable[[JsonPath], Place]


@dataclass(frozen=True, slots=True, kw_only=True)
class PageNode:
    """A page in the tree; its children come from a toctree of the page's own."""

    docname: str
    label: str = ""
    """What a toctree calls the page; its title otherwise."""
    url: str = ""
    """Where an entry of a toctree leads that is no page of the project."""
    children: tuple[PageNode, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupNode:
    """A group in the tree."""

    name: str = ""
    icon: str | None = None
    icon_type: str | None = None
    version: str | None = None
    entries: tuple[PageNode | GroupNode, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class NavigationTree:
    """All groups of the settings, with the problems met while reading them."""

    groups: tuple[GroupNode, ...] = ()
    problems: tuple[Problem, ...] = ()

    @property
    def docnames(self) -> tuple[str, ...]:
        """Every page once, in the order of its first place."""
        return tuple(dict.fromkeys(page.docname for page in pages_in(self.groups)))


def pages_in(entries: Collection[PageNode | GroupNode]) -> Iterator[PageNode]:
    """Yield all pages below some entries, in reading order."""
    for entry in entries:
        if isinstance(entry, PageNode):
            yield entry
            yield from pages_in(entry.children)
        else:
            yield from pages_in(entry.entries)


def read_tree(
    groups: Collection[NavigationGroup], *, known_pages: Collection[str], locate: LocateSetting
) -> NavigationTree:
    """Match the listed pages with the pages of the project."""
    reader = _TreeReader(known_pages, locate)
    nodes = tuple(reader.group(group) for group in groups)
    return NavigationTree(
        groups=tuple(node for node in nodes if node.entries), problems=tuple(reader.problems)
    )


class _TreeReader:
    """Walks the settings' groups once and remembers what was met."""

    def __init__(self, known_pages: Collection[str], locate: LocateSetting) -> None:
        self.known_pages = known_pages
        self.locate = locate
        self.listed: set[str] = set()
        self.problems: list[Problem] = []

    def group(self, group: NavigationGroup) -> GroupNode:
        entries: list[PageNode | GroupNode] = []
        for index, page in enumerate(group.pages):
            if isinstance(page, NavigationGroup):
                entries.extend(self.nested(page))
            elif docname := self.page(page, (*group.at, "pages", index)):
                entries.append(PageNode(docname=docname))
        return GroupNode(
            name=group.group,
            icon=group.icon,
            icon_type=group.icon_type,
            version=group.version,
            entries=tuple(entries),
        )

    def nested(self, group: NavigationGroup) -> tuple[PageNode | GroupNode, ...]:
        node = self.group(group)
        if not node.entries:
            return ()
        # A fold needs a name; without one (and without a version) its pages join their parent.
        return (node,) if node.name or node.version else node.entries

    def page(self, path: str, at: JsonPath) -> str | None:
        docname = find_page(path, self.known_pages)
        if docname is None:
            self.problems.append(self.missing_page(path, at))
        elif docname in self.listed:
            self.problems.append(
                Problem(
                    code="duplicate_page",
                    message=f'the page "{docname}" is listed again; its first place gives '
                    "its previous and next page.",
                    place=self.locate(at),
                )
            )
        else:
            self.listed.add(docname)
        return docname

    def missing_page(self, path: str, at: JsonPath) -> Problem:
        if leads_outside(path):
            reason = f'the page "{path}" is not a path inside the project; it is left out.'
        else:
            reason = (
                f'the page "{path}" has no file; it is left out of the navigation.'
                + did_you_mean(clean_path(path), self.known_pages)
            )
        return Problem(code="missing_page", message=reason, place=self.locate(at))


def with_further_groups(tree: NavigationTree, groups: Collection[GroupNode]) -> NavigationTree:
    """Append groups of pages, without those pages that the tree has already."""
    listed = set(tree.docnames)

    def kept(group: GroupNode) -> GroupNode:
        entries = (
            kept(entry) if isinstance(entry, GroupNode) else entry
            for entry in group.entries
            if isinstance(entry, GroupNode) or entry.docname not in listed
        )
        return replace(
            group,
            entries=tuple(
                entry for entry in entries if isinstance(entry, PageNode) or entry.entries
            ),
        )

    further = (group for group in map(kept, groups) if group.entries)
    return replace(tree, groups=(*tree.groups, *further))


def find_page(path: str, known_pages: Collection[str]) -> str | None:
    """Return the page a path means: with or without leading slash and extension."""
    if leads_outside(path):
        return None
    cleaned = clean_path(path)
    candidates = (cleaned, splitext(cleaned)[0])
    return next((name for name in candidates if name in known_pages), None)


def clean_path(path: str) -> str:
    """Drop what does not matter in a path: leading and trailing slashes, ``./``."""
    return "/".join(part for part in path.split("/") if part not in ("", "."))


def leads_outside(path: str) -> bool:
    """Whether a path could leave the folder it stands in."""
    return "\\" in path or ".." in path.split("/")
