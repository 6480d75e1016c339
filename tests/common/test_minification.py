"""What is delivered means what the sources say."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from sphinx_sitejson.common.files import PACKAGE
from sphinx_sitejson.common.minification import (
    join_scripts,
    minify_css,
    minify_file,
    minify_js,
)
from sphinx_sitejson.reference.playground_files import (
    LATER_PARTS,
    later_script,
    main_script,
    playground_texts,
)

SCRIPTS = sorted(PACKAGE.rglob("*.js"))
COMPARE = Path(__file__).parents[1] / "scripts" / "compare.cjs"
HOSTILE = "`  ${x}  // '\"\\ </script> /*  \u2028"

needs_node = pytest.mark.skipif(not shutil.which("node"), reason="Node.js is not installed")


def different(pairs: list[tuple[str, str, str]]) -> list[str]:
    """Return the names of the pairs of scripts that mean something else."""
    done = subprocess.run(
        ["node", "--expose-internals", COMPARE],
        input=json.dumps(pairs),
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    return json.loads(done.stdout)


def test_styles_and_scripts_lose_what_only_people_read(tmp_path):
    script = tmp_path / "own.js"
    script.write_text("// why\nconst ship = 1;\n", encoding="utf-8")

    assert minify_css("/* why */\na { color: red; }\n") == "a{color:red}\n"
    assert minify_js("/** @type {any} */\nconst ship = 1;\n\n") == "const ship=1;\n"
    assert minify_file(script) == "const ship=1;\n"


@pytest.mark.parametrize(
    ("css", "minified"),
    [
        ("a { color : red; }", "a{color :red}"),
        ("a :hover,\n  b > c { x: 1 }", "a :hover,b>c{x:1}"),
        ("a { b: calc(1px + (2px - 3px)) }", "a{b:calc(1px + (2px - 3px))}"),
        ("@media (min-width: 1px) and ( x: y ) { a { b: c } }",
         "@media (min-width:1px) and (x:y){a{b:c}}"),
        ("a/* one */b { c: d }", "a b{c:d}"),
        ('a::after { content: "/* ; } { " / "" }', 'a::after{content:"/* ; } { " / ""}'),
        ("a { content: 'it\\'s ; }' ; }", "a{content:'it\\'s ; }'}"),
        ("a { b: url(data:x; y, z) c }", "a{b:url(data:x; y, z) c}"),
        ("a { color: red !important; ; }", "a{color:red!important}"),
        ("a { & :is(b, c) { d: e } }", "a{& :is(b,c){d:e}}"),
        ("@layer a, b;\n@layer a { c { d: e } }", "@layer a,b;@layer a{c{d:e}}"),
        ('a { grid-template: "x  y" auto / 1fr; }', 'a{grid-template:"x  y" auto / 1fr}'),
    ],
)  # fmt: skip
def test_styles_keep_what_means_something(css, minified):
    assert minify_css(css) == f"{minified}\n"


def test_joined_scripts_are_kept_apart(tmp_path):
    for name, text in {"one": '"use strict";\na = b', "two": '"use strict";\n(c)();\n'}.items():
        tmp_path.joinpath(f"{name}.js").write_text(text, encoding="utf-8")

    joined = join_scripts(tmp_path / "one.js", tmp_path / "two.js")
    assert joined == '"use strict";\na=b;\n(c)()\n'


@needs_node
def test_scripts_mean_the_same():
    sources = [(path.name, path.read_text("utf-8")) for path in SCRIPTS]
    assert different([(name, text, minify_js(text)) for name, text in sources]) == []


@needs_node
@pytest.mark.parametrize("text", ["Send", HOSTILE], ids=["plain", "hostile"])
def test_the_playground_means_the_same_with_any_texts(text):
    texts = {
        name: dict.fromkeys(value, text) if isinstance(value, dict) else text
        for name, value in playground_texts().items()
    }
    scripts = {
        "main": main_script({"FRAME": f"<p>{text}</p>", "SITE_PROXY": text}, texts),
        **{name: later_script(parts, texts) for name, parts in LATER_PARTS.items()},
    }
    assert different([(name, one, minify_js(one)) for name, one in scripts.items()]) == []


@needs_node
@pytest.mark.parametrize(
    "script",
    [
        *("a = typeof /b  c/;", "f = (a) => /b  c/.test(a);", "a = `${b + `  ${c}`}`;"),
        *("a = `${/`/.test(b)}  c`;", "if (a) { throw /b  c/; }"),
    ],
)
def test_what_the_libraries_do_not_know_would_be_found(script):
    assert different([("found", script, script.replace("  ", " "))]) == ["found"]
