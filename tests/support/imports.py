"""Which part of the package imports which, read from the source without running it."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path, PurePosixPath

PACKAGE = "sphinx_sitejson"

# The packages and the modules beside them: each may import itself and what stands before it.
ORDER = (
    "version", "common", "settings", "mdx", "openapi", "http_messages", "site_build", "appearance",
    "navigation", "reference", "publishing", "components", "parsers", "theme", "compat", "checks",
    "servers", "commands", "extension", "__init__", "__main__",
)  # fmt: skip

# What is read or served without a build: nothing that these import knows Sphinx.
WITHOUT_SPHINX = (
    "common", "settings", "mdx", "openapi", "http_messages", "reference.views",
    "reference.playground", "servers", "commands",
)  # fmt: skip
SPHINX = frozenset({"sphinx", "docutils", "myst_parser"})
# The preview runs builds.
RUNS_BUILDS = f"{PACKAGE}.commands.warm_builds"

# Libraries that only one part of the package knows.
OWNERS = {
    "prance": "openapi", "h11": "servers.proxy", "httpcore": "servers.proxy",
    "uvicorn": "servers.proxy", "mcp": "commands",
}  # fmt: skip
# The stored data of pages has types of features: for type checkers only.
STORED_TYPES = frozenset(
    {
        f"{PACKAGE}.navigation.page_index",
        f"{PACKAGE}.reference.views.listings",
        f"{PACKAGE}.reference.views.manual_endpoint",
    }
)
STORES_DATA = "site_build/build_state.py"


@dataclass(frozen=True, slots=True, kw_only=True)
class Import:
    """One imported module and where the import stands."""

    file: str
    line: int
    module: str
    is_lazy: bool
    """Inside a function, or for type checkers only."""

    def __str__(self) -> str:
        return f"{PACKAGE}/{self.file}:{self.line} imports {self.module}"


def wrong_imports(package: Path) -> list[str]:
    """Return a line for each import in the package that goes against the direction."""
    return [
        str(found)
        for path in sorted(package.rglob("*.py"))
        for found in imports_of(path.read_text(encoding="utf-8"), path.relative_to(package))
        if not is_allowed(found)
    ]


def circles(package: Path) -> list[str]:
    """Return the modules that import each other in a circle, be it only for type checkers."""
    graph = _module_graph(package)
    found: list[str] = []
    done: set[str] = set()
    for start in sorted(graph):
        way: list[str] = []

        def follow(module: str, way: list[str] = way) -> None:
            if module in way:
                found.append(" -> ".join([*way[way.index(module) :], module]))
            elif module not in done:
                way.append(module)
                for imported in sorted(graph[module]):
                    follow(imported)
                way.pop()
                done.add(module)

        follow(start)
    return found


def _module_graph(package: Path) -> dict[str, set[str]]:
    """Return which modules of the package each module imports."""
    files = {path.relative_to(package): path for path in package.rglob("*.py")}
    names = {_module_name(file): file for file in files}
    graph: dict[str, set[str]] = {name: set() for name in names}
    for name, file in names.items():
        for node, _is_lazy in import_statements(files[file].read_text(encoding="utf-8")):
            for module in _imported_names(node, file):
                target = module if module in names else module.rpartition(".")[0]
                if target in names and target not in (name, PACKAGE):
                    graph[name].add(target)
    return graph


def _module_name(file: Path) -> str:
    return ".".join((PACKAGE, *file.with_suffix("").parts)).removesuffix(".__init__")


def _imported_names(node: ast.AST, file: Path) -> Iterator[str]:
    """Return what a statement imports, with the name that it takes out of a module."""
    for module in imported_modules(node, file):
        if isinstance(node, ast.ImportFrom) and module != PACKAGE:
            yield from (f"{module}.{alias.name}" for alias in node.names)
        else:
            yield module


def imports_of(source: str, file: PurePosixPath | Path) -> Iterator[Import]:
    """Read the imports of one module; ``file`` is its path inside the package."""
    for node, is_lazy in import_statements(source):
        for module in imported_modules(node, file):
            yield Import(file=file.as_posix(), line=node.lineno, module=module, is_lazy=is_lazy)


@cache
def import_statements(source: str) -> tuple[tuple[ast.Import | ast.ImportFrom, bool], ...]:
    """Return the imports of a module, each with whether importing the module does not run it.

    That is so in functions, and in what is for type checkers.
    """
    return tuple(_statements_below(ast.parse(source), is_lazy=False))


def _statements_below(
    node: ast.AST, *, is_lazy: bool
) -> Iterator[tuple[ast.Import | ast.ImportFrom, bool]]:
    is_function = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    is_for_types = isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Import | ast.ImportFrom):
            yield child, is_lazy or is_function or is_for_types
        elif not isinstance(child, ast.expr):
            yield from _statements_below(child, is_lazy=is_lazy or is_function or is_for_types)


def imported_modules(node: ast.AST, file: PurePosixPath | Path) -> Iterator[str]:
    """Return the full names of the modules that a statement imports."""
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom):
        here = (PACKAGE, *file.parent.parts)
        base = ".".join(here[: len(here) - node.level + 1]) if node.level else ""
        module = ".".join(filter(None, (base, node.module)))
        if module == PACKAGE:
            yield from (f"{module}.{alias.name}" for alias in node.names)
        else:
            yield module


def is_allowed(found: Import) -> bool:
    """Tell whether an import goes in the right direction."""
    importer = _part_of(found.file.removesuffix(".py").replace("/", "."))
    root, _, inner = found.module.partition(".")
    if root != PACKAGE:
        owner = OWNERS.get(root)
        module = found.file.removesuffix(".py").replace("/", ".")
        if importer == "__init__":
            return root not in SPHINX | OWNERS.keys() or found.is_lazy
        return owner is None or f"{module}.".startswith(f"{owner}.")
    imported = _part_of(inner)
    if importer == "__init__" and not found.is_lazy:
        return imported == "version"
    if importer not in ORDER or imported not in ORDER:
        return False
    if found.file == STORES_DATA and found.module in STORED_TYPES:
        return found.is_lazy
    return ORDER.index(imported) <= ORDER.index(importer)


def _part_of(module: str) -> str:
    return module.partition(".")[0]


def ways_to_sphinx(package: Path) -> list[str]:
    """Return how modules that must not know Sphinx reach it, be it only inside a function."""
    graph = _module_graph(package)
    files = {_module_name(path.relative_to(package)): path for path in package.rglob("*.py")}
    knows_sphinx = {
        name
        for name, path in files.items()
        if any(
            module.partition(".")[0] in SPHINX
            for node, _is_lazy in import_statements(path.read_text(encoding="utf-8"))
            for module in imported_modules(node, path.relative_to(package))
        )
    }
    graph[RUNS_BUILDS] = set()
    knows_sphinx -= {RUNS_BUILDS}
    prefixes = tuple(f"{PACKAGE}.{part}." for part in WITHOUT_SPHINX)
    found = []
    for start in sorted(name for name in graph if f"{name}.".startswith(prefixes)):
        ways = {start: start}
        waiting = [start]
        for module in waiting:
            for imported in sorted(graph[module] - ways.keys()):
                ways[imported] = f"{ways[module]} -> {imported}"
                waiting.append(imported)
        found += [ways[name] for name in sorted(ways.keys() & knows_sphinx)][:1]
    return found
