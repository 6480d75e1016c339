"""Decide whether a browser can match a pattern in a short time, for any text.

Browsers match regular expressions by backtracking. ``^(a+)+$`` takes them longer than a lifetime
for a text of 50 characters, and nothing can interrupt them. The analysis is conservative: a
pattern that is not understood counts as slow.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from math import prod

from sphinx_sitejson.openapi.digests import strongly_connected_components

LONGEST_TEXT = 300
"""Longer texts are not matched in the playground; see ``matchesPattern`` in validation.js."""
MAX_WAYS = 3 * LONGEST_TEXT**2
"""The ways to match a text that may be tried; a browser needs about a second for them."""
_MAX_POSITIONS = 120
_MAX_EDGES = 100_000
"""The analysis itself must not take long."""
_MAX_COPIES = 16
_MAX_NESTING = 40
_CONTROLS = {"n": "\n", "r": "\r", "t": "\t", "v": "\v", "f": "\f", "0": "\0"}
_ASSERTION = re.compile(r"[\^$]|\\[bB]")
_QUANTIFIER = re.compile(r"(?:([*+?])|\{(\d{1,6})(,?)(\d{0,6})\})\??")
_GROUP = re.compile(r"\((?:\?(?::|<(?P<name>[A-Za-z_$][\w$]*)>|(?P<look><?[=!])))?")
_CODE = re.compile(r"x([0-9A-Fa-f]{2})|u([0-9A-Fa-f]{4})|u\{([0-9A-Fa-f]{1,6})\}")
_PROPERTY = re.compile(r"[pP]\{[^{}]*\}")
_Pair = tuple[int, int]


class _UnknownSyntaxError(ValueError):
    """The cost of the pattern is not known: it has unknown syntax, or too many parts."""


@dataclass(frozen=True)
class _Part:
    """A part of a pattern: the positions of characters where a match begins and ends."""

    is_nullable: bool = True
    first: tuple[int, ...] = ()
    last: tuple[int, ...] = ()


_Loops = list[tuple[_Part, int]]
"""What is repeated, with the number of ways to do so."""
_Following = dict[int, list[int]]
"""The positions that each position leads to."""


@lru_cache(maxsize=4096)
def is_slow_pattern(pattern: str) -> bool:
    """Return whether checking a text of `LONGEST_TEXT` characters may take very long."""
    try:
        return _Analysis(pattern).is_slow()
    except _UnknownSyntaxError:
        return True


class _Analysis:
    """The position automaton of a pattern (Glushkov), with the number of ways between positions."""

    def __init__(self, pattern: str) -> None:
        self._pattern = pattern
        self._at = 0
        self._masks: list[int] = []
        self._follow: Counter[_Pair] = Counter()
        self._loops: _Loops = []
        self._choices: list[int] = []
        self._lookarounds: list[tuple[list[int], _Loops]] = []
        """The choices and loops inside each lookahead and lookbehind."""
        self._nesting = 0
        self._branch_count = 1

    def is_slow(self) -> bool:
        self._alternatives()
        if self._at < len(self._pattern):
            raise _UnknownSyntaxError
        following = defaultdict(list)
        for before, after in self._follow:
            following[before].append(after)
        is_anchored = self._pattern.startswith("^") and self._branch_count == 1
        path_count = 1 if is_anchored else LONGEST_TEXT
        inside = [self._count_paths(*lookaround, following) for lookaround in self._lookarounds]
        path_count *= self._count_paths(self._choices, self._loops, following) * max(
            inside, default=1
        )
        return path_count > MAX_WAYS or self._is_exponential(following)

    def _count_paths(self, choices: list[int], loops: _Loops, following: _Following) -> int:
        """Return how many ways there are to match a part, at most."""
        ambiguous = (ways for part, ways in loops if self._is_ambiguous(part, following))
        return prod(choices) * prod(ambiguous)

    def _is_ambiguous(self, loop: _Part, following: _Following) -> bool:
        """Return whether a character may both repeat a loop and leave it."""
        return any(
            other != first and self._masks[other] & self._masks[first]
            for last in loop.last
            for first in loop.first
            for other in following[last]
        )

    def _is_exponential(self, following: _Following) -> bool:
        """Return whether a text can lead from a position back to it in two ways.

        Pairs of positions are followed that the same text leads to. If a pair of the same
        position leads to one of different positions and back again, ways multiply.
        """
        edges: dict[_Pair, list[_Pair]] = {}
        edge_count = 0
        waiting = [(each, each) for each in range(len(self._masks))]
        while waiting:
            pair = waiting.pop()
            if pair in edges:
                continue
            edges[pair] = [
                (one, other)
                for one in following[pair[0]]
                for other in following[pair[1]]
                if self._masks[one] & self._masks[other]
            ]
            waiting.extend(edges[pair])
            edge_count += len(edges[pair])
            if edge_count > _MAX_EDGES:
                raise _UnknownSyntaxError
        # From a pair that stands for none, all are followed.
        for cycle in strongly_connected_components((-1, -1), lambda pair: edges.get(pair, edges)):
            same = {one for one, other in cycle if one == other}
            if same and len(same) < len(cycle):
                return True
            if any(self._follow[one, other] > 1 for one in same for other in same):
                return True
        return False

    # The syntax of patterns

    def _alternatives(self) -> _Part:
        self._nesting += 1
        if self._nesting > _MAX_NESTING:
            raise _UnknownSyntaxError
        branches = [self._sequence()]
        while self._peek() == "|":
            self._at += 1
            branches.append(self._sequence())
        self._nesting -= 1
        # Finally, the cost of the complete pattern.
        self._branch_count = len(branches)
        if len(branches) == 1:
            return branches[0]
        masks = [self._mask_of(branch.first) for branch in branches]
        overlap = any(one & other for i, one in enumerate(masks) for other in masks[:i])
        is_nullable = any(branch.is_nullable for branch in branches)
        if overlap or is_nullable:
            self._choices.append(len(branches))
        return _Part(
            is_nullable=is_nullable,
            first=tuple(each for branch in branches for each in branch.first),
            last=tuple(each for branch in branches for each in branch.last),
        )

    def _sequence(self) -> _Part:
        sequence = _Part()
        while self._peek() not in ("", "|", ")"):
            sequence = self._joined(sequence, self._term())
        return sequence

    def _joined(self, before: _Part, after: _Part) -> _Part:
        self._connect(before, after)
        return _Part(
            is_nullable=before.is_nullable and after.is_nullable,
            first=(*before.first, *(after.first if before.is_nullable else ())),
            last=(*after.last, *(before.last if after.is_nullable else ())),
        )

    def _connect(self, before: _Part, after: _Part) -> None:
        self._follow.update((last, first) for last in before.last for first in after.first)

    def _term(self) -> _Part:
        if assertion := _ASSERTION.match(self._pattern, self._at):
            self._at = assertion.end()
            return _Part()
        if self._peek() == "(":
            part, mask = self._group(), None
        else:
            mask = self._character()
            part = self._position(mask)
        return self._quantified(part, mask)

    def _group(self) -> _Part:
        match = _GROUP.match(self._pattern, self._at)
        if match is None or (self._pattern.startswith("(?", self._at) and match[0] == "("):
            raise _UnknownSyntaxError
        self._at = match.end()
        choices, self._choices = self._choices, []
        loops, self._loops = self._loops, []
        part = self._alternatives()
        if self._peek() != ")":
            raise _UnknownSyntaxError
        self._at += 1
        if match["look"]:
            # The match continues at its position without backtracking inside.
            self._lookarounds.append((self._choices, self._loops))
            self._choices, self._loops = choices, loops
            return _Part()
        self._choices, self._loops = choices + self._choices, loops + self._loops
        return part

    def _quantified(self, part: _Part, mask: int | None) -> _Part:
        match = _QUANTIFIER.match(self._pattern, self._at)
        if match is None:
            if self._pattern.startswith(("*", "+", "?", "{"), self._at):
                raise _UnknownSyntaxError
            return part
        self._at = match.end()
        sign, least, comma, most = match.groups()
        if sign:
            low, high = int(sign == "+"), 1 if sign == "?" else None
        else:
            low, high = int(least), int(most) if most else None if comma else int(least)
        if high is not None and high < 2:
            if low == 0:
                self._choices.append(2)
            return part if low else _Part(True, part.first, part.last)
        if part.is_nullable and high is not None:
            # A repetition may be empty, so that there are many ways to repeat it.
            raise _UnknownSyntaxError
        if mask is not None:
            # Copies distinguish positions that a loop would merge: ``(?:[0-9]{4})*``.
            for _ in range(min(max(low - 1, 0), _MAX_COPIES)):
                part = self._joined(part, last := self._position(mask))
            if low == high and low <= _MAX_COPIES + 1:
                return part
            if low > 1:
                self._loop(last, low, high)
                return part
        self._loop(part, low, high)
        return _Part(part.is_nullable or low == 0, part.first, part.last)

    def _loop(self, part: _Part, low: int, high: int | None) -> None:
        self._connect(part, part)
        path_count = LONGEST_TEXT if high is None else high - low + 1
        self._loops.append((part, min(path_count, LONGEST_TEXT)))

    # Characters

    def _position(self, mask: int) -> _Part:
        if len(self._masks) >= _MAX_POSITIONS:
            raise _UnknownSyntaxError
        self._masks.append(mask)
        position = (len(self._masks) - 1,)
        return _Part(False, position, position)

    def _mask_of(self, positions: Iterable[int]) -> int:
        mask = 0
        for position in positions:
            mask |= self._masks[position]
        return mask

    def _character(self) -> int:
        character = self._peek()
        if character == "[":
            return self._class()
        if character == "\\":
            return self._escape()[0]
        if character in "*+?{})]":
            raise _UnknownSyntaxError
        self._at += 1
        return _ALL if character == "." else _mask_between(character, character)

    def _class(self) -> int:
        self._at += 1
        is_negated = self._peek() == "^"
        self._at += is_negated
        mask = 0
        while (character := self._peek()) != "]":
            if not character:
                raise _UnknownSyntaxError
            first, start = self._class_member()
            if self._peek() == "-" and self._pattern[self._at + 1 : self._at + 2] not in ("]", ""):
                self._at += 1
                _, end = self._class_member()
                if start is None or end is None or start > end:
                    raise _UnknownSyntaxError
                first = _mask_between(start, end)
            mask |= first
        self._at += 1
        # Characters that are not ASCII share their bits, so that none is excluded.
        return _ALL & ~mask | _OTHERS if is_negated else mask

    def _class_member(self) -> tuple[int, str | None]:
        character = self._peek()
        if character == "\\":
            return self._escape()
        if not character:
            raise _UnknownSyntaxError
        self._at += 1
        return _mask_between(character, character), character

    def _escape(self) -> tuple[int, str | None]:
        """Return the mask of an escape sequence, and its character if it is a single one."""
        self._at += 1
        letter = self._peek()
        if found := _CODE.match(self._pattern, self._at) or _PROPERTY.match(
            self._pattern, self._at
        ):
            self._at = found.end()
            if found.re is _PROPERTY:
                return _ALL, None
            code = int(found[1] or found[2] or found[3], 16)
            if code > 0x10FFFF:
                raise _UnknownSyntaxError
            return _mask_between(chr(code), chr(code)), chr(code)
        self._at += 1
        if control := _CONTROLS.get(letter):
            return _mask_between(control, control), control
        if letter.lower() in _CLASSES:
            mask = _CLASSES[letter.lower()]
            return (mask if letter.islower() else _ALL & ~mask | _OTHERS), None
        if not letter or letter.isalnum():
            # Also references to groups, whose cost depends on the text.
            raise _UnknownSyntaxError
        return _mask_between(letter, letter), letter

    def _peek(self) -> str:
        return self._pattern[self._at : self._at + 1]


def _mask_between(first: str, last: str) -> int:
    """Return the characters from one to another; all that are not ASCII count as one."""
    mask = sum(1 << code for code in range(ord(first), min(ord(last), 127) + 1))
    return mask | (_OTHERS if ord(last) > 127 else 0)


_OTHERS = 1 << 128
_ALL = _OTHERS * 2 - 1
_DIGITS = _mask_between("0", "9")
_CLASSES = {
    "d": _DIGITS,
    "w": _DIGITS | _mask_between("a", "z") | _mask_between("A", "Z") | _mask_between("_", "_"),
    "s": _mask_between("\t", "\r") | _mask_between(" ", " ") | _OTHERS,
}
