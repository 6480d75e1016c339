"""Read JavaScript with tree-sitter: turn JSX and module statements into plain JavaScript.

Runs inside the worker process. ``<b title="x">{name}</b>`` becomes
``$h("b",{"title":"x"},(name))``; line ends keep their positions, so that the engine's line numbers
are those of the source.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from html.entities import html5

import tree_sitter_javascript
from tree_sitter import Language, Node, Parser

LANGUAGE = Language(tree_sitter_javascript.language())

_JSX = frozenset({"jsx_element", "jsx_self_closing_element"})
_ENTITY = re.compile(r"&(#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")
_RESERVED = re.compile(
    rb"(?<![\w$.-])(?:break|case|catch|class|const|continue|default|delete|do|else|export|extends|"
    rb"for|function|if|import|in|new|return|super|switch|this|throw|try|typeof|var|void|while|with)"
    rb"(?=\s*=\s*[\"'{])"
)
"""Attributes that are keywords, such as ``class="x"``: the grammar rejects them."""
_AMPERSAND = re.compile(rb"&&|&(?!#?\w{1,31};)")
"""The grammar refuses text such as ``Q & A``; for code, another operator is as good."""
_DECLARATIONS = frozenset({"lexical_declaration", "variable_declaration"})
_FUNCTIONS = frozenset({"function_declaration", "generator_function_declaration"})
_TARGET_FIELDS = {
    "object_assignment_pattern": "left",
    "assignment_pattern": "left",
    "pair_pattern": "value",
}
"""The field of a pattern that has the names that it binds."""
_TYPES = re.compile(
    rb"(?:export\s+)?(?:type\s+[\w$]+\s*[=<]|interface\s|declare\s)|import\s+type\s"
)


def compile_expression(source: str) -> str:
    """Return an expression without JSX.

    ``<B a={1} />`` becomes ``$h($t(()=>B,"B"),{"a":(1)})``.
    """
    if "<" not in source:
        return source
    # The parentheses make an object literal of what would be a block.
    data = f"({source}\n)".encode()
    return _Rewriter(data).rewrite(_parse(data))


def _parse(data: bytes) -> Node:
    """Return the syntax tree of a text; its positions are those of the text."""
    readable = _RESERVED.sub(lambda found: found[0][:-1] + b"_", data)
    readable = _AMPERSAND.sub(lambda found: b"||" if found[0] == b"&&" else b"+", readable)
    return Parser(LANGUAGE).parse(readable).root_node


@dataclass
class Statement:
    """A statement at the top level of a module, as it is run."""

    line: int
    """Counted from zero."""
    code: str
    names: tuple[str, ...]
    """What it declares."""


class _Rewriter:
    """Replaces the JSX of one text."""

    def __init__(self, data: bytes) -> None:
        self.data = data

    def text(self, start: int, end: int) -> str:
        return self.data[start:end].decode()

    def node_text(self, node: Node) -> str:
        return self.text(node.start_byte, node.end_byte)

    def rewrite(self, node: Node) -> str:
        """Return the text of a node with calls in place of JSX."""
        parts: list[str] = []
        position = node.start_byte
        for element in _replaced_nodes(node):
            if element.type != "meta_property":
                code = self._element(element)
            else:
                # Only modules have ``import.meta``.
                code = self.node_text(element)
                code = "({})" if code.startswith("import") else code
            parts += [self.text(position, element.start_byte), code]
            position = element.end_byte
        return "".join([*parts, self.text(position, node.end_byte)])

    def _element(self, node: Node) -> str:
        """Return the call that creates an element."""
        opening = node.child_by_field_name("open_tag")
        children = self._children(node, opening) if opening is not None else []
        opening = opening or node
        name = opening.child_by_field_name("name")
        if mismatch := self._mismatched_closing_tag(node, name):
            # Where the element is used: the rest of the file stays as it is.
            lines = self._line_ends(node.start_byte, node.end_byte)
            return f"(()=>{{throw new SyntaxError({json.dumps(mismatch)})}})(){lines}"
        position = opening.start_byte if name is None else name.end_byte
        props: list[str] = []
        for attribute in opening.children_by_field_name("attribute"):
            gap = self._line_ends(position, attribute.start_byte)
            props.append(gap + self._attribute(attribute))
            position = attribute.end_byte
        kind = "$F" if name is None else self._type(name)
        rest = "".join(f",{child}" for child in children)
        after = self._line_ends(position, opening.end_byte)
        return f"$h({kind},{{{','.join(props)}}}{after}{rest})"

    def _mismatched_closing_tag(self, node: Node, name: Node | None) -> str:
        """Return what is wrong with a closing tag, which the grammar does not compare.

        ``<p>a</div>`` gives ``<p> is closed by </div>``.
        """
        closing = node.child_by_field_name("close_tag")
        if closing is None or closing.is_missing:
            return ""
        end = closing.child_by_field_name("name")
        opened = "" if name is None else self.node_text(name)
        closed = "" if end is None else self.node_text(end)
        return "" if opened == closed else f"<{opened}> is closed by </{closed}>"

    def _type(self, name: Node) -> str:
        text = self.node_text(name)
        is_host = name.type not in ("member_expression", "nested_identifier") and (
            not text[:1].isupper() and text[:1] not in "_$"
        )
        if is_host or name.type == "jsx_namespace_name" or "-" in text:
            return json.dumps(text)
        return f"$t(()=>{text},{json.dumps(text)})"

    def _attribute(self, node: Node) -> str:
        if node.type == "jsx_expression":
            # A spread, or nothing but a comment.
            spread = _content(node)
            return "" if spread is None else self.rewrite(spread)
        name, *rest = node.named_children
        key = json.dumps(self.node_text(name))
        value = rest[-1] if rest else None
        if value is None:
            return f"{key}:true"
        if value.type == "jsx_expression":
            content = _content(value)
            return f"{key}:({self.rewrite(content)})" if content else f"{key}:undefined"
        if value.type in _JSX:
            return f"{key}:{self._element(value)}"
        raw = self.text(value.start_byte + 1, value.end_byte - 1)
        return f"{key}:{json.dumps(decode_entities(raw))}" + "\n" * raw.count("\n")

    def _children(self, node: Node, opening: Node) -> list[str]:
        closing = node.child_by_field_name("close_tag")
        end = closing.start_byte if closing is not None else node.end_byte
        parts: list[str] = []
        position = opening.end_byte
        for child in node.children:
            if child.type not in _JSX and child.type != "jsx_expression":
                continue
            if child.start_byte < position or child.start_byte >= end:
                continue
            parts += self._collapse_text(position, child.start_byte)
            position = child.end_byte
            if child.type in _JSX:
                parts.append(self._element(child))
            elif (content := _content(child)) is not None:
                code = self.rewrite(content)
                parts.append(code if content.type == "spread_element" else f"({code})")
        return [*parts, *self._collapse_text(position, end)]

    def _collapse_text(self, start: int, end: int) -> list[str]:
        """Return the text between tags; with it go its line ends."""
        raw = self.text(start, end)
        text = jsx_text(raw)
        line_ends = "\n" * raw.count("\n")
        if text:
            return [json.dumps(text) + line_ends]
        return [f"{line_ends}null"] if line_ends else []

    def _line_ends(self, start: int, end: int) -> str:
        return "\n" * self.data.count(b"\n", start, end)


def _replaced_nodes(node: Node) -> Iterator[Node]:
    """Yield what is replaced inside a node: elements that are not inside of another one."""
    cursor = node.walk()
    depth = 0
    while True:
        current = cursor.node
        assert current is not None
        is_element = current.type in _JSX or current.type == "meta_property"
        if is_element:
            yield current
        if not is_element and cursor.goto_first_child():
            depth += 1
            continue
        while depth and not cursor.goto_next_sibling():
            cursor.goto_parent()
            depth -= 1
        if not depth:
            return


def _named_children(node: Node, kind: str) -> list[Node]:
    """Return the named children of the child of a type; empty if there is none."""
    return next((each.named_children for each in node.children if each.type == kind), [])


def _content(node: Node) -> Node | None:
    """Return the expression between braces; "" for a comment."""
    return next((each for each in node.named_children if each.type != "comment"), None)


def jsx_text(raw: str) -> str:
    """Return text between tags as JSX does, without line ends and the space around them.

    A line end between words is a space: ``"a\\n  b &amp; c\\n"`` becomes ``"a b & c"``.
    """
    lines = raw.split("\n")
    if len(lines) > 1:
        first, *middle, last = lines
        trimmed = [first.rstrip(), *(line.strip() for line in middle), last.lstrip()]
        raw = " ".join(line for line in trimmed if line)
    return decode_entities(raw)


def decode_entities(text: str) -> str:
    """Return a text with characters in place of references such as ``&nbsp;`` and ``&#8217;``."""
    return _ENTITY.sub(_character, text) if "&" in text else text


def _character(match: re.Match[str]) -> str:
    name = match[1]
    if name[0] != "#":
        return html5.get(f"{name};", match[0])
    number = int(name[2:], 16) if name[1] in "xX" else int(name[1:])
    return chr(number) if number <= 0x10FFFF and not 0xD800 <= number <= 0xDFFF else "\ufffd"


class Module(_Rewriter):
    """A module: its statements, and the names that it imports, declares and exports.

    The statements need neither JSX nor ``import`` and ``export``: ``export const a = 1`` becomes
    ``let a;try{a = 1}catch($e){$fail(0,$e)}``. One that throws leaves the others as they are.
    """

    def __init__(self, source: str) -> None:
        super().__init__(source.encode())
        self.statements: list[Statement] = []
        self.imports: list[tuple[str, str, str]] = []
        """The local name, the exported name (``*`` for all of them), and the module specifier."""
        self.reexports: list[tuple[str, str, str]] = []
        """The same for ``export … from``; the first is the name by which it is exported again."""
        self.specifiers: list[str] = []
        self.names: dict[str, int] = {}
        """The declared names, and the line of each, counted from zero."""
        self.exports: dict[str, str] = {}
        """The local name by the exported one."""
        self.error_line: int | None = None
        """The line of the first statement that is not JavaScript, counted from zero."""
        for node in _parse(self.data).children:
            if node.type in ("comment", "hash_bang_line", ";"):
                continue
            if _TYPES.match(self.data, node.start_byte, node.end_byte):
                continue
            if node.has_error and self.error_line is None:
                self.error_line = node.start_point.row
            if node.type == "import_statement":
                self._import(node)
            elif node.type == "export_statement":
                self._export(node)
            else:
                self._statement(node)

    def _specifier(self, node: Node) -> str:
        source = node.child_by_field_name("source")
        text = self.node_text(source)[1:-1] if source is not None else ""
        if text and text not in self.specifiers:
            self.specifiers.append(text)
        return text

    def _import(self, node: Node) -> None:
        specifier = self._specifier(node)
        for part in _named_children(node, "import_clause"):
            if part.type == "identifier":
                self._add_import(self.node_text(part), "default", specifier, part)
            elif part.type == "namespace_import":
                self._add_import(self.node_text(part.named_children[-1]), "*", specifier, part)
            else:
                for each in part.named_children:
                    names = [self.node_text(name).strip("\"'") for name in each.named_children]
                    if each.type == "import_specifier" and names:
                        self._add_import(names[-1], names[0], specifier, each)

    def _add_import(self, name: str, exported: str, specifier: str, node: Node) -> None:
        self.imports.append((name, exported, specifier))
        self.names[name] = node.start_point[0]

    def _export(self, node: Node) -> None:
        declaration = node.child_by_field_name("declaration")
        value = node.child_by_field_name("value")
        kinds = {each.type for each in node.children}
        if declaration is not None and "default" in kinds:
            name = declaration.child_by_field_name("name")
            self.exports["default"] = self.node_text(name) if name is not None else "$default"
            self._statement(declaration, is_default=name is None)
        elif declaration is not None:
            before = set(self.names)
            self._statement(declaration)
            self.exports.update({name: name for name in self.names if name not in before})
        elif value is not None:
            self.exports["default"] = "$default"
            self._add(value, ["$default"], f"$default=({self.rewrite(value)})")
        elif node.child_by_field_name("source") is not None:
            specifier = self._specifier(node)
            if namespace := _named_children(node, "namespace_export"):
                self.reexports.append((self.node_text(namespace[-1]), "*", specifier))
            elif any(each.type == "*" for each in node.children):
                self.reexports.append(("*", "*", specifier))
            for exported, local in self._export_names(node):
                self.reexports.append((exported, local, specifier))
        else:
            for exported, local in self._export_names(node):
                self.exports[exported] = local

    def _export_names(self, node: Node) -> Iterator[tuple[str, str]]:
        for each in _named_children(node, "export_clause"):
            name, _as, alias = (part.strip() for part in self.node_text(each).partition(" as "))
            yield (alias or name).strip("\"'"), name.strip("\"'")

    def _statement(self, node: Node, *, is_default: bool = False) -> None:
        """Add a statement; declarations become assignments, so that each can fail by itself."""
        if node.type in _DECLARATIONS:
            self._declaration(node)
        elif node.type in (*_FUNCTIONS, "class_declaration"):
            name = node.child_by_field_name("name")
            code = self.rewrite(node)
            if is_default or name is None:
                self._add(node, ["$default"], f"$default=({code})")
            elif node.type in _FUNCTIONS:
                # Functions are hoisted: they exist before their statement.
                line, declared = node.start_point[0], self.node_text(name)
                self.names[declared] = line
                self.statements.append(Statement(line, code, (declared,)))
            else:
                self._add(node, [self.node_text(name)], f"{self.node_text(name)}={code}")
        else:
            self._add(node, [], self.rewrite(node))

    def _declaration(self, node: Node) -> None:
        names: list[str] = []
        assignments: list[str] = []
        position = node.start_byte
        for each in node.named_children:
            target = each.child_by_field_name("name")
            value = each.child_by_field_name("value")
            if each.type != "variable_declarator" or target is None:
                continue
            names += self._bound_names(target)
            gap = self._line_ends(position, each.start_byte)
            position = each.end_byte
            if value is None:
                assignments.append(gap)
                continue
            between = self._line_ends(target.end_byte, value.start_byte)
            assigned = f"{self.rewrite(target)}={between}{self.rewrite(value)}"
            assignments.append(
                f"{gap}({assigned})" if target.type != "identifier" else gap + assigned
            )
        self._add(node, names, ";".join(assignments))

    def _bound_names(self, target: Node) -> list[str]:
        if target.type in ("identifier", "shorthand_property_identifier_pattern"):
            return [self.node_text(target)]
        if field := _TARGET_FIELDS.get(target.type):
            inner = target.child_by_field_name(field)
            return self._bound_names(inner) if inner is not None else []
        return [name for each in target.named_children for name in self._bound_names(each)]

    def _add(self, node: Node, names: list[str], code: str) -> None:
        line = node.start_point[0]
        self.names.update(dict.fromkeys(names, line))
        declared = f"let {','.join(dict.fromkeys(names))};" if names else ""
        caught = f"{declared}try{{{code}}}catch($e){{$fail({line},$e)}}"
        self.statements.append(Statement(line, caught, tuple(names)))
