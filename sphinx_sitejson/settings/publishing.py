"""What surrounds the pages: feedback, redirects, search engines, analytics, widgets."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated

from sphinx_sitejson.problems import JsonPath

from .json_object import JsonObject, Key
from .values import Identifier, Link, RedirectSource, WebAddress, written


@dataclass(frozen=True, slots=True, kw_only=True)
class Feedback(JsonObject):
    """Ways to respond that every page offers."""

    thumbs_rating: Annotated[bool, Key("Asks whether the page was helpful.")] = False
    suggest_edit: Annotated[bool, Key("Offers to suggest an edit by a pull request.")] = False
    raise_issue: Annotated[bool, Key("Offers to raise an issue about the page.")] = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Redirect(JsonObject):
    """A path that moved."""

    source: Annotated[
        RedirectSource,
        Key("Path that readers may still ask for; `:slug*` and `*` stand for any rest."),
    ]
    destination: Annotated[
        Link,
        Key(
            "Path or address to which they are sent; the wildcard of the source may be used again."
        ),
    ]
    permanent: Annotated[
        bool, Key("Whether browsers and search engines may remember the redirect.")
    ] = True
    at: JsonPath = field(default=(), compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Seo(JsonObject):
    """What search engines may see."""

    index_hidden_pages: Annotated[
        bool, Key("Lets search engines find pages that are not in the navigation.")
    ] = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Integrations(JsonObject):
    """Widgets of other services."""

    intercom: Annotated[
        str | None,
        written(
            r"[A-Za-z0-9_-]{6,}", "an application identifier of at least six letters and digits"
        ),
        Key("Application identifier of Intercom; shows its chat."),
    ] = None
    frontchat: Annotated[
        str | None,
        written(r"[A-Za-z0-9_-]{6,}", "an identifier of at least six letters and digits"),
        Key("Identifier of Front Chat; shows its chat."),
    ] = None
    osano: Annotated[
        str | None,
        written(
            r"https://cmp\.osano\.com/[A-Za-z0-9/_-]+/osano\.js",
            "an address such as https://cmp.osano.com/xxx/osano.js",
        ),
        Key("Address of the Osano script, which asks for consent to cookies."),
    ] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Amplitude(JsonObject):
    """Settings of Amplitude."""

    api_key: Annotated[Identifier, Key("API key of the project.")]


@dataclass(frozen=True, slots=True, kw_only=True)
class Clearbit(JsonObject):
    """Settings of Clearbit."""

    public_api_key: Annotated[Identifier, Key("Public API key of the account.")]


@dataclass(frozen=True, slots=True, kw_only=True)
class Fathom(JsonObject):
    """Settings of Fathom."""

    site_id: Annotated[
        str,
        written(r"[A-Za-z0-9]+", "a site identifier of letters and digits"),
        Key("Identifier of the site."),
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class GoogleAnalytics(JsonObject):
    """Settings of Google Analytics 4."""

    measurement_id: Annotated[
        str,
        written(r"G[A-Za-z0-9-]+", "a measurement identifier such as G-XXXXXXX"),
        Key("Measurement identifier, which begins with `G`."),
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class GoogleTagManager(JsonObject):
    """Settings of Google Tag Manager."""

    tag_id: Annotated[
        str,
        written(r"G[A-Za-z0-9-]+", "a tag identifier such as GTM-XXXXXXX"),
        Key("Identifier of the container, which begins with `G`."),
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class Heap(JsonObject):
    """Settings of Heap."""

    app_id: Annotated[Identifier, Key("Identifier of the environment.")]


@dataclass(frozen=True, slots=True, kw_only=True)
class Hotjar(JsonObject):
    """Settings of Hotjar."""

    hjid: Annotated[
        str,
        written(r"[0-9]+", "a site identifier of digits, written as a string"),
        Key("Site identifier, written as a string."),
    ]
    hjsv: Annotated[
        str,
        written(r"[0-9]+", "a version of digits, written as a string"),
        Key("Version of the snippet, written as a string."),
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class Koala(JsonObject):
    """Settings of Koala."""

    public_api_key: Annotated[Identifier, Key("Public API key of the workspace.")]


@dataclass(frozen=True, slots=True, kw_only=True)
class LogRocket(JsonObject):
    """Settings of LogRocket."""

    app_id: Annotated[
        str,
        written(
            r"[A-Za-z0-9_-]+(?:/[A-Za-z0-9_-]+)?", "an application identifier such as team/app"
        ),
        Key("Identifier of the application."),
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class Mixpanel(JsonObject):
    """Settings of Mixpanel."""

    project_token: Annotated[Identifier, Key("Token of the project.")]


@dataclass(frozen=True, slots=True, kw_only=True)
class Pirsch(JsonObject):
    """Settings of Pirsch."""

    id: Annotated[Identifier, Key("Identification code of the site.")]


@dataclass(frozen=True, slots=True, kw_only=True)
class PostHog(JsonObject):
    """Settings of PostHog."""

    api_key: Annotated[
        str,
        written(r"phc_[A-Za-z0-9_-]+", "a project key such as phc_XXXXXXX"),
        Key("Key of the project, which begins with `phc_`."),
    ]
    api_host: Annotated[WebAddress | None, Key("Address of your own PostHog server.")] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Plausible(JsonObject):
    """Settings of Plausible."""

    domain: Annotated[
        str,
        written(
            r"[A-Za-z0-9.-]+(?:,[A-Za-z0-9.-]+)*",
            "a domain without https://, such as docs.example.com",
        ),
        Key("Domain of the site as Plausible knows it, without `https://`."),
    ]
    server: Annotated[
        str | None,
        written(
            r"[A-Za-z0-9.-]+(?::[0-9]+)?",
            "a domain without https://, such as plausible.example.com",
        ),
        Key("Domain of your own Plausible server, without `https://`."),
    ] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Segment(JsonObject):
    """Settings of Segment."""

    key: Annotated[Identifier, Key("Write key of the source.")]


@dataclass(frozen=True, slots=True, kw_only=True)
class Analytics(JsonObject):
    """Analytics services, by name."""

    amplitude: Annotated[Amplitude | None, Key("Settings of Amplitude.")] = None
    clearbit: Annotated[Clearbit | None, Key("Settings of Clearbit.")] = None
    fathom: Annotated[Fathom | None, Key("Settings of Fathom.")] = None
    ga4: Annotated[GoogleAnalytics | None, Key("Settings of Google Analytics 4.")] = None
    gtm: Annotated[GoogleTagManager | None, Key("Settings of Google Tag Manager.")] = None
    heap: Annotated[Heap | None, Key("Settings of Heap.")] = None
    hotjar: Annotated[Hotjar | None, Key("Settings of Hotjar.")] = None
    koala: Annotated[Koala | None, Key("Settings of Koala.")] = None
    logrocket: Annotated[LogRocket | None, Key("Settings of LogRocket.")] = None
    mixpanel: Annotated[Mixpanel | None, Key("Settings of Mixpanel.")] = None
    pirsch: Annotated[Pirsch | None, Key("Settings of Pirsch.")] = None
    posthog: Annotated[PostHog | None, Key("Settings of PostHog.")] = None
    plausible: Annotated[Plausible | None, Key("Settings of Plausible.")] = None
    segment: Annotated[Segment | None, Key("Settings of Segment.")] = None
