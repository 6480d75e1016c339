"""Front matter and the one title of a page."""

import pytest

SITE = {"name": "Parcel", "navigation": [{"group": "Start", "pages": ["index", "p"]}]}
INDEX = "---\ntitle: Home\n---\n"


def build(build_site, text, *, name="p.mdx", **options):
    return build_site({"site.json": SITE, "index.mdx": INDEX, name: text}, **options)


def headings(page, level):
    return [heading.contents[0] for heading in page.select(f"main h{level}")]


HEADINGS = {
    "title": ("---\ntitle: First steps\n---\n\nText.\n\n## Next\n\n## Last\n",
              ["First steps"], ["Next", "Last"], []),
    "same-words": ("---\ntitle: First  steps\n---\n\n# First Steps\n\n## Next\n",
                   ["First Steps"], ["Next"], []),
    "other-words": ("---\ntitle: Title\n---\n\n# One\n\n## Inner\n\n# Two\n\nText.\n",
                    ["Title"], ["One", "Two"], ["Inner"]),
    "no-title": ("# From the heading\n\nText.\n", ["From the heading"], [], []),
    "custom-html": ("---\ntitle: Start\nmode: custom\n---\n\n<h1>Welcome</h1>\n\n## Next\n",
                    ["Welcome"], ["Next"], []),
    "custom-inside": ("---\ntitle: Start\nmode: custom\n---\n\n"
                      '<div className="a">\n\n# Welcome\n\n</div>\n\n## Next\n',
                      ["Welcome"], ["Next"], []),
}  # fmt: skip


@pytest.fixture(scope="module")
def headed(build_shared_clean):
    """A site with a page for each row of the table, as MDX and as Markdown."""
    pages = {f"{name}/{s}.{s}": row[0] for name, row in HEADINGS.items() for s in ("mdx", "md")}
    navigation = [{"pages": ["index", *(name.partition(".")[0] for name in pages)]}]
    settings = {"name": "Parcel", "navigation": navigation}
    return build_shared_clean({"site.json": settings, "index.mdx": INDEX, **pages})


# HTML in Markdown is no heading.
PAGES = [(name, suffix) for name in HEADINGS for suffix in ("mdx", "md") if "html" not in name]


@pytest.mark.parametrize(("name", "suffix"), [*PAGES, ("custom-html", "mdx")])
def test_a_page_has_one_title_and_its_headings(headed, name, suffix):
    page = headed.page(f"{name}/{suffix}.html")

    assert tuple(headings(page, level) for level in (1, 2, 3)) == HEADINGS[name][1:]
    if name == "title":
        assert page.title.text == "First steps - Parcel"


def test_text_before_the_first_heading_stays_below_the_title(build_site):
    site = build(build_site, "---\ntitle: Title\n---\n\nBefore.\n\n# Title\n\nAfter.\n")

    article = site.page("p.html").select_one("main").get_text(" ", strip=True)
    assert article.index("Title") < article.index("Before.") < article.index("After.")


@pytest.mark.parametrize("text", ["", "Only text.\n", "---\n---\n", "---\ndescription: D\n---\n"])
def test_without_any_heading_the_file_name_is_it(build_clean, text):
    site = build_clean({
        "site.json": {"name": "X",
                      "navigation": [{"group": "G", "pages": ["index", "a/get_started-now"]}]},
        "index.mdx": INDEX,
        "a/get_started-now.mdx": text,
    })  # fmt: skip

    assert headings(site.page("a/get_started-now.html"), 1) == ["Get started now"]


def test_rest_pages_have_the_same_keys_as_fields(build_site):
    site = build(
        build_site,
        ":sidebarTitle: Short\n:description: What it is\n\nTitle\n=====\n\nText.\n",
        name="p.rst",
    )

    assert site.warnings == ""
    page = site.page("p.html")
    assert page.select_one(".sj-lead").text == "What it is"
    assert "Short" in page.select_one("nav.sj-tree").text


def test_description_is_below_the_title_and_in_the_head(build_site):
    description = (
        "Short & **sweet** <b>with</b> `a_b` and <script>x</script> [more](https://a.test)"
    )
    site = build(build_site, f"---\ntitle: T\ndescription: '{description}'\n---\n\nText.\n")

    page = site.page("p.html")
    words = "Short & sweet with a_b and <script>x</script> more"
    lead = page.select_one("h1 + p.sj-lead")
    assert lead.text == words
    assert [part.text for part in lead.select("strong, code, a")] == [
        "sweet", "with", "a_b", "more",
    ]  # fmt: skip
    assert page.select_one('meta[name="description"]')["content"] == words


@pytest.mark.parametrize("description", ["1. First", "# Number", "2 * 3 * 4", "snake_case_name"])
def test_a_description_that_is_no_line_of_markdown_stays_as_it_is(build_site, description):
    site = build(build_site, f"---\ntitle: T\ndescription: '{description}'\n---\n\nText.\n")

    assert site.page("p.html").select_one(".sj-lead").text == description


def test_meta_tags_of_a_page_win_over_those_of_the_site(build_site):
    site = build_site(
        {
            "site.json": {**SITE, "metadata": {"og:site_name": "Parcel", "og:title": "Default"}},
            "index.mdx": INDEX,
            "p.mdx": '---\n"og:title": "A \\"quoted\\" title"\n"twitter:title": Tw\n---\n',
        }
    )

    page = site.page("p.html")
    assert page.select_one('meta[property="og:title"]')["content"] == 'A "quoted" title'
    assert page.select_one('meta[property="og:site_name"]')["content"] == "Parcel"
    assert page.select_one('meta[name="twitter:title"]')["content"] == "Tw"


def test_noindex_keeps_search_engines_away(build_site):
    site = build(build_site, "---\ntitle: T\nnoindex: true\n---\n")

    assert site.page("p.html").select_one('meta[name="robots"]')["content"] == "noindex"
    assert site.page("index.html").select_one('meta[name="robots"]') is None


def test_a_page_with_a_url_is_a_link_in_the_sidebar(build_site):
    site = build(build_site, "---\ntitle: Blog\nurl: https://example.com/blog\n---\n")

    assert site.warnings == ""
    (link,) = (
        link for link in site.page("index.html").select("nav.sj-tree a") if "Blog" in link.text
    )
    assert link["href"] == "https://example.com/blog"
    assert site.page("p.html").select_one('main a[href="https://example.com/blog"]')


def test_the_link_of_such_a_page_is_before_its_sections(build_site):
    text = "Text.\n\n## More\n\nThe rest.\n"
    site = build(build_site, f"---\ntitle: Blog\nurl: https://example.com/blog\n---\n\n{text}")

    main = site.page("p.html").select_one("main .sj-prose").get_text(" ", strip=True)
    assert main.index("Text.") < main.index("https://example.com/blog") < main.index("The rest.")


def test_page_mode_reaches_the_template(build_site):
    site = build(build_site, "---\ntitle: T\nmode: wide\n---\n")

    assert site.page("p.html").html["data-page-mode"] == "wide"


def test_broken_front_matter_warns_with_file_and_line_and_keeps_the_text(build_site):
    site = build(build_site, "---\ntitle: [unclosed\nkey: : :\n---\n\nBody text.\n")

    assert "p.mdx:3: WARNING: the front matter could not be read" in site.warnings
    assert "[sitejson.front_matter]" in site.warnings
    assert "Body text." in site.page("p.html").select_one("main").text


def test_lines_of_warnings_count_from_the_file_s_first_line(build_site):
    site = build(build_site, "---\ntitle: T\nicon: star\n---\n\n```{nonsense}\n```\n")

    assert "p.mdx:6: WARNING" in site.warnings


PO = """
msgid ""
msgstr "Content-Type: text/plain; charset=UTF-8\\n"

msgid "Home port"
msgstr "Heimathafen"

msgid "**Where** ships stay"
msgstr "**Wo** Schiffe bleiben"

msgid "Own words."
msgstr "Eigene Worte."
"""
PAGE = "---\ntitle: Home port\ndescription: '**Where** ships stay'\n---\n{}\nOwn words.\n"


def test_gettext_finds_the_text_of_the_front_matter(build_site):
    site = build(build_site, PAGE.format(""), builder="gettext")

    assert site.warnings == ""
    for message in ("Home port", "**Where** ships stay", "Own words."):
        assert f'msgid "{message}"' in site.text("p.pot")


@pytest.mark.parametrize("heading", ["", "\n# Home port\n"])
def test_the_text_of_the_front_matter_is_translated(build_clean, heading):
    files = {"p.mdx": PAGE.format(heading), "locales/de/LC_MESSAGES/p.po": PO}
    conf = 'language = "de"\nlocale_dirs = ["locales"]\ngettext_compact = False'
    site = build_clean({"site.json": SITE, "index.mdx": INDEX, **files}, conf=conf)

    page = site.page("p.html")
    assert [part.text.rstrip("#¶") for part in page.select("h1")] == ["Heimathafen"]
    assert page.select_one("main section")["id"] == "home-port"
    assert page.select_one(".sj-lead strong").text == "Wo"
    assert page.select_one('meta[name="description"]')["content"] == "Wo Schiffe bleiben"
    assert "Heimathafen" in page.select_one("nav.sj-tree").text


@pytest.mark.parametrize(
    ("language", "direction", "marked"), [("he", "rtl", ["Not yet."]), ("de", None, [])]
)
def test_texts_without_a_translation_are_marked_where_the_direction_differs(
    build_site, language, direction, marked
):
    translations = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\n'
    translations += 'msgid "Own words."\nmsgstr "מילים."\n'
    files = {"p.mdx": "# T\n\nOwn words.\n\nNot yet.\n"}
    files[f"locales/{language}/LC_MESSAGES/p.po"] = translations
    conf = f'language = "{language}"\nlocale_dirs = ["locales"]\ngettext_compact = False'
    site = build_site({"site.json": SITE, "index.mdx": INDEX, **files}, conf=conf)
    page = site.page("p.html")

    assert page.html.get("dir") == direction
    assert [part.text for part in page.select("main p.untranslated")] == marked


@pytest.mark.parametrize("name", ["p.md", "p.mdx"])
def test_a_title_is_text_whatever_characters_it_has(build_site, name):
    title = "A <b onclick=x>*title*</b> & <script>x</script>"
    site = build(build_site, f"---\ntitle: '{title}'\n---\n\n## Next\n\n[](#next)\n", name=name)
    page = site.page("p.html")

    assert site.warnings == ""
    assert [heading.get_text() for heading in page.select("main h1, main h2")] == [
        f"{title}#",
        "Next#",
    ]
    assert not page.select("main b, main script, main em")
    assert page.title.text == f"{title} - Parcel"


def test_a_heading_written_like_the_title_is_the_page_s_heading(build_site):
    text = "---\ntitle: Use *it*\n---\n\n# Use *it*\n\n## Next\n"
    page = build(build_site, text, name="p.md").page("p.html")

    assert [heading.get_text() for heading in page.select("main h1, main h2")] == [
        "Use it#",
        "Next#",
    ]


def test_a_later_heading_is_no_title(build_clean):
    names = ["index", "first-steps", "with-heading", "after-import"]
    site = build_clean(
        {
            "site.json": {"name": "S", "navigation": [{"group": "", "pages": names}]},
            "index.mdx": "Welcome.\n\n# Later\n\nText.\n",
            "first-steps.mdx": "Words first.\n\n## One\n\nText.\n\n### Deeper\n",
            "with-heading.mdx": "# The heading\n\nText.\n",
            "after-import.mdx": "export const a = 1\n\n{/* c */}\n\n## Own\n\nText {a}.\n",
        }
    )

    headings = {name: site.page(f"{name}.html").select("h1") for name in names}
    shown = {name: [h1.find(string=True) for h1 in found] for name, found in headings.items()}
    assert shown == {
        "index": ["S"],
        "first-steps": ["First steps"],
        "with-heading": ["The heading"],
        "after-import": ["Own"],
    }
    assert site.page("first-steps.html").select_one("h2").find(string=True) == "One"
    assert not site.page("index.html").select(".toctree-wrapper")


@pytest.mark.parametrize("mode", ["landing", "custom", "frame"])
def test_the_author_s_heading_replaces_the_title_of_a_page_without_furniture(build_site, mode):
    text = f"---\ntitle: Start\ndescription: About it.\nmode: {mode}\n---\n\n"
    site = build(build_site, f'{text}<div className="a"><h1>Welcome</h1></div>\n\n## Next\n')
    page = site.page("p.html")

    assert site.warnings == ""
    titles = [heading.text.rstrip("#\n") for heading in page.select("main h1, main h2")]
    assert titles == ["Welcome", "Next"]
    assert not page.select("main .sj-lead")
    assert page.title.text == "Start - Parcel"
    assert "Start" in page.select_one("nav.sj-tree").text
    assert build(build_site, f"{text}Text.\n").page("p.html").h1.text.rstrip("#") == "Start"


@pytest.mark.parametrize(
    ("mode", "name", "before"),
    [
        ("landing", "p.mdx", ""),
        ("custom", "p.md", ""),
        ("custom", "p.mdx", "Text.\n\n"),
        ("frame", "p.md", "Text.\n\n"),
    ],
)
def test_a_first_level_heading_replaces_the_title_of_a_page_without_furniture(
    build_site, mode, name, before
):
    text = f"---\ntitle: Start\ndescription: About it.\nmode: {mode}\n---\n\n{before}"
    site = build(build_site, f"{text}# Welcome\n\n## Next\n\n# Last\n", name=name)
    page = site.page("p.html")

    assert site.warnings == ""
    assert headings(page, 1) == ["Welcome"]
    assert headings(page, 2) == ["Next", "Last"]
    assert not page.select("main .sj-lead")
    assert page.title.text == "Start - Parcel"
    assert {"start", "welcome"} <= {node["id"] for node in page.select("main [id]")}


@pytest.mark.parametrize(
    "text", ["## Features\n", "# Start\n\n<div><h1>More</h1></div>\n", "<div>\n\n## A\n\n</div>\n"]
)
def test_the_title_stays_without_another_first_level_heading(build_site, text):
    site = build(build_site, f"---\ntitle: Start\nmode: custom\n---\n\n{text}")

    assert site.page("p.html").select_one("main h1").contents[0] == "Start"


def test_a_heading_in_html_does_not_replace_the_title_of_other_pages(build_site):
    site = build(build_site, "---\ntitle: Start\n---\n\n<div><h1>Welcome</h1></div>\n")

    assert "Start" in site.page("p.html").select_one("main h1").text
