"""What changed between two documents, operation by operation."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from .document import OpenApiDocument
from .model import MediaType, Operation, Parameter, RequestBody, Response
from .schema_changes import Change, Direction, SchemaComparison
from .titles import operation_title

Kind = Literal["removed", "changed", "added"]

_TEMPLATE = re.compile(r"\{[^{}]*\}")


@dataclass(frozen=True, slots=True, kw_only=True)
class OperationChanges:
    """What became of one operation."""

    key: str
    title: str
    kind: Kind
    changes: tuple[Change, ...] = ()

    @property
    def is_breaking(self) -> bool:
        """Whether clients of the old document may fail with the new one."""
        return self.kind == "removed" or any(change.is_breaking for change in self.changes)


@dataclass(frozen=True, slots=True, kw_only=True)
class ApiChanges:
    """All operations that are not what they were, in the order of the documents."""

    old_version: str
    new_version: str
    operations: tuple[OperationChanges, ...] = ()

    def of_kind(self, kind: Kind) -> tuple[OperationChanges, ...]:
        """Return the operations of one kind."""
        return tuple(operation for operation in self.operations if operation.kind == kind)

    def of_operation(self, key: str) -> OperationChanges | None:
        """Return what became of one operation."""
        return next((operation for operation in self.operations if operation.key == key), None)


def compare_documents(old: OpenApiDocument, new: OpenApiDocument) -> ApiChanges:
    """Compare two documents; operations that the site leaves out are left out here, too."""
    before, after = _by_place(old), _by_place(new)
    found: list[OperationChanges] = []
    for place, operation in before.items():
        if place not in after:
            found.append(_whole(operation, "removed"))
    for place, operation in after.items():
        if place not in before:
            found.append(_whole(operation, "added"))
            continue
        changes = tuple(dict.fromkeys(_operation_changes(before[place], operation)))
        if changes:
            title = operation_title(operation)
            found.append(
                OperationChanges(key=operation.key, title=title, kind="changed", changes=changes)
            )
    return ApiChanges(
        old_version=old.api_version, new_version=new.api_version, operations=tuple(found)
    )


def _by_place(document: OpenApiDocument) -> dict[str, Operation]:
    """Return operations by method and path; the names of parameters in a path do not matter."""
    return {
        _TEMPLATE.sub("{}", key): operation
        for key, operation in document.operations_by_key.items()
        if not operation.is_left_out
    }


def _whole(operation: Operation, kind: Kind) -> OperationChanges:
    return OperationChanges(key=operation.key, title=operation_title(operation), kind=kind)


def _operation_changes(old: Operation, new: Operation) -> Iterator[Change]:
    if new.deprecated != old.deprecated:
        text = "is deprecated" if new.deprecated else "is no longer deprecated"
        yield Change(place="", text=text)
    # What clients of an API receive, those who offer a webhook send.
    sent: Direction = "received" if new.is_webhook else "sent"
    received: Direction = "sent" if new.is_webhook else "received"
    yield from _parameters(old, new)
    yield from _security(old, new)
    yield from _bodies(old.request_body, new.request_body, sent)
    yield from _responses(old.responses, new.responses, received)


def _parameters(old: Operation, new: Operation) -> Iterator[Change]:
    before, after = _named(old.parameters), _named(new.parameters)
    for name, parameter in before.items():
        if name not in after:
            place = _parameter_place(parameter)
            yield Change(place=place, text="was removed", is_breaking=True)
    for name, parameter in after.items():
        place = _parameter_place(parameter)
        earlier = before.get(name)
        if earlier is None:
            text = "was added, and is required" if parameter.required else "was added"
            yield Change(place=place, text=text, is_breaking=parameter.required)
            continue
        if parameter.required != earlier.required:
            text = "is required now" if parameter.required else "is optional now"
            yield Change(place=place, text=text, is_breaking=parameter.required)
        if parameter.deprecated and not earlier.deprecated:
            yield Change(place=place, text="is deprecated")
        yield from SchemaComparison("sent").compare(earlier.schema, parameter.schema, place)


def _named(parameters: Iterable[Parameter]) -> dict[tuple[str, str], Parameter]:
    """Return parameters by place and name; those of a path by their order."""
    named: dict[tuple[str, str], Parameter] = {}
    for parameter in parameters:
        in_path = sum(1 for location, _name in named if location == "path")
        name = f"{in_path}" if parameter.location == "path" else parameter.name
        named[parameter.location, name] = parameter
    return named


def _parameter_place(parameter: Parameter) -> str:
    return f"{parameter.location} parameter {parameter.name}"


def _security(old: Operation, new: Operation) -> Iterator[Change]:
    before, after = _alternatives(old), _alternatives(new)
    if before == after:
        return
    was_open, is_open = not before or "" in before, not after or "" in after
    if was_open and not is_open:
        yield Change(place="authorization", text="is needed now", is_breaking=True)
    elif is_open and not was_open:
        yield Change(place="authorization", text="is no longer needed")
    else:
        for name in before:
            if name and name not in after:
                text = f"{name} is no longer accepted"
                yield Change(place="authorization", text=text, is_breaking=not is_open)
        for name in after:
            if name and name not in before:
                yield Change(place="authorization", text=f"{name} is accepted")


def _alternatives(operation: Operation) -> list[str]:
    return [
        " and ".join(
            f"{use.scheme.name} ({', '.join(use.scopes)})" if use.scopes else use.scheme.name
            for use in alternative
        )
        for alternative in operation.security or ()
    ]


def _bodies(
    old: RequestBody | None, new: RequestBody | None, direction: Direction
) -> Iterator[Change]:
    if old is None and new is not None:
        text = "was added, and is required" if new.required else "was added"
        yield Change(place="body", text=text, is_breaking=new.required)
    elif old is not None and new is None:
        yield Change(place="body", text="was removed", is_breaking=True)
    elif old is not None and new is not None:
        if old.required != new.required:
            text = "is required now" if new.required else "is optional now"
            yield Change(place="body", text=text, is_breaking=new.required)
        yield from _media_types(old.content, new.content, "body", direction)


def _media_types(
    old: Iterable[MediaType], new: Iterable[MediaType], place: str, direction: Direction
) -> Iterator[Change]:
    before, after = {media.name: media for media in old}, {media.name: media for media in new}
    yield from _names_changed(before, after, place, "the media type")
    for name, media in after.items():
        if name in before:
            yield from SchemaComparison(direction).compare(before[name].schema, media.schema, place)


def _names_changed(
    before: Mapping[str, object], after: Mapping[str, object], place: str, what: str
) -> Iterator[Change]:
    for name in before:
        if name not in after:
            yield Change(place=place, text=f"{what} {name} was removed", is_breaking=True)
    for name in after:
        if name not in before:
            yield Change(place=place, text=f"{what} {name} was added")


def _responses(
    old: Iterable[Response], new: Iterable[Response], direction: Direction
) -> Iterator[Change]:
    before = {response.status: response for response in old}
    after = {response.status: response for response in new}
    for status in before:
        if status not in after:
            # That an error no longer happens breaks nobody.
            is_breaking = status.startswith("2")
            yield Change(place=f"response {status}", text="was removed", is_breaking=is_breaking)
    for status, response in after.items():
        place, earlier = f"response {status}", before.get(status)
        if earlier is None:
            yield Change(place=place, text="was added")
            continue
        headers = [{header.name: header for header in one.headers} for one in (earlier, response)]
        yield from _names_changed(headers[0], headers[1], place, "the header")
        yield from _media_types(earlier.content, response.content, place, direction)
