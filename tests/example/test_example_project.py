"""The product's own documentation: built strictly in every format."""

from __future__ import annotations

import re
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urljoin, urlsplit

import pytest

from support.formats import BUILDERS
from support.sites import files_of, run_sphinx
from support.validators.books import book_faults
from support.validators.programs import EPUBCHECK, MAKEINFO, MAN
from support.validators.texts import (
    catalog_faults,
    sitemap_faults,
    structured_data_faults,
    xml_faults,
)

EXAMPLE = Path(__file__).parents[2] / "example_project"


@pytest.fixture(scope="module")
def example(build_shared_site):
    overrides = {"nitpicky": True, "html_baseurl": "https://docs.example.com/"}
    return build_shared_site(files_of(EXAMPLE), overrides=overrides)


@pytest.mark.parametrize("builder", [name for name in BUILDERS if name != "html"])
def test_it_builds_without_a_warning_and_its_judge_finds_nothing(example, build_site, builder):
    if builder == "gettext":
        site = build_site(files_of(EXAMPLE), builder=builder)
    else:
        # The pages are read once for all other builders.
        site = run_sphinx(example.folder, replace(example.options, builder=builder))

    assert site.warnings == ""
    assert faults_of(builder, site.outdir) == []


def faults_of(builder, folder):
    """Ask the judges that take little time; ``make formats`` asks the others."""
    if builder == "epub":
        (book,) = folder.glob("*.epub")
        return book_faults(book) or (EPUBCHECK.faults(book) if EPUBCHECK.find() else [])
    if builder == "latex":
        (file,) = folder.glob("*.tex")
        return re.findall(r"includegraphics.*\.(?:svg|gif|webp)", file.read_text(encoding="utf-8"))
    if builder == "gettext":
        return [fault for path in folder.rglob("*.pot") for fault in catalog_faults(path)]
    if builder == "man" and MAN.find() is not None:
        return [fault for path in folder.glob("*.1") for fault in MAN.faults(path)]
    if builder == "texinfo" and MAKEINFO.find() is not None:
        return [fault for path in folder.glob("*.texi") for fault in MAKEINFO.faults(path)]
    if builder == "xml":
        return [fault for path in folder.rglob("*.xml") for fault in xml_faults(path)]
    return []


def test_its_sitemap_and_its_structured_data_keep_to_their_rules(example):
    assert sitemap_faults(example.text("sitemap.xml")) == []
    pages = [path.read_text(encoding="utf-8") for path in example.outdir.rglob("*.html")]
    assert sum("application/ld+json" in page for page in pages) > 10
    assert [fault for page in pages for fault in structured_data_faults(page)] == []


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


class Attributes(HTMLParser):
    """Finds elements that have an attribute twice, of which browsers drop the second."""

    def __init__(self) -> None:
        super().__init__()
        self.repeated: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = [name for name, _ in attrs]
        if len(names) != len(set(names)):
            self.repeated.append(self.get_starttag_text() or tag)


def test_no_element_has_an_attribute_twice(example):
    for page in sorted(example.outdir.rglob("*.html")):
        reader = Attributes()
        reader.feed(page.read_text(encoding="utf-8"))
        assert not reader.repeated, page.name
