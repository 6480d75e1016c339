"""Every link of the built documentation leads somewhere, and search finds the right page."""

import json
import re
import shutil
import subprocess
from pathlib import Path
from urllib.parse import unquote, urljoin, urlsplit
from xml.etree import ElementTree

import pytest

from sphinx_sitejson.servers.mcp.site_reader import open_site, search_site

BASE = "https://docs.example.com/en/latest/"
MARKDOWN_LINK = re.compile(r"\]\(([^)\s]+)\)")
CODE = re.compile(r"^([ \t]*)(`{3,})[^\n]*\n.*?^\1\2[ \t]*$|(`+)(?!`).+?(?<!`)\3(?!`)", re.M | re.S)


@pytest.fixture
def site(example):
    assert example.options.overrides["html_baseurl"] == BASE
    return example


def is_there(site, address):
    path = unquote(urlsplit(address).path.removeprefix(urlsplit(BASE).path))
    target = site.outdir / path
    return target.is_file() or (target / "index.html").is_file()


def own(address):
    return address.startswith(BASE)


def test_no_link_in_a_page_as_markdown_is_dead(site):
    dead = []
    for file in site.outdir.rglob("*.md"):
        path = file.relative_to(site.outdir).as_posix()
        for found in MARKDOWN_LINK.finditer(CODE.sub("", file.read_text("utf-8"))):
            address = urljoin(BASE + path, found[1])
            if own(address) and not is_there(site, address):
                dead.append(f"{path}: {found[1]}")
    assert dead == []
    assert len([*site.outdir.rglob("*.md")]) > 60


@pytest.mark.parametrize("name", ["llms.txt", "llms-full.txt"])
def test_no_link_in_the_lists_is_dead(site, name):
    links = MARKDOWN_LINK.findall(CODE.sub("", site.text(name)))

    assert [link for link in links if own(link)]
    assert [link for link in links if own(link) and not is_there(site, link)] == []
    assert [link for link in links if link.startswith(".")] == []


def test_the_sitemap_lists_pages_that_want_to_be_found(site, pages):
    space = "{http://www.sitemaps.org/schemas/sitemap/0.9}"
    places = [
        place.text for place in ElementTree.fromstring(site.text("sitemap.xml")).iter(f"{space}loc")
    ]

    assert len(places) == len(set(places)) > 50
    for place in places:
        page = pages[unquote(place.removeprefix(BASE)) or "index.html"]
        (canonical,) = page.select("link", rel="canonical")
        assert canonical.attributes["href"] == place
        robots = [robot.attributes["content"] for robot in page.select("meta", name="robots")]
        assert "noindex" not in " ".join(robots), place


def test_every_redirect_points_to_a_page(site, pages):
    refreshes = {
        path: refresh
        for path, page in pages.items()
        for refresh in page.select("meta", http_equiv="refresh")
    }
    for path, refresh in refreshes.items():
        target = urljoin(BASE + path, refresh.attributes["content"].partition("url=")[2])
        assert is_there(site, target), path
        assert unquote(urlsplit(target.removeprefix(BASE)).path) not in refreshes
    assert len(refreshes) > 10


def test_structured_data_points_to_pages(site, pages):
    count = 0
    for page in pages.values():
        for script in page.select("script", type="application/ld+json"):
            steps = json.loads(script.text)["itemListElement"]
            assert all(is_there(site, step["item"]) for step in steps)
            count += 1
    assert count > 50


QUERIES = dict(
    line.split("\t")
    for line in Path(__file__).with_name("search_queries.tsv").read_text("utf-8").splitlines()
)
"""Queries with the pages of which one should be the first hit."""
ALWAYS_FIRST = {
    *("theme", "bearer token", "line numbers", "sitejson_social_cards", "CSP", "version switcher")
}
"""Queries that must find their page first, whatever changes in the ranking."""
FIRST_HITS = Path(__file__).parents[1] / "scripts" / "first-hits.mjs"


def misses(first_pages):
    """Return the queries whose first hit is another page, with that page."""
    assert first_pages.keys() == QUERIES.keys()
    return {
        query: page for query, page in first_pages.items() if page not in QUERIES[query].split()
    }


@pytest.mark.skipif(not shutil.which("node"), reason="Node.js is not installed")
def test_readers_find_the_right_page_first(site):
    folder = site.outdir / "_static" / "search"
    asked = json.dumps({"folder": str(folder), "queries": [*QUERIES]})
    run = subprocess.run(
        ["node", FIRST_HITS], input=asked, capture_output=True, text=True, check=True
    )
    missed = misses(json.loads(run.stdout))

    assert not missed.keys() & ALWAYS_FIRST
    assert len(missed) <= len(QUERIES) // 10, missed


def test_programs_find_the_right_page_first(site):
    files = open_site(str(site.outdir))
    found = {query: search_site(files, query, limit=1) for query in QUERIES}
    missed = misses({query: hits[0]["page"] if hits else "" for query, hits in found.items()})

    assert not missed.keys() & ALWAYS_FIRST
    assert len(missed) <= len(QUERIES) // 10, missed
