"""Credentials in the addresses of a settings file, which never become settings.

Settings are published: in pages, style sheets, search data. What only a server may know is left
out of links and images, and said. The address of a document is different: its server needs the
whole of it, so that it is kept apart, and the settings name the document without.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from sphinx_sitejson.common.json_documents.edits import Edit, Leave, Put, edited
from sphinx_sitejson.common.network.credentials import (
    public_address,
    without_credentials,
    without_credentials_in_links,
)
from sphinx_sitejson.common.problems import JsonPath, ProblemCode

from .errors import Fault

_DOCUMENT_KEY = "openapi"


@dataclass(frozen=True, slots=True, kw_only=True)
class PlainSettings:
    """The value of a settings file without credentials, and what was found."""

    value: Any
    faults: tuple[Fault, ...] = ()
    documents: Mapping[str, str] = field(default_factory=dict, repr=False)
    """The whole addresses of documents, by the names that the settings have for them."""


def without_credentials_in_settings(value: Any) -> PlainSettings:
    """Take the credentials out of all addresses of a settings file."""
    changed: dict[JsonPath, Edit] = {}
    faults: list[Fault] = []
    documents: dict[str, str] = {}
    for path, text in _texts_in(value):
        if _DOCUMENT_KEY in path[-2:]:
            plain = _document_name(text, documents)
        elif (plain := without_credentials_in_links(without_credentials(text))) != text:
            faults.append(_fault(path))
        if plain != text:
            changed[path] = Put(plain)
    return PlainSettings(value=edited(value, changed), faults=tuple(faults), documents=documents)


def _texts_in(value: Any) -> Iterator[tuple[JsonPath, str]]:
    """Yield the texts of a value with their paths, in the order of the file."""
    # A stack, not recursion: a file may nest deeply.
    waiting: list[tuple[JsonPath, Any]] = [((), value)]
    while waiting:
        path, member = waiting.pop()
        if isinstance(member, str):
            yield path, member
        elif isinstance(member, dict | list):
            members = member.items() if isinstance(member, dict) else enumerate(member)
            waiting += [((*path, key), inner) for key, inner in reversed([*members])]


def _document_name(address: str, documents: dict[str, str]) -> str:
    """Return the name of a document; two that differ only in their secrets have a number."""
    public = public_address(address)
    if public == address:
        return address
    for name in _names(public):
        if documents.setdefault(name, address) == address:
            return name
    raise AssertionError("the names never end")


def _names(public: str) -> Iterator[str]:
    yield public
    number = 2
    while True:
        yield f"{public.partition('#')[0]}#{number}"
        number += 1


def _fault(path: JsonPath) -> Fault:
    return Fault(
        code=ProblemCode.CREDENTIALS,
        path=path,
        statement="the URL contains a user name or password, which every reader could see",
        consequence="they are left out",
        edit=Leave(),
    )
