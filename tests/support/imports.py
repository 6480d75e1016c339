"""Which part of the package imports which, read from the source without running it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

PACKAGE = "sphinx_sitejson"

# Each part of the package, and the other parts that it may import.
DIRECTION: dict[str, frozenset[str]] = {
    "problems": frozenset(),
    "messages": frozenset(),
    "colors": frozenset(),
    "assets": frozenset(),
    "settings": frozenset({"problems", "messages", "network"}),
    "icons": frozenset({"problems"}),
    "looks": frozenset({"problems", "colors", "settings"}),
    "navigation": frozenset({"problems", "settings"}),
    "network": frozenset({"problems"}),
    "openapi": frozenset({"problems", "network"}),
    "request_samples": frozenset({"problems", "openapi"}),
    "reference": frozenset({"problems", "messages", "openapi", "request_samples"}),
    "mdx": frozenset({"problems", "network"}),
    "pages": frozenset(
        {"problems", "messages", "network", "settings", "navigation", "openapi", "mdx"}
    ),
    "publishing": frozenset({"problems", "settings", "navigation", "openapi", "reference"}),
    "proxy": frozenset({"problems", "network"}),
}
CORE = frozenset(DIRECTION)
DIRECTION["commands"] = CORE
DIRECTION["sphinx_ext"] = CORE | {"commands"}
DIRECTION["__init__"] = frozenset({"sphinx_ext"})

# Libraries that only one part of the package knows.
OWNERS = {
    "sphinx": "sphinx_ext",
    "docutils": "sphinx_ext",
    "myst_parser": "sphinx_ext",
    "prance": "openapi",
    "h11": "proxy",
    "httpcore": "proxy",
    "uvicorn": "proxy",
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
    if imported not in DIRECTION:
        return imported.startswith("__")  # what the package's own __init__ defines
    if importer == "__init__" and not found.is_lazy:
        return False
    return imported == importer or imported in DIRECTION.get(importer, frozenset())
