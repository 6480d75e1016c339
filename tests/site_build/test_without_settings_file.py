"""A project without ``site.json``: it gets API features, and nothing else of it changes."""

import pytest
from reference.listing_documents import SHIPS

PAGES = {
    "index.rst": "Ships\n=====\n\n.. toctree::\n\n   api\n\nText -- with *words*.\n",
    "api.rst": "API\n===\n\nNothing yet.\n",
    "README.md": "# Read me\n\n[nowhere](nowhere.md)\n",
    "stray.mdx": "---\ntitle: Stray\n---\n\n<Nope />\n",
    "openapi.json": SHIPS,
}
CONF = """
project = "Ships"
exclude_patterns = ["_build"]
html_theme = "alabaster"
"""
SAID = 'sphinx_sitejson: there is no "site.json"; the project gets the API features only.'


def without_extension(conf):
    return {**PAGES, "conf.py": conf}


def output(site):
    return {
        path.relative_to(site.outdir).as_posix(): path.read_bytes()
        for path in site.outdir.rglob("*")
        if path.is_file() and path.name not in (".buildinfo", "searchindex.js")
    }


@pytest.mark.parametrize("builder", ["html", "dirhtml", "text", "latex"])
def test_what_a_project_without_api_pages_writes_stays_as_it_is(build_site, builder):
    plain = build_site(without_extension(CONF), builder=builder)
    ours = build_site(PAGES, conf=CONF, builder=builder)

    assert ours.warnings == plain.warnings == ""
    assert ours.status.count(SAID) == 1
    assert output(ours) == output(plain)


def test_markdown_is_read_as_the_project_reads_it(build_site):
    files = {**PAGES, "README.md": "# Read me\n\n<Note>\n\nWords\n\n</Note>\n"}
    conf = CONF + 'extensions = [*extensions, "myst_parser"]\n'
    ours = build_site(files, conf=conf)
    plain = build_site({**files, "conf.py": f'extensions = ["myst_parser"]\n{CONF}'})

    assert ours.text("README.html") == plain.text("README.html")
    told, expected = (site.warnings.replace(str(site.srcdir), "") for site in (ours, plain))
    assert told == expected


def test_a_settings_file_that_is_missing_or_older_stops_the_build(build_site):
    site = build_site(PAGES, conf=CONF + 'sitejson_file = "site.json"\n', expect_failure=True)
    assert "the settings file is missing" in site.warnings
    site = build_site({**PAGES, "mint.json": "{}"}, conf=CONF, expect_failure=True)
    assert 'write sitejson_file = "mint.json" in conf.py' in site.warnings


def test_the_theme_takes_name_and_navigation_from_the_project(build_clean):
    files = {name: text for name, text in PAGES.items() if name.endswith(".rst")}
    site = build_clean(files, conf='project = "Ships"\nhtml_theme = "sitejson"\n')

    assert 'there is no "site.json"; name and navigation come from conf.py' in site.status
    page = site.page("api.html")
    assert page.select_one("title").text == "API - Ships"
    links = [link.get_text(" ", strip=True) for link in page.select("nav.sj-tree a")]
    assert links == ["Ships", "API"]


def test_a_theme_that_builds_on_ours_says_what_it_needs(build_site):
    files = {**PAGES, "themes/own/theme.toml": '[theme]\ninherit = "sitejson"\n'}
    conf = 'html_theme = "own"\nhtml_theme_path = ["themes"]\n'
    site = build_site(files, conf=conf, expect_failure=True)

    assert 'the theme "own" builds on "sitejson", which needs a "site.json"' in site.error


def test_a_settings_file_makes_a_site_of_the_project(build_site):
    plain = build_site(PAGES, conf=CONF)
    files = {name: PAGES[name] for name in ("index.rst", "api.rst")}
    site = plain.rebuild({"site.json": {"name": "S", "navigation": []}, **files, "stray.mdx": None})

    assert site.exists("llms.txt")
    assert not plain.exists("stray.html")


@pytest.mark.parametrize(
    ("page", "cure"), [("index.mdx", ""), ("index.md", ', or add "myst_parser" to the extensions')]
)
def test_a_project_of_markdown_pages_shows_what_is_missing(build_site, page, cure):
    site = build_site({page: "# Ships\n"}, conf=CONF, expect_failure=True)

    assert site.error == (
        f'The build stops: "{page}" cannot be read in this project. Create "site.json" '
        f'beside conf.py, or set html_theme = "sitejson"{cure} in conf.py.'
    )
