"""Code blocks and Mermaid diagrams, and the directives for code."""

from __future__ import annotations

import re
from collections.abc import Iterable
from importlib.util import find_spec
from typing import Any, cast

from docutils import nodes
from docutils.parsers.rst import Directive, directives
from docutils.statemachine import StringList
from sphinx.application import Sphinx
from sphinx.directives.code import CodeBlock, LiteralInclude
from sphinx.directives.patches import Code
from sphinx.environment import BuildEnvironment
from sphinx.parsers import RSTParser
from sphinx.transforms import SphinxSmartQuotes
from sphinx.util import logging

from sphinx_sitejson.appearance.lexers import is_language, known_language
from sphinx_sitejson.common.nesting import TOO_DEEP
from sphinx_sitejson.common.problems import (
    Location,
    ProblemCode,
    nearest_name,
    quoted,
    suggest_name,
)
from sphinx_sitejson.components.nodes import Nodes, ancestors, code_block, with_caption
from sphinx_sitejson.mdx.fences import (
    format_diff,
    parse_code_notes,
    parse_fence,
    parse_marked_terms,
)
from sphinx_sitejson.site_build.build_state import BuildState, site_of
from sphinx_sitejson.site_build.front_matter import IS_MDX
from sphinx_sitejson.site_build.nodes import clear_document, find_nodes
from sphinx_sitejson.site_build.other_extensions import has_our_theme
from sphinx_sitejson.site_build.private_interfaces import author_names
from sphinx_sitejson.site_build.reports import report_at

from .file_guard import extend_directive, find_directive

logger = logging.getLogger(__name__)

MERMAID = "sphinxcontrib.mermaid"
"""The extension that renders diagrams."""


@BuildState
def log_missing_mermaid(env: BuildEnvironment) -> None:
    """Log the message once for a build."""
    logger.info(
        'diagrams in "mermaid" blocks are shown as text; install "sphinx-sitejson[mermaid]" and '
        'add "sphinxcontrib.mermaid" to "extensions" in conf.py to have them drawn.'
    )


def load_mermaid(app: Sphinx) -> None:
    """Load the extension that renders diagrams, if the project sets one of its values.

    It is not loaded just because it is installed, since its default is a third-party script.
    """
    if not any(name.startswith("mermaid_") for name in author_names(app.config)):
        return
    try:
        is_installed = find_spec(MERMAID) is not None
    except (ImportError, ValueError):
        is_installed = False
    if is_installed:
        app.setup_extension(MERMAID)


def remove_diagram_scripts(
    app: Sphinx,
    pagename: str,
    templatename: str,
    context: dict[str, Any],
    doctree: nodes.document | None,
) -> None:
    """Omit the scripts of diagrams on pages without content, such as the search page.

    The extension itself searches for diagrams only on pages with content. If the project lists it
    and keeps its theme, nothing is changed.
    """
    if MERMAID not in app.extensions:
        return
    if MERMAID in app.config.extensions and not has_our_theme(app.builder):
        return
    if doctree is None and "script_files" in context:
        context["script_files"] = [
            file for file in context["script_files"] if not _draws_diagrams(file)
        ]


def _draws_diagrams(file: Any) -> bool:
    body = getattr(file, "attributes", {}).get("body") or ""
    name = str(getattr(file, "filename", file) or "")
    return "mermaid" in body or "mermaid" in name or name.endswith("/d3.min.js")


_COMMON_LANGUAGES = (
    "bash",
    "graphql",
    "html",
    "java",
    "javascript",
    "json",
    "kotlin",
    "markdown",
    "python",
    "rust",
    "swift",
    "typescript",
    "yaml",
)
_MISSPELLED = 0.85
"""How similar a misspelled language is to the intended one."""
_DIRECTIVE = re.compile(r"\s*\{[A-Za-z][\w:.+-]*\}")


def is_directive(info: str) -> bool:
    """Return whether an info string is that of a directive: ``{note}``, but not ``js {1}``."""
    return _DIRECTIVE.match(info) is not None


def code_nodes(code: str, info: str, *, env: BuildEnvironment, source: str, line: int) -> Nodes:
    """Return the nodes of a code block, in a container if it has a title."""
    fence = parse_fence(info, is_language)
    code, fence = parse_code_notes(code.rstrip("\n"), fence)
    if fence.language.lower() == "mermaid":
        if MERMAID in site_of(env).extensions:
            from sphinxcontrib.mermaid import mermaid  # type: ignore[import-untyped]

            return [mermaid("", code=code, options={})]
        log_missing_mermaid(env)
        block = nodes.literal_block(code, code, language="text", force=True)
        block["classes"].append("sj-mermaid")
        block["written_language"] = "mermaid"
        block.source, block.line = source, line
        return [block]
    language = known_language(fence.language)
    nearest = nearest_name(fence.language, _COMMON_LANGUAGES, likeness=_MISSPELLED)
    # A longer name is another language, such as "jsonl".
    if language == "text" and nearest and not fence.language.lower().startswith(nearest):
        message = f"{quoted(fence.language)} is not a known language; the code has no colors."
        location = Location(source, line=line)
        report_at(ProblemCode.MDX_FENCE, f"{message}{suggest_name(nearest)}", location)
    changed = ""
    if fence.is_diff or fence.added or fence.removed:
        changed = language if language not in ("text", "diff") else ""
        code, language = format_diff(code, fence), "diff"
    block = code_block(code, language, fence)
    if changed:
        # HTML highlights the lines in this language, and shows the changes.
        block["changes_of"] = changed
    block.source, block.line = source, line
    return [with_caption(block, fence.title)]


class CodeDirectiveMixin(Directive):
    """Adds the language as written, and the terms to mark, to the blocks of a code directive."""

    def run(self) -> Nodes:
        """Return the code block, in a container if it has a caption."""
        built = [*super().run()]
        # The argument of ``literalinclude`` is a path.
        names = [] if isinstance(self, LiteralInclude) else self.arguments
        language = self.options.get("language") or next(iter(names), "")
        for block in (code for node in built for code in node.findall(nodes.literal_block)):
            if language:
                block["written_language"] = language
            if terms := self.options.get("mark"):
                block["marked_words"] = terms
        return built


def add_code_directives(app: Sphinx) -> None:
    """Extend the code directives, also those that other extensions registered."""
    for name in ("code-block", "sourcecode", "code", "literalinclude"):
        if issubclass(find_directive(name) or Directive, (CodeBlock, LiteralInclude, Code)):
            extend_directive(app, name, CodeDirectiveMixin, {"mark": parse_marked_terms_option})


def parse_marked_terms_option(argument: str) -> list[str]:
    """Parse the terms to mark: ``rope`` is one, ``/a/ /b/`` are two, as in a fence."""
    option: str = directives.unchanged_required(argument)
    _, terms = parse_marked_terms(option)
    return list(terms) or [option.strip()]


find_replaceable = re.compile(r"""[\\'"`&\x00]|--|\.\.|\. \.""").search
"""Matches quotes, dashes, ellipses and escaped characters."""
_TO_ASCII = "-1"
"""The action of smartquotes that replaces typographic characters by ASCII."""


class MarkdownQuotes(SphinxSmartQuotes):
    """Replaces quotes of ``.md`` pages in text blocks that have any; most table cells have none.

    The parser of these pages turns off the transform of Sphinx with a setting of the document.
    """

    def apply(self, **kwargs: Any) -> None:
        """Handle one document."""
        document = self.document
        if self.env.temp_data.get(IS_MDX):
            return
        document.settings.smart_quotes = self.env.settings["smart_quotes"]
        if self.config.smartquotes_action != _TO_ASCII:
            self.document = cast("nodes.document", DocumentWithQuotes(document))
        try:
            super().apply(**kwargs)
        finally:
            self.document = document
            document.settings.smart_quotes = False


class DocumentWithQuotes:
    """A document whose ``findall`` returns only text blocks with characters to replace."""

    def __init__(self, page: nodes.document) -> None:
        self._page = page

    def __getattr__(self, name: str) -> Any:
        return getattr(self._page, name)

    def findall(self, kind: type[nodes.TextElement]) -> Iterable[nodes.Node]:
        """Return the blocks in document order."""
        texts = filter(find_replaceable, find_nodes(self._page, nodes.Text))
        return dict.fromkeys(
            node
            for text in texts
            for node in reversed([*ancestors(text)])
            if isinstance(node, nodes.TextElement)
            and not isinstance(node.parent, nodes.TextElement)
        )


MAX_NODE_DEPTH = 160
"""The maximum depth of a doctree: a list has two levels, and pickle supports about 190."""


class DepthLimitedRSTParser(RSTParser):
    """Parses pages as Sphinx does; one that is nested too deeply is shown as its source.

    Sphinx would stop the build, while it parses or pickles such a page.
    """

    def parse(self, inputstring: str | StringList, document: nodes.document) -> None:
        """Parse one page."""
        try:
            super().parse(inputstring, document)
            is_read = not is_too_deep(document)
        except RecursionError:
            is_read = False
        if not is_read:
            show_page_source(inputstring, document)


def is_too_deep(document: nodes.document) -> bool:
    """Return whether a doctree is nested too deeply, without recursion."""
    level: Nodes = [document]
    for _ in range(MAX_NODE_DEPTH):
        level = [child for node in level for child in node.children]
        if not level:
            return False
    return True


def show_page_source(source: str | StringList, document: nodes.document) -> None:
    """Replace the content of a document by the source of the page."""
    lines = source.splitlines() if isinstance(source, str) else list(source)
    path = str(document["source"])
    clear_document(document)
    text = "\n".join(lines)
    name = next((line for line in lines if line[:1].isalnum()), path)
    section = nodes.section("", nodes.title("", name.strip()), nodes.literal_block(text, text))
    section["names"].append(nodes.fully_normalize_name(name))
    document.note_implicit_target(section)
    document += section
    # A line without text may have any length, such as the underline of a title.
    starts = [match.start() if (match := re.search(r"\w", line)) else 0 for line in lines]
    deepest = starts.index(max(starts)) if starts else 0
    message = f"this is {TOO_DEEP}; the page is shown as written."
    report_at(ProblemCode.NESTED_TOO_DEEP, message, Location(path, line=deepest + 1))
