"""A site begins with a page that is there, or the build says why it cannot."""

from __future__ import annotations

import pytest


def site(*pages):
    return {"name": "X", "navigation": [{"group": "G", "pages": list(pages)}]}


@pytest.mark.parametrize(
    ("pages", "files", "sentence"),
    [
        (
            ["intro", "guides/strat"],
            {"guides/start.mdx": "# S"},
            'none of the pages that site.json lists is in the project: "intro", "guides/strat". '
            'Did you mean "guides/start"?',
        ),
        (
            [f"p{number}" for number in range(8)],
            {},
            "none of the pages that site.json lists is in the project: "
            '"p0", "p1", "p2", "p3", "p4" and 3 more.',
        ),
        (
            [],
            {"a.mdx": "# A"},
            'the navigation of site.json lists no page, and there is no "index.mdx".',
        ),
        (["x" * 5000], {}, "none of the pages that site.json lists is in the project: "),
    ],
)
def test_no_listed_page_is_there(build_site, pages, files, sentence):
    built = build_site({"site.json": site(*pages), **files}, expect_failure=True)

    assert built.error.startswith(f"The build stops: {sentence}")
    assert built.warnings.count("has no file") == len(pages)


def test_a_root_document_of_conf_py_that_is_not_there(build_site):
    files = {"site.json": site("start"), "start.mdx": "# S"}
    built = build_site(files, conf='root_doc = "strat"', expect_failure=True)

    assert built.error == (
        'The build stops: the root document "strat" of conf.py is not a page of the project. '
        'Did you mean "start"?'
    )


def test_pages_of_a_document_alone_do_not_make_a_site(build_site):
    document = {
        "openapi": "3.1.0",
        "info": {"title": "X", "version": "1"},
        "paths": {"/a": {"get": {"summary": "A", "responses": {"200": {"description": "OK"}}}}},
    }
    settings = {**site("api/a"), "tabs": [{"name": "API", "url": "api", "openapi": "/api.json"}]}
    built = build_site({"site.json": settings, "api.json": document}, expect_failure=True)

    assert built.error == (
        "The build stops: no page that site.json lists is a file of the project; "
        'write an "index.mdx".'
    )


def test_the_next_build_finds_the_page(build_site):
    built = build_site({"site.json": site("intro")}, expect_failure=True)
    again = built.rebuild({"intro.mdx": "---\ntitle: Intro\n---\n"})

    assert again.warnings == ""
    assert again.exists("intro.html")
