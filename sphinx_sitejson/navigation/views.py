"""What templates show of the navigation, and the labels of pages."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from sphinx_sitejson.common.characters import readable_name
from sphinx_sitejson.settings.appearance import Gradient
from sphinx_sitejson.settings.front_matter.keys import PageFacts

from .tree import Chain, Entry, GroupNode, PageNode


class Link(NamedTuple):
    """A label and its URL; without a URL it is only a label."""

    label: str
    url: str = ""


@dataclass(frozen=True, kw_only=True)
class MenuEntry:
    """A tab, an anchor, or an entry of a menu of divisions, versions or languages."""

    name: str
    url: str
    icon: str | None = None
    icon_type: str | None = None
    color: Gradient | None = None
    version: str = ""
    """The version in which it is visible."""
    version_urls: tuple[tuple[str, str], ...] = ()
    """Its URLs in versions that have other pages."""
    locale: str = ""
    """The code of its language."""
    description: str = ""
    tag: str = ""
    items: tuple[MenuEntry, ...] = ()
    """The entries of the menu that opens from a tab."""
    location: str = ""
    """The location to store for a reader who opens ``first``, or stays on the page, with it."""
    first: str = ""
    """Its first page, if that is rendered in another location."""
    is_current: bool = False
    is_external: bool = False
    is_default: bool = False
    """Whether it is the default for new readers."""


class Chooser(NamedTuple):
    """A menu above the sidebar: the products, dropdowns or menu items around the page."""

    kind: str
    entries: tuple[MenuEntry, ...]

    @property
    def current(self) -> MenuEntry | None:
        """The entry that contains the page."""
        return next((entry for entry in self.entries if entry.is_current), None)


class Menu(NamedTuple):
    """The version menu or the language menu of a page."""

    current: str
    entries: tuple[MenuEntry, ...]
    page_version: str = ""
    """The version of the page; empty if it is in all versions."""
    is_listed: bool = False
    """Whether each version lists its own pages, so that every entry opens another page."""

    @property
    def preferred(self) -> MenuEntry | None:
        """The default version, for a page that belongs to another one.

        Versions with a locale are translations, none of which is outdated.
        """
        if not self.page_version or any(entry.locale for entry in self.entries):
            return None
        default = next((entry for entry in self.entries if entry.is_default), None)
        return default if default and default.name != self.page_version else None


class Alternate(NamedTuple):
    """The same page in another language, for search engines."""

    tag: str
    url: str


@dataclass(frozen=True, kw_only=True)
class PageNavigation:
    tabs: tuple[MenuEntry, ...] = ()
    anchors: tuple[MenuEntry, ...] = ()
    choosers: tuple[Chooser, ...] = ()
    groups: tuple[Entry, ...] = ()
    tree_name: str = ""
    """The name of the full tree if the groups are an excerpt."""
    breadcrumbs: tuple[Link, ...] = ()
    outer_breadcrumbs: int = 0
    """How many of them are divisions; the others are groups."""
    previous: Link | None = None
    next: Link | None = None
    version: str = ""
    versions: Menu | None = None
    languages: Menu | None = None
    language: str = ""
    """The language of the page, if it is not that of the site."""
    alternates: tuple[Alternate, ...] = ()
    location: str = ""
    """The key of the location that is rendered."""
    locations: tuple[str, ...] = ()
    """The keys of all locations of a page that has several."""


LocatePage = Callable[[str, GroupNode], Chain]
"""Returns the location of a page in a group."""

_NO_FACTS = PageFacts()
_NO_GROUP = GroupNode()


@dataclass(frozen=True, kw_only=True)
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
        return version if version and version in self.versions else ""

    def groups(
        self, groups: Iterable[GroupNode], locate: LocatePage = lambda docname, group: ()
    ) -> tuple[GroupNode, ...]:
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
