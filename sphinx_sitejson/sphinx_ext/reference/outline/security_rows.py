"""What authorizes a request, as rows."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from sphinx.locale import _

from .rows import (
    Entries,
    Entry,
    Fact,
    Note,
    Piece,
    Row,
    Rows,
    Samples,
    WebLink,
)

if TYPE_CHECKING:
    from sphinx_sitejson.reference.overview import (
        AuthorizationView,
    )
    from sphinx_sitejson.reference.views import (
        SchemeView,
        ScopeView,
        SecurityView,
    )


def security_rows(security: SecurityView) -> Rows:
    """Yield the ways to authorize a request."""
    if not security.alternatives:
        yield Note(_("No authorization required."))
    elif security.is_optional:
        yield Note(_("Authorization is optional."))
    for number, alternative in enumerate(security.alternatives):
        if number:
            yield Note(_("or"), is_aside=True)
        yield Entries(tuple(map(scheme_entry, alternative)))


def authorization_rows(ways: Iterable[AuthorizationView]) -> Rows:
    """Yield the security schemes of a document, with the samples that show how each is sent."""
    for way in ways:
        yield Entries((scheme_entry(way.scheme),))
        if way.samples:
            yield Samples(way.samples)


def scheme_entry(scheme: SchemeView) -> Entry:
    """Return all about one security scheme."""
    note = f" ({_('deprecated')})" if scheme.deprecated else ""
    rows: list[Row] = [*map(_scope, scheme.scopes), *(WebLink(*url) for url in scheme.urls)]
    for flow in scheme.flows:
        inner: tuple[Row, ...] = (*(WebLink(*url) for url in flow.urls), *map(_scope, flow.scopes))
        rows.append(Fact((Piece(flow.title),), rows=inner))
    return Entry(
        head=(Piece(scheme.name, "name"), Piece(f": {scheme.title}{note}")),
        text=scheme.description,
        rows=tuple(rows),
    )


def _scope(scope: ScopeView) -> Fact:
    text = (Piece(scope.description, "prose"),) if scope.description else ()
    return Fact((Piece(scope.name, "name"),), text)
