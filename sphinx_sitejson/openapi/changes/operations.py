"""What changed in one operation."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from sphinx_sitejson.common.messages import Message, form
from sphinx_sitejson.openapi.model import Callback, Link, Operation, Response

from .bodies import body_changes, media_type_changes
from .deprecation import deprecation
from .equality import Sameness
from .parameters import header_changes, parameter_changes
from .results import Change, change
from .rules import Direction
from .security import security_changes
from .sentences import RuleStatement, added, one_line, phrase, removed
from .servers import server_changes
from .value_texts import word_text


def operation_changes(
    old: Operation, new: Operation, same: Sameness, *, is_event: bool = False
) -> Iterator[Change]:
    """Yield what became of an operation.

    :param is_event: whether the API sends it and clients answer, as webhooks and callbacks go.
    """
    for rule, statement in _own_changes(old, new):
        yield change(rule, "", statement)
    asked: Direction = "received" if is_event else "sent"
    answered: Direction = "sent" if is_event else "received"
    if not is_event:
        yield from server_changes(old.servers, new.servers)
        yield from security_changes(old, new)
    yield from parameter_changes(old, new, asked, same)
    yield from body_changes(old.request_body, new.request_body, asked, same)
    yield from _responses(old.responses, new.responses, answered, same)
    yield from _callbacks(old.callbacks, new.callbacks, same)


def _own_changes(old: Operation, new: Operation) -> Iterator[RuleStatement]:
    yield from deprecation(old.deprecated, new.deprecated, old.extensions, new.extensions)
    yield from _id(old.operation_id, new.operation_id)
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


def _id(was: str, now: str) -> Iterator[RuleStatement]:
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


def _responses(
    old: Iterable[Response], new: Iterable[Response], direction: Direction, same: Sameness
) -> Iterator[Change]:
    before, after = ({one.status.upper(): one for one in each} for each in (old, new))
    for status, response in before.items():
        if _covering(status, after) is None:
            kind = "success" if _is_success(status) else "status"
            yield change(f"{kind}-removed", _place(response), removed(), direction)
    for status, response in after.items():
        if status not in before and (_is_range(status) or _covering(status, before) is None):
            kind = "success" if _is_success(status) else "status"
            yield change(f"{kind}-added", _place(response), added(), direction)
    for status, response in before.items():
        covering = _covering(status, after)
        if covering is not None:
            yield from _response(response, after[covering], direction, same)


def _place(response: Response) -> str:
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


def _response(
    old: Response, new: Response, direction: Direction, same: Sameness
) -> Iterator[Change]:
    place = _place(old)
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
        elif _target(before[name]) != _target(after[name]):
            changed = phrase("{place}: the link {name} has another target.", name=name)
            yield change("link-changed", place, changed)


def _target(link: Link) -> Link:
    return replace(link, description="")


def _callbacks(
    old: Iterable[Callback], new: Iterable[Callback], same: Sameness
) -> Iterator[Change]:
    before, after = _called(old), _called(new)
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
            yield replace(found, place=one_line(_called_place(place, found.place)))


def _called_place(callback: Message, place: str) -> str:
    if not place:
        return callback
    return Message("{callback} {place}", callback=callback, place=place)


def _called(callbacks: Iterable[Callback]) -> dict[tuple[str, str, str], tuple[str, Operation]]:
    """Return the operations of callbacks, by all that tells them apart."""
    return {
        (callback.name, callback.expression, operation.method): (callback.name, operation)
        for callback in callbacks
        for operation in callback.operations
    }
