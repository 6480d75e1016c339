"""The title of an operation: its summary, or the best that can be made without one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING

from .naming.identifiers import VERBS, in_words, words_in
from .naming.paths import has_telling_part, title_of_dotted, title_of_path
from .naming.sentences import cut, shortened_title, title_in, without_links

if TYPE_CHECKING:
    from .model import Operation

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
