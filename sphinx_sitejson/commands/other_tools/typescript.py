"""Remove the types of TypeScript, so that an engine for JavaScript can run the rest.

Settings use little of the language: types of variables, parameters and results, ``as`` and
``satisfies``, type arguments, and declarations of types. Line ends keep their positions.
"""

from __future__ import annotations

import re

_TOKEN = re.compile(
    r"(?P<comment>//[^\n]*|/\*.*?\*/)"
    r"|(?P<string>'(?:\\.|[^'\\\n])*'|\"(?:\\.|[^\"\\\n])*\""
    # A template may hold expressions with templates of their own, one level deep.
    r"|`(?:\\.|\$\{(?:[^{}`]|`[^`]*`|\{[^{}]*\})*+\}|[^`\\])*+`)"
    # A slash after a value divides; elsewhere it begins a regular expression.
    r"|(?P<regex>(?<=[=(,:\[!&|?{};\n])\s*/(?![*/])(?:\\.|\[(?:\\.|[^\]\\])*\]|[^/\\\n\[])+/[a-z]*)"
    r"|(?P<word>[\w$]+)|(?P<sign>=>|\.\.\.|\?\.|\?\?|&&|\|\||[=!]==?|\S)",
    re.DOTALL,
)
_CLOSING = {"(": ")", "[": "]", "{": "}", "<": ">"}
_CONTINUES = frozenset({"|", "&", ".", "=>", "keyof", "typeof", "readonly", "extends", "infer"})
"""What a type cannot end with."""
_BEFORE_METHODS = frozenset({"{", ",", "}", ";", "async", "get", "set", "static"})
_STATEMENTS = frozenset({"if", "for", "while", "switch", "catch", "return", "with"})
_IN_TYPE_ARGUMENTS = re.compile(r"[\w$]+|['\"].*|[<>.,|&\[\]{}:;?]")


def remove_types(source: str) -> str:
    """Return the source with spaces in place of types."""
    return _TypeRemover(source).result()


class _TypeRemover:
    def __init__(self, source: str) -> None:
        self.source = source
        found = [match for match in _TOKEN.finditer(source) if match.lastgroup != "comment"]
        self.tokens = [match[0].strip() for match in found] + [""] * 4
        self.spans = [match.span() for match in found] + [(len(source), len(source))] * 4
        self.removed: list[tuple[int, int]] = []
        """Ranges of tokens."""

    def result(self) -> str:
        index, last = 0, len(self.tokens) - 4
        while index < last:
            index = max(self._remove_at(index), index + 1)
        text = self.source
        for start, end in self.removed:
            if start < end:
                span = slice(self.spans[start][0], self.spans[end - 1][1])
                text = text[: span.start] + re.sub(r"[^\n]", " ", text[span]) + text[span.stop :]
        return text

    def _remove(self, start: int, end: int) -> int:
        self.removed.append((start, end))
        return end

    def _remove_at(self, index: int) -> int:
        """Remove what begins at a token; return the index to continue at."""
        token, following = self.tokens[index], self.tokens[index + 1]
        if token == "import" and following != "(":
            return self._import(index)
        if token in ("export", "type", "interface") and self._begins_statement(index):
            return self._declaration(index)
        if token == "function" and self.tokens[index + 2] == "(":
            # A signature without a body, which declares another way to call the function.
            end = self._match(index + 2) + 1
            end = self._type_end(end + 1) if self.tokens[end] == ":" else end
            if self.tokens[end] != "{":
                start = index - 1 if self.tokens[index - 1] == "export" else index
                return self._remove(start, end)
        if token in ("const", "let", "var"):
            after = self._match(index + 1) + 1
            if self.tokens[after] == ":":
                self._remove(after, self._type_end(after + 1))
            # The pattern may have defaults, which are values.
            return index + 1
        if token in ("as", "satisfies") and self._ends_value(index - 1):
            return self._remove(index, self._type_end(index + 1))
        if token == "(":
            self._parameters(index)
        elif token == "<" and index and re.match(r"[\w$]", self.tokens[index - 1]):
            end = self._match(index) + 1
            inner = self.tokens[index:end]
            if self.tokens[end] == "(" and all(map(_IN_TYPE_ARGUMENTS.fullmatch, inner)):
                return self._remove(index, end)
        elif token == "!" and self._ends_value(index - 1) and following in ".),;][":
            return self._remove(index, index + 1)
        return index + 1

    def _import(self, index: int) -> int:
        end = index
        while self.tokens[end] and self.tokens[end][0] not in "'\"":
            end += 1
        if self.tokens[index + 1] == "type" and self.tokens[index + 2] not in ("from", ","):
            return self._remove(index, end + 1)
        for each in range(index, end):
            # "type A" among the names, but not a name "type".
            if self.tokens[each] == "type" and re.match(r"\w", self.tokens[each + 1]):
                self._remove(each, each + (3 if self.tokens[each + 2] == "," else 2))
        return end + 1

    def _declaration(self, index: int) -> int:
        """Remove ``export type …``, ``type A = …`` and ``interface A { … }``."""
        start = index + 1 if self.tokens[index] == "export" else index
        kind, name, sign = self.tokens[start : start + 3]
        if kind == "interface" and re.match(r"[\w$]", name):
            while self.tokens[start] not in ("{", ""):
                start += 1
            return self._remove(index, self._match(start) + 1)
        if kind == "type" and sign in ("=", "<"):
            equals = self.tokens.index("=", start) if "=" in self.tokens[start:] else start
            return self._remove(index, self._type_end(equals + 1))
        if self.tokens[start] == "{" and start > index:
            return self._match(start) + 1
        return index + 1

    def _parameters(self, index: int) -> None:
        """Remove the types of parameters, and of the result."""
        close = self._match(index)
        result = self._type_end(close + 2, has_arrow=False) if self.tokens[close + 1] == ":" else 0
        after = self.tokens[result or close + 1]
        before = self.tokens[index - 1] if index else ""
        earlier = self.tokens[index - 2] if index > 1 else ""
        is_function = "function" in (before, earlier) or (
            re.match(r"[\w$]", before) is not None
            and before not in _STATEMENTS
            and earlier in _BEFORE_METHODS
        )
        # "a ? (b) : c => d" has no types: the question mark is on the same level.
        is_choice = bool(result) and before == "?"
        if is_choice or not (after == "=>" or (is_function and after == "{")):
            return
        if result:
            self._remove(close + 1, result)
        each, is_default = index + 1, False
        while each < close:
            token = self.tokens[each]
            if token == "?" and self.tokens[each + 1] in (":", ",", ")"):
                self._remove(each, each + 1)
            elif token == ":" and not is_default:
                each = self._remove(each, self._type_end(each + 1))
                continue
            is_default = token != "," and (is_default or token == "=")
            each = self._match(each) + 1

    def _type_end(self, index: int, *, has_arrow: bool = True) -> int:
        """Return the index after a type.

        :param has_arrow: whether it may be the type of a function without parentheses around it.
        """
        needs_more, start = True, index
        while self.tokens[index]:
            token = self.tokens[index]
            if needs_more or token in ("<", "["):
                if not needs_more and token == "[" and self._is_new_line(index):
                    break
                needs_more = token in _CONTINUES
                index = self._match(index) + 1
            elif token in ("|", "&", ".", "extends") or (token == "=>" and has_arrow):
                if token == "=>" and self.tokens[index - 1] != ")":
                    break
                needs_more = True
                index += 1
            elif token == "is" and index == start + 1:
                needs_more = True
                index += 1
            else:
                break
        return index

    def _match(self, index: int) -> int:
        """Return the index of the bracket that closes one; other tokens are themselves."""
        opening = self.tokens[index]
        closing = _CLOSING.get(opening)
        depth = 0
        for each in range(index, len(self.tokens)) if closing else ():
            depth += (self.tokens[each] == opening) - (self.tokens[each] == closing)
            if not depth:
                return each
        return index

    def _begins_statement(self, index: int) -> bool:
        return not index or self.tokens[index - 1] in ";}" or self._is_new_line(index)

    def _is_new_line(self, index: int) -> bool:
        return "\n" in self.source[self.spans[index - 1][1] : self.spans[index][1]]

    def _ends_value(self, index: int) -> bool:
        return index >= 0 and re.search(r"[\w$)\]}'\"`]\Z", self.tokens[index]) is not None
