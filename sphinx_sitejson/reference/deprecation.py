"""When something ends and what comes instead, as far as a document says."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sphinx_sitejson.openapi.raw import RawObject

_ENDS = ("sunset", "sunset-date", "deprecated-sunset", "removal-date", "sunset-at")
_SINCE = ("deprecated-since", "deprecated-at", "deprecation-date", "deprecated-date")
_INSTEAD = ("replaced-by", "replacement", "deprecated-replacement", "deprecated-by")
_WORDS = ("deprecated", "deprecation", "deprecated-reason", "deprecated-message")
_WORDS_TOO = ("deprecation-message", "deprecated-description", "deprecation-reason")
_LABELS: dict[str, str] = {
    **dict.fromkeys(_ENDS, "ends on "),
    **dict.fromkeys(_SINCE, "deprecated since "),
    **dict.fromkeys(_INSTEAD, "replaced by "),
    **dict.fromkeys((*_WORDS, *_WORDS_TOO), ""),
}
_MEMBERS = {
    "sunset": "ends on ",
    "removal": "ends on ",
    "date": "deprecated since ",
    "since": "deprecated since ",
    "replacement": "replaced by ",
    "reason": "",
    "message": "",
    "description": "",
}


def deprecation_facts(extensions: RawObject) -> Iterator[str]:
    """Yield what vendor extensions tell of an end, in the document's order."""
    for name, value in extensions.items():
        label = _LABELS.get(name.lower().removeprefix("x-")) if name[:2] == "x-" else None
        if label is None:
            continue
        if isinstance(value, dict):
            yield from (
                f"{_MEMBERS[key]}{_text(member)}"
                for key, member in value.items()
                if key in _MEMBERS and _text(member)
            )
        elif _text(value):
            yield f"{label}{_text(value)}"


def deprecation_note(extensions: RawObject) -> str:
    """Say in sentences when something ends and what comes instead."""
    facts = (fact.rstrip(".") for fact in deprecation_facts(extensions))
    return " ".join(f"{fact[:1].upper()}{fact[1:]}." for fact in facts)


def _text(value: Any) -> str:
    is_text = isinstance(value, str | int | float) and not isinstance(value, bool)
    return " ".join(str(value).split()) if is_text else ""
