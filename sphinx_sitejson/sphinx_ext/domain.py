"""The door to what the extension knows: settings for this build, facts for each page."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from sphinx.domains import Domain

from sphinx_sitejson.navigation import NavigationTree, PageFacts, SiteMap
from sphinx_sitejson.settings import LoadedSettings, SiteSettings

if TYPE_CHECKING:
    from collections.abc import Set

    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment


@dataclass(frozen=True, slots=True)
class StyleSheet:
    """The generated style sheet."""

    text: str = ""
    digest: str = ""


@dataclass(slots=True)
class Site:
    """What is known of the site in this build; filled step by step, never stored."""

    settings: SiteSettings
    loaded: LoadedSettings
    root: Path
    """The folder below which all files of the site lie."""
    tree: NavigationTree = field(default_factory=NavigationTree)
    site_map: SiteMap | None = None
    files: dict[str, str] = field(default_factory=dict)
    """Where the files that the settings name stand in the built site."""
    style: StyleSheet = StyleSheet()


class SiteDomain(Domain):
    """Keeps the facts of each page between builds."""

    name = "sitejson"
    label = "site.json"
    initial_data: ClassVar[dict[str, Any]] = {"facts": {}, "toctree": ()}
    data_version = 1

    site: Site
    """Set when the settings are read; not part of the stored data."""

    @property
    def facts(self) -> dict[str, PageFacts]:
        """What each page says of itself."""
        facts: dict[str, PageFacts] = self.data["facts"]
        return facts

    def clear_doc(self, docname: str) -> None:
        """Forget a page."""
        self.facts.pop(docname, None)

    def merge_domaindata(self, docnames: Set[str], otherdata: dict[str, Any]) -> None:
        """Take over the pages that another process read."""
        for docname in docnames:
            if docname in otherdata["facts"]:
                self.facts[docname] = otherdata["facts"][docname]


def site_domain(env: BuildEnvironment) -> SiteDomain:
    """Return the extension's domain."""
    domain = env.get_domain(SiteDomain.name)
    assert isinstance(domain, SiteDomain)
    return domain


def setup_domain(app: Sphinx) -> None:
    """Register the domain."""
    app.add_domain(SiteDomain)
