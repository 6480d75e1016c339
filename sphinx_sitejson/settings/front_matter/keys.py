"""The table of front matter keys, the types of their values, and the values of one page."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from functools import cache
from typing import Any, Literal, get_origin, get_type_hints

from sphinx_sitejson.common.network.urls import strip_credentials
from sphinx_sitejson.common.problems import did_you_mean, quoted
from sphinx_sitejson.common.records import record

from ..json_object import camel_case
from ..site import MetaTag
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


@record
class Kind:
    """A type of values. A missing value is valid for each type.

    :param read: returns the value as text, or an empty string if it is missing or invalid.
    :param suggest: returns the sentence with a suggestion for an invalid value.
    :param is_valid: returns whether a value is valid, if not all that can be read are.
    """

    expected: str
    read: Callable[[object], str]
    suggest: Callable[[object], str] = lambda value: ""
    is_valid: Callable[[object], bool] | None = None

    def fault(self, value: object) -> tuple[str, str]:
        """Return what the value must be and a suggestion, or two empty strings if it is valid."""
        if not is_given(value) or (self.is_valid or self.read)(value):
            return "", ""
        return f"must be {self.expected}, not {described(value)}", self.suggest(value)


def text(
    expected: str = "a string",
    pattern: str = "",
    nearest: Callable[[object], str] = lambda value: "",
) -> Kind:
    """Return the type of texts; numbers and dates are accepted.

    :param pattern: the required format.
    :param nearest: returns a valid value for an invalid one, or an empty string.
    """

    def read(value: object) -> str:
        plain = unquoted_text(value)
        return plain if not pattern or re.fullmatch(pattern, plain) else ""

    def suggest(value: object) -> str:
        suggestion = nearest(value)
        return f" Did you mean {quoted(suggestion)}?" if suggestion else ""

    return Kind(expected=expected, read=read, suggest=suggest)


def choice(*values: str, **others: str) -> Kind:
    """Return the type of one of several values.

    :param others: values of other tools, with ours for each; one without a counterpart is
        accepted and ignored.
    """
    ours = {**others, **{value: value for value in values}}
    return Kind(
        expected=f"one of {', '.join(map(quoted, values))}",
        read=lambda value: ours.get(unquoted_text(value), ""),
        suggest=lambda value: did_you_mean(unquoted_text(value), values),
        is_valid=lambda value: unquoted_text(value) in ours,
    )


def _read_flag(value: object) -> str:
    """Read a boolean of YAML, or the text ``true`` or ``false``; others are rejected."""
    word = str(value).strip().lower() if isinstance(value, bool | str) else ""
    return word if word in ("true", "false") else ""


def _suggest_flag(value: object) -> str:
    suggestion = _BOOLEAN_SPELLINGS.get(str(value).strip().lower())
    names = ("true", "false")
    return f" Did you mean {suggestion}?" if suggestion else did_you_mean(str(value), names)


def _read_date(value: object) -> str:
    plain = unquoted_text(value)
    match = _DATE.fullmatch(plain)
    return plain if match and _is_day(match["day"]) else ""


def _suggest_date(value: object) -> str:
    match = _OTHER_DATE.match(unquoted_text(value))
    suggestion = "{}-{:0>2}-{:0>2}".format(*match.groups()) if match else ""
    return f" Did you mean {quoted(suggestion)}?" if suggestion and _is_day(suggestion) else ""


def _read_factor(value: object) -> str:
    plain = unquoted_text(value)
    try:
        return plain if 0 < float(plain) <= _MAX_FACTOR else ""
    except ValueError:
        return ""


def _parts(value: object) -> list[object]:
    return value if isinstance(value, list) else [value]


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


def _is_day(day: str) -> bool:
    try:
        date.fromisoformat(day)
    except ValueError:
        return False
    return True


_ICON = (
    r"[A-Za-z0-9-]+|https?://[^\s<>\"\\]+|/(?!/)[^\s<>\"\\]+\.(?:svg|png|webp|avif|gif|jpe?g|ico)"
)
_LINK = r"(?:https?://|mailto:|/(?!/))[^\s<>\"\\]*"
_PATH = re.compile(r"\.{0,2}/?[\w-]+(?:/[\w.-]+)*/?(?:#[\w-]+)?")


def _nearest_icon(value: object) -> str:
    """Return the name in the classes of Font Awesome: ``fa-solid fa-star`` gives ``star``."""
    *_, name = unquoted_text(value).split() or [""]
    name = name.removeprefix("fa-")
    return name if re.fullmatch(_ICON, name) and name != value else ""


def _nearest_link(value: object) -> str:
    """Return a path with the missing leading slash."""
    path = unquoted_text(value)
    return f"/{path.lstrip('./')}" if _PATH.fullmatch(path) else ""


def _nearest_binding(value: object) -> str:
    """Return a list or a mapping as one line: ``GET: /ships`` gives ``GET /ships``."""
    parts: list[object] = []
    if isinstance(value, list):
        parts = value
    elif isinstance(value, Mapping) and len(value) == 1:
        parts = [part for pair in value.items() for part in pair]
    is_plain = len(parts) > 1 and all(isinstance(part, str) for part in parts)
    return " ".join(map(str, parts)) if is_plain else ""


TEXT = text()
FLAG = Kind(expected="true or false", read=_read_flag, suggest=_suggest_flag)
TEXTS = Kind(
    expected="a string or a list of strings",
    read=lambda value: ", ".join(filter(None, map(unquoted_text, _parts(value)))),
    is_valid=lambda value: all(unquoted_text(part) for part in _parts(value) if is_given(part)),
)
DATE = Kind(expected="a date such as 2026-01-31", read=_read_date, suggest=_suggest_date)
FACTOR = Kind(expected=f"a number above 0 and at most {_MAX_FACTOR}", read=_read_factor)


@dataclass(frozen=True)
class FrontMatterKey:
    """A key, and the type of its values."""

    name: str
    kind: Kind = TEXT
    spellings: tuple[str, ...] = ()
    """Names of the same key in other tools."""
    is_meta: bool = False
    """Whether it becomes a meta tag with this name."""


_BINDINGS = (
    ("openapi", "GET /ships", "string"),
    ("openapi-schema", "Ship", "string"),
    ("openapi-overview", "harbour", "string"),
    ("asyncapi", "send shipArrived", "text"),
    ("asyncapi-message", "ShipArrived", "text"),
    ("asyncapi-schema", "Ship", "text"),
    ("asyncapi-overview", "harbour-events", "text"),
    ("api", "GET https://example.com/ships", "string"),
)
"""The keys that bind a page: an example of the value, and what messages call it."""

BINDING_KEYS = tuple(name for name, *_ in _BINDINGS)
"""The keys that bind a page; the first one present takes precedence."""

_TABLE = (
    FrontMatterKey("title", spellings=("Title",)),
    FrontMatterKey("sidebarTitle", spellings=("sidebar_label",)),
    FrontMatterKey("description"),
    FrontMatterKey(
        "icon",
        kind=text(
            "the name of an icon, a URL, or a path such as /images/lamp.svg",
            pattern=_ICON,
            nearest=_nearest_icon,
        ),
    ),
    FrontMatterKey("iconType", kind=choice(*ICON_TYPES)),
    FrontMatterKey("tag"),
    FrontMatterKey(
        "mode",
        kind=choice(
            "wide", "center", "landing", "custom", "frame", full="wide", default="", assistant=""
        ),
    ),
    FrontMatterKey(
        "url",
        kind=text(
            "a URL, or a path that starts with a slash", pattern=_LINK, nearest=_nearest_link
        ),
    ),
    FrontMatterKey("version"),
    FrontMatterKey("hidden", kind=FLAG),
    FrontMatterKey("deprecated", kind=FLAG),
    FrontMatterKey("related", kind=TEXTS),
    FrontMatterKey("tags", kind=TEXTS),
    FrontMatterKey("hideFooterPagination", kind=FLAG),
    FrontMatterKey("hideApiMarker", kind=FLAG),
    FrontMatterKey("searchable", kind=FLAG),
    FrontMatterKey("boost", kind=FACTOR),
    *(
        FrontMatterKey(name, kind=text(f'a {what} such as "{value}"', nearest=_nearest_binding))
        for name, value, what in _BINDINGS
    ),
    FrontMatterKey("authMethod", kind=choice("bearer", "basic", "key", "none")),
    FrontMatterKey(
        "contentType", kind=text('a media type such as "text/csv"', pattern=r"[^\s/]+/[^\s/].*")
    ),
    FrontMatterKey(
        "playground",
        kind=choice("show", "simple", "hide", interactive="show", auth="show", none="hide"),
    ),
    FrontMatterKey(
        "openapi-changes",
        kind=text(
            'two documents, such as "old.yaml new.yaml"',
            pattern=r"\S+\s+\S+",
            nearest=_nearest_binding,
        ),
    ),
    FrontMatterKey("noindex", kind=FLAG),
    FrontMatterKey(
        "canonical",
        kind=text(
            "a URL, or a path that starts with a slash",
            pattern=r"(?:https?://|/(?!/))[^\s<>\"\\]*",
            nearest=_nearest_link,
        ),
    ),
    FrontMatterKey("rss", kind=FLAG),
    FrontMatterKey("lastUpdated", kind=DATE, spellings=("lastUpdatedDate",)),
    FrontMatterKey("timestamp", kind=FLAG),
    *(
        FrontMatterKey(name, kind=kind, is_meta=True)
        for name, kind in (
            ("keywords", TEXTS),
            ("author", TEXT),
            ("robots", TEXT),
            ("google-site-verification", TEXT),
        )
    ),
)

KEYS: Mapping[str, FrontMatterKey] = {key.name: key for key in _TABLE}

META_PREFIXES = ("og:", "twitter:", "article:", "profile:", "fb:")
"""Prefixes of other meta tags."""

_META_TAG = FrontMatterKey("og:title", is_meta=True)
_BY_SPELLING: Mapping[str, FrontMatterKey] = {
    spelling: key for key in _TABLE for spelling in (key.name, *key.spellings)
}


def find_key(name: str) -> FrontMatterKey | None:
    """Return a key by any of its names."""
    return _BY_SPELLING.get(name) or (_META_TAG if name.startswith(META_PREFIXES) else None)


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
            if plain := key.kind.read(value):
                texts[name] = plain
        elif isinstance(value, str | bool):
            texts[name] = str(value)
    # Escapes of YAML may have hidden credentials when the text was checked.
    return {name: strip_credentials(plain) for name, plain in texts.items()}


PageMode = Literal["", "wide", "center", "custom", "landing", "frame"]


@record
class PageFacts:
    """The valid front matter of a page; missing values are empty."""

    title: str = ""
    sidebar_title: str = ""
    description: str = ""
    icon: str = ""
    icon_type: str = ""
    tag: str = ""
    url: str = ""
    mode: PageMode = ""
    version: str = ""
    hidden: bool = False
    noindex: bool = False
    has_feed: bool = False
    """Whether the changelog of the page is published as a feed."""
    method: str = ""
    """The method of the operation that the page shows."""
    path: str = ""
    """The path of that operation."""
    meta: tuple[MetaTag, ...] = ()
    is_deprecated: bool = False
    related: tuple[str, ...] = ()
    """The paths of related pages."""
    tags: tuple[str, ...] = ()
    canonical: str = ""
    searchable: bool | None = None
    """Whether search finds the page; by default, unless it is hidden."""
    boost: float | None = None
    """The factor of its rank in search results, if the page sets it."""
    hides_neighbors: bool = False
    hides_method: bool = False
    shows_date: bool | None = None
    """Whether the page shows its date; by default, if the settings say so."""
    last_updated: str = ""
    """A date, or a date and time, as ``2026-01-31``."""

    @classmethod
    def from_metadata(cls, metadata: Mapping[str, object]) -> PageFacts:
        """Read the known keys; invalid values count as missing."""
        facts: dict[str, Any] = {}
        for name, hint in _fact_types().items():
            key = _FACT_KEYS.get(name) or camel_case(name)
            if key in KEYS and (value := find_value(metadata, key)):
                facts[name] = _parse_fact(hint, value)
        facts["tags"] = tuple(dict.fromkeys(facts.get("tags", ())))
        facts["meta"] = tuple(
            MetaTag(name=name, content=known.kind.read(content))
            for name, content in metadata.items()
            if (known := find_key(name)) is not None and known.is_meta
        )
        return cls(**facts)


_FACT_KEYS = {
    "has_feed": "rss",
    "is_deprecated": "deprecated",
    "hides_neighbors": "hideFooterPagination",
    "hides_method": "hideApiMarker",
    "shows_date": "timestamp",
}
"""The keys of fields that have another name."""


@cache
def _fact_types() -> Mapping[str, Any]:
    return get_type_hints(PageFacts)


def _parse_fact(hint: Any, value: str) -> Any:
    if hint in (bool, bool | None):
        return value == "true"
    if hint == float | None:
        return float(value)
    if get_origin(hint) is tuple:
        return tuple(filter(None, map(str.strip, value.split(","))))
    return value
