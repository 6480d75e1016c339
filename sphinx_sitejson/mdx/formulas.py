r"""Formulas in Markdown, distinguished from prices and variables; normalization of LaTeX."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock
from markdown_it.rules_inline import StateInline
from mdit_py_plugins.dollarmath.index import math_block_dollar, math_inline_dollar

Match = re.Match[str]

# A word may end after a group: "$\text{Vote}$s".
_BETWEEN_DOLLARS = r"(?:[^$`\n\\]|\\[^\n])+)(?<!\s)\$(?:(?![\w${])|(?<=\}\$)(?=[a-z]))"
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
    """Parse a formula, or a dollar sign that may begin one, which is reported."""
    if match := FORMULA.match(state.src, state.pos, state.posMax):
        if not silent:
            token = state.push("math_inline", "math", 0)
            token.content, token.markup = match["formula"], "$"
        state.pos = match.end()
    elif match := UNPARSED.match(state.src, state.pos, state.posMax):
        if not silent:
            token = state.push(UNPARSED_FORMULA, "", 0)
            token.content, token.meta = "$", {"text": match["text"]}
        state.pos += 1
    return match is not None


_DELIMITER = r"(?![A-Za-z])\s*(?:\\[A-Za-z]+|\\?.)"
_INFIX_COMMANDS = {
    r"\over": r"\frac{%s}{%s}",
    r"\choose": r"\binom{%s}{%s}",
    r"\atop": r"\begin{matrix}%s\\%s\end{matrix}",
    r"\brack": r"\begin{bmatrix}%s\\%s\end{bmatrix}",
    r"\brace": r"\begin{Bmatrix}%s\\%s\end{Bmatrix}",
}
"""Commands between their two arguments, which take up the group around them."""
_PART = re.compile(
    rf"(?P<open>\{{|\\left{_DELIMITER})|(?P<close>\}}|\\right{_DELIMITER})"
    r"|(?P<infix>\\(?:over|choose|atop|brack|brace)(?![A-Za-z]))|\\[A-Za-z]+|\\.|[^\\{}]+|\\",
    re.DOTALL,
)


@dataclass
class _Group:
    """The content of braces, or of ``\\left`` and ``\\right``."""

    opening: str = ""
    parts: list[str] = field(default_factory=list)
    infix: str = ""
    first: str = ""

    def text(self) -> str:
        inner = "".join(self.parts)
        if self.infix:
            inner = _INFIX_COMMANDS[self.infix] % (self.first, inner)
        return self.opening + inner


def convert_infix_commands(formula: str) -> str:
    r"""Replace commands such as ``\over``: ``{a \over b}`` becomes ``{\frac{a }{ b}}``."""
    if not any(command in formula for command in _INFIX_COMMANDS):
        return formula
    groups = [_Group()]
    for match in _PART.finditer(formula):
        if match.lastgroup == "open":
            groups.append(_Group(match[0]))
        elif match.lastgroup == "close" and len(groups) > 1:
            inner = groups.pop().text()
            groups[-1].parts += [inner, match[0]]
        elif match.lastgroup == "infix" and not groups[-1].infix:
            groups[-1].infix, groups[-1].first = match[0], "".join(groups[-1].parts)
            groups[-1].parts = []
        else:
            groups[-1].parts.append(match[0])
    while len(groups) > 1:
        inner = groups.pop().text()
        groups[-1].parts.append(inner)
    return groups[0].text()


ALIGNED = "aligned"
_ENVIRONMENT_ALIASES = {
    **dict.fromkeys(("align", "alignat", "alignedat", "eqnarray", "flalign", "split"), ALIGNED),
    **dict.fromkeys(("gather", "gathered", "multline"), ALIGNED),
    **dict.fromkeys(("array", "subarray"), "matrix"),
    "dcases": "cases",
    **{name: name for name in ("matrix", "pmatrix", "bmatrix", "Bmatrix", "vmatrix", "Vmatrix")},
    **dict.fromkeys(("equation", "displaymath", "math"), ""),
}
_ENVIRONMENTS_WITH_COLUMNS = ("alignat", "alignedat", "array", "subarray")

_COMMAND_ALIASES = {
    "*": "*",
    ">": r"\:",
    # The converter would end the argument of \boldsymbol with the group around it.
    **dict.fromkeys(("bm", "boldsymbol", "pmb"), r"\mathbfit"),
    "cr": r"\\",
    "dag": r"\dagger",
    "ddag": r"\ddagger",
    "degree": r"{}^{\circ}",
    "dots": r"\ldots",
    "enspace": r"\;",
    "enskip": r"\;",
    "fbox": r"\boxed",
    "gt": ">",
    "hphantom": r"\phantom",
    "iff": r"\Longleftrightarrow",
    "implies": r"\Longrightarrow",
    "lt": "<",
    "newline": r"\\",
    "nobreakspace": "~",
    "overbracket": r"\overbrace",
    "stackrel": r"\overset",
    "underbar": r"\underline",
    "underbracket": r"\underbrace",
    "vcentcolon": ":",
    "xmapsto": r"\xrightarrow",
    **{font: rf"\math{font}" for font in ("rm", "bf", "it", "cal", "sf", "tt")},
    **dict.fromkeys(("emph", "hbox", "mbox"), r"\text"),
    **{f"text{font}": r"\text" for font in ("bf", "it", "normal", "rm", "sc", "sf", "tt", "up")},
    **dict.fromkeys(
        (
            *("ensuremath", "hline", "middle", "nonumber", "notag"),
            # Sizes.
            *("big", "Big", "bigg", "Bigg", "bigm", "Bigm", "biggm", "Biggm"),
            *("tiny", "scriptsize", "footnotesize", "small", "normalsize"),
            *("large", "Large", "LARGE", "huge", "Huge"),
            # Classes of symbols and boxes, which only change the space around their argument.
            *("mathbin", "mathrel", "mathord", "mathopen", "mathclose", "mathpunct", "mathop"),
            *("mathinner", "smash", "llap", "rlap", "clap", "mathllap", "mathrlap", "mathclap"),
            *("mathstrut", "strut", "null", "relax", "allowbreak", "nobreak", "hfill", "centering"),
        ),
        "",
    ),
    # Greek capitals that look like Latin ones.
    **{
        name: rf"\mathrm{{{name[0]}}}"
        for name in (
            *("Alpha", "Beta", "Epsilon", "Zeta", "Iota"),
            *("Kappa", "Mu", "Nu", "Omicron", "Tau"),
        )
    },
    **{"Eta": r"\mathrm{H}", "Rho": r"\mathrm{P}", "Chi": r"\mathrm{X}", "omicron": "o"},
}
_MACROS = {
    **dict.fromkeys(("color", "require", "vphantom", "vspace"), (1, "")),
    **dict.fromkeys(("class", "colorbox", "cssId", "href", "style", "textcolor"), (2, "{#2}")),
    **dict.fromkeys(("bra", "Bra"), (1, r"\langle #1|")),
    **dict.fromkeys(("ket", "Ket"), (1, r"|#1\rangle")),
    "braket": (1, r"\langle #1\rangle"),
    "cases": (1, r"\begin{cases}#1\end{cases}"),
    "hdotsfor": (1, r"\ldots"),
    "intertext": (1, r"\text{#1}\\"),
    "matrix": (1, r"\begin{matrix}#1\end{matrix}"),
    "nicefrac": (2, "{#1}/{#2}"),
    "pmatrix": (1, r"\begin{pmatrix}#1\end{pmatrix}"),
    "raisebox": (2, r"\text{#2}"),
    "sfrac": (2, "{#1}/{#2}"),
    "shortintertext": (1, r"\text{#1}\\"),
}
"""The number of arguments of a command, and its expansion."""
_MACRO = re.compile(r"\\(?:\\|([A-Za-z]+))")
_FLAT_GROUP = r"\{(?:\\.|[^\\{}])*\}"
_NESTED_GROUP = rf"\{{(?:\\.|[^\\{{}}]|{_FLAT_GROUP})*\}}"
_GROUP = rf"\{{((?:\\.|[^\\{{}}]|{_NESTED_GROUP})*)\}}"
_ARGUMENT = re.compile(rf"\s*{_GROUP}", re.DOTALL)
_ACCENT = re.compile(
    r"(\\(?:acute|bar|breve|check|d{0,3}dot|grave|(?:wide)?(?:hat|tilde)|mathring|vec"
    r"|over(?:line|(?:left)?(?:right)?arrow))(?![A-Za-z])\s*)"
    rf"({_GROUP}|\\[A-Za-z]+|[^\s\\{{}}])(?=\s*_)",
    re.DOTALL,
)
_LABELED_BRACE = re.compile(
    rf"\\(?:(under)brace|(over)brace)({_ARGUMENT.pattern})\s*(?(1)_|\^)({_ARGUMENT.pattern})",
    re.DOTALL,
)
_OPERATOR = re.compile(
    rf"\\(operatorname\b(?!\*)|operatorname\*|mathop\b)((?:\s*\\math[a-z]+)?{_ARGUMENT.pattern})"
    rf"(?:\s*_\s*({_ARGUMENT.pattern}|\\[A-Za-z]+|[^\s\\{{}}]))?",
    re.DOTALL,
)
_LARGE_DELIMITER = re.compile(
    r"\\(?P<size>[bB]igg?)(?:(?P<right>r)|[lm])?(?![A-Za-z])\s*"
    r"(?P<delimiter>[()\[\]/|]|\\(?:[{}|]|(?:[lr](?:angle|brace|brack|ceil|floor|vert|Vert)|[vV]ert)(?![A-Za-z])))"
)
_WORDS = re.compile(rf"\\(text|operatorname)\s*{_GROUP}", re.DOTALL)
_COMMAND_IN_WORDS = re.compile(
    rf"(?P<formula>(?<!\\)\$[^$]*\$)|\\text\s*(?P<words>{_FLAT_GROUP})|\\(?P<symbol>[{{}}$])"
    r"|\\(?P<character>[_%&#])|(?P<space>\\[,;: ]|~)|\\(?P<name>ldots|textasciicircum)(?:\{\})?\s*",
    re.DOTALL,
)
_CHARACTERS = {"ldots": "…", "textasciicircum": "^"}
_TIGHT_SYMBOLS = {
    **dict.fromkeys(("|", r"\vert", r"\lvert", r"\rvert"), r"\text{|}"),
    **dict.fromkeys((r"\|", r"\Vert", r"\lVert", r"\rVert"), r"\text{‖}"),
    ":=": r"\;\text{:=}\;",
}
"""Symbols that the converter would surround, or fill, with space."""
_TIGHT_SYMBOL = re.compile(
    rf"\\(?:left|right|[bB]igg?[lr]){_DELIMITER}|\\text\s*{_GROUP}"
    r"|\\[lr]?[vV]ert(?![A-Za-z]|\s*-)|\\.|\||:=",
    re.DOTALL,
)
_DELIMITED = re.compile(
    r"\s*(?:\$\$(?P<a>[^$]*)\$\$|\$(?P<b>[^$]*)\$|\\\[(?P<c>.*)\\\]|\\\((?P<d>.*)\\\))\s*",
    re.DOTALL,
)
_SPELLINGS = {
    # Comments, spaces, numbers of formulas, and lengths.
    r"(?<!\\)((?:\\\\)*)%[^\n]*": r"\1",
    r"[^\S\n]": " ",
    r"\\(?:label|tag\*?)\s*\{[^{}]*\}": "",
    r"\\\\\s*(?:\*\s*)?\[\s*-?[\d.]+\s*(?:em|ex|pt|px|cm|mm|in|mu)\s*\]": r"\\\\",
    r"\\([hv]space)\*": r"\\\1",
    r"\\(?:kern|mkern|hskip|mskip|vskip)\s*-?[\d.]+\s*(?:em|ex|mu|pt|px|cm|mm|in)": "",
    # Fonts of a group, and small matrices.
    r"\{\s*\\(rm|bf|it|cal|sf|tt)(?![A-Za-z])\s*([^{}]*)\}": r"\\math\1{\2}",
    r"\\substack\s*\{((?:[^{}]|\{[^{}]*\})*)\}": r"\\begin{matrix}\1\\end{matrix}",
}
"""What is written differently, before macros are expanded, in this order."""
_DIGITS_OF_FRACTION = re.compile(r"(\\[cdt]?frac)\s*(\d)\s*(\d)")
_BOLD_DIGIT = re.compile(r"\\(?:bm|boldsymbol|pmb)(?=\s*\{?\s*\d)")
_MISSING_BASE = re.compile(r"(^|(?<!\\)\{|&|\\\\)(\s*)(?=[_^])")
_ENVIRONMENT = re.compile(r"\\(begin|end)\s*\{(\w+)(?:\}|\*\}(?:\[[lcr]\])?)((?:\s*\{[^{}]*\})?)")
_COMMAND = re.compile(r"\\(?:\\|([A-Za-z]+|[*>]))")
_PARAGRAPH_END = re.compile(r"\n[ \t]*\n")


def normalize_latex(source: str) -> str:
    r"""Replace environments and commands by those that docutils supports.

    ``\begin{align*}a\end{align*}`` becomes ``\begin{aligned}a\end{aligned}``.
    """
    delimited = _DELIMITED.fullmatch(source)
    text = next(filter(None, delimited.groups()), "") if delimited else source
    for pattern, spelling in _SPELLINGS.items():
        text = re.sub(pattern, spelling, text)
    text = _expand_macros(text)
    text = _ENVIRONMENT.sub(_normalize_environment, text)
    text = _DIGITS_OF_FRACTION.sub(r"\1{\2}{\3}", text)
    text = _separate_accents(_BOLD_DIGIT.sub(r"\\mathbf", text))
    text = _LABELED_BRACE.sub(_attach_label, text)
    text = _OPERATOR.sub(_attach_limit, text)
    text = _LARGE_DELIMITER.sub(_close_delimiter, text)
    text = _MISSING_BASE.sub(r"\1{}\2", text)
    text = _COMMAND.sub(lambda match: _COMMAND_ALIASES.get(match[1] or "", match[0]), text)
    text = _WORDS.sub(_unescape, text)
    return _TIGHT_SYMBOL.sub(lambda match: _TIGHT_SYMBOLS.get(match[0], match[0]), text)


def _unescape(match: Match) -> str:
    """Return words without commands, which the converter would show."""
    words = _COMMAND_IN_WORDS.sub(_normalize_words, match[2])
    text = rf"\{match[1]}{{{words}}}"
    return f"{{{text}}}" if "}\\" in words else text


def _normalize_words(match: Match) -> str:
    if symbol := match["symbol"]:
        return rf"}}\{symbol}\text{{"
    if words := match["words"]:
        return _COMMAND_IN_WORDS.sub(_normalize_words, words[1:-1])
    return match["formula"] or match["character"] or _CHARACTERS.get(match["name"], " ")


def _close_delimiter(match: Match) -> str:
    """Return a delimiter in a group, since its counterpart may be in another cell."""
    size, delimiter = match["size"], match["delimiter"]
    left, right = (".", delimiter) if match["right"] else (delimiter, ".")
    return rf"{{\{size}l{left}{{}}\{size}r{right}}}"


def _attach_limit(match: Match) -> str:
    r"""Return an operator, with the index of ``\operatorname*`` and ``\mathop`` below it."""
    command, name, limit = match[1], match[2].strip(), match[4]
    is_formula = "\\" in _COMMAND_IN_WORDS.sub("", name)
    operator = name if is_formula else rf"\operatorname{name}"
    if limit and command != "operatorname":
        return rf"\underset{{{limit}}}{{{operator}}}"
    return operator + match[0][match.end(2) - match.start() :]


def _separate_accents(text: str) -> str:
    """Put accented symbols before an index into a group; else the index becomes their limit."""
    return _ACCENT.sub(lambda match: f"{{{match[1]}{_separate_accents(match[2])}{{}}}}", text)


def _attach_label(match: Match) -> str:
    """Return a brace with its label above or below it, not beside it."""
    side = match[1] or match[2]
    argument = _LABELED_BRACE.sub(_attach_label, match[3])
    return rf"\{side}set{match[5]}{{\{side}brace{argument}}}"


def _expand_macros(text: str) -> str:
    """Expand the commands whose arguments change their order or get lost."""
    parts = []
    position = 0
    for match in _MACRO.finditer(text):
        count, expansion = _MACROS.get(match[1] or "", (0, ""))
        end = match.end()
        if not count or match.start() < position:
            continue
        for number in range(1, count + 1):
            argument = _ARGUMENT.match(text, end)
            if argument is None:
                break
            end = argument.end()
            expansion = expansion.replace(f"#{number}", _expand_macros(argument[1]))
        else:
            parts += [text[position : match.start()], expansion]
            position = end
    return "".join([*parts, text[position:]])


def stack_formulas(source: str) -> str:
    """Join formulas that are separated by blank lines, as Sphinx does, into one."""
    parts = [part.strip() for part in _PARAGRAPH_END.split(source) if part.strip()]
    if len(parts) < 2:
        return source.strip()
    lines = " \\\\\n".join(rf"\begin{{{ALIGNED}}}{part}\end{{{ALIGNED}}}" for part in parts)
    return rf"\begin{{matrix}}{lines}\end{{matrix}}"


def _normalize_environment(match: Match) -> str:
    command, name, argument = match.groups()
    alias = _ENVIRONMENT_ALIASES.get(name)
    if alias is None:
        return match[0]
    rest = "" if command == "begin" and name in _ENVIRONMENTS_WITH_COLUMNS else argument
    return (rf"\{command}{{{alias}}}" if alias else "") + rest
