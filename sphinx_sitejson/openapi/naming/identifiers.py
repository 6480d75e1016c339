"""Split identifiers and paths into words, and make titles of them."""

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
"""The verbs with which operation names begin."""

_WORD = re.compile(
    r"[vV]\d+|\d+D(?![a-z])|[A-Z]{2,}(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+[a-z]*|[^\W\d_]+"
)


def split_words(identifier: str) -> list[str]:
    """Split an identifier into words: ``getPetById`` gives ``get``, ``Pet``, ``By``, ``Id``."""
    return _WORD.findall(identifier)


def make_title(words: Iterable[str]) -> str:
    """Join words to a title in sentence case; acronyms stay upper case: ``Get the API key``."""
    text = " ".join(word if word.isupper() and len(word) > 1 else word.lower() for word in words)
    return text[:1].upper() + text[1:]


def imperative_form(word: str) -> str:
    """Return the imperative of a verb: ``creates`` gives ``create``; "" for other words."""
    lower = word.lower()
    forms = (lower, lower[:-1], lower[:-2], f"{lower[:-3]}y")
    is_third_person = lower.endswith("s")
    return next((form for form in forms if form in VERBS), "") if is_third_person else ""


def is_plural(word: str) -> bool:
    """Return whether a word looks like a plural."""
    lower = word.lower()
    return len(lower) > 3 and singularize(lower) != lower and not lower.endswith(_NOT_PLURAL)


def add_article(words: Sequence[str]) -> list[str]:
    """Prepend "a" or "an", depending on the first word."""
    first = words[0].lower()
    is_vowel = first[0] in "aeiou" and not first.startswith(("uni", "use", "usa", "eu", "one"))
    return ["an" if is_vowel else "a", *words]


def singularize(word: str) -> str:
    """Return the singular of a word: ``policies`` gives ``policy``."""
    lower = word.lower()
    if lower.endswith("ies") and len(lower) > 4:
        return f"{lower[:-3]}y"
    if lower.endswith(("sses", "shes", "ches", "xes")):
        return lower[:-2]
    return lower[:-1] if lower.endswith("s") and not lower.endswith(("ss", "us")) else lower


_GENERIC_SEGMENT = re.compile(
    r"v?\d+(?:[._-]\d+)*(?:[._-]?(?:alpha|beta|rc|preview)\d*)?|api|apis|rest|odata", re.I
)
_FILE_EXTENSION = re.compile(r"\.(?:json|xml|yaml|yml|php|aspx?)$|(?:\(.*\))$", re.I)
_METHOD_VERBS = {"POST": "Post to", "PUT": "Set", "PATCH": "Update"}
_COLLECTION_VERBS = frozenset(
    ("list", "search", "query", "count", "find", "filter", "export", "import")
)
_WRITE_METHODS = ("POST", "PUT", "PATCH")
_PARAMETER = "{}"


def split_path(path: str) -> tuple[str, ...]:
    """Split a path into segments: ``/pets/{id}.json`` gives ``pets``, ``{}``."""
    plain = path.partition("#")[0].partition("?")[0]
    return tuple(
        _PARAMETER if part.startswith("{") or "{" in part else _FILE_EXTENSION.sub("", part)
        for part in plain.split("/")
        if part
    )


def common_prefix_length(paths: Iterable[Sequence[str]]) -> int:
    """Return the number of leading segments that all paths share."""
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


def descriptive_segments(segments: Sequence[str], start: int = 0) -> tuple[str, ...]:
    """Return the segments that describe a resource: not parameters, versions or ``api``.

    :param start: the number of leading segments to skip, since all paths share them; of a path
        that has no others, the last of them is returned.
    """
    words = [
        part for part in segments if part != _PARAMETER and not _GENERIC_SEGMENT.fullmatch(part)
    ]
    before = [part for part in segments[:start] if part in words]
    return tuple(words[len(before) :] or before[-1:])


def title_from_path(method: str, path: str) -> str:
    """Make a title from a method and a path: ``GET /users/{id}/posts`` gives "List user posts"."""
    resources = _find_resources(split_path(path))
    if not resources:
        return f"{method} {path}"
    last = resources[-1].words
    if method == "POST" and len(resources) > 1 and last[0].lower() in VERBS:
        return _title_from_action(last, _join_resources(resources[:-1]))
    is_one, is_many = resources[-1].is_one, is_plural(last[-1])
    if method == "POST" and is_many and not is_one:
        return make_title(
            ["create", *_join_resources([*resources[:-1], replace(resources[-1], is_one=True)])]
        )
    if method == "GET" and is_many and not is_one:
        return make_title(["list", *_join_resources(resources)])
    verb = _METHOD_VERBS.get(method, method.lower())
    if is_one and is_many and method in _WRITE_METHODS:
        verb = "Update"
    title = make_title([*verb.split(), *_join_resources(resources)])
    return title if is_many else f"{title}{_parameter_suffix(path)}"


def _title_from_action(action: Sequence[str], named: Sequence[str]) -> str:
    """Make a title from a path that ends in a verb: "Cancel an order", "Move an order to…"."""
    verb, *others = action
    is_apart = bool(others) and others[0].lower() in PREPOSITIONS
    return make_title([verb, *named, *others] if is_apart else [*action, *named])


def has_descriptive_segment(path: str) -> bool:
    """Return whether a path has a segment that describes a resource."""
    return bool(_find_resources(split_path(path)))


def title_from_dotted_id(name: str) -> str:
    """Make a title from an id that ends in a verb: ``drive.files.list`` gives "List files"."""
    *before, verb = name.split(".")
    resource = split_words(before[-1]) if before else []
    if verb.lower() not in VERBS or not resource:
        return ""
    is_one = verb.lower() not in _COLLECTION_VERBS
    return make_title([verb, *_join_resources([_Resource(tuple(resource), is_one=is_one)])])


@dataclass(frozen=True, slots=True)
class _Resource:
    """The words of a segment, and whether a parameter selects one item of it."""

    words: tuple[str, ...]
    is_one: bool = False


def _find_resources(segments: Sequence[str]) -> list[_Resource]:
    found: list[_Resource] = []
    for part in segments:
        if part == _PARAMETER and found:
            found[-1] = replace(found[-1], is_one=True)
        elif part != _PARAMETER and not _GENERIC_SEGMENT.fullmatch(part) and split_words(part):
            found.append(_Resource(tuple(split_words(part))))
    return found


def _join_resources(resources: Sequence[_Resource]) -> list[str]:
    """Join the words of resources, with an article before a single item."""
    words = [word for resource in resources for word in _resource_words(resource)]
    return (
        add_article(words) if resources[-1].is_one and is_plural(resources[-1].words[-1]) else words
    )


def _resource_words(resource: _Resource) -> list[str]:
    *first, last = resource.words
    return [*first, singularize(last) if resource.is_one and is_plural(last) else last]


def _parameter_suffix(path: str) -> str:
    """Return a suffix for a path that ends in a parameter: ``/users/{name}`` gives " by name"."""
    found = re.search(r"\{[+/#?&;]?([^{}]*)\}$", path.rstrip("/"))
    name = " ".join(word.lower() for word in split_words(found[1])) if found else ""
    return f" by {name}" if name else ""
