"""Settings of a project that lived with another theme, each of them under ours."""

import re

import pytest

SETTINGS = {"name": "Harbour", "navigation": []}
INDEX = """\
Harbour
=======

Ships.

.. code-block:: python

   def moor(ship): return "berth"  # at night

.. toctree::

   moor
"""
FILES = {
    "site.json": SETTINGS,
    "index.rst": INDEX,
    "moor.rst": "Moor\n====\n\n.. py:module:: quay\n\n.. py:function:: tie(rope)\n",
}


TEMPLATES = 'templates_path = ["_templates"]\n'


@pytest.fixture
def build(build_site):
    def build_project(conf, files=None, **options):
        return build_site({**FILES, **(files or {})}, conf=conf, **options)

    return build_project


def old_settings(site):
    return [line for line in site.status.splitlines() if "belong to another theme" in line]


def test_options_and_sidebars_of_the_old_theme_are_named_in_one_sentence(build):
    site = build(
        """
        html_theme_options = {"navigation_depth": 4, "sticky_navigation": True}
        html_sidebars = {"**": ["about.html", "sidebar/brand.html"], "index": ["donate.html"]}
        """
    )

    assert site.warnings == ""
    [sentence] = old_settings(site)
    assert "html_theme_options (navigation_depth, sticky_navigation)" in sentence
    assert "html_sidebars (about.html, sidebar/brand.html, donate.html)" in sentence
    assert site.page("index.html").select_one(".sj-sidebar-extra") is None


def test_a_project_without_leftovers_gets_no_message(build):
    assert old_settings(build("")) == []


def test_own_templates_are_in_the_sidebar_and_those_of_sphinx_are_not_doubled(build):
    site = build(
        """
        templates_path = ["_templates"]
        html_sidebars = {"**": ["localtoc.html", "relations.html", "sourcelink.html",
                                "searchbox.html", "globaltoc.html", "sponsors.html"]}
        """,
        {"_templates/sponsors.html": "<p>Thanks to {{ project }} & all</p>"},
    )

    assert site.warnings == ""
    assert old_settings(site) == []
    [extra] = site.page("moor.html").select(".sj-sidebar-extra")
    assert extra.get_text(strip=True) == "Thanks to Harbour & all"
    assert "Quick search" not in site.text("moor.html")


def test_a_changed_part_of_sphinx_is_shown(build):
    conf = f'{TEMPLATES}html_sidebars = {{"**": ["relations.html"]}}'
    site = build(conf, {"_templates/relations.html": "<p>Our relations</p>"})

    extra = site.page("index.html").select_one(".sj-sidebar-extra")
    assert extra.get_text(strip=True) == "Our relations"


def test_a_template_that_includes_a_missing_one_names_it_and_no_folder(build):
    conf = f'{TEMPLATES}html_sidebars = {{"**": ["nav.html"]}}'
    site = build(conf, {"_templates/nav.html": "{% include 'gone.html' %}"})

    [warning] = site.warnings.splitlines()
    assert 'theme: there is no template "gone.html". [sitejson.old_theme]' in warning
    assert str(site.outdir.parent) not in warning


def test_a_sidebar_template_that_calls_the_old_theme_is_left_out_with_a_word(build):
    site = build(
        'templates_path = ["_templates"]\nhtml_sidebars = {"**": ["nav.html", "sponsors.html"]}',
        {
            "_templates/nav.html": "{{ generate_toctree_html('sidebar') }}",
            "_templates/sponsors.html": "<p>Thanks</p>",
        },
    )

    [warning] = site.warnings.splitlines()
    assert '_templates/nav.html:1: WARNING: the project template "nav.html" was ignored' in warning
    assert "'generate_toctree_html' is undefined" in warning
    assert "[sitejson.old_theme]" in warning
    assert site.page("index.html").select_one(".sj-sidebar-extra").get_text(strip=True) == "Thanks"


LAYOUT = """\
{% extends "!layout.html" %}
{% block extrahead %}{{ super() }}<meta name="harbour" content="yes">{% endblock %}
{% block sidebarlogo %}<p class="logo-note">Since 1901</p>{% endblock %}
{% block relbaritems %}<li><a href="#">Tides</a></li>{% endblock %}
{% block extrabody %}<noscript>Set sail</noscript>{% endblock %}
{% block footer %}{{ super() }}
<p class="own-foot">{{ copyright_block() }}{{ relbar() }}</p>{% endblock %}
{% block docs_navbar %}<p>Old bar</p>{% endblock %}
"""


def test_blocks_of_a_changed_layout_have_their_places(build):
    site = build(f'{TEMPLATES}copyright = "1901, Harbour"', {"_templates/layout.html": LAYOUT})

    assert site.warnings == ""
    page = site.page("index.html")
    assert page.select_one('head meta[name="harbour"]')
    assert page.select_one(".sj-sidebar .logo-note").get_text() == "Since 1901"
    assert page.select_one(".sj-breadcrumbs li a").get_text() == "Tides"
    assert page.select_one("body > noscript").get_text() == "Set sail"
    assert page.select_one(".own-foot").get_text(strip=True).startswith("© 1901, Harbour")
    assert page.select_one(".sj-topbar") and page.select_one(".sj-footer")
    [sentence] = old_settings(site)
    assert "the blocks of layout.html (docs_navbar)" in sentence


@pytest.mark.parametrize(
    ("name", "template", "reason"),
    [
        ("layout.html", '{% extends "furo/base.html" %}', "furo/base.html"),
        ("page.html", '{% extends "!page.html" %}{% block body %}{{ old_toc() }}{% endblock %}',
         "'old_toc' is undefined"),
        ("layout.html", '{% extends "!layout.html" %}{% block body %}', "Unexpected end"),
    ],
)  # fmt: skip
def test_a_template_that_does_not_fit_gives_way_to_ours(build, name, template, reason):
    site = build(TEMPLATES, {f"_templates/{name}": template}, parallel=2)

    warnings = site.warnings.splitlines()
    assert len(warnings) == 1
    assert f'the project template "{name}"' in warnings[0] and reason in warnings[0]
    for page in ("index.html", "moor.html", "genindex.html"):
        assert site.page(page).select_one(".sj-topbar")
    assert "Ships." in site.page("index.html").get_text()


def test_an_additional_page_is_shown_or_its_template_named(build):
    site = build(
        """
        templates_path = ["_templates"]
        html_additional_pages = {"crew": "crew.html", "old": "old.html"}
        """,
        {
            "_templates/crew.html": '{% extends "layout.html" %}{% block body %}<h1>Crew</h1>'
            "{% endblock %}",
            "_templates/old.html": '{% extends "sphinx_rtd_theme/layout.html" %}',
        },
    )

    assert site.page("crew.html").select_one(".sj-prose h1").get_text() == "Crew"
    assert site.page("old.html").select_one(".sj-topbar")
    [warning] = site.warnings.splitlines()
    assert 'the project template "old.html"' in warning


def test_options_that_settings_know_are_taken_over(build):
    logos = {"_static/light.svg": "<svg/>", "_static/dark.svg": "<svg/>"}
    site = build(
        """
        html_static_path = ["_static"]
        html_theme_options = {
            "light_logo": "light.svg", "dark_logo": "dark.svg",
            "source_repository": "https://github.com/harbour/docs/", "source_branch": "dev",
            "source_directory": "site/", "top_of_page_buttons": ["view", "edit"],
            "announcement": "<b>Storm</b> ahead",
        }
        """,
        logos,
    )

    assert site.warnings == ""
    page = site.page("index.html")
    assert [logo["src"] for logo in page.select(".sj-topbar .sj-logo")] == [
        "_static/site/_static/light.svg",
        "_static/site/_static/dark.svg",
    ]
    assert page.select_one(".sj-links a")["href"] == "https://github.com/harbour/docs"
    edit = "https://github.com/harbour/docs/edit/dev/site/index.rst"
    assert page.select_one(f'a[href="{edit}"]')
    assert page.select_one(".sj-banner strong").get_text() == "Storm"
    [sentence] = old_settings(site)
    assert sentence.endswith("html_theme_options (top_of_page_buttons).")


def test_templates_of_the_project_know_the_options(build):
    site = build(
        """
        templates_path = ["_templates"]
        html_sidebars = {"**": ["links.html"]}
        html_theme_options = {"extra_nav_links": {"Chat": "https://chat.example"}}
        """,
        {
            "_templates/links.html": "{% for name, url in theme_extra_nav_links.items() %}"
            '<a href="{{ url }}">{{ name }}</a>{% endfor %}'
        },
    )

    assert site.warnings == ""
    link = site.page("index.html").select_one(".sj-sidebar-extra a")
    assert (link.get_text(), link["href"]) == ("Chat", "https://chat.example")


def test_settings_win_over_options(build):
    links = [{"name": "Shop", "url": "https://shop.example"}]
    settings = {**SETTINGS, "topbarLinks": links, "logo": "b.svg"}
    options = {"logo": "a.svg", "github_user": "harbour", "github_repo": "docs"}
    files = {"site.json": settings, "a.svg": "<svg/>", "b.svg": "<svg/>"}
    page = build(f"html_theme_options = {options}", files).page("index.html")

    (link,) = page.select(".sj-topbar .sj-links > ul a")
    assert link["href"] == "https://shop.example"
    assert page.select_one(".sj-logo")["src"] == "_static/site/b.svg"


WITH_IMAGES = {
    **dict.fromkeys(("old.svg", "logo.svg", "icon.svg"), "<svg/>"),
    "index.rst": "Harbour\n=======\n",
    "site.json": {"name": "H", "navigation": [], "logo": "/logo.svg", "favicon": "/icon.svg"},
}


def test_images_of_the_settings_replace_those_of_conf_py(build_site):
    conf = 'html_logo = html_favicon = "old.svg"\n'
    page = build_site(WITH_IMAGES, conf=conf).page("index.html")

    assert {image["src"] for image in page.select(".sj-logo")} == {"_static/site/logo.svg"}
    assert page.select_one('link[rel="icon"]')["href"] == "_static/icon.svg"


def test_another_theme_keeps_the_images_of_conf_py(build_site):
    conf = 'html_theme = "alabaster"\nhtml_logo = html_favicon = "old.svg"\n'
    page = build_site(WITH_IMAGES, conf=conf).page("index.html")

    assert page.select_one('link[rel="icon"]')["href"] == "_static/old.svg"
    assert page.select_one("img.logo")["src"] == "_static/old.svg"


EFFECTS = [
    ('html_title = "Harbour docs"', {}, "title", "Harbour - Harbour docs"),
    ('html_logo = "logo.svg"', {"logo.svg": "<svg/>"}, '.sj-logo[src^="_static/logo"]', ""),
    ('html_favicon = "f.svg"', {"f.svg": "<svg/>"}, 'link[rel="icon"][href="_static/f.svg"]',
     ""),
    ('html_static_path = ["s"]\nhtml_css_files = ["a.css"]', {"s/a.css": ""},
     'link[href^="_static/a.css"]', ""),
    ('html_static_path = ["s"]\nhtml_js_files = ["a.js"]', {"s/a.js": ""},
     'script[src^="_static/a.js"]', ""),
    ('html_style = "old.css"', {}, 'link[href^="_static/old.css"]', ""),
    ('html_style = "old.css"', {}, 'link[href^="_static/sitejson.css"]', ""),
    ('html_permalinks_icon = "§"', {}, "h1 .headerlink", "§"),
    ('html_last_updated_fmt = "in %Y"', {}, ".sj-legal p", "Last updated on in "),
    ("html_show_sphinx = True", {}, '.sj-legal a[href="https://www.sphinx-doc.org/"]',
     "Sphinx"),
    ('copyright = "1901, Harbour"', {}, ".sj-legal p", "© 1901, Harbour"),
    ("", {}, '.sj-page-actions a[href="_sources/index.rst.txt"]', "Show Source"),
    ('templates_path = ["_t"]\nhtml_context = {"sea": "North"}\n'
     'html_sidebars = {"**": ["sea.html"]}', {"_t/sea.html": "{{ sea }}"}, ".sj-sidebar-extra",
     "North"),
    ("html_math_renderer = 'mathjax'", {}, ".sj-topbar", ""),
]  # fmt: skip


@pytest.fixture(scope="module")
def site_with_effects(build_shared_clean):
    """A project with all of these settings, which do not depend on each other."""
    files = {name: text for _, more, *_ in EFFECTS for name, text in more.items()}
    conf = "\n".join(row[0] for row in EFFECTS)
    return build_shared_clean({**FILES, **files}, conf=conf)


@pytest.mark.parametrize(("selector", "expected"), [row[2:] for row in EFFECTS])
def test_a_setting_of_sphinx_has_its_effect(site_with_effects, selector, expected):
    found = site_with_effects.page("index.html").select(selector)
    texts = [each.get_text(" ", strip=True) for each in found]
    assert [text for text in texts if text.startswith(expected)]


@pytest.mark.parametrize(
    ("conf", "selectors"),
    [
        ("""
         html_permalinks = html_copy_source = html_show_copyright = html_show_sphinx = False
         html_use_index = False
         copyright = "1901"
         """,
         [".headerlink", 'a[href^="_sources"]', ".sj-legal p:-soup-contains('©')",
          '.sj-legal a[href*="sphinx-doc"]', 'link[rel="index"]']),
        ("html_show_sourcelink = False", ['a[href^="_sources"]']),
        ("", ['.sj-legal a[href*="sphinx-doc"]']),
    ],
)  # fmt: skip
def test_a_setting_of_sphinx_leaves_something_out(build, conf, selectors):
    site = build(conf)

    assert site.warnings == ""
    page = site.page("index.html")
    assert [selector for selector in selectors if page.select(selector)] == []


@pytest.mark.parametrize(
    ("conf", "is_there", "is_not"),
    [
        ("", ["genindex.html", "py-modindex.html"], []),
        ("html_domain_indices = False", ["genindex.html"], ["py-modindex.html"]),
        ("html_use_index = False", ["py-modindex.html"], ["genindex.html"]),
        ("html_split_index = True", ["genindex-all.html", "genindex-T.html"], []),
    ],
)
def test_indices_are_as_the_author_wants_them(build, conf, is_there, is_not):
    site = build(conf)

    assert site.warnings == ""
    assert [name for name in (*is_there, *is_not) if site.exists(name)] == is_there
    assert all(site.page(name).select_one(".sj-topbar") for name in is_there)


def inks_of(site, name):
    css = site.text("_static/sitejson.css")
    found = re.findall(r"\.highlight :is\(([^)]*)\)\s*{([^}]*)}", css)
    return next(
        (look for names, look in found if f".{name}" in re.split(r",\s*", names.strip())), ""
    )


def test_a_light_style_is_used_in_light_mode_on_our_own_surface(build):
    site = build('pygments_style = "sphinx"')

    assert site.warnings == ""
    page = site.text("index.html")
    assert "pygments" not in page
    assert re.match(
        r"color:\s*light-dark\(#[0-9a-f]{6},\s*var\(--sj-code-keyword\)\)", inks_of(site, "k")
    )
    assert 'pygments_style "sphinx" is not readable on dark code blocks' in site.status
    assert 'data-code-mode="auto"' in page


DARK_CODE = {"codeBlock": {"mode": "dark"}}


@pytest.mark.parametrize(
    ("conf", "settings", "ink", "mode", "reported"),
    [
        ('pygments_style = "monokai"', {}, ".*#66d9ef.*", 'data-code-mode="dark"', False),
        ('pygments_style = "tango"\npygments_dark_style = "monokai"', {},
         r".*light-dark\(#[0-9a-f]{6},\s*#66d9ef\).*", "", False),
        ('pygments_style = "sphinx"', DARK_CODE, "", 'data-code-mode="dark"', True),
        ("", {}, "", "", False),
    ],
    ids=["a dark style", "a style for each mode", "code is always dark", "no style"],
)  # fmt: skip
def test_a_style_is_used_in_its_mode(build, conf, settings, ink, mode, reported):
    site = build(conf, {"site.json": {**SETTINGS, **settings}})

    assert re.fullmatch(ink, inks_of(site, "k"), re.DOTALL)
    assert mode in site.text("index.html")
    assert ("keep the colors of the theme" in site.status) is reported


def test_numbers_of_toctrees_are_before_the_pages(build):
    index = INDEX.replace(".. toctree::\n", ".. toctree::\n   :numbered:\n")
    site = build('html_secnumber_suffix = " · "', {"index.rst": index})

    assert site.warnings == ""
    page = site.page("moor.html")
    row = page.select_one('.sj-tree a[aria-current="page"]')
    assert row.get_text() == "1 · Moor"
    assert page.select_one("h1 .section-number").get_text() == "1 · "


def test_a_scaled_image_points_to_itself_unless_the_author_says_otherwise(build):
    image = bytes.fromhex("89504e470d0a1a0a0000000d4948445200000010000000100802000000")
    picture = {"index.rst": f"{INDEX}\n.. image:: a.png\n   :scale: 50%\n", "a.png": image}

    assert build("", picture).page("index.html").select_one("a.image-reference > img")
    off = build("html_scaled_image_link = False", picture)
    assert off.page("index.html").select_one("a.image-reference") is None


SQUARE = '<svg viewBox="0 0 10 10"><path fill="#fff"/></svg>'
NARROW = '<svg viewBox="0 0 15 10"><path fill="#2563eb"/></svg>'
WIDE = '<svg viewBox="0 0 40 10"><path fill="#2563eb"/></svg>'


def brand(site):
    """Return the words of the brand, the description of its image, and the modes with a backing."""
    found = site.page("index.html").select_one(".sj-brand")
    images = found.select("img")
    backed = [image["class"][1] for image in images if "sj-backed" in image["class"]]
    return " ".join(found.get_text(" ").split()), {image["alt"] for image in images}, backed


@pytest.mark.parametrize(
    ("conf", "logo", "expected"),
    [
        ('html_logo = "logo.svg"', SQUARE, ("Harbour", {""}, ["sj-only-light"])),
        ('html_logo = "logo.svg"', WIDE, ("", {"Harbour"}, [])),
        ('html_theme_options = {"light_logo": "logo.svg"}', SQUARE,
         ("Harbour", {""}, ["sj-only-light"])),
        ('html_logo = "logo.svg"\nhtml_theme_options = {"logo_only": True}', SQUARE,
         ("Harbour", {""}, ["sj-only-light"])),
        ('html_logo = "logo.svg"', NARROW, ("Harbour", {""}, [])),
        ('html_logo = "logo.svg"\nhtml_theme_options = {"logo_only": True}', NARROW,
         ("", {"Harbour"}, [])),
        ('html_logo = "logo.svg"\nrelease = "2.1"', WIDE, ("2.1", {"Harbour"}, [])),
        ('release = "2.1.dev3+g12ab"', WIDE, ("Harbour 2.1.dev3", set(), [])),
        ('version = "2.1"', WIDE, ("Harbour 2.1", set(), [])),
        ('html_short_title = "HD"', WIDE, ("HD", set(), [])),
        ('release = "2.1"\nhtml_short_title = "Harbour 2.1"', WIDE, ("Harbour 2.1", set(), [])),
    ],
)  # fmt: skip
def test_the_brand_of_the_old_theme_stays(build, conf, logo, expected):
    assert brand(build(conf, {"logo.svg": logo})) == expected


@pytest.mark.parametrize(
    ("conf", "settings", "expected"),
    [
        ("", {"logo": "logo.svg"}, ("", {"Harbour"}, [])),
        ('release = "2.1"', {"versions": ["v2", "v1"]}, ("Harbour", set(), [])),
    ],
    ids=["a logo stands alone", "a menu of versions replaces the release"],
)
def test_the_brand_of_the_settings(build, conf, settings, expected):
    files = {"site.json": {**SETTINGS, **settings}, "logo.svg": SQUARE}

    assert brand(build(conf, files)) == expected


def test_files_that_came_with_the_old_theme_are_left_out(build):
    files = {"_static/own.css": "", "extra/_static/extra.js": "", "one.js": ""}
    site = build(
        """
        html_static_path = ["_static", "one.js"]
        html_extra_path = ["extra"]
        html_css_files = ["own.css", "theme.css", ("print-theme.css", {"media": "print"})]
        html_js_files = ["one.js", "extra.js", "describe_version.js", "https://cdn.example/a.js",
                         "searchtools.js"]
        """,
        files,
    )

    assert site.warnings == ""
    page = site.page("index.html")
    linked = [file["href"] for file in page.select("link[rel=stylesheet]")]
    linked += [file["src"] for file in page.select("script[src]")]
    for name in ("own.css", "one.js", "extra.js", "https://cdn.example/a.js", "searchtools.js"):
        assert [address for address in linked if name in address], name
    assert not [each for each in linked if "theme.css" in each or "describe_version" in each]
    [sentence] = old_settings(site)
    assert sentence.endswith(
        "html_css_files (theme.css, print-theme.css), html_js_files (describe_version.js)."
    )


def test_files_that_an_extension_adds_for_another_theme_are_left_out(build):
    conf = """
        html_static_path = ["_static"]

        def setup(app):
            app.add_html_theme("old", app.confdir / "old")
            for name in ("of-old.js", "own.js", "made-later.js"):
                app.add_js_file(name)
            app.add_css_file("of-old.css")
        """
    files = dict.fromkeys(("_static/own.js", "old/static/own.js", "old/static/of-old.js"), "")
    site = build(conf, {**files, "old/static/of-old.css_t": ""})

    page = site.page("index.html")
    linked = " ".join(
        [one.get("href") or one["src"] for one in page.select("link[rel=stylesheet], script[src]")]
    )
    assert "own.js" in linked
    # It may be written at the end of the build.
    assert "made-later.js" in linked
    assert "of-old" not in linked
    assert old_settings(site) == []


def test_project_links_of_the_old_theme_are_in_the_footer(build):
    links = [{"title": "Donate", "url": "https://give.example"}]
    site = build(f"html_context = {{'project_links': {links}}}")

    link = site.page("index.html").select_one(".sj-footer-columns a")
    assert (link.get_text(strip=True), link["href"]) == ("Donate", "https://give.example")
    assert old_settings(site) == []


@pytest.mark.parametrize(
    ("template", "line", "reason"),
    [
        ("{% block body %}\n{{ nope.x.y }}\n{% endblock %}\n", 3, "'nope' is undefined"),
        ("{% block body %}\n{% endblok %}\n", 3, "Encountered unknown tag 'endblok'"),
    ],
)
def test_a_template_that_fails_is_reported_with_its_line(build, template, line, reason):
    text = f'{{% extends "!page.html" %}}\n{template}'
    site = build(TEMPLATES, {"_templates/page.html": text})

    [warning] = site.warnings.splitlines()
    assert f"_templates/page.html:{line}: WARNING: the project template" in warning
    assert f"since it fails with this theme: {reason}" in warning
