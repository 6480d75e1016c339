"""Evaluates expressions that are data: literals, names and JSX. Nothing is ever run."""

from __future__ import annotations

import html
import re
from collections import ChainMap
from collections.abc import Mapping

from sphinx_sitejson.mdx.scanning.lexing import Lexer
from sphinx_sitejson.mdx.scanning.tags import Attribute, Tag
from sphinx_sitejson.nesting import DEEPEST

from .literals import number_of, unescaped
from .statements import member_end
from .values import LONGEST_TEXT, JsxValue, NotData, PropValue, TextFunction, shown

Scope = Mapping[str, PropValue]

_SPACE = re.compile(r"(?:\s|//[^\n]*|/\*.*?\*/)*", re.DOTALL)
_NUMBER = re.compile(r"-?(?:0[xX][0-9a-fA-F]+|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)")
_IDENTIFIER = re.compile(r"[A-Za-z_$][\w$]*")
_STRING = re.compile(r"""(?P<quote>['"])(?P<text>(?:[^\\\n]|\\.)*?)(?P=quote)""", re.DOTALL)
_TEMPLATE_PART = re.compile(r"(?P<text>(?:[^\\`$]|\\.|\$(?!\{))*)(?P<end>`|\$\{)", re.DOTALL)
_KEY = re.compile(r"""(?:[A-Za-z_$][\w$]*|\d+)""")
_TEXT_FUNCTION = re.compile(
    r"(?:\(\s*(?P<names>[\w$]+(?:\s*,\s*[\w$]+)*)?\s*\)|(?P<one>[A-Za-z_$][\w$]*))\s*=>\s*(?=[`\"'])"
)
_WORDS: Mapping[str, PropValue] = {"true": True, "false": False, "null": None, "undefined": None}


def evaluate(source: str, scope: Scope) -> PropValue:
    """Return the value of an expression.

    :raises NotData: when only a program could tell it.
    """
    value = _Reader(source, scope).whole()
    if isinstance(value, TextFunction):
        raise NotData(source)
    return value


def evaluate_constant(source: str, scope: Scope) -> PropValue:
    """Return the value of an exported constant; of an object at least the members that are data.

    :raises NotData: when only a program could tell it.
    """
    return _Reader(source, scope, keeps_parts=True).whole()


def attribute_value(text: str, attribute: Attribute, scope: Scope) -> PropValue:
    """Return the value of an attribute of a tag.

    :raises NotData: when only a program could tell it.
    """
    source = text[attribute.start : attribute.end]
    if attribute.kind == "bare":
        return True
    if attribute.kind == "string":
        return html.unescape(source)
    return evaluate(source.strip(), scope)


def spread_values(text: str, attribute: Attribute, scope: Scope) -> Mapping[str, PropValue]:
    """Return the props that ``{...name}`` brings.

    :raises NotData: when only a program could tell them.
    """
    source = text[attribute.start : attribute.end].strip()
    value = evaluate(source.removeprefix("...").strip(), scope) if source[:3] == "..." else {}
    if not isinstance(value, dict):
        raise NotData(source)
    return {name: prop for name, prop in value.items() if not isinstance(prop, TextFunction)}


class _Reader:
    """Reads one expression from left to right.

    :param keeps_parts: whether an object may have members that are no data; they are left out.
    :param may_call: whether texts with gaps may be filled in; not in such a text itself, so that
        no page can be made endless.
    """

    def __init__(
        self, text: str, scope: Scope, *, keeps_parts: bool = False, may_call: bool = True
    ) -> None:
        self.text = text
        self.scope = scope
        self.keeps_parts = keeps_parts
        self.may_call = may_call
        self.position = 0

    def whole(self) -> PropValue:
        """Read all of the text."""
        value = self.value(0)
        self.space()
        if self.position != len(self.text):
            raise NotData(self.text)
        return value

    def space(self) -> None:
        found = _SPACE.match(self.text, self.position)
        assert found is not None
        self.position = found.end()

    def take(self, mark: str) -> bool:
        """Go past a mark, if it comes next."""
        self.space()
        if self.text.startswith(mark, self.position):
            self.position += len(mark)
            return True
        return False

    def expect(self, mark: str) -> None:
        if not self.take(mark):
            raise NotData(self.text)

    def match(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        found = pattern.match(self.text, self.position)
        if found is not None:
            self.position = found.end()
        return found

    def value(self, depth: int) -> PropValue:
        if depth > DEEPEST:
            raise NotData(self.text)
        self.space()
        if function := self.match(_TEXT_FUNCTION):
            return self.text_function(function, depth)
        first = self.text[self.position : self.position + 1]
        if first in ('"', "'") and first:
            return self.string()
        if first == "`":
            return self.template(depth)
        if first == "[":
            return self.array(depth)
        if first == "{":
            return self.object(depth)
        if first == "(":
            self.position += 1
            inner = self.value(depth + 1)
            self.expect(")")
            return inner
        if first == "<":
            return self.element(depth)
        if number := self.match(_NUMBER):
            return number_of(number[0])
        return self.name(depth)

    def string(self) -> str:
        found = self.match(_STRING)
        if found is None:
            raise NotData(self.text)
        return unescaped(found["text"])

    def template(self, depth: int) -> str:
        self.position += 1
        parts: list[str] = []
        length = 0
        while True:
            found = self.match(_TEMPLATE_PART)
            if found is None or length > LONGEST_TEXT:
                raise NotData(self.text)
            parts.append(unescaped(found["text"]))
            if found["end"] == "`":
                return "".join(parts)
            parts.append(shown(self.value(depth + 1)))
            length += len(parts[-2]) + len(parts[-1])
            self.expect("}")

    def text_function(self, head: re.Match[str], depth: int) -> TextFunction:
        names = [name.strip() for name in (head["names"] or head["one"] or "").split(",")]
        parameters = tuple(filter(None, names))
        start, scope = self.position, self.scope
        self.scope = ChainMap(dict.fromkeys(parameters, ""), scope)  # type: ignore[arg-type]
        try:
            self.value(depth + 1)
        finally:
            self.scope = scope
        return TextFunction(
            parameters=parameters, body=self.text[start : self.position], scope=scope
        )

    def array(self, depth: int) -> list[PropValue]:
        self.expect("[")
        values: list[PropValue] = []
        while not self.take("]"):
            values.append(self.value(depth + 1))
            if not self.take(","):
                self.expect("]")
                break
        return values

    def object(self, depth: int) -> dict[str, PropValue]:
        self.expect("{")
        values: dict[str, PropValue] = {}
        while not self.take("}"):
            key = self.key()
            start = self.position
            try:
                values[key] = self.member(key, depth)
            except NotData:
                end = member_end(Lexer(self.text), start) if self.keeps_parts else None
                if end is None:
                    raise
                self.position = end
            if not self.take(","):
                self.expect("}")
                break
        return values

    def member(self, key: str, depth: int) -> PropValue:
        if self.take(":"):
            value = self.value(depth + 1)
        elif key in self.scope:
            value = self.scope[key]
        else:
            raise NotData(self.text)
        self.space()
        if self.text[self.position : self.position + 1] not in (",", "}"):
            raise NotData(self.text)
        return value

    def key(self) -> str:
        self.space()
        if self.text[self.position : self.position + 1] in ('"', "'"):
            return self.string()
        found = self.match(_KEY)
        if found is None:
            raise NotData(self.text)
        return found[0]

    def name(self, depth: int) -> PropValue:
        found = self.match(_IDENTIFIER)
        if found is None:
            raise NotData(self.text)
        name = found[0]
        if name in self.scope:
            value = self.scope[name]
        elif name in _WORDS:
            value = _WORDS[name]
        else:
            raise NotData(name)
        while self.position < len(self.text):
            if self.text.startswith(".", self.position):
                self.position += 1
                value = _member(value, self.match(_IDENTIFIER))
            elif self.text.startswith("[", self.position):
                self.position += 1
                value = _item(value, self.value(depth + 1))
                self.expect("]")
            elif self.text.startswith("(", self.position):
                value = self.filled_in(value, depth)
            else:
                break
        return value

    def filled_in(self, function: PropValue, depth: int) -> PropValue:
        self.expect("(")
        values: list[PropValue] = []
        while not self.take(")"):
            values.append(self.value(depth + 1))
            if not self.take(","):
                self.expect(")")
                break
        if not isinstance(function, TextFunction) or not self.may_call:
            raise NotData(self.text)
        given = dict(zip(function.parameters, values, strict=False))
        missing = dict.fromkeys(function.parameters)
        scope = ChainMap(given, missing, function.scope)  # type: ignore[arg-type]
        return _Reader(function.body, scope, may_call=False).whole()

    def element(self, depth: int) -> JsxValue:
        lexer = Lexer(self.text)
        tag = lexer.tag(self.position)
        if tag is None or tag.kind == "close":
            raise NotData(self.text)
        return self.element_after(tag, lexer, depth)

    def element_after(self, tag: Tag, lexer: Lexer, depth: int) -> JsxValue:
        if depth > DEEPEST:
            raise NotData(self.text)
        self.position = tag.end
        props = props_of(self.text, tag, self.scope)
        if tag.kind == "self":
            return JsxValue(name=tag.name, props=props)
        children: list[JsxValue | str] = []
        while True:
            found = re.compile(r"[<{]").search(self.text, self.position)
            if found is None:
                raise NotData(self.text)
            words = self.text[self.position : found.start()]
            if words.strip():
                children.append(html.unescape(" ".join(words.split())))
            self.position = found.end()
            if found[0] == "{":
                value = None if self.take("}") else self.value(depth + 1)
                if self.text[self.position - 1] != "}" or value is not None:
                    self.expect("}")
                children.append(value if isinstance(value, JsxValue) else shown(value))
                continue
            inner = lexer.tag(found.start())
            if inner is None:
                raise NotData(self.text)
            if inner.kind == "close":
                self.position = inner.end
                return JsxValue(name=tag.name, props=props, children=tuple(children))
            children.append(self.element_after(inner, lexer, depth + 1))


def props_of(text: str, tag: Tag, scope: Scope) -> dict[str, PropValue]:
    """Return the attributes of a tag that are data; the others are left out."""
    props: dict[str, PropValue] = {}
    for attribute in tag.attributes:
        try:
            if attribute.kind == "spread":
                props.update(spread_values(text, attribute, scope))
            else:
                props[attribute.name] = attribute_value(text, attribute, scope)
        except NotData:
            continue
    return props


def _member(value: PropValue, name: re.Match[str] | None) -> PropValue:
    if name is None or not isinstance(value, dict) or name[0] not in value:
        raise NotData("no such member")
    return value[name[0]]


def _item(value: PropValue, key: PropValue) -> PropValue:
    if isinstance(value, dict) and isinstance(key, str) and key in value:
        return value[key]
    if isinstance(value, list) and isinstance(key, int) and 0 <= key < len(value):
        return value[key]
    raise NotData("no such item")
