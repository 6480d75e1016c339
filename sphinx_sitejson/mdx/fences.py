"""The first line of code blocks and of blocks between colons (``:::note``)."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from difflib import get_close_matches

_LANGUAGE = re.compile(r"[A-Za-z0-9_+#.*-]+")
_LINES = re.compile(r"\{([\d\s,-]*)\}")
_PAIR = re.compile(
    r"(?<!\S)(?P<key>[A-Za-z][\w-]*)=(?:\"(?P<double>[^\"]*)\"|'(?P<single>[^']*)'"
    r"|\{(?P<braces>[^{}]*)\}|(?P<plain>[^\s\"'{}]+))"
)
_MARKS = re.compile(r"(?<!\S)/((?![\s/])(?:\\.|[^\\/])+(?<!\s))/(?!\S)")
_FLAGS = {
    "lines": "has_line_numbers",
    "linenumbers": "has_line_numbers",
    "showlinenumbers": "has_line_numbers",
    "wrap": "wraps",
    "expandable": "is_expandable",
    "diff": "is_diff",
    "focus": "",
    "nocopy": "",
    "copy": "",
}
_TITLE_KEYS = frozenset({"title", "filename", "file", "name", "label", "caption"})
_MOST_LINES = 100_000

_NOTE = re.compile(
    r"(?<![ \t])[ \t]*+(?://|#|--|;|%|/\*|<!--|\{/\*)[ \t]*"
    r"\[!code (?P<what>\+\+|--|highlight|focus)"
    r"(?::(?P<count>\d{1,4}))?\][ \t]*(?:\*/\}?|-->)?[ \t]*$",
    re.MULTILINE,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class FenceInfo:
    """What the opening line of a code block says."""

    language: str = ""
    title: str = ""
    highlighted: tuple[int, ...] = ()
    focused: tuple[int, ...] = ()
    added: tuple[int, ...] = ()
    removed: tuple[int, ...] = ()
    has_line_numbers: bool = False
    first_number: int = 1
    wraps: bool = False
    is_expandable: bool = False
    is_diff: bool = False
    icon: str = ""
    marked: tuple[str, ...] = ()


def read_fence(info: str, is_language: Callable[[str], bool]) -> FenceInfo:
    """Read the words behind the opening marks of a code block.

    :param is_language: whether there is a highlighter of that name.
    """
    rest = info.strip()
    language = ""
    if (first := _LANGUAGE.match(rest)) and not rest.startswith("="):
        is_pair = rest[first.end() : first.end() + 1] == "="
        if not is_pair:
            language, rest = first[0], rest[first.end() :]
    facts: dict[str, object] = {}
    rest, marked = take_marks(rest)
    facts["marked"] = marked
    rest = _take_pairs(rest, facts)
    rest = _take_lines(rest, facts)
    title = _take_flags(rest, facts)
    fence = replace(FenceInfo(language=language, title=title), **facts)  # type: ignore[arg-type]
    return _with_title_of_language(fence, is_language)


def _take_pairs(rest: str, facts: dict[str, object]) -> str:
    def take(found: re.Match[str]) -> str:
        key = found["key"].lower()
        value = next(
            part
            for part in found.group(*["double", "single", "braces", "plain"])
            if part is not None
        )
        value = value.strip("'\"") if found["braces"] is not None else value
        if key in _TITLE_KEYS:
            facts["title"] = value.strip()
        elif key in ("highlight", "hl_lines", "hl"):
            facts["highlighted"] = line_numbers(value)
        elif key == "focus":
            facts["focused"] = line_numbers(value)
        elif key == "icon":
            facts["icon"] = value
        elif key in ("startline", "start", "linenostart") and value.isdecimal():
            facts["first_number"], facts["has_line_numbers"] = int(value[:9]), True
        elif _FLAGS.get(key):
            facts[_FLAGS[key]] = value.lower() != "false"
        return " "

    return _PAIR.sub(take, rest)


def take_marks(info: str) -> tuple[str, tuple[str, ...]]:
    """Take words between slashes, such as ``/rope/``, out of an opening line; return both."""
    words = dict.fromkeys(re.sub(r"\\(.)", r"\1", found) for found in _MARKS.findall(info))
    return (_MARKS.sub(" ", info), tuple(words)) if words else (info, ())


def _take_lines(rest: str, facts: dict[str, object]) -> str:
    def take(found: re.Match[str]) -> str:
        facts.setdefault("highlighted", line_numbers(found[1]))
        return " "

    return _LINES.sub(take, rest)


def _take_flags(rest: str, facts: dict[str, object]) -> str:
    """Take the flags out of the words; what is left is the title."""
    words = []
    rest = rest.strip()
    if rest[:1] == ":":
        rest = rest[1:]
    if len(rest) > 1 and rest[0] == rest[-1] and rest[0] in "\"'":
        return str(facts.get("title") or rest[1:-1])
    for word in rest.split():
        plain = word.strip("[](){},").lower()
        if plain in _FLAGS and (plain == word.lower() or word[0] in "[({"):
            if _FLAGS[plain]:
                facts[_FLAGS[plain]] = True
        else:
            words.append(word)
    title = facts.pop("title", "") or " ".join(words).strip("\"'")
    return str(title)


def _with_title_of_language(fence: FenceInfo, is_language: Callable[[str], bool]) -> FenceInfo:
    """Take a first word that is no language but the name of a file for the title."""
    stem, dot, extension = fence.language.rpartition(".")
    if not dot or is_language(fence.language):
        return fence
    title = fence.title or fence.language
    known = extension if is_language(extension) else ""
    return replace(fence, language=known, title=title if stem or not fence.title else fence.title)


def line_numbers(text: str) -> tuple[int, ...]:
    """Read ``1,3-5``; what is no line number is left out."""
    numbers: dict[int, None] = {}
    for part in text.split(","):
        first, dash, last = part.strip().partition("-")
        if not first.strip().isdecimal() or (dash and not last.strip().isdecimal()):
            continue
        begin = min(int(first[:7]), _MOST_LINES)
        end = min(int(last[:7]), _MOST_LINES) if dash else begin
        numbers.update(dict.fromkeys(range(begin, end + 1)))
    return tuple(numbers)


def read_notes(code: str, fence: FenceInfo) -> tuple[str, FenceInfo]:
    """Take notes such as ``// [!code ++]`` out of the lines; return what they say."""
    if "[!code " not in code:
        return code, fence
    found: dict[str, list[int]] = {"++": [], "--": [], "highlight": [], "focus": []}
    kept = []
    for number, line in enumerate(code.split("\n"), 1):
        note = _NOTE.search(line)
        if note is not None:
            count = min(int(note["count"] or 1), _MOST_LINES)
            found[note["what"]].extend(range(number, number + count))
            line = line[: note.start()]
        kept.append(line)
    return "\n".join(kept), replace(
        fence,
        added=tuple(found["++"]),
        removed=tuple(found["--"]),
        highlighted=(*fence.highlighted, *found["highlight"]),
        focused=(*fence.focused, *found["focus"]),
    )


def as_diff(code: str, fence: FenceInfo) -> str:
    """Mark added and removed lines as the format ``diff`` does."""
    marks = {**dict.fromkeys(fence.added, "+ "), **dict.fromkeys(fence.removed, "- ")}
    lines = code.split("\n")
    is_marked = any(line.startswith(("+", "-")) for line in lines)
    if is_marked and not marks:
        return code
    return "\n".join(marks.get(number, "  ") + line for number, line in enumerate(lines, 1))


_INFO = re.compile(
    r"(?P<name>[A-Za-z][\w-]*)\s*(?:\[(?P<bracketed>[^\]\n]*)\]|(?P<title>[^\n{]*))\s*"
    r"(?:\{[^\n]*\})?"
)
_CLASSES = {
    "attention": "attention",
    "caution": "caution",
    "check": "tip",
    "danger": "danger",
    "error": "error",
    "hint": "hint",
    "important": "important",
    "info": "note",
    "note": "note",
    "seealso": "seealso",
    "success": "tip",
    "tip": "tip",
    "warning": "warning",
}

OPENING = re.compile(r":{3,}\s*(?P<directive>\{[^{}\s]+\})")
"""A directive between colons, where it is shown as text."""


@dataclass(frozen=True, slots=True)
class Callout:
    """A box that a block between colons stands for."""

    directive: str
    """The directive of docutils that makes it."""
    title: str = ""
    css_class: str = ""
    """Of a box with a title of its own."""


def callout_of(info: str) -> Callout | None:
    """Return the box that the words behind the colons name, if they name one."""
    found = _INFO.fullmatch(info.strip())
    name = found["name"].lower() if found else ""
    if found is None or name not in _CLASSES:
        return None
    title = (found["bracketed"] or found["title"] or "").strip()
    if not title:
        return Callout(_CLASSES[name])
    return Callout("admonition", title, _CLASSES[name])


def nearest_callout(name: str) -> str:
    """Return the name of a box that was probably meant."""
    return next(iter(get_close_matches(name.lower(), _CLASSES, n=1)), "")
