"""Which attributes of HTML, SVG and MathML run code, or load something that does.

Browsers take the names of attributes and the schemes of addresses in any case, and drop white
space and control characters from addresses; all of that is done here as well.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from .url_schemes import is_picture, is_unsafe, scheme_of

ADDRESSES = frozenset(
    [
        "action",
        "altimg",
        "archive",
        "background",
        "base",
        "cite",
        "classid",
        "code",
        "codebase",
        "data",
        "definitionurl",
        "dynsrc",
        "formaction",
        "href",
        "icon",
        "imagesrcset",
        "longdesc",
        "lowsrc",
        "manifest",
        "movie",
        "ping",
        "poster",
        "profile",
        "src",
        "srcset",
        "usemap",
    ]
)
"""Attributes whose values lead somewhere, without the prefix of a name space."""

_ANIMATED = frozenset({"values", "to", "from", "by"})
"""What an animation puts, one after the other, into an attribute of another name."""
_LISTS_OF_PICTURES = frozenset({"srcset", "imagesrcset"})
_DOCUMENTS = frozenset({"srcdoc", "dangerouslysetinnerhtml"})
_TEXTS = frozenset(
    [
        "abbr",
        "alt",
        "class",
        "classname",
        "content",
        "for",
        "id",
        "label",
        "name",
        "placeholder",
        "summary",
        "title",
        "value",
    ]
)
"""Attributes that are only words, whatever they look like."""
_FRAMES = frozenset({"iframe", "frame", "embed", "object", "portal", "script"})
"""Elements in which a picture is a document, which may hold code."""
_DRAWN_PICTURES = frozenset({"image", "feimage"})

_HANDLER = re.compile(r"on[a-z]")
_SCRIPT_SCHEMES = frozenset({"javascript", "vbscript", "livescript", "mocha"})
_MOST_SCHEMES = 4
_CSS_COMMENT = re.compile(r"/\*.*?(?:\*/|\Z)", re.DOTALL)
_CSS_ESCAPE = re.compile(r"\\([0-9a-fA-F]{1,6})\s?|\\(.)", re.DOTALL)
_IGNORED = re.compile(r"[\x00-\x20\x7f-\xa0\u200b-\u200f\u2028\u2029\ufeff]")
_LIVE_STYLE = re.compile(
    r"expression\(|(?:javascript|vbscript|livescript|mocha):|-moz-binding|behavior:|@import"
    r"|url\([\"']?data:(?!image/|font/|application/font)",
    re.IGNORECASE,
)


def is_live(tag: str, written: str, value: object) -> bool:
    """Whether an attribute would run code.

    :param tag: the element it stands at; nothing when that does not matter.
    :param written: its name, in any case.
    """
    name = written.lower()
    local = name.rpartition(":")[2]
    if _HANDLER.match(local) or local in _DOCUMENTS:
        return True
    if not isinstance(value, str) or name.startswith(("aria-", "data-")):
        return False
    if local == "attributename":
        return bool(_HANDLER.match(value.strip().lower()))
    if local in _TEXTS and tag.lower() != "param":
        return False
    if local == "style" or ("(" in value and local not in ADDRESSES and is_live_style(value)):
        return is_live_style(value)
    return any(_is_script_url(tag.lower(), local, part) for part in _parts(local, value))


def is_live_style(text: str) -> bool:
    """Whether some CSS would run code in some browser, however it is disguised."""
    plain = _CSS_ESCAPE.sub(_unescaped, _CSS_COMMENT.sub("", text))
    return _LIVE_STYLE.search(_IGNORED.sub("", plain)) is not None


def _unescaped(found: re.Match[str]) -> str:
    if not found[1]:
        return found[2]
    code = int(found[1], 16)
    return chr(code) if code < 0x110000 else ""


def _parts(local: str, value: str) -> Iterator[str]:
    yield value
    if local in _ANIMATED:
        yield from value.split(";")
    elif local in _LISTS_OF_PICTURES or local in ("archive", "ping"):
        yield from re.split(r"[,\s]+", value)


def _is_script_url(tag: str, local: str, address: str) -> bool:
    if _has_script_scheme(address):
        return True
    if local not in ADDRESSES and local not in _ANIMATED and tag != "param":
        return False
    return is_unsafe(address) and not (is_picture(address) and _shows_pictures(tag, local))


def _has_script_scheme(address: str) -> bool:
    """Whether an address is a program, also behind other schemes: ``view-source:javascript:``."""
    for _ in range(_MOST_SCHEMES):
        scheme = scheme_of(address)
        if not scheme or scheme in _SCRIPT_SCHEMES:
            return bool(scheme)
        address = _IGNORED.sub("", address)[len(scheme) + 1 :]
    return False


def _shows_pictures(tag: str, local: str) -> bool:
    if local in ("src", "poster") or local in _LISTS_OF_PICTURES:
        return tag not in _FRAMES
    return local == "href" and tag in _DRAWN_PICTURES
