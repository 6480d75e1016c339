r"""Formulas in Markdown, distinguished from prices and variables; normalization of LaTeX."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock
from markdown_it.rules_inline import StateInline
from mdit_py_plugins.dollarmath.index import math_block_dollar, math_inline_dollar

_BETWEEN_DOLLARS = r"(?:[^$`\n\\]|\\[^\n])+)(?<!\s)\$(?![\w${])"
FORMULA = re.compile(
    r"(?<![\w$\\])\$(?![\s$])(?:"
    # An index, an exponent or a command; one letter or function; a relation between short names.
    r"(?=[^$`\n]*?(?:[_^](?:[{\\]|[A-Za-z0-9](?![A-Za-z0-9]))|\\[A-Za-z]))"
    r"|(?=[A-Za-z]'*(?:\([^$`\n()]{1,12}\))?\$)"
    r"|(?=-?[A-Za-z](?![A-Za-z]{3})[^$`\n]*?[=<>+*/-])(?![^$`\n]*?[A-Za-z]{4})"
    rf")(?P<formula>{_BETWEEN_DOLLARS}"
)
"""A formula between single dollar signs: ``$x^2$``, but neither ``$name$`` nor ``$5 or $6``."""

UNPARSED = re.compile(rf"(?<![\w$\\])\$(?=[A-Za-z\\(])(?P<text>{_BETWEEN_DOLLARS}")
"""Text between dollar signs that is not a formula, but may be intended as one: ``$name$``."""

UNPARSED_FORMULA = "unparsed_formula"
"""The token type of the dollar sign before such text."""

_parse_double_dollars = math_inline_dollar(True, True, True)
_parse_paragraph = math_block_dollar(False, None)
_parse_fence = math_block_dollar(False, None, allow_blank_lines=True)


def formula_plugin(md: MarkdownIt) -> None:
    """Parse block formulas and inline formulas."""
    md.inline.ruler.before("escape", "math_inline", _parse_inline_formula)
    md.block.ruler.before(
        "fence",
        "math_block",
        _parse_block_formula,
        {"alt": ["paragraph", "reference", "blockquote", "list", "footnote_def"]},
    )


def _parse_block_formula(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """Parse a block formula; it may contain empty lines if ``$$`` is on a line of its own.

    "$$ is the process id" begins a paragraph, which must not extend to the next formula.
    """
    first_line = state.src[state.bMarks[start] + state.tShift[start] : state.eMarks[start]]
    parse = _parse_fence if first_line.strip() == "$$" else _parse_paragraph
    return parse(state, start, end, silent)


def _parse_inline_formula(state: StateInline, silent: bool) -> bool:
    """Parse an inline formula; any content between doubled dollar signs is one."""
    if not state.src.startswith("$", state.pos):
        return False
    if not state.src.startswith("$$", state.pos):
        return _parse_single_dollars(state, silent)
    match = _parse_double_dollars(state, silent)
    if match and not silent:
        state.tokens[-1].type = "math_inline"
    return match


def _parse_single_dollars(state: StateInline, silent: bool) -> bool:
    match = FORMULA.match(state.src, state.pos, state.posMax)
    if match is None:
        return _mark_unparsed(state, silent)
    if not silent:
        token = state.push("math_inline", "math", 0)
        token.content, token.markup = match["formula"], "$"
    state.pos = match.end()
    return True


def _mark_unparsed(state: StateInline, silent: bool) -> bool:
    """Add a token for a dollar sign that may begin a formula, to be reported."""
    match = UNPARSED.match(state.src, state.pos, state.posMax)
    if match is None:
        return False
    if not silent:
        token = state.push(UNPARSED_FORMULA, "", 0)
        token.content, token.meta = "$", {"text": match["text"]}
    state.pos += 1
    return True


_DELIMITER = r"(?![A-Za-z])\s*(?:\\[A-Za-z]+|\\?.)"
_PART = re.compile(
    rf"(?P<open>\{{|\\left{_DELIMITER})|(?P<close>\}}|\\right{_DELIMITER})"
    r"|(?P<over>\\over(?![A-Za-z]))|\\[A-Za-z]+|\\.|[^\\{}]+|\\",
    re.DOTALL,
)


@dataclass(slots=True)
class _Group:
    """The content of braces, or of ``\\left`` and ``\\right``."""

    opening: str = ""
    parts: list[str] = field(default_factory=list)
    numerator: str | None = None

    def text(self) -> str:
        inner = "".join(self.parts)
        if self.numerator is not None:
            inner = rf"\frac{{{self.numerator}}}{{{inner}}}"
        return self.opening + inner


def convert_fractions(formula: str) -> str:
    r"""Replace ``\over`` by ``\frac``: ``{a \over b}`` becomes ``{\frac{a }{ b}}``."""
    if r"\over" not in formula:
        return formula
    groups = [_Group()]
    for match in _PART.finditer(formula):
        if match.lastgroup == "open":
            groups.append(_Group(match[0]))
        elif match.lastgroup == "close" and len(groups) > 1:
            inner = groups.pop().text()
            groups[-1].parts += [inner, match[0]]
        elif match.lastgroup == "over" and groups[-1].numerator is None:
            groups[-1].numerator = "".join(groups[-1].parts)
            groups[-1].parts = []
        else:
            groups[-1].parts.append(match[0])
    while len(groups) > 1:
        inner = groups.pop().text()
        groups[-1].parts.append(inner)
    return groups[0].text()


ALIGNED = "aligned"
_ENVIRONMENT_ALIASES = {
    **dict.fromkeys(
        ("align", "alignat", "alignedat", "flalign", "split", "gather", "gathered", "multline"),
        ALIGNED,
    ),
    "eqnarray": ALIGNED,
    "array": "matrix",
    "equation": "",
    "displaymath": "",
    "math": "",
}
_ENVIRONMENTS_WITH_COLUMNS = ("alignat", "alignedat", "array")

_COMMAND_ALIASES = {
    "bm": r"\boldsymbol",
    "degree": r"{}^{\circ}",
    "dots": r"\ldots",
    "enspace": r"\;",
    "ensuremath": "",
    "gt": ">",
    "hline": "",
    "iff": r"\Longleftrightarrow",
    "implies": r"\Longrightarrow",
    "lt": "<",
    "mathop": r"\operatorname",
    "middle": "",
    "nonumber": "",
    "notag": "",
    "stackrel": r"\overset",
    "textbf": r"\text",
    "textit": r"\text",
    "textsf": r"\text",
    "texttt": r"\text",
    **dict.fromkeys(("big", "Big", "bigg", "Bigg"), ""),
}
_ENVIRONMENT = re.compile(r"\\(begin|end)\s*\{(\w+)\*?\}((?:\s*\{[^{}]*\})?)")
_COMMAND = re.compile(r"\\(?:\\|([A-Za-z]+))")
_FONT = re.compile(r"\{\s*\\(rm|bf|it|cal|sf|tt)(?![A-Za-z])\s*([^{}]*)\}")
_NUMBER = re.compile(r"\\(?:label|tag\*?)\s*\{[^{}]*\}")
_SUBSTACK = re.compile(r"\\substack\s*\{((?:[^{}]|\{[^{}]*\})*)\}")
_PARAGRAPH_END = re.compile(r"\n[ \t]*\n")


def normalize_latex(source: str) -> str:
    r"""Replace environments and commands by those that docutils supports.

    ``\begin{align*}a\end{align*}`` becomes ``\begin{aligned}a\end{aligned}``.
    """
    text = _NUMBER.sub("", source)
    text = _FONT.sub(r"\\math\1{\2}", text)
    text = _SUBSTACK.sub(r"\\begin{matrix}\1\\end{matrix}", text)
    text = _ENVIRONMENT.sub(_normalize_environment, text)
    return _COMMAND.sub(_normalize_command, text)


def stack_formulas(source: str) -> str:
    """Join formulas that are separated by blank lines, as Sphinx does, into one."""
    parts = [part.strip() for part in _PARAGRAPH_END.split(source) if part.strip()]
    if len(parts) < 2:
        return source.strip()
    lines = " \\\\\n".join(rf"\begin{{{ALIGNED}}}{part}\end{{{ALIGNED}}}" for part in parts)
    return rf"\begin{{matrix}}{lines}\end{{matrix}}"


def _normalize_environment(match: re.Match[str]) -> str:
    command, name, argument = match.groups()
    alias = _ENVIRONMENT_ALIASES.get(name)
    if alias is None:
        return match[0]
    rest = "" if command == "begin" and name in _ENVIRONMENTS_WITH_COLUMNS else argument
    return (rf"\{command}{{{alias}}}" if alias else "") + rest


def _normalize_command(match: re.Match[str]) -> str:
    return _COMMAND_ALIASES.get(match[1] or "", match[0])
