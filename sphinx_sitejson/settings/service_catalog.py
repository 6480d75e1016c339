"""The table of external services that a site may configure: analytics, chats and consent.

A new service is one entry in ``SERVICES`` and one script in ``static/services``; the schema of the
settings is made from the entries. The documentation lists its hosts and what it stores.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from sphinx_sitejson.common.records import record

Kind = Literal["analytics", "chat", "consent"]

Analytics = Mapping[str, Mapping[str, str]]
"""Analytics services, by name."""
Integrations = Mapping[str, str]
"""Third-party widgets, by name."""


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


@record
class Service:
    """The description of a service, except for the script that loads it."""

    title: str
    kind: Kind = "analytics"
    keys: tuple[ServiceKey, ...]
    tracks_readers: bool = True
    """Whether it recognizes a reader again or records what one does: then it needs consent."""
    has_events: bool = True
    """Whether it receives events, such as the feedback to "Was this page helpful?"."""

    @property
    def is_named_by_one_value(self) -> bool:
        """Whether the settings name it by its identifier alone, not by an object."""
        return self.kind != "analytics"


_WORD = r"[A-Za-z0-9_-]+"
_WORD_EXPECTED = "a key of letters, digits, hyphens, and underscores"


def _key(name: str, help: str) -> ServiceKey:
    """Describe the most common type of key: one token."""
    return ServiceKey(name, help, _WORD, _WORD_EXPECTED)


SERVICES: Mapping[str, Service] = {
    "amplitude": Service(title="Amplitude", keys=(_key("apiKey", "API key of the project."),)),
    "clearbit": Service(
        title="Clearbit",
        keys=(_key("publicApiKey", "Public API key of the account."),),
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
        tracks_readers=False,
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
    ),
    "heap": Service(title="Heap", keys=(_key("appId", "ID of the environment."),)),
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
    ),
    "koala": Service(
        title="Koala", keys=(_key("publicApiKey", "Public API key of the workspace."),)
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
    ),
    "mixpanel": Service(title="Mixpanel", keys=(_key("projectToken", "Token of the project."),)),
    "pirsch": Service(
        title="Pirsch", keys=(_key("id", "Identification code of the site."),), tracks_readers=False
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
        tracks_readers=False,
    ),
    "segment": Service(title="Segment", keys=(_key("key", "Write key of the source."),)),
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
        tracks_readers=False,
        has_events=False,
    ),
}
"""All services by their names in the settings, in the order in which the keys are listed."""
