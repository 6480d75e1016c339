"""What readers of the documentation look for is found: most of it first, nearly all among three."""

from pathlib import Path

import pytest

pytestmark = pytest.mark.wide

QUERIES = [
    (query, pages.split())
    for query, pages in (
        line.split("\t")
        for line in Path(__file__).with_name("queries.tsv").read_text(encoding="utf-8").splitlines()
    )
]
FIRST = 0.85
AMONG_THREE = 0.97

FIND = """async (queries) => {
    await sitejson.loadScript("_static/sitejson-search.js");
    const search = await sitejson.loadSearch();
    const found = [];
    for (const query of queries) found.push((await search(query)).hits.map((hit) => hit.page));
    return found;
}"""


@pytest.fixture(scope="module")
def found(browser, example, serve):
    page = browser.new_page()
    with serve(example.outdir) as address:
        page.goto(f"{address}/index.html")
        answers = page.evaluate(FIND, [query for query, _ in QUERIES])
    page.close()
    return dict(zip((query for query, _ in QUERIES), answers, strict=True))


def test_every_page_that_is_wanted_is_there(example):
    known = {
        path.relative_to(example.outdir).with_suffix("").as_posix()
        for path in example.outdir.rglob("*.html")
    }
    missing = [page for _, pages in QUERIES for page in pages if page not in known]
    assert missing == []


def test_the_right_page_comes_first(found):
    wrong = {
        query: found[query][:3]
        for query, pages in QUERIES
        if found[query][:1] == [] or found[query][0] not in pages
    }
    share = 1 - len(wrong) / len(QUERIES)
    assert share >= FIRST, (share, wrong)


def test_the_right_page_is_among_the_first_three(found):
    wrong = {
        query: found[query][:5] for query, pages in QUERIES if not {*found[query][:3]} & {*pages}
    }
    share = 1 - len(wrong) / len(QUERIES)
    assert share >= AMONG_THREE, (share, wrong)
