"""Identifiers and paths as words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

_VERBS = """
abort accept activate add allocate analyze append apply approve archive assign associate attach
authenticate authorize batch block book build calculate cancel capture change charge check claim
clear clone close commit compare complete compute confirm connect convert copy count create
deactivate decline decrypt delete deny deploy deregister describe destroy detach detect disable
disassociate disconnect discover dismiss download drop edit enable encrypt end enqueue estimate
evaluate execute expire export fetch filter finalize find follow generate get grant have identify
import increment index initialize initiate insert inspect install invalidate invite invoke issue
join launch leave link list load lock log login logout lookup make mark match merge migrate modify
move notify open order pause pay ping poll present preview process provision publish purchase
purge push query read rebuild receive recognize record redeem refresh refund register reject
release remove rename render renew reorder replace report request reserve reset resize resolve
restart restore resume retrieve retry return reverse revert review revoke rotate run save scan
schedule search select send set share show sign simulate skip sort split star start stop store
stream submit subscribe suspend switch sync synchronize synthesize tag terminate test track
transfer transform translate trigger unarchive unassign unblock undelete unfollow uninstall unlink
unlock unpublish unregister unshare unsubscribe untag update upgrade upload upsert validate verify
view void wait watch withdraw write
"""

PREPOSITIONS = frozenset(("to", "from", "into", "by", "with", "for", "as", "of", "in", "on", "at"))
_NOT_PLURAL = ("ics", "series", "species", "news", "https", "kubernetes", "dns", "sms", "aws")

VERBS = frozenset(_VERBS.split())
"""The verbs with which names of operations begin."""

_WORD = re.compile(
    r"[vV]\d+|\d+D(?![a-z])|[A-Z]{2,}(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+[a-z]*|[^\W\d_]+"
)


def words_in(identifier: str) -> list[str]:
    """Return the words of an identifier, whichever way it joins them."""
    return _WORD.findall(identifier)


def in_words(words: Iterable[str]) -> str:
    """Write words as a title: only its first begins with a capital letter, as do short forms."""
    text = " ".join(word if word.isupper() and len(word) > 1 else word.lower() for word in words)
    return text[:1].upper() + text[1:]


def command_of(word: str) -> str:
    """Return a verb as one gives an order: ``create`` of ``creates``; nothing of other words."""
    lower = word.lower()
    forms = (lower, lower[:-1], lower[:-2], f"{lower[:-3]}y")
    is_third_person = lower.endswith("s")
    return next((form for form in forms if form in VERBS), "") if is_third_person else ""


def is_plural(word: str) -> bool:
    """Whether a word looks like one for several things."""
    lower = word.lower()
    return len(lower) > 3 and singular(lower) != lower and not lower.endswith(_NOT_PLURAL)


def with_article(words: Sequence[str]) -> list[str]:
    """Put "a" or "an" before words, as their first letter asks for."""
    first = words[0].lower()
    is_vowel = first[0] in "aeiou" and not first.startswith(("uni", "use", "usa", "eu", "one"))
    return ["an" if is_vowel else "a", *words]


def singular(word: str) -> str:
    """Return a word in a form that is the same for one and for many."""
    lower = word.lower()
    if lower.endswith("ies") and len(lower) > 4:
        return f"{lower[:-3]}y"
    if lower.endswith(("sses", "shes", "ches", "xes")):
        return lower[:-2]
    return lower[:-1] if lower.endswith("s") and not lower.endswith(("ss", "us")) else lower


_NOISE = re.compile(
    r"v?\d+(?:[._-]\d+)*(?:[._-]?(?:alpha|beta|rc|preview)\d*)?|api|apis|rest|odata", re.I
)
_FILE_EXTENSION = re.compile(r"\.(?:json|xml|yaml|yml|php|aspx?)$|(?:\(.*\))$", re.I)
_METHOD_WORDS = {"POST": "Post to", "PUT": "Set", "PATCH": "Update"}
_OF_MANY = frozenset(("list", "search", "query", "count", "find", "filter", "export", "import"))
_CHANGING = ("POST", "PUT", "PATCH")
_PARAMETER = "{}"


def segments_of(path: str) -> tuple[str, ...]:
    """Return what stands between the slashes of a path; a part that readers fill in is ``{}``."""
    plain = path.partition("#")[0].partition("?")[0]
    return tuple(
        _PARAMETER if part.startswith("{") or "{" in part else _FILE_EXTENSION.sub("", part)
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
