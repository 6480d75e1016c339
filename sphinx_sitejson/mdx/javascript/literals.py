"""Attribute values that are read without the engine: text, numbers, ``true`` and the like.

Most pages have no other JavaScript; they do not start the engine.
"""

from __future__ import annotations

import re

from .values import PropValue

_STRING = re.compile(r"'([^'\\\n]*)'|\"([^\"\\\n]*)\"|`([^`\\$]*)`")
_NUMBER = re.compile(r"-?(?:0|[1-9]\d{0,14})(?:\.\d{0,14}[1-9])?")
_NAMES: dict[str, PropValue] = {"true": True, "false": False, "null": None, "undefined": None}


class NotLiteral(Exception):  # noqa: N818
    """The source is more than a literal."""


def read_literal(source: str) -> PropValue:
    """Return the value of a literal: ``"a"`` gives ``a``, ``-1.5`` gives -1.5.

    :raises NotLiteral: when the engine is needed.
    """
    source = source.strip()
    if source in _NAMES:
        return _NAMES[source]
    if found := _STRING.fullmatch(source):
        return next(text for text in found.groups() if text is not None)
    if _NUMBER.fullmatch(source):
        return float(source) if "." in source else int(source)
    raise NotLiteral(source)
