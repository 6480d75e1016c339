"""Tabs, groups of code blocks, and code blocks."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Sequence
from functools import cache
from typing import TYPE_CHECKING

from docutils import nodes
from sphinx.locale import _

from sphinx_sitejson.appearance.language_names import code_name
from sphinx_sitejson.common.problems import ProblemCode
from sphinx_sitejson.sphinx_ext.components.calls import ComponentCall, PropValue
from sphinx_sitejson.sphinx_ext.components.code_languages import known_language
from sphinx_sitejson.sphinx_ext.components.component_nodes import (
    block,
    component,
    content_below_title,
    is_component,
    slot,
    text,
)
from sphinx_sitejson.sphinx_ext.components.props import (
    flag_prop,
    icon_prop,
    text_of_value,
    text_prop,
    text_slot,
)
from sphinx_sitejson.sphinx_ext.components.specs import Family, NodeShape, spec

if TYPE_CHECKING:
    from sphinx.environment import BuildEnvironment


def build_tabs(call: ComponentCall) -> Sequence[nodes.Node]:
    """Return a set of tabs; what is no tab stands before it."""
    tabs = [child for child in call.children if is_component(child, "tab")]
    others = [child for child in call.children if not is_component(child, "tab")]
    report_other_content(call, "<Tab>", has_own=bool(tabs), others=others)
    return [*others, *_set_of(tabs, call, is_code=False)]


def build_tab(call: ComponentCall) -> Sequence[nodes.Node]:
    """Return one tab."""
    title = text_prop(call, "title", "value", "label") or _("Tab")
    return [
        block(
            "tab",
            call,
            call.children,
            slots=text_slot("title", title, call),
            wanted_id=text_prop(call, "id"),
            icon=icon_prop(call),
            group="",
        )
    ]


def build_code_group(call: ComponentCall) -> Sequence[nodes.Node]:
    """Return code blocks of which one is shown; their titles are the tabs."""
    tabs = [_code_tab(code, call) for child in call.children if (code := code_block_of(child))]
    others = [child for child in call.children if not code_block_of(child)]
    report_other_content(call, "block of code", has_own=bool(tabs), others=others)
    return [*others, *_set_of(tabs, call, is_code=True)]


def _set_of(tabs: list[component], call: ComponentCall, *, is_code: bool) -> list[nodes.Node]:
    """Return a set of tabs with a name of its own, by which browsers close the others."""
    if not tabs:
        return []
    join_tabs(tabs, call.env)
    return [block("tabs", call, tabs, is_code=is_code)]


def join_tabs(tabs: Iterable[component], env: BuildEnvironment) -> None:
    """Give tabs the name of a set of their own."""
    number = env.new_serialno("sitejson-tabs")
    for tab in tabs:
        tab["values"] = {**tab["values"], "group": f"{env.docname}-{number}"}


def report_other_content(
    call: ComponentCall, wanted: str, *, has_own: bool, others: Sequence[nodes.Node]
) -> None:
    """Say what has no place in a component, or that what it is for is missing."""
    unseen = nodes.comment | nodes.system_message
    others = [child for child in others if not isinstance(child, unseen)]
    if not has_own:
        what = "its content is shown" if others else "there is nothing to show"
        call.report(ProblemCode.MISPLACED_COMPONENT, f"<{call.name}> holds no {wanted}; {what}.")
    elif others:
        message = f"<{call.name}> holds something that is no {wanted}; it is shown before the tabs."
        call.report(ProblemCode.MISPLACED_COMPONENT, message)


def _code_tab(code: nodes.literal_block, call: ComponentCall) -> component:
    label = text(code_title(code), call)
    # A file name or a language is the same for all readers.
    label["translatable"] = False
    shown = code.deepcopy()
    shown["has_named_language"] = True
    return block("tab", call, [shown], slots=[slot("title", label)], icon=None, group="")


def code_block_of(node: nodes.Node) -> nodes.literal_block | None:
    """Return a code block, also one in a frame with its caption."""
    if isinstance(node, nodes.literal_block):
        return node
    if isinstance(node, nodes.container) and node.get("literal_block"):
        return next(iter(node.findall(nodes.literal_block)), None)
    return None


@cache
def _sample_labels() -> dict[str, str]:
    """Return what tabs of request samples are called, by the highlighters of their languages."""
    from sphinx_sitejson.reference.request_samples.catalog import LANGUAGES

    return {language.lexer: language.label for language in [*LANGUAGES.values()][::-1]}


def code_title(code: nodes.literal_block) -> str:
    """Return the caption of a code block, else its language."""
    frame = code.parent
    if isinstance(frame, nodes.container) and frame.get("literal_block"):
        for caption in frame.findall(nodes.caption):
            return caption.astext()
    language = str(code.get("language", ""))
    return _sample_labels().get(language) or code_name(language) or _("Code")


def code_blocks_in(children: Iterable[nodes.Node]) -> list[nodes.literal_block]:
    """Return all code blocks in some nodes."""
    return [code for child in children for code in child.findall(nodes.literal_block)]


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
        spec("Tabs", build_tabs, "items"),
        spec("Tab", build_tab, "title value label icon iconType", argument="title"),
        spec("CodeGroup", build_code_group, "dropdown title"),
        spec(
            "CodeBlock",
            build_code_block,
            "language lang filename title icon iconType wrap lines highlight focus mark expandable "
            "code",
            argument="filename",
        ),
    ),
    shapes=(
        NodeShape(name="tabs", needs_script=True),
        NodeShape(
            name="tab",
            plain=content_below_title,
            inside="tabs",
            when_stray="<Tab> is outside <Tabs>, which is put around it.",
        ),
    ),
)
