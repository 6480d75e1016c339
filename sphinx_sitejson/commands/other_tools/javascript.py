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
from dataclasses import dataclass, field
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

from .typescript import remove_types

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


@dataclass
class Evaluated:
    """The value of settings, and what could not be computed: file, line, and reason."""

    value: Any = None
    failures: list[tuple[Path, int, str]] = field(default_factory=list)
    is_literal: bool = False
    """Whether nothing was run: only the literals of the source were read."""
    reason: str = ""
    """Why nothing was run, or nothing is known."""


def evaluate_settings(file: Path, root: Path) -> Evaluated:
    """Return the default export of a file.

    :param root: the folder of the project; only files in it are imported.
    """
    if missing := missing_packages():
        return Evaluated(reason=f'install it with "pip install {" ".join(missing)}"')
    result = Evaluated()
    modules = _Modules(root, result)
    name = modules.name(file)
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
        result.value = answer.get("value")
        result.failures += [(Path(each), line, why) for each, line, why in answer["failures"]]
    except (EngineError, ScriptError, OSError, ValueError, RecursionError) as error:
        result.reason = "it takes too long" if str(error) in ("seconds", "memory") else str(error)
    if not isinstance(result.value, dict | list) or not result.value:
        literals = _Literals(prepare(read_text(file), file))
        literal = literals.default_export()
        result.value, result.is_literal = literal, bool(literal)
        if literals.error_line:
            result.reason = f"line {literals.error_line} cannot be parsed"
    return result


class _Modules:
    """The files of the project as modules for the engine."""

    def __init__(self, root: Path, result: Evaluated) -> None:
        self.root = root.resolve()
        self._result = result

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

    def report(self, file: Path, line: int, reason: str) -> None:
        self._result.failures.append((file, line, reason))


def prepare(text: str, file: Path) -> str:
    """Return the source of a file without types."""
    is_typed = file.suffix in (".ts", ".mts", ".cts", ".tsx")
    return remove_types(text) if is_typed else text


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

    def text(self, node: Node) -> str:
        return self.data[node.start_byte : node.end_byte].decode()

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
        specifier = self.text(source)[1:-1] if source is not None else ""
        module = self._module(specifier, line)
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
        ends = "\n" * self.text(node).count("\n")
        self.edits.append((node.start_byte, node.end_byte, code + ends))

    def _imported_name(self, node: Node) -> tuple[str, str]:
        """Return the local name of an import, and the name that the module exports."""
        if node.type == "identifier":
            return self.text(node), "default"
        if node.type == "namespace_import":
            return self.text(node.named_children[-1]), "*"
        names = [self.text(each) for each in node.named_children]
        return names[-1], names[0]

    def _module(self, specifier: str, line: int) -> str:
        """Return the expression for a module: a file of the project, or a stub."""
        if not specifier.startswith((".", "/", "@site/")):
            return "$denied" if _WITH_ACCESS.match(specifier) else "$stub"
        if self.modules.resolve(specifier, self.file.parent) is None:
            self.modules.report(self.file, line, f"{specifier} does not exist in this project")
            return "$stub"
        name = f"$module{len(self.imports)}"
        self.imports.append(f"import * as {name} from {json.dumps(specifier)};")
        return name

    def _call(self, node: Node) -> None:
        function = node.child_by_field_name("function")
        arguments = node.child_by_field_name("arguments")
        if function is None or arguments is None or not arguments.named_children:
            return
        called, first = self.text(function), arguments.named_children[0]
        if called not in ("require", "import") or first.type != "string":
            return
        module = self._module(self.text(first)[1:-1], node.start_point[0] + 1)
        code = f'$pick({module},"default")' if module.startswith("$m") else module
        self.edits.append((node.start_byte, node.end_byte, code))


def parse(data: bytes) -> Node:
    """Return the syntax tree of JavaScript."""
    from tree_sitter import Parser

    from sphinx_sitejson.mdx.javascript.syntax import LANGUAGE

    return Parser(LANGUAGE).parse(data).root_node


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
        self.data = text.encode()
        self.tree = parse(self.data)
        self.named: dict[str, Node] = {}
        self.exported: Node | None = None
        self.error_line = 0
        """The first line that is no JavaScript."""
        for node in walk(self.tree):
            if (node.is_error or node.is_missing) and not self.error_line:
                self.error_line = node.start_point[0] + 1
            value = node.child_by_field_name("value")
            if node.type == "variable_declarator" and value is not None:
                self.named.setdefault(self.text(node.child_by_field_name("name")), value)
            elif node.type == "export_statement" and value is not None:
                self.exported = value
            elif self.text(node.child_by_field_name("left")) == "module.exports":
                self.exported = node.child_by_field_name("right")

    def text(self, node: Node | None) -> str:
        return self.data[node.start_byte : node.end_byte].decode() if node is not None else ""

    def default_export(self) -> Any:
        return self.value(self.exported) if self.exported is not None else None

    def value(self, node: Node, depth: int = 0) -> Any:
        """Return the value of a node; None for what would have to be computed."""
        if depth > 60:
            return None
        inner = [each for each in node.named_children if each.type != "comment"]
        match node.type:
            case "object":
                pairs = (each for each in inner if each.type == "pair")
                found = {
                    self.text(pair.child_by_field_name("key")).strip("\"'`"): self.value(
                        pair.named_children[-1], depth + 1
                    )
                    for pair in pairs
                }
                return {key: value for key, value in found.items() if value is not None}
            case "array":
                return [self.value(each, depth + 1) for each in inner]
            case "string" | "template_string":
                is_plain = all(each.type != "template_substitution" for each in inner)
                return self.text(node)[1:-1] if is_plain else None
            case "true" | "false":
                return node.type == "true"
            case "number":
                return json.loads(self.text(node)) if self.text(node).isdigit() else None
            case "identifier":
                named = self.named.get(self.text(node))
                return self.value(named, depth + 1) if named is not None else None
            case "parenthesized_expression" | "await_expression" | "arguments":
                values = (self.value(each, depth + 1) for each in inner)
                return next((each for each in values if isinstance(each, dict | list)), None)
            case "call_expression":
                arguments = node.child_by_field_name("arguments")
                return self.value(arguments, depth + 1) if arguments is not None else None
            case "arrow_function":
                body = node.child_by_field_name("body")
                return self.value(body, depth + 1) if body is not None else None
        return None
