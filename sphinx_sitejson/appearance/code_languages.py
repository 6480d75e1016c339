"""Display names of the languages of code, and their lexers."""

from __future__ import annotations

from functools import lru_cache

from pygments.lexers import get_lexer_by_name
from pygments.util import ClassNotFound
from sphinx.highlighting import lexer_classes, lexers

_MAX_LENGTH = 18
_NO_LANGUAGE = frozenset(
    {"", "none", "text", "default", "guess", "plain", "plaintext", "txt", "log", "logs", "output"}
)
_NAMES = {
    "bat": "Batch",
    "cli": "Shell",
    "console": "Shell",
    "curl": "cURL",
    "docker": "Dockerfile",
    "dockerfile": "Dockerfile",
    "dotenv": ".env",
    "env": ".env",
    "html+django": "Django",
    "html+jinja": "Jinja",
    "jinja": "Jinja",
    "json5": "JSON5",
    "jsonc": "JSON",
    "nginx": "nginx",
    "node": "Node.js",
    "nodejs": "Node.js",
    "proto": "Protobuf",
    "protobuf": "Protobuf",
    "pycon": "Python",
    "pycon3": "Python",
    "pytb": "Traceback",
    "r": "R",
    "sh": "Shell",
    "shell": "Shell",
    "shell-session": "Shell",
    "terminal": "Shell",
    "zsh": "Zsh",
}
"""Languages that Pygments does not have, or names differently."""


@lru_cache(maxsize=1024)
def language_name(language: str) -> str:
    """Return the display name of a language: ``py3`` gives ``Python``; empty for plain text.

    :param language: the name in the page.
    """
    lower = language.lower().lstrip(".")
    if lower in _NO_LANGUAGE:
        return ""
    if lower in _NAMES:
        return _NAMES[lower]
    lexer_name = _lexer_title(lower)
    if lexer_name.startswith("Text "):
        return ""
    if lexer_name and len(lexer_name) <= _MAX_LENGTH:
        return lexer_name
    return language.upper() if len(language) < 5 else language[:1].upper() + language[1:_MAX_LENGTH]


_ALIASES = {
    "curl": "bash",
    "env": "bash",
    ".env": "bash",
    "dotenv": "bash",
    "jsonc": "json",
    "json5": "json",
    "vue": "html",
    "svelte": "html",
    "astro": "html",
    "node": "javascript",
    "nodejs": "javascript",
    "jsx": "javascript",
    "mjs": "javascript",
    "cjs": "javascript",
    "terminal": "bash",
    "cli": "bash",
    "plain": "text",
    "plaintext": "text",
    "txt": "text",
    "log": "text",
    "logs": "text",
    "dotnet": "csharp",
    "gql": "graphql",
    "yml": "yaml",
}


def known_language(name: str) -> str:
    """Return the name of a lexer: ``jsonc`` gives ``json``, an unknown name ``text``."""
    return (name.lower() not in ("", "none") and _lexer_name(name)) or "text"


def is_language(name: str) -> bool:
    """Return whether there is a lexer for a language."""
    return bool(_lexer_name(name))


@lru_cache(maxsize=1024)
def _lexer_name(name: str) -> str:
    lower = name.lower()
    if lower in lexers or lower in lexer_classes or _lexer_title(lower):
        return lower
    return _ALIASES.get(lower, "")


def _lexer_title(name: str) -> str:
    """Return the name that Pygments displays for a language; empty if it has no lexer."""
    try:
        return str(get_lexer_by_name(name).name)
    except ClassNotFound:
        return ""
