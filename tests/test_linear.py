"""Twice as much of anything takes twice the work, however it was made to take more.

Steps are counted, not seconds. Regular expressions do not count as steps; ours never go back
over what they have read, which the tests of long inputs would show as minutes.
"""

import json
from collections.abc import Callable
from contextlib import suppress

import pytest
from mdx.support import KNOWN_TAGS, parser

from sphinx_sitejson.common.characters import unique_slug
from sphinx_sitejson.common.json_documents.sources import read_strict_json
from sphinx_sitejson.common.markdown_text import line_starts, rewrite_links
from sphinx_sitejson.common.problems import Location, did_you_mean
from sphinx_sitejson.mdx.fences import FenceInfo, parse_code_notes, parse_fence
from sphinx_sitejson.mdx.javascript.syntax import Module, compile_expression
from sphinx_sitejson.mdx.scanning.masking import scan_page
from sphinx_sitejson.openapi.reading.sources import read_source
from sphinx_sitejson.openapi.validation.semantics import find_deep_tag_paths, find_deep_texts
from sphinx_sitejson.publishing.link_targets import links_in_html
from sphinx_sitejson.publishing.redirects import SiteContent, plan_redirects
from sphinx_sitejson.reference.markdown import safe_text
from sphinx_sitejson.settings.front_matter.reading import read_front_matter
from sphinx_sitejson.settings.site import Redirect
from sphinx_sitejson.settings.validation import validate_settings
from sphinx_sitejson.site_build.plain_markdown import line_to_nodes, text_to_html, text_to_nodes
from support.work import steps_of

SMALL = 1000
MOST = 2.5
"""How much more work twice the input may be."""

Make = Callable[[int], str]

pytestmark = pytest.mark.wide


def repeated(piece: str) -> Make:
    return lambda length: piece * (length // len(piece))


def nested(opening: str, closing: str) -> Make:
    size = len(opening + closing)
    return lambda length: opening * (length // size) + "1" + closing * (length // size)


TEXTS: dict[str, Make] = {
    "open brackets": repeated("["),
    "open pictures": repeated("!["),
    "nested brackets": nested("[", "]"),
    "nested links": nested("[", "](x)"),
    "nested pictures": nested("![", "](x)"),
    "half addresses": repeated("[a](<b"),
    "half links": repeated("[a](b"),
    "half titles": repeated('[a](b "c '),
    "half references": repeated("[a][b"),
    "definitions": repeated("[a]: b\n"),
    "half definitions": repeated("[a]:\n"),
    "brackets around code": repeated("[`]`"),
    "stars": repeated("*"),
    "open emphasis": repeated("*a"),
    "nested emphasis": nested("*a ", " a*"),
    "mixed emphasis": repeated("*a _b "),
    "strikes": repeated("~~a"),
    "backticks": repeated("`a``b"),
    "signs": repeated("<"),
    "half tags": repeated("<a "),
    "half attributes": repeated('<a b="'),
    "comments": repeated("x <!-- "),
    "blocks of comments": lambda length: "<div>" + "<!-- " * (length // 5),
    "bold tags": repeated("<b>"),
    "nested tags": nested("<b>", "</b>"),
    "words between tags": lambda length: "<div>" + "a<i>b" * (length // 5),
    "lists of HTML": repeated("<ul><li>a"),
    "code of HTML": repeated("<pre>x"),
    "quotes": repeated("> "),
    "lines of quotes": repeated("> a\nb\n"),
    "lists": repeated("- "),
    "lines of lists": repeated("- a\n\n  b\n\n"),
    "rows": lambda length: "|a|\n|-|\n" + "|b|\n" * (length // 4),
    "entities": repeated("&amp"),
    "backslashes": repeated("\\"),
    "braces": repeated("{"),
    "open objects": repeated('{"a":'),
    "addresses": repeated("http://a.b/ "),
    "half addresses of hosts": repeated("http://"),
    "brackets behind an address": lambda length: "www.a.b" + ")" * length,
    "colons": repeated("<a:b"),
}
PAGES: dict[str, Make] = {
    **TEXTS,
    "tags in braces": repeated("<A x={"),
    "templates": repeated("{`${"),
    "expressions of signs": repeated("{(/["),
    "divisions": repeated("{a/b/"),
    "comments in braces": repeated("{/*"),
    "line comments in braces": repeated("{//"),
    "strings in braces": repeated("{'a\n"),
    "elements": repeated("<Card>x</Card>\n"),
    "open elements": repeated("<Card>\n"),
    "stray ends": repeated("x </img>"),
    "fences": repeated("```a\n"),
    "fences in lists": repeated("- ```\n"),
    "open fences in a list": lambda length: "- a\n" + "  ```x\n  b\n" * (length // 11),
    "fences of many lengths": repeated("- ````x\n  ```\n"),
    "tags behind quotes": lambda length: "> " * (length // 4) + "<b>x</b>" * (length // 16),
    "blocks behind quotes": lambda length: "> " * (length // 4) + "<Note/>" * (length // 14),
    "braces behind quotes": lambda length: "> " * (length // 4) + "{" * (length // 2),
    "imports": repeated("import a,\n"),
    "exports": repeated("export const a = {\n\n"),
    "formulas": repeated("$a_{b} "),
    "headings": repeated("# a\n\n"),
}


def ratio(work: Callable[[int], object], small: int = SMALL) -> float:
    work(200)  # What is made once is made now.
    return steps_of(lambda: work(2 * small)) / steps_of(lambda: work(small))


@pytest.mark.parametrize("make", TEXTS.values(), ids=TEXTS)
def test_texts_of_documents(make):
    assert ratio(lambda length: read_text(make(length))) < MOST


def read_text(text: str) -> None:
    text_to_html(text)
    text_to_nodes(text)
    line_to_nodes(text)
    safe_text(text)
    line_starts(text)
    rewrite_links(f"{text}](./a", lambda address: address)
    list(links_in_html(text))
    list(find_deep_texts({"description": text}))


@pytest.mark.parametrize("make", PAGES.values(), ids=PAGES)
def test_pages(make):
    assert ratio(lambda length: parser().parse(make(length), {})) < MOST
    assert ratio(lambda length: scan_page(make(length), KNOWN_TAGS)) < MOST


VALUES: dict[str, Make] = {
    "lists": lambda length: f"[{'1,' * length}]",
    "nested lists": nested("[", "]"),
    "objects": lambda length: "{" + "a: 1, " * (length // 6) + "}",
    "templates": lambda length: "`" + "${1}" * (length // 4) + "`",
    "elements": lambda length: "<b>" + "<i>x</i>" * (length // 8) + "</b>",
    "parentheses": repeated("("),
    "members": lambda length: "a" + ".a" * (length // 2),
    "items": lambda length: "a[" * (length // 2),
    "calls": lambda length: "f(" * (length // 2),
    "comments": lambda length: "/* a */" * (length // 7) + "1",
    "half comments": repeated("[1, /*"),
    "functions": lambda length: "[" + "(a,a" * (length // 4),
}


@pytest.mark.parametrize("make", VALUES.values(), ids=VALUES)
def test_expressions(make):
    def work(length: int) -> None:
        with suppress(RecursionError):
            compile_expression(make(length))
            Module(f"export const a = {make(length)}")

    assert ratio(work) < MOST


DATA: dict[str, Make] = {
    "lists": nested("[", "]"),
    "open lists": repeated("["),
    "open objects": repeated('{"a":'),
    "objects": nested('{"a":', "}"),
    "members": lambda length: "{" + ",".join(f'"k{n}":{n}' for n in range(length // 8)) + "}",
    "the same key": lambda length: "{" + '"a":1,' * (length // 6) + '"b":2}',
    "YAML": lambda length: "a:\n" + "  - b: c\n" * (length // 9),
    "indicators": lambda length: "a:\n  " + "- " * (length // 2) + "x",
    "flow": lambda length: "a: " + "{a: [" * (length // 10) + "1" + "]}" * (length // 10),
    "aliases": lambda length: "a: &a 1\n" + "".join(f"b{n}: *a\n" for n in range(length // 9)),
}


@pytest.mark.parametrize("make", DATA.values(), ids=DATA)
def test_data(make):
    def work(length: int) -> None:
        text = make(length)
        source = read_source(text.encode(), file="f")
        source.locate_all([("a", n) for n in range(length // 20)])
        read_front_matter(f"---\n{text}\n---\n", file="f")
        read = read_strict_json(text.encode(), file="f")
        if read.value is not None:
            validate_settings({"name": "N", "navigation": [], "x": read.value})

    # Python's own reader of JSON gives up somewhere below a thousand levels.
    assert ratio(work, 4 * SMALL) < MOST


def redirect(number: int, target: int) -> Redirect:
    at = ("redirects", number)
    return Redirect(source=f"/a{number}", destination=f"/a{target}", permanent=True, at=at)


def test_redirects():
    content = SiteContent(pages=[f"p/{n}" for n in range(20)])

    def work(length: int) -> None:
        count = length // 5
        chain = [redirect(n, n + 1) for n in range(count)]
        for redirects in (chain, [*chain, redirect(count, 3)]):
            plan_redirects(redirects, content, lambda path: Location(file="site.json"))

    assert ratio(work) < MOST


def test_settings():
    def work(length: int) -> None:
        values = {
            "name": "N",
            "navigation": [{"group": "g", "pages": ["p", {"group": "h"}] * (length // 20)}],
            "versions": [f"v{n}" for n in range(length)],
            "redirects": [{"source": "/a", "destination": "/b"}] * (length // 20),
            **{f"k{n}": n for n in range(length // 20)},
        }
        read = read_strict_json(json.dumps(values, indent=1).encode(), file="f")
        for fault in validate_settings(read.value).faults:
            read.locate(fault.path)

    assert ratio(work) < MOST


def test_names_of_headings():
    def work(length: int) -> None:
        taken: dict[str, int] = {}
        last: dict[str, int] = {}
        for _ in range(length):
            taken[unique_slug("a", taken, last)] = 1
        assert f"a-{length - 1}" in taken

    assert ratio(work) < MOST


def test_fences():
    def work(length: int) -> None:
        parse_code_notes(" " * length + "[!code ++]\n" + "// " * length + "[!code", FenceInfo())
        parse_fence("a " + "b={ " * length + "c='" * length, lambda name: False)

    assert ratio(work) < MOST


def test_tags_of_documents():
    def work(length: int) -> None:
        tags = [{"name": f"t{n}", "parent": f"t{n + 1}"} for n in range(length)]
        list(find_deep_tag_paths({"tags": tags}))

    assert ratio(work) < MOST


def test_the_nearest_name_among_many():
    assert ratio(lambda length: did_you_mean("pagf", [f"page{n}" for n in range(length)])) < MOST
