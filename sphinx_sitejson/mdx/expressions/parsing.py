"""Reads expressions of JavaScript into a tree: the part of the language that has no effects."""

from __future__ import annotations

import re
from dataclasses import replace

from .cursor import Cursor
from .element_reading import element
from .function_reading import arrow_function, function
from .literals import number_of, unescaped
from .reaching import Call, Chain, Member
from .statements import member_end
from .syntax import (
    BinaryOperation,
    ConditionalValue,
    ListOf,
    Literal,
    Name,
    Node,
    ObjectOf,
    Prefixed,
    Spread,
    Text,
)
from .values import NotData

_NUMBER = re.compile(r"0[xX][0-9a-fA-F]+|(?:\d[\d_]*\.?\d*|\.\d+)(?:[eE][+-]?\d+)?")
_TEMPLATE_PART = re.compile(r"(?P<text>(?:[^\\`$]|\\.|\$(?!\{))*)(?P<end>`|\$\{)", re.DOTALL)
_OPERATOR = re.compile(
    r"===|!==|==|!=|\*\*(?!=)|<=|>=|&&(?!=)|\|\|(?!=)|\?\?(?!=)|[<>](?![<>])|[+](?![+=])"
    r"|-(?![-=])|[*/%](?!=)"
)
_PREFIX = re.compile(r"!(?!=)|-(?!-)|\+(?!\+)|typeof\b")
_STRENGTH = {
    "??": 1, "||": 1, "&&": 2, "===": 3, "!==": 3, "==": 3, "!=": 3, "<": 4, ">": 4, "<=": 4,
    ">=": 4, "+": 5, "-": 5, "*": 6, "/": 6, "%": 6, "**": 7,
}  # fmt: skip
"""How tightly operators bind; those of a higher number first."""
_REFUSED = frozenset(
    [
        "new",
        "await",
        "yield",
        "delete",
        "void",
        "async",
        "class",
        "this",
        "super",
        "import",
        "throw",
        "function",
    ]
)


def parsed(text: str, *, keeps_parts: bool = False) -> Node:
    """Return the tree of an expression.

    :param keeps_parts: whether an object may have members that are no data; they are left out.
    :raises NotData: when the text is a program, or no JavaScript.
    """
    return ExpressionReader(text, keeps_parts=keeps_parts).whole()


class ExpressionReader(Cursor):
    """Reads one expression from left to right."""

    def __init__(self, text: str, *, keeps_parts: bool = False) -> None:
        super().__init__(text)
        self.keeps_parts = keeps_parts

    def whole(self) -> Node:
        """Read all of the text."""
        node = self.expression(0)
        self.space()
        if self.position != len(self.text):
            raise NotData(self.text)
        return replace(node, is_asked=True) if isinstance(node, Member) else node

    def part(self, text: str) -> Node:
        """Read a whole text by itself, such as the value of an attribute."""
        return parsed(text)

    def expression(self, depth: int) -> Node:
        """Read an expression."""
        self.check_depth(depth)
        if (function := arrow_function(self, depth)) is not None:
            return function
        test = self.operation(depth, 0)
        if not self.take("?"):
            return test
        then = self.expression(depth + 1)
        self.expect(":")
        return ConditionalValue(test, then, self.expression(depth + 1))

    def operation(self, depth: int, strength: int) -> Node:
        """Read operands and the operators between them, down to a strength."""
        left = self.prefixed(depth)
        while True:
            self.space()
            found = _OPERATOR.match(self.text, self.position)
            if found is None or _STRENGTH[found[0]] <= strength:
                return left
            self.position = found.end()
            # ``**`` takes from the right: 2 ** 3 ** 2 is 2 ** 9.
            binding = _STRENGTH[found[0]] - (found[0] == "**")
            left = BinaryOperation(found[0], left, self.operation(depth + 1, binding))

    def prefixed(self, depth: int) -> Node:
        """Read an operand, and the operators before it."""
        self.check_depth(depth)
        self.space()
        if sign := self.match(_PREFIX):
            return Prefixed(sign[0], self.prefixed(depth + 1))
        return self.reached(depth)

    def reached(self, depth: int) -> Node:
        """Read a value, and what is reached from it by members and calls."""
        node, has_gap = self.primary(depth), False
        while True:
            self.space()
            is_optional = (
                self.text.startswith("?.", self.position)
                and not self.text[self.position + 2 : self.position + 3].isdigit()
            )
            if is_optional:
                self.position += 2
                has_gap = True
            if self.take("("):
                if is_optional and isinstance(node, Member):
                    node = replace(node, is_optional=True)
                node = Call(node, self.arguments(depth), is_optional)
            elif self.take("["):
                node = Member(node, self.expression(depth + 1), is_optional)
                self.expect("]")
            elif is_optional or self.take("."):
                node = Member(node, Literal(self.identifier()), is_optional)
            else:
                return Chain(node) if has_gap else node

    def arguments(self, depth: int) -> tuple[Node, ...]:
        """Read what a function is given."""
        values: list[Node] = []
        while not self.take(")"):
            values.append(self.expression(depth + 1))
            if not self.take(","):
                self.expect(")")
                break
        return tuple(values)

    def primary(self, depth: int) -> Node:
        """Read a literal, a name, or what stands in brackets."""
        first = self.next_character()
        if first in ('"', "'") and first:
            return Literal(self.string())
        if first == "`":
            return self.template(depth)
        if first == "[":
            return self.list(depth)
        if first == "{":
            return self.object(depth)
        if first == "(":
            self.position += 1
            inner = self.expression(depth + 1)
            self.expect(")")
            return inner
        if first == "<":
            return element(self, depth)
        if number := self.match(_NUMBER):
            return Literal(number_of(number[0].replace("_", "")))
        if self.word("function"):
            return function(self, depth)
        name = self.identifier()
        if name in _REFUSED:
            raise NotData(self.text)
        return Name(name)

    def template(self, depth: int) -> Node:
        """Read a text with gaps."""
        self.position += 1
        parts: list[str | Node] = []
        while True:
            found = self.match(_TEMPLATE_PART)
            if found is None:
                raise NotData(self.text)
            parts.append(unescaped(found["text"]))
            if found["end"] == "`":
                return Text(tuple(parts))
            parts.append(self.expression(depth + 1))
            self.expect("}")

    def list(self, depth: int) -> Node:
        """Read a list."""
        self.expect("[")
        items: list[Node | Spread] = []
        while not self.take("]"):
            is_spread = self.take("...")
            item = self.expression(depth + 1)
            items.append(Spread(item) if is_spread else item)
            if not self.take(","):
                self.expect("]")
                break
        return ListOf(tuple(items))

    def object(self, depth: int) -> Node:
        """Read an object."""
        self.expect("{")
        members: list[tuple[Node, Node] | Spread] = []
        while not self.take("}"):
            start = self.position
            try:
                members.append(self.member(depth))
            except NotData:
                end = member_end(self.lexer, start) if self.keeps_parts else None
                if end is None:
                    raise
                self.position = end
            if not self.take(","):
                self.expect("}")
                break
        return ObjectOf(tuple(members), self.keeps_parts)

    def member(self, depth: int) -> tuple[Node, Node] | Spread:
        """Read a member of an object."""
        if self.take("..."):
            return Spread(self.expression(depth + 1))
        key, name = self.key(depth)
        if self.take(":"):
            value = self.expression(depth + 1)
        elif name:
            value = Name(name)
        else:
            raise NotData(self.text)
        if not (self.sees(",") or self.sees("}")):
            raise NotData(self.text)
        return key, value

    def key(self, depth: int) -> tuple[Node, str]:
        """Return the key of a member, and its name where it may stand for its value, too."""
        first = self.next_character()
        if first in ('"', "'") and first:
            return Literal(self.string()), ""
        if self.take("["):
            key = self.expression(depth + 1)
            self.expect("]")
            return key, ""
        if number := self.match(_NUMBER):
            return Literal(number[0]), ""
        name = self.identifier()
        return Literal(name), name
