"""Which part of the package imports which, read from the source without running it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

PACKAGE = "sphinx_sitejson"

# Each part of the package, and the other parts that it may import.
DIRECTION: dict[str, frozenset[str]] = {
    "version": frozenset(),
    "characters": frozenset(),
    "problems": frozenset({"characters"}),
    "messages": frozenset(),
    "nesting": frozenset(),
    "url_parts": frozenset(),
    "markdown_limits": frozenset({"nesting"}),
    "colors": frozenset(),
    "icon_types": frozenset(),
    "languages": frozenset(),
    "package_files": frozenset(),
    "minified": frozenset(),
    "services": frozenset(),
    "search": frozenset(),
    "files": frozenset({"problems"}),
    "network": frozenset({"problems"}),
    "json_documents": frozenset({"characters", "problems", "nesting"}),
    "settings": frozenset(
        {
            "icon_types",
            "url_parts",
            "characters",
            "languages",
            "problems",
            "messages",
            "nesting",
            "files",
            "network",
            "json_documents",
            "services",
        }
    ),
    "icons": frozenset({"problems", "files"}),
    "books": frozenset({"url_parts"}),
    "looks": frozenset({"problems", "colors", "settings"}),
    "front_matter": frozenset({"icon_types", "problems", "network"}),
    "navigation": frozenset({"problems", "languages", "settings", "front_matter"}),
    "openapi": frozenset(
        {
            "version",
            "url_parts",
            "characters",
            "problems",
            "messages",
            "nesting",
            "markdown_limits",
            "files",
            "network",
            "json_documents",
        }
    ),
    "request_samples": frozenset(
        {"characters", "problems", "nesting", "json_documents", "openapi"}
    ),
    "reference": frozenset(
        {
            "url_parts",
            "characters",
            "problems",
            "messages",
            "nesting",
            "markdown_limits",
            "json_documents",
            "openapi",
            "request_samples",
            "search",
            "wire",
        }
    ),
    "mdx": frozenset(
        {"characters", "problems", "nesting", "markdown_limits", "network", "front_matter"}
    ),
    "http_domain": frozenset(),
    "stand_ins": frozenset({"problems"}),
    "listings": frozenset({"problems", "messages", "network", "openapi", "pages", "reference"}),
    "pages": frozenset(
        {
            "url_parts",
            "problems",
            "messages",
            "files",
            "network",
            "settings",
            "front_matter",
            "navigation",
            "openapi",
            "mdx",
        }
    ),
    "publishing": frozenset(
        {
            "url_parts",
            "characters",
            "problems",
            "files",
            "services",
            "settings",
            "navigation",
            "openapi",
            "reference",
        }
    ),
    "proxy": frozenset({"problems", "network"}),
    "published_site": frozenset(
        {
            "url_parts",
            "files",
            "network",
            "search",
            "mdx",
            "pages",
            "openapi",
            "request_samples",
        }
    ),
    "wire": frozenset({"nesting", "json_documents", "openapi", "request_samples"}),
    "mock": frozenset({"network", "openapi", "request_samples", "proxy", "wire"}),
    "verify": frozenset(
        {"characters", "problems", "network", "openapi", "request_samples", "wire"}
    ),
}
CORE = frozenset(DIRECTION)
DIRECTION["commands"] = CORE
DIRECTION["sphinx_ext"] = CORE | {"commands"}
DIRECTION["__init__"] = frozenset({"sphinx_ext", "version"})

# Each room of the bridge to Sphinx, and the other rooms that it may import. The modules beside the
# rooms serve all of them and know none, but for those that put everything together.
BRIDGE = "sphinx_ext"
ROOMS: dict[str, frozenset[str]] = {
    "output": frozenset(),
    "icons": frozenset({"output"}),
    "openapi": frozenset({"output"}),
    "books": frozenset({"output", "openapi"}),
    "playground": frozenset({"output"}),
    "navigation": frozenset({"openapi"}),
    "reference": frozenset({"output", "openapi", "playground", "navigation"}),
    "listings": frozenset({"openapi", "reference"}),
    "implementations": frozenset({"openapi", "reference"}),
    "http_domain": frozenset({"output", "openapi", "listings"}),
    "stand_ins": frozenset({"openapi", "reference", "listings"}),
    "pages": frozenset({"openapi", "reference"}),
    "api_changes": frozenset({"openapi", "reference", "pages"}),
    "checks": frozenset({"openapi", "navigation", "icons", "components"}),
    "publishing": frozenset({"output", "openapi", "navigation", "reference"}),
    "theme": frozenset({"output", "icons", "openapi", "playground", "navigation", "publishing"}),
    "search": frozenset({"output", "navigation", "theme"}),
    "links": frozenset({"output", "openapi", "reference", "publishing"}),
    "components": frozenset({"output", "icons", "reference", "pages", "links"}),
    "mdx": frozenset({"links", "components"}),
}
KNOW_ALL_ROOMS = frozenset({"extension", "events"})
SERVES_ALL_ROOMS = "foreign"
"""The one room that is like a module beside the rooms: all import it, and it imports none."""

# Libraries that only one part of the package knows.
OWNERS = {
    "sphinx": "sphinx_ext",
    "docutils": "sphinx_ext",
    "myst_parser": "sphinx_ext",
    "prance": "openapi",
    "h11": "proxy",
    "httpcore": "proxy",
    "uvicorn": "proxy",
    "mcp": "commands",
}
# The preview runs builds, so it knows Sphinx too.
EXCEPTIONS = frozenset({("commands/preview.py", "sphinx")})


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


def wrong_rooms(package: Path) -> list[str]:
    """Return a line for each import that goes against the direction of the rooms."""
    return [
        str(found)
        for path in sorted((package / BRIDGE).rglob("*.py"))
        for found in imports_of(path.read_text(encoding="utf-8"), path.relative_to(package))
        if not is_allowed_in_bridge(found)
    ]


def is_allowed_in_bridge(found: Import) -> bool:
    """Tell whether an import between rooms goes in the right direction."""
    modules = found.module.split(".")
    if modules[:2] != [PACKAGE, BRIDGE] or len(modules) < 3:
        return True
    importer, imported = found.file.split("/")[1].removesuffix(".py"), modules[2]
    if imported not in ROOMS:
        return imported not in KNOW_ALL_ROOMS or importer in KNOW_ALL_ROOMS
    if importer not in ROOMS:
        return importer in KNOW_ALL_ROOMS
    return imported == importer or imported in ROOMS[importer]


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
        tree = ast.parse(files[file].read_text(encoding="utf-8"))
        for node in ast.walk(tree):
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
    tree = ast.parse(source)
    lazy = set(lazy_nodes(tree))
    for node in ast.walk(tree):
        for module in imported_modules(node, file):
            yield Import(
                file=file.as_posix(),
                line=getattr(node, "lineno", 0),
                module=module,
                is_lazy=node in lazy,
            )


def lazy_nodes(tree: ast.Module) -> Iterator[ast.AST]:
    """Find what importing the module does not run: functions, and what is for type checkers."""
    for node in ast.walk(tree):
        is_function = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        if is_function or (isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)):
            yield from ast.walk(node)


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
    importer = found.file.removesuffix(".py").split("/")[0]
    root, *inner = found.module.split(".")
    if root != PACKAGE:
        owner = OWNERS.get(root)
        if importer == "__init__":
            return owner is None or found.is_lazy
        return owner in (None, importer) or (found.file, root) in EXCEPTIONS
    imported = inner[0] if inner else ""
    if importer == "__init__" and not found.is_lazy:
        return imported == "version"
    return imported == importer or imported in DIRECTION.get(importer, frozenset())
