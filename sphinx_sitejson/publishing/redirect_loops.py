"""Ways that lead back to where they begin."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

MOST_SHOWN = 10


def loops_in(following: Mapping[str, str]) -> Iterator[list[str]]:
    """Yield the ways that lead back to where they begin, each from its first name."""
    done: set[str] = set()
    for start in following:
        way: dict[str, None] = {}
        here = start
        while here in following and here not in done and here not in way:
            way[here] = None
            here = following[here]
        if here in way:
            names = list(way)
            loop = names[names.index(here) :]
            first = loop.index(min(loop))
            yield [*loop[first:], *loop[: first + 1]]
        done.update(way)


def shortened_list(names: Sequence[str]) -> Sequence[str]:
    """Leave out the middle of a long list of names."""
    if len(names) <= MOST_SHOWN:
        return names
    return [*names[: MOST_SHOWN // 2], "…", *names[-MOST_SHOWN // 2 :]]
