"""Import and export statements of a page: their ends, and the names that they declare.

They are matched as text only; the engine (``mdx.javascript``) parses them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from sphinx_sitejson.common.records import record

from .lexing import Lexer
from .lines import line_end

_BINDING = r"(?:\*\s+as\s+[A-Za-z_$][\w$]*+|[A-Za-z_$][\w$]*+|\{[\w$\s,]*+\})"
IMPORT = re.compile(
    rf"import\s+(?:(?:type\s+(?!from\b))?(?P<clause>{_BINDING}(?:\s*,\s*{_BINDING})?)"
    r"\s*(?<=[\s}])from\s*)?(?P<quote>['\"])(?P<source>[^'\"\n]+)(?P=quote)"
    r"[ \t]*;?[ \t]*(?://[^\n]*)?(?=\n|\Z|(?<=[; \t])(?:import|export)\s)"
)
"""Strict, since prose may have a line that begins with ``import``."""
EXPORT = re.compile(r"export\s+(?:const|let|var|function|class|default|async|type|interface|\{|\*)")

_NAMED = re.compile(r"\{([^{}]*)\}")
_IDENTIFIER = re.compile(r"[A-Za-z_$][\w$]*")
_DECLARED = re.compile(
    r"\bexport\s+(?:default\s+)?(?:async\s+)?(?:(?:const|let|var|class|function)\b\s*\*?\s*)?"
    r"(?P<name>[A-Za-z_$][\w$]*)"
)
_ALSO_DECLARED = re.compile(r",\s*(?P<name>[A-Z][\w$]*)\s*=(?![=>])")
"""An additional declaration of a statement: ``export const A = 1, B = 2``."""
_EXPORT_LIST = re.compile(r"\bexport\s*\{([^{}]*)\}")

_STATEMENT = re.compile(r"[\n;{(\[`\"'<]|/[/*]")
_UNFINISHED = re.compile(r"(?:[=(,+\-*?:&|.]|=>)[ \t]*\Z")
_CONTINUED = re.compile(r"[ \t]*(?:[.?:&|+)=]|=>)")
_MAX_LOOK_BACK = 40
_REST_OF_LINE = re.compile(r"[ \t;]*(?=\n|\Z|//)")
_NEXT_ON_LINE = re.compile(r"[ \t;]*(?=(?:import|export)\s)")


@record
class Import:
    """An imported name."""

    name: str
    """The local name."""
    exported: str
    """The name in the other file; ``default`` for its content."""
    source: str
    """The module specifier."""


@dataclass
class Statements:
    """The statements of one text."""

    spans: list[tuple[int, int]] = field(default_factory=list)
    imports: dict[str, Import] = field(default_factory=dict)
    exports: set[str] = field(default_factory=set)

    @property
    def names(self) -> set[str]:
        """All names that the statements declare."""
        return {*self.imports, *self.exports}

    def source(self, text: str) -> str:
        """Return only the statements, each on its line of the text."""
        parts: list[str] = []
        position = 0
        for start, end in self.spans:
            parts += ["\n" * text.count("\n", position, start), text[start:end]]
            position = end
        return "".join(parts)


def parse_statements(statements: Statements, lexer: Lexer, start: int) -> int | None:
    """Add the statements of a line, and return the end of the last one."""
    end = _read_statement(statements, lexer, start)
    while end is not None and (following := _NEXT_ON_LINE.match(lexer.text, end)):
        next_end = _read_statement(statements, lexer, following.end())
        if next_end is None:
            break
        end = next_end
    return end


def _read_statement(statements: Statements, lexer: Lexer, start: int) -> int | None:
    """Add the statement at a position, and return its end."""
    text = lexer.text
    if match := IMPORT.match(text, start):
        for each in parse_import(match["clause"] or "", match["source"]):
            statements.imports[each.name] = each
        end: int | None = match.end()
    elif EXPORT.match(text, start):
        end = _line_statements_end(lexer, start)
        if end is not None:
            statements.exports.update(_exported_names(text[start:end]))
    else:
        return None
    if end is not None:
        statements.spans.append((start, end))
    return end


def parse_import(clause: str, source: str) -> Iterator[Import]:
    """Yield the names of an import statement.

    ``A, {b as c}`` gives ``A`` (exported as ``default``) and ``c`` (exported as ``b``).
    """
    match = _NAMED.search(clause)
    for part in (match[1] if match else "").split(","):
        exported, _as, name = part.strip().partition(" as ")
        exported, name = exported.strip(), (name or exported).strip()
        if _IDENTIFIER.fullmatch(name):
            yield Import(name=name, exported=exported, source=source)
    for part in _NAMED.sub("", clause).split(","):
        tokens = part.split()
        if tokens and _IDENTIFIER.fullmatch(tokens[-1]):
            exported = "*" if tokens[0] == "*" else "default"
            yield Import(name=tokens[-1], exported=exported, source=source)


def _exported_names(text: str) -> Iterator[str]:
    for pattern in (_DECLARED, _ALSO_DECLARED):
        for match in pattern.finditer(text):
            yield match["name"]
    for names in _EXPORT_LIST.findall(text):
        for part in names.split(","):
            name = part.rpartition(" as ")[2].strip()
            if _IDENTIFIER.fullmatch(name):
                yield name


def _line_statements_end(lexer: Lexer, start: int) -> int | None:
    """Return the end of the last statement on a line."""
    end = statement_end(lexer, start)
    while end is not None and not any(
        rest.match(lexer.text, end) for rest in (_REST_OF_LINE, _NEXT_ON_LINE)
    ):
        following = statement_end(lexer, end)
        if following is None or following <= end:
            break
        end = following
    return end


def statement_end(lexer: Lexer, start: int) -> int | None:
    """Return the end of an exported statement: a line end outside of all brackets."""
    text, position = lexer.text, start
    while True:
        match = _STATEMENT.search(text, position)
        if match is None:
            return len(text)
        mark, found = match[0], match.start()
        if mark == ";":
            return match.end()
        end: int | None = match.end()
        if mark == "\n":
            before = text[max(start, found - _MAX_LOOK_BACK) : found]
            if not (_UNFINISHED.search(before) or _CONTINUED.match(text, match.end())):
                return found
        else:
            end = line_end(text, found) if mark == "//" else lexer.operand_end(found)
        if end is None:
            return None
        position = end
