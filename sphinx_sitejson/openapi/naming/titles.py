"""The title of an operation, and a short one for the sidebar."""

from __future__ import annotations

import html
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TYPE_CHECKING

from .identifiers import (
    VERBS,
    has_descriptive_segment,
    imperative_form,
    make_title,
    split_words,
    title_from_dotted_id,
    title_from_path,
)

if TYPE_CHECKING:
    from ..model import Operation

MAX_SEARCHED_LENGTH = 2_000
"""Characters: sentences further down do not describe the operation."""
MAX_SENTENCES = 2
SHORTEST_TITLE = 12
"""The minimum number of characters of a shortened title."""

_BLOCK_END = re.compile(r"</(?:p|h\d|li|div)>|<br\s*/?>", re.IGNORECASE)
_HTML_TAG = re.compile(r"<[!/a-zA-Z][^<>]*>")
_LINK = re.compile(r"!?\[([^\[\]]*)\]\([^()\s]*\)")
_MARKUP = re.compile(r"[`*]+|^\s*(?:#+|>|[-+])\s+", re.MULTILINE)
_PARAGRAPH_END = re.compile(r"\n[ \t]*\n")
_SENTENCE_END = re.compile(
    r"(?<!\be\.g)(?<!\bi\.e)(?<!\betc)(?<!\bvs)(?<!\.\.)[.!?](?=\s+[^a-z\s]|\s*$)"
)
_CLAUSE = re.compile(
    r"\s\(|[,;:]\s|\s[–—-]\s"
    r"|\s(?=(?:which|that|so|if|when|where|while|using|with|by|for|from|in|to|and)\s)"
)
_TRAILING_FUNCTION_WORD = re.compile(
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
_UNSUITABLE_START = re.compile(
    r"(?:when|if|by|in|for|once|after|before|as|because|since|note|while|with|you|your|we|it|there"
    r"|deprecated|warning|see|however|then|otherwise|also|at|on|to|these|those|here|todo|tbd|default"
    # Sentences that describe a resource instead of the action: "The pet's name".
    r"|an?|the|this|most|now|always|optionally|\w{2,}ing)\b",
    re.IGNORECASE,
)
_STATEMENT = re.compile(r".{1,60}?\b(?:can|will|may|must|should|cannot) (?:not )?(?:be|have)\b")
_ADVERB = re.compile(r"[A-Za-z]{3,}ly")
_AND_VERB = re.compile(r"\band (\w+s) (?=(?:an?|the|all|its?|your) |\w+[’'])")
_LIST_SENTENCE = re.compile(
    r"(?:returns?|retrieves?|gets?) (?:(?:an?|the) (?:full |complete )?list of (?=\w)|(?=all ))",
    re.I,
)
_STATEMENT_VERBS = frozenset(
    ("is", "are", "was", "were", "can", "may", "must", "will", "should", "have", "has", "do", "of")
)


def title_from_description(description: str) -> str:
    """Return the sentence of a description that names the action, as a title, or "".

    "This endpoint returns a pet." gives "Get a pet".
    """
    for sentence in islice(_split_sentences(description), MAX_SENTENCES):
        purpose = _PURPOSE.fullmatch(sentence)
        words = purpose[1] if purpose else _LEAD_IN.sub("", sentence, count=1)
        if words and not _UNSUITABLE_START.match(words) and not _is_statement(words):
            words = _to_imperative(words)
            return words[:1].upper() + words[1:]
    return ""


def _is_statement(sentence: str) -> bool:
    """Return whether a sentence states a fact instead of an action: "Pets can be sold"."""
    first = sentence.partition(" ")[0].lower()
    return first not in VERBS and not imperative_form(first) and bool(_STATEMENT.match(sentence))


def strip_links(text: str) -> str:
    """Replace Markdown links by their text: ``[a](b)`` gives ``a``."""
    return _LINK.sub(r"\1", text)


def _to_imperative(sentence: str) -> str:
    """Convert a sentence to the imperative: "Creates a pet" gives "Create a pet"."""
    if listing := _LIST_SENTENCE.match(sentence):
        return f"List {sentence[listing.end() :]}"
    first, _, rest = sentence.partition(" ")
    if _ADVERB.fullmatch(first):
        return f"{first} {_to_imperative(rest)}"
    order = "get" if first.lower() == "returns" else imperative_form(first)
    if not order or not rest or rest.partition(" ")[0].lower() in _STATEMENT_VERBS:
        return sentence
    return f"{order} {_AND_VERB.sub(_second_verb_to_imperative, rest, count=1)}"


def _second_verb_to_imperative(found: re.Match[str]) -> str:
    return f"and {imperative_form(found[1]) or found[1]} "


def _split_sentences(description: str) -> Iterator[str]:
    text = _BLOCK_END.sub("\n\n", description[:MAX_SEARCHED_LENGTH])
    text = html.unescape(_HTML_TAG.sub("", text)).strip()
    for paragraph in _PARAGRAPH_END.split(text):
        words = " ".join(_MARKUP.sub("", _LINK.sub(r"\1", paragraph)).split())
        for sentence in _SENTENCE_END.split(words):
            if stripped := sentence.strip(" .:!"):
                yield stripped


def shorten_title(text: str, most: int) -> str:
    """Shorten a title by its last clauses, else truncate it after a word."""
    if len(text) <= most:
        return text
    for found in reversed(list(_CLAUSE.finditer(text[: most + 2]))):
        head = _TRAILING_FUNCTION_WORD.sub("", text[: found.start()].rstrip(" ,;:"))
        if SHORTEST_TITLE <= len(head) <= most and head.count("(") == head.count(")"):
            return head
    return truncate_title(text, most)


def truncate_title(text: str, most: int) -> str:
    """Truncate a text after a word, with an ellipsis."""
    if len(text) <= most:
        return text
    head = text[:most].rpartition(" ")[0]
    return f"{head if len(head) >= SHORTEST_TITLE else text[: most - 1]}…"


LONGEST_SENTENCE = 90
"""Characters; a longer sentence loses its last clauses when it becomes a title."""
LONGEST_LABEL = 48
"""Characters of a sentence in the sidebar."""
LONGEST_SUMMARY = 64
"""Characters of a summary in the sidebar, which was written as a title."""
_PATH_CHARACTERS = frozenset("/{")


def operation_title(operation: Operation) -> str:
    """Return the title of an operation: its summary, or one from its id, description or path."""
    if operation.summary.strip():
        return " ".join(strip_links(operation.summary).split())
    words = _operation_id_words(operation)
    if operation.is_webhook:
        return make_title(words) if words else operation.name
    if _is_descriptive(words, operation):
        return make_title(words)
    if sentence := title_from_description(operation.description):
        return shorten_title(sentence, LONGEST_SENTENCE)
    begins_with_method = bool(words) and words[0].upper() == operation.method
    is_generated = len(words) > 2 or _is_derived_from_path(words, operation)
    if words and not (begins_with_method and is_generated):
        return title_from_dotted_id(operation.operation_id) or make_title(words)
    return title_from_path(operation.method, operation.path)


def short_titles(operations: Iterable[Operation]) -> dict[str, str]:
    """Return the sidebar titles of operations by key; full titles where short ones would clash."""
    titles, short_titles_by_key = {}, {}
    for operation in operations:
        titles[operation.key] = title = operation_title(operation)
        short_titles_by_key[operation.key] = _short_title(operation, title)
    counts = Counter(short_titles_by_key.values())
    return {
        key: short if counts[short] == 1 else titles[key]
        for key, short in short_titles_by_key.items()
    }


def _short_title(operation: Operation, title: str) -> str:
    if operation.summary.strip():
        return truncate_title(_strip_period(title), LONGEST_SUMMARY)
    return shorten_title(title, LONGEST_LABEL)


def _strip_period(title: str) -> str:
    """Strip the final period, but not that of an abbreviation such as ``e.g.``."""
    *_, last = title.split(" ")
    return title.removesuffix(".") if last.count(".") == 1 else title


def _operation_id_words(operation: Operation) -> list[str]:
    """Return the words of the ``operationId`` without a method prefix such as ``post_listPets``."""
    if _PATH_CHARACTERS.intersection(operation.operation_id):
        # Some generators use the path as the id: "get/pets/{id}".
        return []
    words = split_words(operation.operation_id)
    is_put_before = len(words) > 2 and words[0].upper() == operation.method
    is_doubled = is_put_before and words[0].lower() == words[1].lower()
    if is_put_before and not is_doubled and not _is_derived_from_path(words, operation):
        return words[1:] if words[1].lower() in VERBS else words
    return words


def _is_descriptive(words: list[str], operation: Operation) -> bool:
    """Return whether an id was written by a person, not generated from the path."""
    first = words[0].lower() if words else ""
    is_verb = first in VERBS or (first == "put" and operation.method != "PUT")
    if not is_verb or (len(words) < 2 and has_descriptive_segment(operation.path)):
        return False
    return words[0].upper() != operation.method or not _is_derived_from_path(words, operation)


def _is_derived_from_path(words: list[str], operation: Operation) -> bool:
    """Return whether the words of an id are the method and the words of the path."""
    path = operation.path.partition("#")[0]
    rest = [word.lower() for word in words[1:]]
    all_words = [word.lower() for word in split_words(path)]
    literal = [
        word.lower() for part in path.split("/") if "{" not in part for word in split_words(part)
    ]
    return rest in (all_words, literal, all_words[1:], literal[1:])
