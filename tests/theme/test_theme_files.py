"""One style sheet and one script for the whole theme."""

import gzip
import re
from pathlib import Path

import pytest

import sphinx_sitejson
from sphinx_sitejson.common.files import THEME
from sphinx_sitejson.theme.files import (
    BLOCK_CLASSES,
    LATER_SCRIPTS,
    LATER_STYLES,
    OPTIONAL_SCRIPTS,
    SCRIPTS,
    STYLES,
)

SITE = {"name": "Site", "navigation": [{"group": "Group", "pages": ["index"]}]}
PAGE = "---\ntitle: Start\n---\n\nText.\n"
LARGEST_STYLES = 24_000
LARGEST_SCRIPTS_CLOSED = 12_000
"""Of an operation page before its playground is opened."""
LARGEST_SCRIPTS = 45_000
"""With the playground open."""


@pytest.fixture(scope="module")
def site(build_shared_site):
    return build_shared_site({"site.json": SITE, "index.mdx": PAGE})


def linked(site, path, tag, attribute):
    """Return the files of the built site that a page links, in order."""
    page = site.page(path)
    return [address(site, path, element[attribute]) for element in page.select(tag)]


def address(site, path, link):
    """Return the file of the built site that a link on a page names."""
    return (site.outdir / path).parent.joinpath(link.split("?")[0]).resolve()


def served_size(path):
    return len(gzip.compress(path.read_bytes(), 9))


@pytest.mark.oldest
def test_the_theme_is_one_style_sheet_and_one_script(site):
    styles = [path.name for path in linked(site, "index.html", "link[rel=stylesheet]", "href")]
    scripts = [path.name for path in linked(site, "index.html", "script[src]", "src")]

    assert styles[0] == "sitejson.css"
    assert scripts.count("sitejson.js") == 1
    assert not [name for name in (*styles, *scripts) if not site.exists(f"_static/{name}")]
    assert not list(site.outdir.glob("_static/st*/*"))


def test_every_source_is_in_a_list():
    def names(folder):
        return {path.stem for path in THEME.joinpath(folder).iterdir() if path.is_file()}

    assert names("styles") == set(STYLES).union(*LATER_STYLES.values())
    assert names("scripts") == set(SCRIPTS).union(OPTIONAL_SCRIPTS, *LATER_SCRIPTS.values())


def test_the_links_change_with_what_is_in_the_files(site, build_site):
    other = build_site({"site.json": {**SITE, "colors": {"primary": "#b91c1c"}}, "index.mdx": PAGE})
    link = re.compile(r"sitejson\.css\?v=\w+")

    assert link.search(site.text("index.html"))[0] != link.search(other.text("index.html"))[0]


def test_files_of_the_site_come_after_the_theme_and_may_replace_it(build_clean):
    site = build_clean(
        {
            "site.json": SITE,
            "index.mdx": PAGE,
            "_static/own.css": "a { color: red }",
            "_static/own.js": "own();",
            "_static/sitejson.js": "mine();",
        },
        conf='html_static_path = ["_static"]\n'
        'html_css_files = ["own.css"]\nhtml_js_files = ["own.js"]\n',
    )
    styles = [path.name for path in linked(site, "index.html", "link[rel=stylesheet]", "href")]
    scripts = [path.name for path in linked(site, "index.html", "script[src]", "src")]

    assert styles.index("sitejson.css") < styles.index("own.css")
    assert scripts.index("sitejson.js") < scripts.index("own.js")
    assert site.text("_static/sitejson.js") == "mine();"


def test_other_themes_get_no_file_of_ours(build_site):
    site = build_site({"site.json": SITE, "index.mdx": PAGE}, overrides={"html_theme": "alabaster"})

    assert not site.exists("_static/sitejson.css")
    assert "sitejson.js" not in site.text("index.html")


def test_an_operation_page_is_light(example):
    site = example
    page = "api/ships/register-a-ship.html"
    playground = site.page(page).select_one("sj-playground")
    opened = {name: address(site, page, playground[f"data-{name}"]) for name in ("style", "script")}
    languages = site.outdir.glob("_static/sitejson-playground-*.js")
    largest = max(map(served_size, (path for path in languages if "sign-in" not in path.name)))

    styles = [*linked(site, page, "link[rel=stylesheet]", "href"), opened["style"]]
    scripts = [*linked(site, page, "script[src]", "src"), opened["script"]]

    assert [style.name for style in styles] == [
        "sitejson.css", "sitejson-api.css", "sitejson-playground.css"
    ]  # fmt: skip
    assert len(scripts) == 5
    assert sum(map(served_size, styles)) <= LARGEST_STYLES
    assert sum(map(served_size, scripts[:-1])) <= LARGEST_SCRIPTS_CLOSED
    assert sum(map(served_size, scripts)) + largest <= LARGEST_SCRIPTS
    # Pages that show nothing of an API do not wait for its styles.
    article = linked(site, "guides/navigation.html", "link[rel=stylesheet]", "href")
    assert [style.name for style in article] == ["sitejson.css"]


@pytest.mark.parametrize(
    ("text", "is_linked"),
    [
        ("Text with `code`.", False),
        ("| A |\n|---|\n| B |", False),
        (":::{note}\nText.\n:::", True),
        ("<Card title='A'>Text.</Card>", True),
        ("Text[^1].\n\n[^1]: Note.", True),
        ("<p class='text-center'>Text.</p>", True),
    ],
)
def test_pages_link_the_styles_of_blocks_that_they_have(build_site, text, is_linked):
    conf = 'myst_enable_extensions = ["colon_fence"]'
    site = build_site({"site.json": SITE, "index.mdx": f"{PAGE}\n{text}\n"}, conf=conf)
    styles = [path.name for path in linked(site, "index.html", "link[rel=stylesheet]", "href")]

    assert styles[0] == "sitejson.css"
    assert styles[1:2] == ["sitejson-blocks.css"] * is_linked
    assert site.exists("_static/sitejson-blocks.css")


def test_every_rule_of_the_blocks_is_for_a_class_that_links_them():
    source = (THEME / "styles" / "blocks.css").read_text(encoding="utf-8")
    source = re.sub(r"/\*.*?\*/", "", source, flags=re.DOTALL)
    selectors = re.findall(r"^  (?:@media [^{]*\{ )?([^\s@}][^{]*?) \{", source, re.MULTILINE)

    def links(selector):
        names = re.findall(r"\.(?!sj-)([\w-]+)", re.sub(r":not\([^()]*\)", "", selector))
        return any(name in BLOCK_CLASSES or name.startswith("sd-") for name in names)

    assert len(selectors) > 90
    # The colors of sphinx-design are set on the body, for elements of their own classes.
    assert [selector for selector in selectors if not links(selector)] == [".sj-body"]


SAME_IN_BOTH_DIRECTIONS = {
    # Authors choose the side of an image.
    "blocks.css": {"4px 24px 12px 0", "4px 0 12px 24px"},
    # Code is written from left to right.
    "code.css": {
        "var(--sj-code-pad-block) var(--sj-code-end) var(--sj-code-pad-block) var(--sj-code-pad)"
    },
    # It is moved by its distance from the left.
    "diagrams.css": {"0 auto auto 0"},
    # It is in the middle.
    "sitejson-api.css": {"9px auto auto 13px"},
}


def test_spaces_follow_the_direction_of_the_text():
    package = Path(sphinx_sitejson.__file__).parent
    found = []
    # Books have no logical properties.
    for file in sorted({*package.rglob("*.css")} - {*package.rglob("book/*.css")}):
        source = re.sub(r"/\*.*?\*/", "", file.read_text("utf-8"), flags=re.DOTALL)
        for value in re.findall(r"(?<![\w-])(?:margin|padding|inset): ([^;{}!]+)", source):
            sides = re.findall(r"(?:[^\s()]|\((?:[^()]|\([^()]*\))*\))+", value)
            is_same = value in SAME_IN_BOTH_DIRECTIONS.get(file.name, ())
            if len(sides) == 4 and sides[1] != sides[3] and not is_same:
                found.append(f"{file.name}: {value}")

    assert found == []


@pytest.mark.parametrize(
    ("added", "waits"),
    [
        ("", True),
        ('html_js_files = [("own.js", {"defer": "defer"})]', True),
        ('html_js_files = [("own.js", {"async": "async"})]', True),
        ('html_js_files = ["own.js"]', False),
        ('def setup(app): app.add_js_file(None, body="let a = DOCUMENTATION_OPTIONS")', False),
    ],
)
def test_scripts_of_sphinx_wait_unless_others_may_need_them(build_site, added, waits):
    files = {"site.json": {"name": "X", "navigation": []}, "index.md": "# X\n"}
    page = build_site(files, conf=added).page("index.html")
    scripts = {script["src"].partition("?")[0]: script for script in page.select("script[src]")}

    for name in ("documentation_options", "doctools"):
        assert scripts[f"_static/{name}.js"].has_attr("defer") is waits
    # It is loaded after a search.
    assert ("_static/sphinx_highlight.js" in scripts) is not waits
