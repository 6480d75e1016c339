"""Types of strings in settings: colors, icons, URLs, paths.

They decide which texts are safe in a page, a style sheet or a header. Patterns match to the
very end of a text: ``$`` would let a line break pass.
"""

from __future__ import annotations

from typing import Annotated, Literal, get_args

from .json_object import ValueRule

IconTypeName = Literal[
    "brands",
    "duotone",
    "light",
    "regular",
    "sharp-duotone-solid",
    "sharp-light",
    "sharp-regular",
    "sharp-solid",
    "sharp-thin",
    "solid",
    "thin",
]
ICON_TYPES: tuple[str, ...] = get_args(IconTypeName)

END = r"(?![\s\S])"


def text_rule(pattern: str, expected: str, *, name: str = "") -> ValueRule:
    """Return the rule of texts that are written in one way, which messages name.

    A rule with a name is described by the docstring of its type.
    """
    return ValueRule(name=name, expected=expected, pattern=f"^{pattern}{END}")


_PLAIN = r'[^\s<>"\\\u0000-\u001f\u007f-\u009f'
"""The beginning of a character set: the characters of URLs."""
_IN_NAMES = r'[^<>"\\:?#\u0000-\u001f\u007f-\u009f\u2028\u2029'
"""The same for the name of a file."""
_WEB = rf"[Hh][Tt][Tt][Pp][Ss]?://{_PLAIN}/?#]+{_PLAIN}]*"
_MAIL = rf"[Mm][Aa][Ii][Ll][Tt][Oo]:{_PLAIN}]+"
_PHONE = r"[Tt][Ee][Ll]:[0-9A-Za-z+().;=-]+"
_NO_STEP_UP = rf"(?!(?:[\s\S]*/)?(?:\.|%2[eE]){{2}}(?:/|{END}))"
_NO_STEP = rf"(?!(?:[\s\S]*/)?(?:\.|%2[eE]){{1,2}}(?:/|{END}))"
_NO_ESCAPE = r"(?![\s\S]*%(?:2[fF]|5[cC]|[01][0-9a-fA-F]))"
"""An encoded slash or control character would mean another path to a server."""
_FILE = rf"(?:{_WEB}|{_NO_STEP_UP}{_NO_ESCAPE}/?{_IN_NAMES}/]{_IN_NAMES}]*)"
_NO_STYLE = r"(?![\s\S]*['();{}])"

HEX_COLOR = "#(?:[0-9A-Fa-f]{3}|[0-9A-Fa-f]{6})"
HexColor = Annotated[str, text_rule(HEX_COLOR, "a hex color such as #0D9373", name="hexColor")]
"""A color as a hex code with three or six digits."""
Icon = Annotated[
    str,
    text_rule(
        r"""([A-Za-z0-9-]+|(https?:/)?/[^/\\\s<>"'][^\\\s<>"']*"""
        r"\.(svg|png|webp|avif|gif|jpg|jpeg|ico))",
        "an icon name of letters, digits, and hyphens, or the URL of an image",
        name="icon",
    ),
]
"""The name of a Font Awesome icon without a prefix, or an image: a URL, or a path in the project
that starts with a slash."""
IconType = Annotated[IconTypeName, ValueRule(name="iconType")]
"""The style of an icon."""
Link = Annotated[
    str,
    text_rule(
        rf"(?:{_WEB}|{_MAIL}|{_PHONE}|/(?!/){_PLAIN}]*|[?#]{_PLAIN}]*"
        rf"|{_PLAIN}:/?#]+(?:[/?#]{_PLAIN}]*)?)",
        "an http(s), mailto, or tel URL, a path such as /guides/start, or a #fragment",
        name="link",
    ),
]
"""The target of a link: a URL, or a path on this site."""
WebUrl = Annotated[
    str, text_rule(_WEB, "a URL that starts with http:// or https://", name="webAddress")
]
"""A web URL."""
ProfileUrl = Annotated[
    str,
    text_rule(
        f"(?:{_WEB}|{_MAIL})",
        "a URL that starts with https://, http://, or mailto:",
        name="profileAddress",
    ),
]
"""A URL outside this site."""
GithubRepository = Annotated[
    str,
    text_rule(
        rf"https://github\.com/[A-Za-z0-9-]+/(?!\.\.?(?:/|{END}))[A-Za-z0-9._-]+/?",
        "a repository such as https://github.com/owner/name",
        name="githubRepository",
    ),
]
"""The URL of a GitHub repository."""
Prefix = Annotated[
    str,
    text_rule(
        rf"(?:{_WEB}|{_MAIL}|{_NO_STEP}(?:/|/?{_PLAIN}:?#%/]{_PLAIN}:?#%]*))",
        "a prefix of page paths such as api-reference, or an http(s) or mailto URL",
        name="prefix",
    ),
]
"""The prefix that page paths share, or a URL to link to."""
File = Annotated[
    str,
    text_rule(
        _FILE, "a path in the project such as /images/logo.svg, or an http(s) URL", name="file"
    ),
]
"""A file in the project, or a remote file."""
Document = Annotated[
    str,
    text_rule(
        _FILE, "a path in the project such as /openapi.json, or an http(s) URL", name="document"
    ),
]
"""An OpenAPI document in the project, or a remote document."""
Overlay = Annotated[
    str,
    text_rule(
        _FILE, "a path in the project such as /overlay.yaml, or an http(s) URL", name="overlay"
    ),
]
"""An OpenAPI overlay in the project, or a remote overlay."""
Hash = Annotated[
    str, text_rule("[0-9A-Fa-f]{64}", "a SHA-256 hash: 64 hexadecimal digits", name="hash")
]
"""A SHA-256 hash."""
Folder = Annotated[
    str,
    text_rule(
        rf"{_NO_STEP}{_NO_ESCAPE}/?{_PLAIN}:?#%/]{_PLAIN}:?#%]*",
        "a folder on this site such as api-reference",
        name="folder",
    ),
]
"""A folder on this site."""
StyleFile = Annotated[
    str,
    text_rule(
        f"{_NO_STYLE}{_FILE}",
        "a path in the project such as /assets/name.woff2, or an http(s) URL, without quotes, "
        "brackets, and semicolons",
        name="styleFile",
    ),
]
"""A file that the style sheet refers to."""
RedirectSource = Annotated[
    str,
    text_rule(
        rf"(?![\s\S]*//){_NO_STEP}{_NO_ESCAPE}"
        rf"(?:/(?:{_PLAIN}?#]| )*|{_PLAIN}?#:/]+(?:/(?:{_PLAIN}?#]| )*)?)",
        "a path on this site such as /old/page, without ? and #",
        name="redirectSource",
    ),
]
"""A path on this site, which may contain a wildcard."""
FontFamily = Annotated[
    str,
    text_rule(
        "[A-Za-z0-9][A-Za-z0-9 -]*",
        "a font family of letters, digits, spaces, and hyphens",
        name="fontFamily",
    ),
]
"""The name of a font family."""
Locale = Annotated[
    str,
    text_rule(
        "[A-Za-z]{2,3}(?:-[A-Za-z0-9]{1,8})*", "a language such as en or pt-BR", name="locale"
    ),
]
"""A language code."""


VersionName = Annotated[str, ValueRule(min_length=1, expected="the name of a version")]
