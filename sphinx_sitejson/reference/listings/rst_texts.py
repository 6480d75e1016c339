"""Whether the texts of a document were written as reStructuredText."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

# What means nothing in CommonMark and cannot be there by accident.
_ONLY_RST = re.compile(
    r"`[^`<\n]+<[^>\s]+>`__?"  # a link
    r"|(?<![\w`]):[a-z][\w:+.-]*:`[^`\n]+`"  # a role
    r"|^\.\. [a-z][\w:-]*::(?:\s|$)"  # a directive
    r"|``[^`\n]+``_"
    r"|(?<=\w)::\n\s*\n[ \t]+\S",  # a block of code
    re.MULTILINE,
)
_TEXTS = ("description", "summary")
MOST_TEXTS = 20_000


def looks_like_rst(data: Any) -> bool:
    """Whether a document has texts that only reStructuredText gives a meaning to."""
    return any(map(_ONLY_RST.search, _texts_in(data)))


def _texts_in(data: Any) -> Iterator[str]:
    waiting, left = [data], MOST_TEXTS
    while waiting and left:
        value = waiting.pop()
        if isinstance(value, dict):
            for name, member in value.items():
                if name in _TEXTS and isinstance(member, str):
                    left -= 1
                    yield member
                elif isinstance(member, dict | list):
                    waiting.append(member)
        elif isinstance(value, list):
            waiting.extend(member for member in value if isinstance(member, dict | list))
