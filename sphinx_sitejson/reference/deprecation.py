"""Deprecation notes from vendor extensions: ``x-sunset: 2027-01-01`` gives "ends on 2027-01-01"."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from sphinx_sitejson.common.messages import Message, Sentence, join_messages
from sphinx_sitejson.openapi.raw import RawObject

_ENDS = ("sunset", "sunset-date", "deprecated-sunset", "removal-date", "sunset-at")
_SINCE = ("deprecated-since", "deprecated-at", "deprecation-date", "deprecated-date")
_INSTEAD = ("replaced-by", "replacement", "deprecated-replacement", "deprecated-by")
_WORDS = ("deprecated", "deprecation", "deprecated-reason", "deprecated-message")
_WORDS_TOO = ("deprecation-message", "deprecated-description", "deprecation-reason")
LabelFormatter = Callable[[str], str]
"""Formats the value of an extension."""


def _ends(date: str) -> str:
    return Message("ends on {date}", date=date)


def _since(date: str) -> str:
    return Message("deprecated since {date}", date=date)


def _instead(name: str) -> str:
    return Message("replaced by {name}", name=name)


_LABELS: dict[str, LabelFormatter] = {
    **dict.fromkeys(_ENDS, _ends),
    **dict.fromkeys(_SINCE, _since),
    **dict.fromkeys(_INSTEAD, _instead),
    **dict.fromkeys((*_WORDS, *_WORDS_TOO), str),
}
_MEMBERS: dict[str, LabelFormatter] = {
    "sunset": _ends,
    "removal": _ends,
    "date": _since,
    "since": _since,
    "replacement": _instead,
    "reason": str,
    "message": str,
    "description": str,
}


def deprecation_facts(extensions: RawObject) -> Iterator[str]:
    """Yield a fact for each vendor extension about deprecation, in the document's order."""
    for name, value in extensions.items():
        format_label = _LABELS.get(name.lower().removeprefix("x-")) if name[:2] == "x-" else None
        if format_label is None:
            continue
        if isinstance(value, dict):
            yield from (
                _MEMBERS[key](_text(member))
                for key, member in value.items()
                if key in _MEMBERS and _text(member)
            )
        elif _text(value):
            yield format_label(_text(value))


def deprecation_note(extensions: RawObject) -> str:
    """Return the facts about deprecation as sentences."""
    facts = (_without_stop(fact) for fact in deprecation_facts(extensions))
    return join_messages(" ", (Sentence(fact) for fact in facts))


def _without_stop(fact: str) -> str:
    return fact.rstrip(".") if fact.endswith(".") else fact


def _text(value: Any) -> str:
    is_text = isinstance(value, str | int | float) and not isinstance(value, bool)
    return " ".join(str(value).split()) if is_text else ""
