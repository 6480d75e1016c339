"""Problems that a scan finds: what is not closed, and what is nested too deeply."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import islice

from sphinx_sitejson.common.nesting import TOO_DEEP
from sphinx_sitejson.common.problems import Location, Problem, ProblemCode, quoted

from .element_names import KnownTags
from .lines import line_end
from .scanner import Scan

_OPEN_TAG = re.compile(r"(?<!\w)<([A-Z][\w.]*)")
_MAX_OPEN_MARKS = 20


def find_scan_problems(scanned: Scan, path: str, tags: KnownTags) -> Iterator[Problem]:
    """Yield unclosed fences, comments, expressions and tags, and too deep nesting of a text.

    :param path: the file, for messages.
    """
    open_marks = _find_open_marks(scanned.text, scanned.open_marks, tags)
    for line, code, message in islice(open_marks, _MAX_OPEN_MARKS):
        yield Problem(code=code, message=message, location=Location(file=path, line=line))
    for position, has_element in scanned.open_fences.items():
        line = scanned.text.count("\n", 0, position) + 1
        end = "the element around it" if has_element else "the page"
        message = f"this code block is not closed, so it ends with {end}; add its closing fence."
        yield Problem(
            code=ProblemCode.MDX_FENCE, message=message, location=Location(file=path, line=line)
        )
    if (deep_position := scanned.lexer.first_deep_position) is not None:
        line = scanned.text.count("\n", 0, deep_position) + 1
        message = f"the brackets here are {TOO_DEEP}; they are shown as written."
        yield Problem(
            code=ProblemCode.NESTED_TOO_DEEP,
            message=message,
            location=Location(file=path, line=line),
        )


def _find_open_marks(
    text: str, positions: Iterable[int], tags: KnownTags
) -> Iterator[tuple[int, ProblemCode, str]]:
    """Yield the first comment, expression or tag of each line that does not end."""
    end = -1
    for position in positions:
        # What is nested in something that does not end often does not end either.
        if position < end:
            continue
        tag = _OPEN_TAG.match(text, position)
        is_component = tag is not None and tags.is_component(tag[1])
        if not is_component and not text.startswith(("<!--", "{"), position):
            continue
        end = line_end(text, position)
        source = quoted(text[position:end].rstrip())
        line = text.count("\n", 0, position) + 1
        yield line, *_describe_open_mark(text, position, source)


def _describe_open_mark(text: str, position: int, source: str) -> tuple[ProblemCode, str]:
    if text.startswith(("<!--", "{/*"), position):
        message = f"the comment {source} is not closed, so it is shown as text; add "
        if text[position] == "<":
            return ProblemCode.MDX_TAG, f'{message}"-->".'
        return ProblemCode.MDX_EXPRESSION, f'{message}"*/}}".'
    if text[position] == "{":
        message = (
            f"the expression {source} is not closed, so it is shown as text; close its "
            'brackets and quotes, or write "\\{" for a brace.'
        )
        return ProblemCode.MDX_EXPRESSION, message
    message = f"the tag {source} does not end, so it is shown as text; close its quotes, and add "
    return ProblemCode.MDX_TAG, f'{message}">".'
