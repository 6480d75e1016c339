"""Parsers of ``.mdx`` and ``.md`` pages."""

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
from sphinx_sitejson.common.problems import Location, Problem, ProblemCode, quoted
from sphinx_sitejson.components.registry import known_components, known_tags
from sphinx_sitejson.mdx.formulas import formula_plugin
from sphinx_sitejson.mdx.markdown_plugins import KNOWN_SCAN, LAST_PAGE, autolink_plugin, mdx_plugin
from sphinx_sitejson.mdx.scanning.masking import find_scan_problems, normalize
from sphinx_sitejson.settings.front_matter.keys import front_matter_metadata
from sphinx_sitejson.settings.front_matter.reading import remove_deep_front_matter
from sphinx_sitejson.site_build.build_state import BuildState
from sphinx_sitejson.site_build.config import MARKDOWN_SYNTAX, has_custom_markdown
from sphinx_sitejson.site_build.front_matter import (
    IS_MDX,
    front_matter_reader,
    read_myst_front_matter,
    report_front_matter,
)
from sphinx_sitejson.site_build.page_failures import IsolatedParser
from sphinx_sitejson.site_build.private_interfaces import is_set_by_author
from sphinx_sitejson.site_build.reports import report, report_config_value

from .file_guard import remove_outside_files
from .material_renderer import use_material_syntax
from .myst_renderer import MystRenderer
from .page_in_progress import Frame
from .renderer import FIRST_FRAME, MdxRenderer
from .snippets import parse_source

if TYPE_CHECKING:
    from myst_parser.config.main import MdParserConfig
    from sphinx.application import Sphinx
    from sphinx.config import Config
    from sphinx.environment import BuildEnvironment


MYST_ONLY = ("myst_line_comment", "myst_block_break", "myst_target")
"""Syntax of MyST that prose may contain by accident; ``sitejson_mdx_myst`` enables it."""


def check_myst_syntax(app: Sphinx, config: Config) -> None:
    """Report names in ``sitejson_mdx_myst`` that enable nothing."""
    known = ", ".join(map(quoted, MYST_ONLY))
    messages = [
        f"sitejson_mdx_myst: {quoted(name)} enables nothing; the names are {known}."
        for name in config.sitejson_mdx_myst
        if name not in MYST_ONLY
    ]
    report_config_value(app, "sitejson_mdx_myst", *messages, code=ProblemCode.WRONG_VALUE)


def read_mdx(text: str, document: nodes.document) -> None:
    """Parse an MDX page into a document."""
    env: BuildEnvironment = document.settings.env
    path = str(document["source"])
    text = normalize(text)
    front_matter = front_matter_reader(env).read(text, file=path)
    report_front_matter(env, front_matter, text=text, file=path)
    env.metadata[env.docname].update(front_matter_metadata(front_matter.values))
    name = f"/{env.docname}.mdx"
    source = parse_source(env, text, path=path, name=name, front_matter=front_matter)
    env.temp_data[IS_MDX] = True
    # MDX pages have no typographic quotes.
    document.settings.smart_quotes = False
    parser = mdx_parser(env)
    parser.options["document"] = document
    parser.options[FIRST_FRAME] = Frame(source)
    sandbox: dict[str, Any] = {KNOWN_SCAN: source.scan}
    tokens = parser.parse(source.text, sandbox)
    report(find_scan_problems(sandbox[LAST_PAGE].scan, path, known_tags(env)))
    renderer = parser.renderer
    assert isinstance(renderer, MdxRenderer)
    renderer.render(tokens, parser.options, sandbox)
    renderer.add_alternative_anchors()
    report(show_undefined_footnotes(document, path))
    remove_outside_files(env, document)


def show_undefined_footnotes(document: nodes.document, path: str) -> Iterator[Problem]:
    """Replace references to footnotes that a page does not define by their text, and report them.

    Otherwise, docutils reports an unknown target.
    """
    defined = {name for footnote in document.findall(nodes.footnote) for name in footnote["names"]}
    for reference in [*document.findall(nodes.footnote_reference)]:
        name = reference.get("refname")
        if name is None or name in defined:
            continue
        document.footnote_refs[name].remove(reference)
        if reference in document.autofootnote_refs:
            document.autofootnote_refs.remove(reference)
        reference.parent.replace(reference, nodes.Text(f"[^{name}]"))
        message = f'the footnote "[^{name}]" is not defined; it is shown as written.'
        yield Problem(
            code=ProblemCode.BROKEN_LINK,
            message=message,
            location=Location(file=path, line=reference.line),
        )


def make_mdx_parser(env: BuildEnvironment) -> MarkdownIt:
    """Create the parser of MDX: MyST, the extensions of GitHub, and JSX."""
    project_config: MdParserConfig = env.myst_config  # type: ignore[attr-defined]
    config = project_config.copy(
        enable_extensions={*project_config.enable_extensions, *MARKDOWN_SYNTAX}
    )
    # With another theme, MyST has the settings of the project.
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
    use_material_syntax(md, env)
    return md.use(mdx_plugin, known_tags=known_tags(env))


# Creating a parser takes longer than parsing a short page.
mdx_parser: BuildState[MarkdownIt] = BuildState(make_mdx_parser)


MYST_KEYS = frozenset({"myst", "html_meta", "substitutions"})
"""Keys of the front matter that change the settings of MyST for a page."""

_COMPONENT_TAG = re.compile(r"^[ \t]*<([A-Z][A-Za-z]*)[\s/>]", re.MULTILINE)
_SNIPPET_IMPORT = re.compile(r"^import\s[^\n]*from\s+['\"][^'\"\n]+\.mdx['\"]", re.MULTILINE)


class PageParser(IsolatedParser, MystParser):
    """A parser whose errors do not stop the build."""

    def discard_state(self, env: BuildEnvironment) -> None:
        """Discard the shared parsers, which are in the middle of a page."""

        mdx_parser.clear(env)
        myst_parser.clear(env)


class MdxParser(PageParser):
    """Parses MDX pages."""

    supported = ("mdx",)  # type: ignore[misc]

    def parse_page(self, text: str, document: nodes.document) -> None:
        """Parse one page."""

        read_mdx(text, document)


class MarkdownParser(PageParser):
    """Parses ``.md`` pages: as MDX if they use components, otherwise as MyST."""

    def parse_page(self, text: str, document: nodes.document) -> None:
        """Parse one page."""
        if uses_components(text, document.settings.env):
            read_mdx(text, document)
        else:
            env = document.settings.env
            document.settings.smart_quotes = env.settings["smart_quotes"]
            path = str(document["source"])
            front_matter, text = read_myst_front_matter(env, text, path)
            has_page_settings = not MYST_KEYS.isdisjoint(front_matter.values)
            read_myst(remove_deep_front_matter(text), document, has_page_settings=has_page_settings)


def uses_components(text: str, env: BuildEnvironment) -> bool:
    """Return whether a ``.md`` page is parsed as MDX."""
    suffixes = env.config.sitejson_mdx_suffixes
    if suffixes is not None:
        return any(str(env.doc2path(env.docname)).endswith(suffix) for suffix in suffixes)
    if _SNIPPET_IMPORT.search(text):
        return True
    known = known_components(env)
    return any(match[1] in known for match in _COMPONENT_TAG.finditer(text))


def read_myst(text: str, document: nodes.document, *, has_page_settings: bool) -> None:
    """Parse a page as MyST, with a shared parser unless the page has settings.

    The shared parser is removed while it is in use, so that a nested page gets another one.
    """
    env: BuildEnvironment = document.settings.env
    config: MdParserConfig = env.myst_config  # type: ignore[attr-defined]
    if has_page_settings:
        project_config = _merge_page_settings(text, config, document)
        parser = make_myst_parser(env, project_config)
    else:
        parser = myst_parser(env)
        myst_parser.clear(env)
    parser.options["document"] = document
    parser.render(text)
    if not has_page_settings:
        myst_parser.set(env, parser)


def _merge_page_settings(
    text: str, config: MdParserConfig, document: nodes.document
) -> MdParserConfig:
    """Return the settings of MyST, updated from the front matter of a page."""
    try:
        front_matter = read_topmatter(text) or {}
    except TopmatterReadError:
        # MyST reports it when the page is rendered.
        return config

    def warn(kind: MystWarnings, message: str) -> None:
        create_warning(document, message, kind, line=1, append_to=document)

    return merge_file_level(config, front_matter, warn)


def make_myst_parser(env: BuildEnvironment, config: MdParserConfig) -> MarkdownIt:
    """Create the parser of other Markdown pages."""
    md = create_md_parser(config, MystRenderer).use(limits_plugin)
    if not has_custom_markdown(env.config) and "dollarmath" not in config.enable_extensions:
        md.use(formula_plugin)
    use_material_syntax(md, env)
    return md


myst_parser: BuildState[MarkdownIt] = BuildState(
    lambda env: make_myst_parser(env, env.myst_config)  # type: ignore[attr-defined]
)


def prefer_mdx_parser(app: Sphinx, config: Config) -> None:
    """Replace the MyST parser of ``.md`` pages by one that also parses MDX."""
    known = app.registry.get_source_parsers().get("markdown")
    if known is None or issubclass(known, MystParser):
        app.add_source_parser(MarkdownParser, override=True)
