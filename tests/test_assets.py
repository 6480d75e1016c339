"""Smaller style sheets and scripts mean the same."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from sphinx_sitejson.assets import (
    compact_css,
    custom_properties,
    join_scripts,
    small_script,
    without_fallbacks,
)

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


def test_fallbacks_of_known_properties_are_left_out():
    css = "a{b:var(--x,light-dark(#fff,var(--y,1px))) var(--z,2px);c:var(--x)}"

    assert without_fallbacks(css, {"--x"}) == "a{b:var(--x) var(--z,2px);c:var(--x)}"
    assert without_fallbacks(css, set()) == css
    assert custom_properties("a{--x:1;--y-z:2;b:var(--c)}") == {"--x", "--y-z"}


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.name)
def test_compact_css_is_stable_and_balanced(path):
    once = compact_css(path.read_text("utf-8"))

    assert compact_css(once) == once
    assert "/*" not in once
    assert once.count("{") == once.count("}") > 0


@pytest.mark.parametrize(
    ("script", "expected"),
    [
        ("// a\n  b();\n\n  /* c */ d();\n", "b();d();\n"),
        ('a("// b"); // c', 'a("// b");\n'),
        ("a(`b  ${c + `${d}`} // e`);", "a(`b  ${c+`${d}`} // e`);\n"),
        ("a = /[/]\"/.test(b) / 2;", "a=/[/]\"/.test(b)/2;\n"),
        ("a = b - -c + +d;", "a=b- -c+ +d;\n"),
        ("a = b\n(c || d)()", "a=b\n(c||d)()\n"),
        ("a++\nb()", "a++\nb()\n"),
        ("return\na", "return\na\n"),
        ("if (a) { b(); }", "if(a){b()}\n"),
        ("if (a) { for (;;); }", "if(a){for(;;);}\n"),
        ("if (a) { if (b) c(); else ; }", "if(a){if(b)c();else;}\n"),
        ("a([1, [, ], ], );", "a([1,[,]]);\n"),
        ("const one = 1;\nlet two;\nthree();", "let one=1,two;three();\n"),
        ("const one = 1\nthree();\nlet two;", "let one=1\nthree();let two;\n"),
        ("a = [true, undefined, { true: 1 }];", "a=[!0,void 0,{true:1}];\n"),
        ("a = /** @type {any} */ (b.c(d)).e;", "a=b.c(d).e;\n"),
        ("a = (b?.c).d + (e, f) + new (g.h)();", "a=(b?.c).d+(e,f)+new(g.h)();\n"),
    ],
)  # fmt: skip
def test_scripts_lose_only_what_means_nothing(script, expected):
    assert small_script(script) == expected


@pytest.mark.parametrize(
    ("script", "expected"),
    [
        ("{ const { name } = it; use(name); }", "{let{name:a}=it;use(a)}\n"),
        ("{ const name = 1; it.name = name; }", "{let a=1;it.name=a}\n"),
        ("{ const me = 1; use({ me: 2, me() {} }); }", "{let a=1;use({me:2,me(){}})}\n"),
        ("f = (one, { deep: us = one }) => one - -us;", "f=(a,{deep:b=a})=>a- -b;\n"),
        # What other scripts see, and names that come from elsewhere.
        ("const n = 1;\nfunction open(one) { a(one, n); }", "let n=1;function open(b){a(b,n)}\n"),
        # The same letter where two names never meet; another one where they do.
        ("use((one) => one, (two) => two);", "use(a=>a,a=>a);\n"),
        ("use((one) => (two) => one + two);", "use(a=>b=>a+b);\n"),
        ("f = it ? (one) => one : one;", "f=it?a=>a:one;\n"),
        ("f = it ?? ((one) => one ? 1 : one);", "f=it??(a=>a?1:a);\n"),
        # A parameter that is not used cannot be declared again.
        ("f = (one, two) => { const three = two; };", "f=(a,b)=>{let c=b};\n"),
        ("{ let it; try { it(); } catch (it) { it(); } }", "{let a;try{a()}catch(a){a()}}\n"),
        ("class A { b(it) { this.it = it; } c(o) {} }", "class A{b(a){this.it=a}c(a){}}\n"),
        ("make({ class: { one } });", "make({class:{one}});\n"),
    ],
)  # fmt: skip
def test_variables_get_short_names(script, expected):
    assert small_script(script) == expected


def test_scripts_are_kept_apart():
    joined = join_scripts(['"use strict";\na = b', '"use strict";\n(c)();\n'])

    assert joined == '"use strict";\na = b;\n(c)()\n'


@pytest.mark.skipif(not shutil.which("node"), reason="Node.js is not installed")
def test_small_scripts_are_still_scripts(tmp_path):
    bundle = tmp_path / "all.js"
    parts = [small_script(f"(() => {{{path.read_text('utf-8')}}})();") for path in SCRIPTS]
    bundle.write_text(join_scripts(parts), encoding="utf-8")

    checked = subprocess.run(
        ["node", "--check", bundle], capture_output=True, text=True, timeout=30, check=False
    )
    assert (checked.returncode, checked.stderr) == (0, "")
