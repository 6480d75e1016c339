"""Turns the expressions of a page into nodes."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from docutils import nodes

from sphinx_sitejson.common.problems import ProblemCode, quoted
from sphinx_sitejson.mdx.javascript.engine import EngineError, ScriptError
from sphinx_sitejson.mdx.javascript.values import (
    CHILDREN,
    JsxValue,
    NotLiteral,
    Part,
    parts_of,
    read_literal,
)

if TYPE_CHECKING:
    from .drawn_parts import PartBuilder
    from .page_in_progress import PageInProgress

_CONTENT = ("children", "props.children")
"""What a snippet writes where the content of its use is to stand."""

_PLACEHOLDER = re.compile(r"[\w$]+(?:[ -]+[\w$]+)*")
"""Words in braces: readers are to put something of their own there."""
_NO_PROGRAM = re.compile(r"[{#]|[^=(?&|<>;.\[`]*\Z", re.DOTALL)
"""Braces that hold neither operators nor calls, or that hold braces: text, rather than code."""
_LANGUAGE = frozenset({"this", "globalThis", "NaN", "Infinity", "React"})
"""Names that mean something in every file."""
_LONGEST_SHOWN = 60


class ExpressionBuilder:
    """Builds the value of an expression; one that fails is left out."""

    def __init__(self, page: PageInProgress, parts: PartBuilder) -> None:
        self._page = page
        self._parts = parts

    def build(self, written: str, *, is_inline: bool, line: int) -> list[nodes.Node]:
        """Return the nodes of an expression.

        :param written: with its braces.
        :param is_inline: whether elements that are its value stand among words.
        """
        source = written[1:-1].strip()
        if not source:
            return []
        content = self._content(line) if source in _CONTENT else None
        if content is not None:
            return self._parts.build(content, is_inline=True, line=line)
        try:
            return self._parts.build(parts_of(read_literal(source)), is_inline=is_inline, line=line)
        except NotLiteral:
            pass
        if self._is_placeholder(source):
            return [nodes.Text(written)]
        page = self._page
        try:
            drawing = page.scripts.evaluate(source, page.scope(line), page.budget)
        except (EngineError, ScriptError) as error:
            is_reported = page.report_script(error, line)
            return self._without_value(written, source, "" if is_reported else str(error), line)
        page.take(drawing, line)
        if drawing.kind == "object" or (drawing.kind and _PLACEHOLDER.fullmatch(source)):
            return [nodes.Text(written)]
        return self._parts.build(drawing.parts, is_inline=is_inline, line=line)

    def _content(self, line: int) -> list[Part] | None:
        """Return what stands between the tags of a snippet, if nothing must be run for it."""
        frame = self._page.frame
        if frame.caller is None or "children" in (name for name, _kind, _value in frame.attributes):
            return None
        parts: list[Part] = []
        for child in frame.children:
            if isinstance(child, str):
                parts += [child] if self._page.spend(1, len(child), line) else []
            elif "id" not in child:
                return None
            elif self._page.may_place(child, line):
                parts.append(JsxValue(name=CHILDREN, props={"id": child["id"]}))
        return parts

    def _is_placeholder(self, source: str) -> bool:
        """Whether words stand in braces that name nothing: ``{your key}``, ``{id}``."""
        if not _PLACEHOLDER.fullmatch(source):
            return False
        names = self._page.frame.names
        first = re.split(r"[ -]", source, maxsplit=1)[0]
        is_code = first in names or "*" in names or first in _LANGUAGE or source[0].isdigit()
        return not is_code and self._page.frame.scope is None

    def _without_value(self, written: str, source: str, error: str, line: int) -> list[nodes.Node]:
        """Return the text of braces that hold no code; of code nothing is shown."""
        is_text = _NO_PROGRAM.match(source) is not None
        if not error:
            # The page has no JavaScript, which was reported.
            is_text = _PLACEHOLDER.fullmatch(source) is not None
        if error and not _PLACEHOLDER.fullmatch(source) and not source.startswith("#"):
            what = "is shown as it is written" if is_text else "is left out"
            message = f"{_shortened(written)} {what}, since it fails: {error}."
            self._page.report(ProblemCode.MDX_EXPRESSION, message, line)
        return [nodes.Text(written)] if is_text else []


def _shortened(written: str) -> str:
    words = " ".join(written.split())
    return quoted(words if len(words) <= _LONGEST_SHOWN else f"{words[:_LONGEST_SHOWN]}…")
