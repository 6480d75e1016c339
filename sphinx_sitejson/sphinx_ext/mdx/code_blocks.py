"""Code blocks of MDX pages, with titles and marked lines, and Mermaid diagrams."""

from __future__ import annotations

import re
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx.util import logging

from sphinx_sitejson.mdx.fences import FenceInfo, format_diff, parse_code_notes, parse_fence
from sphinx_sitejson.sphinx_ext.common.build_state import BuildState, site_of
from sphinx_sitejson.sphinx_ext.common.other_extensions import has_our_theme
from sphinx_sitejson.sphinx_ext.components.code_languages import is_language, known_language
from sphinx_sitejson.sphinx_ext.patches.application import author_names

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

logger = logging.getLogger(__name__)

MERMAID = "sphinxcontrib.mermaid"
"""The extension that renders diagrams."""


def _log_missing_mermaid(env: BuildEnvironment) -> None:
    logger.info(
        'diagrams in "mermaid" blocks are shown as text; install "sphinx-sitejson[mermaid]" and '
        'add "sphinxcontrib.mermaid" to "extensions" in conf.py to have them drawn.'
    )


log_missing_mermaid: BuildState[None] = BuildState(_log_missing_mermaid)
"""Logs the message once for a build."""


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


def diagram_nodes(code: str, *, env: BuildEnvironment, source: str, line: int) -> list[nodes.Node]:
    """Return a diagram, or its source if the extension is not installed."""
    if MERMAID in site_of(env).extensions:
        from sphinxcontrib.mermaid import mermaid  # type: ignore[import-untyped]

        return [mermaid("", code=code, options={})]
    log_missing_mermaid(env)
    block = nodes.literal_block(code, code, language="text", force=True)
    block["classes"].append("sj-mermaid")
    block["written_language"] = "mermaid"
    block.source, block.line = source, line
    return [block]


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
    if MERMAID in app.config.extensions and not has_our_theme(app.builder):
        return
    if doctree is None and MERMAID in app.extensions and "script_files" in context:
        context["script_files"] = [
            file for file in context["script_files"] if not _draws_diagrams(file)
        ]


def _draws_diagrams(file: Any) -> bool:
    body = getattr(file, "attributes", {}).get("body") or ""
    name = str(getattr(file, "filename", file) or "")
    return "mermaid" in body or "mermaid" in name or name.endswith("/d3.min.js")


_DIRECTIVE = re.compile(r"\s*\{[A-Za-z][\w:.+-]*\}")


def is_directive(info: str) -> bool:
    """Return whether an info string is that of a directive: ``{note}``, but not ``js {1}``."""
    return _DIRECTIVE.match(info) is not None


def code_nodes(
    code: str, info: str, *, env: BuildEnvironment, source: str, line: int
) -> list[nodes.Node]:
    """Return the nodes of a code block, in a container if it has a title."""
    fence = parse_fence(info, is_language)
    code, fence = parse_code_notes(code.rstrip("\n"), fence)
    if fence.language.lower() == "mermaid":
        return diagram_nodes(code, env=env, source=source, line=line)
    language = known_language(fence.language)
    changed = ""
    if fence.is_diff or fence.added or fence.removed:
        changed = language if language not in ("text", "diff") else ""
        code, language = format_diff(code, fence), "diff"
    block = _block(code, language, fence, env)
    if changed:
        # HTML highlights the lines in this language, and shows the changes.
        block["changes_of"] = changed
    block.source, block.line = source, line
    if not fence.title:
        return [block]
    caption = nodes.caption(fence.title, fence.title)
    caption.source, caption.line = source, line
    wrapper = nodes.container("", caption, block, literal_block=True)
    wrapper["classes"].append("literal-block-wrapper")
    wrapper.source, wrapper.line = source, line
    return [wrapper]


def _block(
    code: str, language: str, fence: FenceInfo, env: BuildEnvironment
) -> nodes.literal_block:
    block = nodes.literal_block(code, code, language=language, force=True)
    count = code.count("\n") + 1
    marked = [number for number in fence.focused or fence.highlighted if 1 <= number <= count]
    options: dict[str, Any] = {}
    if marked:
        options["hl_lines"] = marked
    if fence.has_line_numbers:
        block["linenos"] = True
        options["linenostart"] = fence.first_number
    if options:
        block["highlight_args"] = options
    classes = {
        "sj-code-wrap": fence.wraps,
        "sj-code-expandable": fence.is_expandable,
        "sj-code-focus": bool(fence.focused),
    }
    block["classes"] += [name for name, is_on in classes.items() if is_on]
    if fence.marked:
        block["marked_words"] = list(fence.marked)
    if fence.language:
        # The name that the author uses is a better label than that of the lexer.
        block["written_language"] = fence.language
    return block
