"""Divisions of a site, and the chains of them in which pages are listed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from sphinx_sitejson.common.problems import JsonPath
from sphinx_sitejson.settings.appearance import Gradient
from sphinx_sitejson.settings.structure import DivisionKind

_EXTERNAL = ("http://", "https://", "mailto:")


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Division:
    """A part of the site: a language, a version, a tab, and so on. Each is only itself."""

    kind: DivisionKind
    name: str
    key: str
    """Tells it from the others; the same in every build of the same settings."""
    code: str = ""
    """Of a language: its code, as the file has it."""
    icon: str | None = None
    icon_type: str | None = None
    color: Gradient | None = None
    description: str = ""
    tag: str = ""
    url: str = ""
    """Where it leads when it is only a link."""
    version: str = ""
    """The version that has to be chosen for it to be shown."""
    is_hidden: bool = False
    """Whether it is shown only to those who are in it."""
    is_default: bool = False
    """Whether new readers begin there, and not with the first of its kind."""
    has_document: bool = False
    """Whether pages of a document would be in it, if that could be read."""
    children: tuple[Division, ...] = ()
    at: JsonPath = field(default=(), repr=False)


Chain = tuple[Division, ...]
"""The divisions that a page is listed in, from the outside in."""


def beginnings(chain: Chain) -> Iterator[Chain]:
    """Yield a chain cut after each of its links: from the empty one to the whole."""
    for length in range(len(chain) + 1):
        yield chain[:length]


def key_of(chain: Chain) -> str:
    """Name a chain in a way that stays as long as the settings do."""
    return ".".join(division.key for division in chain)


def is_external(url: str) -> bool:
    """Whether a URL leads away from the site."""
    return url.lower().startswith(_EXTERNAL)
