"""Parsers of ``.mdx`` and ``.md`` pages."""

from __future__ import annotations

import re
from contextlib import suppress

from docutils import nodes
from docutils.transforms import Transform
from myst_parser.config.main import (
    MdParserConfig,
    TopmatterReadError,
    merge_file_level,
    read_topmatter,
)
from myst_parser.parsers.mdit import create_md_parser
from myst_parser.parsers.sphinx_ import MystParser
from myst_parser.warnings_ import MystWarnings, create_warning
from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.environment import BuildEnvironment

from sphinx_sitejson.common.markdown_limits import limits_plugin
from sphinx_sitejson.common.problems import Location, Problem, ProblemCode
from sphinx_sitejson.components.registry import known_components
from sphinx_sitejson.mdx.formulas import formula_plugin
from sphinx_sitejson.site_build.build_state import site_of
from sphinx_sitejson.site_build.config import has_custom_markdown, markdown_syntax
from sphinx_sitejson.site_build.front_matter import add_site_problems, read_myst_front_matter
from sphinx_sitejson.site_build.nodes import clear_document
from sphinx_sitejson.site_build.page_failures import (
    fallback_title,
    find_title,
    page_guard,
    reduce_page,
)

from .code_blocks import MarkdownQuotes
from .myst_renderer import MystRenderer, page_renderer

MYST_KEYS = frozenset({"myst", "html_meta", "substitutions"})
"""Keys of the front matter that change the settings of MyST for a page."""

# What MyST shows as text, or leaves out, with its name in messages.
_LOST = {
    "components": re.compile(r"^[ \t]*<([A-Z][A-Za-z.]*)[\s/>]", re.MULTILINE),
    'blocks such as ":::note"': re.compile(r"^[ \t]*:::+ ?[A-Za-z]", re.MULTILINE),
    'alerts such as "> [!NOTE]"': re.compile(
        r"^[ \t]*> ?\[!(?:NOTE|TIP|IMPORTANT|WARNING|CAUTION)\]", re.MULTILINE
    ),
    "titles and highlighted lines of code": re.compile(
        r"^[ \t]*(?:```+|~~~+)\w[\w+#-]*[ \t]*(?:\{[\d, -]+\}|[^\n]*\b(?:title|hl_lines)=)",
        re.MULTILINE,
    ),
}
_CODE_BLOCK = re.compile(r"^([ \t]*)(`{3,}|~{3,})([^\n]*\n).*?(?:^[ \t]*\2[ \t]*$|\Z)", re.M | re.S)


class MdxParser(MystParser):
    """Parses MDX pages; errors do not stop the build."""

    supported = ("mdx",)  # type: ignore[misc]

    def parse(self, inputstring: str, document: nodes.document) -> None:
        """Parse one page; one that cannot be parsed has only its title and a notice."""
        env: BuildEnvironment = document.settings.env
        if document["source"] != str(env.doc2path(env.docname)) or document.children:
            # A part of a page; its errors are those of the page.
            self.parse_page(inputstring, document)
            return
        try:
            self.parse_page(inputstring, document)
        except Exception as error:
            renderer = page_renderer(env)
            line = renderer.current_node.line if renderer is not None else None
            # The shared parser is in the middle of a page.
            from .mdx_pages import mdx_parser

            mdx_parser.clear(env)
            page_guard(env).report(env.docname, "read", error, "it shows only its title", line)
            clear_document(document)
            # Transforms of the parser need what it stores in the settings of the document.
            super().parse("", document)
            title = fallback_title(env, env.docname)
            if not env.metadata[env.docname].get("title"):
                title = find_title(inputstring) or title
            reduce_page(document, title)

    def parse_page(self, text: str, document: nodes.document) -> None:
        # Sites without MDX do not import its reader.
        from .mdx_pages import read_mdx

        read_mdx(text, document)


class MarkdownParser(MdxParser):
    """Parses ``.md`` pages, in the Markdown of the project."""

    supported = MystParser.supported  # type: ignore[misc,assignment]

    def get_transforms(self) -> list[type[Transform]]:
        """Return the transforms of these pages."""
        transforms: list[type[Transform]] = super().get_transforms()  # type: ignore[no-untyped-call]
        return [*transforms, MarkdownQuotes]

    def parse_page(self, text: str, document: nodes.document) -> None:
        env: BuildEnvironment = document.settings.env
        if markdown_syntax(env) != "myst":
            super().parse_page(text, document)
        else:
            report_lost_syntax(env, text)
            document.settings.smart_quotes = False
            front_matter, text = read_myst_front_matter(env, text, str(document["source"]))
            has_page_settings = not MYST_KEYS.isdisjoint(front_matter.values)
            read_myst(text, document, has_page_settings=has_page_settings)


def report_lost_syntax(env: BuildEnvironment, text: str) -> None:
    """Report syntax that MyST does not read, once for all pages, unless the project chose MyST."""
    site, path = site_of(env), str(env.doc2path(env.docname))
    if "myst" in (site.settings.markdown_syntax, env.config.sitejson_markdown_syntax):
        return
    # Examples in code are no mistake; the first line of a block has its title.
    text = _CODE_BLOCK.sub(
        lambda found: f"{found[1]}{found[2]}{found[3]}" + "\n" * (found[0].count("\n") - 1), text
    )
    for name, pattern in _LOST.items():
        if name == "components":
            known = known_components(env)
            match = next((each for each in pattern.finditer(text) if each[1] in known), None)
        else:
            match = None if site.keeps_theme else pattern.search(text)
        if match is not None:
            message = (
                f"MyST does not read {name}; to have them drawn in all .md pages, set "
                '"markdownSyntax": "mdx" in site.json, or sitejson_markdown_syntax = "mdx" in '
                'conf.py. To keep them as they are, set "myst".'
            )
            line = text.count("\n", 0, match.start()) + 1
            add_site_problems(
                env, [Problem(ProblemCode.MDX_FENCE, message, Location(path, line=line))]
            )


def read_myst(text: str, document: nodes.document, *, has_page_settings: bool) -> None:
    """Parse a page as MyST, whose settings it may change."""
    env: BuildEnvironment = document.settings.env
    config: MdParserConfig = env.myst_config  # type: ignore[attr-defined]

    def warn(kind: MystWarnings, message: str) -> None:
        create_warning(document, message, kind, line=1, append_to=document)

    if has_page_settings:
        # MyST reports what cannot be read when the page is rendered.
        with suppress(TopmatterReadError):
            config = merge_file_level(config, read_topmatter(text) or {}, warn)
    parser = create_md_parser(config, MystRenderer).use(limits_plugin)
    if not has_custom_markdown(env.config) and "dollarmath" not in config.enable_extensions:
        parser.use(formula_plugin)
    parser.options["document"] = document
    parser.render(text)


def prefer_mdx_parser(app: Sphinx, config: Config) -> None:
    """Replace the MyST parser of ``.md`` pages by one that also parses MDX."""
    known = app.registry.get_source_parsers().get("markdown")
    if known is None or issubclass(known, MystParser):
        app.add_source_parser(MarkdownParser, override=True)
