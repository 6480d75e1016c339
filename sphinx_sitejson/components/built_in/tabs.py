"""Tabs, code blocks and groups of them, accordions and views."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from docutils import nodes
from sphinx.environment import BuildEnvironment
from sphinx.locale import _

from sphinx_sitejson.appearance.lexers import known_language, language_name
from sphinx_sitejson.common.characters import heading_slug
from sphinx_sitejson.common.problems import ProblemCode, quoted
from sphinx_sitejson.mdx.fences import FenceInfo, select_part
from sphinx_sitejson.navigation.page_links import explain_missing_file, project_file
from sphinx_sitejson.settings.appearance import PackageManager
from sphinx_sitejson.site_build.markdown_writer import FOR_AGENTS, FOR_PEOPLE

from ..nodes import (
    ComponentCall,
    Nodes,
    NodeSequence,
    PropValue,
    ancestors,
    block,
    code_block,
    component,
    component_content,
    find_components,
    find_slot,
    in_paragraphs,
    indented,
    insert_below_head,
    insert_choice,
    is_component,
    no_content,
    set_location,
    slot,
    text,
    with_caption,
)
from ..package_commands import MANAGERS, translate_commands
from ..props import (
    choice_prop,
    flag_prop,
    icon_prop,
    make_call,
    markdown_slots,
    report_prop,
    text_prop,
    text_slot,
    value_as_text,
)
from ..specs import ComponentSpec, NodeShape


def build_tabs(call: ComponentCall) -> NodeSequence:
    """Return a set of tabs, after all other content."""
    tabs = [child for child in call.children if is_component(child, "tab")]
    others = [child for child in call.children if not is_component(child, "tab")]
    entries = call.props.get("values")
    labels = {
        str(entry.get("value")): entry.get("label")
        for entry in (entries if isinstance(entries, list) else [])
        if isinstance(entry, dict)
    }
    for tab in tabs:
        title = find_slot(tab, "title")
        if title is not None and (label := labels.get(title.astext())):
            title.clear()
            title += text(str(label), call)
    return _make_tab_set(tabs, others, call, "<Tab>")


def build_tab(call: ComponentCall) -> NodeSequence:
    # "value" of Docusaurus is an id for its label.
    title = text_prop(call, "title", "label", "value") or _("Tab")
    return [
        block(
            "tab",
            call,
            slots=text_slot("title", title, call),
            wanted_id=text_prop(call, "id") or _tab_id(title),
            icon=icon_prop(call),
            group="",
        )
    ]


def build_code_group(call: ComponentCall) -> NodeSequence:
    """Return code blocks as tabs with their titles."""
    tabs = [_code_tab(code, call) for child in call.children if (code := find_code_block(child))]
    others = [child for child in call.children if not find_code_block(child)]
    return _make_tab_set(tabs, others, call, "code block", is_code=True)


def _make_tab_set(
    tabs: list[component],
    others: Nodes,
    call: ComponentCall,
    expected: str,
    *,
    is_code: bool = False,
) -> Nodes:
    """Return a set of tabs after the other content, which is reported, as are missing tabs."""
    unseen = nodes.comment | nodes.system_message
    is_other_visible = not all(isinstance(child, unseen) for child in others)
    if not tabs:
        what = "its content is shown" if is_other_visible else "there is nothing to show"
        message = f"<{call.name}> contains no {expected}; {what}."
        call.report(ProblemCode.MISPLACED_COMPONENT, message)
        return others
    if is_other_visible:
        message = (
            f"<{call.name}> contains something that is not a {expected}; "
            "it is shown before the tabs."
        )
        call.report(ProblemCode.MISPLACED_COMPONENT, message)
    join_tabs(tabs, call.env)
    return [*others, block("tabs", call, tabs, is_code=is_code)]


def join_tabs(tabs: Iterable[component], env: BuildEnvironment) -> None:
    """Give tabs the name of a set, by which browsers close the other tabs."""
    number = env.new_serialno("sitejson-tabs")
    for tab in tabs:
        tab["values"] = {**tab["values"], "group": f"{env.docname}-{number}"}


def _code_tab(code: nodes.literal_block, call: ComponentCall) -> component:
    title = code_title(code)
    label = text(title, call)
    # A file name or a language is the same for all readers.
    label["translatable"] = False
    copied = code.deepcopy()
    copied["has_named_language"] = True
    return block(
        "tab",
        call,
        [copied],
        slots=[slot("title", label)],
        wanted_id=_tab_id(title),
        icon=None,
        group="",
    )


def _tab_id(title: str) -> str:
    return heading_slug(title) or "tab"


def find_code_block(node: nodes.Node) -> nodes.literal_block | None:
    """Return a code block, also one in a frame with its caption."""
    if isinstance(node, nodes.literal_block):
        return node
    if isinstance(node, nodes.container) and node.get("literal_block"):
        return next(iter(node.findall(nodes.literal_block)), None)
    return None


@cache
def _sample_labels() -> dict[str, str]:
    """Return the labels of the languages of request samples, by lexer."""
    from sphinx_sitejson.http_messages.samples import LANGUAGES

    return {language.lexer: language.label for language in [*LANGUAGES.values()][::-1]}


def code_title(code: nodes.literal_block) -> str:
    """Return the caption of a code block, else its language."""
    frame = code.parent
    if isinstance(frame, nodes.container) and frame.get("literal_block"):
        for caption in frame.findall(nodes.caption):
            return caption.astext()
    language = str(code.get("language", ""))
    return _sample_labels().get(language) or language_name(language) or _("Code")


def code_blocks_in(children: Iterable[nodes.Node]) -> list[nodes.literal_block]:
    """Return all code blocks in some nodes."""
    return [code for child in children for code in child.findall(nodes.literal_block)]


def package_tabs(
    block_node: nodes.literal_block, managers: Iterable[PackageManager], env: BuildEnvironment
) -> component | None:
    """Return the tabs of an ``npm`` or ``pip`` code block, or ``None`` for other blocks.

    A block with a title, or in a tab, is one of several that an author has written. One whose
    commands no other package manager has becomes a block of shell code.
    """
    language = str(block_node.get("written_language") or block_node.get("language") or "")
    if language not in MANAGERS or any(
        is_component(ancestor, "tab", "example")
        or ancestor.get("literal_block")
        or any({"tab", "tabs"} & {*name.split("-")} for name in ancestor["classes"])
        for ancestor in ancestors(block_node)
    ):
        return None
    texts = translate_commands(block_node.astext(), language, managers)
    if len(texts) < 2:
        if texts:
            block_node["language"] = "bash"
        return None
    blocks = []
    for name, code in texts.items():
        copied = block_node.deepcopy()
        copied.rawsource, copied[:] = code, [nodes.Text(code)]
        copied["language"], copied["written_language"] = "bash", "bash"
        blocks.append(with_caption(copied, name))
    source, line = str(block_node.source or ""), block_node.line or 1
    call = make_call("CodeGroup", {}, blocks, source=source, line=line, env=env)
    [tab_set] = build_code_group(call)
    assert isinstance(tab_set, component)
    return tab_set


_RANGE = re.compile(r"(\d{1,5})(?:\s*-\s*(\d{1,5}))?")


def build_code_block(call: ComponentCall) -> NodeSequence:
    """Return a code block: the one between the tags, or their text as code."""
    inner_block = next(filter(None, map(find_code_block, call.children)), None)
    if file := text_prop(call, "file"):
        code = _read_code(call, file)
    elif inner_block is not None:
        code = inner_block.astext()
    else:
        content = "\n\n".join(child.astext() for child in call.children)
        code = textwrap.dedent(content or text_prop(call, "code", "children")).strip("\n")
    language = text_prop(call, "language", "lang")
    if not language and inner_block is not None:
        language = str(inner_block.get("language", ""))
    mark = call.props.get("mark")
    terms = mark if isinstance(mark, list) else [mark]
    fence = FenceInfo(
        language=language,
        highlighted=_parse_lines(call.props.get("highlight")),
        focused=_parse_lines(call.props.get("focus")),
        has_line_numbers=flag_prop(call, "lines"),
        wraps=flag_prop(call, "wrap"),
        is_expandable=flag_prop(call, "expandable"),
        marked=tuple(filter(None, map(value_as_text, terms))),
    )
    block_node = set_location(code_block(code, known_language(language), fence), call)
    return [with_caption(block_node, text_prop(call, "filename", "title"))]


def _read_code(call: ComponentCall, file: str) -> str:
    """Return the code of a file of the project, or a part of it."""
    found = project_file(call.env, file)
    if found is None:
        report_prop(call, f"the file {quoted(file)} {explain_missing_file(call.env, file)}.")
        return ""
    path = Path(call.env.srcdir, found)
    call.env.note_dependency(str(path))
    text, part = path.read_text(encoding="utf-8", errors="replace"), text_prop(call, "part")
    code = select_part(text, part) if part else text
    if code is None:
        report_prop(call, f"the file {quoted(file)} has no part {quoted(part)}.")
    return (text if code is None else code).strip("\n")


def _parse_lines(value: PropValue) -> tuple[int, ...]:
    """Return the numbers of lines in a text such as ``1-2,5``, or in a list."""
    if isinstance(value, list):
        return tuple(line for line in value if isinstance(line, int) and line > 0)
    numbers: list[int] = []
    for first, last in _RANGE.findall(value_as_text(value)):
        numbers += range(int(first), int(last or first) + 1)
    return tuple(numbers[:10_000])


def build_accordion(call: ComponentCall) -> NodeSequence:
    """Return a fold."""
    title = text_prop(call, "title") or _("More")
    slots = [*text_slot("title", title, call), *markdown_slots(call, "description")]
    return [
        block(
            "accordion",
            call,
            slots=slots,
            wanted_id=text_prop(call, "id") or heading_slug(title),
            icon=icon_prop(call),
            is_open=flag_prop(call, "defaultOpen", "openDefault"),
        )
    ]


def build_accordion_group(call: ComponentCall) -> NodeSequence:
    """Return folds that share their borders."""
    if not any(is_component(child, "accordion") for child in call.children):
        message = f"<{call.name}> contains no <Accordion>; its content is shown."
        call.report(ProblemCode.MISPLACED_COMPONENT, message)
        return call.children
    return [block("accordion_group", call)]


AUDIENCES = ("humans", "agents")


def build_view(call: ComponentCall) -> NodeSequence:
    """Return a block that is shown when a reader selects its title."""
    slots = text_slot("title", text_prop(call, "title") or "View", call)
    return [block("view", call, slots=slots, icon=icon_prop(call), number=0)]


def build_visibility(call: ComponentCall) -> NodeSequence:
    """Return content for people only, or for the Markdown that programs read."""
    audience = choice_prop(call, "for", AUDIENCES) or AUDIENCES[0]
    node = block("visibility", call, audience=audience)
    node[FOR_PEOPLE if audience == AUDIENCES[0] else FOR_AGENTS] = True
    return [node]


def number_views(document: nodes.document) -> None:
    """Number the views by title, and insert the selector before the first."""
    views = find_components(document, "view")
    if not views:
        return
    titles = dict.fromkeys(_view_title(view) for view in views)
    numbers = {title: number for number, title in enumerate(titles, 1)}
    for view in views:
        view["values"] = {**view["values"], "number": numbers[_view_title(view)]}
    icons = {_view_title(view): view["values"]["icon"] for view in reversed(views)}
    choices = [(numbers[title], title, icons[title]) for title in titles]
    insert_choice("view_choice", views[0], choices)


def _view_title(view: nodes.Element) -> str:
    part = find_slot(view, "title")
    return part.astext() if part else ""


def _plain_visibility(node: nodes.Element) -> Nodes:
    return component_content(node) if node["values"]["audience"] == AUDIENCES[0] else []


def build_panel(call: ComponentCall) -> NodeSequence:
    return [block("panel", call)]


def join_panels(document: nodes.document) -> None:
    """Merge all panels of a page below its header: there is only one panel beside the text."""
    panels = find_components(document, "panel")
    if not panels:
        return
    joined = set_location(component("", **panels[0].attributes), panels[0])
    for panel in panels:
        panel.parent.remove(panel)
        joined.extend(in_paragraphs(panel.children))
    insert_below_head(document, joined)


COMPONENTS = (
    ComponentSpec("Tabs", build_tabs, "items groupId queryString defaultValue values lazy"),
    ComponentSpec("Tab", build_tab, "title value label icon iconType", argument="title"),
    ComponentSpec("TabItem", build_tab, "value label default attributes", argument="label"),
    ComponentSpec("CodeGroup", build_code_group, "dropdown title"),
    ComponentSpec(
        "CodeBlock",
        build_code_block,
        "language lang filename title icon iconType wrap lines highlight focus mark expandable "
        "code file part",
        argument="filename",
    ),
    ComponentSpec(
        "Accordion",
        build_accordion,
        "title description icon iconType defaultOpen openDefault type href",
        argument="title",
    ),
    ComponentSpec("AccordionGroup", build_accordion_group),
    ComponentSpec("View", build_view, "title icon iconType", argument="title"),
    ComponentSpec("Visibility", build_visibility, "for", argument="for"),
    ComponentSpec("Panel", build_panel),
)

SHAPES = (
    NodeShape("tabs", files="tabs"),
    NodeShape(
        "tab",
        plain=indented(),
        inside="tabs",
        misplaced_message="<Tab> is outside <Tabs>, which is put around it.",
    ),
    NodeShape("accordion", indented(before=["description"]), files="components"),
    NodeShape("accordion_group"),
    NodeShape("view", indented(), files="more"),
    NodeShape("view_choice", no_content, files="more"),
    NodeShape("visibility", _plain_visibility),
    NodeShape("panel", files="more"),
)
