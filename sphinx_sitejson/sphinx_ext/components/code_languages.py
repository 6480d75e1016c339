"""Map the names that authors use for languages to lexers of Pygments."""

from __future__ import annotations

from functools import lru_cache

from pygments.lexers import get_lexer_by_name
from pygments.util import ClassNotFound
from sphinx.highlighting import lexer_classes, lexers

_ALIASES = {
    "curl": "bash",
    "shell-session": "console",
    "env": "bash",
    ".env": "bash",
    "dotenv": "bash",
    "jsonc": "json",
    "json5": "json",
    "vue": "html",
    "svelte": "html",
    "astro": "html",
    "proto": "protobuf",
    "tf": "terraform",
    "hcl": "terraform",
    "node": "javascript",
    "nodejs": "javascript",
    "jsx": "javascript",
    "mjs": "javascript",
    "cjs": "javascript",
    "http": "http",
    "golang": "go",
    "terminal": "bash",
    "cli": "bash",
    "plain": "text",
    "plaintext": "text",
    "txt": "text",
    "log": "text",
    "logs": "text",
    "csharp": "csharp",
    "c#": "csharp",
    "dotnet": "csharp",
    "docker": "docker",
    "gql": "graphql",
    "py3": "python",
    "yml": "yaml",
}


def known_language(name: str) -> str:
    """Return the name of a lexer: ``golang`` gives ``go``, an unknown name ``text``."""
    lower = name.lower()
    if lower in ("", "none", "text"):
        return "text"
    if lower in lexers or lower in lexer_classes or _has_lexer(lower):
        return lower
    alias = _ALIASES.get(lower, "")
    return alias if alias and _has_lexer(alias) else "text"


@lru_cache(maxsize=1024)
def is_language(name: str) -> bool:
    """Return whether there is a lexer for a language."""
    lower = name.lower()
    if lower in lexers or lower in lexer_classes:
        return True
    return _has_lexer(lower) or (lower in _ALIASES and _has_lexer(_ALIASES[lower]))


@lru_cache(maxsize=1024)
def _has_lexer(name: str) -> bool:
    try:
        get_lexer_by_name(name)
    except ClassNotFound:
        return False
    return True
