"""Find links that Markdown shows as text because of a mistake in their syntax."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from sphinx_sitejson.common.problems import quoted

_LABEL = r"(?<![\w\]\)\\])!?\[(?P<label>[^\[\]\n]{1,200}+)\]"
# What begins like the target of a link; other text in parentheses may be a remark.
_TARGET = r"(?:https?://|mailto:|\.{0,2}/|\#)"
_FILE = r"[^()\n<>]*\.(?:mdx?|html?|pdf|png|jpe?g|gif|svg|webp)"
_FAILED = re.compile(
    rf"""{_LABEL}(?:
    \((?=[^()\n<>]*[ ])(?P<spaced>(?:{_TARGET}[^()\n<>]*|{_FILE}(?:\#[^()\n<>]*)?))\)
    | (?P<gap>[ ]+)\({_TARGET}[^\s()<>]*\)
    | \((?P<open>{_TARGET}[^()\n<>]*)(?=\n|\Z)
    )""",
    re.VERBOSE | re.IGNORECASE,
)


class FailedLink(NamedTuple):
    """A link that is shown as text."""

    position: int
    """The index of its first character."""
    message: str


def find_failed_links(source: str, texts: Iterable[str]) -> Iterator[FailedLink]:
    """Yield the links of an inline text that are shown as text.

    ``[Guide](my guide.md)`` and ``[Guide] (/guide)`` are no links.

    :param source: the source, in which code and escaped brackets are still marked as such.
    :param texts: what is shown as text.
    """
    if "](" not in source and "] (" not in source:
        return
    shown = [text for text in texts if "]" in text]
    for match in _FAILED.finditer(source) if shown else ():
        label = f"[{match['label']}]{match['gap'] or ''}("
        if any(label in text for text in shown) and not (match["gap"] and match["label"].isdigit()):
            yield FailedLink(match.start(), _describe(match))


def _describe(match: re.Match[str]) -> str:
    is_shown = f"{quoted(match[0])} is shown as text"
    if match["gap"]:
        return f'{is_shown}; to make it a link, remove the space between "]" and "(".'
    if match["open"] is not None:
        return f'{is_shown}, since the link is not closed; add ")" after its URL.'
    if '"' in match["spaced"] or "'" in match["spaced"]:
        return f"{is_shown}; put the title of the link between quotation marks, after the URL."
    return f'{is_shown}, since its URL contains a space; write "%20" instead of the space.'
