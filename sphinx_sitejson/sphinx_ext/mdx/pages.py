"""Pages in ``.mdx`` files: front matter, then Markdown with components."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from docutils import nodes
from markdown_it import MarkdownIt
from myst_parser.config.main import TopmatterReadError, merge_file_level, read_topmatter
from myst_parser.parsers.mdit import create_md_parser
from myst_parser.parsers.sphinx_ import MystParser
from myst_parser.warnings_ import MystWarnings, create_warning

from sphinx_sitejson.common.markdown_limits import limits_plugin
from sphinx_sitejson.common.nesting import TOO_DEEP
from sphinx_sitejson.common.problems import Place, Problem, ProblemCode
from sphinx_sitejson.mdx.formulas import formula_plugin
from sphinx_sitejson.mdx.front_matter import shallow_front_matter
from sphinx_sitejson.mdx.markdown_plugins import (
    KNOWN_SCAN,
    LAST_PAGE,
    autolink_plugin,
    mdx_plugin,
)
from sphinx_sitejson.mdx.scanning.masking import Page, normalize
from sphinx_sitejson.settings.front_matter.keys import front_matter_metadata
from sphinx_sitejson.sphinx_ext.common.build_state import BuildState
from sphinx_sitejson.sphinx_ext.common.page_failures import IsolatedParser
from sphinx_sitejson.sphinx_ext.common.reports import report
from sphinx_sitejson.sphinx_ext.components.registry import known_components
from sphinx_sitejson.sphinx_ext.patches.application import is_set_by_author
from sphinx_sitejson.sphinx_ext.settings.config import MARKDOWN_SYNTAX, has_custom_markdown
from sphinx_sitejson.sphinx_ext.settings.front_matter import (
    IS_MDX,
    front_matter_reader,
    read_myst_front_matter,
    report_front_matter,
)

from ..components.registry import known_tags_of_pages
from .file_guard import refuse_outside_files
from .page_in_progress import Frame
from .renderer import FIRST_FRAME, MdxRenderer, MystRenderer
from .snippets import source_of

if TYPE_CHECKING:
    from myst_parser.config.main import MdParserConfig
    from sphinx.application import Sphinx
    from sphinx.config import Config
    from sphinx.environment import BuildEnvironment

MYST_ONLY = ("myst_line_comment", "blockbreak", "myst_target")
"""Syntax of MyST that prose would use by accident; ``sitejson_mdx_myst`` brings it back."""

MYST_KEYS = frozenset({"myst", "html_meta", "substitutions"})
"""What changes MyST's settings for one page in its front matter."""

_COMPONENT_TAG = re.compile(r"^[ \t]*<([A-Z][A-Za-z]*)[\s/>]", re.MULTILINE)
_SNIPPET_IMPORT = re.compile(r"^import\s[^\n]*from\s+['\"][^'\"\n]+\.mdx['\"]", re.MULTILINE)


class PageParser(IsolatedParser, MystParser):
    """Reads pages whose errors do not stop the build."""

    def discard_state(self, env: BuildEnvironment) -> None:
        """Discard the parsers, which all pages share: they are in the middle of a page."""
        mdx_parser.clear(env)
        myst_parser.clear(env)


class MdxParser(PageParser):
    """Reads the front matter itself, then Markdown with components."""

    supported = ("mdx",)  # type: ignore[misc]

    def parse_page(self, text: str, document: nodes.document) -> None:
        """Parse one page."""
        read_mdx(text, document)


class MarkdownParser(PageParser):
    """Reads ``.md`` pages as MyST does, and those that use components as MDX."""

    def parse_page(self, text: str, document: nodes.document) -> None:
        """Parse one page."""
        if uses_components(text, document.settings.env):
            read_mdx(text, document)
        else:
            env = document.settings.env
            document.settings.smart_quotes = env.settings["smart_quotes"]
            path = str(document["source"])
            front_matter, text = read_myst_front_matter(env, text, path)
            has_own_settings = not MYST_KEYS.isdisjoint(front_matter.values)
            read_myst(shallow_front_matter(text), document, has_own_settings=has_own_settings)


def uses_components(text: str, env: BuildEnvironment) -> bool:
    """Whether a ``.md`` page is to be read as MDX."""
    suffixes = env.config.sitejson_mdx_suffixes
    if suffixes is not None:
        return any(str(env.doc2path(env.docname)).endswith(suffix) for suffix in suffixes)
    if _SNIPPET_IMPORT.search(text):
        return True
    known = known_components(env)
    return any(found[1] in known for found in _COMPONENT_TAG.finditer(text))


def read_myst(text: str, document: nodes.document, *, has_own_settings: bool) -> None:
    """Read a page as MyST does, with one parser for all pages that have no settings of their own.

    While it reads, the build has none: a page inside the page would get one of its own.
    """
    env: BuildEnvironment = document.settings.env
    config: MdParserConfig = env.myst_config  # type: ignore[attr-defined]
    if has_own_settings:
        own = _own_settings(text, config, document)
        parser = new_myst_parser(own, reads_formulas=not has_custom_markdown(env.config))
    else:
        parser = myst_parser(env)
        myst_parser.clear(env)
    parser.options["document"] = document
    parser.render(text)
    if not has_own_settings:
        myst_parser.set(env, parser)


def _own_settings(text: str, config: MdParserConfig, document: nodes.document) -> MdParserConfig:
    """Return the settings of MyST with those that stand in the front matter of a page."""
    try:
        front_matter = read_topmatter(text) or {}
    except TopmatterReadError:
        # MyST reports it when the page is rendered.
        return config

    def warn(kind: MystWarnings, message: str) -> None:
        create_warning(document, message, kind, line=1, append_to=document)

    return merge_file_level(config, front_matter, warn)


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


def new_myst_parser(config: MdParserConfig, *, reads_formulas: bool) -> MarkdownIt:
    """Make a parser of other Markdown pages."""
    md = create_md_parser(config, MystRenderer).use(limits_plugin)
    if reads_formulas and "dollarmath" not in config.enable_extensions:
        md.use(formula_plugin)
    return md


# Making a parser takes longer than reading a short page.
mdx_parser: BuildState[MarkdownIt] = BuildState(make_parser)
myst_parser: BuildState[MarkdownIt] = BuildState(
    lambda env: new_myst_parser(
        env.myst_config,  # type: ignore[attr-defined]
        reads_formulas=not has_custom_markdown(env.config),
    )
)


def prefer_mdx_parser(app: Sphinx, config: Config) -> None:
    """Let our parser decide about ``.md`` pages, where MyST would have read them."""
    known = app.registry.get_source_parsers().get("markdown")
    if known is None or issubclass(known, MystParser):
        app.add_source_parser(MarkdownParser, override=True)
