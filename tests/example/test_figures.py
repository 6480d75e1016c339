"""Every figure with a unit in the documentation is that of the program."""

import gzip
import re
from pathlib import Path
from typing import get_args

import pytest

from sphinx_sitejson.commands import arguments, mcp
from sphinx_sitejson.common.files import THEME
from sphinx_sitejson.common.nesting import MAX_NESTING
from sphinx_sitejson.common.network.connections import MAX_REDIRECTS
from sphinx_sitejson.common.problems import ProblemCode
from sphinx_sitejson.http_messages.options import ReferenceOptions
from sphinx_sitejson.http_messages.samples import LANGUAGES
from sphinx_sitejson.navigation.sidebar import FULL_TREE
from sphinx_sitejson.openapi.naming.groups import MAX_GROUP_SIZE
from sphinx_sitejson.openapi.naming.titles import SHORTEST_TITLE
from sphinx_sitejson.openapi.reading.documents import ReadOptions
from sphinx_sitejson.openapi.reading.overlays import MAX_ADDED_VALUES
from sphinx_sitejson.publishing.llms import MAX_INDEX_BYTES
from sphinx_sitejson.publishing.markdown_pages import MAX_FULL_TEXT_BYTES
from sphinx_sitejson.reference.listing_directive import MAX_FULL_ROWS, MAX_OPEN_ROWS
from sphinx_sitejson.reference.playground.pattern_cost import LONGEST_TEXT
from sphinx_sitejson.reference.views.context import LARGE_DOCUMENT
from sphinx_sitejson.reference.views.operation_page import LARGE_DOCUMENT_LANGUAGES
from sphinx_sitejson.servers.mcp.site_reader import MAX_FILE_SIZE, SECONDS
from sphinx_sitejson.settings.appearance import LayoutName, ThemeName
from sphinx_sitejson.site_build.reports import MAX_REPEATED

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "example_project"
PACKAGE = ROOT / "sphinx_sitejson"
OPERATION = "api/ships/register-a-ship.html"
WORDS = {3: "three", 5: "five", 9: "nine", 12: "twelve", 15: "fifteen", 20: "twenty", 30: "thirty"}
WORDS[100] = "a hundred"

options = ReadOptions()
mock = arguments.make_parser().parse_args(["mock"])
verify = {name: value for name, _unit, value, _text in arguments.VERIFY_LIMITS}
proxy = {name: value for name, _unit, value, _text in arguments.PROXY_LIMITS}
download = f"{options.timeout:g} seconds", f"{options.size_limit // 10**6} MB"
history = re.search(
    r"MAX_HISTORY_ENTRIES = (\d+);",
    (PACKAGE / "static/playground/send-request.js").read_text("utf-8"),
)
tabs = re.search(r"most_tabs = (\d+) ", (PACKAGE / "templates/api/fields.html.jinja").read_text())
looks = len(get_args(ThemeName)), len(get_args(LayoutName))

SENTENCES = [
    ("about/security.mdx", f"stops after {download[0]} or {download[1]}."),
    ("guides/api-pages.mdx", f"waits at most {download[0]} and reads at most {download[1]}."),
    ("guides/api-pages.mdx", f"up to {WORDS[MAX_REDIRECTS]} redirects"),
    ("guides/api-pages.mdx", f"already has about {ReferenceOptions().field_budget} fields"),
    (
        "guides/api-pages.mdx",
        f"more than {LARGE_DOCUMENT} operations, its pages show {WORDS[LARGE_DOCUMENT_LANGUAGES]} "
        "languages",
    ),
    ("guides/api-pages.mdx", f"fewer than {SHORTEST_TITLE} characters"),
    ("guides/api-pages.mdx", f"more than {WORDS[MAX_GROUP_SIZE]} operations are divided"),
    ("guides/api-pages.mdx", f"up to {MAX_ADDED_VALUES:,} values"),
    ("guides/api-pages.mdx", f"if there are more than {({6: 'six'})[int(tabs[1])]}."),
    ("guides/language-models.mdx", f"more than {MAX_FULL_TEXT_BYTES // 10**6} MB of text"),
    ("guides/language-models.mdx", f"No list is longer than {MAX_INDEX_BYTES // 1000} kB"),
    ("guides/mcp.mdx", f"list the first {mcp.MAX_LISTED_PAGES:,} pages"),
    (
        "guides/mcp.mdx",
        f"files larger than {MAX_FILE_SIZE // 10**6} MB and responses that take longer than "
        f"{SECONDS:g} seconds",
    ),
    ("guides/mock-and-verify.mdx", f"Default: {mock.max_request:g} MB."),
    (
        "guides/mock-and-verify.mdx",
        f"Default: {verify['--timeout']:g} seconds and {verify['--max-response']:g} MB.",
    ),
    (
        "guides/proxy.mdx",
        f"to the API (default: {proxy['--connect-timeout']:g}), for a connection without any data "
        f"({proxy['--idle-timeout']:g}), and for one request ({proxy['--total-timeout']:g}).",
    ),
    (
        "guides/proxy.mdx",
        f"of a request (default: {proxy['--max-request']:g}) and of a response "
        f"({proxy['--max-response']:g}).",
    ),
    ("guides/proxy.mdx", f"concurrent requests (default: {proxy['--max-running']:g})."),
    ("guides/playground.mdx", f"texts of more than {LONGEST_TEXT} characters"),
    ("guides/playground.mdx", f"the last {WORDS[int(history[1])]} requests"),
    ("guides/navigation.mdx", f"up to {WORDS[FULL_TREE]} rows"),
    ("guides/whole-apis.mdx", f"up to {WORDS[MAX_OPEN_ROWS]} operations"),
    ("guides/whole-apis.mdx", f"more than {WORDS[MAX_FULL_ROWS]} operations"),
    ("reference/warnings.mdx", f"more than {WORDS[MAX_REPEATED]} times"),
    ("index.mdx", f"samples in {WORDS[len(LANGUAGES)]} languages"),
    (
        "guides/themes.mdx",
        f"{WORDS[looks[0]]} themes and {WORDS[looks[1]]} layouts into {WORDS[looks[0] * looks[1]]}",
    ),
    (
        "../README.md",
        f"{WORDS[looks[0] * looks[1]]} looks.** {WORDS[looks[0]].capitalize()} themes in "
        f"{WORDS[looks[1]]} layouts",
    ),
]
MEASURED = {"guides/fonts.mdx", "index.mdx"}
"""Pages whose sizes the other tests of this module compare."""
FIGURE = re.compile(r"\b\d[\d,.]*[ -](?:[kKM]i?B|seconds?|minutes?|times)\b")
EXPLAINED = [("guides/api-pages.mdx", "To raise it to 50 MB, set `sitejson_largest_document = 50`")]
"""Figures that the author of a site chooses."""


def page(name):
    return " ".join((EXAMPLE / name).read_text(encoding="utf-8").split())


def prose(name):
    text = (EXAMPLE / name).read_text(encoding="utf-8")
    return " ".join(re.sub(r"^(`{3,}).*?^\1`*$", "", text, flags=re.MULTILINE | re.DOTALL).split())


@pytest.mark.parametrize(("name", "sentence"), SENTENCES)
def test_a_limit_is_that_of_the_program(name, sentence):
    assert sentence in page(name)


def test_every_figure_with_a_unit_is_compared():
    files = [*EXAMPLE.rglob("*.mdx"), *EXAMPLE.rglob("*.md")]
    names = ["../README.md", *(file.relative_to(EXAMPLE).as_posix() for file in files)]
    unknown = []
    for name in names:
        if name in MEASURED:
            continue
        text = prose(name)
        for compared in (*SENTENCES, *EXPLAINED):
            text = text.replace(compared[1], "") if compared[0] == name else text
        unknown += [f"{name}: {figure}" for figure in FIGURE.findall(text)]
    assert unknown == []


def test_the_nesting_limit_is_that_of_the_program():
    assert f"more than {MAX_NESTING} levels deep" in ProblemCode.NESTED_TOO_DEEP.description


def test_sizes_of_fonts_are_those_of_the_files():
    def size(file):
        return f"{round((THEME / 'fonts' / f'{file}.woff2').stat().st_size / 1000)} kB"

    for name in ("Inter", "JetBrains Mono", "Newsreader"):
        file = name.lower().replace(" ", "-")
        row = f"| *{name}* | {size(f'{file}-latin')} | {size(f'{file}-latin-ext')} |"
        assert row in page("guides/fonts.mdx")


def served_size(path):
    return len(gzip.compress(path.read_bytes(), 9)) / 1000


def linked_size(site, selector, attribute):
    folder = (site.outdir / OPERATION).parent
    links = [element[attribute] for element in site.page(OPERATION).select(selector)]
    return sum(served_size((folder / link.partition("?")[0]).resolve()) for link in links)


def test_weights_of_a_page_are_those_of_this_documentation(example):
    scripts = linked_size(example, "script[src]", "src")
    styles = linked_size(example, "link[rel=stylesheet]", "href")
    fonts = sum(
        (THEME / "fonts" / f"{name}-latin.woff2").stat().st_size / 1000
        for name in ("inter", "jetbrains-mono")
    )
    measured = {
        "HTML": served_size(example.outdir / OPERATION),
        "Scripts": scripts,
        "Style sheets": styles,
        "Fonts": fonts,
    }
    shown = {
        name: float(size)
        for name, size in re.findall(r"\| ([\w ]+) \| ([\d.]+) kB \|", page("../CONTRIBUTING.md"))
    }
    (total,) = re.findall(r"(\d+) kB</p>\s*<p>of styles and scripts", page("index.mdx"))

    assert shown == pytest.approx(measured, rel=0.05)
    assert float(total) == pytest.approx(scripts + styles, rel=0.05)
