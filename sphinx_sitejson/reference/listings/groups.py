"""The operations of a listing by their first tag."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sphinx_sitejson.common.messages import Message

if TYPE_CHECKING:
    from sphinx_sitejson.openapi.document import OpenApiDocument
    from sphinx_sitejson.openapi.model import Operation

WITHOUT_TAG = Message("default")
WEBHOOKS = Message("Webhooks")


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedGroup:
    """Operations below one heading."""

    title: str
    operations: tuple[Operation, ...]
    description: str = ""


def grouped(document: OpenApiDocument, operations: Iterable[Operation]) -> tuple[ListedGroup, ...]:
    """Group operations by their first tag, in the order of the document's tags.

    Tags that the document does not describe follow in the order in which they are met, then what
    has none, then events.
    """
    by_tag: dict[str | None, list[Operation]] = {}
    events: list[Operation] = []
    for operation in operations:
        if operation.is_webhook and not operation.tags:
            events.append(operation)
        else:
            by_tag.setdefault(next(iter(operation.tags), None), []).append(operation)
    found = []
    names = [*document.tags, *(name for name in by_tag if name is not None)]
    for name in dict.fromkeys(names):
        if name in by_tag:
            tag = document.tags.get(name)
            title = (tag.summary if tag else "") or name
            description = tag.description if tag else ""
            found.append(_group(title, by_tag[name], description))
    if None in by_tag:
        found.append(_group(WITHOUT_TAG, by_tag[None]))
    if events:
        found.append(_group(WEBHOOKS, events))
    return tuple(found)


def _group(title: str, operations: list[Operation], description: str = "") -> ListedGroup:
    return ListedGroup(title=title, operations=tuple(operations), description=description)
