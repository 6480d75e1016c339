"""Parsers of ``.mdx`` and ``.md`` pages."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from docutils import nodes
from markdown_it import MarkdownIt
from myst_parser.config.main import MdParserConfig
from myst_parser.parsers.mdit import create_md_parser
from sphinx.environment import BuildEnvironment

from sphinx_sitejson.common.problems import Location, Problem, ProblemCode
from sphinx_sitejson.components.registry import known_tags
from sphinx_sitejson.mdx.formulas import formula_plugin
from sphinx_sitejson.mdx.markdown_plugins import (
    KNOWN_SCAN,
    NO_EXPRESSIONS,
    autolink_plugin,
    mdx_plugin,
)
from sphinx_sitejson.mdx.scanning.masking import find_scan_problems, normalize
from sphinx_sitejson.settings.front_matter.keys import front_matter_metadata
from sphinx_sitejson.settings.front_matter.reading import read_page_front_matter
from sphinx_sitejson.site_build.build_state import BuildState
from sphinx_sitejson.site_build.config import MARKDOWN_SYNTAX, markdown_syntax
from sphinx_sitejson.site_build.front_matter import IS_MDX, report_front_matter
from sphinx_sitejson.site_build.private_interfaces import is_set_by_author
from sphinx_sitejson.site_build.reports import report

from .file_guard import remove_outside_files
from .material_renderer import use_material_syntax
from .myst_renderer import MYST_ONLY
from .page_in_progress import Frame
from .renderer import FIRST_FRAME, MdxRenderer
from .snippets import parse_source


def read_mdx(text: str, document: nodes.document) -> None:
    """Parse an MDX page into a document."""
    env: BuildEnvironment = document.settings.env
    path = str(document["source"])
    text = normalize(text)
    front_matter = read_page_front_matter(text, Path(path))
    report_front_matter(env, front_matter, text=text, file=path)
    env.metadata[env.docname].update(front_matter_metadata(front_matter.values))
    if markdown_syntax(env) == "vitepress" and front_matter.values.get("layout") == "home":
        env.metadata[env.docname].setdefault("mode", "landing")
    name = f"/{env.docname}.mdx"
    source = parse_source(env, text, path=path, name=name, front_matter=front_matter)
    env.temp_data[IS_MDX] = True
    # MDX pages have no typographic quotes.
    document.settings.smart_quotes = False
    parser = mdx_parser(env)
    parser.options["document"] = document
    parser.options[FIRST_FRAME] = Frame(source)
    assert source.scan is not None
    sandbox: dict[str, Any] = {KNOWN_SCAN: source.scan, NO_EXPRESSIONS: not source.has_expressions}
    tokens = parser.parse(source.text, sandbox)
    report(find_scan_problems(source.scan, path, known_tags(env)))
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
        yield Problem(ProblemCode.BROKEN_LINK, message, Location(path, line=reference.line))


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
    for name in ("strikethrough_single_tilde", "tasklists", "alerts"):
        md.options[name] = True
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
