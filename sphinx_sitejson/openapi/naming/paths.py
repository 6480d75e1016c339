"""The part of a path that says what an operation is about."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from .identifiers import (
    PREPOSITIONS,
    VERBS,
    in_words,
    is_plural,
    singular,
    with_article,
    words_in,
)

_NOISE = re.compile(
    r"v?\d+(?:[._-]\d+)*(?:[._-]?(?:alpha|beta|rc|preview)\d*)?|api|apis|rest|odata", re.I
)
_ENDING = re.compile(r"\.(?:json|xml|yaml|yml|php|aspx?)$|(?:\(.*\))$", re.I)
_METHOD_WORDS = {"POST": "Post to", "PUT": "Set", "PATCH": "Update"}
_OF_MANY = frozenset(("list", "search", "query", "count", "find", "filter", "export", "import"))
_CHANGING = ("POST", "PUT", "PATCH")
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
    """Write a method and a path in words: ``List user posts``, ``Cancel an order``."""
    things = _things(segments_of(path))
    if not things:
        return f"{method} {path}"
    last = things[-1].words
    if method == "POST" and len(things) > 1 and last[0].lower() in VERBS:
        return _title_of_action(last, _named(things[:-1]))
    is_one, is_many = things[-1].is_one, is_plural(last[-1])
    if method == "POST" and is_many and not is_one:
        return in_words(["create", *_named([*things[:-1], replace(things[-1], is_one=True)])])
    if method == "GET" and is_many and not is_one:
        return in_words(["list", *_named(things)])
    verb = _METHOD_WORDS.get(method, method.lower())
    if is_one and is_many and method in _CHANGING:
        verb = "Update"
    title = in_words([*verb.split(), *_named(things)])
    return title if is_many else f"{title}{_by_parameter(path)}"


def _title_of_action(action: Sequence[str], named: Sequence[str]) -> str:
    """Write what is done with a thing: ``Cancel an order``, ``Move an order to the archive``."""
    verb, *others = action
    is_apart = bool(others) and others[0].lower() in PREPOSITIONS
    return in_words([verb, *named, *others] if is_apart else [*action, *named])


def has_telling_part(path: str) -> bool:
    """Whether a path says what an operation is about."""
    return bool(_things(segments_of(path)))


def title_of_dotted(name: str) -> str:
    """Write an id that ends in its verb, such as ``drive.files.list``, in words; others as ""."""
    *before, verb = name.split(".")
    thing = words_in(before[-1]) if before else []
    if verb.lower() not in VERBS or not thing:
        return ""
    is_one = verb.lower() not in _OF_MANY
    return in_words([verb, *_named([_Thing(tuple(thing), is_one=is_one)])])


@dataclass(frozen=True, slots=True)
class _Thing:
    """A segment in words, and whether readers say which one of its things they mean."""

    words: tuple[str, ...]
    is_one: bool = False


def _things(segments: Sequence[str]) -> list[_Thing]:
    found: list[_Thing] = []
    for part in segments:
        if part == _PARAMETER and found:
            found[-1] = replace(found[-1], is_one=True)
        elif part != _PARAMETER and not _NOISE.fullmatch(part) and words_in(part):
            found.append(_Thing(tuple(words_in(part))))
    return found


def _named(things: Sequence[_Thing]) -> list[str]:
    """Write things one after the other, each as one or many, and an article before one."""
    words = [word for thing in things for word in _as_one_or_many(thing)]
    return with_article(words) if things[-1].is_one and is_plural(things[-1].words[-1]) else words


def _as_one_or_many(thing: _Thing) -> list[str]:
    *first, last = thing.words
    return [*first, singular(last) if thing.is_one and is_plural(last) else last]


def _by_parameter(path: str) -> str:
    """Return what the last part of a path is filled in with, if readers fill it in."""
    found = re.search(r"\{[+/#?&;]?([^{}]*)\}$", path.rstrip("/"))
    name = " ".join(word.lower() for word in words_in(found[1])) if found else ""
    return f" by {name}" if name else ""
