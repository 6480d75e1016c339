"""What a page says of itself in its front matter, as far as the site needs it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Literal

PageMode = Literal["", "wide", "center", "custom", "frame"]

_ICON = re.compile(
    r"[A-Za-z0-9-]+|https?://[^\s<>\"\\]+|/(?!/)[^\s<>\"\\]+\.(?:svg|png|webp|avif|gif|jpe?g|ico)"
)
_ICON_TYPE = re.compile(r"[A-Za-z-]+")
_LINK = re.compile(r"(?:https?://|mailto:|/(?!/))[^\s<>\"\\]*")
_DATE = re.compile(
    r"\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])"
    r"(?:T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d))?"
)
_META_PREFIXES = ("og:", "twitter:", "article:", "profile:", "fb:")
_META_NAMES = frozenset({"keywords", "author", "robots", "google-site-verification"})
_MODES: Mapping[str, PageMode] = {
    "wide": "wide",
    "full": "wide",
    "center": "center",
    "custom": "custom",
    "frame": "frame",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class PageMeta:
    """A meta tag of one page."""

    name: str
    content: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PageFacts:
    """The front matter of a page, checked; what it does not say is empty."""

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
    method: str = ""
    """The method of the operation that the page shows."""
    meta: tuple[PageMeta, ...] = ()
    last_updated: str = ""
    """A date, or a date and time, as ``2026-01-31``."""

    @classmethod
    def from_metadata(cls, metadata: Mapping[str, object]) -> PageFacts:
        """Read the keys the site knows; values of the wrong kind count as not given."""
        return cls(
            title=_text(metadata, "title") or _text(metadata, "Title"),
            sidebar_title=_text(metadata, "sidebarTitle") or _text(metadata, "sidebar_label"),
            description=_text(metadata, "description"),
            icon=_matching(_ICON, _text(metadata, "icon")),
            icon_type=_matching(_ICON_TYPE, _text(metadata, "iconType")),
            tag=_text(metadata, "tag"),
            url=_matching(_LINK, _text(metadata, "url")),
            mode=_MODES.get(_text(metadata, "mode"), ""),
            version=_text(metadata, "version"),
            hidden=_is_true(metadata, "hidden"),
            noindex=_is_true(metadata, "noindex"),
            meta=tuple(
                PageMeta(name=name, content=_text(metadata, name))
                for name in metadata
                if name.startswith(_META_PREFIXES) or name in _META_NAMES
            ),
            last_updated=_date(_text(metadata, "lastUpdated")),
        )


def readable_name(docname: str) -> str:
    """Make a title from a path: ``guides/first-steps`` becomes ``First steps``."""
    last = docname.rstrip("/").rpartition("/")[2]
    words = re.sub(r"[-_\s]+", " ", last).strip() or docname
    return words[:1].upper() + words[1:]


def _text(metadata: Mapping[str, object], key: str) -> str:
    value = metadata.get(key)
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return ""
    return str(value).strip()


def _is_true(metadata: Mapping[str, object], key: str) -> bool:
    return str(metadata.get(key, "")).strip().lower() == "true"


def _matching(pattern: re.Pattern[str], value: str) -> str:
    return value if pattern.fullmatch(value) else ""


def _date(value: str) -> str:
    """Return a day that there is in the calendar, with or without a time."""
    if not _DATE.fullmatch(value):
        return ""
    try:
        date.fromisoformat(value[:10])
    except ValueError:
        return ""
    return value
