"""Display names of the languages of code."""

from __future__ import annotations

from functools import lru_cache

from pygments.lexers import get_lexer_by_name
from pygments.util import ClassNotFound

_LONGEST = 18
_NO_LANGUAGE = frozenset(
    {"", "none", "text", "default", "guess", "plain", "plaintext", "txt", "log", "logs", "output"}
)
_NAMES = {
    "bash": "Bash",
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
    "make": "Makefile",
    "mermaid": "Mermaid",
    "nginx": "nginx",
    "node": "Node.js",
    "nodejs": "Node.js",
    "proto": "Protobuf",
    "protobuf": "Protobuf",
    "py3": "Python",
    "pycon": "Python",
    "python3": "Python",
    "pycon3": "Python",
    "pytb": "Traceback",
    "r": "R",
    "rest": "reStructuredText",
    "sh": "Shell",
    "shell": "Shell",
    "shell-session": "Shell",
    "terminal": "Shell",
    "zsh": "Zsh",
}
"""Those that Pygments does not know, or calls by the name of another."""


@lru_cache(maxsize=1024)
def code_name(written: str) -> str:
    """Return what to call a language; plain text has no name.

    :param written: how an author names it.
    """
    lower = written.lower().lstrip(".")
    if lower in _NO_LANGUAGE:
        return ""
    if lower in _NAMES:
        return _NAMES[lower]
    try:
        known = str(get_lexer_by_name(lower).name)
    except ClassNotFound:
        known = ""
    if known.startswith("Text "):
        return ""
    if known and len(known) <= _LONGEST:
        return known
    return written.upper() if len(written) < 5 else written[:1].upper() + written[1:_LONGEST]
