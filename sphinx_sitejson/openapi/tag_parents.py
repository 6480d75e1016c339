"""Which tag stands around a tag: none in a circle, and none too deep."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from sphinx_sitejson.common.nesting import DEEPEST


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
            if depth > DEEPEST:
                parent, depth = parents[parent], DEEPEST
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
