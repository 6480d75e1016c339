"""Expressions of pages, which the engine runs."""

from contextlib import suppress
from pathlib import Path

from hypothesis import strategies as st
from mdx.javascript.support import Page
from mdx.javascript.test_beside_node import Grammar

from sphinx_sitejson.mdx.javascript.engine import EngineError, LimitError, ScriptError

from .damage import damaged_text

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
    "<Box><b class='x' style={{ color: 'red' }}>{ships.length}</b> &amp; {Box({})}</Box>",
)
PIECES = (
    *"(){}[]<>.,;:?!+-*/%=&|`'\"\\ \n",
    *("=>", "...", "?.", "??", "**", "${", "n", "ships", "<Box>", "</Box>", ".map(", ".map(x => "),
    *(".join(n)", ".repeat(1e9)", ".length", ".constructor", ".__proto__", "process.env"),
    *("import('os')", "import.meta", "return ", "const a = ", "if (", "for (;;) ", "while (1) {"),
    *("function f() { f() }", "throw ", "async ", "await ", "yield ", "new Date()"),
    *("new Promise(() => {})", "Object.defineProperty(", "JSON.stringify = ", "/(a+)+$/"),
    *("99999999999999999999", "1e999", "2n ** 999999n", "-0", "NaN", "<b>", "</b>", "<>", "/* "),
    *("// ", "\\u{110000}", "\\ud800"),
    "(" * 60,
    "[" * 200,
    "{a:" * 200,
    "<b>" * 80,
    "!" * 300,
    "`${" * 80,
    "a?" * 150,
    "x=>" * 150,
)
STATEMENTS = """
export const ships = [{ name: "Aurora", crew: 12 }, { name: "Borea", crew: 1 }]
export const n = [1, 2, 3, "x"]
export const Box = ({ children, ...rest }) => <div {...rest}>{children}</div>
"""


def expressions() -> st.SearchStrategy[str]:
    """Good expressions with damage, expressions of pieces only, and those of a grammar."""
    pieces = st.lists(st.sampled_from((*PIECES, *SEEDS)), max_size=12).map("".join)
    grammar = st.integers(0, 2**32).map(lambda seed: Grammar(seed).expression())
    return st.one_of(damaged_text(SEEDS, PIECES), pieces, grammar)


def work_out(text: str, folder: Path) -> None:
    """Run an expression: it comes to parts that can be shown, or fails in words."""
    try:
        page = Page(f"{STATEMENTS}\nexport const last = {text}", seconds=0.5)
    except (EngineError, LimitError):
        # QuickJS reads unclosed brackets again and again; pages name the limit.
        return
    with suppress(ScriptError, EngineError):
        str(page.evaluate(text).parts).encode("utf-8")
    with suppress(ScriptError, EngineError):
        attributes = [("a", "code", text), ("", "spread", f"...{text}")]
        str(page.render("Box", *attributes, children=["x"]).parts).encode("utf-8")
