"""How site.json becomes Sphinx's configuration."""

from __future__ import annotations

import json

import pytest

SITE = {"name": "Parcel", "navigation": [{"group": "Start", "pages": ["index"]}]}
INDEX = "---\ntitle: Home\n---\n\nWelcome.\n"
LOGO = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"/>'


def test_two_lines_of_conf_make_a_site(build_site):
    site = build_site({"site.json": SITE, "index.mdx": INDEX})

    assert site.warnings == ""
    page = site.page("index.html")
    assert page.title.text == "Home - Parcel"
    assert page.select_one("h1").contents[0] == "Home"
    assert page.html["data-layout"] == "topnav"


def test_what_conf_sets_itself_wins(build_site):
    site = build_site(
        {"site.json": SITE, "start.mdx": INDEX, "index.mdx": INDEX},
        conf="""
            html_title = "My own title"
            html_theme = "basic"
            root_doc = "start"
            suppress_warnings = ["toc.not_included"]
        """,
    )

    assert site.warnings == ""
    page = site.page("start.html")
    assert "My own title" in page.title.text
    assert "data-layout" not in page.html.attrs


def test_the_command_line_wins_too(build_site):
    site = build_site({"site.json": SITE, "index.mdx": INDEX}, overrides={"html_title": "By -D"})

    assert "By -D" in site.page("index.html").title.text


def test_a_site_without_a_favicon_has_its_initial(build_site):
    site = build_site({"site.json": {**SITE, "name": "«parcel»"}, "index.mdx": INDEX})
    page = site.page("index.html")
    icon, touch = page.select_one("link[rel=icon]"), page.select_one("link[rel=apple-touch-icon]")

    assert ">P</text>" in site.text(icon["href"])
    assert (site.outdir / touch["href"]).read_bytes().startswith(b"\x89PNG")

    # A square logo is the icon, and an icon of the author replaces both.
    square = site.rebuild({"site.json": json.dumps({**SITE, "logo": "/l.svg"}), "l.svg": LOGO})
    assert square.page("index.html").select_one("link[rel=icon]")["href"].endswith("site/l.svg")
    # That for dark pages is for dark tabs.
    logos = {"light": "/l.svg", "dark": "/d.svg"}
    pair = site.rebuild({"site.json": json.dumps({**SITE, "logo": logos}), "d.svg": LOGO})
    assert [
        (link["media"], link["href"].rpartition("/")[2])
        for link in pair.page("index.html").select("link[rel=icon]")
    ] == [
        ("(prefers-color-scheme: light)", "l.svg"),
        ("(prefers-color-scheme: dark)", "d.svg"),
    ]
    own = site.rebuild({"site.json": json.dumps({**SITE, "favicon": "/l.svg"})})
    assert not own.page("index.html").select("link[rel=apple-touch-icon]")
    assert not own.exists(icon["href"])


def test_another_settings_file_can_be_named(build_site):
    site = build_site({"mint.json": SITE, "index.mdx": INDEX}, conf='sitejson_file = "mint.json"')

    assert site.warnings == ""
    assert "Parcel" in site.page("index.html").title.text


def test_logo_and_favicon_are_copied_and_shown(build_site):
    site = build_site(
        {
            "site.json": {
                **SITE,
                "logo": {
                    "light": "/logo/light.svg",
                    "dark": "logo/dark mode.svg",
                    "href": "/index",
                },
                "favicon": "/favicon.svg",
            },
            "index.mdx": INDEX,
            "guides/a.mdx": "---\ntitle: A\nhidden: true\n---\n",
            "logo/light.svg": LOGO,
            "logo/dark mode.svg": LOGO,
            "favicon.svg": LOGO,
        }
    )

    assert site.warnings == ""
    page = site.page("guides/a.html")
    sources = {image["src"] for image in page.select(".sj-topbar img")}
    assert sources == {
        "../_static/site/logo/light.svg",
        "../_static/site/logo/dark%20mode.svg",
    }
    assert site.exists("_static/site/logo/light.svg")
    assert site.exists("_static/site/logo/dark mode.svg")
    assert page.select_one("link[rel=icon]")["href"].startswith("../_static/favicon.svg")


def test_a_missing_file_is_one_warning_and_the_site_is_built(build_site):
    site = build_site({"site.json": {**SITE, "logo": "/nope.svg"}, "index.mdx": INDEX})

    assert site.warnings.count("WARNING") == 1
    assert 'logo: the file "/nope.svg" is not in the project' in site.warnings
    assert "[sitejson.missing_file]" in site.warnings
    assert site.page("index.html").select_one(".sj-topbar img") is None


def test_a_file_outside_the_project_is_not_published(build_site, tmp_path):
    (tmp_path / "secret.svg").write_text("secret")
    site = build_site({"site.json": {**SITE, "logo": "/../../secret.svg"}, "index.mdx": INDEX})

    assert "logo" in site.warnings
    assert not list(site.outdir.rglob("secret.svg"))


def test_colors_reach_the_style_sheet_with_readable_shades(build_site):
    site = build_site({"site.json": {**SITE, "colors": {"primary": "#FACC15"}}, "index.mdx": INDEX})

    style = site.text("_static/sitejson.css")
    assert "--sj-accent:light-dark(#846a01,#FACC15)" in style.replace("#facc15", "#FACC15")
    assert "--sj-solid:#FACC15;" in style
    assert "--sj-solid-ink:#0b0b0f" in style


def test_problems_carry_file_line_and_key(build_site):
    site = build_site(
        {
            "site.json": '{\n  "name": "X",\n  "theme": "mars",\n  "colours": {},\n'
            '  "navigation": [{"group": "G", "pages": ["index"]}]\n}\n',
            "index.mdx": INDEX,
        }
    )

    first, second = site.warnings.splitlines()
    assert "site.json:3:12: WARNING: theme: " in first
    assert '"venus", "quill", "prism"' in first
    assert first.endswith("[sitejson.wrong_value]")
    assert "site.json:4:3: WARNING: " in second
    assert 'Did you mean "colors"?' in second
    assert second.endswith("[sitejson.unknown_key]")


def test_all_problems_have_absolute_paths_like_those_of_sphinx(build_site, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    site = build_site(
        {
            "site.json": {**SITE, "colours": {}, "openapi": "/api.json"},
            "api.json": {"openapi": "3.1.0", "info": {"title": "A"}, "paths": {}},
            "index.mdx": f"{INDEX}\n{{`}}\n",
        }
    )

    places = {line.partition(": WARNING: ")[0] for line in site.warnings.splitlines()}
    files = {place.split(":")[0] for place in places}
    assert files == {str(site.srcdir / name) for name in ("site.json", "api.json", "index.mdx")}


def test_a_problem_can_be_suppressed_by_its_type(build_site):
    site = build_site(
        {"site.json": {**SITE, "colours": {}}, "index.mdx": INDEX},
        conf='suppress_warnings = ["sitejson.unknown_key"]',
    )

    assert site.warnings == ""


def test_a_broken_settings_file_stops_the_build_with_all_problems(build_site):
    site = build_site({"site.json": {"navigation": {}}, "index.mdx": INDEX}, expect_failure=True)

    assert site.error == "The build stops: site.json cannot be used."
    assert 'the key "name" is required' in site.warnings
    assert "navigation: must be an array, not an object" in site.warnings
    assert "Traceback" not in site.warnings


def test_the_theme_without_the_extension_says_what_to_do(build_site):
    site = build_site(
        {
            "conf.py": 'html_theme = "sitejson"\nsource_suffix = {".rst": "restructuredtext"}\n',
            "site.json": SITE,
            "index.rst": "Home\n====\n",
        },
        expect_failure=True,
    )

    assert 'add "sphinx_sitejson" to "extensions"' in site.error


def test_notes_for_developers_and_snippets_are_no_pages(build_site):
    site = build_site(
        {
            "site.json": SITE,
            "index.mdx": INDEX,
            "README.md": "# Read me",
            "CONTRIBUTING.md": "# Contribute",
            "AGENTS.md": "# Agents",
            "snippets/part.mdx": "A part.",
            "_snippets/other.mdx": "Another.",
            ".github/notes.md": "# Notes",
            "node_modules/thing/page.md": "# Thing",
        }
    )

    assert site.warnings == ""
    assert site.read_docs == {"index"}


def test_files_that_the_author_lets_the_hosted_service_ignore_are_no_pages(build_site):
    page = "---\ntitle: T\n---\n\n[nowhere](/nowhere)\n"
    ignored = [
        "drafts/a.mdx",
        "in/drafts/b.mdx",
        "c.draft.mdx",
        "in/d.draft.mdx",
        "e.mdx",
        "in/f.mdx",
    ]
    kept = ["in/e.mdx", "f.mdx", "notes/g.mdx"]
    lines = ["# Drafts", "", "drafts/", "*.draft.mdx", "/e.mdx", "in/f.mdx", "!kept", "notes/*.md"]
    site = build_site(
        {
            "docs.json": {
                "name": "S",
                "theme": "mint",
                "colors": {"primary": "#0D9373"},
                "navigation": {"pages": ["index"]},
            },
            ".mintignore": "\n".join(lines),
            "index.mdx": "# Start\n",
            **dict.fromkeys([*ignored, *kept], page),
        }
    )

    assert not any(site.exists(file.replace(".mdx", ".html")) for file in ignored)
    assert all(site.exists(file.replace(".mdx", ".html")) for file in kept)
    assert site.warnings.count("WARNING") == len(kept)


def test_a_listed_readme_is_a_page(build_site):
    site = build_site(
        {
            "site.json": {
                "name": "X",
                "navigation": [{"group": "G", "pages": ["index", "README"]}],
            },
            "index.mdx": INDEX,
            "README.md": "# Read me",
        }
    )

    assert site.warnings == ""
    assert site.exists("README.html")


def test_a_project_with_its_own_exclusions_keeps_its_readme(build_site):
    site = build_site(
        {
            "site.json": {"name": "X", "navigation": []},
            "index.rst": "Home\n====\n\n.. toctree::\n\n   contributing\n",
            "contributing.md": "# Contributing",
        },
        conf='exclude_patterns = ["_build"]',
    )

    assert site.warnings == ""
    assert site.exists("contributing.html")


def test_files_that_the_settings_no_longer_name_go(build_site):
    files = {"site.json": {**SITE, "favicon": "/old.svg"}, "index.mdx": INDEX, "old.svg": LOGO}
    site = build_site({**files, "new.svg": LOGO})
    assert site.exists("_static/site/old.svg")

    site = site.rebuild({"site.json": {**SITE, "favicon": "/new.svg"}})

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
    settings = {"name": "S", "navigation": [{"pages": ["index"]}]}
    files = {"site.json": settings, "index.md": "# Home\n"}
    site = build_site(files, conf=f'suppress_warnings = ["{code}"]')

    assert bool(site.warnings) == bool(hint)
    assert hint in site.warnings and site.warnings.count("[sitejson.conf_py]") == bool(hint)


@pytest.mark.parametrize(
    ("conf", "files"),
    [
        ('exclude_patterns = ["drafts"]', {}),
        ("", {".mintignore": "drafts/\n"}),
    ],
)
def test_a_listed_page_whose_file_is_excluded_says_so(build_site, conf, files):
    settings = {
        "name": "D",
        "theme": "mint",
        "colors": {"primary": "#0A7D55"},
        "navigation": {"pages": ["index", "drafts/one"]},
    }
    pages = {"index.mdx": "# Home", "drafts/one.mdx": "# One"}
    site = build_site({"docs.json": settings, **pages, **files}, conf=conf)

    assert (
        'the file of the page "drafts/one" is excluded by .mintignore, or by exclude_patterns in '
        "conf.py; it was skipped." in site.warnings
    )
