"""English texts in plain data that can be translated when they are rendered.

View models are built once and shared by all builds, so they belong to no language. A `Message`
is the English text and can be used as such; the renderer translates it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields, is_dataclass, replace
from typing import Any, Self, TypeVar

Gettext = Callable[[str], str]

_Value = TypeVar("_Value")


class Message(str):
    """A format string and its values, which may be messages again.

    Catalogs translate the form, so it must be a literal where a message is created:
    ``Message("at least {number}", number="3")``.
    """

    __slots__ = ("form", "values")

    form: str
    values: Mapping[str, str]

    def __new__(cls, form: str, /, **values: str) -> Self:
        """Format the English text."""
        message = super().__new__(cls, _fill_gaps(form, values))
        message.form, message.values = form, values
        return message

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuild, (type(self), self.form, dict(self.values))

    def translate_with(self, gettext: Gettext) -> str:
        """Return the text, translated with the catalog of a language."""
        values = translate_messages(self.values, gettext)
        try:
            return _fill_gaps(gettext(self.form), values)
        except (LookupError, ValueError):
            # A catalog of the project may have other placeholders; a test covers ours.
            return _fill_gaps(self.form, values)

    def translate_around(self, gap: str, gettext: Gettext) -> tuple[str, str, str]:
        """Return the translated text before, in and after a placeholder."""
        values = translate_messages(self.values, gettext)
        mark = f"{{{gap}}}"
        try:
            before, after = (_fill_gaps(part, values) for part in gettext(self.form).split(mark))
        except (LookupError, ValueError):
            before, after = (_fill_gaps(part, values) for part in self.form.split(mark))
        return before, values[gap], after


class Sentence(Message):
    """A message that begins with a capital letter and ends with a full stop."""

    __slots__ = ()

    def __new__(cls, text: str) -> Self:
        """Create a sentence from a text, which may be a message."""
        message = str.__new__(cls, _sentence(text, "."))
        message.form, message.values = "{text}.", {"text": text}
        return message

    def translate_with(self, gettext: Gettext) -> str:
        """Return the sentence, translated with a catalog."""
        stop = gettext(FULL_STOP.form).replace("{text}", "")
        return _sentence(translate_messages(self.values["text"], gettext), stop)


def form(text: str) -> str:
    """Mark a form for message extraction where it is not the argument of ``Message``."""
    return text


def join_messages(separator: str, parts: Iterable[str]) -> str:
    """Join texts like ``str.join``; messages among them remain translatable."""
    texts = tuple(parts)
    if not any(isinstance(part, Message) for part in texts):
        return separator.join(texts)
    values = {f"part{number}": part for number, part in enumerate(texts)}
    return Message(separator.join(f"{{{name}}}" for name in values), **values)


def translate_messages(value: _Value, gettext: Gettext) -> _Value:
    if isinstance(value, Message):
        text: Any = value.translate_with(gettext)
        return text  # type: ignore[no-any-return]
    return change_parts(value, lambda _name, part: translate_messages(part, gettext))


def change_parts(value: _Value, change: Callable[[str, Any], Any]) -> _Value:
    """Return a tuple, dictionary or dataclass with changed parts; other values stay as they are.

    A tuple or dataclass whose parts stay the same objects is the same object, too.

    :param change: returns the new part for the name of a field, which is empty for entries, and
        the old part.
    """
    changed: Any = value
    if isinstance(value, tuple):
        parts = tuple(change("", part) for part in value)
        if any(part is not old for part, old in zip(parts, value, strict=True)):
            changed = parts
    elif isinstance(value, dict):
        changed = {key: change("", part) for key, part in value.items()}
    elif is_dataclass(value) and not isinstance(value, type):
        changes = {}
        for field in fields(value):
            old = getattr(value, field.name)
            new = change(field.name, old)
            if new is not old:
                changes[field.name] = new
        changed = replace(value, **changes) if changes else value
    result: _Value = changed
    return result


def _fill_gaps(form: str, values: Mapping[str, str]) -> str:
    # Without values a form is plain text and may contain braces.
    return form.format_map(values) if values else form


def _sentence(text: str, stop: str) -> str:
    return f"{text[:1].upper()}{text[1:]}{stop}"


def _rebuild(kind: type[Message], form: str, values: dict[str, str]) -> Message:
    return Sentence(values["text"]) if kind is Sentence else Message(form, **values)


FULL_STOP = Message("{text}.", text="")
