"""The table of external services that a site may configure: analytics, chats and consent.

A new service is one entry in ``SERVICES`` and one script in ``static/services``; the settings
derive their keys from the entries.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

Kind = Literal["analytics", "chat", "consent"]


@dataclass(frozen=True)
class ServiceKey:
    """A setting of a service."""

    name: str
    help: str
    pattern: str = ""
    """The pattern of the value; an http or https URL, if there is none."""
    expected: str = ""
    """A description of the pattern, for messages."""
    is_required: bool = True


@dataclass(frozen=True, kw_only=True)
class Hosts:
    """The hosts that a service's scripts come from, and those they talk to."""

    scripts: tuple[str, ...]
    connections: tuple[str, ...]
    pictures: tuple[str, ...] = ()
    frames: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Service:
    """The description of a service, except for the script that loads it."""

    title: str
    kind: Kind = "analytics"
    keys: tuple[ServiceKey, ...]
    hosts: Hosts
    tracks_readers: bool = True
    """Whether it recognizes a reader again or records what one does: then it needs consent."""
    privacy: str
    """What it stores about readers, in one sentence: the reason for the value above."""
    has_events: bool = True
    """Whether it receives events, such as the feedback to "Was this page helpful?"."""

    @property
    def is_named_by_one_value(self) -> bool:
        """Whether the settings name it by its identifier alone, not by an object."""
        return self.kind != "analytics"


_WORD = r"[A-Za-z0-9_-]+"
_WORD_EXPECTED = "a key of letters, digits, hyphens, and underscores"
_GOOGLE = (
    "https://*.google-analytics.com",
    "https://*.analytics.google.com",
    "https://*.googletagmanager.com",
)


def _key(name: str, help: str) -> ServiceKey:
    """Describe the most common type of key: one token."""
    return ServiceKey(name, help, _WORD, _WORD_EXPECTED)


SERVICES: Mapping[str, Service] = {
    "amplitude": Service(
        title="Amplitude",
        keys=(_key("apiKey", "API key of the project."),),
        hosts=Hosts(
            scripts=("https://cdn.amplitude.com",), connections=("https://*.amplitude.com",)
        ),
        privacy="Stores a cookie that identifies the reader.",
    ),
    "clearbit": Service(
        title="Clearbit",
        keys=(_key("publicApiKey", "Public API key of the account."),),
        hosts=Hosts(
            scripts=("https://tag.clearbitscripts.com", "https://x.clearbitjs.com"),
            connections=("https://x.clearbitjs.com", "https://app.clearbit.com"),
        ),
        privacy="Stores cookies and identifies the company of the reader.",
        has_events=False,
    ),
    "fathom": Service(
        title="Fathom",
        keys=(
            ServiceKey(
                "siteId",
                "ID of the site.",
                "[A-Za-z0-9]+",
                "a site identifier of letters and digits",
            ),
        ),
        hosts=Hosts(
            scripts=("https://cdn.usefathom.com",),
            connections=("https://cdn.usefathom.com",),
            pictures=("https://cdn.usefathom.com",),
        ),
        tracks_readers=False,
        privacy="Counts visits without cookies and stores nothing in the browser.",
    ),
    "ga4": Service(
        title="Google Analytics 4",
        keys=(
            ServiceKey(
                "measurementId",
                "Measurement ID, which starts with `G`.",
                "G[A-Za-z0-9-]+",
                "a measurement identifier such as G-XXXXXXX",
            ),
        ),
        hosts=Hosts(
            scripts=("https://*.googletagmanager.com",), connections=_GOOGLE, pictures=_GOOGLE
        ),
        privacy="Stores cookies that identify the reader.",
    ),
    "gtm": Service(
        title="Google Tag Manager",
        keys=(
            ServiceKey(
                "tagId",
                "Container ID, which starts with `G`.",
                "G[A-Za-z0-9-]+",
                "a tag identifier such as GTM-XXXXXXX",
            ),
        ),
        hosts=Hosts(
            scripts=("https://*.googletagmanager.com",), connections=_GOOGLE, pictures=_GOOGLE
        ),
        privacy="Loads the tags that you configure there, most of which store cookies.",
    ),
    "heap": Service(
        title="Heap",
        keys=(_key("appId", "ID of the environment."),),
        hosts=Hosts(
            scripts=("https://cdn.us.heap-api.com", "https://heapanalytics.com"),
            connections=("https://c.us.heap-api.com", "https://heapanalytics.com"),
            pictures=("https://heapanalytics.com",),
        ),
        privacy="Stores cookies and records each click.",
    ),
    "hotjar": Service(
        title="Hotjar",
        keys=(
            ServiceKey(
                "hjid",
                "Site ID, written as a string.",
                "[0-9]+",
                "a site identifier of digits, written as a string",
            ),
            ServiceKey(
                "hjsv",
                "Version of the snippet, written as a string.",
                "[0-9]+",
                "a version of digits, written as a string",
            ),
        ),
        hosts=Hosts(
            scripts=("https://*.hotjar.com",),
            connections=("https://*.hotjar.com", "https://*.hotjar.io", "wss://*.hotjar.com"),
            pictures=("https://*.hotjar.com",),
            frames=("https://*.hotjar.com",),
        ),
        privacy="Stores cookies and records what the reader does on the page.",
    ),
    "koala": Service(
        title="Koala",
        keys=(_key("publicApiKey", "Public API key of the workspace."),),
        hosts=Hosts(
            scripts=("https://*.getkoala.com",),
            connections=("https://*.getkoala.com", "wss://*.getkoala.com"),
        ),
        privacy="Stores an identifier of the reader and identifies the company.",
    ),
    "logrocket": Service(
        title="LogRocket",
        keys=(
            ServiceKey(
                "appId",
                "ID of the application.",
                f"{_WORD}(?:/{_WORD})?",
                "an application identifier such as team/app",
            ),
        ),
        hosts=Hosts(scripts=("https://cdn.logr-in.com",), connections=("https://*.logr-in.com",)),
        privacy="Records what the reader does on the page under a persistent identifier.",
    ),
    "mixpanel": Service(
        title="Mixpanel",
        keys=(_key("projectToken", "Token of the project."),),
        hosts=Hosts(scripts=("https://cdn.mxpnl.com",), connections=("https://*.mixpanel.com",)),
        privacy="Stores an identifier of the reader in the browser.",
    ),
    "pirsch": Service(
        title="Pirsch",
        keys=(_key("id", "Identification code of the site."),),
        hosts=Hosts(scripts=("https://api.pirsch.io",), connections=("https://api.pirsch.io",)),
        tracks_readers=False,
        privacy="Counts visits without cookies and stores nothing in the browser.",
    ),
    "posthog": Service(
        title="PostHog",
        keys=(
            ServiceKey(
                "apiKey",
                "Project API key, which starts with `phc_`.",
                f"phc_{_WORD}",
                "a project key such as phc_XXXXXXX",
            ),
            ServiceKey("apiHost", "URL of your own PostHog server.", is_required=False),
        ),
        hosts=Hosts(scripts=("https://*.posthog.com",), connections=("https://*.posthog.com",)),
        privacy="Stores an identifier of the reader in a cookie and in the browser.",
    ),
    "plausible": Service(
        title="Plausible",
        keys=(
            ServiceKey(
                "domain",
                "Domain of the site in Plausible, without `https://`.",
                "[A-Za-z0-9.-]+(?:,[A-Za-z0-9.-]+)*",
                "a domain without https://, such as docs.example.com",
            ),
            ServiceKey(
                "server",
                "Domain of your own Plausible server, without `https://`.",
                "[A-Za-z0-9.-]+(?::[0-9]+)?",
                "a domain without https://, such as plausible.example.com",
                is_required=False,
            ),
        ),
        hosts=Hosts(scripts=("https://plausible.io",), connections=("https://plausible.io",)),
        tracks_readers=False,
        privacy="Counts visits without cookies and stores nothing in the browser.",
    ),
    "segment": Service(
        title="Segment",
        keys=(_key("key", "Write key of the source."),),
        hosts=Hosts(
            scripts=("https://cdn.segment.com",),
            connections=(
                "https://cdn.segment.com",
                "https://api.segment.com",
                "https://track.segment.com",
                "https://api.segment.io",
            ),
        ),
        privacy="Stores cookies and forwards what the reader does to other services.",
    ),
    "intercom": Service(
        title="Intercom",
        kind="chat",
        keys=(
            ServiceKey(
                "id",
                "Intercom app ID. Shows the Intercom chat widget.",
                "[A-Za-z0-9_-]{6,}",
                "an application identifier of at least six letters and digits",
            ),
        ),
        hosts=Hosts(
            scripts=(
                "https://app.intercom.io",
                "https://widget.intercom.io",
                "https://js.intercomcdn.com",
            ),
            connections=(
                "https://*.intercom.io",
                "wss://*.intercom.io",
                "https://*.intercom-messenger.com",
                "wss://*.intercom-messenger.com",
                "https://*.intercomcdn.com",
                "https://uploads.intercomusercontent.com",
            ),
            pictures=(
                "https://*.intercomcdn.com",
                "https://*.intercomassets.com",
                "https://*.intercomusercontent.com",
            ),
            frames=("https://intercom-sheets.com", "https://www.intercom-reporting.com"),
        ),
        privacy="Stores cookies that identify the reader, even before a chat starts.",
        has_events=False,
    ),
    "frontchat": Service(
        title="Front Chat",
        kind="chat",
        keys=(
            ServiceKey(
                "id",
                "Front Chat ID. Shows the Front Chat widget.",
                "[A-Za-z0-9_-]{6,}",
                "an identifier of at least six letters and digits",
            ),
        ),
        hosts=Hosts(
            scripts=("https://chat-assets.frontapp.com",),
            connections=("https://*.frontapp.com", "wss://*.frontapp.com"),
            pictures=("https://*.frontapp.com",),
            frames=("https://*.frontapp.com",),
        ),
        privacy="Stores an identifier of the reader in the browser, even before a chat starts.",
        has_events=False,
    ),
    "osano": Service(
        title="Osano",
        kind="consent",
        keys=(
            ServiceKey(
                "id",
                "URL of the Osano script, which asks readers for cookie consent.",
                r"https://cmp\.osano\.com/[A-Za-z0-9/_-]+/osano\.js",
                "a URL such as https://cmp.osano.com/xxx/osano.js",
            ),
        ),
        hosts=Hosts(scripts=("https://cmp.osano.com",), connections=("https://*.osano.com",)),
        tracks_readers=False,
        privacy="Asks for consent itself and stores the choice.",
        has_events=False,
    ),
}
"""All services by their names in the settings, in the order in which the keys are listed."""
