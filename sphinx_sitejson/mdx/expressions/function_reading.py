"""Reads functions that only return: their parameters, and the steps to what they return."""

from __future__ import annotations

import re
from dataclasses import replace

from .cursor import IDENTIFIER, Cursor
from .function_bodies import Block, If, Let, Return, Statement
from .syntax import FunctionBody, FunctionOf, Literal, Node, Pattern
from .values import NotData

_ARROW = re.compile(r"(?:\s|/\*.*?\*/)*=>", re.DOTALL)


def arrow_function(cursor: Cursor, depth: int) -> Node | None:
    """Read ``(a, b) => …`` or ``a => …``, if it comes next."""
    cursor.space()
    start = cursor.position
    if cursor.text.startswith("(", start):
        end = cursor.lexer.operand_end(start)
        if end is None or _ARROW.match(cursor.text, end) is None:
            return None
        cursor.position = start + 1
        parameters = _parameters(cursor, depth)
    else:
        found = IDENTIFIER.match(cursor.text, start)
        if found is None or _ARROW.match(cursor.text, found.end()) is None:
            return None
        cursor.position = found.end()
        parameters = (Pattern(found[0]),)
    cursor.match(_ARROW)
    return FunctionOf(parameters, _body(cursor, depth))


def function(cursor: Cursor, depth: int) -> Node:
    """Read ``function name(a) { … }`` after its first word."""
    if not cursor.sees("("):
        cursor.identifier()
    cursor.expect("(")
    return FunctionOf(_parameters(cursor, depth), _block(cursor, depth))


def _body(cursor: Cursor, depth: int) -> FunctionBody:
    if cursor.sees("{"):
        return _block(cursor, depth)
    return Return(cursor.expression(depth + 1))


def _parameters(cursor: Cursor, depth: int) -> tuple[Pattern, ...]:
    patterns: list[Pattern] = []
    while not cursor.take(")"):
        patterns.append(_pattern(cursor, depth))
        if not cursor.take(","):
            cursor.expect(")")
            break
    return tuple(patterns)


def _pattern(cursor: Cursor, depth: int) -> Pattern:
    """Read the names that a value is bound to."""
    cursor.check_depth(depth)
    if cursor.take("{"):
        pattern = _parts(cursor, "}", depth)
    elif cursor.take("["):
        pattern = _parts(cursor, "]", depth)
    else:
        pattern = Pattern(cursor.identifier())
    cursor.take("?")
    if cursor.take(":"):
        _skip_type(cursor)
    return replace(pattern, default=cursor.expression(depth + 1)) if cursor.take("=") else pattern


def _parts(cursor: Cursor, closing: str, depth: int) -> Pattern:
    members: list[tuple[str, Pattern]] = []
    rest = ""
    while not cursor.take(closing):
        if cursor.take("..."):
            rest = cursor.identifier()
        elif closing == "]":
            members.append((str(len(members)), _pattern(cursor, depth + 1)))
        else:
            members.append(_named_part(cursor, depth))
        if not cursor.take(","):
            cursor.expect(closing)
            break
    return Pattern(members=tuple(members), rest=rest, takes_apart=True)


def _named_part(cursor: Cursor, depth: int) -> tuple[str, Pattern]:
    is_quoted = cursor.next_character() in ('"', "'")
    name = cursor.string() if is_quoted else cursor.identifier()
    if cursor.take(":"):
        return name, _pattern(cursor, depth + 1)
    default = cursor.expression(depth + 1) if cursor.take("=") else None
    return name, Pattern(name, default=default)


def _skip_type(cursor: Cursor) -> None:
    """Go past the type of a parameter, which says nothing about its value."""
    while cursor.position < len(cursor.text):
        cursor.space()
        mark = cursor.text[cursor.position : cursor.position + 1]
        if mark in (",", ")", "=", ""):
            return
        end = cursor.lexer.operand_end(cursor.position) if mark in "{[(" else None
        cursor.position = end or cursor.position + 1


def _block(cursor: Cursor, depth: int) -> Block:
    cursor.expect("{")
    statements: list[Statement] = []
    while not cursor.take("}"):
        statements.append(_statement(cursor, depth + 1))
        cursor.take(";")
    return Block(tuple(statements))


def _statement(cursor: Cursor, depth: int) -> Statement:
    cursor.check_depth(depth)
    if cursor.sees("{"):
        return _block(cursor, depth)
    if cursor.word("return"):
        is_empty = cursor.sees(";") or cursor.sees("}")
        return Return(Literal(None) if is_empty else cursor.expression(depth))
    if cursor.word("const") or cursor.word("let") or cursor.word("var"):
        return _declaration(cursor, depth)
    if cursor.word("if"):
        return _condition(cursor, depth)
    raise NotData(cursor.text)


def _declaration(cursor: Cursor, depth: int) -> Statement:
    named: list[tuple[Pattern, Node]] = []
    while True:
        pattern = _pattern(cursor, depth)
        if pattern.default is None:
            raise NotData(cursor.text)
        named.append((replace(pattern, default=None), pattern.default))
        if not cursor.take(","):
            return Let(tuple(named))


def _condition(cursor: Cursor, depth: int) -> Statement:
    cursor.expect("(")
    test = cursor.expression(depth)
    cursor.expect(")")
    then = _statement(cursor, depth + 1)
    cursor.take(";")
    otherwise = _statement(cursor, depth + 1) if cursor.word("else") else None
    return If(test, then, otherwise)
