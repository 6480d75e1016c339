"""Smaller style sheets and scripts mean the same."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from sphinx_sitejson.assets import compact_css, compact_script, join_scripts

PACKAGE = Path(__file__).parents[1] / "sphinx_sitejson"
SOURCES = sorted(PACKAGE.rglob("*.css"))
SCRIPTS = sorted(PACKAGE.rglob("*.js"))


@pytest.mark.parametrize(
    ("css", "compact"),
    [
        ("a { color : red; }", "a{color :red}"),
        ("a :hover,\n  b > c { x: 1 }", "a :hover,b>c{x:1}"),
        ("a { b: calc(1px + (2px - 3px)) }", "a{b:calc(1px + (2px - 3px))}"),
        (
            "@media (min-width: 1px) and ( x: y ) { a { b: c } }",
            "@media (min-width:1px) and (x:y){a{b:c}}",
        ),
        ("a/* one */b { c: d }", "a b{c:d}"),
        ('a::after { content: "/* ; } { " / "" }', 'a::after{content:"/* ; } { " / ""}'),
        ("a { content: 'it\\'s ; }' ; }", "a{content:'it\\'s ; }'}"),
        ("a { b: url(data:x; y, z) c }", "a{b:url(data:x; y, z) c}"),
        ("a { color: red !important; ; }", "a{color:red!important}"),
        ("a { & :is(b, c) { d: e } }", "a{& :is(b,c){d:e}}"),
        ("@layer a, b;\n@layer a { c { d: e } }", "@layer a,b;@layer a{c{d:e}}"),
        ('a { grid-template: "x  y" auto / 1fr; }', 'a{grid-template:"x  y" auto / 1fr}'),
    ],
)
def test_css_loses_only_what_means_nothing(css, compact):
    assert compact_css(css) == compact


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.name)
def test_compact_css_is_stable_and_balanced(path):
    once = compact_css(path.read_text("utf-8"))

    assert compact_css(once) == once
    assert "/*" not in once
    assert once.count("{") == once.count("}") > 0


@pytest.mark.parametrize(
    ("script", "compact"),
    [
        ("// a\n  b();\n\n  // c\n", "b();"),
        ("/* a\n b */\nc();", "c();"),
        ("/** a */ (b).c();", "(b).c();"),
        ("/* a */ /* b\n c */ d();", "d();"),
        ('a("// b"); // c', 'a("// b"); // c'),
        ("a = 1 /* b */ + 2;", "a = 1 /* b */ + 2;"),
        ("a(`b`);\n  c(`d`);", "a(`b`);\nc(`d`);"),
    ],
)
def test_scripts_lose_comments_that_begin_a_line(script, compact):
    assert compact_script(script) == compact


@pytest.mark.parametrize("script", ["a(`\n  // b\n`);", 'a("b \\\n  // c");'])
def test_scripts_with_strings_over_lines_stay_as_they_are(script):
    assert compact_script(script) == script


def test_scripts_are_kept_apart():
    assert join_scripts(["a = b", "(c)()"]) == "a = b;\n(c)()\n"


@pytest.mark.skipif(not shutil.which("node"), reason="Node.js is not installed")
def test_compact_scripts_are_still_scripts(tmp_path):
    bundle = tmp_path / "all.js"
    bundle.write_text(join_scripts(compact_script(path.read_text("utf-8")) for path in SCRIPTS))

    subprocess.run(["node", "--check", bundle], check=True, timeout=30)
