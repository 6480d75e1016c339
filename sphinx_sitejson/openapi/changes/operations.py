"""Compare two documents operation by operation: responses, callbacks, servers and metadata."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from sphinx_sitejson.common.messages import Message, form

from ..document import OpenApiDocument
from ..model import Callback, Link, Operation, Response, Server, ServerVariable
from ..naming.titles import operation_title
from ..raw import as_object
from .parameters import (
    PATH_PARAMETER,
    compare_headers,
    compare_media_types,
    compare_parameters,
    compare_request_bodies,
)
from .results import (
    ApiChanges,
    Change,
    OperationChanges,
    RuleStatement,
    added_statement,
    compare_deprecation,
    describe_removal,
    join_lines,
    make_change,
    make_statement,
    quote_text,
    removed_statement,
)
from .rules import Direction
from .schemas import DocumentEquality
from .security import compare_event_security, compare_security


def compare_servers(old: Iterable[Server], new: Iterable[Server]) -> Iterator[Change]:
    """Yield the changes of servers; their order and descriptions are ignored."""
    before, after = (
        {server.url.rstrip("/").lower(): server for server in servers} for servers in (old, new)
    )
    for url, server in before.items():
        if url not in after:
            yield make_change("server-removed", _server_location(server), removed_statement())
    for url, server in after.items():
        if url not in before:
            yield make_change("server-added", _server_location(server), added_statement())
            continue
        known = {variable.name: variable for variable in before[url].variables}
        for variable in server.variables:
            earlier = known.get(variable.name)
            if earlier is not None:
                yield from _compare_server_variable(earlier, variable, _server_location(server))


def _server_location(server: Server) -> Message:
    return Message("server {url}", url=server.url)


def _compare_server_variable(
    old: ServerVariable, new: ServerVariable, location: str
) -> Iterator[Change]:
    name = new.name
    if old.default != new.default:
        was, now = quote_text(old.default or ""), quote_text(new.default or "")
        changed = make_statement(
            "{place}: the default of {name} changed from {was} to {now}.",
            name=name,
            was=was,
            now=now,
        )
        yield make_change("server-default-changed", location, changed)
    if old.enum and not new.enum:
        opened = make_statement("{place}: {name} may have any value now.", name=name)
        yield make_change("server-value-added", location, opened)
    elif new.enum and not old.enum:
        limited = make_statement("{place}: {name} has only certain values now.", name=name)
        yield make_change("server-value-removed", location, limited)
    else:
        for value in old.enum:
            if value not in new.enum:
                statement = make_statement(
                    "{place}: the value {value} of {name} was removed.",
                    value=quote_text(value),
                    name=name,
                )
                yield make_change("server-value-removed", location, statement)
        for value in new.enum:
            if value not in old.enum:
                statement = make_statement(
                    "{place}: the value {value} of {name} was added.",
                    value=quote_text(value),
                    name=name,
                )
                yield make_change("server-value-added", location, statement)


def compare_operations(
    old: Operation, new: Operation, equality: DocumentEquality, *, is_event: bool = False
) -> Iterator[Change]:
    """Yield the changes of an operation.

    :param is_event: whether the API sends the request, as for webhooks and callbacks.
    """
    for rule, statement in _compare_metadata(old, new):
        yield make_change(rule, "", statement)
    request_direction: Direction = "received" if is_event else "sent"
    response_direction: Direction = "sent" if is_event else "received"
    if not is_event:
        yield from compare_servers(old.servers, new.servers)
        yield from compare_security(old, new)
    yield from compare_parameters(old, new, request_direction, equality)
    if new.event is not None:
        # Who reads about an application receives what it sends, and sends what it receives.
        is_received = new.method in ("SEND", "SUBSCRIBE")
        directions: tuple[Direction, Direction] = ("received", "sent")
        direction, reply_direction = directions if is_received else directions[::-1]
        yield from _compare_messages(old.responses, new.responses, direction, equality)
        yield from _compare_messages(old.replies, new.replies, reply_direction, equality)
        return
    yield from compare_request_bodies(
        old.request_body, new.request_body, request_direction, equality
    )
    yield from _compare_responses(old.responses, new.responses, response_direction, equality)
    yield from _compare_callbacks(old.callbacks, new.callbacks, equality)


def _compare_metadata(old: Operation, new: Operation) -> Iterator[RuleStatement]:
    yield from compare_deprecation(old.deprecated, new.deprecated, old.extensions, new.extensions)
    yield from _compare_operation_ids(old.operation_id, new.operation_id)
    for tag in old.tags:
        if tag not in new.tags:
            statement = make_statement(
                "{place} no longer has the tag {tag}.",
                without_location=form("It no longer has the tag {tag}."),
                tag=quote_text(tag),
            )
            yield "tag-removed", statement
    for tag in new.tags:
        if tag not in old.tags:
            statement = make_statement(
                "{place}: has the tag {tag}.",
                without_location=form("It has the tag {tag}."),
                tag=quote_text(tag),
            )
            yield "tag-added", statement


def _compare_operation_ids(was: str, now: str) -> Iterator[RuleStatement]:
    if was and now and was != now:
        changed = make_statement(
            "{place}: has the operationId {now}, no longer {was}.",
            without_location=form("It has the operationId {now}, no longer {was}."),
            was=quote_text(was),
            now=quote_text(now),
        )
        yield "id-changed", changed
    elif now and not was:
        statement = make_statement(
            "{place}: has the operationId {id}.",
            without_location=form("It has the operationId {id}."),
            id=quote_text(now),
        )
        yield "id-added", statement
    elif was and not now:
        statement = make_statement(
            "{place} no longer has the operationId {id}.",
            without_location=form("It no longer has the operationId {id}."),
            id=quote_text(was),
        )
        yield "id-removed", statement


def _compare_responses(
    old: Iterable[Response],
    new: Iterable[Response],
    direction: Direction,
    equality: DocumentEquality,
) -> Iterator[Change]:
    before, after = ({one.status.upper(): one for one in each} for each in (old, new))
    for status, response in before.items():
        if _matching_status(status, after) is None:
            kind = "success" if _is_success(status) else "status"
            yield make_change(
                f"{kind}-removed", _response_location(response), removed_statement(), direction
            )
    for status, response in after.items():
        if status not in before and (_is_range(status) or _matching_status(status, before) is None):
            kind = "success" if _is_success(status) else "status"
            yield make_change(
                f"{kind}-added", _response_location(response), added_statement(), direction
            )
    for status, response in before.items():
        covering = _matching_status(status, after)
        if covering is not None:
            yield from _compare_response(response, after[covering], direction, equality)


def _compare_messages(
    old: Iterable[Response],
    new: Iterable[Response],
    direction: Direction,
    equality: DocumentEquality,
) -> Iterator[Change]:
    """Yield the changes of the messages of an AsyncAPI document."""
    before, after = ({one.status: one for one in each} for each in (old, new))
    # A message that may no longer be sent breaks its senders.
    kind = "success" if direction == "sent" else "status"
    for name, message in before.items():
        if name not in after:
            location = _response_location(message)
            yield make_change(f"{kind}-removed", location, removed_statement(), direction)
        else:
            yield from _compare_response(message, after[name], direction, equality)
    for name, message in after.items():
        if name not in before:
            location = _response_location(message)
            yield make_change(f"{kind}-added", location, added_statement(), direction)


def _response_location(response: Response) -> str:
    if response.extensions:
        return Message("message {name}", name=response.status)
    return Message("response {status}", status=response.status)


def _matching_status(status: str, known: Iterable[str]) -> str | None:
    """Return the entry for a status: itself, its range ``4XX``, or for a range any status of it."""
    found = next((one for one in (status, f"{status[:1]}XX") if one in known), None)
    if found is None and _is_range(status):
        return next((one for one in known if one[:1] == status[:1]), None)
    return found


def _is_range(status: str) -> bool:
    return status.endswith("XX")


def _is_success(status: str) -> bool:
    return status.startswith("2")


def _compare_response(
    old: Response, new: Response, direction: Direction, equality: DocumentEquality
) -> Iterator[Change]:
    location = _response_location(old)
    yield from compare_headers(old.headers, new.headers, location, direction, equality)
    yield from compare_media_types(old.content, new.content, location, direction, equality)
    before, after = ({link.name: link for link in each.links} for each in (old, new))
    for name in {**before, **after}:
        if name not in after:
            statement = make_statement("{place}: the link {name} was removed.", name=name)
            yield make_change("link-removed", location, statement)
        elif name not in before:
            statement = make_statement("{place}: the link {name} was added.", name=name)
            yield make_change("link-added", location, statement)
        elif _link_target(before[name]) != _link_target(after[name]):
            changed = make_statement("{place}: the link {name} has another target.", name=name)
            yield make_change("link-changed", location, changed)


def _link_target(link: Link) -> Link:
    return replace(link, description="")


def _compare_callbacks(
    old: Iterable[Callback], new: Iterable[Callback], equality: DocumentEquality
) -> Iterator[Change]:
    before, after = _callback_operations(old), _callback_operations(new)
    for key, (name, _) in before.items():
        if key not in after:
            location = Message("callback {name}", name=name)
            yield make_change("callback-removed", location, removed_statement())
    for key, (name, operation) in after.items():
        location = Message("callback {name}", name=name)
        if key not in before:
            yield make_change("callback-added", location, added_statement())
            continue
        for found in compare_operations(before[key][1], operation, equality, is_event=True):
            yield replace(found, location=join_lines(_callback_location(location, found.location)))


def _callback_location(callback: Message, location: str) -> str:
    if not location:
        return callback
    return Message("{callback} {place}", callback=callback, place=location)


def _callback_operations(
    callbacks: Iterable[Callback],
) -> dict[tuple[str, str, str], tuple[str, Operation]]:
    """Index the operations of callbacks by name, expression and method."""
    return {
        (callback.name, callback.expression, operation.method): (callback.name, operation)
        for callback in callbacks
        for operation in callback.operations
    }


_OperationKey = tuple[bool, str, str]
"""Whether it is a webhook, the method, and the path or webhook name."""


def compare_documents(old: OpenApiDocument, new: OpenApiDocument) -> ApiChanges:
    """Compare two documents; operations that are excluded from the site are ignored."""
    return ApiChanges(
        old_version=old.api_version,
        new_version=new.api_version,
        operations=tuple(_DocumentComparison(old, new).compare()),
    )


class _DocumentComparison:
    def __init__(self, old: OpenApiDocument, new: OpenApiDocument) -> None:
        self._old = old
        self._new = new
        self._equality = DocumentEquality(old, new)

    def compare(self) -> Iterator[OperationChanges]:
        before, after = _index_operations(self._old), _index_operations(self._new)
        partners = dict(_match_operations(before, after))
        matched_keys = set(partners.values())
        for key, operation in before.items():
            if key not in matched_keys:
                yield _removed_operation(operation)
        for key, operation in after.items():
            if key not in partners:
                yield OperationChanges(
                    key=operation.key, title=operation_title(operation), kind="added"
                )
                continue
            changes = tuple(dict.fromkeys(self._changes(before[partners[key]], operation)))
            if changes:
                title = operation_title(operation)
                yield OperationChanges(
                    key=operation.key, title=title, kind="changed", changes=changes
                )

    def _changes(self, old: Operation, new: Operation) -> Iterator[Change]:
        before, after = self._old.raw_operation(old), self._new.raw_operation(new)
        is_unchanged = old.path == new.path and self._equality.is_equal(before, after)
        if is_unchanged and (new.is_webhook or self._equality.has_equal_defaults):
            return
        yield from compare_operations(old, new, self._equality, is_event=new.is_webhook)
        if new.is_webhook:
            # The security of the document is that of the API, not of the receivers of webhooks.
            yield from compare_event_security(
                old if "security" in as_object(before.get(old.method)) else None,
                new if "security" in as_object(after.get(new.method)) else None,
            )


def _index_operations(document: OpenApiDocument) -> dict[_OperationKey, Operation]:
    return {
        (operation.is_webhook, operation.method.upper(), operation.path): operation
        for operation in (*document.operations, *document.webhooks)
        if not operation.is_excluded
    }


def _match_operations(
    before: dict[_OperationKey, Operation], after: dict[_OperationKey, Operation]
) -> Iterator[tuple[_OperationKey, _OperationKey]]:
    """Yield pairs of matching operations; the names of path parameters are ignored."""
    left = {_strip_parameter_names(key): key for key in before if key not in after}
    for key in after:
        if key in before:
            yield key, key
        elif (partner := left.pop(_strip_parameter_names(key), None)) is not None:
            yield key, partner


def _strip_parameter_names(key: _OperationKey) -> _OperationKey:
    is_webhook, method, path = key
    return is_webhook, method, path if is_webhook else PATH_PARAMETER.sub("{}", path)


def _removed_operation(operation: Operation) -> OperationChanges:
    """Return a removal, with a change that names its announcement, if there was one."""
    rule, statement = describe_removal(
        operation.extensions, operation.deprecated, "operation-removed"
    )
    is_announced = rule != "operation-removed"
    return OperationChanges(
        key=operation.key,
        title=operation_title(operation),
        kind="removed",
        changes=(make_change(rule, "", statement),) if is_announced else (),
    )
