"""Pages in ``.mdx`` files: front matter, then Markdown with components."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from docutils import nodes
from markdown_it import MarkdownIt
from myst_parser.config.main import TopmatterReadError, read_topmatter
from myst_parser.parsers.mdit import create_md_parser
from myst_parser.parsers.sphinx_ import MystParser

from sphinx_sitejson.mdx.autolinks import autolink_plugin
from sphinx_sitejson.mdx.formulas import formula_plugin
from sphinx_sitejson.mdx.front_matter import FrontMatter, read_front_matter
from sphinx_sitejson.mdx.masking import Page, Vocabulary, normalise
from sphinx_sitejson.mdx.names import is_html
from sphinx_sitejson.mdx.rules import DEEPEST_TOKEN, KNOWN_SCAN, LAST_PAGE, mdx_plugin
from sphinx_sitejson.network.credentials import without_credentials
from sphinx_sitejson.problems import Place, Problem

from .domain import site_domain
from .mdx_components.registry import known_components
from .mdx_files import IS_MDX, refuse_outside_files
from .mdx_frames import Frame
from .mdx_renderer import MdxRenderer
from .mdx_snippets import scope_of, source_of
from .myst_renderer import MystRenderer
from .reports import report

if TYPE_CHECKING:
    from markdown_it.token import Token
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


class MdxParser(MystParser):
    """Reads the front matter itself, then Markdown with components."""

    supported = ("mdx",)  # type: ignore[misc]

    def parse(self, inputstring: str, document: nodes.document) -> None:
        """Parse one page."""
        read_mdx(inputstring, document)


class MarkdownParser(MystParser):
    """Reads ``.md`` pages as MyST does, and those that use components as MDX."""

    def parse(self, inputstring: str, document: nodes.document) -> None:
        """Parse one page."""
        if uses_components(inputstring, document.settings.env):
            read_mdx(inputstring, document)
        else:
            document.settings.smart_quotes = document.settings.env.settings["smart_quotes"]
            if changes_myst(inputstring):
                super().parse(inputstring, document)
            else:
                read_myst(inputstring, document)


def uses_components(text: str, env: BuildEnvironment) -> bool:
    """Whether a ``.md`` page is to be read as MDX."""
    suffixes = env.config.sitejson_mdx_suffixes
    if suffixes is not None:
        return any(str(env.doc2path(env.docname)).endswith(suffix) for suffix in suffixes)
    if _SNIPPET_IMPORT.search(text):
        return True
    known = known_components(env)
    return any(found[1] in known for found in _COMPONENT_TAG.finditer(text))


def changes_myst(text: str) -> bool:
    """Whether a page has settings of MyST for itself, or front matter that MyST will report."""
    try:
        front_matter = read_topmatter(text)
    except TopmatterReadError:
        return True
    return not MYST_KEYS.isdisjoint(front_matter or ())


def read_myst(text: str, document: nodes.document) -> None:
    """Read a page as MyST does, with one parser for all pages.

    While it reads, the site has none: a page inside the page would get one of its own.
    """
    env: BuildEnvironment = document.settings.env
    site = site_domain(env).site
    parser = site.myst_parser or create_md_parser(env.myst_config, MystRenderer)  # type: ignore[attr-defined]
    site.myst_parser = None
    parser.options["document"] = document
    parser.render(text)
    site.myst_parser = parser


def read_mdx(text: str, document: nodes.document) -> None:
    """Read a page into a document."""
    env: BuildEnvironment = document.settings.env
    path = str(document["source"])
    text = normalise(text)
    front_matter = read_front_matter(text, file=path)
    report(front_matter.problems)
    env.metadata[env.docname].update(plain_metadata(front_matter))
    source = source_of(text, path=path, name=f"/{env.docname}.mdx")
    env.temp_data[IS_MDX] = True
    # The words of these pages stay as they are typed.
    document.settings.smart_quotes = False
    parser = parser_of(env)
    parser.options["document"] = document
    parser.options["mdx_frame"] = Frame(source, scope_of(env, source, {}))
    sandbox: dict[str, Any] = {KNOWN_SCAN: source.scan}
    tokens = parser.parse(source.text, sandbox)
    report(problems_of(tokens, sandbox[LAST_PAGE], path))
    renderer = parser.renderer
    assert isinstance(renderer, MdxRenderer)
    renderer.render(tokens, parser.options, sandbox)
    renderer.add_other_anchors()
    refuse_outside_files(env, document)


def problems_of(tokens: Sequence[Token], page: Page, path: str) -> Iterator[Problem]:
    """Yield what is wrong with a page as a whole."""
    for position, has_element in page.scan.open_fences.items():
        line = page.scan.text.count("\n", 0, position) + 1
        end = "the element it stands in" if has_element else "the page"
        message = f"this block of code is never closed; it ends with {end}."
        yield Problem(code="mdx_fence", message=message, place=Place(file=path, line=line))
    for token in tokens:
        if token.level >= DEEPEST_TOKEN - 1:
            line = token.map[0] + 1 if token.map else 1
            message = (
                "lists, quotes and elements are nested too deeply; the inner ones are left out."
            )
            yield Problem(
                code="nested_too_deep", message=message, place=Place(file=path, line=line)
            )
            return


def parser_of(env: BuildEnvironment) -> MarkdownIt:
    """Return the parser of this build; making one takes longer than reading a short page."""
    site = site_domain(env).site
    if site.mdx_parser is None:
        site.mdx_parser = make_parser(env)
    return site.mdx_parser


def make_parser(env: BuildEnvironment) -> MarkdownIt:
    """Make the parser: what MyST has, what GitHub has, and JSX."""
    config: MdParserConfig = env.myst_config  # type: ignore[attr-defined]
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
    components = known_components(env)
    vocabulary = Vocabulary(
        is_component=lambda name: name in components or name == "Snippet",
        is_block=lambda name: name in components and components[name].is_block,
        is_html=is_html,
    )
    return md.use(mdx_plugin, vocabulary=lambda sandbox: vocabulary)


def plain_metadata(front_matter: FrontMatter) -> dict[str, str]:
    """Return the front matter as Sphinx keeps metadata: names and texts."""
    texts = {}
    for name, value in front_matter.values.items():
        if isinstance(value, str | bool):
            # Escapes of YAML may have hidden some from the look at the page's text.
            texts[name] = without_credentials(str(value))
    return texts


def prefer_own_parser(app: Sphinx, config: Config) -> None:
    """Let our parser decide about ``.md`` pages, where MyST would have read them."""
    app.add_source_parser(MarkdownParser, override=True)


def setup_mdx_pages(app: Sphinx) -> None:
    """Register the file types."""
    app.add_config_value("sitejson_mdx_suffixes", None, "env", types=frozenset({list, tuple}))
    app.add_config_value("sitejson_mdx_myst", (), "env", types=frozenset({list, tuple}))
    app.add_source_suffix(".mdx", "mdx")
    app.add_source_parser(MdxParser)
    app.connect("config-inited", prefer_own_parser)
