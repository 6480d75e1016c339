"""Texts that follow a simple pattern, for examples."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

LONGEST_TEXT = 64
_TYPICAL_REPEATS = 3
_DEEPEST_GROUP = 8
_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_DIGITS = "123456789"
_CLASSES = {"d": _DIGITS + "0", "w": _LETTERS, "s": " ", "D": _LETTERS, "W": "-", "S": _LETTERS}
_ESCAPED_CONTROLS = {"t": "\t", "n": "\n", "r": "\r"}


class _TooHardError(Exception):
    """The pattern has something that this small reader does not know."""


@dataclass(frozen=True, slots=True)
class _Piece:
    """What is repeated: one of some characters, or a whole text."""

    choices: str
    is_text: bool
    least: int
    most: int

    def repeated(self, times: int) -> str:
        if self.is_text:
            return self.choices * times
        return "".join(self.choices[index % len(self.choices)] for index in range(times))

    @property
    def typical_count(self) -> int:
        """How often a person would repeat it."""
        return max(self.least, min(self.most, _TYPICAL_REPEATS if self.most > 1 else self.least))


def text_of_pattern(pattern: str, *, shortest: int = 0, longest: int = LONGEST_TEXT) -> str | None:
    """Return a text that follows a pattern and its bounds, or None when that is too hard."""
    if len(pattern) > 500:
        return None
    try:
        pieces = _Reader(pattern).pieces()
    except _TooHardError:
        return None
    times = _fitting(pieces, shortest, min(longest, LONGEST_TEXT))
    text = "".join(piece.repeated(count) for piece, count in zip(pieces, times, strict=True))
    return text if shortest <= len(text) <= longest and len(text) <= LONGEST_TEXT else None


def _fitting(pieces: list[_Piece], shortest: int, longest: int) -> list[int]:
    """Return how often to repeat each piece, so that the whole is neither too short nor long."""
    times = [min(piece.typical_count, LONGEST_TEXT + 1) for piece in pieces]
    length = sum(len(piece.repeated(count)) for piece, count in zip(pieces, times, strict=True))
    for index, piece in enumerate(pieces):
        size = len(piece.choices) if piece.is_text else 1
        while size and length > longest and times[index] > piece.least:
            times[index] -= 1
            length -= size
        while size and length < min(shortest, longest) and times[index] < piece.most:
            times[index] += 1
            length += size
    return times


class _Reader:
    """Reads a pattern from left to right; of alternatives only the first counts."""

    def __init__(self, pattern: str) -> None:
        self._pattern = pattern
        self._at = 0

    def pieces(self, depth: int = 0) -> list[_Piece]:
        """Read up to the end of the group or pattern."""
        if depth > _DEEPEST_GROUP:
            raise _TooHardError
        found: list[_Piece] = []
        alternatives = 0
        while self._at < len(self._pattern) and self._peek() != ")":
            if self._peek() == "|":
                alternatives += 1
                self._at += 1
                continue
            piece = self._piece(depth)
            if piece is not None and not alternatives:
                found.append(piece)
        return found

    def _piece(self, depth: int) -> _Piece | None:
        char = self._take()
        if char in "^$":
            return None
        if char == "(":
            choices, is_text = self._group(depth), True
        elif char == "[":
            choices, is_text = self._class(), False
        elif char == ".":
            choices, is_text = _LETTERS, False
        elif char == "\\":
            choices, is_text = self._escape(), False
        elif char in "*+?{":
            raise _TooHardError
        else:
            choices, is_text = char, False
        return _Piece(choices, is_text, *self._repeats())

    def _group(self, depth: int) -> str:
        if self._peek() == "?":
            if self._pattern[self._at : self._at + 2] != "?:":
                raise _TooHardError
            self._at += 2
        pieces = self.pieces(depth + 1)
        if self._take() != ")":
            raise _TooHardError
        text = "".join(piece.repeated(min(piece.typical_count, LONGEST_TEXT)) for piece in pieces)
        return text[: LONGEST_TEXT + 1]

    def _class(self) -> str:
        if self._peek() == "^":
            self._at += 1
            forbidden = set(self._class_members())
            choices = "".join(char for char in _LETTERS + _DIGITS if char not in forbidden)
        else:
            choices = "".join(self._class_members())
        if not choices:
            raise _TooHardError
        return choices

    def _class_members(self) -> Iterator[str]:
        first = self._at
        while (char := self._take()) != "]" or self._at == first + 1:
            if char == "\\":
                yield from self._escape()
            elif self._peek() == "-" and self._pattern[self._at + 1 : self._at + 2] not in (
                "]",
                "",
            ):
                self._at += 1
                yield from _range(char, self._take())
            else:
                yield char

    def _escape(self) -> str:
        char = self._take()
        known = _CLASSES.get(char) or _ESCAPED_CONTROLS.get(char)
        if known is None and char.isalnum():
            raise _TooHardError
        return known or char

    def _repeats(self) -> tuple[int, int]:
        sign = self._peek()
        if sign not in ("*", "+", "?", "{"):
            return 1, 1
        self._at += 1
        least, most = self._counts() if sign == "{" else _SIGNS[sign]
        if self._peek() in ("?", "+"):
            self._at += 1
        return least, most

    def _counts(self) -> tuple[int, int]:
        text, closed, _ = self._pattern[self._at :].partition("}")
        low, comma, high = text.partition(",")
        if (
            not closed
            or not low.isdecimal()
            or not (high.isdecimal() or not high)
            or len(text) > 20
        ):
            raise _TooHardError
        self._at += len(text) + 1
        least = int(low)
        most = int(high) if high else (LONGEST_TEXT if comma else least)
        if least > LONGEST_TEXT:
            raise _TooHardError
        return least, max(least, most)

    def _peek(self) -> str:
        return self._pattern[self._at : self._at + 1]

    def _take(self) -> str:
        char = self._peek()
        if not char:
            raise _TooHardError
        self._at += 1
        return char


_SIGNS = {"*": (0, LONGEST_TEXT), "+": (1, LONGEST_TEXT), "?": (0, 1)}


def _range(first: str, last: str) -> Iterator[str]:
    if last == "\\" or ord(last) < ord(first):
        raise _TooHardError
    members = [chr(code) for code in range(ord(first), min(ord(last), ord(first) + 127) + 1)]
    # A number that begins with 1 reads better than one that begins with 0.
    yield from [*members[1:], members[0]] if first == "0" and len(members) > 1 else members
