"""API blocks as ordinary nodes, for builders other than HTML."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache, partial
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.environment import BuildEnvironment
from sphinx.locale import _
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util.nodes import get_node_line

from sphinx_sitejson.settings.project_files import is_remote
from sphinx_sitejson.settings.project_pages import clean_path
from sphinx_sitejson.site_build.build_state import BuildState, site_domain, site_of
from sphinx_sitejson.site_build.labels import in_site_language
from sphinx_sitejson.site_build.plain_markdown import is_safe_link, text_element, text_rule
from sphinx_sitejson.site_build.translation import (
    extract_messages,
    message_paragraph,
    translate_view,
    translator_for,
    view_texts,
)

from .nodes import RowHead, api_block, api_contents, api_fold, api_row
from .view_cache import block_view, output_views


def flatten_rows(document: nodes.document) -> None:
    """Replace rows and folds by headings with what belongs to them."""
    for kind, opened in _OPENED.items():
        # From the inside out: what is replaced is not met again.
        for node in reversed(list(document.findall(kind))):
            node.replace_self([*_targets(node["ids"]), *opened(node)])


def _targets(ids: list[str]) -> list[nodes.Node]:
    return [nodes.target("", "", ids=ids)] if ids else []


def _row(node: api_row) -> Iterator[nodes.Node]:
    head: RowHead = node["head"]
    signature = f"{head.method} {head.path}"
    line = nodes.rubric("", "", nodes.literal(text=signature), classes=["sj-api-row"])
    if head.title:
        line += nodes.Text(f" {head.title}")
    if head.is_deprecated:
        line += nodes.Text(f" ({_('deprecated')})")
    yield line
    yield from node.children


def _fold(node: api_fold) -> Iterator[nodes.Node]:
    yield nodes.rubric(node["title"], node["title"])
    yield from node.children


def _contents(node: api_contents) -> Iterator[nodes.Node]:
    items = []
    for entry in node["entries"]:
        endpoint = nodes.literal(text=f"{entry.method} {entry.path}")
        line = nodes.paragraph("", "", nodes.reference("", "", endpoint, refid=entry.anchor))
        if entry.title:
            line += nodes.Text(f" {entry.title}")
        items.append(nodes.list_item("", line))
    yield nodes.bullet_list("", *items, bullet="*")


_OPENED: dict[type[nodes.Element], Callable[[Any], Iterator[nodes.Node]]] = {
    api_contents: _contents,
    api_row: _row,
    api_fold: _fold,
}

MAX_CACHED_DOCUMENTS = 20


def find_line(env: BuildEnvironment, locations: Iterable[str], url: str) -> int | None:
    """Return the line of a URL in the first document that has it."""
    for location in locations:
        text = document_text(env)(location)
        # JSON may write a slash with a backslash before it.
        for spelling in (url, url.replace("/", "\\/")):
            position = text.find(spelling)
            if position >= 0:
                return text.count("\n", 0, position) + 1
    return None


def _read_text(root: Path, location: str) -> str:
    if not location or is_remote(location):
        return ""
    try:
        return root.joinpath(clean_path(location)).read_text(encoding="utf-8")
    except (OSError, ValueError):
        return ""


@BuildState
def document_text(env: BuildEnvironment) -> Callable[[str], str]:
    """Return a function for the text of a document."""
    return lru_cache(maxsize=MAX_CACHED_DOCUMENTS)(partial(_read_text, site_of(env).root))


def prepare_links(env: BuildEnvironment, document: nodes.document, locations: list[str]) -> None:
    """Convert the URLs of servers to links, and set the lines of all links, for ``linkcheck``."""
    for literal in list(document.findall(nodes.literal)):
        url = literal.astext()
        is_complete = is_safe_link(url) and "{" not in url and "://" in url
        if is_complete and not isinstance(literal.parent, nodes.reference):
            literal.replace_self(nodes.reference("", "", literal.deepcopy(), refuri=url))
    for link in document.findall(nodes.reference):
        url = link.get("refuri", "")
        if "://" in url and not _has_line(link):
            link.line = find_line(env, locations, url)


def _has_line(link: nodes.reference) -> bool:
    try:
        return get_node_line(link) is not None
    except ValueError:
        return False


API_NODES = (api_block, api_row, api_fold, api_contents, text_element, text_rule)


class PlainReference(SphinxPostTransform):
    """Replace API blocks by nodes that every writer supports."""

    # Before the nodes of cross references and images are resolved.
    default_priority = 5

    def is_supported(self) -> bool:
        """Skip HTML builders, which use templates, and pages without an API."""
        return site_of(self.env).builder.format != "html" and any(
            isinstance(node, API_NODES) for node in self.document.findall()
        )

    def run(self, **kwargs: Any) -> None:
        """Handle one document."""
        from .plain_nodes import ReferenceNodes, ReferenceTables

        env, document, builder = self.env, self.document, site_of(self.env).builder
        if builder.name == "gettext":
            self.replace_by_messages()
            return
        translate = translator_for(env, env.docname)
        blocks = list(document.findall(api_block))
        writer = ReferenceTables() if builder.format == "latex" else ReferenceNodes()
        for block in blocks:
            view = in_site_language(block_view(output_views(env), block))
            schemes = view if block["part"] == "schemes" else ()
            ids = [*block["ids"], *(authorization.id for authorization in schemes)]
            parts = writer.part_nodes(plain_part(block), translate_view(view, translate))
            block.replace_self([*_targets(ids), *parts])
        flatten_rows(document)
        replace_text_elements(document)
        if blocks and builder.name == "linkcheck":
            locations = list(dict.fromkeys(block.get("document", "") for block in blocks))
            prepare_links(env, document, locations)
        if builder.format == "text" and site_domain(env).shows_api(env.docname):
            append_link_urls(document)

    def replace_by_messages(self) -> None:
        """Replace API blocks by the messages of their texts, for the gettext builder."""
        views = output_views(self.env)
        for block in list(self.document.findall(api_block)):
            # The first block of an operation or a schema adds all of its texts.
            if block["part"] == "operations":
                view: Any = views.tag(block["document"], block["key"])
            else:
                view = block_view(views, block) if block["part"] in _FIRST_PARTS else ()
            texts = view_texts(view)
            messages = dict.fromkeys(
                message for text in texts for message in extract_messages(text)
            )
            location = block.get("document", "")
            block.replace_self([message_paragraph(message, location) for message in messages])
        flatten_rows(self.document)
        replace_text_elements(self.document)


_FIRST_PARTS = ("endpoint", "schema", "about")


def plain_part(block: api_block) -> str:
    """Return the part of a block; in rows, the heading already shows the request line."""
    part = str(block["part"])
    return part if block.get("detail", "page") == "page" else _PARTS_IN_ROWS.get(part, part)


_PARTS_IN_ROWS = {"endpoint": "notice", "facts": "facts in row"}


def replace_text_elements(document: nodes.document) -> None:
    """Replace the HTML elements of texts by their content, and rules by transitions."""
    for rule in list(document.findall(text_rule)):
        is_allowed = isinstance(rule.parent, nodes.section | nodes.document)
        rule.replace_self([nodes.transition()] if is_allowed else [])
    # From the inside out: what is replaced is not met again.
    for element in reversed(list(document.findall(text_element))):
        element.replace_self(element.children)


def append_link_urls(document: nodes.document) -> None:
    """Append the URL to each link, since plain text has no links."""
    for link in list(document.findall(nodes.reference)):
        url = link.get("refuri", "")
        if is_safe_link(url) and url != link.astext():
            link.replace_self([*link.children, nodes.Text(f" <{url}>")])
