r"""Fractions of old: ``{a \over b}`` as ``{\frac{a}{b}}``, which every reader of formulas knows."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

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
