"""The part of a path that says what an operation is about."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from .words import VERBS, in_words, words_in

_NOISE = re.compile(
    r"v?\d+(?:[._-]\d+)*(?:[._-]?(?:alpha|beta|rc|preview)\d*)?|api|apis|rest", re.I
)
_ENDING = re.compile(r"\.(?:json|xml|yaml|yml|php|aspx?)$|(?:\(.*\))$", re.I)
_METHOD_WORDS = {"POST": "Post to", "PUT": "Set", "PATCH": "Update"}
_PARAMETER = "{}"


def segments_of(path: str) -> tuple[str, ...]:
    """Return what stands between the slashes of a path; a part that readers fill in is ``{}``."""
    plain = path.partition("#")[0].partition("?")[0]
    return tuple(
        _PARAMETER if part.startswith("{") or "{" in part else _ENDING.sub("", part)
        for part in plain.split("/")
        if part
    )


def shared_start(paths: Iterable[Sequence[str]]) -> int:
    """Return how many segments all paths begin with."""
    longest: Sequence[str] | None = None
    for segments in paths:
        if longest is None:
            longest = segments
        same = 0
        for mine, other in zip(longest, segments, strict=False):
            if mine != other:
                break
            same += 1
        longest = longest[:same]
    return len(longest or ())


def telling_segments(segments: Sequence[str], start: int = 0) -> tuple[str, ...]:
    """Return the segments that say what a path is about.

    :param start: how many segments say nothing, since all paths begin with them; of a path that
        ends there, the last one counts.
    """
    words = [part for part in segments if part != _PARAMETER and not _NOISE.fullmatch(part)]
    before = [part for part in segments[:start] if part in words]
    return tuple(words[len(before) :] or before[-1:])


def title_of_path(method: str, path: str) -> str:
    """Write a method and a path in words: ``Get users posts``, ``Cancel orders``."""
    segments = segments_of(path)
    words = [words_in(part) for part in telling_segments(segments)]
    if not any(words):
        return f"{method} {path}"
    last = words[-1]
    if method == "POST" and len(words) > 1 and last and last[0].lower() in VERBS:
        return in_words([*last, *(word for part in words[:-1] for word in part)])
    verb = _METHOD_WORDS.get(method, method.lower())
    title = in_words([*verb.split(), *(word for part in words for word in part)])
    return f"{title}{_by_parameter(path)}"


def _by_parameter(path: str) -> str:
    """Return what the last part of a path is filled in with, if readers fill it in."""
    found = re.search(r"\{[+/#?&;]?([^{}]*)\}$", path.rstrip("/"))
    name = " ".join(word.lower() for word in words_in(found[1])) if found else ""
    return f" by {name}" if name else ""
