"""What changed between two documents, operation by operation."""

from __future__ import annotations

from collections.abc import Iterator

from sphinx_sitejson.openapi.document import OpenApiDocument
from sphinx_sitejson.openapi.model import Operation
from sphinx_sitejson.openapi.raw import object_of
from sphinx_sitejson.openapi.titles import operation_title

from .equality import Sameness
from .operations import operation_changes
from .parameters import TEMPLATE
from .results import ApiChanges, Change, Kind, OperationChanges
from .security import event_security_changes

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
