"""Parse JSON, with or without comments, and explain syntax errors."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from typing import Any

from ..nesting import is_deeper_than, prune_deep_json
from ..problems import quoted

_TOKEN = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"|[{}\[\],:]|[^\s{}\[\],:"]+', re.DOTALL)
"""The tokens of valid JSON."""

_HALF_ESCAPE = re.compile(r"\\u[dD][89a-fA-F]")
_SURROGATE = r"u[dD][{}][0-9A-Fa-f]{{2}}"
_ESCAPE = re.compile(
    rf"\\(?:{_SURROGATE.format('89abAB')}\\{_SURROGATE.format('c-fC-F')}"
    rf"|(?P<half>{_SURROGATE.format('89a-fA-F')})|.)",
    re.DOTALL,
)
_STRING = r'"(?:[^"\\\n]|\\.)*+"?'
_COMMENT = re.compile(rf"{_STRING}|(?P<comment>//[^\n]*+|/\*.*?\*/)", re.DOTALL)
_LAST_COMMA = re.compile(rf"{_STRING}|(?P<comma>,)(?=\s*[\]}}])", re.DOTALL)
_NO_LINE_END = re.compile(r"[^\n]")


@dataclass
class ShallowJson:
    """JSON without the values below a nesting limit."""

    text: str
    value: Any = None
    pruned: list[int] = field(default_factory=list)
    """The offsets of the values that were left out."""
    has_repeated_keys: bool = False

    def make_object(self, pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        """Return an object, and record whether it has repeated keys."""
        members = dict(pairs)
        if len(members) < len(pairs):
            self.has_repeated_keys = True
        return members


def parse_shallow_json(text: str, limit: int, **parsers: Any) -> ShallowJson:
    """Parse JSON without values below the limit; raise JSONDecodeError.

    :param parsers: the functions of :func:`json.loads` that convert numbers and constants.
    """
    found = ShallowJson(text)
    parsers["object_pairs_hook"] = found.make_object
    try:
        found.value = json.loads(text, **parsers)
        if not is_deeper_than(found.value, limit):
            return found
    except RecursionError:
        pass
    found.text, found.pruned = prune_deep_json(text, limit)
    found.value = json.loads(found.text, **parsers)
    return found


def blank_comments(text: str) -> str:
    """Replace comments and trailing commas with spaces: ``[1,] // a`` becomes ``[1 ]``.

    All positions stay the same. A comma after no entry stays, as does a comment without an
    end.
    """
    return _LAST_COMMA.sub(_blank_comma, _COMMENT.sub(_blank_comment, text))


def _blank_comment(match: re.Match[str]) -> str:
    return match[0] if match["comment"] is None else _NO_LINE_END.sub(" ", match[0])


def _blank_comma(match: re.Match[str]) -> str:
    if match["comma"] is None:
        return match[0]
    before = match.start() - 1
    while before >= 0 and match.string[before].isspace():
        before -= 1
    return "," if before < 0 or match.string[before] in "[{,:" else " "


def replace_lone_surrogates(text: str) -> tuple[str, list[tuple[int, str]]]:
    """Replace escaped lone surrogates, such as ``\\ud800``; return them with their offsets.

    The replacement has the same length, so that positions stay the same.
    """
    if _HALF_ESCAPE.search(text) is None:
        return text, []
    halves = [(each.start(), each[0]) for each in _ESCAPE.finditer(text) if each["half"]]
    return _ESCAPE.sub(lambda each: "\\ufffd" if each["half"] else each[0], text), halves


CONSTANTS = ("NaN", "Infinity", "-Infinity")
_QUOTED_STRING = re.compile(r'"([^"\n]*)"')
_WORD = re.compile(r"[^\s{}\[\],:\"']+")
_OTHER_LANGUAGES = {"True": "true", "False": "false", "None": "null", "undefined": "null"}


def describe_constant(text: str) -> tuple[str, int]:
    """Describe the first ``NaN`` or ``Infinity`` in the text; return its offset as well."""
    for token in _TOKEN.finditer(text):
        if token.group() in CONSTANTS:
            break
    message = f"{token.group()} is not allowed in JSON; write a number, or leave the key out."
    return message, token.start()


def describe_syntax_error(
    text: str, error: json.JSONDecodeError, *, has_comments: bool
) -> tuple[str, int]:
    """Describe the error at which parsing stopped, with its cure; return its offset as well.

    :param has_comments: whether comments and trailing commas are allowed, as in settings.
    """
    # Python 3.13 reports the position of a trailing comma, older versions the one after it.
    behind_comma = error.pos + 1 if text.startswith(",", error.pos) else error.pos
    offset = _next_visible(text, error.pos)
    if text[_next_visible(text, behind_comma) :][:1] in ("}", "]"):
        bracket = _next_visible(text, behind_comma)
        if not has_comments and text[:bracket].rstrip().endswith(","):
            return _trailing_comma(text, bracket), bracket
    if "string" in error.msg or "control character" in error.msg or "escape" in error.msg:
        return _in_string(text, error), min(error.pos, len(text) - 1)
    if offset >= len(text):
        message = 'the file ends too early; a closing "}" or "]" is missing.'
        return message, max(len(text.rstrip()) - 1, 0)
    message = _comment(text, offset, has_comments=has_comments)
    root_name = "settings" if has_comments else "document"
    return message or _unexpected(text, offset, error.msg, root_name), offset


def _next_visible(text: str, offset: int) -> int:
    while text[offset : offset + 1].isspace():
        offset += 1
    return offset


def _trailing_comma(text: str, bracket: int) -> str:
    comma = text.rindex(",", 0, bracket)
    line = text.count("\n", 0, comma) + 1
    return (
        f'trailing comma before "{text[bracket]}"; JSON does not allow it, '
        f"remove the comma on line {line}."
    )


def _in_string(text: str, error: json.JSONDecodeError) -> str:
    if "Unterminated" in error.msg:
        return "the string that starts here has no closing quote."
    if "control character" in error.msg:
        if text[error.pos] in "\r\n":
            return "the line ends inside a string; a closing quote is missing before."
        return f"the control character {quoted(text[error.pos])} inside a string must be escaped."
    return 'invalid escape in a string; a backslash is written "\\\\".'


def _comment(text: str, offset: int, *, has_comments: bool) -> str:
    if not text.startswith(("//", "/*", "#"), offset):
        return ""
    if not has_comments:
        return "comments are not allowed in JSON; remove the comment."
    if text[offset] == "#":
        return 'unexpected "#"; a comment begins with "//".'
    return 'the comment that starts here is not closed; "*/" is missing.'


def _unexpected(text: str, offset: int, reason: str, root_name: str) -> str:
    """Describe an unexpected token."""
    if text[offset] == "'":
        return "single quotes are not allowed in JSON; write double quotes."
    if text[offset] in "‘’“”`":
        return f'{text[offset]} is not a quote in JSON; write ".'
    string, match = _QUOTED_STRING.match(text, offset), _WORD.match(text, offset)
    found = quoted(string[1] if string else match[0] if match else text[offset])
    if "Extra data" in reason:
        return f"unexpected {found} after the end of the {root_name}; a bracket closes too early."
    if "property name" in reason:
        return f"unexpected {found}; a key in double quotes is expected."
    if "':'" in reason:
        return f'unexpected {found}; a ":" is missing after the key.'
    if "','" in reason:
        missing_comma = text[offset] in '"{[' or match is not None
        hint = "a comma is missing before it" if missing_comma else "the brackets do not match"
        return f"unexpected {found}; {hint}."
    json_name = _OTHER_LANGUAGES.get(match.group()) if match else None
    return (
        f"unexpected {found}; {f'JSON writes {json_name}' if json_name else 'a value is expected'}."
    )
