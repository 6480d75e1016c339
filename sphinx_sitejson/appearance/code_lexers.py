"""Lexers that Pygments does not have: pages in MDX, and changes of code in its own colors."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, ClassVar

from pygments.lexer import Lexer, bygroups, include, inherit, using
from pygments.lexers.data import YamlLexer
from pygments.lexers.javascript import JavascriptLexer
from pygments.lexers.markup import MarkdownLexer
from pygments.token import Comment, Generic, Name, Operator, Punctuation, String, Text, Whitespace

# Pygments says nothing of the types of these.
groups: Any = bygroups
script: Any = using(JavascriptLexer)  # type: ignore[no-untyped-call]
settings: Any = using(YamlLexer)  # type: ignore[no-untyped-call]

CHANGES = "diff-"
"""What stands before the name of a language whose code has changed lines."""


class MdxLexer(MarkdownLexer):
    """Markdown with front matter, elements, expressions, and lines of JavaScript."""

    name = "MDX"
    aliases: ClassVar[list[str]] = ["mdx"]
    filenames: ClassVar[list[str]] = ["*.mdx"]
    mimetypes: ClassVar[list[str]] = ["text/mdx"]

    tokens: ClassVar[dict[str, list[Any]]] = {
        "root": [
            (
                r"\A(---)(\n)((?:.*\n)*?)(---)(\n)",
                groups(Comment, Whitespace, settings, Comment, Whitespace),
            ),
            (r"^(?:import|export)\b.*\n", script),
            (r"^[^\S\n]+", Whitespace),
            include("elements"),
            inherit,
        ],
        "inline": [include("elements"), (r"[^\\\s<{`*_~\[!@#]+", Text), inherit],
        "elements": [
            (r"\{/\*[\s\S]*?\*/\}|<!--[\s\S]*?-->", Comment),
            (r"(</?)([A-Za-z][\w.:-]*)", groups(Punctuation, Name.Tag), "tag"),
            (r"</?>", Punctuation),
            (r"(\{)([^{}\n]*)(\})", groups(Punctuation, script, Punctuation)),
        ],
        "tag": [
            (r"\s+", Whitespace),
            (r"/?>", Punctuation, "#pop"),
            (
                r"(\{)((?:[^{}]|\{[^{}]*\})*)(\})",
                groups(Punctuation, script, Punctuation),
            ),
            (r"([\w:.-]+)(\s*)(=)", groups(Name.Attribute, Whitespace, Operator)),
            (r"[\w:.-]+", Name.Attribute),
            (r'"[^"]*"|\'[^\']*\'', String),
            (r".", Text),
        ],
    }


class ChangesLexer(Lexer):
    """Lines with + and - before code that keeps the colors of its language."""

    name = "Changes"

    def __init__(self, inner: Lexer, **options: Any) -> None:
        super().__init__(**options)
        self._inner = inner

    def get_tokens(self, text: str, unfiltered: bool = False) -> Iterator[tuple[Any, str]]:
        """Yield the signs of the lines, and between them the tokens of the code."""
        lines = text.removesuffix("\n").split("\n")
        code = "\n".join(line[1:] for line in lines) + "\n"
        for line, tokens in zip(lines, _lines(self._inner.get_tokens(code)), strict=False):
            sign = line[:1]
            kind = {"+": Generic.Inserted, "-": Generic.Deleted}.get(sign, Whitespace)
            if sign:
                yield kind, sign
            yield from tokens
            yield Whitespace, "\n"


def _lines(tokens: Iterable[tuple[Any, str]]) -> Iterator[list[tuple[Any, str]]]:
    """Yield the tokens of each line, without its end."""
    line: list[tuple[Any, str]] = []
    for kind, value in tokens:
        first, *rest = value.split("\n")
        if first:
            line.append((kind, first))
        for part in rest:
            yield line
            line = [(kind, part)] if part else []
    if line:
        yield line
