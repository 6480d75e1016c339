"""Distributes the words of a site over files by their first letters.

Where one file ends and the next begins depends on first letters, not on counting, so that a new
word changes the file it belongs to and no other.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

FULL = 24_000
"""How many characters of words a file has before it is divided; a third of it when compressed."""
_LONGEST_START = 12


@dataclass(frozen=True, slots=True)
class Shard:
    """Neighboring words; ``start`` is not after the first of them."""

    start: str
    words: tuple[str, ...]


def order(word: str) -> bytes:
    """Return by what words are sorted: the way in which scripts compare texts."""
    return word.encode("utf-16-be", "surrogatepass")


def shards_of(sizes: Mapping[str, int]) -> list[Shard]:
    """Distribute words.

    :param sizes: how many characters each word and its places take.
    """
    words = sorted(sizes, key=order)
    return list(_joined(_divided("", words, sizes), sizes))


def _divided(start: str, words: Sequence[str], sizes: Mapping[str, int]) -> Iterator[Shard]:
    """Yield words in groups with the same first letters, each small enough or indivisible."""
    if not words:
        return
    if len(words) == 1 or len(start) >= _LONGEST_START or _size(words, sizes) <= FULL:
        yield Shard(start, tuple(words))
        return
    groups: dict[str, list[str]] = {}
    for word in words:
        groups.setdefault(word[: len(start) + 1], []).append(word)
    for first_letters, members in groups.items():
        if first_letters == start:
            yield Shard(start, tuple(members))
        else:
            yield from _divided(first_letters, members, sizes)


def _joined(shards: Iterator[Shard], sizes: Mapping[str, int]) -> Iterator[Shard]:
    """Yield small neighbors together."""
    waiting: Shard | None = None
    for shard in shards:
        if waiting is None:
            waiting = shard
        elif _size(waiting.words, sizes) + _size(shard.words, sizes) <= FULL:
            waiting = Shard(waiting.start, waiting.words + shard.words)
        else:
            yield waiting
            waiting = shard
    if waiting is not None:
        yield waiting


def _size(words: Sequence[str], sizes: Mapping[str, int]) -> int:
    return sum(sizes[word] for word in words)
