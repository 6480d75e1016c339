r"""Formulas in Markdown, told apart from prices and variables, and normalization of their LaTeX."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from markdown_it import MarkdownIt
from markdown_it.rules_inline import StateInline
from mdit_py_plugins.dollarmath.index import math_block_dollar, math_inline_dollar

_BETWEEN_SIGNS = r"(?:[^$`\n\\]|\\[^\n])+)(?<!\s)\$(?![\w${])"
FORMULA = re.compile(
    r"(?<![\w$\\])\$(?![\s$])(?:"
    # An index, an exponent or a command; one letter or function; a relation between short names.
    r"(?=[^$`\n]*?(?:[_^](?:[{\\]|[A-Za-z0-9](?![A-Za-z0-9]))|\\[A-Za-z]))"
    r"|(?=[A-Za-z]'*(?:\([^$`\n()]{1,12}\))?\$)"
    r"|(?=-?[A-Za-z](?![A-Za-z]{3})[^$`\n]*?[=<>+*/-])(?![^$`\n]*?[A-Za-z]{4})"
    rf")(?P<formula>{_BETWEEN_SIGNS}"
)
"""One between single dollar signs that has something of a formula; words and prices have not."""

UNREAD = re.compile(rf"(?<![\w$\\])\$(?=[A-Za-z\\(])(?P<words>{_BETWEEN_SIGNS}")
"""What stands between two signs and is taken for words; an author may have meant a formula."""

UNREAD_FORMULA = "unread_formula"
"""The token of a sign before such words."""

_DOUBLED = math_inline_dollar(True, True, True)


def formula_plugin(md: MarkdownIt) -> None:
    """Make a parser read formulas on lines of their own, and those in a line."""
    md.inline.ruler.before("escape", "math_inline", _formula_in_line)
    md.block.ruler.before(
        "fence",
        "math_block",
        math_block_dollar(False, None),
        {"alt": ["paragraph", "reference", "blockquote", "list", "footnote_def"]},
    )


def _formula_in_line(state: StateInline, silent: bool) -> bool:
    """Doubled signs are a formula whatever they hold, but one among words is no block."""
    if not state.src.startswith("$", state.pos):
        return False
    if not state.src.startswith("$$", state.pos):
        return _single(state, silent)
    found = _DOUBLED(state, silent)
    if found and not silent:
        state.tokens[-1].type = "math_inline"
    return found


def _single(state: StateInline, silent: bool) -> bool:
    found = FORMULA.match(state.src, state.pos, state.posMax)
    if found is None:
        return _unread(state, silent)
    if not silent:
        token = state.push("math_inline", "math", 0)
        token.content, token.markup = found["formula"], "$"
    state.pos = found.end()
    return True


def _unread(state: StateInline, silent: bool) -> bool:
    """Make a token of a sign that might begin a formula, so that the page can say so."""
    found = UNREAD.match(state.src, state.pos, state.posMax)
    if found is None:
        return False
    if not silent:
        token = state.push(UNREAD_FORMULA, "", 0)
        token.content, token.meta = "$", {"words": found["words"]}
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
    """What stands between braces, or between a left and a right bracket."""

    opening: str = ""
    parts: list[str] = field(default_factory=list)
    numerator: str | None = None

    def text(self) -> str:
        inner = "".join(self.parts)
        if self.numerator is not None:
            inner = rf"\frac{{{self.numerator}}}{{{inner}}}"
        return self.opening + inner


def with_fractions(formula: str) -> str:
    r"""Return a formula with ``\frac`` in the place of ``\over``."""
    if r"\over" not in formula:
        return formula
    groups = [_Group()]
    for part in _PART.finditer(formula):
        if part.lastgroup == "open":
            groups.append(_Group(part[0]))
        elif part.lastgroup == "close" and len(groups) > 1:
            inner = groups.pop().text()
            groups[-1].parts += [inner, part[0]]
        elif part.lastgroup == "over" and groups[-1].numerator is None:
            groups[-1].numerator = "".join(groups[-1].parts)
            groups[-1].parts = []
        else:
            groups[-1].parts.append(part[0])
    while len(groups) > 1:
        inner = groups.pop().text()
        groups[-1].parts.append(inner)
    return groups[0].text()


LINES = "aligned"
_SAME_ENVIRONMENTS = {
    **dict.fromkeys(
        ("align", "alignat", "alignedat", "flalign", "split", "gather", "gathered", "multline"),
        LINES,
    ),
    "eqnarray": LINES,
    "array": "matrix",
    "equation": "",
    "displaymath": "",
    "math": "",
}
_WITH_COLUMNS = ("alignat", "alignedat", "array")

_SAME_COMMANDS = {
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


def normalize_spelling(source: str) -> str:
    """Return a formula with the names that are known in place of others for the same."""
    text = _NUMBER.sub("", source)
    text = _FONT.sub(r"\\math\1{\2}", text)
    text = _SUBSTACK.sub(r"\\begin{matrix}\1\\end{matrix}", text)
    text = _ENVIRONMENT.sub(_environment, text)
    return _COMMAND.sub(_command, text)


def formulas_below_each_other(source: str) -> str:
    """Return a block of formulas as one: an empty line begins the next, as Sphinx has it."""
    parts = [part.strip() for part in _PARAGRAPH_END.split(source) if part.strip()]
    if len(parts) < 2:
        return source.strip()
    lines = " \\\\\n".join(rf"\begin{{{LINES}}}{part}\end{{{LINES}}}" for part in parts)
    return rf"\begin{{matrix}}{lines}\end{{matrix}}"


def _environment(found: re.Match[str]) -> str:
    place, name, argument = found.groups()
    known = _SAME_ENVIRONMENTS.get(name)
    if known is None:
        return found[0]
    rest = "" if place == "begin" and name in _WITH_COLUMNS else argument
    return (rf"\{place}{{{known}}}" if known else "") + rest


def _command(found: re.Match[str]) -> str:
    return _SAME_COMMANDS.get(found[1] or "", found[0])
