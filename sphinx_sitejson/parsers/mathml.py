"""Convert formulas to MathML during the build, without scripts and fonts."""

from __future__ import annotations

import re
from functools import cache

from docutils import nodes
from docutils.utils.math import latex2mathml, unichar2tex
from markupsafe import Markup
from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.util.math import get_node_equation_number
from sphinx.writers.html5 import HTML5Translator

from sphinx_sitejson.common.problems import Location, ProblemCode, quoted
from sphinx_sitejson.mdx.formulas import convert_infix_commands, normalize_latex, stack_formulas
from sphinx_sitejson.site_build.nodes import find_nodes
from sphinx_sitejson.site_build.output_files import writes_nothing
from sphinx_sitejson.site_build.private_interfaces import author_names, is_set_by_author
from sphinx_sitejson.site_build.reports import report_at

RENDERER = "sitejson"
_BLOCK = Markup('<div{} class="math notranslate nohighlight">')
_ESCAPED = re.compile(r"\\.", re.DOTALL)
_SYMBOL = re.compile(r"(?P<text>\\(?:text[a-z]*|mbox)\s*\{[^{}]*\})|[^\x00-\x7f]")
_SYMBOL_COMMANDS = {**unichar2tex.uni2tex_table, ord("·"): r"\cdot "}
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
    spelled = normalize_latex(stack_formulas(source) if is_block else source)
    try:
        # The converter ends open groups with the formula.
        braces = _ESCAPED.sub("", source)
        if braces.count("{") != braces.count("}"):
            raise ValueError("its braces do not match")
        latex = _SYMBOL.sub(
            lambda match: match["text"] or _symbol_command(match[0]),
            convert_infix_commands(spelled),
        )
        return Markup(latex2mathml.tex2mathml(latex, as_block=is_block))
    except _CONVERTER_ERRORS as error:
        is_explained = isinstance(error, ValueError) and not isinstance(error, UnicodeError)
        reason = f" ({str(error).rstrip('.')})" if is_explained and str(error) else ""
        message = f"the formula {quoted(source)} could not be read{reason}; it is shown as written."
        report_at(ProblemCode.FORMULA, message, Location(str(node.source or ""), line=node.line))
        return _SOURCE.format(source)


@cache
def _symbol_command(character: str) -> str:
    r"""Return the command for a character such as ``≤``; the converter accepts only letters."""
    if character.isalpha() or character.isdigit() or character.isspace():
        return character
    text = rf"\text{{{character}}}"
    command = _SYMBOL_COMMANDS.get(ord(character), text)
    try:
        latex2mathml.tex2mathml(command)
    except _CONVERTER_ERRORS:
        return text
    return command


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
