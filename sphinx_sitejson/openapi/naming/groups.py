"""Group operations by tag, else by path."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import takewhile
from posixpath import commonprefix
from typing import TYPE_CHECKING

from sphinx_sitejson.common.messages import Message
from sphinx_sitejson.common.nesting import MAX_NESTING
from sphinx_sitejson.common.records import record

from .identifiers import (
    PREPOSITIONS,
    VERBS,
    descriptive_segments,
    make_title,
    singularize,
    split_path,
    split_words,
)

if TYPE_CHECKING:
    from ..model import Operation, Tag


def resolve_tag_parents(declared_parents: Mapping[str, str]) -> dict[str, str]:
    """Return the parent of each tag, or "" for a root tag.

    Tags in a cycle become root tags. Tags that are nested too deeply become siblings of the
    deepest allowed ones.

    :param declared_parents: the parents as in the document.
    """
    parents: dict[str, str] = {}
    depths: dict[str, int] = {}
    for name in declared_parents:
        chain = list(_iter_ancestors(name, declared_parents, parents))
        root_parent = declared_parents[chain[-1]] if chain else ""
        is_cycle = root_parent in chain or (root_parent in depths and depths[root_parent] == 0)
        for tag in reversed(chain):
            parent = declared_parents[tag]
            if is_cycle or parent not in declared_parents:
                parent = ""
            depth = depths[parent] + 1 if parent else int(not is_cycle)
            if depth > MAX_NESTING:
                parent, depth = parents[parent], MAX_NESTING
            parents[tag], depths[tag] = parent, depth
    return parents


def _iter_ancestors(
    name: str, declared_parents: Mapping[str, str], done: Mapping[str, str]
) -> Iterator[str]:
    """Yield a tag and its ancestors, up to one that is resolved or was visited."""
    visited: set[str] = set()
    while name in declared_parents and name not in done and name not in visited:
        visited.add(name)
        yield name
        name = declared_parents[name]


def find_deep_tags(declared_parents: Mapping[str, str]) -> list[str]:
    """Return the tags whose parent was replaced because they are nested too deeply."""
    parents = resolve_tag_parents(declared_parents)
    return [name for name, parent in parents.items() if parent and parent != declared_parents[name]]


UNTAGGED_GROUP = Message("API Reference")
WEBHOOK_GROUP = Message("Webhooks")
OTHER_GROUP = Message("Other")

MAX_GROUP_SIZE = 30
"""Larger groups are divided by the next segment of their paths."""
MAX_DIVISION_DEPTH = 3


@record
class OperationGroup:
    """A group of operations, and its subgroups."""

    name: str
    """The name of the tag, or a substitute."""
    title: str
    tag: Tag | None = None
    operations: tuple[Operation, ...] = ()
    groups: Groups = ()


Groups = tuple[OperationGroup, ...]


def operation_groups(tags: Mapping[str, Tag], operations: Iterable[Operation]) -> Groups:
    """Group operations by their first tag, nested like the tags, in order of appearance.

    Operations without a tag are grouped by their paths, if there are enough of them.
    """
    all_operations = tuple(operations)
    # A first tag that all of many operations share is useless as a group.
    first_tags = {operation.tags[0] if operation.tags else "" for operation in all_operations}
    is_common = len(first_tags) == 1 and len(all_operations) > MAX_GROUP_SIZE
    common = first_tags.pop() if is_common else ""
    groups = _group_by_tag(tags, all_operations, common)
    if common and len(groups) < 2:
        return _group_by_tag(tags, all_operations, "")
    tag = tags.get(common)
    if tag is None or not tag.description:
        return groups
    # The description of a tag that all operations share is shown above them.
    return (OperationGroup(name=common, title=tag.summary or common, tag=tag, groups=groups),)


def _group_by_tag(tags: Mapping[str, Tag], operations: Sequence[Operation], common: str) -> Groups:
    """Return the groups of tags, then those of operations without one, then of webhooks."""
    by_tag: dict[str, list[Operation]] = {}
    untagged: list[Operation] = []
    webhooks: list[Operation] = []
    for operation in operations:
        names = [name for name in operation.tags if name != common]
        if names:
            by_tag.setdefault(names[0], []).append(operation)
        elif operation.is_webhook:
            webhooks.append(operation)
        else:
            untagged.append(operation)
    tagged = _tag_groups(tags, by_tag)
    others = _group_by_path(untagged) or _group_by_noun(untagged)
    if untagged and not others:
        title = OTHER_GROUP if tagged else UNTAGGED_GROUP
        others = (OperationGroup(name=title, title=title, operations=tuple(untagged)),)
    received = OperationGroup(name=WEBHOOK_GROUP, title=WEBHOOK_GROUP, operations=tuple(webhooks))
    return (*tagged, *others, *((received,) if webhooks else ()))


def _tag_groups(tags: Mapping[str, Tag], tagged: Mapping[str, Sequence[Operation]]) -> Groups:
    """Return the groups of tags, nested like them, in the order in which they appear first."""
    parents = resolve_tag_parents({name: tag.parent for name, tag in tags.items()})
    children: dict[str, dict[str, None]] = {}
    for name in tagged:
        while name:
            parent = parents.get(name, "")
            children.setdefault(parent, {})[name] = None
            name = parent

    def group(name: str) -> OperationGroup:
        tag = tags.get(name)
        return OperationGroup(
            name=name,
            title=(tag.summary if tag else "") or name,
            tag=tag,
            operations=tuple(tagged.get(name, ())),
            groups=tuple(map(group, children.get(name, ()))),
        )

    return tuple(map(group, children.get("", ())))


def _group_by_path(operations: Sequence[Operation]) -> Groups:
    """Group operations by the first descriptive segment after the common prefix of their paths."""
    paths = {operation.key: split_path(operation.path) for operation in operations}
    start = len(commonprefix(list(paths.values())))
    segments = {key: descriptive_segments(path, start) for key, path in paths.items()}
    return _group_by_segment(operations, segments, 0)


def _group_by_segment(
    operations: Sequence[Operation], segments: Mapping[str, Sequence[str]], level: int
) -> Groups:
    groups = _make_groups(
        operations, lambda operation: "".join(segments[operation.key][level : level + 1])
    )
    return tuple(_divide_group(group, segments, level + 1) for group in groups)


def _divide_group(
    group: OperationGroup, segments: Mapping[str, Sequence[str]], level: int
) -> OperationGroup:
    if len(group.operations) <= MAX_GROUP_SIZE or level >= MAX_DIVISION_DEPTH:
        return group
    inner = _group_by_segment(group.operations, segments, level)
    # Operations of the resource itself stay in the group; others go to subgroups.
    direct = tuple(
        operation for part in inner if part.name == OTHER_GROUP for operation in part.operations
    )
    named = tuple(part for part in inner if part.name != OTHER_GROUP)
    if not named:
        return group
    return replace(group, operations=direct, groups=named)


def _group_by_noun(operations: Sequence[Operation]) -> Groups:
    """Group operations by the noun in their ids, for APIs with a single path (RPC style)."""
    if len(operations) <= MAX_GROUP_SIZE:
        return ()

    def noun(operation: Operation) -> str:
        words = split_words(operation.operation_id)
        if len(words) > 1 and words[0].upper() == operation.method:
            words = words[1:]
        words = words[1:] if len(words) > 1 and words[0].lower() in VERBS else words
        # The noun of "ExportTableToPointInTime" is "table".
        nouns = list(takewhile(lambda word: word.lower() not in PREPOSITIONS, words))
        return singularize(nouns[-1]) if nouns else ""

    return _make_groups(operations, noun)


def _make_groups(operations: Iterable[Operation], name_of: Callable[[Operation], str]) -> Groups:
    """Return the groups of two or more operations and one of all others, if there are several."""
    found: dict[str, list[Operation]] = {}
    for operation in operations:
        found.setdefault(name_of(operation), []).append(operation)
    named = {name: entries for name, entries in found.items() if name and len(entries) > 1}
    others = [one for name, entries in found.items() if name not in named for one in entries]
    if len(named) < 2:
        return ()
    groups = [
        OperationGroup(
            name=name, title=make_title(split_words(name)) or name, operations=tuple(entries)
        )
        for name, entries in named.items()
    ]
    if others:
        groups.append(OperationGroup(name=OTHER_GROUP, title=OTHER_GROUP, operations=tuple(others)))
    return tuple(groups)
