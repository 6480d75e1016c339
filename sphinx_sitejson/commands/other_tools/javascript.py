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
    from tree_sitter import Language, Node

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
        # What a package returns is not known.
        reason = "it uses a package, which is not run" if why == "not a function" else why
        notes.append(locate_note(f"not computed: {reason}", path, line, root))
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
    if file.suffix not in (".ts", ".mts", ".cts", ".tsx"):
        return text
    from tree_sitter import Language
    from tree_sitter_typescript import language_tsx, language_typescript

    grammar = language_tsx if file.suffix == ".tsx" else language_typescript
    return remove_types(text, Language(grammar()))


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
        imported = "".join(self._imports(text))
        declared = set(re.findall(r"\b(?:const|let|var|function|import)\s+([\w$]+)", text))
        head = f'import {{$stub,$denied,$try,$pick}} from "{_HELPERS}";{"".join(self.imports)}'
        head += imported
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
                ends = "\n" * source_of(node).count("\n")
                self.edits.append((node.start_byte, node.end_byte, ends))
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

    def _imports(self, text: str) -> Iterator[str]:
        """Yield a declaration for each name that the module imports."""
        from sphinx_sitejson.mdx.javascript.syntax import Module

        statements = Module(text)
        for local, exported, specifier in statements.imports:
            module = self._module(specifier, statements.names[local] + 1)
            if exported != "*" and module.startswith("$m"):
                module = f"$pick({module},{json.dumps(exported)})"
            yield f"const {local}={module};"

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


def parse(data: bytes, language: Language | None = None) -> Node:
    """Return the syntax tree of JavaScript, or of another language."""
    from tree_sitter import Parser

    from sphinx_sitejson.mdx.javascript.syntax import LANGUAGE

    return Parser(language or LANGUAGE).parse(data).root_node


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


_TYPES = frozenset(
    {
        "ambient_declaration",
        "asserts_annotation",
        "function_signature",
        "interface_declaration",
        "type",
        "type_alias_declaration",
        "type_annotation",
        "type_arguments",
        "type_parameters",
        "type_predicate_annotation",
    }
)
"""Nodes of TypeScript without a value; ``type`` is the keyword of an import or an export."""
_WITH_TYPES = frozenset({"import_statement", "import_specifier", "export_statement"})
"""Nodes that are types if one of these is in them."""
_OPERATORS = {"?": "ternary_expression", "!": "unary_expression"}
"""Operators of JavaScript, whose signs are marks of types elsewhere."""


def remove_types(text: str, language: Language) -> str:
    """Return a source with spaces in place of types, so that an engine for JavaScript runs it."""
    data = text.encode()
    for node in walk(parse(data, language)):
        start, end = node.start_byte, node.end_byte
        if node.type in ("as_expression", "satisfies_expression"):
            start = node.children[0].end_byte
        elif node.type in _WITH_TYPES:
            if not any(child.type in _TYPES for child in node.children):
                continue
            if (following := node.next_sibling) and following.type == ",":
                end = following.end_byte
        elif node.type in _OPERATORS:
            if node.parent is None or node.parent.type == _OPERATORS[node.type]:
                continue
        elif node.type not in _TYPES:
            continue
        data = data[:start] + re.sub(rb"[^\n]", b" ", data[start:end]) + data[end:]
    return data.decode()
