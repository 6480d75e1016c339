"""The title of an operation: its summary, or the best that can be made without one."""

from __future__ import annotations

import html
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TYPE_CHECKING

from .identifiers import (
    VERBS,
    command_of,
    has_telling_part,
    in_words,
    title_of_dotted,
    title_of_path,
    words_in,
)

if TYPE_CHECKING:
    from ..model import Operation

MOST_LOOKED_AT = 2_000
"""In characters: a sentence that comes later says nothing of the whole."""
MOST_SENTENCES = 2
SHORTEST_TITLE = 12
"""What is left of a title that was cut has at least that many characters."""

_BLOCK_END = re.compile(r"</(?:p|h\d|li|div)>|<br\s*/?>", re.IGNORECASE)
_HTML_TAG = re.compile(r"<[!/a-zA-Z][^<>]*>")
_LINK = re.compile(r"!?\[([^\[\]]*)\]\([^()\s]*\)")
_MARKS = re.compile(r"[`*]+|^\s*(?:#+|>|[-+])\s+", re.MULTILINE)
_PARAGRAPH_END = re.compile(r"\n[ \t]*\n")
_SENTENCE_END = re.compile(
    r"(?<!\be\.g)(?<!\bi\.e)(?<!\betc)(?<!\bvs)(?<!\.\.)[.!?](?=\s+[^a-z\s]|\s*$)"
)
_CLAUSE = re.compile(
    r"\s\(|[,;:]\s|\s[–—-]\s"
    r"|\s(?=(?:which|that|so|if|when|where|while|using|with|by|for|from|in|to|and)\s)"
)
_SMALL_END = re.compile(
    r"[\s,;:(]+(?:a|an|the|of|at|on|in|to|for|with|by|from|and|or|as|which|that|your|\(?e\.g\.?)?$"
)
_LEAD_IN = re.compile(
    r"(?:this|the) (?:endpoint|method|operation|api|call|request|resource|function|service)"
    r"(?: call| endpoint)? (?:can be used to|is used to|allows you to|lets you|enables you to|will"
    r"|may be used to|allows to|allows)? ?"
    r"|use (?:this|the) [^,.]{0,40}? to |(?:[^,.]{1,40}, )?you can "
    r"|allows you to |lets you |used to |please ",
    re.IGNORECASE,
)
_PURPOSE = re.compile(r"to ([^,]{12,80}), .*", re.IGNORECASE)
_NO_TITLE = re.compile(
    r"(?:when|if|by|in|for|once|after|before|as|because|since|note|while|with|you|your|we|it|there"
    r"|deprecated|warning|see|however|then|otherwise|also|at|on|to|these|those|here|todo|tbd|default"
    # Sentences about things, not about what is done with them.
    r"|an?|the|this|most|now|always|optionally|\w{2,}ing)\b",
    re.IGNORECASE,
)
_STATEMENT = re.compile(r".{1,60}?\b(?:can|will|may|must|should|cannot) (?:not )?(?:be|have)\b")
_ADVERB = re.compile(r"[A-Za-z]{3,}ly")
_AND_VERB = re.compile(r"\band (\w+s) (?=(?:an?|the|all|its?|your) |\w+[’'])")
_LISTING = re.compile(
    r"(?:returns?|retrieves?|gets?) (?:(?:an?|the) (?:full |complete )?list of (?=\w)|(?=all ))",
    re.I,
)
_OF_STATEMENTS = frozenset(
    ("is", "are", "was", "were", "can", "may", "must", "will", "should", "have", "has", "do", "of")
)


def title_in(description: str) -> str:
    """Return a sentence of a text that says what is done, without marks and full stop, or ""."""
    for sentence in islice(_sentences(description), MOST_SENTENCES):
        purpose = _PURPOSE.fullmatch(sentence)
        words = purpose[1] if purpose else _LEAD_IN.sub("", sentence, count=1)
        if words and not _NO_TITLE.match(words) and not _is_statement(words):
            words = _as_order(words)
            return words[:1].upper() + words[1:]
    return ""


def _is_statement(sentence: str) -> bool:
    """Whether a sentence says how something is, not what is done."""
    first = sentence.partition(" ")[0].lower()
    return first not in VERBS and not command_of(first) and bool(_STATEMENT.match(sentence))


def without_links(text: str) -> str:
    """Return a text of Markdown with the words of its links, not their addresses."""
    return _LINK.sub(r"\1", text)


def _as_order(sentence: str) -> str:
    """Say what to do instead of what is done: "Create a pet" of "Creates a pet"."""
    if listing := _LISTING.match(sentence):
        return f"List {sentence[listing.end() :]}"
    first, _, rest = sentence.partition(" ")
    if _ADVERB.fullmatch(first):
        return f"{first} {_as_order(rest)}"
    order = "get" if first.lower() == "returns" else command_of(first)
    if not order or not rest or rest.partition(" ")[0].lower() in _OF_STATEMENTS:
        return sentence
    return f"{order} {_AND_VERB.sub(_and_order, rest, count=1)}"


def _and_order(found: re.Match[str]) -> str:
    return f"and {command_of(found[1]) or found[1]} "


def _sentences(description: str) -> Iterator[str]:
    text = _BLOCK_END.sub("\n\n", description[:MOST_LOOKED_AT])
    text = html.unescape(_HTML_TAG.sub("", text)).strip()
    for paragraph in _PARAGRAPH_END.split(text):
        words = " ".join(_MARKS.sub("", _LINK.sub(r"\1", paragraph)).split())
        for sentence in _SENTENCE_END.split(words):
            if said := sentence.strip(" .:!"):
                yield said


def shortened_title(text: str, most: int) -> str:
    """Return a title that fits: without its last clauses, or else cut behind a word."""
    if len(text) <= most:
        return text
    for found in reversed(list(_CLAUSE.finditer(text[: most + 2]))):
        head = _SMALL_END.sub("", text[: found.start()].rstrip(" ,;:"))
        if SHORTEST_TITLE <= len(head) <= most and head.count("(") == head.count(")"):
            return head
    return cut(text, most)


def cut(text: str, most: int) -> str:
    """Return the words of a text that fit, with a sign that there were more."""
    if len(text) <= most:
        return text
    head = text[:most].rpartition(" ")[0]
    return f"{head if len(head) >= SHORTEST_TITLE else text[: most - 1]}…"


LONGEST_SENTENCE = 90
"""In characters; a longer sentence loses its last clauses when it becomes a title."""
LONGEST_LABEL = 48
"""Of a sentence that stands in the sidebar."""
LONGEST_SUMMARY = 64
"""Of a summary in the sidebar, which was written as a title."""
_PATH_MARKS = frozenset("/{")


def operation_title(operation: Operation) -> str:
    """Return the title of an operation's page."""
    if operation.summary.strip():
        return " ".join(without_links(operation.summary).split())
    words = _words_of_id(operation)
    if operation.is_webhook:
        return in_words(words) if words else operation.name
    if _is_telling(words, operation):
        return in_words(words)
    if sentence := title_in(operation.description):
        return shortened_title(sentence, LONGEST_SENTENCE)
    begins_with_method = bool(words) and words[0].upper() == operation.method
    is_made_by_program = len(words) > 2 or _is_made_of_path(words, operation)
    if words and not (begins_with_method and is_made_by_program):
        return title_of_dotted(operation.operation_id) or in_words(words)
    return title_of_path(operation.method, operation.path)


def short_titles(operations: Iterable[Operation]) -> dict[str, str]:
    """Return what the sidebar calls operations, by key; it stays whole where two would be alike."""
    titles, made = {}, {}
    for operation in operations:
        titles[operation.key] = title = operation_title(operation)
        made[operation.key] = _short(operation, title)
    often = Counter(made.values())
    return {key: short if often[short] == 1 else titles[key] for key, short in made.items()}


def _short(operation: Operation, title: str) -> str:
    if operation.summary.strip():
        return cut(_without_period(title), LONGEST_SUMMARY)
    return shortened_title(title, LONGEST_LABEL)


def _without_period(title: str) -> str:
    """Return a title without the end of a sentence; that of an abbreviation stays."""
    *_, last = title.split(" ")
    return title.removesuffix(".") if last.count(".") == 1 else title


def _words_of_id(operation: Operation) -> list[str]:
    """Return the words of the ``operationId``, without a method that was put before a name."""
    if _PATH_MARKS.intersection(operation.operation_id):
        # A path that a program took for an id.
        return []
    words = words_in(operation.operation_id)
    is_put_before = len(words) > 2 and words[0].upper() == operation.method
    is_doubled = is_put_before and words[0].lower() == words[1].lower()
    if is_put_before and not is_doubled and not _is_made_of_path(words, operation):
        return words[1:] if words[1].lower() in VERBS else words
    return words


def _is_telling(words: list[str], operation: Operation) -> bool:
    """Whether the id was chosen for people, and not generated from the path."""
    first = words[0].lower() if words else ""
    is_verb = first in VERBS or (first == "put" and operation.method != "PUT")
    if not is_verb or (len(words) < 2 and has_telling_part(operation.path)):
        return False
    return words[0].upper() != operation.method or not _is_made_of_path(words, operation)


def _is_made_of_path(words: list[str], operation: Operation) -> bool:
    """Whether the words are a method and the words of a path."""
    path = operation.path.partition("#")[0]
    rest = [word.lower() for word in words[1:]]
    all_words = [word.lower() for word in words_in(path)]
    literal = [
        word.lower() for part in path.split("/") if "{" not in part for word in words_in(part)
    ]
    return rest in (all_words, literal, all_words[1:], literal[1:])
