"""The table of front matter keys, and the types of their values."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Protocol

from sphinx_sitejson.common.network.urls import strip_credentials
from sphinx_sitejson.common.problems import did_you_mean, quoted

from ..text_types import ICON_TYPES

_DATE = re.compile(
    r"(?P<day>\d{4}-\d\d-\d\d)"
    r"(?:T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d))?"
)
_OTHER_DATE = re.compile(r"(\d{4})[-/.](\d\d?)[-/.](\d\d?)(?![\d:T])")
_MAX_FACTOR = 100
_BOOLEAN_SPELLINGS = {
    "yes": "true",
    "on": "true",
    "1": "true",
    "no": "false",
    "off": "false",
    "0": "false",
}


class Kind(Protocol):
    """A type of values. A missing value is valid for each type."""

    def read(self, value: object) -> str:
        """Return the value as text, or an empty string if it is missing or invalid."""

    def fault(self, value: object) -> tuple[str, str]:
        """Return what the value must be and a suggestion, or two empty strings if it is valid."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Text:
    """A text; numbers and dates are accepted.

    :param pattern: the required format, which ``what`` describes.
    :param nearest: returns a suggestion for an invalid value, or an empty string.
    """

    what: str = "a string"
    pattern: re.Pattern[str] | None = None
    nearest: Callable[[object], str] | None = None

    def read(self, value: object) -> str:
        """Return the text if it has the required format."""
        text = unquoted_text(value)
        return text if not self.pattern or self.pattern.fullmatch(text) else ""

    def fault(self, value: object) -> tuple[str, str]:
        """Validate the type, then the format."""
        if not is_given(value) or self.read(value):
            return "", ""
        suggestion = self.nearest(value) if self.nearest else ""
        hint = f" Did you mean {quoted(suggestion)}?" if suggestion else ""
        return f"must be {self.what}, not {described(value)}", hint


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """One of several values.

    :param others: values of other tools, with ours for each; one without a counterpart is
        accepted and ignored.
    """

    values: tuple[str, ...]
    others: Mapping[str, str] = field(default_factory=dict)

    def read(self, value: object) -> str:
        """Return the value in our terms."""
        text = unquoted_text(value)
        return text if text in self.values else self.others.get(text, "")

    def fault(self, value: object) -> tuple[str, str]:
        """Validate the choice."""
        text = unquoted_text(value)
        if not is_given(value) or text in self.values or text in self.others:
            return "", ""
        allowed = ", ".join(map(quoted, self.values))
        return f"must be one of {allowed}, not {described(value)}", did_you_mean(text, self.values)


@dataclass(frozen=True, slots=True)
class Flag:
    """A boolean of YAML, or the text ``true`` or ``false``."""

    def read(self, value: object) -> str:
        """Return ``true`` or ``false``."""
        text = str(value).strip().lower() if isinstance(value, bool | str) else ""
        return text if text in ("true", "false") else ""

    def fault(self, value: object) -> tuple[str, str]:
        """Validate the value; other spellings of a boolean are rejected."""
        if not is_given(value) or self.read(value):
            return "", ""
        suggestion = _BOOLEAN_SPELLINGS.get(str(value).strip().lower()) or ""
        hint = (
            f" Did you mean {suggestion}?"
            if suggestion
            else did_you_mean(str(value), ("true", "false"))
        )
        return f"must be true or false, not {described(value)}", hint


@dataclass(frozen=True, slots=True)
class Date:
    """A date, or a date and time."""

    def read(self, value: object) -> str:
        """Return the date if it exists."""
        text = unquoted_text(value)
        match = _DATE.fullmatch(text)
        return text if match and _is_day(match["day"]) else ""

    def fault(self, value: object) -> tuple[str, str]:
        """Validate the date."""
        if not is_given(value) or self.read(value):
            return "", ""
        match = _OTHER_DATE.match(unquoted_text(value))
        suggestion = "{}-{:0>2}-{:0>2}".format(*match.groups()) if match else ""
        hint = f" Did you mean {quoted(suggestion)}?" if suggestion and _is_day(suggestion) else ""
        return f"must be a date such as 2026-01-31, not {described(value)}", hint


@dataclass(frozen=True, slots=True)
class Factor:
    """A positive number, up to a hundred."""

    def read(self, value: object) -> str:
        """Return the number as text."""
        text = unquoted_text(value)
        try:
            return text if 0 < float(text) <= _MAX_FACTOR else ""
        except ValueError:
            return ""

    def fault(self, value: object) -> tuple[str, str]:
        """Validate the number."""
        if not is_given(value) or self.read(value):
            return "", ""
        message = f"must be a number above 0 and at most {_MAX_FACTOR}, not {described(value)}"
        return message, ""


@dataclass(frozen=True, slots=True)
class Texts:
    """A text, or a list of texts."""

    def read(self, value: object) -> str:
        """Return the texts, separated by commas."""
        if isinstance(value, list):
            return ", ".join(part for part in map(unquoted_text, value) if part)
        return unquoted_text(value)

    def fault(self, value: object) -> tuple[str, str]:
        """Validate each item."""
        parts = value if isinstance(value, list) else [value]
        wrong = [part for part in parts if is_given(part) and not unquoted_text(part)]
        if not wrong:
            return "", ""
        return f"must be a string or a list of strings, not {described(value)}", ""


def unquoted_text(value: object) -> str:
    """Return a string or number as stripped text, else an empty string."""
    is_plain = isinstance(value, str | int | float) and not isinstance(value, bool)
    return str(value).strip() if is_plain else ""


def is_given(value: object) -> bool:
    """Return whether a value is neither null nor blank."""
    return value is not None and not (isinstance(value, str) and not value.strip())


def described(value: object) -> str:
    """Describe a value in a message."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list):
        return "a list"
    return "an object" if isinstance(value, Mapping) else quoted(str(value).strip())


def _is_day(text: str) -> bool:
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True


_ICON = re.compile(
    r"[A-Za-z0-9-]+|https?://[^\s<>\"\\]+|/(?!/)[^\s<>\"\\]+\.(?:svg|png|webp|avif|gif|jpe?g|ico)"
)
_LINK = re.compile(r"(?:https?://|mailto:|/(?!/))[^\s<>\"\\]*")
_PATH = re.compile(r"\.{0,2}/?[\w-]+(?:/[\w.-]+)*/?(?:#[\w-]+)?")


def _nearest_icon(value: object) -> str:
    """Return the name in the classes of Font Awesome: ``fa-solid fa-star`` gives ``star``."""
    *_, name = unquoted_text(value).split() or [""]
    name = name.removeprefix("fa-")
    return name if _ICON.fullmatch(name) and name != value else ""


def _nearest_link(value: object) -> str:
    """Return a path with the missing leading slash."""
    text = unquoted_text(value)
    return f"/{text.lstrip('./')}" if _PATH.fullmatch(text) else ""


def _nearest_binding(value: object) -> str:
    """Return a list or a mapping as one line: ``GET: /ships`` gives ``GET /ships``."""
    parts: list[object] = []
    if isinstance(value, list):
        parts = value
    elif isinstance(value, Mapping) and len(value) == 1:
        parts = [part for pair in value.items() for part in pair]
    is_plain = len(parts) > 1 and all(isinstance(part, str) for part in parts)
    return " ".join(map(str, parts)) if is_plain else ""


TEXT = Text()
FLAG = Flag()


@dataclass(frozen=True, slots=True, kw_only=True)
class FrontMatterKey:
    """A key: the type of its values, its description, and an example."""

    name: str
    kind: Kind = TEXT
    help: str
    example: str
    spellings: tuple[str, ...] = ()
    """Names of the same key in other tools."""
    is_meta: bool = False
    """Whether it becomes a meta tag with this name."""


_TABLE = (
    FrontMatterKey(
        name="title",
        help="The page heading, the browser title, and the label in the sidebar",
        example="title: Light the lamp",
        spellings=("Title",),
    ),
    FrontMatterKey(
        name="sidebarTitle",
        help="A shorter label in the sidebar",
        example="sidebarTitle: The lamp",
        spellings=("sidebar_label",),
    ),
    FrontMatterKey(
        name="description",
        help="A line below the title and in search engine results",
        example="description: Three **short** steps.",
    ),
    FrontMatterKey(
        name="icon",
        kind=Text(
            what="the name of an icon, a URL, or a path such as /images/lamp.svg",
            pattern=_ICON,
            nearest=_nearest_icon,
        ),
        help="An icon next to the sidebar entry",
        example="icon: lightbulb",
    ),
    FrontMatterKey(
        name="iconType",
        kind=Choice(values=ICON_TYPES),
        help="The style of that icon",
        example="iconType: solid",
    ),
    FrontMatterKey(name="tag", help="A small label next to the sidebar entry", example="tag: New"),
    FrontMatterKey(
        name="mode",
        kind=Choice(
            values=("wide", "center", "landing", "custom", "frame"),
            others={"full": "wide", "default": "", "assistant": ""},
        ),
        help="A different page layout",
        example="mode: wide",
    ),
    FrontMatterKey(
        name="url",
        kind=Text(
            what="a URL, or a path that starts with a slash",
            pattern=_LINK,
            nearest=_nearest_link,
        ),
        help="The sidebar entry links to this URL",
        example="url: https://example.com",
    ),
    FrontMatterKey(
        name="version", help="The version that the page belongs to", example="version: v2"
    ),
    FrontMatterKey(
        name="hidden", kind=FLAG, help="Hides the page from the sidebar", example="hidden: true"
    ),
    FrontMatterKey(
        name="deprecated",
        kind=FLAG,
        help="Labels the page as deprecated, next to its title and in the sidebar",
        example="deprecated: true",
    ),
    FrontMatterKey(
        name="related",
        kind=Texts(),
        help="Pages that are linked at the end of the page",
        example="related: [guides/lamp, guides/oil]",
    ),
    FrontMatterKey(
        name="tags",
        kind=Texts(),
        help="Tags of the page, in sites with a list of tags",
        example="tags: [lamp, oil]",
    ),
    FrontMatterKey(
        name="hideFooterPagination",
        kind=FLAG,
        help="Removes the links to the previous and next page",
        example="hideFooterPagination: true",
    ),
    FrontMatterKey(
        name="hideApiMarker",
        kind=FLAG,
        help="Removes the HTTP method from the sidebar entry",
        example="hideApiMarker: true",
    ),
    FrontMatterKey(
        name="searchable",
        kind=FLAG,
        help="Whether readers can find the page with the search box",
        example="searchable: false",
    ),
    FrontMatterKey(
        name="boost",
        kind=Factor(),
        help="Multiplies the rank of the page in search results",
        example="boost: 2",
    ),
    FrontMatterKey(
        name="openapi",
        kind=Text(what='a string such as "GET /ships"', nearest=_nearest_binding),
        help="Shows an operation or a webhook",
        example="openapi: GET /ships",
    ),
    FrontMatterKey(
        name="openapi-schema",
        kind=Text(what='a string such as "Ship"', nearest=_nearest_binding),
        help="Shows a schema from an OpenAPI document",
        example="openapi-schema: Ship",
    ),
    FrontMatterKey(
        name="openapi-overview",
        kind=Text(what='a string such as "harbour"', nearest=_nearest_binding),
        help="Shows the overview of an OpenAPI document, or of one of its tags",
        example="openapi-overview: harbour",
    ),
    FrontMatterKey(
        name="asyncapi",
        kind=Text(what='a text such as "send shipArrived"', nearest=_nearest_binding),
        help="Shows an operation of an AsyncAPI document",
        example="asyncapi: send shipArrived",
    ),
    FrontMatterKey(
        name="asyncapi-message",
        kind=Text(what='a text such as "ShipArrived"', nearest=_nearest_binding),
        help="Shows a message of an AsyncAPI document",
        example="asyncapi-message: ShipArrived",
    ),
    FrontMatterKey(
        name="asyncapi-schema",
        kind=Text(what='a text such as "Ship"', nearest=_nearest_binding),
        help="Shows a schema from an AsyncAPI document",
        example="asyncapi-schema: Ship",
    ),
    FrontMatterKey(
        name="asyncapi-overview",
        kind=Text(what='a text such as "harbour-events"', nearest=_nearest_binding),
        help="Shows the overview of an AsyncAPI document, or of one of its tags",
        example="asyncapi-overview: harbour-events",
    ),
    FrontMatterKey(
        name="api",
        kind=Text(
            what='a string such as "GET https://example.com/ships"', nearest=_nearest_binding
        ),
        help="An endpoint that you describe on the page",
        example="api: GET https://example.com/ships",
    ),
    FrontMatterKey(
        name="authMethod",
        kind=Choice(values=("bearer", "basic", "key", "none")),
        help="The authentication method of that endpoint",
        example="authMethod: basic",
    ),
    FrontMatterKey(
        name="contentType",
        kind=Text(what='a media type such as "text/csv"', pattern=re.compile(r"[^\s/]+/[^\s/].*")),
        help="The media type of its request body, if it is not JSON",
        example="contentType: text/csv",
    ),
    FrontMatterKey(
        name="playground",
        kind=Choice(
            values=("show", "simple", "hide"),
            others={"interactive": "show", "auth": "show", "none": "hide"},
        ),
        help="Whether the page has a playground",
        example="playground: simple",
    ),
    FrontMatterKey(
        name="openapi-changes",
        kind=Text(
            what='two documents, such as "old.yaml new.yaml"',
            pattern=re.compile(r"\S+\s+\S+"),
            nearest=_nearest_binding,
        ),
        help="Lists the changes between two documents",
        example="openapi-changes: old.yaml new.yaml",
    ),
    FrontMatterKey(
        name="noindex",
        kind=FLAG,
        help="Asks search engines not to index the page",
        example="noindex: true",
    ),
    FrontMatterKey(
        name="canonical",
        kind=Text(
            what="a URL, or a path that starts with a slash",
            pattern=re.compile(r"(?:https?://|/(?!/))[^\s<>\"\\]*"),
            nearest=_nearest_link,
        ),
        help="The URL of the original, which search engines show instead",
        example="canonical: https://example.com/lamp",
    ),
    FrontMatterKey(
        name="rss",
        kind=FLAG,
        help="Publishes the changelog on the page as a feed",
        example="rss: true",
    ),
    FrontMatterKey(
        name="lastUpdated",
        kind=Date(),
        help="The date of the last change, if it is not that of the last commit",
        example="lastUpdated: 2026-01-31",
        spellings=("lastUpdatedDate",),
    ),
    FrontMatterKey(
        name="timestamp",
        kind=FLAG,
        help="Whether the page shows the date of its last change",
        example="timestamp: false",
    ),
    *(
        FrontMatterKey(name=name, kind=kind, help="A meta tag", example=example, is_meta=True)
        for name, kind, example in (
            ("keywords", Texts(), "keywords: lamp, light"),
            ("author", TEXT, "author: The keeper"),
            ("robots", TEXT, "robots: nofollow"),
            ("google-site-verification", TEXT, "google-site-verification: abc123"),
        )
    ),
)

KEYS: Mapping[str, FrontMatterKey] = {key.name: key for key in _TABLE}

META_PREFIXES = ("og:", "twitter:", "article:", "profile:", "fb:")
"""Prefixes of other meta tags."""

BINDING_KEYS = (
    "openapi",
    "openapi-schema",
    "openapi-overview",
    "asyncapi",
    "asyncapi-message",
    "asyncapi-schema",
    "asyncapi-overview",
    "api",
)
"""The keys that bind a page; the first one present takes precedence."""

_META_TAG = FrontMatterKey(
    name="og:title", help="A meta tag", example='"og:title": The lamp', is_meta=True
)
_BY_SPELLING: Mapping[str, FrontMatterKey] = {
    spelling: key for key in _TABLE for spelling in (key.name, *key.spellings)
}


def find_key(name: str) -> FrontMatterKey | None:
    """Return a key by any of its names."""
    found = _BY_SPELLING.get(name)
    return found or (_META_TAG if name.startswith(META_PREFIXES) else None)


def find_value(metadata: Mapping[str, object], name: str) -> str:
    """Return the value of a key, or an empty string if it is missing or invalid."""
    key = KEYS[name]
    values = (key.kind.read(metadata.get(spelling)) for spelling in (name, *key.spellings))
    return next(filter(None, values), "")


def front_matter_metadata(values: Mapping[str, object]) -> dict[str, str]:
    """Convert front matter to metadata of Sphinx: strings only, without invalid values."""
    texts = {}
    for name, value in values.items():
        if (key := find_key(name)) is not None:
            if text := key.kind.read(value):
                texts[name] = text
        elif isinstance(value, str | bool):
            texts[name] = str(value)
    # Escapes of YAML may have hidden credentials when the text was checked.
    return {name: strip_credentials(text) for name, text in texts.items()}
