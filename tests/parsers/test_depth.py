"""Whatever is nested too deeply is told with its place, and everything else is shown."""

import json
import sys
from dataclasses import replace

import pytest

from support.sites import run_sphinx

DEPTH = 300


def around(opening: str, closing: str, inner: str = "inmost") -> str:
    return opening * DEPTH + inner + closing * DEPTH


def page(head: str, text: str) -> str:
    return f"{head}\nBefore.\n\n{text}\n\nAfter.\n"


MARKDOWN = {
    "emphasis": around("*a ", " a*"),
    "strong": around("**a *b ", " b* a**"),
    "tags": around("<b>", "</b>"),
    "quotes": around("> ", ""),
    "lists": around("- ", ""),
    "numbers": around("1. ", ""),
    "both": around("> - ", ""),
    "indents": "\n".join("  " * n + "- a" for n in range(DEPTH)) + "\n\ninmost",
    "brackets": around("[", "](https://a.test)"),
    "pictures": around("![", "](https://a.test/b.png)"),
    "emphasis in quotes": "> " * 80 + around("*a ", " a*"),
    "lists of HTML": around("<ul><li>", "</li></ul>"),
}
OPENINGS = ("`" * (DEPTH + 3 - n) + "{note}" for n in range(DEPTH))
FENCES = "\n".join([*OPENINGS, "inmost", *("`" * (n + 4) for n in range(DEPTH))])
MD = {**MARKDOWN, "directives": FENCES}
MDX = {
    **MARKDOWN,
    "cards": around('<Card title="t">\n', "</Card>\n", "inmost\n"),
    "tabs": around('<Tabs>\n<Tab title="t">\n', "</Tab>\n</Tabs>\n", "inmost\n"),
    "steps": around('<Steps>\n<Step title="t">\n', "</Step>\n</Steps>\n", "inmost\n"),
    "fields": around('<ParamField body="a">\n', "</ParamField>\n", "inmost\n"),
    "badges": "a " + around("<Badge>", "</Badge>"),
    "tooltips": "a " + around('<Tooltip tip="x">', "</Tooltip>"),
    "elements": around("<div>\n", "</div>\n", "inmost\n"),
    "shapes": "<svg>" + around("<g>", "</g>", "<text>inmost</text>") + "</svg>",
    "braces": around("{", "}"),
    "lists in braces": "{" + around("[", "]", '"inmost"') + "}",
    "elements in braces": "{" + around("<b>", "</b>") + "}",
    "props": f"<Card title={{{around('[', ']', '1')}}}>inmost</Card>",
    "items": "{" + "a[" * 2000 + "}\n\ninmost",
    "directives": FENCES,
    "inner HTML": f'<div dangerouslySetInnerHTML={{{{__html: "{around("<i>", "</i>")}"}}}} />',
    "titles": f'<Frame caption="{around("*a ", " a*")}">x</Frame>',
}
DEEP_LIST = around("[", "]", "1")
PAGES = {
    **{f"x-{kind.replace(' ', '-')}.mdx": page("---\ntitle: T\n---\n", MDX[kind]) for kind in MDX},
    **{f"m-{kind.replace(' ', '-')}.md": page("# T\n", MD[kind]) for kind in MD},
    "x-front.mdx": page(f"---\na: {DEEP_LIST}\ntitle: Kept\n---\n", "inmost"),
    "m-front.md": page(f"---\na: {DEEP_LIST}\nb: kept\n---\n# T\n", "inmost"),
    "m-own.md": page("---\nmyst:\n  heading_anchors: 2\n---\n# T\n", MARKDOWN["quotes"]),
}
# Brackets of links are only signs when no link can be made of them; HTML in a page of MyST is
# not ours; a prop is words; and what is no value is told as such.
UNTOLD = {"brackets", "pictures", "tags", "lists-of-HTML", "titles", "items"}


def nest(value, wrap):
    for _ in range(DEPTH):
        value = wrap(value)
    return value


def document() -> str:
    schemas = {
        "AllOf": nest({"type": "object"}, lambda inner: {"allOf": [inner]}),
        "Items": nest({"type": "string"}, lambda inner: {"type": "array", "items": inner}),
        "Properties": nest({}, lambda inner: {"type": "object", "properties": {"a": inner}}),
    }
    paths = {
        f"/text{n}": {
            "get": {
                "summary": f"Text {n}",
                "description": f"Before.\n\n{text}\n\nAfter.",
                "parameters": [{"name": "q", "in": "query", "description": text, "schema": {}}],
                "responses": {"200": {"description": text}},
            }
        }
        for n, text in enumerate(MARKDOWN.values())
    }
    media = {name: {"schema": {"$ref": f"#/components/schemas/{name}"}} for name in schemas}
    media["example"] = {"example": nest(1, lambda inner: {"a": [inner]}), "schema": {}}
    for name in media:
        content = {"application/json": media[name]}
        paths[f"/{name}"] = {
            "post": {"summary": name, "description": "Before, inmost. After.",
                     "requestBody": {"content": content},
                     "responses": {"200": {"description": "d", "content": content}}},
        }  # fmt: skip
    info = {"openapi": "3.2.0", "info": {"title": "T", "version": "1"}}
    return dump({**info, "paths": paths, "components": {"schemas": schemas}})


def dump(value) -> str:
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(20 * DEPTH)
    try:
        return json.dumps(value)
    finally:
        sys.setrecursionlimit(limit)


def files():
    names = [name.rpartition(".")[0] for name in PAGES]
    groups = nest("mdx0", lambda inner: {"group": "g", "pages": [inner]})
    site = {
        "name": "S",
        "navigation": [{"group": "G", "pages": names}, groups],
        "tabs": [{"name": "API", "url": "api", "openapi": "/api.json"}],
    }
    return {**PAGES, "index.md": "# I\n", "site.json": dump(site), "api.json": document()}


CONF = 'suppress_warnings = ["myst.header", "sitejson.mdx_expression", "sitejson.duplicate_page"]\n'


@pytest.fixture(scope="module")
def site(build_shared_site):
    return build_shared_site(files(), conf=CONF)


def test_everything_is_shown(site):
    names = [name.rpartition(".")[0] for name in PAGES]
    found = {*site.outdir.glob("api/*.html")} - {site.outdir / "api" / "index.html"}
    names += [f"api/{path.stem}" for path in found]
    assert len(found) > len(MARKDOWN)
    for name in names:
        words = site.main(f"{name}.html")
        assert all(part in words for part in ("Before", "inmost", "After.")), name


def test_everything_is_reported_with_its_place(site):
    told = site.warnings.splitlines()
    assert "Traceback" not in site.warnings and "ecursion" not in site.warnings
    deep = [line for line in told if line.endswith("[sitejson.nested_too_deep]")]
    for name in PAGES:
        lines = [line for line in deep if f"/{name}:" in line]
        is_untold = name[2:].partition(".")[0] in UNTOLD
        assert len(lines) <= 2 and (lines or is_untold), name
    assert any("site.json:" in line for line in deep)
    assert any("api.json:1:" in line and "get.description" in line for line in deep)
    assert any("api.json:1:" in line and "everything deeper" in line for line in deep)


@pytest.mark.parametrize("builder", ["text", "latex", "epub"])
def test_other_builders_end(site, builder):
    built = run_sphinx(site.folder, replace(site.options, builder=builder))
    assert built.written_docs
    assert "ecursion" not in built.warnings


RST = {
    "lists": "\n".join(f"{'  ' * n}* a\n" for n in range(DEPTH)),
    "one line": "* " * DEPTH + "a",
    "quotes": "\n".join(f"{'  ' * n}a\n" for n in range(DEPTH)),
    "directives": "\n".join(f"{'   ' * n}.. note::\n" for n in range(DEPTH)),
}


@pytest.mark.parametrize("text", RST.values(), ids=RST.keys())
def test_pages_that_docutils_cannot_read_are_shown_as_they_are_written(build_site, text):
    site = build_site(
        {
            "site.json": {"name": "A", "navigation": [{"group": "B", "pages": ["index", "deep"]}]},
            "index.rst": "Home\n====\n\n:doc:`deep`\n",
            "deep.rst": f"Deep\n====\n\n.. _place:\n\nBefore [1]_ |s|.\n\n{text}\n\n.. [1] foot\n",
        }
    )

    assert site.exists("index.html")
    page = site.page("deep.html")
    assert page.h1.contents[0] == "Deep"
    assert "Before [1]_ |s|." in page.select_one("pre").text
    (told,) = site.warnings.splitlines()
    assert "nested too deeply" in told and told.endswith("[sitejson.nested_too_deep]")
    assert site.rebuild({"index.rst": "Home\n====\n"}).exists("deep.html")


def test_lists_of_fifty_levels_are_lists(build_clean):
    text = "\n".join(f"{'  ' * n}* a\n" for n in range(50))
    settings = {"name": "A", "navigation": [{"group": "B", "pages": ["index"]}]}
    site = build_clean({"site.json": settings, "index.rst": f"Home\n====\n\n{text}"})

    assert len(site.page("index.html").select("article li, main li")) == 50
