"""The door to what the extension knows: settings for this build, facts for each page."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from sphinx.domains import Domain

from sphinx_sitejson.navigation import GroupNode, NavigationTree, PageFacts, SiteMap
from sphinx_sitejson.openapi.digests import DocumentDigests
from sphinx_sitejson.openapi.library import OpenApiLibrary
from sphinx_sitejson.pages.bindings import Binding
from sphinx_sitejson.pages.generation import PageStub
from sphinx_sitejson.problems import Problem
from sphinx_sitejson.settings import LoadedSettings, SiteSettings

if TYPE_CHECKING:
    from collections.abc import Set

    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment


@dataclass(frozen=True, slots=True, kw_only=True)
class BoundFact:
    """What is kept of a binding between builds, to see when its page must be read again."""

    binding: Binding
    location: str = ""
    """The document it was found in; empty when nothing was found."""
    digest: str = ""


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
    library: OpenApiLibrary = field(default_factory=OpenApiLibrary)
    stubs: dict[str, PageStub] = field(default_factory=dict)
    """The generated pages by name."""
    generated_groups: tuple[GroupNode, ...] = ()
    claimed: set[str] = field(default_factory=set)
    """The documents that a tab, an anchor or a page shows."""
    unreported: dict[str, tuple[Problem, ...]] = field(default_factory=dict)
    """Problems of documents, kept until somebody shows the document."""
    digests: dict[str, DocumentDigests] = field(default_factory=dict)
    """What is known of the documents' parts, by location."""


class SiteDomain(Domain):
    """Keeps the facts of each page between builds."""

    name = "sitejson"
    label = "site.json"
    initial_data: ClassVar[dict[str, Any]] = {
        "facts": {},
        "bound": {},
        "toctree": (),
        "library": "",
    }
    data_version = 1

    site: Site
    """Set when the settings are read; not part of the stored data."""

    @property
    def facts(self) -> dict[str, PageFacts]:
        """What each page says of itself."""
        facts: dict[str, PageFacts] = self.data["facts"]
        return facts

    @property
    def bound(self) -> dict[str, list[BoundFact]]:
        """Which operations and schemas each page shows."""
        bound: dict[str, list[BoundFact]] = self.data["bound"]
        return bound

    def clear_doc(self, docname: str) -> None:
        """Forget a page."""
        self.facts.pop(docname, None)
        self.bound.pop(docname, None)

    def merge_domaindata(self, docnames: Set[str], otherdata: dict[str, Any]) -> None:
        """Take over the pages that another process read."""
        for kept in ("facts", "bound"):
            theirs = otherdata[kept]
            self.data[kept].update((name, theirs[name]) for name in docnames if name in theirs)


def site_domain(env: BuildEnvironment) -> SiteDomain:
    """Return the extension's domain."""
    domain = env.get_domain(SiteDomain.name)
    assert isinstance(domain, SiteDomain)
    return domain


def setup_domain(app: Sphinx) -> None:
    """Register the domain."""
    app.add_domain(SiteDomain)
