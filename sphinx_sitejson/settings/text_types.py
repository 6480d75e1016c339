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
HexColor = Annotated[
    str,
    ValueRule(
        name="hexColor",
        help="A color as a hex code with three or six digits.",
        expected="a hex color such as #0D9373",
        pattern=f"^{HEX_COLOR}{END}",
    ),
]
Icon = Annotated[
    str,
    ValueRule(
        name="icon",
        help=(
            "The name of a Font Awesome icon without a prefix, or an image: a URL, or a path in "
            "the project that starts with a slash."
        ),
        expected="an icon name of letters, digits, and hyphens, or the URL of an image",
        pattern=(
            r"""^([A-Za-z0-9-]+|(https?:/)?/[^/\\\s<>"'][^\\\s<>"']*"""
            rf"\.(svg|png|webp|avif|gif|jpg|jpeg|ico)){END}"
        ),
    ),
]
IconType = Annotated[
    IconTypeName,
    ValueRule(name="iconType", help="The style of an icon."),
]
Link = Annotated[
    str,
    ValueRule(
        name="link",
        help="The target of a link: a URL, or a path on this site.",
        expected=("an http(s), mailto, or tel URL, a path such as /guides/start, or a #fragment"),
        pattern=(
            rf"^(?:{_WEB}|{_MAIL}|{_PHONE}|/(?!/){_PLAIN}]*|[?#]{_PLAIN}]*"
            rf"|{_PLAIN}:/?#]+(?:[/?#]{_PLAIN}]*)?){END}"
        ),
    ),
]
WebUrl = Annotated[
    str,
    ValueRule(
        name="webAddress",
        help="A web URL.",
        expected="a URL that starts with http:// or https://",
        pattern=f"^{_WEB}{END}",
    ),
]
ProfileUrl = Annotated[
    str,
    ValueRule(
        name="profileAddress",
        help="A URL outside this site.",
        expected="a URL that starts with https://, http://, or mailto:",
        pattern=f"^(?:{_WEB}|{_MAIL}){END}",
    ),
]
GithubRepository = Annotated[
    str,
    ValueRule(
        name="githubRepository",
        help="The URL of a GitHub repository.",
        expected="a repository such as https://github.com/owner/name",
        pattern=(rf"^https://github\.com/[A-Za-z0-9-]+/(?!\.\.?(?:/|{END}))[A-Za-z0-9._-]+/?{END}"),
    ),
]
Prefix = Annotated[
    str,
    ValueRule(
        name="prefix",
        help="The prefix that page paths share, or a URL to link to.",
        expected=("a prefix of page paths such as api-reference, or an http(s) or mailto URL"),
        pattern=rf"^(?:{_WEB}|{_MAIL}|{_NO_STEP}(?:/|/?{_PLAIN}:?#%/]{_PLAIN}:?#%]*)){END}",
    ),
]
File = Annotated[
    str,
    ValueRule(
        name="file",
        help="A file in the project, or a remote file.",
        expected="a path in the project such as /images/logo.svg, or an http(s) URL",
        pattern=f"^{_FILE}{END}",
    ),
]
Document = Annotated[
    str,
    ValueRule(
        name="document",
        help="An OpenAPI document in the project, or a remote document.",
        expected="a path in the project such as /openapi.json, or an http(s) URL",
        pattern=f"^{_FILE}{END}",
    ),
]
Overlay = Annotated[
    str,
    ValueRule(
        name="overlay",
        help="An OpenAPI overlay in the project, or a remote overlay.",
        expected="a path in the project such as /overlay.yaml, or an http(s) URL",
        pattern=f"^{_FILE}{END}",
    ),
]
Hash = Annotated[
    str,
    ValueRule(
        name="hash",
        help="A SHA-256 hash.",
        expected="a SHA-256 hash: 64 hexadecimal digits",
        pattern=f"^[0-9A-Fa-f]{{64}}{END}",
    ),
]
Folder = Annotated[
    str,
    ValueRule(
        name="folder",
        help="A folder on this site.",
        expected="a folder on this site such as api-reference",
        pattern=rf"^{_NO_STEP}{_NO_ESCAPE}/?{_PLAIN}:?#%/]{_PLAIN}:?#%]*{END}",
    ),
]
StyleFile = Annotated[
    str,
    ValueRule(
        name="styleFile",
        help="A file that the style sheet refers to.",
        expected=(
            "a path in the project such as /assets/name.woff2, or an http(s) URL, without quotes, "
            "brackets, and semicolons"
        ),
        pattern=f"^{_NO_STYLE}{_FILE}{END}",
    ),
]
RedirectSource = Annotated[
    str,
    ValueRule(
        name="redirectSource",
        help="A path on this site, which may contain a wildcard.",
        expected="a path on this site such as /old/page, without ? and #",
        pattern=(
            rf"^(?![\s\S]*//){_NO_STEP}{_NO_ESCAPE}"
            rf"(?:/(?:{_PLAIN}?#]| )*|{_PLAIN}?#:/]+(?:/(?:{_PLAIN}?#]| )*)?){END}"
        ),
    ),
]
FontFamily = Annotated[
    str,
    ValueRule(
        name="fontFamily",
        help="The name of a font family.",
        expected="a font family of letters, digits, spaces, and hyphens",
        pattern=f"^[A-Za-z0-9][A-Za-z0-9 -]*{END}",
    ),
]
Locale = Annotated[
    str,
    ValueRule(
        name="locale",
        help="A language code.",
        expected="a language such as en or pt-BR",
        pattern=rf"^[A-Za-z]{{2,3}}(?:-[A-Za-z0-9]{{1,8}})*{END}",
    ),
]


def text_rule(pattern: str, expected: str) -> ValueRule:
    """Return the rule of texts that are written in one way, which messages name."""
    return ValueRule(pattern=f"^{pattern}{END}", expected=expected)


VersionName = Annotated[str, ValueRule(min_length=1, expected="the name of a version")]
