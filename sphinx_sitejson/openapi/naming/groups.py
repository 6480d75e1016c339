"""The groups in which a document's operations stand: by tag, else by path."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import TYPE_CHECKING

from sphinx_sitejson.common.messages import Message
from sphinx_sitejson.common.nesting import MAX_NESTING

from .identifiers import (
    PREPOSITIONS,
    VERBS,
    in_words,
    segments_of,
    shared_start,
    singular,
    telling_segments,
    words_in,
)

if TYPE_CHECKING:
    from sphinx_sitejson.openapi.model import Operation, Tag


def parents_of(written: Mapping[str, str]) -> dict[str, str]:
    """Return the parent of each tag, or "" of one that has none.

    A tag that is, in the end, its own parent has none. Those that are nested too deeply stand
    beside the deepest ones.

    :param written: the parents as the document has them.
    """
    parents: dict[str, str] = {}
    depths: dict[str, int] = {}
    for name in written:
        chain = list(_chain_above(name, written, parents))
        above = written[chain[-1]] if chain else ""
        is_circle = above in chain or (above in depths and depths[above] == 0)
        for tag in reversed(chain):
            parent = written[tag] if written[tag] in written and not is_circle else ""
            depth = depths[parent] + 1 if parent else int(not is_circle)
            if depth > MAX_NESTING:
                parent, depth = parents[parent], MAX_NESTING
            parents[tag], depths[tag] = parent, depth
    return parents


def _chain_above(name: str, written: Mapping[str, str], done: Mapping[str, str]) -> Iterator[str]:
    """Yield a tag and those around it, up to one that is done or was passed."""
    passed: set[str] = set()
    while name in written and name not in done and name not in passed:
        passed.add(name)
        yield name
        name = written[name]


def tags_too_deep(written: Mapping[str, str]) -> list[str]:
    """Return the tags that do not stand where the document says, for being nested too deeply."""
    parents = parents_of(written)
    return [name for name, parent in parents.items() if parent and parent != written[name]]


UNTAGGED_GROUP = Message("API Reference")
WEBHOOK_GROUP = Message("Webhooks")
OTHER_GROUP = Message("Other")

LONGEST_LIST = 30
"""A group of more operations is divided by the next part of their paths."""
DEEPEST_DIVISION = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class OperationGroup:
    """Operations below one name, and the groups inside."""

    name: str
    """Of the tag, if it is that of one; else what stands for one."""
    title: str
    tag: Tag | None = None
    operations: tuple[Operation, ...] = ()
    groups: tuple[OperationGroup, ...] = ()


def operation_groups(
    tags: Mapping[str, Tag], operations: Iterable[Operation]
) -> tuple[OperationGroup, ...]:
    """Group operations by their first tag, nested as the tags are, as they appear first.

    Those without a tag are grouped by their paths where there are enough of them.
    """
    given = tuple(operations)
    common = _tag_of_all(given)
    groups = _groups(tags, given, common)
    if common and len(groups) < 2:
        return _groups(tags, given, "")
    tag = tags.get(common)
    if tag is None or not tag.description:
        return groups
    # What is said of all operations stands above them.
    title = tag.summary or common
    return (OperationGroup(name=common, title=title, tag=tag, groups=groups),)


def _tag_of_all(operations: Sequence[Operation]) -> str:
    """Return the tag that all of many operations have first, which tells none of them apart."""
    first = {operation.tags[0] if operation.tags else "" for operation in operations}
    return first.pop() if len(first) == 1 and len(operations) > LONGEST_LIST else ""


def _groups(
    tags: Mapping[str, Tag], operations: Sequence[Operation], common: str
) -> tuple[OperationGroup, ...]:
    collected = _TagGroups(tags)
    untagged: list[Operation] = []
    for operation in operations:
        names = [name for name in operation.tags if name != common]
        if names:
            collected.add(names[0], operation)
        elif operation.is_webhook:
            collected.add(WEBHOOK_GROUP, operation)
        else:
            if not untagged:
                collected.add(UNTAGGED_GROUP)
            untagged.append(operation)
    return collected.groups(_untagged_groups(untagged))


class _TagGroups:
    """Collects operations by tag, in the order in which the tags appear first."""

    def __init__(self, tags: Mapping[str, Tag]) -> None:
        self._tags = tags
        self._parents = parents_of({name: tag.parent for name, tag in tags.items()})
        self._operations: dict[str, list[Operation]] = {}
        self._children: dict[str, list[str]] = {}

    def add(self, name: str, *operations: Operation) -> None:
        """Put operations into the group of a tag."""
        self._open(name)
        self._operations[name].extend(operations)

    def groups(self, untagged: tuple[OperationGroup, ...]) -> tuple[OperationGroup, ...]:
        """Return the outermost groups.

        :param untagged: what stands in the place of all that has no tag.
        """
        made: list[OperationGroup] = []
        for name in self._children.get("", ()):
            made += untagged if name is UNTAGGED_GROUP else [self._group(name)]
        return tuple(made)

    def _open(self, name: str) -> None:
        """Make the group of a tag, and those around it, unless they are there."""
        while name not in self._operations:
            parent = self._parents.get(name, "")
            self._operations[name] = []
            self._children.setdefault(parent, []).append(name)
            if not parent:
                return
            name = parent

    def _group(self, name: str) -> OperationGroup:
        tag = self._tags.get(name)
        return OperationGroup(
            name=name,
            title=(tag.summary if tag else "") or name,
            tag=tag,
            operations=tuple(self._operations[name]),
            groups=tuple(self._group(child) for child in self._children.get(name, ())),
        )


def _untagged_groups(operations: Sequence[Operation]) -> tuple[OperationGroup, ...]:
    divided = _by_path(operations) or _by_noun(operations)
    if divided:
        return divided
    whole = OperationGroup(name=UNTAGGED_GROUP, title=UNTAGGED_GROUP, operations=tuple(operations))
    return (whole,) if operations else ()


def _by_path(operations: Sequence[Operation]) -> tuple[OperationGroup, ...]:
    """Divide operations by the first part of their paths that tells them apart."""
    paths = {operation.key: segments_of(operation.path) for operation in operations}
    start = shared_start(paths.values())
    segments = {key: telling_segments(path, start) for key, path in paths.items()}
    return _divided(operations, segments, 0)


def _divided(
    operations: Sequence[Operation], segments: Mapping[str, Sequence[str]], level: int
) -> tuple[OperationGroup, ...]:
    groups = _grouped(
        operations, lambda operation: "".join(segments[operation.key][level : level + 1])
    )
    return tuple(_with_inner(group, segments, level + 1) for group in groups)


def _with_inner(
    group: OperationGroup, segments: Mapping[str, Sequence[str]], level: int
) -> OperationGroup:
    if len(group.operations) <= LONGEST_LIST or level >= DEEPEST_DIVISION:
        return group
    inner = _divided(group.operations, segments, level)
    # What the group is about stands in it directly; the rest below the names of their parts.
    direct = tuple(
        operation for part in inner if part.name == OTHER_GROUP for operation in part.operations
    )
    named = tuple(part for part in inner if part.name != OTHER_GROUP)
    if not named:
        return group
    return OperationGroup(name=group.name, title=group.title, operations=direct, groups=named)


def _by_noun(operations: Sequence[Operation]) -> tuple[OperationGroup, ...]:
    """Divide operations whose paths say nothing by what their ids are about."""
    if len(operations) <= LONGEST_LIST:
        return ()

    def noun(operation: Operation) -> str:
        words = words_in(operation.operation_id)
        while words and (words[0].lower() in VERBS or words[0].upper() == operation.method):
            words = words[1:]
        # "Export table to point in time" is about a table.
        nouns = list(takewhile(lambda word: word.lower() not in PREPOSITIONS, words))
        return singular(nouns[-1]) if nouns else ""

    return _grouped(operations, noun)


def _grouped(
    operations: Iterable[Operation], name_of: Callable[[Operation], str]
) -> tuple[OperationGroup, ...]:
    """Return groups of two and more operations, and one of all others; none if there is but one."""
    found: dict[str, list[Operation]] = {}
    for operation in operations:
        found.setdefault(name_of(operation), []).append(operation)
    named = {name: entries for name, entries in found.items() if name and len(entries) > 1}
    others = [one for name, entries in found.items() if name not in named for one in entries]
    if len(named) < 2:
        return ()
    groups = [
        OperationGroup(name=name, title=in_words(words_in(name)) or name, operations=tuple(entries))
        for name, entries in named.items()
    ]
    if others:
        groups.append(OperationGroup(name=OTHER_GROUP, title=OTHER_GROUP, operations=tuple(others)))
    return tuple(groups)
