"""What a client asks for in ``Prefer`` (RFC 7240)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

_PREFERENCE = re.compile(
    r'\s*(?P<name>[A-Za-z-]+)\s*=\s*(?:"(?P<quoted>(?:\\.|[^"\\])*)"|(?P<bare>[^\s;,"]*))'
)


class BadPreferenceError(ValueError):
    """A preference that cannot be understood; the message says why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Preferences:
    """The answer that a client asks for."""

    code: int | None = None
    example: str | None = None

    @property
    def applied(self) -> str:
        """What to say in ``Preference-Applied``."""
        parts = []
        if self.code is not None:
            parts.append(f"code={self.code}")
        if self.example is not None:
            is_token = re.fullmatch(r"[A-Za-z0-9!#$%&'*+.^_`|~-]+", self.example)
            plain = self.example.replace("\\", "\\\\").replace('"', '\\"')
            parts.append(f"example={self.example}" if is_token else f'example="{plain}"')
        return ", ".join(parts)


def read_preferences(values: Iterable[str]) -> Preferences:
    """Read all values of ``Prefer``; preferences that the mock does not know count for nothing."""
    found: dict[str, str] = {}
    for preference in _PREFERENCE.finditer(",".join(values)):
        quoted = preference["quoted"]
        value = preference["bare"] if quoted is None else re.sub(r"\\(.)", r"\1", quoted)
        # Of two that are the same the first counts, as the standard says.
        found.setdefault(preference["name"].lower(), value)
    code = found.get("code")
    if code is not None and not re.fullmatch(r"[2-5][0-9][0-9]", code):
        raise BadPreferenceError(
            '"Prefer: code=…" names a status from 200 to 599, such as "Prefer: code=404".'
        )
    return Preferences(code=None if code is None else int(code), example=found.get("example"))
