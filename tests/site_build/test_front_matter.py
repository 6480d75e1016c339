"""Front matter is checked like the settings: file, line, sentence, and the rest is built."""

import pytest

OPERATION = {"summary": "List pets", "responses": {"200": {"description": "x"}}}
DOCUMENT = {
    "openapi": "3.1.0",
    "info": {"title": "T", "version": "1"},
    "paths": {"/pets": {"get": OPERATION}},
    "components": {"schemas": {"Pet": {"type": "object"}}},
}
SITE = {
    "name": "Parcel",
    "openapi": "/api.json",
    "versions": ["v1", "v2"],
    "navigation": [{"group": "Start", "pages": ["index", "p"]}],
}


FILES = {"site.json": SITE, "api.json": DOCUMENT, "index.mdx": "---\ntitle: Home\n---\n"}


def build(build_site, text, *, name="p.mdx", site=SITE, **options):
    return build_site({**FILES, "site.json": site, name: text}, **options)


def said(site):
    return [line.partition("/source/")[2] for line in site.warnings.splitlines()]


MISTAKES = [
    ("sidebarTitel: x", 'unknown key "sidebarTitel"; it has no effect. Did you mean '
     '"sidebarTitle"? [sitejson.unknown_key]'),
    ("sidebarTitle: [a, b]", "must be a string, not a list; it was ignored. "
     "[sitejson.wrong_value]"),
    ("mode: wdie", 'must be one of "wide", "center", "landing", "custom", "frame", not "wdie"; '
     'it was ignored. Did you mean "wide"? [sitejson.wrong_value]'),
    ("version: v3", '"v3" is not in "versions"; it has no effect. '
     "[sitejson.unknown_version]"),
    ("openapi: [GET, /pets]", 'must be a string such as "GET /ships", not a list; it was '
     'ignored. Did you mean "GET /pets"? [sitejson.binding]'),
    ("openapi: list pets", '"list pets" does not name an operation; write "METHOD /path", '
     '"document METHOD /path" or "webhook NAME". [sitejson.binding]'),
    ("openapi: GTE /pets", 'no operation "GTE /pets" in "/api.json". Did you mean '
     '"GET /pets"? [sitejson.operation_not_found]'),
    ("api: /pets", '"/pets" does not name an endpoint; write "METHOD URL". '
     'Did you mean "GET /pets"? [sitejson.binding]'),
    ("api: GTE /pets", '"GTE" is not an HTTP method. Did you mean "GET"? [sitejson.binding]'),
    ("playground: of", 'must be one of "show", "simple", "hide", not "of"; it was ignored. '
     "[sitejson.wrong_value]"),
    ("hidden: yse", 'must be true or false, not "yse"; it was ignored. [sitejson.wrong_value]'),
    ("lastUpdated: yesterday", 'must be a date such as 2026-01-31, not "yesterday"; it was '
     "ignored. [sitejson.wrong_value]"),
    ("icon: boook", 'there is no icon "boook"; using a placeholder. Did you mean "book"? '
     "[sitejson.unknown_icon]"),
    ("url: guides", 'must be a URL, or a path that starts with a slash, not "guides"; it '
     'was ignored. Did you mean "/guides"? [sitejson.wrong_value]'),
]  # fmt: skip


@pytest.mark.parametrize("suffix", ["mdx", "md"])
def test_each_mistake_has_its_line(build_site, suffix):
    pages = {
        f"p{number}.{suffix}": f"---\ntitle: Page\n{line}\n---\n\nThe text.\n"
        for number, (line, _warning) in enumerate(MISTAKES)
    }
    names = [name.partition(".")[0] for name in pages]
    settings = {**SITE, "navigation": [{"group": "Start", "pages": ["index", *names]}]}
    site = build_site({**FILES, "site.json": settings, **pages})

    assert sorted(said(site)) == sorted(
        f"p{number}.{suffix}:3: WARNING: {line.partition(':')[0]}: {warning}"
        for number, (line, warning) in enumerate(MISTAKES)
    )
    for name in names:
        page = site.page(f"{name}.html")
        assert page.select_one("main h1").contents[0] == "Page"
        assert "The text." in page.select_one("main").text


def test_all_mistakes_of_a_page_are_reported_and_the_right_keys_count(build_site):
    text = "---\ntitle: Page\nmode: wdie\ntag: New\nhiden: true\ndescription: Words.\n---\nText.\n"
    site = build(build_site, text)

    assert [line.split(": ")[0] for line in said(site)] == ["p.mdx:3", "p.mdx:5"]
    page = site.page("p.html")
    assert page.select_one(".sj-lead").text == "Words."
    assert "New" in page.select_one("nav").text + page.text


BOTH_FORMATS = pytest.mark.parametrize("name", ["p.mdx", "p.md"])


@BOTH_FORMATS
def test_a_duplicate_key_and_a_schema_beside_an_operation(build_site, name):
    text = "---\ntitle: One\nopenapi: GET /pets\nopenapi-schema: Pet\ntitle: Two\n---\n"
    site = build(build_site, text, name=name)

    assert sorted(said(site)) == [
        f'{name}:4: WARNING: openapi-schema: the page already has "openapi", and can have only '
        'one of them; "openapi-schema" was ignored. [sitejson.binding]',
        f'{name}:5: WARNING: duplicate key "title"; the last one is used. [sitejson.duplicate_key]',
    ]
    page = site.page("p.html")
    assert page.select_one("main h1").contents[0] == "Two"
    assert page.select(".sj-endpoint")


@BOTH_FORMATS
def test_a_block_that_is_never_closed_is_still_read(build_site, name):
    site = build(build_site, "---\ntitle: Page\ntag: New\n\nThe text.\n", name=name)

    assert said(site) == [
        f"{name}:1: WARNING: the front matter is never closed; it is taken to end with line 3. "
        'Write "---" below that line. [sitejson.front_matter]'
    ]
    main = site.page("p.html").select_one("main")
    assert main.h1.contents[0] == "Page"
    assert "The text." in main.text
    assert "tag: New" not in main.text


def test_an_unclosed_block_before_a_rule_loses_no_text(build_site):
    text = "---\ntitle: Page\n\nThe first: text.\n\n- a: b\n\n---\n\nThe second text.\n"
    site = build(build_site, text)

    assert "p.mdx:1: WARNING: the front matter is never closed" in site.warnings
    main = site.page("p.html").select_one("main")
    assert "The first: text." in main.text
    assert "The second text." in main.text


def test_a_rule_at_the_top_of_a_page_is_no_front_matter(build_site):
    site = build(build_site, "---\nNote: this is text.\n\nMore.\n")

    assert site.warnings == ""
    assert "Note: this is text." in site.page("p.html").select_one("main").text


@BOTH_FORMATS
@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("description: a: b", "put quotes around it, otherwise correct the indentation"),
        ("description: @x", "a value cannot start with this character; put quotes around it"),
        ("description:\n\ta: b", "a line is indented with a tab; use spaces"),
    ],
)
def test_a_line_that_is_no_yaml_costs_only_itself(build_site, name, line, reason):
    site = build(build_site, f"---\ntitle: Page\ntag: New\n{line}\n---\n\nText.\n", name=name)

    (warning,) = said(site)
    at = 4 + line.count("\n")
    assert warning.startswith(f"{name}:{at}: WARNING: the front matter could not be read: ")
    assert f'{reason}. "description" was ignored. [sitejson.front_matter]' in warning
    assert site.page("p.html").select_one("main h1").contents[0] == "Page"


@pytest.mark.parametrize("begin", ["+++", "---js", "---json"])
def test_front_matter_in_another_language_is_named(build_site, begin):
    site = build(build_site, f"{begin}\ntitle = 'x'\n{begin[:3]}\n\nText.\n")

    assert f'p.mdx:1: WARNING: front matter that begins with "{begin}" is not' in site.warnings


MYST = """---
myst:
  html_meta:
    robots: none
orphan: true
tocdepth: 2
nosearch: true
html_theme.sidebar_secondary.remove: true
jupytext:
  text_representation: {extension: .md}
kernelspec: {name: python3}
file_format: mystnb
authors: [A, B]
author: C
date: 2026-01-31
version: 1.2
---

# Title
"""
OTHERS = """---
title: Page
tags: [a, b]
slug: /x
rss: true
keywords: [lamp, light]
image: /x.png
sidebar_position: 3
deprecated: false
product: Lamp
---

Buy a {product}.
"""


def test_keys_of_other_tools_are_left_alone(build_site):
    plain = {**SITE, "versions": [], "markdownSyntax": "myst"}

    assert build(build_site, MYST, name="p.md", site=plain).warnings == ""
    site = build(build_site, OTHERS)
    assert site.warnings == ""
    keywords = site.page("p.html").select_one('meta[name="keywords"]')
    assert keywords["content"] == "lamp, light"


def test_the_author_names_additional_keys(build_site):
    text = "---\ntitle: P\nowner: x\nteam_a: y\n---\n"

    assert build(build_site, text).warnings.count("[sitejson.unknown_key]") == 2
    conf = 'sitejson_front_matter = ["owner", "team_*"]'
    assert build(build_site, text, conf=conf).warnings == ""


def test_a_project_with_toctrees_may_have_any_keys_in_its_pages_of_myst(build_site):
    text = "---\npy-config: {a: b}\nsidebartitle: x\n---\n# P\n"
    site = build(build_site, text, name="p.md")
    assert site.warnings.count("[sitejson.unknown_key]") == 2

    index = "---\ntitle: Home\n---\n\n```{toctree}\np\n```\n"
    files = {"site.json": {"name": "X", "navigation": []}, "index.md": index, "p.md": text}
    assert said(build_site(files)) == [
        'p.md:3: WARNING: sidebartitle: unknown key "sidebartitle"; it has no effect. '
        'Did you mean "sidebarTitle"? [sitejson.unknown_key]'
    ]


def test_fields_of_restructuredtext(build_site):
    text = ":mode: wdie\n:sidebar-title: x\n:Source: here\n:version: v3\n:hidden:\n\nTitle\n=====\n"
    site = build(build_site, text, name="p.rst")

    assert sorted(line.split(" [")[0] for line in said(site)) == [
        'p.rst:1: WARNING: mode: must be one of "wide", "center", "landing", "custom", "frame", '
        'not "wdie"; it was ignored. Did you mean "wide"?',
        'p.rst:2: WARNING: sidebar-title: unknown key "sidebar-title"; it has no effect. '
        'Did you mean "sidebarTitle"?',
        'p.rst:4: WARNING: version: "v3" is not in "versions"; it has no effect.',
        "p.rst:5: WARNING: hidden: must be true or false, not empty; it was ignored. "
        "Did you mean true?",
    ]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("p.mdx", "---\ntitle: P\nversion: v2\n---\n"),
        ("p.md", "---\ntitle: P\nversion: v2\n---\n"),
        ("p.rst", ":version: v2\n\nP\n=\n"),
    ],
)
def test_every_kind_of_page_can_belong_to_a_version(build_site, name, text):
    site = build(build_site, text, name=name)

    assert site.warnings == ""
    assert "v2" in site.page("p.html").select_one(".sj-versions").text


def test_a_version_that_is_taken_away_is_reported_without_reading_the_page_again(build_site):
    site = build(build_site, "---\ntitle: P\nversion: v2\n---\n")
    again = site.rebuild({"site.json": {**SITE, "versions": ["v1"]}})

    assert 'p.mdx:3: WARNING: version: "v2" is not in "versions"' in again.warnings


def test_snippets_have_front_matter_of_their_own(build_site):
    snippet = "---\nprice: 3\n---\n\nIt costs {price}.\n"
    page = '---\ntitle: P\n---\n\nimport S from "/snippets/s.mdx";\n\n<S />\n'

    assert build_site({**FILES, "snippets/s.mdx": snippet, "p.mdx": page}).warnings == ""


CHANGING = """
def setup(app):
    app.connect("source-read", change)


def change(app, docname, source):
    source[0] = source[0].replace("title: Pets", "title: Ships")
"""


def test_it_is_read_after_an_extension_has_changed_it(build_site):
    text = "---\ntitle: Pets\nopenapi: GET /pets\n---\n\nText.\n"
    site = build(build_site, text, conf=CHANGING)
    assert site.page("p.html").select_one("h1").get_text().startswith("Ships")
