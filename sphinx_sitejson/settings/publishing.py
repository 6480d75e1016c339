"""What surrounds the pages: feedback, redirects, search engines, analytics, widgets."""

from __future__ import annotations

from dataclasses import dataclass, field

from sphinx_sitejson.problems import JsonPath

from .json_object import JsonObject


@dataclass(frozen=True, slots=True, kw_only=True)
class Feedback(JsonObject):
    """Which ways to respond a page offers."""

    thumbs_rating: bool = False
    suggest_edit: bool = False
    raise_issue: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Redirect(JsonObject):
    """An address that moved."""

    source: str
    destination: str
    permanent: bool = True
    at: JsonPath = field(default=(), compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Seo(JsonObject):
    """What search engines may see."""

    index_hidden_pages: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Integrations(JsonObject):
    """Widgets of other services, by their identifiers."""

    intercom: str | None = None
    frontchat: str | None = None
    osano: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Amplitude(JsonObject):
    """Amplitude."""

    api_key: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Clearbit(JsonObject):
    """Clearbit."""

    public_api_key: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Fathom(JsonObject):
    """Fathom."""

    site_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class GoogleAnalytics(JsonObject):
    """Google Analytics 4."""

    measurement_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class GoogleTagManager(JsonObject):
    """Google Tag Manager."""

    tag_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Heap(JsonObject):
    """Heap."""

    app_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Hotjar(JsonObject):
    """Hotjar."""

    hjid: str
    hjsv: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Koala(JsonObject):
    """Koala."""

    public_api_key: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LogRocket(JsonObject):
    """LogRocket."""

    app_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Mixpanel(JsonObject):
    """Mixpanel."""

    project_token: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Pirsch(JsonObject):
    """Pirsch."""

    id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PostHog(JsonObject):
    """PostHog."""

    api_key: str
    api_host: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Plausible(JsonObject):
    """Plausible."""

    domain: str
    server: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Segment(JsonObject):
    """Segment."""

    key: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Analytics(JsonObject):
    """The analytics services of the site."""

    amplitude: Amplitude | None = None
    clearbit: Clearbit | None = None
    fathom: Fathom | None = None
    ga4: GoogleAnalytics | None = None
    gtm: GoogleTagManager | None = None
    heap: Heap | None = None
    hotjar: Hotjar | None = None
    koala: Koala | None = None
    logrocket: LogRocket | None = None
    mixpanel: Mixpanel | None = None
    pirsch: Pirsch | None = None
    posthog: PostHog | None = None
    plausible: Plausible | None = None
    segment: Segment | None = None
