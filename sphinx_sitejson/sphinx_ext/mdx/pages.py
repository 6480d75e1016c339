"""Pages in ``.mdx`` files: front matter, then Markdown with components."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from docutils import nodes
from markdown_it import MarkdownIt
from myst_parser.parsers.mdit import create_md_parser

from sphinx_sitejson.common.nesting import TOO_DEEP
from sphinx_sitejson.common.problems import Place, Problem, ProblemCode
from sphinx_sitejson.mdx.formulas import formula_plugin
from sphinx_sitejson.mdx.markdown_plugins import (
    KNOWN_SCAN,
    LAST_PAGE,
    autolink_plugin,
    mdx_plugin,
)
from sphinx_sitejson.mdx.scanning.masking import Page, normalize
from sphinx_sitejson.settings.front_matter.keys import front_matter_metadata
from sphinx_sitejson.sphinx_ext.common.build_state import BuildState
from sphinx_sitejson.sphinx_ext.common.reports import report
from sphinx_sitejson.sphinx_ext.patches.application import is_set_by_author
from sphinx_sitejson.sphinx_ext.settings.config import MARKDOWN_SYNTAX
from sphinx_sitejson.sphinx_ext.settings.front_matter import (
    IS_MDX,
    front_matter_reader,
    report_front_matter,
)

from ..components.registry import known_tags_of_pages
from .file_guard import refuse_outside_files
from .page_in_progress import Frame
from .renderer import FIRST_FRAME, MdxRenderer
from .snippets import source_of

if TYPE_CHECKING:
    from myst_parser.config.main import MdParserConfig
    from sphinx.environment import BuildEnvironment

MYST_ONLY = ("myst_line_comment", "blockbreak", "myst_target")
"""Syntax of MyST that prose would use by accident; ``sitejson_mdx_myst`` brings it back."""


def read_mdx(text: str, document: nodes.document) -> None:
    """Read a page into a document."""
    env: BuildEnvironment = document.settings.env
    path = str(document["source"])
    text = normalize(text)
    front_matter = front_matter_reader(env).read(text, file=path)
    report_front_matter(env, front_matter, text=text, file=path)
    env.metadata[env.docname].update(front_matter_metadata(front_matter.values))
    name = f"/{env.docname}.mdx"
    source = source_of(env, text, path=path, name=name, front_matter=front_matter)
    env.temp_data[IS_MDX] = True
    # The words of these pages stay as they are typed.
    document.settings.smart_quotes = False
    parser = mdx_parser(env)
    parser.options["document"] = document
    parser.options[FIRST_FRAME] = Frame(source)
    sandbox: dict[str, Any] = {KNOWN_SCAN: source.scan}
    tokens = parser.parse(source.text, sandbox)
    report(problems_of(sandbox[LAST_PAGE], path))
    renderer = parser.renderer
    assert isinstance(renderer, MdxRenderer)
    renderer.render(tokens, parser.options, sandbox)
    renderer.add_other_anchors()
    refuse_outside_files(env, document)


def problems_of(page: Page, path: str) -> Iterator[Problem]:
    """Yield what is wrong with a page as a whole."""
    for position, has_element in page.scan.open_fences.items():
        line = page.scan.text.count("\n", 0, position) + 1
        end = "the element around it" if has_element else "the page"
        message = f"this block of code is never closed; it ends with {end}."
        yield Problem(
            code=ProblemCode.MDX_FENCE, message=message, place=Place(file=path, line=line)
        )
    if (deep := page.scan.lexer.first_too_deep) is not None:
        line = page.scan.text.count("\n", 0, deep) + 1
        message = f"the brackets here are {TOO_DEEP}; they are shown as they are written."
        yield Problem(
            code=ProblemCode.NESTED_TOO_DEEP, message=message, place=Place(file=path, line=line)
        )


def make_parser(env: BuildEnvironment) -> MarkdownIt:
    """Make the parser: what MyST has, what GitHub has, and JSX."""
    own: MdParserConfig = env.myst_config  # type: ignore[attr-defined]
    config = own.copy(enable_extensions={*own.enable_extensions, *MARKDOWN_SYNTAX})
    # Under another theme the settings of MyST are those of the project.
    if not is_set_by_author(env.config, "myst_heading_anchors"):
        config = config.copy(heading_anchors=6)
    md = create_md_parser(config, MdxRenderer)
    md.enable("strikethrough")
    md.options["strikethrough_single_tilde"] = True
    md.options["tasklists"] = True
    md.options["alerts"] = True
    extensions = config.enable_extensions
    if "linkify" not in extensions:
        md.use(autolink_plugin)
    if "dollarmath" not in extensions:
        md.use(formula_plugin)
    md.disable([name for name in MYST_ONLY if name not in env.config.sitejson_mdx_myst], True)
    return md.use(mdx_plugin, known_tags=known_tags_of_pages(env))


# Making a parser takes longer than reading a short page.
mdx_parser: BuildState[MarkdownIt] = BuildState(make_parser)
