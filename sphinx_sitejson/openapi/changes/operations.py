"""What changed in one operation."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from sphinx_sitejson.common.messages import Message, form
from sphinx_sitejson.openapi.document import OpenApiDocument
from sphinx_sitejson.openapi.model import (
    Callback,
    Link,
    Operation,
    Response,
    Server,
    ServerVariable,
)
from sphinx_sitejson.openapi.naming.titles import operation_title
from sphinx_sitejson.openapi.raw import object_of

from .parameters import (
    TEMPLATE,
    body_changes,
    header_changes,
    media_type_changes,
    parameter_changes,
)
from .results import (
    ApiChanges,
    Change,
    Kind,
    OperationChanges,
    RuleStatement,
    added,
    change,
    deprecation,
    one_line,
    phrase,
    removed,
    word_text,
)
from .rules import Direction
from .schemas import Sameness
from .security import event_security_changes, security_changes


def server_changes(old: Iterable[Server], new: Iterable[Server]) -> Iterator[Change]:
    """Yield what became of the servers; their order and their words do not matter."""
    before, after = (
        {server.url.rstrip("/").lower(): server for server in servers} for servers in (old, new)
    )
    for url, server in before.items():
        if url not in after:
            yield change("server-removed", _server_location(server), removed())
    for url, server in after.items():
        if url not in before:
            yield change("server-added", _server_location(server), added())
            continue
        known = {variable.name: variable for variable in before[url].variables}
        for variable in server.variables:
            earlier = known.get(variable.name)
            if earlier is not None:
                yield from _compare_server_variable(earlier, variable, _server_location(server))


def _server_location(server: Server) -> Message:
    return Message("server {url}", url=server.url)


def _compare_server_variable(
    old: ServerVariable, new: ServerVariable, place: str
) -> Iterator[Change]:
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


def operation_changes(
    old: Operation, new: Operation, same: Sameness, *, is_event: bool = False
) -> Iterator[Change]:
    """Yield what became of an operation.

    :param is_event: whether the API sends it and clients answer, as webhooks and callbacks go.
    """
    for rule, statement in _compare_metadata(old, new):
        yield change(rule, "", statement)
    asked: Direction = "received" if is_event else "sent"
    answered: Direction = "sent" if is_event else "received"
    if not is_event:
        yield from server_changes(old.servers, new.servers)
        yield from security_changes(old, new)
    yield from parameter_changes(old, new, asked, same)
    yield from body_changes(old.request_body, new.request_body, asked, same)
    yield from _compare_responses(old.responses, new.responses, answered, same)
    yield from _compare_callbacks(old.callbacks, new.callbacks, same)


def _compare_metadata(old: Operation, new: Operation) -> Iterator[RuleStatement]:
    yield from deprecation(old.deprecated, new.deprecated, old.extensions, new.extensions)
    yield from _compare_operation_ids(old.operation_id, new.operation_id)
    for tag in old.tags:
        if tag not in new.tags:
            gone = phrase(
                "{place} no longer has the tag {tag}.",
                alone=form("It no longer has the tag {tag}."),
                tag=word_text(tag),
            )
            yield "tag-removed", gone
    for tag in new.tags:
        if tag not in old.tags:
            new_one = phrase(
                "{place}: has the tag {tag}.",
                alone=form("It has the tag {tag}."),
                tag=word_text(tag),
            )
            yield "tag-added", new_one


def _compare_operation_ids(was: str, now: str) -> Iterator[RuleStatement]:
    if was and now and was != now:
        changed = phrase(
            "{place}: has the operationId {now}, no longer {was}.",
            alone=form("It has the operationId {now}, no longer {was}."),
            was=word_text(was),
            now=word_text(now),
        )
        yield "id-changed", changed
    elif now and not was:
        new_one = phrase(
            "{place}: has the operationId {id}.",
            alone=form("It has the operationId {id}."),
            id=word_text(now),
        )
        yield "id-added", new_one
    elif was and not now:
        gone = phrase(
            "{place} no longer has the operationId {id}.",
            alone=form("It no longer has the operationId {id}."),
            id=word_text(was),
        )
        yield "id-removed", gone


def _compare_responses(
    old: Iterable[Response], new: Iterable[Response], direction: Direction, same: Sameness
) -> Iterator[Change]:
    before, after = ({one.status.upper(): one for one in each} for each in (old, new))
    for status, response in before.items():
        if _covering(status, after) is None:
            kind = "success" if _is_success(status) else "status"
            yield change(f"{kind}-removed", _response_location(response), removed(), direction)
    for status, response in after.items():
        if status not in before and (_is_range(status) or _covering(status, before) is None):
            kind = "success" if _is_success(status) else "status"
            yield change(f"{kind}-added", _response_location(response), added(), direction)
    for status, response in before.items():
        covering = _covering(status, after)
        if covering is not None:
            yield from _compare_response(response, after[covering], direction, same)


def _response_location(response: Response) -> str:
    return Message("response {status}", status=response.status)


def _covering(status: str, known: Iterable[str]) -> str | None:
    """Return the status itself, the range that has it, or of a range one that it has."""
    found = next((one for one in (status, f"{status[:1]}XX") if one in known), None)
    if found is None and _is_range(status):
        return next((one for one in known if one[:1] == status[:1]), None)
    return found


def _is_range(status: str) -> bool:
    return status.endswith("XX")


def _is_success(status: str) -> bool:
    return status.startswith("2")


def _compare_response(
    old: Response, new: Response, direction: Direction, same: Sameness
) -> Iterator[Change]:
    place = _response_location(old)
    yield from header_changes(old.headers, new.headers, place, direction, same)
    yield from media_type_changes(old.content, new.content, place, direction, same)
    before, after = ({link.name: link for link in each.links} for each in (old, new))
    for name in {**before, **after}:
        if name not in after:
            gone = phrase("{place}: the link {name} was removed.", name=name)
            yield change("link-removed", place, gone)
        elif name not in before:
            new_one = phrase("{place}: the link {name} was added.", name=name)
            yield change("link-added", place, new_one)
        elif _link_target(before[name]) != _link_target(after[name]):
            changed = phrase("{place}: the link {name} has another target.", name=name)
            yield change("link-changed", place, changed)


def _link_target(link: Link) -> Link:
    return replace(link, description="")


def _compare_callbacks(
    old: Iterable[Callback], new: Iterable[Callback], same: Sameness
) -> Iterator[Change]:
    before, after = _callback_operations(old), _callback_operations(new)
    for key, (name, _) in before.items():
        if key not in after:
            place = Message("callback {name}", name=name)
            yield change("callback-removed", place, removed())
    for key, (name, operation) in after.items():
        place = Message("callback {name}", name=name)
        if key not in before:
            yield change("callback-added", place, added())
            continue
        for found in operation_changes(before[key][1], operation, same, is_event=True):
            yield replace(found, place=one_line(_callback_location(place, found.place)))


def _callback_location(callback: Message, place: str) -> str:
    if not place:
        return callback
    return Message("{callback} {place}", callback=callback, place=place)


def _callback_operations(
    callbacks: Iterable[Callback],
) -> dict[tuple[str, str, str], tuple[str, Operation]]:
    """Return the operations of callbacks, by all that tells them apart."""
    return {
        (callback.name, callback.expression, operation.method): (callback.name, operation)
        for callback in callbacks
        for operation in callback.operations
    }


_Place = tuple[bool, str, str]
"""Whether it is a webhook, the method, and the path or name."""


def compare_documents(old: OpenApiDocument, new: OpenApiDocument) -> ApiChanges:
    """Compare two documents; operations that the site leaves out are left out here, too."""
    return ApiChanges(
        old_version=old.api_version,
        new_version=new.api_version,
        operations=tuple(_Comparison(old, new).found()),
    )


class _Comparison:
    def __init__(self, old: OpenApiDocument, new: OpenApiDocument) -> None:
        self._old = old
        self._new = new
        self._same = Sameness(old, new)

    def found(self) -> Iterator[OperationChanges]:
        before, after = _by_place(self._old), _by_place(self._new)
        partners = dict(_partners(before, after))
        kept = set(partners.values())
        for place, operation in before.items():
            if place not in kept:
                yield _operation_change(operation, "removed")
        for place, operation in after.items():
            if place not in partners:
                yield _operation_change(operation, "added")
                continue
            changes = tuple(dict.fromkeys(self._changes(before[partners[place]], operation)))
            if changes:
                title = operation_title(operation)
                yield OperationChanges(
                    key=operation.key, title=title, kind="changed", changes=changes
                )

    def _changes(self, old: Operation, new: Operation) -> Iterator[Change]:
        before, after = self._old.raw_operation(old), self._new.raw_operation(new)
        is_same = old.path == new.path and self._same.of(before, after)
        if is_same and (new.is_webhook or self._same.is_same_throughout):
            return
        yield from operation_changes(old, new, self._same, is_event=new.is_webhook)
        if new.is_webhook:
            # The document's own security is that of the API, not of those who listen to it.
            yield from event_security_changes(
                old if "security" in object_of(before.get(old.method)) else None,
                new if "security" in object_of(after.get(new.method)) else None,
            )


def _by_place(document: OpenApiDocument) -> dict[_Place, Operation]:
    return {
        (operation.is_webhook, operation.method.upper(), operation.path): operation
        for operation in (*document.operations, *document.webhooks)
        if not operation.is_left_out
    }


def _partners(
    before: dict[_Place, Operation], after: dict[_Place, Operation]
) -> Iterator[tuple[_Place, _Place]]:
    """Yield the places that belong together; the names of parameters in a path do not matter."""
    left = {_without_names(place): place for place in before if place not in after}
    for place in after:
        if place in before:
            yield place, place
        elif (partner := left.pop(_without_names(place), None)) is not None:
            yield place, partner


def _without_names(place: _Place) -> _Place:
    is_webhook, method, path = place
    return is_webhook, method, path if is_webhook else TEMPLATE.sub("{}", path)


def _operation_change(operation: Operation, kind: Kind) -> OperationChanges:
    return OperationChanges(key=operation.key, title=operation_title(operation), kind=kind)
