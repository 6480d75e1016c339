"""Read the front matter of a page: YAML between two lines of dashes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import field, replace
from itertools import islice, pairwise
from pathlib import Path
from typing import Any

from sphinx_sitejson.common.characters import may_contain_unreadable, replace_unreadable_in_value
from sphinx_sitejson.common.json_documents.source_text import TextFaultError
from sphinx_sitejson.common.json_documents.sources import Source, read_shallow_yaml
from sphinx_sitejson.common.json_documents.yaml_reading import NOT_YAML, plain_constant
from sphinx_sitejson.common.nesting import TOO_DEEP, iter_values
from sphinx_sitejson.common.problems import Location, Problem, ProblemCode, key_path, quoted
from sphinx_sitejson.common.records import record

from .keys import find_key

_FENCED = re.compile(
    r"\A\ufeff?(?:[ \t]*\n)*---[ \t]*\n(?P<yaml>.*?)^---[ \t]*(?:\n|\Z)", re.DOTALL | re.MULTILINE
)
_ENDED = re.compile(
    r"\A---[ \t]*\n(?P<yaml>.*?)^ {0,3}(?:---|\.\.\.)[^\n]*(?:\n|\Z)", re.DOTALL | re.MULTILINE
)
_OPENED = re.compile(
    r"\A\ufeff?(?:[ \t]*\n)*---[ \t]*\n"
    r"(?P<yaml>(?P<key>[A-Za-z][\w:.-]*)[ \t]*:(?=\s)[^\n]*(?:\n|\Z)"
    r"(?:(?!\.\.\.|-{2,}|#{2,} |</?[A-Z])[^\n]*\S[^\n]*(?:\n|\Z))*)"
    r"(?P<end>(?:\.\.\.|-{2,})[ \t]*(?:\n|\Z))?"
)
_OTHER_LANGUAGE = re.compile(
    r"\A\ufeff?(?:[ \t]*\n)*(?P<begin>---(?:js|javascript|json|toml)|\+\+\+)[ \t]*\n"
)
_KEY_LINE = re.compile(
    r"^(?:\"[^\"\n]*\"|'[^'\n]*'|[^\s#\"'\[\]{}&*!|>%@`-][^:\n]*):(?=\s)", re.MULTILINE
)
_CONTENT = re.compile(r"^[ \t]*[^\s#][^\n]*", re.MULTILINE)
_MAX_BROKEN_KEYS = 10
_SIZE_LIMIT = 20_000
"""The maximum number of values with all aliases expanded."""
_OTHER_LINE_BREAKS = dict.fromkeys(map(ord, "\x85\u2028\u2029"), " ")
"""Line breaks of YAML 1.1 that editors do not count as lines."""


@record
class FrontMatter:
    """The front matter of a page, and its number of lines."""

    values: Mapping[str, Any] = field(default_factory=dict)
    parts: tuple[tuple[Source, int], ...] = field(default=(), repr=False)
    """The parts that could be read, each with its first line."""
    line_count: int = 0
    problems: tuple[Problem, ...] = ()
    error: tuple[str, int] | None = None
    """Why it could not be read, and the line of the error."""
    is_syntax_error: bool = False
    """Whether single keys may still be readable."""

    def locate(self, key: str, *, file: str) -> Location:
        lines = (
            first_line - 1 + (source.locate((key,), at_key=True).line or 1)
            for source, first_line in reversed(self.parts)
            if key in source.value
        )
        return Location(file, line=next(lines, 1), key_path=key_path((key,)))


def read_front_matter(text: str, *, file: str, allows_any_end: bool = False) -> FrontMatter:
    """Read the front matter of a page; errors are returned as problems.

    ``---\ntitle: A\n---\n`` gives the values ``{"title": "A"}`` and a ``line_count`` of 3.

    :param allows_any_end: whether it may end with dots or more dashes, as MyST allows.
    """
    match = (_ENDED.match(text) if allows_any_end else None) or _FENCED.match(text)
    if match is None:
        return (
            _read_unclosed(text, file=file)
            or _report_other_format(text, file=file)
            or FrontMatter()
        )
    first_line = text.count("\n", 0, match.start("yaml")) + 1
    block = _read_block(match["yaml"], first_line, file)
    if block.error is not None:
        # The closing line of dashes may be a horizontal rule far below.
        unclosed = _read_unclosed(text, file=file) if "\n\n" in match["yaml"] else None
        if unclosed is not None and unclosed.values:
            return unclosed
        if block.is_syntax_error:
            block = _read_keys_separately(match["yaml"], first_line, file, block.error) or block
    return replace(block, line_count=text.count("\n", 0, match.end()))


def _read_block(text: str, first_line: int, file: str) -> FrontMatter:
    try:
        reader, text, cut = read_shallow_yaml(
            text.translate(_OTHER_LINE_BREAKS), resolve=plain_constant
        )
        if reader.next_document:
            raise TextFaultError("another document begins here", *reader.next_document)
    except TextFaultError as error:
        reason = error.fault.message.removeprefix(NOT_YAML).removesuffix(".")
        broken = _unreadable_block(reason, first_line - 1 + error.fault.line, file)
        return replace(broken, is_syntax_error=True)
    values = reader.value
    if values is not None and not isinstance(values, dict):
        reason = 'it must consist of keys and values, such as "title: Start"'
        return _unreadable_block(reason, first_line, file)
    if next(islice(iter_values(values), _SIZE_LIMIT, None), None) is not None:
        return _unreadable_block("its aliases expand to too many values", first_line, file)
    if may_contain_unreadable(text):
        values = replace_unreadable_in_value(values)
    message = f"a value of the front matter is {TOO_DEEP}; everything deeper was ignored."
    problems = [
        _problem(message, first_line - 1 + line, file, ProblemCode.NESTED_TOO_DEEP)
        for line, _column in (*cut, *reader.too_deep)
    ]
    problems += [
        _problem(fault.message, first_line - 1 + fault.line, file, ProblemCode.DUPLICATE_KEY)
        for fault in reader.repeated_keys
        if len(fault.path) == 1
    ]
    source = Source(file=file, value=values, text=text)
    parts = ((source, first_line),) if values else ()
    return FrontMatter(values=values or {}, parts=parts, problems=tuple(problems))


def _read_keys_separately(
    text: str, first_line: int, file: str, error: tuple[str, int]
) -> FrontMatter | None:
    """Read each key separately, so that an error affects one key only."""
    values: dict[str, Any] = {}
    parts: list[tuple[Source, int]] = []
    problems: list[Problem] = []
    for name, part, line in _split_keys(text, first_line):
        read = _read_block(part, line, file)
        if read.error is None:
            values |= read.values
            parts += read.parts
        else:
            reason, error_line = read.error
            message = f"the front matter could not be read: {reason}. {quoted(name)} was ignored."
            problems.append(_problem(message, error_line, file))
        if len(problems) > _MAX_BROKEN_KEYS:
            return None
    if not values:
        return None
    if not problems:
        # Each key is readable alone, so the error is between them.
        reason, error_line = error
        message = f"the front matter could not be read: {reason}. Its keys are read one by one."
        problems.append(_problem(message, error_line, file))
    return FrontMatter(values=values, parts=tuple(parts), problems=tuple(problems))


def _split_keys(text: str, line: int) -> Iterator[tuple[str, str, int]]:
    """Yield the name of each key, its text and its line."""
    starts = [match.start() for match in _KEY_LINE.finditer(text)]
    # What is before the first key may be a key with a wrong indentation.
    if _CONTENT.search(text, 0, starts[0] if starts else 0):
        starts.insert(0, 0)
    line += text.count("\n", 0, starts[0]) if starts else 0
    for start, end in pairwise([*starts, len(text)]):
        part = text[start:end]
        name = _CONTENT.search(part)
        yield (name[0] if name else "").partition(":")[0].strip("\"' \t"), part, line
        line += part.count("\n")


def _read_unclosed(text: str, *, file: str) -> FrontMatter | None:
    """Read front matter without a closing line: it ends with its first blank line."""
    match = _OPENED.match(text)
    if match is None or find_key(match["key"]) is None:
        return None
    first_line = text.count("\n", 0, match.start("yaml")) + 1
    last_line = first_line - 1 + match["yaml"].rstrip("\n").count("\n") + 1
    if end := (match["end"] or "").strip():
        last_line += 1
        message = f'the front matter must end with "---", not with "{end}" on line {last_line}.'
    else:
        message = (
            "the front matter is never closed; it is taken to end with "
            f'line {last_line}. Write "---" below that line.'
        )
    block = _read_block(match["yaml"], first_line, file)
    if block.error is not None:
        block = _read_keys_separately(match["yaml"], first_line, file, block.error) or block
    problems = (_problem(message, first_line - 1, file), *block.problems)
    return replace(block, line_count=last_line, problems=problems)


def _report_other_format(text: str, *, file: str) -> FrontMatter | None:
    """Report front matter in another format, such as TOML, which is not supported."""
    match = _OTHER_LANGUAGE.match(text)
    if match is None:
        return None
    message = (
        f'front matter that begins with "{match["begin"]}" is not read; '
        'write YAML between two lines of "---".'
    )
    line = text.count("\n", 0, match.start("begin")) + 1
    return FrontMatter(problems=(_problem(message, line, file),))


def _unreadable_block(reason: str, line: int, file: str) -> FrontMatter:
    message = f"the front matter could not be read: {reason}. The page is built without it."
    return FrontMatter(error=(reason, line), problems=(_problem(message, line, file),))


def _problem(
    message: str, line: int, file: str, code: ProblemCode = ProblemCode.FRONT_MATTER
) -> Problem:
    return Problem(code, message, Location(file, line=line))


def read_page_front_matter(text: str, path: Path) -> FrontMatter:
    """Read the front matter of a file like the parser of the page."""
    return read_front_matter(text, file=str(path), allows_any_end=path.suffix == ".md")
