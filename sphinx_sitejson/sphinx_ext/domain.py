"""The door to what the extension knows: settings for this build, facts for each page."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from sphinx.domains import Domain

from sphinx_sitejson.navigation import NavigationTree, PageFacts, SiteMap
from sphinx_sitejson.openapi.library import OpenApiLibrary
from sphinx_sitejson.pages.site_pages import SitePages
from sphinx_sitejson.publishing.redirects import RedirectPlan
from sphinx_sitejson.reference.options import ReferenceOptions

from .page_index import BoundFact, PageIndex
from .reference_shelf import ReferenceShelf
from .shared_tree import SharedTrees

if TYPE_CHECKING:
    from collections.abc import Mapping, Set

    from docutils import nodes
    from markdown_it import MarkdownIt
    from sphinx.application import Sphinx
    from sphinx.builders import Builder
    from sphinx.environment import BuildEnvironment

    from sphinx_sitejson.icons import Icon
    from sphinx_sitejson.openapi.digests import DocumentDigests
    from sphinx_sitejson.openapi.written_examples import WrittenJson
    from sphinx_sitejson.problems import Problem
    from sphinx_sitejson.publishing.repository import Repository
    from sphinx_sitejson.reference.written_page import WrittenEndpoint
    from sphinx_sitejson.settings import LoadedSettings, SiteSettings

    from .changes_reader import ChangesReader
    from .mdx_components.registry import ComponentSpec
    from .reference_html import ReferenceHtml
    from .short_texts import ShortTexts
    from .site_contents import SiteContents


FACTS_OF_PAGES = ("facts", "bound", "components", "endpoints", "examples", "anchors", "credentials")
"""What is kept for each page."""


@dataclass(frozen=True, slots=True)
class StyleSheet:
    """The generated style sheets and scripts: one short text that changes with them."""

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
    own_icons: dict[str, Icon] = field(default_factory=dict)
    """The icons of the owner's folder, by name."""
    own_icons_digest: str = ""
    files: dict[str, str] = field(default_factory=dict)
    """Where the files that the settings name stand in the built site."""
    style: StyleSheet = StyleSheet()
    playground_digest: str = ""
    """Changes with the files of the playground."""
    library: OpenApiLibrary = field(default_factory=OpenApiLibrary)
    pages: SitePages = field(default_factory=SitePages)
    """The generated pages."""
    unreported: dict[str, tuple[Problem, ...]] = field(default_factory=dict)
    """Problems of documents, kept until somebody shows the document."""
    unread: list[str] = field(default_factory=list)
    """The documents that the settings name and that cannot be used."""
    builder_format: str = ""
    builder_name: str = ""
    shelf: ReferenceShelf = field(
        default_factory=lambda: ReferenceShelf(OpenApiLibrary(), ReferenceOptions())
    )
    """The views of operations and schemas."""
    trees: SharedTrees = field(default_factory=SharedTrees)
    page_index: PageIndex = field(default_factory=PageIndex)
    digests: dict[str, DocumentDigests] = field(default_factory=dict)
    """What is known of the documents' parts, by location."""
    components: Mapping[str, ComponentSpec] = field(default_factory=dict)
    """The components of pages, by name."""
    page_names: dict[str, str] = field(default_factory=dict)
    """The pages by their names in lower case, for links."""
    builder: Builder | None = None
    draws_diagrams: bool = False
    """Whether an extension draws Mermaid diagrams."""
    mdx_parser: MarkdownIt | None = None
    """Reads MDX pages; made when the first one is read."""
    myst_parser: MarkdownIt | None = None
    """Reads other Markdown pages."""
    reference_html: ReferenceHtml | None = None
    """Renders API blocks; made when the first one is written."""
    short_texts: ShortTexts | None = None
    """Style sheets and scripts without what only people read."""
    contents: SiteContents | None = None
    """What the built site has besides its pages."""
    redirects: RedirectPlan = field(default_factory=RedirectPlan)
    repository: Repository | None = None
    feedback_url: str = ""
    has_rating: bool = False
    """Whether pages ask if they helped."""
    changes: ChangesReader | None = None
    """Compares documents; made when it is first asked."""


class SiteDomain(Domain):
    """Keeps the facts of each page between builds."""

    name = "sitejson"
    label = "site.json"
    initial_data: ClassVar[dict[str, Any]] = {
        "facts": {},
        "bound": {},
        "components": {},
        "endpoints": {},
        "examples": {},
        "anchors": {},
        "credentials": {},
        "toctree": (),
        "library": "",
        "options": "",
    }
    data_version = 5

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

    @property
    def components(self) -> dict[str, set[str]]:
        """Which components each page has."""
        components: dict[str, set[str]] = self.data["components"]
        return components

    @property
    def endpoints(self) -> dict[str, WrittenEndpoint]:
        """The endpoints that pages describe in their own words."""
        endpoints: dict[str, WrittenEndpoint] = self.data["endpoints"]
        return endpoints

    @property
    def examples(self) -> dict[str, tuple[WrittenJson, ...]]:
        """The examples that pages give of the operation they show."""
        examples: dict[str, tuple[WrittenJson, ...]] = self.data["examples"]
        return examples

    @property
    def anchors(self) -> dict[str, frozenset[str]]:
        """The places of each page that a link can lead to."""
        anchors: dict[str, frozenset[str]] = self.data["anchors"]
        return anchors

    def resolve_any_xref(self, *args: Any, **kwargs: Any) -> list[tuple[str, nodes.reference]]:
        """Return nothing: the domain has no objects that text could refer to."""
        return []

    def clear_doc(self, docname: str) -> None:
        """Forget a page."""
        for kept in FACTS_OF_PAGES:
            self.data[kept].pop(docname, None)

    def merge_domaindata(self, docnames: Set[str], otherdata: dict[str, Any]) -> None:
        """Take over the pages that another process read."""
        for kept in FACTS_OF_PAGES:
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
