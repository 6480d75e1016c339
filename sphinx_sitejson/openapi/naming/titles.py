"""The title of an operation, and a short one for the sidebar."""

from __future__ import annotations

import html
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING

from .identifiers import (
    CLEAR_VERBS,
    FINAL_VERBS,
    NOUN_VERBS,
    VERBS,
    capitalize_first,
    descriptive_segments,
    has_descriptive_segment,
    imperative_form,
    is_framework_id,
    make_title,
    plural_in_path,
    split_path,
    split_words,
    title_from_final_verb,
    title_from_path,
)

if TYPE_CHECKING:
    from ..model import Operation

MAX_SEARCHED_LENGTH = 2_000
"""In characters: later sentences do not describe the operation."""
MAX_SENTENCES = 2
SHORTEST_TITLE = 12
"""The minimum number of characters of a shortened title."""

_BLOCK_END = re.compile(r"</(?:p|h\d|li|div)>|<br\s*/?>", re.IGNORECASE)
_HTML_TAG = re.compile(r"<[!/a-zA-Z][^<>]*>")
_LINK = re.compile(r"!?\[([^\[\]]*)\]\([^()\s]*\)")
_MARKUP = re.compile(r"[`*]+|^\s*(?:#+|>|[-+])\s+", re.MULTILINE)
_PARAGRAPH_END = re.compile(r"\n[ \t]*\n")
_NOTE = re.compile(r"\s+(?:Note|NOTE|Warning|WARNING|Important)\s*:\s+")
_SENTENCE_END = re.compile(
    r"(?<!\be\.g)(?<!\bi\.e)(?<!\betc)(?<!\bvs)(?<!\b[A-Z])(?<!\.\.)[.!?](?=\s+[^a-z\s]|\s*$)"
)
_SUBORDINATE_CLAUSE = re.compile(
    r";\s|\s[–—-]\s|,\s(?=(?:\w+ing|which|where|so|such|e\.g\.|but|if|when)\s)"
)
_CLAUSE = re.compile(
    r"\s\(|[,;:]\s|\s[–—-]\s"
    r"|\s(?=(?:which|that|so|if|when|where|while|using|with|by|for|from|in|to|and)\s)"
)
_TRAILING_FUNCTION_WORD = re.compile(
    r"(?:[\s,;:(]+(?:a|an|the|of|at|on|in|to|for|with|by|from|and|or|as|which|that|your|\(?e\.g\.?"
    r"|up|than|into|between|via|per|about|is|are|be|its?|their|this|these|any)?)+$"
)
_UNFINISHED_CLAUSE = re.compile(
    r"\s+(?:that|which|who|whose|where|when|if)(?:\s+\S+){0,2}$|,?\s+(?:and|or)\s+[a-z]+$|,\s+\w+$"
    r"|\s+\w{3,}ed$"
)
_LEAD_IN = re.compile(
    r"(?:this|the) (?:endpoint|method|operation|api|call|request|resource|function|service)"
    r"(?: call| endpoint)? (?:can be used to|is used to|allows you to|lets you|enables you to|will"
    r"|may be used to|allows to|allows)? ?"
    r"|use (?:this|the) [^,.]{0,40}? to |(?:[^,.]{1,40}, )?you can "
    r"|(?:allows?|enables?|permits?) (?:(?:the|an?) )?(?:[\w-]+ ){0,3}?"
    r"(?:you|users?|clients?|callers?|customers?|merchants?|developers?|admins?|applications?) to "
    r"|lets you |used to |please |will (?=[a-z])",
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
_ADDITIONAL_VERB = re.compile(r"\b(and|or|then) (\w+s)(?=\)? (an?|the|all|its?|your|it|them)\b| )")
_LIST_SENTENCE = re.compile(
    r"(?:returns?|retrieves?|gets?|fetch(?:es)?) "
    r"(?:(?:an? |the )?(?:full |complete |paginated )?list of (?=\w)|(?=all ))|list of (?=\w)",
    re.I,
)
_CAMEL_CASE = re.compile(r"[a-z]+(?:[A-Z][a-z0-9]*)+")
_GLUED_NAME = re.compile(r"^[a-z]+(?:[A-Z][a-z0-9]*)+?(?=[A-Z][a-z]+ )")
"""A name without a space before the sentence: ``findPetsFind all pets``."""
_NAMED_SUBJECT = re.compile(r"^([A-Z]\w+)(?: API| endpoint| method)? (\w+s) ")
_LABEL = re.compile(r"^(?:description|summary|purpose|overview|title)\s*:\s*", re.IGNORECASE)
_PLACEHOLDER = re.compile(
    r"(?:placeholder|to ?do|tbd|tba|none|null|n/?a|string|summary|description|undefined|untitled"
    r"|no (?:summary|description).*|auto[ -]?generated .*|\W*)",
    re.IGNORECASE,
)
_STATEMENT_VERBS = frozenset(
    ("is", "are", "was", "were", "can", "may", "must", "will", "should", "have", "has", "do", "of")
)


def title_from_description(description: str) -> str:
    """Return the sentence of a description that names the action, as a title, or "".

    "This endpoint returns a pet." gives "Get a pet".
    """
    for sentence in islice(_split_sentences(description), MAX_SENTENCES):
        sentence = _LABEL.sub("", sentence)
        purpose = _PURPOSE.fullmatch(sentence)
        lead_in = _LEAD_IN.match(sentence)
        text = purpose[1] if purpose else sentence[lead_in.end() if lead_in else 0 :]
        text = _GLUED_NAME.sub("", _NAMED_SUBJECT.sub(_drop_subject, text, count=1))
        if _CAMEL_CASE.fullmatch(text) or _PLACEHOLDER.fullmatch(text) or "{" in text:
            continue
        if not _UNSUITABLE_START.match(text) and not _is_statement(text):
            return capitalize_first(_to_imperative(text))
    return ""


def _drop_subject(match: re.Match[str]) -> str:
    """Drop a name before the verb: "Devicelist returns devices" gives "returns devices"."""
    subject, verb = match.groups()
    is_action = verb == "returns" or imperative_form(verb) in CLEAR_VERBS
    is_name = subject.lower() not in VERBS and not _ADVERB.fullmatch(subject)
    return f"{verb} " if is_action and is_name else match[0]


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
    if first.lower() == "returns":
        return f"get {_additional_verbs_to_imperative(rest).removesuffix(' to the caller')}"
    order = imperative_form(first)
    if not order or not rest or rest.partition(" ")[0].lower() in _STATEMENT_VERBS:
        return sentence
    return f"{order} {_additional_verbs_to_imperative(rest)}"


def _additional_verbs_to_imperative(rest: str) -> str:
    return _ADDITIONAL_VERB.sub(_additional_verb_to_imperative, rest)


def _additional_verb_to_imperative(match: re.Match[str]) -> str:
    conjunction, verb, article = match.groups()
    order = imperative_form(verb)
    # "Gets users and orders for a shop" has a noun; an article after it makes it a verb.
    is_verb = match.start() == 0 or article is not None or order in CLEAR_VERBS
    return f"{conjunction} {(is_verb and order) or verb}"


def _split_sentences(description: str) -> Iterator[str]:
    text = _BLOCK_END.sub("\n\n", description[:MAX_SEARCHED_LENGTH])
    text = html.unescape(_HTML_TAG.sub("", text)).strip()
    for paragraph in _PARAGRAPH_END.split(text):
        plain_text = " ".join(_MARKUP.sub("", strip_links(paragraph)).split())
        for sentence in _SENTENCE_END.split(_NOTE.split(plain_text)[0]):
            if stripped := sentence.strip(" .:!"):
                yield stripped


def shorten_title(text: str, most: int) -> str:
    """Shorten a title by its last clauses, else truncate it after a word."""
    if len(text) <= most:
        return text
    beginning = text[: most + 2]
    for boundary in (_SUBORDINATE_CLAUSE, _CLAUSE):
        for found in reversed(list(boundary.finditer(beginning))):
            head = _finish_clause(text, found.start())
            if SHORTEST_TITLE <= len(head) <= most and head.count("(") == head.count(")"):
                return head
    return truncate_title(text, most)


def _finish_clause(text: str, end: int) -> str:
    """Return the beginning of a sentence without words that belong to what follows it."""
    head = _TRAILING_FUNCTION_WORD.sub("", text[:end].rstrip(" ,;:"))
    if text.startswith((",", ";", ":", " ("), end):
        return head
    # "Pets owned" lacks "by whom", and "that use" its object.
    return _TRAILING_FUNCTION_WORD.sub("", _UNFINISHED_CLAUSE.sub("", head))


def truncate_title(text: str, most: int) -> str:
    """Truncate a text after a word, with an ellipsis."""
    if len(text) <= most:
        return text
    head = text[:most].rpartition(" ")[0]
    return f"{head if len(head) >= SHORTEST_TITLE else text[: most - 1]}…"


LONGEST_SENTENCE = 90
"""Characters; a longer sentence loses its last clauses when it becomes a title."""
LONGEST_TITLE = 110
"""Characters of a summary that becomes a title."""
LONGEST_LABEL = 48
"""Characters of a sentence in the sidebar."""
LONGEST_SUMMARY = 64
"""Characters of a summary in the sidebar, which was written as a title."""
_PATH_CHARACTERS = frozenset("/{")
_SUMMARY_MARKUP = re.compile(r"`+|\*\*+|(?<!\w)\*(?=\w)|(?<=\w)\*(?!\w)")
_PATH_SUMMARY = re.compile(
    r"(?:(?:GET|PUT|POST|PATCH|DELETE|HEAD|OPTIONS|TRACE|QUERY):?\s+)?/\S*", re.IGNORECASE
)
_LATER_LINES = re.compile(r"(?<=\S{3})[ \t]*\n\s*(?=[A-Z*]).*", re.DOTALL)
_PASCAL_CASE = re.compile(r"(?:[A-Z][a-z]+)(?:[A-Z][A-Za-z]*)+")
_IDENTIFIER = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
_DEPRECATED_PREFIX = re.compile(r"^[\[(*]*deprecated[\])*]*\s*[.:–—-]*\s*", re.IGNORECASE)
_REPLACEMENT_NOTICE = re.compile(
    _DEPRECATED_PREFIX.pattern + r"(?:please |see |refer to |(?:use|call) .* instead)",
    re.IGNORECASE,
)
"""A summary that names another operation: ``Deprecated: please use listPets instead``."""
_USING_METHOD = re.compile(
    r"Using(?:GET|PUT|POST|PATCH|DELETE|HEAD|OPTIONS)(?:_\d+)?$|_\d+(?:_(?=[a-z]+$)|$)"
)
_COUNTED_METHOD = re.compile(r"(?:(?<=Api)|(?<=Controller))(_[A-Za-z]+)\d$")
_CLASS_PREFIX = re.compile(r"\w+(?:Controller|Handler|Service|Resource)[_.]([A-Za-z]\w*)")
_METHOD_PREFIX = re.compile(r"([A-Za-z]+)[_\-.: ]+(?=[A-Za-z])")
_VERSION = re.compile(r"v\d+", re.IGNORECASE)
MAX_ID_WORDS = 6
"""A longer id is less clear than a sentence of the description."""


def operation_title(operation: Operation) -> str:
    """Return the title of an operation: its summary, or one from its id, description or path."""
    if summary := _title_from_summary(operation):
        return summary
    if operation.is_webhook or operation.event is not None:
        return _webhook_title(operation)
    words = _operation_id_words(operation)
    sentence = (
        "" if operation.has_shared_description else title_from_description(operation.description)
    )
    has_action = _begins_with_verb(sentence)
    # Redundant words of an id: "readCoreV1NamespacedPod".
    is_technical = len(words) > MAX_ID_WORDS or any(map(_VERSION.fullmatch, words[1:-1]))
    if _is_descriptive(words, operation) and not (has_action and is_technical):
        *others, last = words
        is_list = words[0].lower() == "list"
        return make_title([*others, plural_in_path(last, operation.path) if is_list else last])
    if sentence and has_action:
        return shorten_title(sentence, LONGEST_SENTENCE)
    named = title_from_final_verb(_strip_id_noise(operation.operation_id), operation.path)
    if named and not _PATH_CHARACTERS.intersection(operation.operation_id):
        return named
    is_reading = operation.method == "GET"
    has_path = has_descriptive_segment(operation.path)
    if sentence and (is_reading or not has_path):
        return shorten_title(sentence, LONGEST_SENTENCE)
    is_noun = is_reading and len(words) == 1
    if words and not (has_path and (is_noun or _is_generated_id(words, operation))):
        return make_title(words)
    return title_from_path(operation.method, operation.path)


def title_without_description(operation: Operation) -> str:
    """Return the title from the id or the path, which stays when the description is edited."""
    return operation_title(replace(operation, summary="", description=""))


def _is_generated_id(words: list[str], operation: Operation) -> bool:
    """Return whether an id is a method and words of the path."""
    if words[-1].upper() == operation.method:
        return True
    has_method = any(word.upper() == operation.method for word in words)
    return has_method and (len(words) > 2 or _is_derived_from_path(words, operation))


def _begins_with_verb(sentence: str) -> bool:
    first, _, rest = sentence.partition(" ")
    return first.lower() in VERBS or (bool(_ADVERB.fullmatch(first)) and _begins_with_verb(rest))


def operation_description(operation: Operation) -> str:
    """Return the description of an operation, after a summary that its title shortens."""
    summary, description = operation.summary.strip(), operation.description
    if operation.deprecated:
        summary = _DEPRECATED_PREFIX.sub("", summary, count=1)
    if not summary or _comparable(summary) in _comparable(
        f"{operation_title(operation)} {description}"
    ):
        return description
    is_name = _is_identifier(summary.removesuffix("()"))
    if is_name or _is_generated_summary(operation, summary) or is_placeholder(summary):
        return description
    return f"{summary}\n\n{description}".rstrip()


def _comparable(text: str) -> str:
    plain = html.unescape(_HTML_TAG.sub("", strip_links(text)))
    return "".join(re.findall(r"\w", plain.lower()))


def _title_from_summary(operation: Operation) -> str:
    """Return the summary as a title, or "" if it names nothing."""
    text = html.unescape(_HTML_TAG.sub("", _BLOCK_END.sub("\n", operation.summary))).strip()
    text = _LATER_LINES.sub("", text, count=1)
    text = " ".join(_SUMMARY_MARKUP.sub("", strip_links(text)).split())
    if is_placeholder(text) or _REPLACEMENT_NOTICE.match(text):
        return ""
    if operation.deprecated:
        text = _DEPRECATED_PREFIX.sub("", text, count=1) or text
    # Pages show the method beside the title.
    without_method = re.sub(rf"^{re.escape(operation.method)}(?=[ :])[ :|–—-]+", "", text)
    text = without_method if " " in without_method else text
    first, _, rest = text.partition(" ")
    if rest and _PASCAL_CASE.fullmatch(first) and split_words(first)[0].lower() in VERBS:
        text = f"{make_title(split_words(first))} {rest}"
    text = text.removesuffix("()")
    if _is_identifier(text):
        named = title_from_final_verb(text, operation.path)
        words = split_words(text)
        is_readable = len(words) <= MAX_ID_WORDS or not has_descriptive_segment(operation.path)
        title = named or make_title(words)
        return title if is_readable else title_from_path(operation.method, operation.path)
    if _is_generated_summary(operation, text):
        return _title_from_function(operation, text.split())
    end = _SENTENCE_END.search(text)
    text = _strip_period(text[: end.end()] if end and end.start() >= SHORTEST_TITLE else text)
    short = shorten_title(text, LONGEST_TITLE)
    text = text if _UNSUITABLE_START.match(short) else short
    first = text.partition(" ")[0]
    return capitalize_first(text) if first.isalpha() and first.islower() else text


def is_placeholder(summary: str) -> bool:
    """Return whether a summary has no content: empty, ``TODO``, or the path of the operation."""
    text = summary.strip()
    return bool(_PLACEHOLDER.fullmatch(text) or _PATH_SUMMARY.fullmatch(text))


def _is_identifier(text: str) -> bool:
    """Return whether a summary is an identifier: ``GetMap`` or ``users_list``."""
    if not _IDENTIFIER.fullmatch(text):
        return False
    words = split_words(text)
    # A name in camel case such as "newAddress" is not a word, unlike "GitHub" or "iPhone".
    is_camel_case = len(words) > 1 and text[:2].islower()
    return "_" in text or is_camel_case or (len(words) > 1 and words[0].lower() in VERBS)


def _is_generated_summary(operation: Operation, text: str) -> bool:
    """Return whether a summary is the name of a function, which FastAPI puts before the id."""
    name = re.sub(r"\W+", "_", text.lower())
    operation_id = operation.operation_id.lower()
    return operation_id.startswith(f"{name}_") and operation_id.endswith(
        f"_{operation.method.lower()}"
    )


def _title_from_function(operation: Operation, words: list[str]) -> str:
    """Make a title from the name of a function: "Users Get" gives "Get users"."""
    first, last, method = words[0].lower(), words[-1].lower(), operation.method.lower()
    is_verb_first = first in VERBS or first == method
    if len(words) > 1 and not is_verb_first and (last in FINAL_VERBS or last == method):
        return make_title([words[-1], *words[:-1]])
    if is_verb_first or len(words) > 1 or not has_descriptive_segment(operation.path):
        return make_title(words)
    return title_from_path(operation.method, operation.path)


def _webhook_title(operation: Operation) -> str:
    """Return the name of a webhook as a title: ``order.created`` gives "Order created"."""
    words = split_words(operation.operation_id)
    if operation.event is not None:
        # Without an id: the address of a channel, as it is written.
        return make_title(words) or operation.name
    if words and words[0].lower() in VERBS:
        return make_title(words)
    sentence = title_from_description(operation.description)
    if _begins_with_verb(sentence):
        return shorten_title(sentence, LONGEST_SENTENCE)
    if words:
        return make_title(words)
    return operation.name if " " in operation.path else make_title(split_words(operation.name))


def short_titles(operations: Iterable[Operation]) -> dict[str, str]:
    """Return the sidebar titles of operations by key; full titles where short ones would clash."""
    titles, short_titles_by_key = {}, {}
    for operation in operations:
        titles[operation.key] = title = operation_title(operation)
        short_titles_by_key[operation.key] = (
            truncate_title(_strip_period(title), LONGEST_SUMMARY)
            if operation.summary.strip()
            else shorten_title(title, LONGEST_LABEL)
        )
    counts = Counter(short_titles_by_key.values())
    return {
        key: short if counts[short] == 1 else titles[key]
        for key, short in short_titles_by_key.items()
    }


def _strip_period(title: str) -> str:
    """Strip the final period, but not that of an abbreviation such as ``e.g.``."""
    *_, last = title.split(" ")
    return title.removesuffix(".") if last.count(".") == 1 else title


def _strip_id_noise(operation_id: str) -> str:
    """Strip what generators add to ids: ``getPetUsingGET_1`` gives ``getPet``."""
    name = _USING_METHOD.sub(lambda found: "_" * found[0].endswith("_"), operation_id)
    name = _COUNTED_METHOD.sub(r"\1", name)
    inner = _CLASS_PREFIX.fullmatch(name)
    # The verb of "UsersController_findAll" needs the name of the class.
    return inner[1] if inner and split_words(inner[1])[0].lower() not in VERBS else name


def _operation_id_words(operation: Operation) -> list[str]:
    """Return the words of the ``operationId`` without a method prefix such as ``post_listPets``."""
    if _PATH_CHARACTERS.intersection(operation.operation_id):
        # Some generators use the path as the id: "get/pets/{id}".
        return []
    name = _strip_id_noise(operation.operation_id)
    if is_framework_id(name):
        return []
    words = split_words(name)
    if _has_area(name, words, operation.path):
        return words[1:]
    is_prefixed = len(words) > 2 and words[0].upper() == operation.method
    if not is_prefixed or _is_derived_from_path(words, operation):
        return words
    # A separator shows that the method was put before the id: GET_GetUser, but not getMatchScore.
    prefix = _METHOD_PREFIX.match(name)
    is_apart = prefix is not None and prefix[1].upper() == operation.method
    known = VERBS if is_apart and not name.islower() else CLEAR_VERBS | {"list"}
    return words[1:] if words[1].lower() in known else words


def _has_area(name: str, words: list[str], path: str) -> bool:
    """Return whether an id begins with the area of an API: ``onboardGetAdmin``, ``Export_getX``."""
    if len(words) < 3 or words[0].lower() not in VERBS or words[1].lower() not in FINAL_VERBS:
        return False
    is_class = words[0][0].isupper() and name.startswith(f"{words[0]}_{words[1]}")
    first = next(iter(descriptive_segments(split_path(path))), "")
    return (is_class and words[1].islower()) or first.lower() == words[0].lower()


def _is_descriptive(words: list[str], operation: Operation) -> bool:
    """Return whether an id was written by a person, not generated from the path."""
    first = words[0].lower() if words else ""
    is_verb = first in VERBS or (first == "put" and operation.method != "PUT")
    is_verb_last = len(words) > 1 and words[-1].lower() in FINAL_VERBS and first in NOUN_VERBS
    if not is_verb or is_verb_last or (len(words) < 2 and has_descriptive_segment(operation.path)):
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
