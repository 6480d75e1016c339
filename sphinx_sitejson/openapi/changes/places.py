"""The change model, where documents are compared, and the comparisons that many places share."""

from __future__ import annotations

import json
import os
import time
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, date, datetime
from decimal import Decimal
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal

from sphinx_sitejson.common.messages import Message, join_messages
from sphinx_sitejson.common.records import record

from ..digests import DocumentDigests
from ..raw import RawObject, as_object, get_text
from .rules import LEVELS, RULES, Direction, Level

if TYPE_CHECKING:
    from ..document import OpenApiDocument


def join_lines(text: str) -> str:
    """Replace line breaks, which names of a document may contain, with spaces."""
    if text.splitlines() in ([], [text]):
        return text
    if not isinstance(text, Message):
        return " ".join(text.splitlines())
    return Message(text.form, **{name: join_lines(value) for name, value in text.values.items()})


MAX_VALUE_LENGTH = 80
MAX_DIGITS = 60
NO_VALUE = Message("none")
"""Displayed for a value that is missing on one side."""

Number = int | Decimal


def exact_number(value: Any) -> Number | None:
    """Return a number without loss of digits; None for values that are no number."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return value if isinstance(value, int) else Decimal(repr(value))


def format_number(value: Number | None) -> str:
    """Format a number without exponent, unless it is very large or very small."""
    if value is None:
        return NO_VALUE
    if isinstance(value, int) or abs(value.adjusted()) > MAX_DIGITS:
        return str(value)
    text = format(value, "f")
    return text.rstrip("0").rstrip(".") if "." in text else text


def format_value(value: Any) -> str:
    """Format a value as JSON, truncated to `MAX_VALUE_LENGTH` characters."""
    if isinstance(value, float):
        return format_number(exact_number(value))
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= MAX_VALUE_LENGTH else f"{text[: MAX_VALUE_LENGTH - 1]}…"


def quote_text(text: str) -> str:
    """Format a string of the document in quotes; an empty one as `NO_VALUE`."""
    return format_value(text) if text else NO_VALUE


def join_alternatives(names: Iterable[str]) -> str:
    """Join names as alternatives: ``a or b or c``."""
    return join_names(Message("or"), names)


def join_names(conjunction: Message, names: Iterable[str]) -> str:
    return join_messages(" ", [part for name in names for part in (conjunction, name)][1:])


def append_note(note: str) -> str:
    """Return a note that follows a location: ``" (names)"``."""
    return join_messages(" ", ("", note))


Changes = Iterator["Change"]
"""Changes in the order in which they are found."""
ChangeKind = Literal["removed", "changed", "added"]

_SHARED_PREFIXES = ("server", "authorization")
"""Prefixes of the locations of changes that usually come from document-level settings."""


@record
class Change:
    """One change: its location, empty for the operation itself, and its description."""

    location: str
    rule: str
    level: Level
    form: str
    """The form of the sentence about the location."""
    values: tuple[tuple[str, str], ...]

    @property
    def sentence(self) -> Message:
        """The description of the change as a sentence."""
        about_operation = RULES[self.rule].sentence_about_operation
        if about_operation and not self.location:
            return Message(about_operation, **dict(self.values))
        return Message(self.form, place=self.location, **dict(self.values))

    @property
    def is_breaking(self) -> bool:
        """Whether clients of the old document may fail with the new one."""
        return self.level == "breaking"

    @property
    def rank(self) -> int:
        """The sort key by severity: breaking changes come first."""
        return LEVELS.index(self.level)


@record
class OperationChanges:
    key: str
    title: str
    kind: ChangeKind
    changes: tuple[Change, ...]

    @property
    def is_breaking(self) -> bool:
        """Whether clients of the old document may fail with the new one."""
        is_unannounced = self.kind == "removed" and not self.changes
        return is_unannounced or any(change.is_breaking for change in self.changes)

    def without(self, reported: Collection[Change]) -> OperationChanges:
        """Return a copy without changes that are reported elsewhere."""
        left = tuple(change for change in self.changes if change not in reported)
        return replace(self, changes=left)


@record
class ApiChanges:
    """All operations that were added, removed or changed, in document order."""

    old_version: str
    new_version: str
    operations: tuple[OperationChanges, ...]

    def with_kind(self, kind: ChangeKind) -> tuple[OperationChanges, ...]:
        return tuple(operation for operation in self.operations if operation.kind == kind)

    def operation_changes(self, key: str) -> OperationChanges | None:
        """Return the changes of one operation, if it has any."""
        return next((operation for operation in self.operations if operation.key == key), None)

    def shared_changes(self) -> tuple[Change, ...]:
        """Return the changes of servers and authorization that several operations have."""
        times = Counter(change for operation in self.operations for change in operation.changes)
        return tuple(
            found
            for found, count in times.items()
            if count > 1 and found.location.startswith(_SHARED_PREFIXES)
        )


class DocumentEquality:
    """Compare raw data of two documents, so that equal parts need not be walked."""

    def __init__(self, old: OpenApiDocument, new: OpenApiDocument) -> None:
        self._data = (old.data, new.data)
        self._digests = (DocumentDigests(old), DocumentDigests(new))

    def is_equal(self, old: Any, new: Any) -> bool:
        """Return whether two values are equal, references resolved."""
        before, after = self._digests
        return bool(old == new) and before.value_digest(old) == after.value_digest(new)

    @cached_property
    def has_equal_defaults(self) -> bool:
        """Whether the document-level servers, security and security schemes are equal."""
        schemes = [as_object(data.get("components")).get("securitySchemes") for data in self._data]
        defaults = [[data.get("servers"), data.get("security")] for data in self._data]
        return self.is_equal(*defaults) and self.is_equal(*schemes)


@record
class Place:
    """A location in two documents, and the direction of its values."""

    equality: DocumentEquality
    direction: Direction = "sent"
    parts: tuple[str, ...] = ()
    """The location in parts, since nested messages could not be translated."""
    depth: int = 0

    @property
    def location(self) -> str:
        """The location; empty for the operation itself."""
        return self.parts[0] if len(self.parts) == 1 else join_messages("", self.parts)

    def at(self, location: str) -> Place:
        """Return the place at another location, for values of the same direction."""
        return replace(self, parts=(location,))

    def below(self, suffix: str) -> Place:
        """Return the place of a member, with a suffix of the location such as ``.name``."""
        return replace(self, parts=(*self.parts, suffix), depth=self.depth + 1)

    def reversed(self) -> Place:
        """Return the place for values of the other direction."""
        return replace(self, direction="received" if self.direction == "sent" else "sent")

    def change(self, rule: str, form: str = "", /, **values: str) -> Change:
        """Return a change with its severity of `RULES`, and with its sentence unless one is given.

        >>> place.at("body").change("link-added", name="next").sentence
        'body: the link next was added.'
        """
        return Change(
            location=join_lines(self.location),
            rule=rule,
            level=RULES[rule].level(self.direction),
            form=form or RULES[rule].sentence,
            values=tuple((name, join_lines(value)) for name, value in values.items()),
        )

    def toggle(
        self,
        rule: str,
        before: object,
        after: object,
        forms: tuple[str, str] = ("", ""),
        /,
        **values: str,
    ) -> Changes:
        """Yield the change of what only one side has: the rule if it is new, else its reverse."""
        if after and not before:
            yield self.change(rule, forms[0], **values)
        elif before and not after:
            yield self.change(RULES[rule].reverse, forms[1], **values)

    def compare_names(
        self,
        rule: str,
        label: str,
        before: Mapping[str, str],
        after: Mapping[str, str],
        **values: str,
    ) -> Changes:
        """Yield the names that were removed, then those that were added by a rule.

        :param label: the placeholder of the sentence for the text of a name.
        """
        for name, text in before.items():
            if name not in after:
                yield self.change(RULES[rule].reverse, **{label: text}, **values)
        for name, text in after.items():
            if name not in before:
                yield self.change(rule, **{label: text}, **values)

    def compare_deprecation(
        self, before: bool, after: bool, old: RawObject, new: RawObject
    ) -> Changes:
        """Yield the changes of ``deprecated``, and of sunset date and stability in extensions."""
        yield from self.toggle("deprecated", before, after)
        was, now = _sunset_date(old), _sunset_date(new)
        yield from self.toggle("sunset-set", was, now, date=now or was)
        if was and now and was != now:
            yield self.change("sunset-earlier" if now < was else "sunset-later", was=was, now=now)
        was, now = _stability(old), _stability(new)
        if was != now:
            is_lower = _STABILITY_LEVELS.index(now) < _STABILITY_LEVELS.index(was)
            yield self.change(
                "stability-lowered" if is_lower else "stability-raised", was=was, now=now
            )

    def removal(self, rule: str, raw: RawObject, *, is_deprecated: bool) -> Change:
        """Return the change for something that was removed.

        :param rule: the rule for a removal that nothing announced.
        :param raw: the removed object, whose extensions may have announced the removal.
        """
        sunset = _sunset_date(raw)
        with suppress(ValueError):
            is_over = date.fromisoformat(sunset[:10]) <= _comparison_date()
            return self.change(
                "removed-after-sunset" if is_over else "removed-before-sunset", date=sunset
            )
        if (level := _stability(raw)) in _UNSTABLE_LEVELS:
            return self.change("unstable-removed", level=level)
        return self.change("deprecated-removed" if is_deprecated else rule)

    def compare_texts(
        self, rule: str, was: str, now: str, form: str = "", /, **values: str
    ) -> Changes:
        """Yield the change of a text."""
        if was != now:
            yield self.change(rule, form, was=quote_text(was), now=quote_text(now), **values)


_SUNSET_EXTENSIONS = (
    "x-sunset",
    "x-sunset-date",
    "x-deprecated-sunset",
    "x-removal-date",
    "x-sunset-at",
)


def _sunset_date(raw: RawObject) -> str:
    """Return the sunset date; ISO 8601 dates compare as strings."""
    return next(filter(None, (get_text(raw, key) for key in _SUNSET_EXTENSIONS)), "")


def _comparison_date() -> date:
    """Return the date of the build: ``SOURCE_DATE_EPOCH`` for reproducible ones, else today."""
    epoch = os.environ.get("SOURCE_DATE_EPOCH", "")
    moment = int(epoch) if epoch.isdecimal() else time.time()
    return datetime.fromtimestamp(moment, UTC).date()


_STABLE = Message("stable")
"""The stability of what has no level."""
_STABILITY_LEVELS = ("draft", "alpha", "beta", "stable")
_UNSTABLE_LEVELS = ("draft", "alpha")


def _stability(raw: RawObject) -> str:
    """Return the stability level; unknown levels count as stable, like missing ones."""
    level = get_text(raw, "x-stability-level").lower()
    return level if level in _STABILITY_LEVELS else _STABLE
