"""The settings of this build, the stored data of pages, and access to both."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Set
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar
from weakref import WeakKeyDictionary

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.builders import Builder
from sphinx.domains import Domain
from sphinx.environment import BuildEnvironment

from sphinx_sitejson.settings.front_matter.keys import PageFacts

if TYPE_CHECKING:
    from sphinx_sitejson.common.problems import Problem
    from sphinx_sitejson.http_messages.example_validation import PageExample
    from sphinx_sitejson.navigation.page_index import BoundFact, Implementation
    from sphinx_sitejson.reference.views.listings import ListingFact
    from sphinx_sitejson.reference.views.manual_endpoint import ManualEndpoint
    from sphinx_sitejson.settings.loading import LoadedSettings
    from sphinx_sitejson.settings.site import SiteSettings

NO_FACTS = PageFacts()

FACTS_OF_PAGES = (
    "facts",
    "bound",
    "listings",
    "components",
    "endpoints",
    "examples",
    "anchors",
    "untitled_links",
    "credentials",
    "implementations",
    "clock",
    "interactive",
    "ignored_keys",
    "utilities",
)
"""Data that is stored for each page."""


@dataclass(kw_only=True)
class Site:
    """The settings of a build; complete when its builder is known."""

    settings: SiteSettings
    loaded: LoadedSettings
    """The loaded settings file, for the locations of its values."""
    root: Path
    """The source folder of the project."""
    builder: Builder = field(init=False)
    extensions: frozenset[str] = frozenset()
    """The names of all extensions of the project."""
    keeps_theme: bool
    """Whether the project uses another theme, whose appearance must not change."""
    keeps_latex: bool = False
    """Whether a PDF is built whose layout must not change, either."""
    theme_options: Mapping[str, object] = field(default_factory=dict)
    """``html_theme_options``, which templates of the project may use."""
    unknown_options: tuple[str, ...] = ()
    """Options in ``html_theme_options`` that are not supported."""

    def may_add(self, *keys: str) -> bool:
        """Return whether a feature is on: always with our theme, else if the settings have a key.

        :param keys: the keys that turn it on.
        """
        settings = self.loaded.source.value
        return not self.keeps_theme or any(settings.get(key) for key in keys)


State = TypeVar("State")

_application_states: WeakKeyDictionary[Sphinx, dict[str, Any]] = WeakKeyDictionary()


def application_state(app: Sphinx, name: str, make: Callable[[], State]) -> State:
    """Return state of an application that is needed before its environment exists."""
    states = _application_states.setdefault(app, {})
    if name not in states:
        states[name] = make()
    state: State = states[name]
    return state


def _not_set(env: BuildEnvironment) -> Any:
    raise RuntimeError("A later step of the build sets this.")


class BuildState(Generic[State]):
    """Typed accessor of data that a feature computes while a build runs.

    The module that computes the data defines the accessor; others import it from there, so that
    imports show dependencies. The data lives as long as the build and is never pickled.
    """

    def __init__(self, make: Callable[[BuildEnvironment], State] = _not_set) -> None:
        self._make = make

    def __call__(self, env: BuildEnvironment) -> State:
        """Return the data of a build, computed on first access."""
        states = site_domain(env).states
        if self not in states:
            states[self] = self._make(env)
        state: State = states[self]
        return state

    def set(self, env: BuildEnvironment, state: State) -> None:
        """Replace the data of a build."""
        site_domain(env).states[self] = state

    def clear(self, env: BuildEnvironment) -> None:
        """Discard the data, so that it is computed again on the next access."""
        site_domain(env).states.pop(self, None)


class NamedDomain(Domain):
    """A domain that references have to name: none of its objects is found without."""

    def resolve_any_xref(self, *args: Any, **kwargs: Any) -> list[tuple[str, nodes.reference]]:
        """Return nothing for a reference of any kind."""
        return []


class SiteDomain(NamedDomain):
    """Store the facts about each page between builds."""

    name = "sitejson"
    label = "site.json"
    initial_data: ClassVar[dict[str, Any]] = {
        **{name: {} for name in FACTS_OF_PAGES},
        "served": {},
        "read_settings": "",
        "toctree": (),
        "library": "",
        "options": "",
        "keeps_theme": False,
    }
    data_version = 15

    site: Site
    """Set when the settings are read; not part of the stored data."""
    facts: dict[str, PageFacts]
    """The front matter of each page."""
    ignored_keys: dict[str, tuple[Problem, ...]]
    """The front matter keys of each page that have no effect."""
    bound: dict[str, list[BoundFact]]
    """Which operations and schemas each page shows."""
    listings: dict[str, list[ListingFact]]
    """The documents that each page depends on."""
    components: dict[str, set[str]]
    """Which components each page has."""
    endpoints: dict[str, ManualEndpoint]
    """The manual endpoints of pages."""
    examples: dict[str, tuple[PageExample, ...]]
    """The examples on pages of their operation."""
    anchors: dict[str, frozenset[str]]
    """The anchors of each page."""
    untitled_links: dict[str, tuple[str, ...]]
    """The targets of links without text on each page, which show the title of their target."""
    implementations: dict[str, tuple[Implementation, ...]]
    """The Python objects of each page that implement operations."""
    utilities: dict[str, set[str]]
    """The classes of Tailwind CSS on each page."""

    def __init__(self, env: BuildEnvironment) -> None:
        super().__init__(env)
        self.states: dict[BuildState[Any], Any] = {}
        """The data of this build by accessor."""
        vars(self).update((name, self.data[name]) for name in FACTS_OF_PAGES)

    def facts_of(self, docname: str) -> PageFacts:
        """Return the front matter of a page; pages that Sphinx generates have none."""
        return self.facts.get(docname, NO_FACTS)

    def shows_api(self, docname: str) -> bool:
        """Return whether a page depends on a document."""
        return docname in self.bound or docname in self.listings

    def clear_doc(self, docname: str) -> None:
        """Remove the data of a page."""
        for store in FACTS_OF_PAGES:
            self.data[store].pop(docname, None)

    def merge_domaindata(self, docnames: Set[str], otherdata: dict[str, Any]) -> None:
        """Merge the data of pages that another process read."""
        for store in FACTS_OF_PAGES:
            theirs = otherdata[store]
            self.data[store].update((name, theirs[name]) for name in docnames if name in theirs)


def site_domain(env: BuildEnvironment) -> SiteDomain:
    """Return the extension's domain."""
    domain = env.get_domain(SiteDomain.name)
    assert isinstance(domain, SiteDomain)
    return domain


def site_of(env: BuildEnvironment) -> Site:
    """Return the site of the build."""
    return site_domain(env).site


def pages_after_change(env: BuildEnvironment, name: str, state: object) -> set[str]:
    """Return all pages if some data of the build differs from that of the last build."""
    stored = site_domain(env).data
    is_changed = stored[name] != state
    stored[name] = state
    return env.found_docs if is_changed else set()


has_documents: BuildState[bool] = BuildState(lambda env: False)
"""Whether the settings name OpenAPI documents, or files of the project may be some."""


def uses_api(env: BuildEnvironment) -> bool:
    """Whether the project documents an API: it has documents, or pages that show a part of one.

    Before pages are read, the answer is for the pages of the last build.
    """
    domain = site_domain(env)
    has_api_pages = domain.bound or domain.listings or domain.data["served"]
    return bool(has_api_pages) or has_documents(env)


has_tags: BuildState[bool] = BuildState(
    lambda env: any("tag_index" in used for used in site_domain(env).components.values())
)
"""Whether a page lists the tags of pages, which turns them on; known when all pages are read."""
