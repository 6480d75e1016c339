"""Convert formulas to MathML during the build, without scripts and fonts.

Temml, which a browser would run elsewhere, runs in QuickJS; without an engine, docutils converts
what it can.
"""

from __future__ import annotations

import gzip
import re
from functools import cache
from pathlib import Path
from typing import Any

from docutils import nodes
from docutils.utils.math import latex2mathml
from markupsafe import Markup
from sphinx.application import Sphinx
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.config import Config
from sphinx.util.math import get_node_equation_number
from sphinx.writers.html5 import HTML5Translator

from sphinx_sitejson.common.problems import Location, ProblemCode, quoted
from sphinx_sitejson.common.scripts import ScriptFailedError, Scripts, can_run_scripts
from sphinx_sitejson.site_build.nodes import find_nodes
from sphinx_sitejson.site_build.output_files import writes_nothing
from sphinx_sitejson.site_build.private_interfaces import author_names, is_set_by_author
from sphinx_sitejson.site_build.reports import report_at

RENDERER = "sitejson"
STYLE_FILE = "sitejson-formulas.css"
_DATA = Path(__file__).with_name("temml")
_BLOCK = Markup('<div{} class="math notranslate nohighlight">')
_ESCAPED = re.compile(r"\\.", re.DOTALL)
_PARAGRAPH_END = re.compile(r"\n[ \t]*\n")
_CONVERTER_ERRORS = (SyntaxError, ValueError, KeyError, IndexError, AttributeError, RecursionError)
_SOURCE = Markup('<code class="sj-formula">{}</code>')


def visit_math(translator: HTML5Translator, node: nodes.math) -> None:
    """Write an inline formula."""
    markup = Markup('<span class="math notranslate nohighlight">{}</span>')
    translator.body.append(markup.format(formula(node)))
    raise nodes.SkipNode


def visit_math_block(translator: HTML5Translator, node: nodes.math_block) -> None:
    """Write a block formula, with its number if it has one."""
    explicit_id = Markup(' id="{}"').format(node["ids"][0]) if node["ids"] else ""
    translator.body.append(_BLOCK.format(explicit_id))
    if node.get("number"):
        number = get_node_equation_number(translator, node)
        translator.body.append(Markup('<span class="eqno">({})</span>').format(number))
    translator.body.append(f"{formula(node)}</div>\n")
    raise nodes.SkipNode


def formula(node: nodes.math | nodes.math_block) -> Markup:
    """Return a formula as MathML, or its source if it cannot be converted."""
    source, is_block = node.astext(), isinstance(node, nodes.math_block)
    try:
        # Converters end open groups with the formula.
        braces = _ESCAPED.sub("", source)
        if braces.count("{") != braces.count("}"):
            raise ValueError("its braces do not match")
        return Markup(_convert(stack_formulas(source) if is_block else source, is_block=is_block))
    except _CONVERTER_ERRORS as error:
        is_explained = isinstance(error, ValueError) and not isinstance(error, UnicodeError)
        reason = f" ({str(error).rstrip('.')})" if is_explained and str(error) else ""
        message = f"the formula {quoted(source)} could not be read{reason}; it is shown as written."
        report_at(ProblemCode.FORMULA, message, Location(str(node.source or ""), line=node.line))
        return _SOURCE.format(source)


def _convert(latex: str, *, is_block: bool) -> str:
    if not can_run_scripts():
        return latex2mathml.tex2mathml(latex, as_block=is_block)
    try:
        result: dict[str, str] = _scripts().call("convertFormula", latex, is_block)
    except ScriptFailedError:
        raise ValueError("it is too complex") from None
    if "reason" in result:
        raise ValueError(result["reason"])
    return result["markup"]


@cache
def _scripts() -> Scripts:
    library = gzip.decompress((_DATA / "temml.js.gz").read_bytes()).decode()
    return Scripts([_DATA / "formulas.js"], library)


def stack_formulas(source: str) -> str:
    """Join formulas that are separated by blank lines, as Sphinx does, into one."""
    parts = [part.strip() for part in _PARAGRAPH_END.split(source) if part.strip()]
    if len(parts) < 2:
        return source.strip()
    lines = " \\\\\n".join(rf"\begin{{aligned}}{part}\end{{aligned}}" for part in parts)
    return rf"\begin{{gathered}}{lines}\end{{gathered}}"


def add_style_sheet(
    app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: object
) -> None:
    """Link the style sheet of formulas on the pages that have some."""
    assert isinstance(app.builder, StandaloneHTMLBuilder)
    if app.builder.math_renderer_name == RENDERER and "<math" in context.get("body", ""):
        app.add_css_file(STYLE_FILE)


def check_formulas(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Report formulas that cannot be converted, on a page that is only checked."""
    if writes_nothing(app.builder) and app.config.html_math_renderer == RENDERER:
        for node in (*find_nodes(doctree, nodes.math), *find_nodes(doctree, nodes.math_block)):
            formula(node)


def choose_renderer(app: Sphinx, config: Config) -> None:
    """Choose MathML with the theme of the package, unless the author chose another renderer."""
    if is_set_by_author(config, "html_math_renderer"):
        return
    renderers = app.registry.html_inline_math_renderers
    chosen = [name for name in renderers if name not in (RENDERER, "mathjax")]
    if chosen:
        config.html_math_renderer = chosen[0]
    else:
        # An author who lists MathJax, or sets its options such as macros, wants it.
        names = (*config.extensions, *author_names(config))
        is_wanted = any(name.startswith(("sphinx.ext.mathjax", "mathjax")) for name in names)
        is_ours = config.html_theme == RENDERER and not is_wanted
        config.html_math_renderer = RENDERER if is_ours else "mathjax"
