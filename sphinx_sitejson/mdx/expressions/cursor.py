"""A place in a text of JavaScript, and the small steps by which it is read."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

from sphinx_sitejson.mdx.scanning.lexing import Lexer
from sphinx_sitejson.nesting import DEEPEST

from .literals import unescaped
from .values import NotData

if TYPE_CHECKING:
    from .syntax import Node

IDENTIFIER = re.compile(r"[A-Za-z_$][\w$]*")
_SPACE = re.compile(r"(?:\s|//[^\n]*|/\*.*?\*/)*", re.DOTALL)
_STRING = re.compile(r"""(?P<quote>['"])(?P<text>(?:[^\\\n]|\\.)*?)(?P=quote)""", re.DOTALL)


class Cursor(ABC):
    """Reads a text from left to right; unexpected input raises ``NotData``."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.position = 0
        self.lexer = Lexer(text)

    @abstractmethod
    def expression(self, depth: int) -> Node:
        """Read an expression."""

    @abstractmethod
    def part(self, text: str) -> Node:
        """Read a whole text by itself, such as the value of an attribute."""

    def check_depth(self, depth: int) -> None:
        """Refuse what is nested too deeply."""
        if depth > DEEPEST:
            raise NotData(self.text)

    def next_character(self) -> str:
        """Return the character that comes next, after space."""
        self.space()
        return self.text[self.position : self.position + 1]

    def space(self) -> None:
        """Go past space and comments."""
        found = _SPACE.match(self.text, self.position)
        assert found is not None
        self.position = found.end()

    def sees(self, mark: str) -> bool:
        """Whether a mark comes next."""
        self.space()
        return self.text.startswith(mark, self.position)

    def take(self, mark: str) -> bool:
        """Go past a mark, if it comes next."""
        if not self.sees(mark):
            return False
        self.position += len(mark)
        return True

    def expect(self, mark: str) -> None:
        """Go past a mark that must come next."""
        if not self.take(mark):
            raise NotData(self.text)

    def match(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """Go past what a pattern finds here, if it does."""
        found = pattern.match(self.text, self.position)
        if found is not None:
            self.position = found.end()
        return found

    def word(self, wanted: str) -> bool:
        """Go past a word, if it comes next."""
        self.space()
        found = IDENTIFIER.match(self.text, self.position)
        if found is None or found[0] != wanted:
            return False
        self.position = found.end()
        return True

    def identifier(self) -> str:
        """Read a name."""
        self.space()
        found = self.match(IDENTIFIER)
        if found is None:
            raise NotData(self.text)
        return found[0]

    def string(self) -> str:
        """Read a text in quotes."""
        found = self.match(_STRING)
        if found is None:
            raise NotData(self.text)
        return unescaped(found["text"])
