"""The front matter of a page: YAML between two lines of dashes, read without surprises."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any

import yaml

from sphinx_sitejson.common.characters import may_contain_unreadable, replace_unreadable_in_value
from sphinx_sitejson.common.nesting import MAX_LEVELS, TOO_DEEP
from sphinx_sitejson.common.problems import Place, Problem, ProblemCode, key_path, quoted
from sphinx_sitejson.settings.front_matter.keys import find_key

# Every level has a bracket, an indicator, or a line of its own.
_LEVEL = re.compile(r"[\[{]|[-?:](?=\s)")


_MOST_CUT = 20

_NEXT_KEY = re.compile(r"^[^\s#\-\]},]", re.MULTILINE)
"""The begin of a key of the first level; a list may stand as far to the left as its key."""


def without_deep_keys(text: str) -> tuple[str, list[int]]:
    """Return a mapping without the keys whose values are nested too deeply.

    Their lines become empty; they are returned, counted from zero.

    :raises yaml.YAMLError: when the text is no YAML.
    """
    cut: list[int] = []
    if len(_LEVEL.findall(text)) <= MAX_LEVELS:
        return text, cut
    lines = text.split("\n")
    while (first := _deep_key("\n".join(lines))) is not None:
        if len(cut) == _MOST_CUT:
            raise yaml.YAMLError
        end = first + 1
        while end < len(lines) and not _NEXT_KEY.match(lines[end]):
            end += 1
        lines[first:end] = [""] * (end - first)
        cut.append(first)
    return "\n".join(lines), cut


def _deep_key(text: str) -> int | None:
    """Return the line of the first key of the first level below which values lie too deep.

    The parser is asked no further than to there: for each bracket it looks at all that are open.
    """
    depth, first, is_key = 0, 0, True
    for event in yaml.parse(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader)):
        if depth == 1 and not isinstance(event, yaml.CollectionEndEvent):
            first = event.start_mark.line if is_key else first
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
_MOST_BROKEN_KEYS = 10
_SIZE_LIMIT = 20_000
"""How many values a front matter may have once its aliases are written out."""
_PLAIN_REASONS = {
    "mapping values are not allowed": "a value has a colon in it; put quotes around it",
    "that cannot start any token": "a value begins with a sign; put quotes around it",
}
"""What helps, by words of the YAML reader."""
_OTHER_LINE_BREAKS = dict.fromkeys(map(ord, "\x85\u2028\u2029"), " ")
"""What ends a line for the YAML reader, but in no editor and in no message."""
_DEEPEST_NESTING = 200
_NESTED_IN_ONE_LINE = re.compile(rf"(?:[-?][ \t]+){{{_DEEPEST_NESTING}}}")


@dataclass(frozen=True, slots=True, kw_only=True)
class FrontMatter:
    """What stands above a page, and how many lines it takes."""

    values: Mapping[str, Any] = field(default_factory=dict)
    lines: Mapping[str, int] = field(default_factory=dict)
    """The line of each key."""
    line_count: int = 0
    problems: tuple[Problem, ...] = ()

    def place(self, key: str, *, file: str) -> Place:
        """Return where a key stands."""
        return Place(file=file, line=self.lines.get(key, 1), key_path=key_path((key,)))


def read_front_matter(text: str, *, file: str, takes_any_end: bool = False) -> FrontMatter:
    """Read the front matter of a page; what is broken is a problem, never an exception.

    :param takes_any_end: whether it may end with dots or with more dashes, as for MyST.
    """
    found = (_ENDED.match(text) if takes_any_end else None) or _FENCED.match(text)
    if found is None:
        return _unclosed(text, file=file) or _of_another_kind(text, file=file) or FrontMatter()
    first_line = text.count("\n", 0, found.start("yaml")) + 1
    block = _read_block(found["yaml"], first_line, file)
    if block.fault is not None:
        # The line of dashes that ends it may be a rule far below in the text.
        unclosed = _unclosed(text, file=file) if "\n\n" in found["yaml"] else None
        if unclosed is not None and unclosed.values:
            return unclosed
        if block.is_syntax:
            block = _read_parts(found["yaml"], first_line, file) or block
    return FrontMatter(
        values=block.values,
        lines=block.lines,
        line_count=text.count("\n", 0, found.end()),
        problems=block.problems,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Block:
    """YAML that was read, or the fault that kept it from being read."""

    values: Mapping[str, Any] = field(default_factory=dict)
    lines: Mapping[str, int] = field(default_factory=dict)
    problems: tuple[Problem, ...] = ()
    fault: tuple[str, int] | None = None
    """The reason and its line."""
    is_syntax: bool = False
    """Whether the text is no YAML, and parts of it may be."""


def _read_block(text: str, first_line: int, file: str) -> _Block:
    try:
        # The loader nests in C, without a limit of its own.
        shallow, cut = without_deep_keys(text.translate(_OTHER_LINE_BREAKS))
        too_deep = tuple(_too_deep(file, first_line + line) for line in cut)
        loader = _PlainLoader(shallow)
        try:
            node = loader.get_single_node()
            if not isinstance(node, yaml.MappingNode):
                if node is None or node.tag.endswith(":null"):
                    return _Block(problems=too_deep)
                return _broken("it must be a list of keys and values", first_line, file)
            lines, problems = _keys_of(node, first_line, file)
            problems += too_deep
            values = loader.construct_document(node)
        finally:
            loader.dispose()
    except yaml.YAMLError as error:
        broken = _broken(_describe(error, text), first_line + _line_of(error), file)
        return replace(broken, is_syntax=True)
    if not _is_small(values):
        return _broken("its aliases write out to too many values", first_line, file)
    if may_contain_unreadable(text):
        values = replace_unreadable_in_value(values)
    return _Block(
        values={str(key): value for key, value in values.items()}, lines=lines, problems=problems
    )


def _keys_of(
    node: yaml.MappingNode, first_line: int, file: str
) -> tuple[dict[str, int], tuple[Problem, ...]]:
    """Return the line of each key, and those that stand there twice, of which the last counts."""
    lines: dict[str, int] = {}
    problems = []
    for key, _ in node.value:
        name, line = str(key.value), first_line + key.start_mark.line
        if name in lines and isinstance(key, yaml.ScalarNode) and name != "<<":
            message = (
                f"the key {quoted(name)} is already on line {lines[name]}; the last one is used."
            )
            place = Place(file=file, line=line, key_path=key_path((name,)))
            problems.append(Problem(code=ProblemCode.DUPLICATE_KEY, message=message, place=place))
        lines[name] = line
    return lines, tuple(problems)


def _read_parts(text: str, first_line: int, file: str) -> _Block | None:
    """Read each key by itself, so that one that cannot be read costs nothing but itself."""
    values: dict[str, Any] = {}
    lines: dict[str, int] = {}
    problems: list[Problem] = []
    for name, part, line in _parts(text, first_line):
        read = _read_block(part, line, file)
        if read.fault is None:
            values |= read.values
            lines |= read.lines
        else:
            reason, at = read.fault
            message = f"the front matter could not be read: {reason}. {quoted(name)} is left out."
            problems.append(_problem(message, at, file))
        if len(problems) > _MOST_BROKEN_KEYS:
            return None
    if not values:
        return None
    return _Block(values=values, lines=lines, problems=tuple(problems))


def _parts(text: str, line: int) -> Iterator[tuple[str, str, int]]:
    """Yield the name of each key, its text and its line."""
    starts = [found.start() for found in _KEY_LINE.finditer(text)]
    line += text.count("\n", 0, starts[0]) if starts else 0
    for start, end in pairwise([*starts, len(text)]):
        part = text[start:end]
        yield part.partition(":")[0].strip("\"' "), part, line
        line += part.count("\n")


def _unclosed(text: str, *, file: str) -> FrontMatter | None:
    """Read front matter that no line of dashes ends: it ends where its paragraph does."""
    found = _OPENED.match(text)
    if found is None or find_key(found["key"]) is None:
        return None
    first_line = text.count("\n", 0, found.start("yaml")) + 1
    last_line = first_line - 1 + found["yaml"].rstrip("\n").count("\n") + 1
    if end := (found["end"] or "").strip():
        last_line += 1
        message = f'the front matter must end with "---", not with "{end}" on line {last_line}.'
    else:
        message = (
            "the front matter is never closed; it is taken to end with "
            f'line {last_line}. Write "---" below that line.'
        )
    block = _read_block(found["yaml"], first_line, file)
    if block.fault is not None:
        block = _read_parts(found["yaml"], first_line, file) or block
    return FrontMatter(
        values=block.values,
        lines=block.lines,
        line_count=last_line,
        problems=(_problem(message, first_line - 1, file), *block.problems),
    )


def _of_another_kind(text: str, *, file: str) -> FrontMatter | None:
    """Tell of front matter in another language, which is never read."""
    found = _OTHER_LANGUAGE.match(text)
    if found is None:
        return None
    message = (
        f'front matter that begins with "{found["begin"]}" is not read; '
        'write YAML between two lines of "---".'
    )
    line = text.count("\n", 0, found.start("begin")) + 1
    return FrontMatter(problems=(_problem(message, line, file),))


def _broken(reason: str, line: int, file: str) -> _Block:
    message = f"the front matter could not be read: {reason}. The page is built without it."
    return _Block(fault=(reason, line), problems=(_problem(message, line, file),))


def _problem(message: str, line: int, file: str) -> Problem:
    return Problem(
        code=ProblemCode.FRONT_MATTER, message=message, place=Place(file=file, line=line)
    )


def shallow_front_matter(text: str) -> str:
    """Return a page without the values of its front matter that are nested too deeply."""
    found = _FENCED.match(text)
    if found is None:
        return text
    try:
        shallow, cut = without_deep_keys(found["yaml"])
    except yaml.YAMLError:
        return text
    return text[: found.start("yaml")] + shallow + text[found.end("yaml") :] if cut else text


def _too_deep(file: str, line: int) -> Problem:
    message = f"a value of the front matter is {TOO_DEEP}; its key is left out."
    return Problem(
        code=ProblemCode.NESTED_TOO_DEEP, message=message, place=Place(file=file, line=line)
    )


class _PlainLoader(getattr(yaml, "CSafeLoader", yaml.SafeLoader)):  # type: ignore[misc]
    """A safe YAML loader that keeps text as it is written.

    A page's version ``1.10`` is no number, its date no object, and ``no`` is a word.
    """


_PlainLoader.yaml_implicit_resolvers = {
    first: [(tag, pattern) for tag, pattern in resolvers if tag.endswith((":null", ":merge"))]
    for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
}
_PlainLoader.add_implicit_resolver(
    "tag:yaml.org,2002:bool", re.compile("^(?:true|True|TRUE|false|False|FALSE)$"), list("tTfF")
)


def _is_small(values: object) -> bool:
    """Count the values as if every alias were written out, and give up early."""
    waiting, count = [values], 0
    while waiting:
        value = waiting.pop()
        count += 1
        if count > _SIZE_LIMIT:
            return False
        if isinstance(value, dict):
            waiting.extend(value.values())
        elif isinstance(value, list):
            waiting.extend(value)
    return True


def _line_of(error: yaml.YAMLError) -> int:
    mark = getattr(error, "problem_mark", None)
    return mark.line if mark else 0


def _describe(error: yaml.YAMLError, text: str) -> str:
    reason = str(getattr(error, "problem", None) or "it is not valid YAML")
    mark = getattr(error, "problem_mark", None)
    line = text.split("\n")[mark.line] if mark and mark.line <= text.count("\n") else ""
    if "\t" in line[: len(line) - len(line.lstrip()) + 1]:
        return f"{reason}; write spaces instead of tabs"
    plain = (said for words, said in _PLAIN_REASONS.items() if words in reason)
    return next(plain, reason)
