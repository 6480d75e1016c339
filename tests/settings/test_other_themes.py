from dataclasses import dataclass, replace

import pytest

from sphinx_sitejson.settings.appearance import Colors
from sphinx_sitejson.settings.other_themes import (
    apply_theme_options,
    convert_html_to_markdown,
    parse_theme_options,
)
from sphinx_sitejson.settings.site import Feedback, SiteSettings
from sphinx_sitejson.settings.structure import TopbarLink


@pytest.mark.parametrize(
    ("html", "markdown"),
    [
        ("Version 2 is out!", "Version 2 is out!"),
        ("<b>New:</b> see <a class='x' href='/two.html'>what is new</a>.",
         "**New:** see [what is new](/two.html)."),
        ("<p>Two\n lines<br>here</p>", "Two lines here"),
        ("Ships &amp; ropes, 2 * 3 * 4", "Ships & ropes, 2 \\* 3 \\* 4"),
        ("<a href='a) [b](c'>odd</a>", "odd"),
        ("</a>", ""),
    ],
)  # fmt: skip
def test_an_announcement_keeps_its_words_emphasis_and_links(html, markdown):
    assert convert_html_to_markdown(html) == markdown


@pytest.mark.parametrize(
    ("options", "repository"),
    [
        ({"source_repository": "https://github.com/a/b/"}, "https://github.com/a/b"),
        ({"repository_url": "https://gitlab.com/a/b"}, "https://gitlab.com/a/b"),
        ({"github_url": "https://github.com/a"}, "https://github.com/a"),
        ({"github_user": "a", "github_repo": "b"}, "https://github.com/a/b"),
        ({"github_user": "a"}, ""),
        ({"repository_url": "none", "github_url": 3}, ""),
    ],
)
def test_a_repository_is_known_by_any_of_its_names(options, repository):
    assert parse_theme_options(options, lambda name: name).repository == repository


@pytest.mark.parametrize(
    ("options", "suggest_edit", "raise_issue"),
    [
        ({"source_branch": "main", "source_directory": "docs/"}, True, False),
        ({"source_branch": "main", "top_of_page_buttons": ["view"]}, False, False),
        ({"use_edit_page_button": True, "use_issues_button": True}, True, True),
        ({"use_edit_page_button": "no", "display_github": None}, False, False),
        ({"display_gitlab": True}, True, False),
    ],
)
def test_pages_link_to_their_repository_as_with_the_other_theme(options, suggest_edit, raise_issue):
    found = parse_theme_options(options, lambda name: name)
    settings = apply_theme_options(SiteSettings(name="Harbour", navigation=()), found)

    assert settings.feedback == Feedback(suggest_edit=suggest_edit, raise_issue=raise_issue)
    assert set(found.unknown) <= {"top_of_page_buttons"}
    own = replace(settings, feedback=Feedback(thumbs_rating=True))
    assert apply_theme_options(own, found).feedback == own.feedback


@pytest.mark.parametrize(
    ("options", "light", "dark"),
    [
        ({"light_logo": "l.svg", "dark_logo": "d.svg"}, "l.svg", "d.svg"),
        ({"logo": {"image_light": "l.svg", "image_dark": "d.svg", "text": "X"}}, "l.svg", "d.svg"),
        ({"logo": "one.svg"}, "one.svg", "one.svg"),
        ({"dark_logo": "d.svg"}, "d.svg", "d.svg"),
    ],
)
def test_a_logo_is_known_by_any_of_its_names(options, light, dark):
    found = parse_theme_options(options, lambda name: name)

    assert (found.logo.light, found.logo.dark) == (light, dark)
    assert found.unknown == ()


LIGHT, DARK = "light_css_variables", "dark_css_variables"
HEADER = "style_nav_header_background"


@pytest.mark.parametrize(
    ("options", "primary", "light", "unknown"),
    [
        ({LIGHT: {"color-brand-primary": "#7C4DFF"}}, "#7C4DFF", None, ()),
        ({LIGHT: {"color-brand-content": "#123"}, DARK: {"color-brand-primary": "#abcdef"}},
         "#123", "#abcdef", ()),
        ({DARK: {"color-brand-primary": "#abcdef"}}, "#abcdef", "#abcdef", ()),
        ({HEADER: "#2980B9"}, "#2980B9", None, ()),
        ({LIGHT: {"color-brand-primary": "#123", "font-stack": "Arial"}}, "#123", None, (LIGHT,)),
        ({LIGHT: {"color-brand-primary": "purple"}}, None, None, (LIGHT,)),
        ({LIGHT: "#123456;", HEADER: 3}, None, None, (LIGHT, HEADER)),
    ],
)  # fmt: skip
def test_the_color_of_the_brand_is_used(options, primary, light, unknown):
    found = parse_theme_options(options, lambda name: name)
    settings = apply_theme_options(SiteSettings(name="Harbour", navigation=()), found)
    colors = settings.colors

    assert (colors and colors.primary) == primary
    assert (colors and colors.light) == light
    assert found.unknown == unknown


def test_colors_of_the_settings_win():
    settings = SiteSettings(name="Harbour", navigation=(), colors=Colors(primary="#0D9373"))
    found = parse_theme_options({HEADER: "#2980B9"}, lambda name: name)

    assert apply_theme_options(settings, found).colors == settings.colors


def test_what_is_not_there_or_means_nothing_is_named():
    options = {
        "logo": "lost.svg",
        "announcement": "https://example.com/news.html",
        "navigation_depth": 4,
    }
    found = parse_theme_options(options, lambda name: None)

    assert found.logo is None
    assert found.unknown == ("logo", "announcement", "navigation_depth")


@dataclass(frozen=True)
class ProjectLink:
    """A link as the theme of the Pallets projects has it."""

    title: str
    url: str


def test_links_of_other_themes_find_a_place():
    options = {
        "repository_url": "https://github.com/harbour/docs",
        "icon_links": [
            {"name": "GitHub", "url": "https://github.com/harbour/docs", "icon": "fa-github"},
            {"name": "Harbour", "url": "https://github.com/harbour", "icon": "fa-github"},
        ],
        "external_links": [{"name": "Chat", "url": "https://chat.example"}, {"name": "No URL"}, 3],
        "extra_nav_links": {"Donate": "https://give.example", "Lost": "not a URL"},
        "project_links": [ProjectLink("Source", "https://source.example")],
        "footer_icons": [],
        "sidebar_hide_name": True,
    }
    found = parse_theme_options(options, lambda name: name)
    settings = apply_theme_options(SiteSettings(name="Harbour", navigation=()), found)

    assert [(link.name, link.type, link.url) for link in settings.topbar_links] == [
        ("", "github", "https://github.com/harbour/docs"),
        ("Harbour", "link", "https://github.com/harbour"),
        ("Chat", "link", "https://chat.example"),
    ]
    [column] = settings.footer.links
    assert column.title == "Harbour"
    assert [(link.label, link.url) for link in column.links] == [
        ("Donate", "https://give.example"),
        ("Source", "https://source.example"),
    ]
    assert found.unknown == ("footer_icons",)


def test_links_of_the_settings_win():
    options = {"external_links": [{"name": "Chat", "url": "https://chat.example"}]}
    links = (TopbarLink(name="Shop", url="https://shop.example"),)
    settings = SiteSettings(name="Harbour", navigation=(), topbar_links=links)

    found = parse_theme_options(options, lambda name: name)
    assert apply_theme_options(settings, found).topbar_links == links
