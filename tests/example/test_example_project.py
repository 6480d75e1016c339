"""The product's own documentation: built strictly in every format."""

import re
from dataclasses import replace
from pathlib import Path
from shutil import copytree
from urllib.parse import unquote, urljoin

import pytest

from support.formats import BUILDERS
from support.sites import files_of, run_sphinx
from support.validators.books import book_faults
from support.validators.programs import EPUBCHECK, MAKEINFO, MAN
from support.validators.texts import breadcrumb_faults, catalog_faults, sitemap_faults, xml_faults
from support.wide import wide_but

EXAMPLE = Path(__file__).parents[2] / "example_project"


@pytest.fixture(scope="module")
def doctreedir(example, tmp_path_factory):
    """The trees that the HTML build has read, for this worker alone."""
    return copytree(example.doctreedir, tmp_path_factory.mktemp("trees") / "doctrees")


@pytest.mark.long
@pytest.mark.parametrize("builder", wide_but(BUILDERS[1:], "text", "latex", "epub", "gettext"))
def test_it_builds_without_a_warning_and_its_judge_finds_nothing(
    request, example, build_site, builder
):
    if builder == "gettext":
        site = build_site(files_of(EXAMPLE), builder=builder)
    else:
        # The pages are read once for all other builders.
        options = replace(example.options, builder=builder)
        doctreedir = request.getfixturevalue("doctreedir")
        site = run_sphinx(example.folder, options, doctreedir=doctreedir)

    assert site.warnings == ""
    assert faults_of(builder, site.outdir) == []


def faults_of(builder, folder):
    """Ask the judges that take little time; ``make formats`` asks the others."""
    if builder == "epub":
        (book,) = folder.glob("*.epub")
        return book_faults(book)
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


@pytest.mark.wide
@pytest.mark.skipif(not EPUBCHECK.find(), reason="EPUBCheck is not installed")
def test_epubcheck_finds_nothing_in_the_book(example, doctreedir):
    site = run_sphinx(
        example.folder, replace(example.options, builder="epub"), doctreedir=doctreedir
    )

    (book,) = site.outdir.glob("*.epub")
    assert EPUBCHECK.faults(book) == []


def test_its_sitemap_and_its_structured_data_keep_to_their_rules(example, pages):
    assert sitemap_faults(example.text("sitemap.xml")) == []
    scripts = [
        script.text
        for page in pages.values()
        for script in page.select("script", type="application/ld+json")
    ]
    assert len(scripts) > 10
    assert [fault for script in scripts for fault in breadcrumb_faults(script)] == []


def test_html_has_no_warning_and_every_page(example):
    assert example.warnings == ""
    pages = [*EXAMPLE.rglob("*.mdx"), *EXAMPLE.rglob("*.md"), *EXAMPLE.rglob("*.rst")]
    for page in pages:
        if page.parent.name == "snippets":
            continue
        assert example.exists(str(page.relative_to(EXAMPLE).with_suffix(".html"))), page


def test_no_link_of_the_site_is_dead(example, pages):
    base = example.options.overrides["html_baseurl"]
    dead = []
    for path, page in pages.items():
        for element in page.elements:
            address = element.attributes.get("href") or element.attributes.get("src") or ""
            url = urljoin(base + path, address).partition("#")[0].partition("?")[0]
            target = example.outdir / unquote(url.removeprefix(base))
            if url.startswith(base) and not (target.is_file() or (target / "index.html").is_file()):
                dead.append(f"{path}: {address}")
    assert dead == []


def test_links_to_other_sites_open_beside_it_without_an_opener(pages):
    with_target = [element for page in pages.values() for element in page.with_target]
    assert len(with_target) > 10
    assert [each for each in with_target if "noopener" not in each.attributes["rel"].split()] == []


def test_no_element_has_an_attribute_twice(pages):
    repeated = {path: page.with_repeated_attributes for path, page in pages.items()}
    assert {path: tags for path, tags in repeated.items() if tags} == {}
