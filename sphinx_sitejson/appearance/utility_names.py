"""The class names of Tailwind CSS: which there are, their order, and which are refused.

Names become selectors and values of a style sheet, so brackets may contain nothing that ends a rule
or selects elements of others: ``[&,*]:hidden``, ``w-[1px;}*{]``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path

from sphinx_sitejson.mdx.html_attributes import is_script_style

DATA = Path(__file__).with_name("utilities")
MARK = "sj-utility"
"""The class of elements whose author uses these classes; other elements get none of the styles."""
NO_PROSE = "not-prose"
"""A class without own rules: the text in its element has no styles of text."""
THEME_COLORS = ("primary", "primary-light", "primary-dark", "background-light", "background-dark")
"""Names of colors that the service adds, for ``colors`` of the settings."""
MAX_LENGTH = 100

_BRACKETS = r"\[(?:[^\[\]]|\[[^\[\]]*\])*\]"
_PART = re.compile(rf"(?:[^\[\]:]|{_BRACKETS})+")
# "dark", "group-hover/item", "data-[open]" and "[&>p]".
_VARIANT = re.compile(
    rf"(?P<name>[a-z0-9*-]*[a-z0-9*])?(?:-(?=\[))?(?P<value>{_BRACKETS})?(?P<label>/[\w-]+)?"
)
_UTILITY = re.compile(
    r"(?P<name>[a-z0-9%.-]+?)(?P<value>-\[.+\])?(?P<modifier>/(?:[\w.]+|\[[^\[\]]+\]))?"
)
_PROPERTY = re.compile(r"\[(?:--)?[a-z][a-z-]*:.+\]")
_STRING = re.compile(r"'[^']*'|\"[^\"]*\"")
_WIDTH = re.compile(r"\[[\d.]+[a-z]+\]")
_REFUSED = re.compile(r"[{};\\<@]|/\*")
_LABELED = ("group", "peer")


@dataclass(frozen=True)
class _Names:
    variants: Mapping[str, int]
    """The places of variants in the order of their rules."""
    utilities: Mapping[str, tuple[int, str]]
    """The places and flags of the names, without variants."""
    roots: Mapping[str, tuple[int, str]]
    """The same of what precedes a value in brackets."""


@cache
def _names() -> _Names:
    data = json.loads((DATA / "tailwind.json").read_text(encoding="utf-8"))
    utilities: dict[str, tuple[int, str]] = {}
    roots: dict[str, tuple[int, str]] = {}
    for place, row in enumerate(data["names"]):
        if isinstance(row, str):
            utilities.setdefault(row, (place, ""))
            continue
        root, number, flags = row
        roots.setdefault(root, (place, flags))
        values = data["values"][number]
        for value in (*values, *(THEME_COLORS if "slate-50" in values else ())):
            name = root if value == "DEFAULT" else f"{root}-{value}"
            utilities.setdefault(name, (place, flags))
    variants = {name: place for place, name in enumerate(data["variants"])}
    return _Names(variants, utilities, roots)


@lru_cache(maxsize=10_000)
def sort_key(name: str) -> tuple[int, int, str] | None:
    """Return the place of the rules of a class in the style sheet; nothing for other names.

    Rules with variants follow those without, as ``md:flex`` replaces ``hidden``.

    :raises ValueError: for a name that is refused; the message says why.
    """
    if not name or name in (*_LABELED, NO_PROSE):
        return None
    *variants, utility = _PART.findall(name) or [""]
    if ":".join((*variants, utility)) != name:
        return None
    place = _utility_place(utility.removeprefix("!"))
    places = [_variant_place(variant) for variant in variants]
    if place is None or None in places:
        return None
    if len(name) > MAX_LENGTH:
        raise ValueError(f"it has more than {MAX_LENGTH} characters")
    for part in re.findall(_BRACKETS, name):
        _check_value(part)
    for variant in variants:
        _check_variant(variant)
    return sum(1 << each for each in set(filter(None, places)) | {0}), place, name


def _utility_place(utility: str) -> int | None:
    if _PROPERTY.fullmatch(utility):
        return len(_names().utilities)
    name = utility.removeprefix("-")
    place, flags = _names().utilities.get(name, (None, ""))
    # Not before: the slash of "w-1/2" is no modifier.
    match = _UTILITY.fullmatch(name) if place is None else None
    if match is not None:
        known = _names().roots if match["value"] else _names().utilities
        place, flags = known.get(match["name"], (None, ""))
        if match["modifier"] and not {"c", "m"} & {*flags}:
            return None
    return None if name != utility and "-" not in flags else place


def _variant_place(variant: str) -> int | None:
    """Return the place of a variant, from 1; those in brackets only are the last."""
    match = _VARIANT.fullmatch(variant)
    if match is None:
        return None
    if not match["name"]:
        return len(_names().variants) + 1 if "&" in variant else None
    if match["label"] and not match["name"].startswith(_LABELED):
        return None
    place = _names().variants.get(match["name"])
    return None if place is None else place + 1


def _check_value(text: str) -> None:
    """Refuse a value that does not end, ends its rule, or runs code."""
    plain = _STRING.sub("", text)
    if found := _REFUSED.search(text):
        raise ValueError(f'its brackets contain "{found[0]}"')
    depth = 0
    for character in plain:
        depth += (character == "(") - (character == ")")
        if depth < 0:
            break
    if depth or set(plain) & {"'", '"'}:
        raise ValueError("a parenthesis or a quotation mark in its brackets has no partner")
    if is_script_style(text.replace("_", " ")):
        raise ValueError("its value would run code")


def _check_variant(variant: str) -> None:
    """Refuse a variant whose selector would match other elements."""
    match = _VARIANT.fullmatch(variant)
    value = match["value"] if match else None
    if match is None or not value:
        return
    if match["name"] in ("min", "max"):
        is_allowed = _WIDTH.fullmatch(value) is not None
    elif match["name"] == "supports":
        is_allowed = True
    else:
        starts_right = bool(match["name"]) or value.startswith("[&")
        is_allowed = starts_right and not set(value) & set(",~+")
    if not is_allowed:
        raise ValueError(f'"{value}" would match other elements')
