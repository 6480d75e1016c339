"""Changes of servers and their variables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sphinx_sitejson.openapi.model import Server, ServerVariable

from .found import Change, change
from .value_texts import word_text


def server_changes(old: Iterable[Server], new: Iterable[Server]) -> Iterator[Change]:
    """Yield what became of the servers; their order and their words do not matter."""
    before, after = (
        {server.url.rstrip("/").lower(): server for server in servers} for servers in (old, new)
    )
    for url, server in before.items():
        if url not in after:
            yield change("server-removed", f"server {server.url}", "was removed")
    for url, server in after.items():
        if url not in before:
            yield change("server-added", f"server {server.url}", "was added")
            continue
        known = {variable.name: variable for variable in before[url].variables}
        for variable in server.variables:
            earlier = known.get(variable.name)
            if earlier is not None:
                yield from _variable(earlier, variable, f"server {server.url}")


def _variable(old: ServerVariable, new: ServerVariable, place: str) -> Iterator[Change]:
    name = new.name
    if old.default != new.default:
        was, now = word_text(old.default or ""), word_text(new.default or "")
        text = f"the default of {name} changed from {was} to {now}"
        yield change("server-default-changed", place, text)
    if old.enum and not new.enum:
        yield change("server-value-added", place, f"{name} may have any value now")
    elif new.enum and not old.enum:
        yield change("server-value-removed", place, f"{name} has only certain values now")
    else:
        for value in old.enum:
            if value not in new.enum:
                text = f"the value {word_text(value)} of {name} was removed"
                yield change("server-value-removed", place, text)
        for value in new.enum:
            if value not in old.enum:
                text = f"the value {word_text(value)} of {name} was added"
                yield change("server-value-added", place, text)
