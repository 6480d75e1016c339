"""The product's own documentation: built strictly in every format."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import unquote, urljoin, urlsplit

import pytest

from support.sites import files_of

EXAMPLE = Path(__file__).parents[2] / "example_project"


@pytest.fixture(scope="module")
def example(build_shared_site):
    return build_shared_site(files_of(EXAMPLE), overrides={"nitpicky": True})


@pytest.mark.parametrize("builder", ["dirhtml", "text", "latex", "epub"])
def test_it_builds_without_a_warning(build_site, builder):
    site = build_site(files_of(EXAMPLE), builder=builder, overrides={"nitpicky": True})

    assert site.warnings == ""


def test_html_has_no_warning_and_every_page(example):
    assert example.warnings == ""
    pages = [*EXAMPLE.rglob("*.mdx"), *EXAMPLE.rglob("*.md"), *EXAMPLE.rglob("*.rst")]
    for page in pages:
        if page.parent.name == "snippets":
            continue
        assert example.exists(str(page.relative_to(EXAMPLE).with_suffix(".html"))), page


def test_no_link_of_the_site_is_dead(example):
    dead = []
    for file in example.outdir.rglob("*.html"):
        own = file.relative_to(example.outdir).as_posix()
        for link in example.page(own).select("a[href], link[href], img[src], script[src]"):
            address = link.get("href") or link.get("src")
            parts = urlsplit(urljoin(f"http://site/{own}", address))
            target = example.outdir / unquote(parts.path).lstrip("/")
            if parts.netloc == "site" and not (
                target.is_file() or (target / "index.html").is_file()
            ):
                dead.append(f"{own}: {address}")
    assert dead == []


def test_links_to_other_sites_open_beside_it_without_an_opener(example):
    for file in example.outdir.rglob("*.html"):
        for link in example.page(file.relative_to(example.outdir).as_posix()).select("[target]"):
            assert "noopener" in link["rel"], link
