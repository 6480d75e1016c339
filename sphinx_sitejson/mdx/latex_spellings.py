r"""LaTeX as many authors write it, in the spelling that the reader of formulas knows.

Of the dozen environments that LaTeX has for lines below each other, for example, it knows one.
"""

from __future__ import annotations

import re

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
