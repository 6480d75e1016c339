"""What is wrong with a text that is not JSON, said so that a person can mend it."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass

from sphinx_sitejson.common.problems import quoted

from .json_reading import TOKEN

CONSTANTS = ("NaN", "Infinity", "-Infinity")
_STRING = re.compile(r'"([^"\n]*)"')
_WORD = re.compile(r"[^\s{}\[\],:\"']+")
_OTHER_LANGUAGES = {"True": "true", "False": "false", "None": "null", "undefined": "null"}


@dataclass(frozen=True, slots=True, kw_only=True)
class SyntaxFault:
    """A fault of the text and its offset."""

    message: str
    offset: int


def constant_fault(text: str) -> SyntaxFault:
    """Describe the first number in the text that JSON does not have."""
    for token in TOKEN.finditer(text):
        if token.group() in CONSTANTS:
            break
    return SyntaxFault(
        message=f"{token.group()} is not allowed in JSON; write a number, or leave the key out.",
        offset=token.start(),
    )


def syntax_fault(
    text: str, error: json.JSONDecodeError, *, whole: str, has_comments: bool = False
) -> SyntaxFault:
    """Describe the fault at which reading stopped.

    :param whole: what the file as a whole is called.
    :param has_comments: whether comments, and a comma behind the last entry, are read.
    """
    # Some Python versions point at a trailing comma, others behind it.
    behind_comma = error.pos + 1 if text.startswith(",", error.pos) else error.pos
    offset = _next_visible(text, error.pos)
    if text[_next_visible(text, behind_comma) :][:1] in ("}", "]"):
        bracket = _next_visible(text, behind_comma)
        if not has_comments and text[:bracket].rstrip().endswith(","):
            return SyntaxFault(message=_trailing_comma(text, bracket), offset=bracket)
    if "string" in error.msg or "control character" in error.msg or "escape" in error.msg:
        return SyntaxFault(message=_in_string(text, error), offset=min(error.pos, len(text) - 1))
    if offset >= len(text):
        return SyntaxFault(
            message='the file ends too early; a closing "}" or "]" is missing.',
            offset=max(len(text.rstrip()) - 1, 0),
        )
    message = _comment(text, offset, has_comments=has_comments)
    return SyntaxFault(
        message=message or _unexpected(text, offset, error.msg, whole), offset=offset
    )


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
        return "the string that begins here has no closing quote."
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
    return 'the comment that begins here has no end; "*/" is missing.'


def _unexpected(text: str, offset: int, reason: str, whole: str) -> str:
    """Name what stands where something else should."""
    if text[offset] == "'":
        return "single quotes are not allowed in JSON; write double quotes."
    if text[offset] in "‘’“”`":
        return f'{text[offset]} is not a quote in JSON; write ".'
    word = _WORD.match(text, offset)
    found = _shown(text, offset)
    if "Extra data" in reason:
        return f"unexpected {found} after the end of the {whole}; a bracket closes too early."
    if "property name" in reason:
        return f"unexpected {found}; a key in double quotes is expected."
    if "':'" in reason:
        return f'unexpected {found}; a ":" is missing after the key.'
    if "','" in reason:
        missing_comma = text[offset] in '"{[' or word is not None
        hint = "a comma is missing before it" if missing_comma else "the brackets do not match"
        return f"unexpected {found}; {hint}."
    meant = _OTHER_LANGUAGES.get(word.group()) if word else None
    return f"unexpected {found}; {f'JSON writes {meant}' if meant else 'a value is expected'}."


def _shown(text: str, offset: int) -> str:
    """Show what stands at an offset: a string, a word or a sign."""
    string, word = _STRING.match(text, offset), _WORD.match(text, offset)
    if string:
        return quoted(string[1])
    return quoted(word.group() if word else text[offset])
