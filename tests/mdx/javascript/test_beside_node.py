"""Expressions come to what Node.js makes of them: written ones, and generated ones."""

import json
import os
import random
import shutil
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from sphinx_sitejson.mdx.javascript.engine import ScriptError

from .support import Page

HERE = Path(__file__).parent
WRITTEN: list[dict[str, str]] = json.loads((HERE / "expressions.json").read_text(encoding="utf-8"))
GENERATED = 250

NUMBERS = ("0", "1", "2", "7", "-3", "0.5", "1e3", "255", "1e21", "(0.1 + 0.2)", "NaN")
TEXTS = ("''", "'ab'", "'a-b-c'", '"é ü"', "'  pad '", "`t${1 + 1}`", "'Hello World'", "'10px'")
TRUTHS = ("true", "false", "!0", "(1 < 2)", "('b' > 'a')", "(NaN === NaN)")


class Grammar:
    """Generates expressions of a kind: numbers, texts, truth values and lists."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def expression(self) -> str:
        kinds = (self.number, self.text, self.truth, self.list)
        return self._random.choice(kinds)(3)

    def number(self, depth: int) -> str:
        if not depth:
            return self._random.choice(NUMBERS)
        return self._choose(
            depth,
            "({n} {o} {n})", "Math.{f}({n})", "{t}.length", "{t}.indexOf({t})", "parseInt({t})",
            "{l}.length", "{l}.map(Number).reduce((a, b) => a + b, 0)", "({b} ? {n} : {n})",
            "Number({t})", "(+{t})", "Math.max(...{l}.map(x => +x))", "({n} | {n})", "(~{n} >>> 1)",
        )  # fmt: skip

    def text(self, depth: int) -> str:
        if not depth:
            return self._random.choice(TEXTS)
        return self._choose(
            depth,
            "({t} + {n})", "`${{{t}}}/${{{n}}}`", "{t}.toUpperCase()", "{t}.slice({i}, {i})",
            "{t}.replace(/[a-c]/g, x => x + x)", "{l}.join({t})", "String({l})", "typeof {n}",
            "{t}.split('').reverse().join('')", "{t}.padStart(5, '*')", "({b} ? {t} : {t})",
            "JSON.stringify({l})", "({n}).toFixed({i})", "{t}.at({i})", "{t}.trim()",
            "({t} || {t})",
            "({n}).toString(16)", "Object.keys({{a: {n}, [{t}]: 1}}).join()", "{t}.repeat({i})",
            "(({{a, ...r}}) => a + JSON.stringify(r))({{a: {n}, b: {t}}})",
            "encodeURIComponent({t})",
        )  # fmt: skip

    def truth(self, depth: int) -> str:
        if not depth:
            return self._random.choice(TRUTHS)
        # React shows nothing for a truth value by itself.
        return self._choose(
            depth,
            "({n} {c} {n})", "{l}.includes({n})", "{t}.startsWith({t})", "/^a/.test({t})",
            "({b} && {b})", "{l}.some(x => x > {n})", "Array.isArray({l})", "({t} {c} {t})",
        )  # fmt: skip

    def list(self, depth: int) -> str:
        if not depth:
            return f"[{self._random.choice(NUMBERS)}, {self._random.choice(TEXTS)}]"
        return self._choose(
            depth,
            "[{n}, {t}, ...{l}]", "{l}.filter(Boolean)", "{l}.slice({i})", "[...{l}].reverse()",
            "{l}.map((x, i) => i + ':' + x)", "{l}.concat({l})", "[...{t}]", "{t}.split({t})",
            "[...new Set({l})]", "Array.from({{length: {i}}}, (_, i) => i * {n})", "{l}.flat()",
            "[...{l}].sort()", "Object.entries({{a: {n}, b: {t}}}).flat()",
        )  # fmt: skip

    def _choose(self, depth: int, *templates: str) -> str:
        fillers: dict[str, Callable[[], str]] = {
            "n": lambda: self.number(self._random.randrange(depth)),
            "t": lambda: self.text(self._random.randrange(depth)),
            "b": lambda: self.truth(self._random.randrange(depth)),
            "l": lambda: self.list(self._random.randrange(depth)),
            "i": lambda: str(self._random.randrange(5)),
            "o": lambda: self._random.choice(("+", "-", "*", "/", "%", "**")),
            "c": lambda: self._random.choice(("<", ">", "<=", "===", "!==", "==")),
            "f": lambda: self._random.choice(("round", "floor", "ceil", "abs", "trunc", "sign")),
        }

        class Fill(dict[str, str]):
            def __getitem__(self, name: str) -> str:
                return fillers[name]()

        return self._random.choice(templates).format_map(Fill())


def generated() -> list[dict[str, str]]:
    grammar = Grammar(2026)
    return [{"kind": "expression", "source": grammar.expression()} for _ in range(GENERATED)]


@pytest.fixture(scope="module")
def from_node(tmp_path_factory):
    node = shutil.which("node")
    if node is None:
        pytest.skip("Node.js is not installed")

    def run(items: Sequence[dict[str, Any]]) -> list[str]:
        path = tmp_path_factory.mktemp("node") / "items.json"
        path.write_text(json.dumps(items), encoding="utf-8")
        found = subprocess.run(
            [node, HERE / "node_results.mjs", path],
            env={**os.environ, "TZ": "UTC"},
            capture_output=True, text=True, check=True, timeout=300,
        )  # fmt: skip
        results: list[str] = json.loads(found.stdout)
        return results

    return run


def our_text(item: dict[str, str]) -> str:
    page = Page()
    source = item["source"]
    if item["kind"] != "expression":
        source = f"(() => {{ {source} }})()"
    try:
        drawing = page.evaluate(source)
    except ScriptError:
        return "error"
    return "error" if drawing.kind == "object" else "".join(map(str, drawing.parts))


def differences(items: Sequence[dict[str, str]], wanted: Sequence[str]) -> list[tuple[str, ...]]:
    ours = [our_text(item) for item in items]
    return [
        (item["source"], text, our)
        for item, text, our in zip(items, wanted, ours, strict=True)
        if text != our
    ]


def test_written_expressions():
    assert differences(WRITTEN, [item["text"] for item in WRITTEN]) == []


def test_written_expressions_are_those_of_node(from_node):
    """What the file says is what Node.js says, but for the time and what only React has."""
    results = from_node(WRITTEN)
    other = [
        (item["source"], item["text"], result)
        for item, result in zip(WRITTEN, results, strict=True)
        if result != item["text"] and "error" not in (result, item["text"])
    ]

    assert other == []


@pytest.mark.wide
def test_generated_expressions(from_node):
    items = generated()

    assert len({item["source"] for item in items}) > 200
    assert differences(items, from_node(items)) == []
