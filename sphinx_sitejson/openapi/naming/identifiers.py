"""Identifiers and paths as words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

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
