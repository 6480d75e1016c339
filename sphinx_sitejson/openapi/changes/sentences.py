"""What is said of a change: whole sentences, for each language orders its words in its own way."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sphinx_sitejson.common.messages import Message


@dataclass(frozen=True, slots=True)
class Statement:
    """A sentence about a place that is not known yet."""

    form: str
    values: tuple[tuple[str, str], ...]
    alone: str
    """The sentence about an operation as a whole, for what can be said of one."""

    def at(self, place: str) -> Message:
        """Return the sentence about a place; without one it is about the operation."""
        values = dict(self.values)
        if self.alone and not place:
            return Message(self.alone, **values)
        return Message(self.form, place=place, **values)


RuleStatement = tuple[str, Statement]
"""The name of a rule, and what is said of a change."""


def phrase(form: str, /, *, alone: str = "", **values: str) -> Statement:
    """Make a statement; its form has a gap for the place."""
    escaped = tuple((name, one_line(value)) for name, value in values.items())
    return Statement(form, escaped, alone)


def added(is_required: bool = False) -> Statement:
    """Say that something is there that was not."""
    if is_required:
        return phrase("{place} was added, and is required.")
    return phrase("{place} was added.")


def removed() -> Statement:
    """Say that something is no longer there."""
    return phrase("{place} was removed.")


def moved(key: str, was: str, now: str) -> Statement:
    """Say that a keyword has another value."""
    return phrase("{place}: {name} changed from {was} to {now}.", name=key, was=was, now=now)


def requirement(before: bool, after: bool) -> Iterator[RuleStatement]:
    """Yield whether something became required or optional."""
    if after and not before:
        yield "became-required", phrase("{place} is required now.")
    elif before and not after:
        yield "became-optional", phrase("{place} is optional now.")


def one_line(text: str) -> str:
    """Return a text without line ends: names of a document may have some."""
    if text.splitlines() in ([], [text]):
        return text
    if not isinstance(text, Message):
        return " ".join(text.splitlines())
    return Message(text.form, **{name: one_line(value) for name, value in text.values.items()})
