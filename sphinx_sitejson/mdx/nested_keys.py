"""Takes values that are nested too deeply out of YAML, before a loader meets them."""

from __future__ import annotations

import re

import yaml

from sphinx_sitejson.common.nesting import DEEPEST_LEVEL

# Every level has a bracket, an indicator, or a line of its own.
_LEVEL = re.compile(r"[\[{]|[-?:](?=\s)")


_MOST_CUT = 20

_NEXT_KEY = re.compile(r"^[^\s#\-\]},]", re.MULTILINE)
"""The begin of a key of the first level; a list may stand as far to the left as its key."""


def without_deep_keys(text: str) -> tuple[str, list[int]]:
    """Return a mapping without the keys whose values are nested too deeply.

    Their lines become empty; they are returned, counted from zero.

    :raises yaml.YAMLError: when the text is no YAML.
    """
    cut: list[int] = []
    if len(_LEVEL.findall(text)) <= DEEPEST_LEVEL:
        return text, cut
    lines = text.split("\n")
    while (first := _deep_key("\n".join(lines))) is not None:
        if len(cut) == _MOST_CUT:
            raise yaml.YAMLError
        end = first + 1
        while end < len(lines) and not _NEXT_KEY.match(lines[end]):
            end += 1
        lines[first:end] = [""] * (end - first)
        cut.append(first)
    return "\n".join(lines), cut


def _deep_key(text: str) -> int | None:
    """Return the line of the first key of the first level below which values lie too deep.

    The parser is asked no further than to there: for each bracket it looks at all that are open.
    """
    depth, first, is_key = 0, 0, True
    for event in yaml.parse(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader)):
        if depth == 1 and not isinstance(event, yaml.CollectionEndEvent):
            first = event.start_mark.line if is_key else first
            is_key = not is_key
        depth += isinstance(event, yaml.CollectionStartEvent)
        depth -= isinstance(event, yaml.CollectionEndEvent)
        if depth > DEEPEST_LEVEL:
            return first
    return None
