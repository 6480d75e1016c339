"""Which part of the package imports which, read from the source without running it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path, PurePosixPath

PACKAGE = "sphinx_sitejson"

# Each part of the package, and the other parts that it may import. A part is a package, a
# subpackage or a module; the longest name that fits decides.
COMMON = frozenset({"common", "common.files", "common.json_documents", "common.network"})
DIRECTION: dict[str, frozenset[str]] = {
    "version": frozenset(),
    "common": frozenset(),
    "common.files": frozenset({"common"}),
    "common.json_documents": frozenset({"common"}),
    "common.network": frozenset({"common"}),
    # Tables from which settings make their keys.
    "appearance.icon_styles": frozenset(),
    "publishing.service_catalog": frozenset(),
    "publishing.search": frozenset(),
    "settings": COMMON | {"appearance.icon_styles", "publishing.service_catalog"},
    "appearance": COMMON | {"settings", "appearance.icon_styles"},
    "openapi": COMMON | {"version"},
    "asyncapi": COMMON | {"openapi"},
    "mdx": COMMON | {"settings"},
    "navigation": COMMON | {"settings", "openapi", "mdx"},
    # Requests are built for samples, and then sent by servers.
    "reference.request_samples": COMMON | {"openapi"},
    "servers.http_messages": COMMON | {"openapi", "reference.request_samples"},
    "reference": COMMON
    | {
        "openapi",
        "asyncapi",
        "navigation",
        "publishing.search",
        "reference.request_samples",
        "servers.http_messages",
    },
    "publishing": COMMON
    | {"settings", "navigation", "openapi", "publishing.search", "publishing.service_catalog"},
    "compat": COMMON,
    "servers": COMMON
    | {
        "mdx",
        "navigation",
        "openapi",
        "publishing.search",
        "reference.request_samples",
        "servers.http_messages",
    },
}
CORE = frozenset(DIRECTION)
DIRECTION["commands"] = CORE

# Each part of the bridge to Sphinx, and the other parts of it that it may import besides those
# that serve all of them.
BRIDGE = "sphinx_ext"
PATCHES = "patches"
BRIDGE_BASE: dict[str, frozenset[str]] = {
    "common.templates": frozenset(),
    PATCHES: frozenset({"common.templates"}),
    "common": frozenset({"common.templates", PATCHES}),
    "settings": frozenset({"common.templates", PATCHES, "common"}),
}
BRIDGE_PARTS: dict[str, frozenset[str]] = {
    "appearance": frozenset(),
    "openapi": frozenset(),
    "navigation": frozenset({"openapi"}),
    "reference": frozenset({"openapi", "navigation"}),
    "pages": frozenset({"openapi", "reference"}),
    "reference.api_changes": frozenset({"openapi", "reference", "pages"}),
    "compat": frozenset({"openapi", "reference"}),
    "publishing": frozenset({"openapi", "navigation", "reference", "pages"}),
    "links": frozenset({"openapi", "reference", "publishing"}),
    "theme": frozenset({"appearance", "openapi", "navigation", "reference", "publishing", "links"}),
    "components": frozenset({"appearance", "reference", "pages", "links"}),
    "mdx": frozenset({"links", "components"}),
    "checks": frozenset({"appearance", "openapi", "navigation", "components"}),
}
for _part, _imported in BRIDGE_BASE.items():
    DIRECTION[f"{BRIDGE}.{_part}"] = CORE | {f"{BRIDGE}.{name}" for name in _imported}
for _part, _imported in BRIDGE_PARTS.items():
    _names = _imported | BRIDGE_BASE.keys()
    DIRECTION[f"{BRIDGE}.{_part}"] = CORE | {f"{BRIDGE}.{name}" for name in _names}
# The modules beside the subpackages put everything together.
DIRECTION[BRIDGE] = frozenset(DIRECTION)
DIRECTION["__main__"] = frozenset({"commands"})
# What extensions of projects call, and the types that they use.
DIRECTION["__init__"] = frozenset(
    {
        "version",
        "common",
        "reference.request_samples",
        BRIDGE,
        *(f"{BRIDGE}.{part}" for part in ("common", "components", "openapi")),
    }
)

# Libraries that only one part of the package knows.
OWNERS = {
    "sphinx": "sphinx_ext",
    "docutils": "sphinx_ext",
    "myst_parser": "sphinx_ext",
    "prance": "openapi",
    "h11": "servers.proxy",
    "httpcore": "servers.proxy",
    "uvicorn": "servers.proxy",
    "mcp": "commands",
}
# The preview runs builds, so it knows Sphinx too.
EXCEPTIONS = frozenset({("commands/_warm_builds.py", "sphinx")})


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


def part_of(module: str) -> str:
    """Return the part of the package that a module belongs to, or nothing."""
    names = module.split(".")
    for length in range(len(names), 0, -1):
        if (part := ".".join(names[:length])) in DIRECTION:
            return part
    return ""


def is_allowed(found: Import) -> bool:
    """Tell whether an import goes in the right direction."""
    module = found.file.removesuffix(".py").replace("/", ".")
    importer = part_of(module)
    root, _, inner = found.module.partition(".")
    if root != PACKAGE:
        owner = OWNERS.get(root)
        if importer == "__init__":
            return owner is None or found.is_lazy
        is_owner = owner is None or f"{module}.".startswith(f"{owner}.")
        return is_owner or (found.file, root) in EXCEPTIONS
    imported = part_of(inner)
    if importer == "__init__" and not found.is_lazy:
        return imported == "version"
    return bool(imported) and (imported == importer or imported in DIRECTION.get(importer, ()))
