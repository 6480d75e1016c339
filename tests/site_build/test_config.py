"""How site.json becomes Sphinx's configuration."""

import json
import re

import pytest

from support.sites import sphinx_build
from support.small_sites import settings

SITE = {"name": "Parcel", "navigation": [{"group": "Start", "pages": ["index"]}]}
INDEX = "---\ntitle: Home\n---\n\nWelcome.\n"
HOME = {"site.json": SITE, "index.mdx": INDEX}
LOGO = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"/>'


DOCS = {
    "name": "S",
    "theme": "mint",
    "colors": {"primary": "#0D9373"},
    "navigation": {"pages": ["index"]},
}


def with_settings(**settings):
    return {"site.json": {**SITE, **settings}, "index.mdx": INDEX}


@pytest.mark.parametrize("name", ["site.json", "mint.json"])
def test_two_lines_of_conf_make_a_site(build_clean, name):
    conf = "" if name == "site.json" else f'sitejson_file = "{name}"'
    site = build_clean({name: SITE, "index.mdx": INDEX}, conf=conf)

    page = site.page("index.html")
    assert page.title.text == "Home - Parcel"
    assert page.select_one("h1").contents[0] == "Home"
    assert page.html["data-layout"] == "topnav"


def test_what_conf_and_the_command_line_set_themselves_wins(build_site):
    conf = """
        html_title = "My own title"
        html_theme = "basic"
        root_doc = "start"
        suppress_warnings = ["toc.not_included"]
    """
    site = build_site({**HOME, "start.mdx": INDEX}, conf=conf)

    assert site.warnings == ""
    page = site.page("start.html")
    assert "My own title" in page.title.text
    assert "data-layout" not in page.html.attrs
    site = build_site(HOME, overrides={"html_title": "By -D"})
    assert "By -D" in site.page("index.html").title.text


DEFAULTS = {
    "layout": "topnav", "theme-preset": "", "rounded": "default", "sidebar-items": "container",
    "topbar": "default", "background": "", "code-mode": "dark", "mode": "system",
}  # fmt: skip


def test_what_the_settings_leave_out_has_its_default(build_clean):
    page = build_clean(HOME).page("index.html")
    shown = {name.removeprefix("data-"): value for name, value in page.html.attrs.items()}

    assert DEFAULTS.items() <= shown.items()
    assert not shown.keys() & {"mode-locked", "has-background-image", "previews"}
    assert page.select_one(".sj-search > span").get_text() == "Search..."
    assert not page.select(".sj-banner, .sj-tabs, .sj-anchors, .sj-links, .sj-call, .sj-feedback")
    assert not page.select(".sj-footer-columns, .sj-socials, .sj-site-name small")


@pytest.mark.parametrize(
    ("keys", "items", "code"),
    [
        ({"theme": "venus"}, "container", "dark"),
        ({"theme": "quill"}, "border", "auto"),
        ({"theme": "prism"}, "card", "dark"),
        ({"theme": "quill", "sidebar": {"items": "card"}}, "card", "auto"),
    ],
)
def test_a_theme_is_a_set_of_defaults(build_clean, keys, items, code):
    look = build_clean(with_settings(**keys)).page("index.html").html

    assert look["data-theme-preset"] == keys["theme"]
    assert (look["data-sidebar-items"], look["data-code-mode"]) == (items, code)


def test_a_hidden_switch_with_a_default_leaves_one_mode(build_clean):
    toggle = {"default": "dark", "isHidden": True}
    page = build_clean(with_settings(modeToggle=toggle)).page("index.html")

    assert page.html["data-mode"] == "dark"
    assert "data-mode-locked" in page.html.attrs
    assert not page.select("[data-mode-toggle]")
    assert build_clean(HOME).page("index.html").select("[data-mode-toggle]")


@pytest.mark.parametrize(
    ("keys", "place"),
    [
        ({}, "top"),
        ({"layout": "sidenav"}, "side"),
        ({"layout": "solidSidenav", "search": "top"}, "top"),
        ({"search": "side"}, "side"),
        ({"search": {"location": "side", "prompt": "Find"}}, "side"),
    ],
)
def test_the_search_box_is_in_the_bar_or_in_the_sidebar(build_clean, keys, place):
    page = build_clean(with_settings(**keys)).page("index.html")

    assert bool(page.select(".sj-topbar .sj-search")) is (place == "top")
    assert page.select_one(f".sj-sidebar .sj-search-{place} .sj-search")


@pytest.mark.parametrize(
    ("logo", "target"),
    [
        ("/l.svg", "index.html"),
        ({"light": "/l.svg", "href": "/more"}, "more.html"),
        ({"light": "/l.svg", "href": "https://example.com"}, "https://example.com"),
    ],
)
def test_the_logo_opens_the_first_page_or_what_the_settings_name(build_clean, logo, target):
    page = "---\ntitle: More\nhidden: true\n---\n"
    files = {"l.svg": LOGO, "more.mdx": page, "other.mdx": page}
    site = build_clean({**with_settings(logo=logo), **files})

    assert {link["href"] for link in site.page("other.html").select(".sj-brand")} == {target}


def test_links_have_previews_where_the_settings_ask_for_them(build_clean):
    page = build_clean(with_settings(linkPreviews=True)).page("index.html")

    assert "data-previews" in page.html.attrs


def test_a_site_without_a_favicon_has_its_initial(build_site):
    site = build_site(with_settings(name="«parcel»"))
    page = site.page("index.html")
    icon, touch = page.select_one("link[rel=icon]"), page.select_one("link[rel=apple-touch-icon]")

    assert ">P</text>" in site.text(icon["href"])
    assert (site.outdir / touch["href"]).read_bytes().startswith(b"\x89PNG")

    # A square logo is the icon, and an icon of the author replaces both.
    square = site.rebuild({**with_settings(logo="/l.svg"), "l.svg": LOGO})
    assert square.page("index.html").select_one("link[rel=icon]")["href"].endswith("site/l.svg")
    # That for dark pages is for dark tabs.
    logos = {"light": "/l.svg", "dark": "/d.svg"}
    pair = site.rebuild({**with_settings(logo=logos), "d.svg": LOGO})
    assert [
        (link["media"], link["href"].rpartition("/")[2])
        for link in pair.page("index.html").select("link[rel=icon]")
    ] == [("(prefers-color-scheme: light)", "l.svg"), ("(prefers-color-scheme: dark)", "d.svg")]
    own = site.rebuild(with_settings(favicon="/l.svg"))
    assert not own.page("index.html").select("link[rel=apple-touch-icon]")
    assert not own.exists(icon["href"])


def test_logo_and_favicon_are_copied_and_shown(build_clean):
    logo = {"light": "/logo/light.svg", "dark": "logo/dark mode.svg", "href": "/index"}
    images = ("logo/light.svg", "logo/dark mode.svg", "favicon.svg")
    files = {**with_settings(logo=logo, favicon="/favicon.svg"), **dict.fromkeys(images, LOGO)}
    site = build_clean({**files, "guides/a.mdx": "---\ntitle: A\nhidden: true\n---\n"})

    page = site.page("guides/a.html")
    sources = {image["src"] for image in page.select(".sj-topbar img")}
    assert sources == {"../_static/site/logo/light.svg", "../_static/site/logo/dark%20mode.svg"}
    assert site.exists("_static/site/logo/light.svg")
    assert site.exists("_static/site/logo/dark mode.svg")
    assert page.select_one("link[rel=icon]")["href"].startswith("../_static/favicon.svg")


def test_a_missing_file_is_one_warning_and_the_site_is_built(build_site):
    site = build_site(with_settings(logo="/nope.svg"))

    assert site.warnings.count("WARNING") == 1
    assert 'logo: the file "/nope.svg" is not in the project' in site.warnings
    assert "[sitejson.missing_file]" in site.warnings
    assert site.page("index.html").select_one(".sj-topbar img") is None


def test_a_file_outside_the_project_is_not_published(build_site, tmp_path):
    (tmp_path / "secret.svg").write_text("secret")
    site = build_site(with_settings(logo="/../../secret.svg"))

    assert "logo" in site.warnings
    assert not list(site.outdir.rglob("secret.svg"))


def test_colors_reach_the_style_sheet_with_readable_shades(build_site):
    site = build_site(with_settings(colors={"primary": "#FACC15"}))

    style = site.text("_static/sitejson.css")
    assert "--sj-accent:light-dark(#846a01,#FACC15)" in style.replace("#facc15", "#FACC15")
    assert "--sj-solid:#FACC15;" in style
    assert "--sj-solid-ink:#0b0b0f" in style


def test_each_color_of_the_settings_has_its_place(build_clean):
    pages = {"light": "#fff4d6", "dark": "#101418"}
    colors = {"primary": "#0a7d55", "light": "#4ade9f", "dark": "#b91c1c", "background": pages}
    site = build_clean(with_settings(colors=colors))

    style = site.text("_static/sitejson.css").replace(": ", ":").lower()
    assert re.search(r"--sj-accent:light-dark\(#\w+,#4ade9f\)", style)
    assert "--sj-solid:#b91c1c" in style
    assert "--sj-page:light-dark(#fff4d6,#101418)" in style
    bars = site.page("index.html").select("meta[name=theme-color]")
    assert [bar["content"] for bar in bars] == [*pages.values()]


def test_problems_carry_file_line_and_key(build_site):
    text = """{
  "name": "X",
  "theme": "mars",
  "colours": {},
  "navigation": [{"group": "G", "pages": ["index"]}]
}"""
    site = build_site({**HOME, "site.json": text})

    first, second = site.warnings.splitlines()
    assert "site.json:3:12: WARNING: theme: " in first
    assert '"venus", "quill", "prism"' in first
    assert first.endswith("[sitejson.wrong_value]")
    assert "site.json:4:3: WARNING: " in second
    assert 'Did you mean "colors"?' in second
    assert second.endswith("[sitejson.unknown_key]")


def test_all_problems_have_absolute_paths_like_those_of_sphinx(build_site, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    document = {"openapi": "3.1.0", "info": {"title": "A"}, "paths": {}}
    files = {**with_settings(colours={}, openapi="/api.json"), "api.json": document}
    site = build_site({**files, "index.mdx": f"{INDEX}\n{{`}}\n"})

    places = {line.partition(": WARNING: ")[0] for line in site.warnings.splitlines()}
    files = {place.split(":")[0] for place in places}
    assert files == {str(site.srcdir / name) for name in ("site.json", "api.json", "index.mdx")}


def test_a_problem_can_be_suppressed_by_its_type(build_site):
    conf = 'suppress_warnings = ["sitejson.unknown_key"]'
    site = build_site(with_settings(colours={}), conf=conf)

    assert site.warnings == ""


def test_a_broken_settings_file_stops_the_build_with_all_problems(build_site):
    site = build_site({**HOME, "site.json": {"navigation": {}}}, expect_failure=True)

    assert site.error == "The build stops: site.json cannot be used."
    assert 'the key "name" is required' in site.warnings
    assert "navigation: must be an array, not an object" in site.warnings
    assert "Traceback" not in site.warnings


def test_the_theme_without_the_extension_says_what_to_do(build_site):
    conf = 'html_theme = "sitejson"\nsource_suffix = {".rst": "restructuredtext"}\n'
    files = {"conf.py": conf, "site.json": SITE, "index.rst": "Home\n====\n"}
    site = build_site(files, expect_failure=True)

    assert 'add "sphinx_sitejson" to "extensions"' in site.error


def test_notes_for_developers_and_snippets_are_no_pages(build_clean):
    others = ("README.md", "CONTRIBUTING.md", "AGENTS.md", "snippets/part.mdx")
    hidden = ("_snippets/other.mdx", ".github/notes.md", "node_modules/thing/page.md")
    site = build_clean({**HOME, **dict.fromkeys((*others, *hidden), "# Not a page")})

    assert site.read_docs == {"index"}


def test_files_that_the_author_lets_the_hosted_service_ignore_are_no_pages(build_site):
    page = "---\ntitle: T\n---\n\n[nowhere](/nowhere)\n"
    ignored = ["drafts/a.mdx", "in/drafts/b.mdx", "c.draft.mdx", "in/d.draft.mdx", "e.mdx"]
    ignored.append("in/f.mdx")
    kept = ["in/e.mdx", "f.mdx", "notes/g.mdx"]
    lines = ["# Drafts", "", "drafts/", "*.draft.mdx", "/e.mdx", "in/f.mdx", "!kept", "notes/*.md"]
    files = {"docs.json": DOCS, ".mintignore": "\n".join(lines), "index.mdx": "# Start\n"}
    site = build_site({**files, **dict.fromkeys([*ignored, *kept], page)})

    assert not any(site.exists(file.replace(".mdx", ".html")) for file in ignored)
    assert all(site.exists(file.replace(".mdx", ".html")) for file in kept)
    assert site.warnings.count("WARNING") == len(kept)


def test_a_listed_readme_is_a_page(build_clean):
    navigation = [{"group": "G", "pages": ["index", "README"]}]
    site = build_clean({**with_settings(navigation=navigation), "README.md": "# Read me"})

    assert site.exists("README.html")


def test_a_project_with_its_own_exclusions_keeps_its_readme(build_clean):
    index = "Home\n====\n\n.. toctree::\n\n   contributing\n"
    files = {"index.rst": index, "contributing.md": "# Contributing"}
    settings = {"site.json": {"name": "X", "navigation": []}}
    site = build_clean({**settings, **files}, conf='exclude_patterns = ["_build"]')

    assert site.exists("contributing.html")


def test_files_that_the_settings_no_longer_name_go(build_site):
    site = build_site({**with_settings(favicon="/old.svg"), "old.svg": LOGO, "new.svg": LOGO})
    assert site.exists("_static/site/old.svg")

    site = site.rebuild(with_settings(favicon="/new.svg"))
    assert site.exists("_static/site/new.svg")
    assert not site.exists("_static/site/old.svg")
    site = site.rebuild({"site.json": SITE})
    assert not site.exists("_static/site/new.svg")


@pytest.mark.parametrize(
    ("code", "hint"),
    [
        ("sitejson.mdx_tagg", 'Did you mean "sitejson.mdx_tag"?'),
        ("sitejson.mdx_tag", ""),
        ("sitejson.*", ""),
        ("sitejson.of_our_own_component", ""),
        ("toc.not_included", ""),
    ],
)
def test_a_misspelled_code_in_suppress_warnings_is_reported(build_site, code, hint):
    site = build_site(HOME, conf=f'suppress_warnings = ["{code}"]')

    assert bool(site.warnings) == bool(hint)
    assert hint in site.warnings and site.warnings.count("[sitejson.conf_py]") == bool(hint)


@pytest.mark.parametrize(
    ("conf", "files"), [('exclude_patterns = ["drafts"]', {}), ("", {".mintignore": "drafts/\n"})]
)
def test_a_listed_page_whose_file_is_excluded_says_so(build_site, conf, files):
    settings = {**DOCS, "navigation": {"pages": ["index", "drafts/one"]}}
    pages = {"index.mdx": "# Home", "drafts/one.mdx": "# One"}
    site = build_site({"docs.json": settings, **pages, **files}, conf=conf)

    assert (
        'the file of the page "drafts/one" cannot be read, or is excluded by .mintignore or '
        "by exclude_patterns in conf.py; it was skipped." in site.warnings
    )


def test_the_settings_beside_the_pages_are_those_of_their_version(tmp_path):
    for folder in ("now", "old"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "site.json").write_text(json.dumps(settings(name=folder.title())))
    (tmp_path / "now/conf.py").write_text('extensions = ["sphinx_sitejson"]\n')
    (tmp_path / "old/index.rst").write_text("Home\n====\n")

    assert sphinx_build("-q", "-c", tmp_path / "now", tmp_path / "old", tmp_path / "out") == 0
    assert "<title>Home - Old</title>" in (tmp_path / "out/index.html").read_text()
