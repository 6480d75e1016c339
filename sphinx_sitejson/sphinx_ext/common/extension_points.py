"""What the functions share by which projects add components, languages, checks, and formats."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from hashlib import sha256
from inspect import unwrap
from pathlib import Path
from typing import Any

from sphinx.errors import ExtensionError

_NAME = re.compile(r"[a-z][a-z0-9_-]*")


def require_name(caller: str, name: object) -> None:
    """Raise an error unless a name can be used in settings and warning codes."""
    if not isinstance(name, str) or not _NAME.fullmatch(name):
        raise ExtensionError(
            f"{caller}: the name {name!r} must begin with a lowercase letter and contain only "
            "lowercase letters, digits, hyphens, and underscores."
        )


def require_function(caller: str, name: str, parameter: str, function: object) -> None:
    """Raise an error unless a parameter is a function."""
    if not callable(function):
        raise ExtensionError(
            f'{caller}: "{parameter}" of "{name}" must be a function, '
            f"not {type(function).__name__}."
        )


def code_digest(function: Callable[..., Any]) -> str:
    """Return a digest that changes with the file that defines a function.

    Pages that show its result are outdated after an edit of that file.
    """
    plain: Any = function
    while isinstance(plain, partial):
        plain = plain.func
    plain = unwrap(plain)
    code = getattr(plain, "__code__", None) or getattr(type(plain).__call__, "__code__", None)
    try:
        content = Path(code.co_filename).read_bytes() if code is not None else b""
    except OSError:
        content = b""
    return sha256(content).hexdigest()[:16]
