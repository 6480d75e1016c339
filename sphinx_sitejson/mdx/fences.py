"""The first line of code blocks and of blocks between colons (``:::note``)."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable
from dataclasses import replace
from difflib import get_close_matches
from typing import Any

from sphinx_sitejson.common.records import record

_LANGUAGE = re.compile(r"[A-Za-z0-9_+#.*-]++(?!=)")
# ``{ .py title="x" hl_lines="1 2" }`` of Material for MkDocs.
_ATTRIBUTE_LIST = re.compile(r"\{:?\s*\.([\w+#-]+)\s*([^{}]*)\}")
# ``[vite.config.js]``, the title in VitePress; not ``[lines]``.
_BRACKETED = re.compile(r"(?<!\S)\[([^\[\]\n]+)\](?!\S)")
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
    **dict.fromkeys(
        ("focus", "nocopy", "nolinenumbers", "twoslash", "live", "npm2yarn", "notranspile", "copy"),
        "",
    ),
}
_TITLE_KEYS = frozenset({"title", "filename", "file", "name", "label", "caption", "tab"})
_MAX_LINES = 100_000

_CODE_NOTE = re.compile(
    r"(?<![ \t])[ \t]*+(?://|#|--|;|%|/\*|<!--|\{/\*)[ \t]*"
    r"\[!code (?P<what>\+\+|--|highlight|hl|focus|warning|error|info|word(?=:[^\d\]]))"
    r"(?::[^\]\d][^\]]*?)?"
    r"(?::(?P<count>\d{1,4}))?\][ \t]*(?:\*/\}?|-->)?[ \t]*$",
    re.MULTILINE,
)


# ``// highlight-next-line`` of Docusaurus, alone on its line.
_MAGIC_COMMENT = re.compile(
    r"[ \t]*(?://|#|--|;|%|/\*|<!--|\{/\*)[ \t]*highlight-(?P<what>next-line|start|end)"
    r"[ \t]*(?:\*/\}?|-->)?[ \t]*"
)


@record
class FenceInfo:
    """The options in the first line of a code block."""

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
    marked: tuple[str, ...] = ()


def parse_fence(info: str, is_language: Callable[[str], bool]) -> FenceInfo:
    """Parse the info string of a code block.

    ``js app.js {1,3} lines`` gives the language ``js``, the title ``app.js``, the highlighted lines
    1 and 3, and line numbers.

    :param is_language: whether there is a lexer of a name.
    """
    rest = info.strip()
    if attributes := _ATTRIBUTE_LIST.fullmatch(rest):
        rest = re.sub(r"(?<!\S)\.[\w-]+", "", f"{attributes[1]} {attributes[2]}")
    language = ""
    if first := _LANGUAGE.match(rest):
        language, rest = first[0], rest[first.end() :]
    rest, marked = parse_marked_terms(rest)
    options: dict[str, Any] = {"marked": marked}
    rest = _parse_pairs(rest, options)
    if ranges := _LINES.search(rest):
        options.setdefault("highlighted", parse_line_numbers(ranges[1]))
    bracketed = _BRACKETED.search(rest)
    if bracketed and _flag(bracketed[1]) not in _FLAGS:
        options.setdefault("title", bracketed[1])
        rest = rest.replace(bracketed[0], " ")
    title = _parse_flags(_LINES.sub(" ", rest).strip(), options)
    if "npm2yarn" in rest:
        # Docusaurus shows the commands for all package managers, too.
        language = "npm"
    _stem, dot, extension = language.rpartition(".")
    if dot and not is_language(language):
        # A file name, such as ``created.json``.
        title = title or language
        language = extension if is_language(extension) else ""
    return FenceInfo(language=language, title=title, **options)


def _parse_pairs(rest: str, options: dict[str, Any]) -> str:
    def collect(match: re.Match[str]) -> str:
        key, braces = match["key"].lower(), match["braces"]
        value = match["double"] or match["single"] or match["plain"] or ""
        if braces is not None:
            value = braces.strip("'\"")
        if key in _TITLE_KEYS:
            options["title"] = value.strip()
        elif key in ("highlight", "hl_lines", "hl"):
            options["highlighted"] = parse_line_numbers(re.sub(r"(?<=\d)\s+(?=\d)", ",", value))
        elif key == "focus":
            options["focused"] = parse_line_numbers(value)
        elif key in ("startline", "start", "linenostart", "linenums") and value.isdecimal():
            options["first_number"], options["has_line_numbers"] = int(value[:9]), True
        elif _FLAGS.get(key):
            options[_FLAGS[key]] = value.lower() != "false"
        return " "

    return _PAIR.sub(collect, rest)


def parse_marked_terms(info: str) -> tuple[str, tuple[str, ...]]:
    """Return an info string without terms between slashes, and these terms.

    ``js /rope/`` gives ``js  `` and ``("rope",)``.
    """
    terms = dict.fromkeys(re.sub(r"\\(.)", r"\1", term) for term in _MARKS.findall(info))
    return _MARKS.sub(" ", info), tuple(terms)


def _parse_flags(rest: str, options: dict[str, Any]) -> str:
    """Parse the flags, and return the remaining text as the title."""
    title = str(options.pop("title", ""))
    # ``ts:line-numbers=2`` in VitePress.
    rest = re.sub(r"\A:|=\d+", "", rest)
    if len(rest) > 1 and rest[0] == rest[-1] and rest[0] in "\"'":
        return title or rest[1:-1]
    terms = []
    for term in rest.split():
        plain = _flag(term)
        if plain in _FLAGS and (term[0].isalpha() or term[0] in "[({"):
            if _FLAGS[plain]:
                options[_FLAGS[plain]] = True
        elif plain:
            terms.append(term)
    return title or " ".join(terms).strip("\"'")


def _flag(term: str) -> str:
    """Return the name of a flag: ``line-numbers`` and ``{lineNumbers}`` are the same."""
    return term.strip("[](){},").lower().replace("-", "")


def parse_line_numbers(text: str) -> tuple[int, ...]:
    """Parse line numbers: ``1,3-5`` gives ``(1, 3, 4, 5)``; invalid parts are ignored."""
    numbers: dict[int, None] = {}
    for part in text.split(","):
        first, _, last = part.strip().partition("-")
        ends = (first, last) if "-" in part else (first, first)
        if all(end.strip().isdecimal() for end in ends):
            begin, end = (min(int(end[:7]), _MAX_LINES) for end in ends)
            numbers |= dict.fromkeys(range(begin, end + 1))
    return tuple(numbers)


def parse_code_notes(code: str, fence: FenceInfo) -> tuple[str, FenceInfo]:
    """Return code without notes such as ``// [!code ++]``, and the fence with their lines.

    ``// highlight-next-line`` on a line by itself is such a note, too.
    """
    if "[!code " not in code and "highlight-" not in code:
        return code, fence
    marked: dict[str, list[int]] = {"++": [], "--": [], "highlight": [], "focus": []}
    lines: list[str] = []
    is_highlighted = False
    for line in code.split("\n"):
        number = len(lines) + 1
        if magic := _MAGIC_COMMENT.fullmatch(line):
            is_highlighted = magic["what"] == "start"
            marked["highlight"] += [number] if magic["what"] == "next-line" else []
            continue
        marked["highlight"] += [number] if is_highlighted else []
        if note := _CODE_NOTE.search(line):
            if note["what"] != "word":
                kind = note["what"] if note["what"] in marked else "highlight"
                marked[kind] += range(number, number + int(note["count"] or 1))
            line = line[: note.start()]
        lines.append(line)
    return "\n".join(lines), replace(
        fence,
        added=tuple(marked["++"]),
        removed=tuple(marked["--"]),
        highlighted=(*fence.highlighted, *marked["highlight"]),
        focused=(*fence.focused, *marked["focus"]),
    )


def select_part(text: str, part: str) -> str | None:
    """Return some lines of a file: ``2:5``, ``2,5``, or what is between the marks of a name.

    Marks are ``#region name`` and ``#endregion name``, or ``[start:name]`` and ``[end:name]``.
    """
    lines = text.split("\n")
    if numbers := re.fullmatch(r"(\d{0,6})(?:[:,-](\d{0,6}))?", part):
        first = int(numbers[1] or 1)
        last = int(numbers[2] or len(lines)) if numbers[2] is not None else first
        return "\n".join(lines[max(first - 1, 0) : last])
    name = re.escape(part)
    opening = re.compile(rf"(?:#\s*(?:pragma )?region\s+|\[start:\s*){name}\b", re.IGNORECASE)
    closing = re.compile(
        rf"#\s*(?:pragma )?endregion(?:\s+{name}\b|[^\w]*$)|\[end:\s*{name}\b", re.IGNORECASE
    )
    starts = (number for number, line in enumerate(lines) if opening.search(line))
    if (start := next(starts, None)) is None:
        return None
    rest = lines[start + 1 :]
    end = next((number for number, line in enumerate(rest) if closing.search(line)), len(rest))
    return textwrap.dedent("\n".join(rest[:end]))


def format_diff(code: str, fence: FenceInfo) -> str:
    """Return code as a diff, with ``+`` and ``-`` before added and removed lines."""
    marks = dict.fromkeys(fence.added, "+ ") | dict.fromkeys(fence.removed, "- ")
    lines = code.split("\n")
    if not marks and any(line.startswith(("+", "-")) for line in lines):
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

OPENING = re.compile(r":{3,}\s*\{[^{}\s.#][^{}\s]*\}")
"""A directive between colons in a paragraph, where it is not parsed; ``{.name}`` is a class."""


def parse_callout(info: str) -> tuple[str, str] | None:
    """Return the directive of a block between colons, and the title of its admonition.

    ``info A title`` gives ``("note", "A title")``; an unknown name ``None``.
    """
    match = _INFO.fullmatch(info.strip())
    if match is None or (name := match["name"].lower()) not in _CLASSES:
        return None
    return _CLASSES[name], (match["bracketed"] or match["title"] or "").strip()


def suggest_callout(name: str) -> str:
    """Return the most similar name of a callout, or an empty string."""
    return next(iter(get_close_matches(name.lower(), _CLASSES, n=1)), "")


_SWALLOWED = re.compile(r"^[ \t]*(?:`{3,}|~{3,})|(?:\A|\n)[ \t]*\n#{2,6} \S", re.MULTILINE)
"""In a code block: another fence, or a heading below a blank line."""


def find_inner_fence(content: str, fence: str) -> re.Match[str] | None:
    """Find a line of a code block that looks as if it opened another block of the same kind.

    Such a block was most likely to end above that line.

    :param fence: the characters that open the block, such as three backticks.
    """
    mark = re.escape(fence[0])
    pattern = rf"^[ \t]*{mark}{{{len(fence)},}}[ \t]*[^\s`~][^`\n]*$"
    fences = re.finditer(pattern, content, re.MULTILINE)
    for line in fences:
        above = content[: line.start()].removesuffix("\n").rpartition("\n")[2]
        indent = _indent(line[0])
        # Code is indented at least as far as the line above it.
        if indent < 4 or not above.strip() or _indent(above) < indent:
            return line
    return None


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def has_swallowed_text(content: str, line_count: int) -> bool:
    """Return whether a code block lacks its end, so that it has the text below it as well.

    A block may also end with the page: that is no mistake if it has nothing but code.

    :param line_count: the number of lines of the block, with its fences.
    """
    content_lines = content.removesuffix("\n").count("\n") + 1 if content else 0
    is_open = line_count - 1 == content_lines
    return is_open and (not content.strip() or _SWALLOWED.search(content) is not None)
