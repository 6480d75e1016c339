"""What a plain word of YAML means, by the core rules of YAML 1.2."""

from __future__ import annotations

import re

from .exact_json import decimal_number, parse_integer

Scalar = str | int | float | bool | None

_CONSTANTS: dict[str, bool | None] = {
    "": None,
    "~": None,
    **dict.fromkeys(("null", "Null", "NULL")),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}
# A leading zero stays text, beyond what YAML asks: a postcode is no number.
_INTEGER = re.compile(r"[-+]?(?:0|[1-9][0-9]{0,999})")
_OTHER_BASE = re.compile(r"0o[0-7]{1,99}|0x[0-9a-fA-F]{1,99}")
_FLOAT = re.compile(
    r"([-+]?)(0|[1-9][0-9]{0,999})?(?:\.([0-9]{0,999}))?([eE][-+]?[0-9]{1,9})?",
)


def plain_scalar(text: str) -> Scalar:
    """Return the value of a word without quotes.

    ``.inf`` and ``.nan`` stay text, since JSON could not hold them.
    """
    if text in _CONSTANTS:
        return _CONSTANTS[text]
    if text[0] not in "+-.0123456789":
        return text
    if _INTEGER.fullmatch(text):
        return parse_integer(text.removeprefix("+"))
    if _OTHER_BASE.fullmatch(text):
        return int(text, 0)
    return _decimal(text)


def _decimal(text: str) -> Scalar:
    """Return a number written as JSON would, which wants digits on both sides of the point."""
    found = _FLOAT.fullmatch(text)
    if found is None or not (found[2] or found[3]):
        return text
    sign, whole, part, power = found.groups()
    point = "" if part is None else f".{part or 0}"
    return decimal_number(f"{sign.removeprefix('+')}{whole or 0}{point}{power or ''}")


def tagged_scalar(tag: str, text: str) -> Scalar:
    """Return the value of a word that says its type; raise KeyError for types we do not read."""
    match tag:
        case "!" | "tag:yaml.org,2002:str":
            return text
        case (
            "tag:yaml.org,2002:int"
            | "tag:yaml.org,2002:float"
            | "tag:yaml.org,2002:bool"
            | "tag:yaml.org,2002:null"
        ):
            return plain_scalar(text)
        case "tag:yaml.org,2002:timestamp" | "tag:yaml.org,2002:binary":
            return text
    raise KeyError(tag)
