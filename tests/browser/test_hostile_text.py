"""No text of settings, front matter or documents is more than text in a real browser.

The site is built twice: once with text that would become markup, script or an address wherever it
is not escaped, once with the words of that text alone. A browser must see the same elements with
the same attributes in both.
"""

import json
import re
from collections import Counter
from itertools import zip_longest
from typing import Any
from urllib.parse import quote, urlsplit
from xml.etree import ElementTree

import pytest

from support.hostile import document_with, site_with

STRANGE = (
    "\"'><script>struck=1</script><img src=//evil.example onerror=struck=1><svg/onload=struck=1>"
    "</title></style></textarea></script>--><b struck=1>"
    "javascript:struck=1&lt;i&gt;end"
)
IN_ADDRESSES = ("'onclick='struck=1", "&quot;struck", "(struck)", ";struck")
"""What may stand where not everything is allowed."""

CONF = """
html_baseurl = "https://docs.example.com/"
sitejson_repository = "https://github.com/own/docs"
sitejson_page_links = [{"name": "Ask", "url": "https://ask.example.com/?q={url}"}]
"""
SEEN = """html => {
  const seen = { elements: [], code: [], addresses: [] };
  const kinds = ["href", "src", "srcset", "action", "formaction", "data", "poster"];
  const look = root => {
    for (const element of root.querySelectorAll("*")) {
      const shape = `${element.localName}[${element.getAttributeNames().sort()}]`;
      (element.closest(".highlight") ? seen.code : seen.elements).push(shape);
      seen.addresses.push(...kinds.map(kind => element.getAttribute(kind) ?? ""));
      if (element instanceof HTMLTemplateElement) look(element.content);
    }
  };
  look(new DOMParser().parseFromString(html, "text/html"));
  return seen;
}"""
"""What a browser makes of a page, without running or loading anything."""

SHAPES_IN_CODE = {"div[class]", "pre[]", "span[]", "span[class]"}
GOOD_SCHEMES = {"", "http", "https", "mailto", "tel"}


def strange(text: str) -> list[str]:
    return [text + end for end in (STRANGE, *IN_ADDRESSES)]


def harmless(text: str) -> list[str]:
    return [plain(found) for found in strange(text)]


def plain(text: str) -> str:
    """Return only the words of strange text; names that are made of both are the same."""
    text = text.replace(STRANGE, re.sub(r"\W", " ", STRANGE))
    for end in IN_ADDRESSES:
        text = text.replace(end, re.sub(r"\W", "", end))
    return text


def plain_value(value: Any) -> Any:
    if isinstance(value, dict):
        return {plain(key): plain_value(member) for key, member in value.items()}
    if isinstance(value, list):
        return [plain_value(entry) for entry in value]
    return plain(value) if isinstance(value, str) else value


@pytest.fixture(scope="module")
def sites(build_shared_site):
    """The same site with strange text, and with the words of it."""
    hostile = site_with(strange)
    quiet = {**site_with(harmless), "site.json": plain_value(hostile["site.json"])}
    return build_shared_site(hostile, conf=CONF), build_shared_site(quiet, conf=CONF)


@pytest.fixture(scope="module")
def hostile(sites):
    return sites[0]


def pages_of(site) -> list[str]:
    return sorted(path.relative_to(site.outdir).as_posix() for path in site.outdir.rglob("*.html"))


def test_strange_text_is_in_every_setting_that_takes_text(hostile):
    text = (hostile.srcdir / "site.json").read_text(encoding="utf-8")

    assert Counter(re.findall(r"script>|onclick|&quot;|\(struck|;struck", text)).total() > 60
    pages = {*pages_of(hostile)}
    assert {"index.html", "search.html", "404.html", "genindex.html", "things.html"} <= pages
    assert [path for path in pages if 'http-equiv="refresh"' in hostile.text(path)]


def test_the_browser_sees_the_same_elements_and_attributes(sites, page):
    hostile, quiet = sites
    paths = {plain(path): path for path in pages_of(hostile)}
    assert sorted(paths) == pages_of(quiet)
    different = {}
    for quiet_path, path in paths.items():
        first = page.evaluate(SEEN, hostile.text(path))
        second = page.evaluate(SEEN, quiet.text(quiet_path))
        assert {*first["code"]} <= SHAPES_IN_CODE
        assert schemes_of(first) <= GOOD_SCHEMES, path
        # Where a long name may break depends on its words.
        elements = [
            [each for each in seen["elements"] if each != "wbr[]"] for seen in (first, second)
        ]
        if path == "openapi-apiindex.html":
            # Its rows are sorted by name, and the names differ.
            elements = [sorted(each) for each in elements]
        if elements[0] != elements[1]:
            pairs = zip_longest(*elements)
            different[path] = next(pair for pair in pairs if pair[0] != pair[1])

    assert different == {}


@pytest.mark.parametrize("address", ["JaVaScript:struck=1", "data:text/html,x"])
def test_no_address_of_a_document_is_a_script(build_site, page, address):
    files = {
        "site.json": {"name": "Site", "navigation": [], "openapi": "api.json"},
        "index.md": "# Home\n",
        "things.mdx": "---\nopenapi: POST /things\n---\n",
        "api.json": document_with(lambda text: [text], address),
    }
    site = build_site(files)
    for path in pages_of(site):
        assert schemes_of(page.evaluate(SEEN, site.text(path))) <= GOOD_SCHEMES, path


def schemes_of(seen: dict[str, list[str]]) -> set[str]:
    return {urlsplit(address.strip()).scheme.lower() for address in seen["addresses"]}


def test_styles_are_the_same(sites):
    hostile, quiet = (site.text("_static/sitejson.css") for site in sites)

    assert plain(hostile) == quiet


def test_files_for_machines_can_be_read(hostile):
    for path in sorted(hostile.outdir.rglob("*.xml")):
        ElementTree.parse(path)
    for path in sorted(hostile.outdir.rglob("*.json")):
        json.loads(path.read_text(encoding="utf-8"))


def test_nothing_of_it_runs_or_is_asked_for(sites, browser, serve):
    hostile, quiet = sites
    visitors = Visitor(browser), Visitor(browser)
    with_image = [path for path in pages_of(quiet) if 'alt="image"' in quiet.text(path)]
    with serve(quiet.outdir) as address:
        visitors[0].visit(address, ["index.html", "care/water.html", *with_image])
    with serve(hostile.outdir) as address:
        visitors[1].visit(address, [path for path in pages_of(hostile) if stays(hostile, path)])
        visitors[1].search_and_try(address)
    for visitor in visitors:
        visitor.context.close()

    assert visitors[1].asked <= visitors[0].asked


def stays(site, path: str) -> bool:
    """Whether a page leads nowhere by itself."""
    return "http-equiv" not in site.text(path) and not path.startswith("_static")


class Visitor:
    """Opens pages and notes which hosts they ask."""

    def __init__(self, browser) -> None:
        self.asked: set[str] = set()
        self.context = browser.new_context()
        self.page = self.context.new_page()
        self.page.route("**/*", self._answer)
        self.page.on("dialog", lambda dialog: pytest.fail(dialog.message))

    def _answer(self, route) -> None:
        host = urlsplit(route.request.url).hostname or ""
        self.asked.add(host)
        if host in ("127.0.0.1", "localhost"):
            route.continue_()
        else:
            route.abort()

    def visit(self, address: str, paths: list[str]) -> None:
        for path in paths:
            self.page.goto(f"{address}/{quote(path)}")
            self._assert_nothing_ran()

    def search_and_try(self, address: str) -> None:
        """Let the scripts of the theme show the text: the search, and the playground."""
        self.page.goto(f"{address}/index.html")
        self.page.keyboard.press("Control+k")
        self.page.locator("#sj-finder input").wait_for()
        self.page.keyboard.type("struck")
        self.page.locator("#sj-finder[data-state=found]").wait_for()
        self._assert_nothing_ran()
        self.page.goto(f"{address}/search.html?q=struck")
        self.page.locator("#search-results a").first.wait_for()
        self._assert_nothing_ran()
        self.page.goto(f"{address}/things.html")
        self.page.locator("sj-playground button").first.click()
        self.page.locator("dialog.sj-play[open]").wait_for()
        self._assert_nothing_ran()

    def _assert_nothing_ran(self) -> None:
        assert self.page.evaluate("typeof struck") == "undefined", self.page.url
        assert not self.page.locator("[struck], [onclick], [onerror], [onload]").count()
