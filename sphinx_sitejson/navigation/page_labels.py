"""The navigation tree with the pages' own words: labels, icons, versions."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from .page_facts import PageFacts, readable_name
from .tree import GroupNode, PageNode
from .views import SidebarEntry, SidebarGroup, SidebarPage

_NO_FACTS = PageFacts()


@dataclass(frozen=True, slots=True, kw_only=True)
class PageLabels:
    """Gives each page of the tree its words.

    :param facts: what pages say of themselves in their front matter.
    :param titles: the title of each page.
    :param versions: the names of the site's versions; others count as none.
    """

    facts: Mapping[str, PageFacts] = field(default_factory=dict)
    titles: Mapping[str, str] = field(default_factory=dict)
    versions: Collection[str] = ()

    def title(self, docname: str) -> str:
        """Return the title of a page."""
        return self.titles.get(docname) or readable_name(docname)

    def groups(self, nodes: Iterable[GroupNode]) -> tuple[SidebarGroup, ...]:
        """Label the groups that stand at the top of a sidebar."""
        return tuple(self.group(node) for node in nodes if not node.is_hidden)

    def group(self, node: GroupNode, inherited_version: str = "") -> SidebarGroup:
        """Label a group and all that is in it; the deepest version counts."""
        version = self.known_version(node.version) or inherited_version
        root = (self.page(PageNode(docname=node.root), version),) if node.root else ()
        return SidebarGroup(
            name=node.name,
            icon=node.icon,
            icon_type=node.icon_type,
            version=version,
            url=root[0].url if root else "",
            tag=node.tag,
            is_expanded=node.is_expanded,
            entries=(*root, *self._entries(node, version)),
        )

    def _entries(self, node: GroupNode, version: str) -> Iterator[SidebarEntry]:
        for entry in node.entries:
            if isinstance(entry, PageNode):
                if not self.is_hidden(entry):
                    yield self.page(entry, version)
            elif not entry.is_hidden:
                yield self._page_of(entry, version) if entry.root else self.group(entry, version)

    def _page_of(self, node: GroupNode, group_version: str) -> SidebarPage:
        """Label a group inside another one whose name opens a page: the page with all below it."""
        version = self.known_version(node.version) or group_version
        page = self.page(PageNode(docname=node.root), version)
        return replace(
            page,
            label=node.name or page.label,
            icon=node.icon or page.icon,
            icon_type=(node.icon_type or "") if node.icon else page.icon_type,
            tag=node.tag or page.tag,
            method="",
            is_expanded=node.is_expanded,
            entries=tuple(self._entries(node, version)),
        )

    def page(self, node: PageNode, group_version: str = "") -> SidebarPage:
        """Label a page; its own version beats its group's."""
        facts = self.facts_of(node)
        version = self.known_version(facts.version) or group_version
        children = tuple(
            self.page(child, version) for child in node.children if not self.is_hidden(child)
        )
        return SidebarPage(
            docname=node.docname,
            label=facts.sidebar_title or node.label or self.title(node.docname),
            url=facts.url or node.url or f"/{node.docname}",
            icon=facts.icon,
            icon_type=facts.icon_type,
            tag=facts.tag,
            method=facts.method,
            version=version,
            entries=children,
        )

    def facts_of(self, node: PageNode) -> PageFacts:
        """Return what a page says of itself."""
        return self.facts.get(node.docname, _NO_FACTS)

    def is_hidden(self, node: PageNode) -> bool:
        """Whether a page asks to be kept out of the navigation."""
        return self.facts_of(node).hidden

    def known_version(self, version: str | None) -> str:
        """Return the version if the site has it."""
        return version if version and version in self.versions else ""
