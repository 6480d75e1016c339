"""What changed in one operation."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from sphinx_sitejson.openapi.model import Callback, Link, Operation, Response

from .bodies import body_changes, media_type_changes
from .deprecation import deprecation
from .found import Change, change
from .parameters import header_changes, parameter_changes
from .rules import Direction
from .sameness import Sameness
from .security import security_changes
from .servers import server_changes
from .value_limits import Told
from .value_texts import word_text


def operation_changes(
    old: Operation, new: Operation, same: Sameness, *, is_event: bool = False
) -> Iterator[Change]:
    """Yield what became of an operation.

    :param is_event: whether the API sends it and clients answer, as webhooks and callbacks go.
    """
    for rule, text in _own_changes(old, new):
        yield change(rule, "", text)
    asked: Direction = "received" if is_event else "sent"
    answered: Direction = "sent" if is_event else "received"
    if not is_event:
        yield from server_changes(old.servers, new.servers)
        yield from security_changes(old, new)
    yield from parameter_changes(old, new, asked, same)
    yield from body_changes(old.request_body, new.request_body, asked, same)
    yield from _responses(old.responses, new.responses, answered, same)
    yield from _callbacks(old.callbacks, new.callbacks, same)


def _own_changes(old: Operation, new: Operation) -> Iterator[Told]:
    yield from deprecation(old.deprecated, new.deprecated, old.extensions, new.extensions)
    was, now = old.operation_id, new.operation_id
    if was and now and was != now:
        yield "id-changed", f"has the operationId {word_text(now)}, no longer {word_text(was)}"
    elif now and not was:
        yield "id-added", f"has the operationId {word_text(now)}"
    elif was and not now:
        yield "id-removed", f"no longer has the operationId {word_text(was)}"
    for tag in old.tags:
        if tag not in new.tags:
            yield "tag-removed", f"no longer has the tag {word_text(tag)}"
    for tag in new.tags:
        if tag not in old.tags:
            yield "tag-added", f"has the tag {word_text(tag)}"


def _responses(
    old: Iterable[Response], new: Iterable[Response], direction: Direction, same: Sameness
) -> Iterator[Change]:
    before, after = ({one.status.upper(): one for one in each} for each in (old, new))
    for status, response in before.items():
        if _covering(status, after) is None:
            kind = "success" if _is_success(status) else "status"
            place = f"response {response.status}"
            yield change(f"{kind}-removed", place, "was removed", direction)
    for status, response in after.items():
        if status not in before and (_is_range(status) or _covering(status, before) is None):
            kind = "success" if _is_success(status) else "status"
            yield change(f"{kind}-added", f"response {response.status}", "was added", direction)
    for status, response in before.items():
        covering = _covering(status, after)
        if covering is not None:
            yield from _response(response, after[covering], direction, same)


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


def _response(
    old: Response, new: Response, direction: Direction, same: Sameness
) -> Iterator[Change]:
    place = f"response {old.status}"
    yield from header_changes(old.headers, new.headers, place, direction, same)
    yield from media_type_changes(old.content, new.content, place, direction, same)
    before, after = ({link.name: link for link in each.links} for each in (old, new))
    for name in {**before, **after}:
        if name not in after:
            yield change("link-removed", place, f"the link {name} was removed")
        elif name not in before:
            yield change("link-added", place, f"the link {name} was added")
        elif _target(before[name]) != _target(after[name]):
            yield change("link-changed", place, f"the link {name} has another target")


def _target(link: Link) -> Link:
    return replace(link, description="")


def _callbacks(
    old: Iterable[Callback], new: Iterable[Callback], same: Sameness
) -> Iterator[Change]:
    before, after = _called(old), _called(new)
    for key, (name, _) in before.items():
        if key not in after:
            yield change("callback-removed", f"callback {name}", "was removed")
    for key, (name, operation) in after.items():
        if key not in before:
            yield change("callback-added", f"callback {name}", "was added")
            continue
        for found in operation_changes(before[key][1], operation, same, is_event=True):
            place = f"callback {name} {found.place}".strip()
            yield replace(found, place=place)


def _called(callbacks: Iterable[Callback]) -> dict[tuple[str, str, str], tuple[str, Operation]]:
    """Return the operations of callbacks, by all that tells them apart."""
    return {
        (callback.name, callback.expression, operation.method): (callback.name, operation)
        for callback in callbacks
        for operation in callback.operations
    }
