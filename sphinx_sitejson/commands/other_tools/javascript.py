"""Evaluate settings that are written in JavaScript or TypeScript.

They run in the engine of pages, without access to anything: packages are stubs, files of the
project are imported, and each property that fails is left out. If nothing can be run, the
literals of the source are read.
"""

from __future__ import annotations

import json
import os
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sphinx_sitejson.common.files import is_file, read_text
from sphinx_sitejson.mdx.javascript.engine import (
    EngineError,
    Limits,
    ModuleSource,
    PageScripts,
    ScriptError,
    missing_packages,
)

from .project import Object, locate_note, mapping

if TYPE_CHECKING:
    from tree_sitter import Node

SUFFIXES = (".ts", ".mts", ".js", ".mjs", ".cjs", ".cts")
_LIMITS = Limits(seconds=2.0, text=8_000_000)
_HELPERS = "/$helpers.js"
_WITH_ACCESS = re.compile(
    r"(?:node:)?(?:fs|child_process|https?|net|worker_threads)(?:/|\Z)|(?:axios|node-fetch|undici)\Z"
)
"""Packages whose results would come from files or the network."""

# A package is a stub: its members are stubs, and a call returns the settings that it is given, as
# wrappers such as ``defineConfig`` do, or joins paths.
_HELPERS_CODE = """
export const $failures = [];
export const $stub = new Proxy(function () {}, {
  get: (target, key) =>
    key === Symbol.toPrimitive ? () => "" :
    key === Symbol.iterator ? () => [][Symbol.iterator]() :
    key === "then" || key === "toJSON" ? undefined : $stub,
  apply: (target, self, values) => {
    const given = values.find((each) => each && each !== $stub && typeof each === "object");
    if (given) return given;
    if (typeof values[0] === "function" && values[0] !== $stub) return values[0]({});
    return values.length && values.every((each) => typeof each === "string")
      ? values.filter((each) => each !== "").join("/") : $stub;
  },
  construct: () => $stub
});
export const $denied = new Proxy(function () {}, {
  get: (target, key) => (key === Symbol.toPrimitive ? () => "" : $denied),
  apply: () => { throw new Error("it reads files or the network"); },
  construct: () => { throw new Error("it reads files or the network"); }
});
export const $try = (file, line, read, other) => {
  try { return read(); }
  catch (error) { $failures.push([file, line, String((error && error.message) || error)]); }
  return other;
};
export const $pick = (module, name) =>
  name in module ? module[name] : name === "default" ? module : (module.default ?? {})[name];
export const $call = (value) =>
  typeof value === "function" && value !== $stub ? value({}) : value;
"""
_PROVIDED = {
    "process": "{env:{},argv:[],cwd:()=>'.',platform:'linux',versions:{}}",
    "__dirname": "'.'",
    "__filename": "'./settings.js'",
    "fetch": "$denied",
    "require": "Object.assign(()=>$stub,{resolve:(path)=>path})",
}
"""What Node.js has, and the engine does not; a file may declare the same names."""


_FUNCTIONS = ("arrow_function", "function_expression")


def evaluate_settings(file: Path, root: Path, notes: list[str]) -> Object:
    """Return the object that a file exports.

    :param root: the folder of the project; only files in it are imported.
    :param notes: sentences about what could not be computed are added to these.
    """
    if missing := missing_packages():
        reason = f'install it with "pip install {" ".join(missing)}"'
        notes.append(locate_note(f"the file was not read: {reason}", file, 0, root))
        return {}
    modules = _Modules(root)
    name = modules.name(file)
    value, reason = None, ""
    entry = ModuleSource(
        name="/$entry.js",
        kind="script",
        text=f'import $value from "{name}";import {{$failures,$call}} from "{_HELPERS}";',
    )
    scripts = PageScripts(_LIMITS, time.time(), modules.find)
    try:
        scope, _loaded = scripts.scope(entry)
        code = "JSON.stringify({value:$call($value),failures:$failures})"
        parts = scripts.evaluate(code, scope).parts
        answer = json.loads("".join(part for part in parts if isinstance(part, str)))
        value = answer.get("value")
        modules.failures += [(Path(each), line, why) for each, line, why in answer["failures"]]
    except (EngineError, ScriptError, OSError, ValueError, RecursionError) as error:
        reason = "it takes too long" if str(error) in ("seconds", "memory") else str(error)
    outcome = ""
    if not isinstance(value, dict | list) or not value:
        # Nothing was run, or nothing came of it.
        literals = _Literals(prepare(read_text(file), file))
        value = literals.value(literals.exported)
        if literals.error_line:
            reason = f"line {literals.error_line} cannot be parsed"
        if value:
            why = reason or "it exports nothing"
            outcome = f"the file could not be run ({why}); only literals were read"
        elif value is None or reason:
            outcome = f"the file was not read: {reason or 'it exports nothing'}"
    if outcome:
        notes.append(locate_note(outcome, file, 0, root))
    for path, line, why in modules.failures:
        notes.append(locate_note(f"not computed: {why}", path, line, root))
    return mapping(value)


class _Modules:
    """The files of the project as modules for the engine."""

    def __init__(self, root: Path) -> None:
        self.root = root.resolve()
        self.failures: list[tuple[Path, int, str]] = []
        """What could not be computed: file, line, and reason."""

    def name(self, file: Path) -> str:
        return "/" + file.resolve().relative_to(self.root).as_posix()

    def find(self, specifier: str, importer: str) -> ModuleSource | None:
        if specifier == _HELPERS:
            return ModuleSource(name=_HELPERS, kind="script", text=_HELPERS_CODE)
        file = self.resolve(specifier, (self.root / importer.lstrip("/")).parent)
        if file is None:
            return None
        text = read_text(file)
        if file.suffix == ".json":
            return ModuleSource(name=self.name(file), kind="json", text=text)
        code = _ModuleRewriter(file, prepare(text, file), self).rewrite()
        # The engine refuses the names of files with types, which these are without.
        name = self.name(file) + (".js" if file.suffix in (".ts", ".tsx") else "")
        return ModuleSource(name=name, kind="script", text=code)

    def resolve(self, specifier: str, folder: Path) -> Path | None:
        """Return the file of a specifier, if it is in the project."""
        base = self.root if specifier.startswith(("/", "@site/")) else folder
        path = Path(os.path.normpath(base / specifier.removeprefix("@site").lstrip("/")))
        stems = (path, path.with_suffix("")) if path.suffix in (".js", ".mjs", ".cjs") else (path,)
        choices = (
            path,
            *(stem.with_name(stem.name + suffix) for stem in stems for suffix in SUFFIXES),
            path.with_name(f"{path.name}.json"),
            *(path / f"index{suffix}" for suffix in SUFFIXES),
        )
        found = next((each.resolve() for each in choices if is_file(each)), None)
        return found if found and found.is_relative_to(self.root) else None


def prepare(text: str, file: Path) -> str:
    """Return the source of a file without types."""
    is_typed = file.suffix in (".ts", ".mts", ".cts", ".tsx")
    return TypeRemover(text).result() if is_typed else text


class _ModuleRewriter:
    """Rewrites a module: packages become stubs, and each property is computed by itself."""

    def __init__(self, file: Path, text: str, modules: _Modules) -> None:
        self.file = file
        self.data = text.encode()
        self.modules = modules
        self.edits: list[tuple[int, int, str]] = []
        """Start, end, and what is in place of the text between."""
        self.imports: list[str] = []

    def rewrite(self) -> str:
        text = self.data.decode()
        for node in walk(parse(self.data)):
            self._edit(node)
        pieces, position = [], 0
        for start, end, code in sorted(self.edits, key=lambda each: each[:2]):
            pieces += [self.data[position:start].decode(), code]
            position = max(position, end)
        body = "".join([*pieces, self.data[position:].decode()])
        declared = set(re.findall(r"\b(?:const|let|var|function|import)\s+([\w$]+)", text))
        head = f'import {{$stub,$denied,$try,$pick}} from "{_HELPERS}";{"".join(self.imports)}'
        for name, value in _PROVIDED.items():
            if name not in declared and name in text:
                head += f"const {name}={value};"
        if re.search(r"\bmodule\.exports\b|(?<![\w.])exports\.", text):
            head += "const module={exports:{}};const exports=module.exports;"
            body += "\nexport default module.exports;"
        return head + body

    def _edit(self, node: Node) -> None:
        line = node.start_point[0] + 1
        match node.type:
            case "import_statement":
                self._import(node, line)
            case "call_expression":
                self._call(node)
            case "pair":
                value = node.child_by_field_name("value")
                if value is not None and value.type not in _FUNCTIONS:
                    self._guard(value, line, "", "(", "))")
            case "array":
                for each in node.named_children:
                    if each.type != "comment":
                        self._guard(each, each.start_point[0] + 1, "...", "[", "],[])")
            case "await" | "async":
                # Nothing is waited for: what a stub returns is there at once.
                self.edits.append((node.start_byte, node.end_byte, ""))

    def _guard(self, value: Node, line: int, spread: str, before: str, after: str) -> None:
        """Compute a value by itself, so that it can fail alone."""
        start = f"{spread}$try({json.dumps(str(self.file))},{line},()=>{before}"
        self.edits.append((value.start_byte, value.start_byte, start))
        self.edits.append((value.end_byte, value.end_byte, after))

    def _import(self, node: Node, line: int) -> None:
        source = node.child_by_field_name("source")
        module = self._module(source_of(source)[1:-1], line)
        names = [
            self._imported_name(each)
            for clause in node.children
            if clause.type == "import_clause"
            for part in clause.named_children
            for each in (part.named_children if part.type == "named_imports" else [part])
        ]
        code = "".join(
            f"const {local}={module};"
            if wanted == "*" or not module.startswith("$m")
            else f"const {local}=$pick({module},{json.dumps(wanted)});"
            for local, wanted in names
        )
        ends = "\n" * source_of(node).count("\n")
        self.edits.append((node.start_byte, node.end_byte, code + ends))

    def _imported_name(self, node: Node) -> tuple[str, str]:
        """Return the local name of an import, and the name that the module exports."""
        if node.type == "identifier":
            return source_of(node), "default"
        if node.type == "namespace_import":
            return source_of(node.named_children[-1]), "*"
        names = [source_of(each) for each in node.named_children]
        return names[-1], names[0]

    def _module(self, specifier: str, line: int) -> str:
        """Return the expression for a module: a file of the project, or a stub."""
        if not specifier.startswith((".", "/", "@site/")):
            return "$denied" if _WITH_ACCESS.match(specifier) else "$stub"
        if self.modules.resolve(specifier, self.file.parent) is None:
            reason = f"{specifier} does not exist in this project"
            self.modules.failures.append((self.file, line, reason))
            return "$stub"
        name = f"$module{len(self.imports)}"
        self.imports.append(f"import * as {name} from {json.dumps(specifier)};")
        return name

    def _call(self, node: Node) -> None:
        function = node.child_by_field_name("function")
        arguments = node.child_by_field_name("arguments")
        if function is None or arguments is None or not arguments.named_children:
            return
        called, first = source_of(function), arguments.named_children[0]
        if called not in ("require", "import") or first.type != "string":
            return
        module = self._module(source_of(first)[1:-1], node.start_point[0] + 1)
        code = f'$pick({module},"default")' if module.startswith("$m") else module
        self.edits.append((node.start_byte, node.end_byte, code))


def parse(data: bytes) -> Node:
    """Return the syntax tree of JavaScript."""
    from tree_sitter import Parser

    from sphinx_sitejson.mdx.javascript.syntax import LANGUAGE

    return Parser(LANGUAGE).parse(data).root_node


def source_of(node: Node | None) -> str:
    """Return the text of a node; empty if there is none."""
    return (node.text or b"").decode() if node is not None else ""


def walk(node: Node) -> Iterator[Node]:
    """Yield a node and all below it, in the order of the source."""
    waiting = [node]
    while waiting:
        current = waiting.pop()
        yield current
        waiting += reversed(current.children)


class _Literals:
    """The literals of a module, without running anything."""

    def __init__(self, text: str) -> None:
        self.named: dict[str, Node] = {}
        self.exported: Node | None = None
        self.error_line = 0
        """The first line that is no JavaScript."""
        for node in walk(parse(text.encode())):
            if (node.is_error or node.is_missing) and not self.error_line:
                self.error_line = node.start_point[0] + 1
            value = node.child_by_field_name("value")
            if node.type == "variable_declarator" and value is not None:
                self.named.setdefault(source_of(node.child_by_field_name("name")), value)
            elif node.type == "export_statement" and value is not None:
                self.exported = value
            elif source_of(node.child_by_field_name("left")) == "module.exports":
                self.exported = node.child_by_field_name("right")

    def value(self, node: Node | None, depth: int = 0) -> Any:
        """Return the value of a node; None for what would have to be computed."""
        if node is None or depth > 60:
            return None
        inner = [each for each in node.named_children if each.type != "comment"]
        match node.type:
            case "object":
                pairs = (each for each in inner if each.type == "pair")
                found = {
                    source_of(pair.child_by_field_name("key")).strip("\"'`"): self.value(
                        pair.named_children[-1], depth + 1
                    )
                    for pair in pairs
                }
                return {key: value for key, value in found.items() if value is not None}
            case "array":
                return [self.value(each, depth + 1) for each in inner]
            case "string" | "template_string":
                is_plain = all(each.type != "template_substitution" for each in inner)
                return source_of(node)[1:-1] if is_plain else None
            case "true" | "false":
                return node.type == "true"
            case "number":
                return json.loads(source_of(node)) if source_of(node).isdigit() else None
            case "identifier":
                return self.value(self.named.get(source_of(node)), depth + 1)
            case "parenthesized_expression" | "await_expression" | "arguments":
                values = (self.value(each, depth + 1) for each in inner)
                return next((each for each in values if isinstance(each, dict | list)), None)
            case "call_expression":
                return self.value(node.child_by_field_name("arguments"), depth + 1)
            case "arrow_function":
                return self.value(node.child_by_field_name("body"), depth + 1)
        return None


_TYPESCRIPT_TOKEN = re.compile(
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


class TypeRemover:
    """Removes the types of TypeScript, so that an engine for JavaScript can run the rest.

    Settings use little of the language: types of variables, parameters and results, ``as`` and
    ``satisfies``, type arguments, and declarations of types. Line ends keep their positions.
    """

    def __init__(self, source: str) -> None:
        self.source = source
        found = [
            match for match in _TYPESCRIPT_TOKEN.finditer(source) if match.lastgroup != "comment"
        ]
        self.tokens = [match[0].strip() for match in found] + [""] * 4
        self.spans = [match.span() for match in found] + [(len(source), len(source))] * 4
        self.removed: list[tuple[int, int]] = []
        """Ranges of tokens."""

    def result(self) -> str:
        """Return the source with spaces in place of types."""
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
        begins = not index or self.tokens[index - 1] in ";}" or self._is_new_line(index)
        if begins and token in ("export", "type", "interface"):
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

    def _is_new_line(self, index: int) -> bool:
        return "\n" in self.source[self.spans[index - 1][1] : self.spans[index][1]]

    def _ends_value(self, index: int) -> bool:
        return index >= 0 and re.search(r"[\w$)\]}'\"`]\Z", self.tokens[index]) is not None
