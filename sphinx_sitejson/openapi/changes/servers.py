"""Changes of servers and their variables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sphinx_sitejson.common.messages import Message
from sphinx_sitejson.openapi.model import Server, ServerVariable

from .results import Change, change
from .sentences import added, phrase, removed
from .value_texts import word_text


def server_changes(old: Iterable[Server], new: Iterable[Server]) -> Iterator[Change]:
    """Yield what became of the servers; their order and their words do not matter."""
    before, after = (
        {server.url.rstrip("/").lower(): server for server in servers} for servers in (old, new)
    )
    for url, server in before.items():
        if url not in after:
            yield change("server-removed", _place(server), removed())
    for url, server in after.items():
        if url not in before:
            yield change("server-added", _place(server), added())
            continue
        known = {variable.name: variable for variable in before[url].variables}
        for variable in server.variables:
            earlier = known.get(variable.name)
            if earlier is not None:
                yield from _variable(earlier, variable, _place(server))


def _place(server: Server) -> Message:
    return Message("server {url}", url=server.url)


def _variable(old: ServerVariable, new: ServerVariable, place: str) -> Iterator[Change]:
    name = new.name
    if old.default != new.default:
        was, now = word_text(old.default or ""), word_text(new.default or "")
        changed = phrase(
            "{place}: the default of {name} changed from {was} to {now}.",
            name=name,
            was=was,
            now=now,
        )
        yield change("server-default-changed", place, changed)
    if old.enum and not new.enum:
        opened = phrase("{place}: {name} may have any value now.", name=name)
        yield change("server-value-added", place, opened)
    elif new.enum and not old.enum:
        limited = phrase("{place}: {name} has only certain values now.", name=name)
        yield change("server-value-removed", place, limited)
    else:
        for value in old.enum:
            if value not in new.enum:
                gone = phrase(
                    "{place}: the value {value} of {name} was removed.",
                    value=word_text(value),
                    name=name,
                )
                yield change("server-value-removed", place, gone)
        for value in new.enum:
            if value not in old.enum:
                new_one = phrase(
                    "{place}: the value {value} of {name} was added.",
                    value=word_text(value),
                    name=name,
                )
                yield change("server-value-added", place, new_one)
