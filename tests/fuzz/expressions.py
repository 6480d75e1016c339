"""Expressions of pages, which are read as data."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from hypothesis import strategies as st

from sphinx_sitejson.mdx.expressions.evaluating import evaluate, evaluate_constant
from sphinx_sitejson.mdx.expressions.values import NotData, PropValue, shown

from .damage import damaged_text
from .oracles import counted_steps

SEEDS = (
    "ships.map(({ name, crew }) => <li key={name}>{name}: {crew > 1 ? `${crew} men` : 'one'}</li>)",
    "ships.filter((s) => s.crew >= 2).map((s, i) => `${i + 1} ${s.name.trim()}`).join(', ')",
    "({ ...ships[0], tags: ['a', ...n], [`k${n[1]}`]: null })",
    "(() => { const all = n.length; if (all > 2) { return all ** 2 } return -all % 3 })()",
    "Object.entries(ships[0]).map(([key, value]) => `${key}=${value}`).slice(0, -1)",
    "n?.[0] ?? n.includes(3) && !('x' === typeof n) || (1 + 2) * 3 / 4",
    "[...Array(5).keys()].reverse().concat(Array.from({length: 3}, (x, i) => i))",
    "JSON.stringify({a: [1, 'b', null]}, null, 2).split('\\n').length",
    "'a-b-c'.replace('-', '+').padStart(9, '*').repeat(2).toFixed?.(2)",
    "<Card title={`a ${n[0]}`} {...ships[1]}>{n.map((x) => <b>{x}</b>)}</Card>",
    "Math.round(1.5) + Number('0x1f') + parseInt('12px', 10) + 1e21 + 0.1",
)
PIECES = (
    *"(){}[]<>.,;:?!+-*/%=&|`'\"\\ \n",
    "=>",
    "...",
    "?.",
    "??",
    "**",
    "${",
    "n",
    "ships",
    ".map(",
    ".map(x => ",
    ".join(n)",
    ".repeat(1e9)",
    ".length",
    ".constructor",
    ".__proto__",
    "__class__",
    "process.env",
    "import('os')",
    "return ",
    "const a = ",
    "if (",
    "new Date()",
    "/(a+)+$/",
    "99999999999999999999",
    "1e999",
    "-0",
    "NaN",
    "<b>",
    "</b>",
    "<>",
    "/* ",
    "// ",
    "\\u{110000}",
    "\\ud800",
    "(" * 60,
    "[" * 200,
    "{a:" * 200,
    "!" * 300,
    "-" * 301,
    "`${" * 80,
    "a?" * 150,
    "x=>" * 150,
)
SCOPE: dict[str, PropValue] = {
    "ships": [{"name": "Aurora", "crew": 12}, {"name": "Borea", "crew": 1}],
    "n": [1, 2, 3, "x"],
}


def expressions() -> st.SearchStrategy[str]:
    """Good expressions with damage, and expressions of pieces only."""
    pieces = st.lists(st.sampled_from((*PIECES, *SEEDS)), max_size=12).map("".join)
    return st.one_of(damaged_text(SEEDS, PIECES), pieces)


def work_out(text: str, folder: Path) -> None:
    """Work an expression out: it is data that can be shown, or none."""
    with counted_steps():
        for reader in (evaluate, evaluate_constant):
            with suppress(NotData):
                shown(reader(text, dict(SCOPE))).encode("utf-8", "surrogatepass")
