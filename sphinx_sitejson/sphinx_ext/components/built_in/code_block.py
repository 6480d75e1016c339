"""Blocks of code that are written as a component."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Sequence
from typing import TYPE_CHECKING

from docutils import nodes

from sphinx_sitejson.sphinx_ext.components.code_languages import known_language
from sphinx_sitejson.sphinx_ext.components.props import flag_prop, text_of_value, text_prop
from sphinx_sitejson.sphinx_ext.components.specs import Family, spec

from .tabs import code_block_of

if TYPE_CHECKING:
    from sphinx_sitejson.sphinx_ext.components.calls import ComponentCall, PropValue

_RANGE = re.compile(r"(\d{1,5})(?:\s*-\s*(\d{1,5}))?")


def build_code_block(call: ComponentCall) -> Sequence[nodes.Node]:
    """Return a block of code: that between the tags, or the words there as code."""
    held = next(filter(None, map(code_block_of, call.children)), None)
    code = held.astext() if held is not None else _code_text(call)
    language = text_prop(call, "language", "lang")
    if not language and held is not None:
        language = str(held.get("language", ""))
    made = nodes.literal_block(code, code, language=known_language(language), force=True)
    made.source, made.line = call.source, call.line
    if language:
        made["written_language"] = language
    _add_marks(made, call)
    return _titled(made, text_prop(call, "filename", "title"), call)


def _add_marks(made: nodes.literal_block, call: ComponentCall) -> None:
    if flag_prop(call, "lines"):
        made["linenos"] = True
    count = made.astext().count("\n") + 1
    focused = _lines(call.props.get("focus"))
    shown = focused or _lines(call.props.get("highlight"))
    if lines := [line for line in shown if line <= count]:
        made["highlight_args"] = {"hl_lines": lines}
    if words := _marked(call.props.get("mark")):
        made["marked_words"] = words
    classes = {
        "sj-code-wrap": flag_prop(call, "wrap"),
        "sj-code-expandable": flag_prop(call, "expandable"),
        "sj-code-focus": bool(focused),
    }
    made["classes"] += [name for name, is_on in classes.items() if is_on]


def _marked(value: PropValue) -> list[str]:
    """Return the words to mark: one text, or a list of them."""
    words = value if isinstance(value, list) else [value]
    return [text for word in words if (text := text_of_value(word))]


def _code_text(call: ComponentCall) -> str:
    words = "\n\n".join(child.astext() for child in call.children)
    return textwrap.dedent(words or text_prop(call, "code", "children")).strip("\n")


def _lines(value: PropValue) -> list[int]:
    """Return the numbers of lines in a text such as ``1-2,5``, or in a list."""
    if isinstance(value, list):
        return [line for line in value if isinstance(line, int) and line > 0]
    found = _RANGE.findall(text_of_value(value))
    return [line for first, last in found for line in range(int(first), int(last or first) + 1)][
        :10_000
    ]


def _titled(made: nodes.literal_block, title: str, call: ComponentCall) -> list[nodes.Node]:
    if not title:
        return [made]
    caption = nodes.caption(title, title)
    caption.source, caption.line = call.source, call.line
    wrapper = nodes.container("", caption, made, literal_block=True)
    wrapper["classes"].append("literal-block-wrapper")
    wrapper.source, wrapper.line = call.source, call.line
    return [wrapper]


FAMILY = Family(
    components=(
        spec(
            "CodeBlock",
            build_code_block,
            "language lang filename title icon iconType wrap lines highlight focus mark expandable "
            "code",
            argument="filename",
        ),
    ),
)
