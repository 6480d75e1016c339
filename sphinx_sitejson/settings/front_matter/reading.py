"""Read the front matter of a page: YAML between two lines of dashes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import islice, pairwise
from pathlib import Path
from typing import Any

import yaml

from sphinx_sitejson.common.characters import may_contain_unreadable, replace_unreadable_in_value
from sphinx_sitejson.common.json_documents.yaml_reading import describe_yaml_error
from sphinx_sitejson.common.nesting import MAX_LEVELS, TOO_DEEP, iter_values
from sphinx_sitejson.common.problems import Location, Problem, ProblemCode, key_path, quoted

from .keys import find_key

# Every level has a bracket or an indicator.
_LEVEL = re.compile(r"[\[{]|[-?:](?=\s)")

_MAX_REMOVED_KEYS = 20

_NEXT_KEY = re.compile(r"^[^\s#\-\]},]", re.MULTILINE)
"""The start of a top-level key; a list may have the same indentation as its key."""


def remove_deep_keys(text: str) -> tuple[str, list[int]]:
    """Return a mapping without the keys whose values are nested too deeply.

    Their lines become empty. The numbers of their first lines, from zero, are returned as well.

    :raises yaml.YAMLError: when the text is no YAML.
    """
    removed: list[int] = []
    if len(_LEVEL.findall(text)) <= MAX_LEVELS:
        return text, removed
    lines = text.split("\n")
    while (first := _find_deep_key("\n".join(lines))) is not None:
        if len(removed) == _MAX_REMOVED_KEYS:
            raise yaml.YAMLError
        end = first + 1
        while end < len(lines) and not _NEXT_KEY.match(lines[end]):
            end += 1
        lines[first:end] = [""] * (end - first)
        removed.append(first)
    return "\n".join(lines), removed


def _find_deep_key(text: str) -> int | None:
    """Return the line of the first top-level key whose value is nested too deeply.

    Parsing stops there, since its time grows with the square of the depth.
    """
    depth, first, is_key = 0, 0, True
    for event in yaml.parse(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader)):
        if depth == 1 and not isinstance(event, yaml.CollectionEndEvent):
            if is_key and event.start_mark:
                first = event.start_mark.line
            is_key = not is_key
        depth += isinstance(event, yaml.CollectionStartEvent)
        depth -= isinstance(event, yaml.CollectionEndEvent)
        if depth > MAX_LEVELS:
            return first
    return None


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


@dataclass(frozen=True, kw_only=True)
class FrontMatter:
    """The front matter of a page, and its number of lines."""

    values: Mapping[str, Any] = field(default_factory=dict)
    lines: Mapping[str, int] = field(default_factory=dict)
    """The line of each key."""
    line_count: int = 0
    problems: tuple[Problem, ...] = ()
    error: tuple[str, int] | None = None
    """Why it could not be read, and the line of the error."""
    is_syntax_error: bool = False
    """Whether single keys may still be readable."""

    def locate(self, key: str, *, file: str) -> Location:
        return Location(file, line=self.lines.get(key, 1), key_path=key_path((key,)))


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
            separate = _read_keys_separately(match["yaml"], first_line, file, block.error)
            block = separate or block
    return replace(block, line_count=text.count("\n", 0, match.end()))


def _read_block(text: str, first_line: int, file: str) -> FrontMatter:
    try:
        # The C loader has no limit of nesting.
        shallow, removed = remove_deep_keys(text.translate(_OTHER_LINE_BREAKS))
        message = f"a value of the front matter is {TOO_DEEP}; its key was ignored."
        too_deep = tuple(
            _problem(message, first_line + line, file, ProblemCode.NESTED_TOO_DEEP)
            for line in removed
        )
        loader = _PlainLoader(shallow)
        try:
            node = loader.get_single_node()
            if not isinstance(node, yaml.MappingNode):
                if node is None or node.tag.endswith(":null"):
                    return FrontMatter(problems=too_deep)
                return _unreadable_block(
                    'it must consist of keys and values, such as "title: Start"', first_line, file
                )
            lines, problems = _collect_key_lines(node, first_line, file)
            problems += too_deep
            values = loader.construct_document(node)
        finally:
            loader.dispose()
    except yaml.YAMLError as error:
        broken = _unreadable_block(
            describe_yaml_error(error, text), first_line + _error_line(error), file
        )
        return replace(broken, is_syntax_error=True)
    if next(islice(iter_values(values), _SIZE_LIMIT, None), None) is not None:
        return _unreadable_block("its aliases expand to too many values", first_line, file)
    if may_contain_unreadable(text):
        values = replace_unreadable_in_value(values)
    values = {str(key): value for key, value in values.items()}
    return FrontMatter(values=values, lines=lines, problems=problems)


def _collect_key_lines(
    node: yaml.MappingNode, first_line: int, file: str
) -> tuple[dict[str, int], tuple[Problem, ...]]:
    """Return the line of each key, and a problem for each duplicate, of which the last wins."""
    lines: dict[str, int] = {}
    problems = []
    for key, _ in node.value:
        name, line = str(key.value), first_line + key.start_mark.line
        if name in lines and isinstance(key, yaml.ScalarNode) and name != "<<":
            message = (
                f"the key {quoted(name)} is already on line {lines[name]}; the last one is used."
            )
            location = Location(file, line=line, key_path=key_path((name,)))
            problems.append(Problem(ProblemCode.DUPLICATE_KEY, message, location))
        lines[name] = line
    return lines, tuple(problems)


def _read_keys_separately(
    text: str, first_line: int, file: str, error: tuple[str, int]
) -> FrontMatter | None:
    """Read each key separately, so that an error affects one key only."""
    values: dict[str, Any] = {}
    lines: dict[str, int] = {}
    problems: list[Problem] = []
    for name, part, line in _split_keys(text, first_line):
        read = _read_block(part, line, file)
        if read.error is None:
            values |= read.values
            lines |= read.lines
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
    return FrontMatter(values=values, lines=lines, problems=tuple(problems))


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
        error = block.error
        block = _read_keys_separately(match["yaml"], first_line, file, error) or block
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


def remove_deep_front_matter(text: str) -> str:
    """Return a page without the front matter keys that are nested too deeply."""
    match = _FENCED.match(text)
    if match is None:
        return text
    try:
        shallow, removed = remove_deep_keys(match["yaml"])
    except yaml.YAMLError:
        return text
    return text[: match.start("yaml")] + shallow + text[match.end("yaml") :] if removed else text


class _PlainLoader(getattr(yaml, "CSafeLoader", yaml.SafeLoader)):  # type: ignore[misc]
    """A safe YAML loader that resolves only null, merge keys and true or false.

    ``1.10`` stays a string, as do dates and ``no``.
    """


_PlainLoader.yaml_implicit_resolvers = {
    first: [(tag, pattern) for tag, pattern in resolvers if tag.endswith((":null", ":merge"))]
    for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
}
_PlainLoader.add_implicit_resolver(
    "tag:yaml.org,2002:bool", re.compile("^(?:true|True|TRUE|false|False|FALSE)$"), list("tTfF")
)


def _error_line(error: yaml.YAMLError) -> int:
    mark = getattr(error, "problem_mark", None)
    return mark.line if mark else 0


def read_page_front_matter(text: str, path: Path) -> FrontMatter:
    """Read the front matter of a file like the parser of the page."""
    return read_front_matter(text, file=str(path), allows_any_end=path.suffix == ".md")
