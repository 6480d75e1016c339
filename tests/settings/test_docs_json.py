"""``docs.json``: read by its own shape into the same settings, with messages as good."""

import json
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest

from sphinx_sitejson.settings import find_settings_file
from sphinx_sitejson.settings.appearance import Font, Gradient
from sphinx_sitejson.settings.docs_json import NEWER_KEYS, THEMES
from sphinx_sitejson.settings.loading import LoadedSettings, load_settings
from sphinx_sitejson.settings.service_catalog import SERVICES
from sphinx_sitejson.settings.site import SiteSettings
from sphinx_sitejson.settings.structure import Division, DocumentSource, Social
from sphinx_sitejson.settings.validation import DOCS_SCHEMA, SITE_SCHEMA
from support.divisions import anchor, group, language, tab, version

SMALL: dict[str, Any] = {
    "theme": "mint",
    "name": "Site",
    "colors": {"primary": "#0D9373"},
    "navigation": {"pages": ["index"]},
}


def load(folder: Path, value: Any = None, **keys: Any) -> LoadedSettings:
    content = value if isinstance(value, str) else json.dumps({**SMALL, **keys}, indent=2)
    (folder / "docs.json").write_text(content, encoding="utf-8")
    return load_settings(folder / "docs.json", display_name="docs.json", root=folder)


def settings(folder: Path, **keys: Any) -> SiteSettings:
    loaded = load(folder, **keys)
    assert [str(problem) for problem in loaded.problems if not problem.is_repaired] == []
    assert loaded.settings is not None
    return loaded.settings


def divisions(folder: Path, **navigation: Any) -> tuple[Division, ...]:
    outline = settings(folder, navigation=navigation).outline
    assert outline is not None
    return outline.divisions


def messages(loaded: LoadedSettings) -> list[str]:
    return [str(problem) for problem in loaded.problems]


def test_the_schema_is_valid():
    jsonschema_rs.meta.validate(DOCS_SCHEMA.full)


def test_the_schema_shares_definitions_with_that_of_site_json():
    ours, others = DOCS_SCHEMA.full["$defs"], SITE_SCHEMA.full["$defs"]
    # A group of this file has other keys, and there are more platforms.
    different = {"page", "socials"}

    for name in ours.keys() & others.keys() - different:
        assert ours[name] == others[name], f"copy {name} from site.schema.json"
    services = ours["docsIntegrations"]["properties"]
    assert services.keys() >= SERVICES.keys()


def test_all_divisions_have_the_same_keys():
    divisions = [
        {**DOCS_SCHEMA.full["$defs"][f"{name}Node"]}
        for name in ("language", "version", "product", "dropdown", "anchor", "tab", "menu")
    ]
    for division in divisions:
        (name,) = division.pop("then")["required"]
        division["properties"] = {**division["properties"]}
        del division["properties"][name], division["description"]
        assert division == divisions[0]


@pytest.mark.parametrize(
    ("files", "named", "found"),
    [
        (["site.json", "docs.json"], "", "site.json"),
        (["docs.json", "mint.json"], "", "docs.json"),
        (["mint.json"], "", "site.json"),
        (["site.json"], "mint.json", "mint.json"),
        ([], "", "site.json"),
    ],
)
def test_the_file_is_found(tmp_path, files, named, found):
    for name in files:
        (tmp_path / name).write_text("{}", encoding="utf-8")

    assert find_settings_file(tmp_path, named) == found


def test_the_shape_decides_and_not_the_name(tmp_path):
    path = tmp_path / "my-settings.json"
    path.write_text(json.dumps(SMALL), encoding="utf-8")
    outline = load_settings(path).settings.outline  # type: ignore[union-attr]

    assert outline is not None
    assert outline.groups[0].pages == ("index",)


def test_a_docs_json_with_a_list_is_read_as_the_older_file(tmp_path):
    loaded = load(tmp_path, navigation=[group("G", "index")], theme="venus")

    assert loaded.settings is not None
    assert loaded.settings.navigation[0].group == "G"


@pytest.mark.parametrize("theme", THEMES)
def test_every_theme_has_a_preset(tmp_path, theme):
    assert settings(tmp_path, theme=theme).theme in ("venus", "quill", "prism")


def test_looks_are_carried_over(tmp_path):
    site = settings(
        tmp_path,
        favicon={"light": "/light.svg", "dark": "/dark.svg"},
        background={
            "color": {"dark": "#0b141e"},
            "decoration": "grid",
            "image": {"light": "/l.png", "dark": "/d.png"},
        },
        appearance={"default": "dark", "strict": True},
        fonts={
            "heading": {"family": "Inter", "weight": 600, "source": "/inter.woff2"},
            "body": {"family": "Lora"},
        },
        styling={"eyebrows": "breadcrumbs", "codeblocks": "system", "latex": True},
        banner={"content": "News", "dismissible": True},
    )

    assert (site.favicon, site.extra.dark_favicon) == ("/light.svg", "/dark.svg")
    assert site.colors is not None
    assert site.colors.background is not None
    assert site.colors.background.dark == "#0b141e"
    assert (site.background.style, site.background_image) == ("grid", "/l.png")
    assert (site.mode_toggle.default, site.mode_toggle.is_hidden) == ("dark", True)
    assert site.font.headings == Font(
        family="Inter", weight=600, url="/inter.woff2", format="woff2"
    )
    assert site.font.body == Font(family="Lora")
    assert (site.eyebrow.display, site.code_block.mode) == ("breadcrumbs", "auto")
    assert site.banner is not None
    assert (site.banner.content, site.banner.dismissible) == ("News", True)


@pytest.mark.parametrize(
    ("fonts", "path", "key"),
    [
        ({"family": "Inter", "source": "/a.woff2"}, ("font", "url"), "fonts.source"),
        ({"heading": {"family": "Inter", "source": "/a.woff2"}}, ("font", "headings", "url"),
         "fonts.heading.source"),
    ],
)  # fmt: skip
def test_messages_name_the_file_of_a_font_as_the_author_does(tmp_path, fonts, path, key):
    assert load(tmp_path, fonts=fonts).locate(path).key_path == key


def test_the_system_decides_the_mode_when_the_file_says_so(tmp_path):
    assert settings(tmp_path, appearance={"default": "system"}).mode_toggle.default is None
    assert settings(tmp_path).eyebrow.display == "section"


@pytest.mark.parametrize(
    ("codeblocks", "mode"),
    [
        ("dark", "dark"),
        ("system", "auto"),
        ("github-dark", "dark"),
        ("github-light", "auto"),
        ({"theme": "dracula"}, "dark"),
        ({"theme": {"light": "github-light", "dark": "github-dark"}}, "auto"),
    ],
)
def test_code_blocks_follow_the_theme_of_code(tmp_path, codeblocks, mode):
    assert settings(tmp_path, styling={"codeblocks": codeblocks}).code_block.mode == mode


def test_bar_and_footer_are_carried_over(tmp_path):
    site = settings(
        tmp_path,
        navbar={
            "links": [
                {"label": "Blog", "href": "https://example.com", "icon": {"name": "pen"}},
                {"type": "github", "href": "https://github.com/a/b"},
                {"type": "discord", "href": "https://discord.gg/x"},
            ],
            "primary": {"type": "github", "href": "https://github.com/orgs/a/repositories"},
        },
        footer={
            "socials": {"x": "https://x.com/a", "bluesky": "https://bsky.app/a"},
            "links": [
                {"header": "More", "items": [{"label": "Home", "href": "/"}]},
                {"items": [{"label": "Bare", "href": "/bare"}]},
            ],
        },
    )

    assert [(link.name, link.url, link.type, link.icon) for link in site.topbar_links] == [
        ("Blog", "https://example.com", "link", "pen"),
        ("", "https://github.com/a/b", "github", None),
        ("Discord", "https://discord.gg/x", "link", "discord"),
    ]
    button = site.topbar_cta_button
    assert button is not None
    assert (button.type, button.name, button.icon) == ("link", "GitHub", "github")
    assert site.footer.socials == (
        Social(platform="x", url="https://x.com/a"),
        Social(platform="bluesky", url="https://bsky.app/a"),
    )
    assert [(column.title, column.links[0].url) for column in site.footer.links] == [
        ("More", "/"),
        ("", "/bare"),
    ]


def test_api_settings_are_carried_over(tmp_path):
    site = settings(
        tmp_path,
        api={
            "openapi": ["/a.json", {"source": "b.yaml", "directory": "b"}],
            "mdx": {
                "server": "https://api.example.com",
                "auth": {"method": "key", "name": "X-Key"},
            },
            "playground": {"display": "none", "proxy": False},
            "examples": {"languages": ["curl", "python"], "defaults": "required"},
            "params": {"expanded": "closed"},
        },
    )

    assert [(document.source, document.directory) for document in site.openapi] == [
        ("/a.json", "api-reference"),
        ("b.yaml", "b"),
    ]
    assert site.api.base_url == ()
    assert site.extra.written_base_urls == ("https://api.example.com",)
    assert site.extra.written_auth is not None
    assert (site.extra.written_auth.method, site.extra.written_auth.name) == ("key", "X-Key")
    assert (site.api.playground.mode, site.api.playground.disable_proxy) == ("hide", True)
    assert site.api.request.example.languages == ("bash", "python")
    assert site.api.request.example.show_optional_params is False
    assert site.api.param_fields.expanded == "none"


def test_publishing_is_carried_over(tmp_path):
    site = settings(
        tmp_path,
        description="About",
        search={"prompt": "Find"},
        icons={"library": "tabler"},
        seo={
            "indexing": "all",
            "metatags": {"canonical": "https://docs.example.com", "og:image:width": 1200},
        },
        redirects=[{"source": "/a", "destination": "/b", "permanent": False}],
        integrations={
            "ga4": {"measurementId": "G-ABCDEFGHIJ"},
            "intercom": {"appId": "abc123"},
            "telemetry": {"enabled": True},
        },
        feedback={"thumbsRating": True},
        errors={"404": {"title": "Lost", "description": "Nothing here.", "redirect": False}},
        markdown={"instructions": "Be kind."},
        contextual={
            "options": [
                "copy",
                "view",
                "chatgpt",
                {
                    "title": "Ask",
                    "href": {
                        "base": "https://ask.example.com",
                        "query": [{"key": "q", "value": "$path"}],
                    },
                },
                "mcp",
            ]
        },
    )

    assert (site.description, site.search.prompt) == ("About", "Find")
    assert site.icons.library == "lucide"
    assert site.seo.index_hidden_pages is True
    assert [(tag.name, tag.content) for tag in site.metadata] == [("og:image:width", "1200")]
    assert site.extra.address == "https://docs.example.com"
    assert (site.redirects[0].source, site.redirects[0].permanent) == ("/a", False)
    assert site.analytics["ga4"]["measurementId"] == "G-ABCDEFGHIJ"
    assert site.integrations["intercom"] == "abc123"
    assert site.feedback.thumbs_rating is True
    assert site.extra.missing_page is not None
    assert (site.extra.missing_page.title, site.extra.instructions) == ("Lost", "Be kind.")
    assert [(link.name, link.url.partition("?")[0]) for link in site.extra.page_links] == [
        ("ChatGPT", "https://chatgpt.com/"),
        ("Ask", "https://ask.example.com"),
    ]
    assert site.extra.page_links[1].url == "https://ask.example.com?q={url}"


def test_what_has_no_effect_is_reported_once_and_is_no_warning(tmp_path):
    loaded = load(
        tmp_path,
        interaction={"drilldown": False},
        thumbnails={"background": "/x.svg"},
        navigation={"groups": [group("G", "index", boost=2)]},
        contextual={"options": ["copy", "windsurf"]},
    )

    (problem,) = loaded.problems
    assert problem.is_repaired
    named = problem.message.removeprefix("not supported: ").rstrip(".").split(", ")
    assert sorted(named) == [
        'contextual.options "windsurf"', "interaction", "navigation … boost", "thumbnails",
    ]  # fmt: skip


def test_what_a_language_cannot_have_for_itself_is_one_warning(tmp_path):
    page = {"pages": ["index"]}
    links = {"links": [{"label": "Home", "href": "https://example.com"}]}
    loaded = load(
        tmp_path,
        navigation={
            "languages": [
                language("en", **page, navbar=links),
                language("fr", **page, navbar=links, footer={"socials": {}}),
            ]
        },
    )

    (problem,) = loaded.problems
    assert not problem.is_repaired and not problem.stops_build
    assert str(problem) == (
        'docs.json:14:9 navigation.languages[0].navbar: the keys "footer", "navbar" have no effect '
        "inside the navigation; every page shows those at the top level of the file."
    )


def test_leftovers_of_the_older_file_are_used_with_one_warning(tmp_path):
    loaded = load(
        tmp_path,
        topbarLinks=[{"name": "Old", "url": "/old"}],
        modeToggle={"default": "light"},
        appearance={"default": "dark"},
        api={"baseUrl": "https://api.example.com", "playground": {"mode": "hide"}},
    )

    (message,) = messages(loaded)
    assert message.endswith(
        'the keys "topbarLinks" (now "navbar.links"), "modeToggle" (now "appearance"), '
        '"api.baseUrl" (now "api.mdx.server"), "api.playground.mode" (now '
        '"api.playground.display") are of an older settings file; used where the newer key is '
        "missing."
    )
    assert message.startswith("docs.json:")
    site = loaded.settings
    assert site is not None
    assert site.topbar_links[0].name == "Old"
    assert site.mode_toggle.default == "dark"
    assert site.api.base_url == ("https://api.example.com",)
    assert site.api.playground.mode == "hide"


@pytest.mark.parametrize(("older", "newer"), NEWER_KEYS.items())
def test_the_newer_keys_are_keys_of_the_file(older, newer):
    def has(schema: Any, path: list[str]) -> bool:
        schema = DOCS_SCHEMA.resolved(schema)
        inner = schema.get("properties", {}).get(path[0]) if path else None
        return (
            not path
            or (inner is not None and has(inner, path[1:]))
            or any(has(branch, path) for branch in schema.get("anyOf", ()))
        )

    assert has(DOCS_SCHEMA.full, newer.split("."))
    assert not has(DOCS_SCHEMA.full, older.split("."))


def test_a_wrong_leftover_is_reported_at_its_place(tmp_path):
    loaded = load(tmp_path, modeToggle={"default": "blue"})

    assert any("modeToggle.default: must be one of" in message for message in messages(loaded))


BAD = """{
  "theme": "mint",
  "name": "Site",
  "colours": {},
  "colors": {"primary": "red"},
  "navigation": {
    "tabs": [
      {"tab": "A", "pagess": ["a"], "icon": "x y"},
      {"taab": "B", "pages": ["b"]}
    ]
  }
}
"""


def test_keys_that_load_files_name_the_configuration_value(tmp_path):
    loaded = load(tmp_path, css="/extra.css", styling={"css": "/extra.css"}, js="/extra.js")

    found = sorted(message.partition(": ")[2] for message in messages(loaded))
    sheet, script = (
        f'unknown key "{key}"; it has no effect. '
        f'Load such files with "html_{key}_files" in conf.py.'
        for key in ("css", "js")
    )
    assert found == [sheet, sheet, script]


def test_faults_have_a_place_a_sentence_and_the_nearest_key(tmp_path):
    assert messages(load(tmp_path, BAD)) == [
        'docs.json:4:3 colours: unknown key "colours"; it has no effect. Did you mean "colors"?',
        'docs.json:5:25 colors.primary: must be a hex color such as #0D9373, not "red"; '
        "colors was ignored.",
        'docs.json:8:20 navigation.tabs[0].pagess: unknown key "pagess"; it has no effect. '
        'Did you mean "pages"?',
        "docs.json:8:45 navigation.tabs[0].icon: must be an icon name of letters, digits, and "
        'hyphens, or the URL of an image, not "x y"; it was ignored.',
        'docs.json:9:7 navigation.tabs[1]: the key "tab" is required; navigation.tabs[1] was '
        "ignored.",
        'docs.json:9:8 navigation.tabs[1].taab: unknown key "taab"; it has no effect. '
        'Did you mean "tab"?',
    ]


def test_an_icon_may_be_an_object_with_its_style(tmp_path):
    icon = {"name": "bolt", "style": "solid", "library": "fontawesome"}
    robot = tab("A", icon={"name": "robot"}, iconType="thin", groups=[group("G", "a", icon=icon)])
    (division,) = divisions(tmp_path, tabs=[robot])

    assert (division.icon, division.icon_type) == ("robot", "thin")
    assert (division.groups[0].icon, division.groups[0].icon_type) == ("bolt", "solid")


@pytest.mark.parametrize(
    ("icon", "message"),
    [
        ({"name": "x y"},
         "navigation.tabs[0].icon.name: must be an icon name of letters, digits, and hyphens, "
         'or the URL of an image, not "x y"; navigation.tabs[0].icon was ignored.'),
        ({"style": "thin"},
         'navigation.tabs[0].icon: the key "name" is required; navigation.tabs[0].icon was '
         "ignored."),
    ],
)  # fmt: skip
def test_an_icon_without_a_usable_name_is_ignored(tmp_path, icon, message):
    loaded = load(tmp_path, navigation={"tabs": [tab("A", "a", icon=icon)]})

    assert [problem.partition(" ")[2] for problem in messages(loaded)] == [message]
    assert loaded.settings is not None
    assert loaded.settings.outline is not None
    assert loaded.settings.outline.divisions[0].icon is None


def test_the_old_path_of_a_redirect_may_have_spaces(tmp_path):
    redirect = {"source": "/Model Providers/Old Name", "destination": "/models"}

    assert settings(tmp_path, redirects=[redirect]).redirects[0].source == redirect["source"]


@pytest.mark.parametrize("navigation", [None, "x", 5])
def test_without_a_navigation_no_site_can_be_made(tmp_path, navigation):
    loaded = load(tmp_path, navigation=navigation)

    assert loaded.settings is None
    assert any(problem.stops_build for problem in loaded.problems)


def test_an_entry_that_is_ignored_is_reported_once(tmp_path):
    redirects = [
        {"source": "/a#b", "destination": "/b"},
        {"source": "/c", "destination": "/b"},
        {"source": "/d"},
        None,
    ]
    loaded = load(tmp_path, redirects=redirects)

    assert [message.partition(" ")[2].partition(":")[0] for message in messages(loaded)] == [
        "redirects[0].source",
        "redirects[2]",
        "redirects[3]",
    ]
    assert [redirect.source for redirect in loaded.settings.redirects] == ["/c"]


def test_repeated_redirects_are_reported_where_they_are(tmp_path):
    redirect = {"source": "/a", "destination": "/b"}
    (message,) = messages(load(tmp_path, redirects=[redirect, redirect]))

    assert 'redirects[1]: the redirect source "/a" appears twice' in message


def test_places_of_settings_are_those_of_this_file(tmp_path):
    loaded = load(tmp_path, background={"color": {"light": "#ffffff", "dark": "#000000"}})

    place = loaded.locate(("colors", "background", "dark"))
    assert (place.key_path, place.line) == ("background.color.dark", 15)


def write(folder: Path, **files: Any) -> None:
    for name, value in files.items():
        path = folder / f"{name.replace('__', '/')}.json"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(value, indent=2), encoding="utf-8")


def test_references_are_put_in_their_places(tmp_path):
    write(
        tmp_path,
        nav__fr=language("fr", tabs={"$ref": "./tabs.json"}, hidden=True),
        nav__tabs=[tab("T", "fr/a")],
    )
    (french,) = divisions(tmp_path, languages=[{"$ref": "./nav/fr.json", "hidden": False}])

    assert (french.name, french.code, french.is_hidden) == ("Français", "fr", False)
    assert french.divisions[0].groups[0].pages == ("fr/a",)


def test_a_problem_in_another_file_is_reported_with_that_file(tmp_path):
    write(tmp_path, nav=version("1", pagess=[]))
    loaded = load(tmp_path, navigation={"versions": [{"$ref": "./nav.json", "colour": 1}]})

    assert messages(loaded) == [
        'nav.json:3:3 pagess: unknown key "pagess"; it has no effect. Did you mean "pages"?',
        'docs.json:11:9 navigation.versions[0].colour: unknown key "colour"; it has no effect. '
        'Did you mean "color"?',
    ]
    assert loaded.locate(("navigation", "versions", 0, "version")).file == "nav.json"


@pytest.mark.parametrize(
    ("reference", "reason"),
    [
        ("./missing.json", "is not in the project"),
        ("../outside.json", "is not in the project"),
        ("./circle.json", "refers back to itself"),
    ],
)
def test_a_reference_that_points_nowhere_is_reported(tmp_path, reference, reason):
    folder = tmp_path / "site"
    folder.mkdir()
    write(tmp_path, outside={"tab": "X"})
    write(folder, circle=tab("C", "c", tabs=[{"$ref": "./circle.json"}]))
    loaded = load(folder, navigation={"tabs": [tab("A", "a"), {"$ref": reference}]})

    (problem,) = loaded.problems
    assert reason in problem.message
    assert problem.code == "settings_reference"
    assert problem.location.key_path.endswith("$ref")
    assert loaded.settings is not None


def test_a_navigation_that_cannot_be_read_stops_the_build(tmp_path):
    loaded = load(tmp_path, navigation={"$ref": "./missing.json"})

    assert loaded.settings is None
    (problem,) = loaded.problems
    assert problem.stops_build
    assert problem.location.key_path == "navigation.$ref"
    assert "is not in the project" in problem.message


def test_a_similar_file_is_suggested_for_a_reference(tmp_path):
    write(tmp_path, navigation=tab("A", "a"))
    loaded = load(tmp_path, navigation={"tabs": [{"$ref": "./navigaton.json"}]})

    assert 'Did you mean "navigation.json"?' in loaded.problems[0].message


def test_a_referenced_file_that_is_no_json_is_reported_with_its_line(tmp_path):
    (tmp_path / "bad.json").write_text('{\n  "tab": "A"\n  "pages": []\n}', encoding="utf-8")
    loaded = load(tmp_path, navigation={"tabs": [{"$ref": "./bad.json"}]})

    assert messages(loaded) == ['bad.json:3:3: unexpected "pages"; a comma is missing before it.']


def test_keys_beside_a_reference_to_a_list_are_dropped(tmp_path):
    write(tmp_path, pages=["a", "b"])
    (first,) = divisions(tmp_path, tabs=[tab("A", pages={"$ref": "./pages.json", "x": 1})])

    assert first.groups[0].pages == ("a", "b")


def test_documents_of_nodes_have_their_folders(tmp_path):
    other = tab("B", openapi={"source": "b.json", "directory": "b/api"})
    tabs = divisions(tmp_path, tabs=[tab("A", openapi="a.json"), other])

    assert [division.openapi for division in tabs] == [
        DocumentSource(source="a.json", directory="api-reference"),
        DocumentSource(source="b.json", directory="b/api"),
    ]


def test_asyncapi_documents_are_attached_in_the_same_places(tmp_path):
    other = tab("B", groups=[group("G", asyncapi="g.yaml", pages=[])])
    first, second = divisions(tmp_path, tabs=[tab("A", asyncapi="a.yaml"), other])
    shared = settings(tmp_path, api={"asyncapi": "shared.yaml"}).asyncapi

    assert [document.source for document in shared] == ["shared.yaml"]
    assert first.asyncapi == DocumentSource(source="a.yaml")
    assert second.groups[0].asyncapi == DocumentSource(source="g.yaml")


def test_pages_among_groups_keep_their_places(tmp_path):
    (first,) = divisions(tmp_path, tabs=[tab("A", "a", group("G", "g"), "b", "c")])
    groups = first.groups

    shown = [(each.group, each.pages) for each in groups]
    assert shown == [("", ("a",)), ("G", ("g",)), ("", ("b", "c"))]
    assert groups[2].entry_path(1) == ("navigation", "tabs", 0, "pages", 3)


def test_an_anchor_has_the_color_of_its_tile(tmp_path):
    (first,) = divisions(tmp_path, anchors=[anchor("A", "a", color={"dark": "#123456"})])

    assert first.color == Gradient(start="#123456", end="#123456")


def test_credentials_never_become_settings(tmp_path):
    loaded = load(
        tmp_path,
        navigation={"tabs": [tab("A", openapi="https://u:p@example.com/a.json")]},
        navbar={"links": [{"label": "X", "href": "https://u:p@example.com"}]},
    )

    assert loaded.settings is not None
    assert "u:p" not in repr(loaded.settings)
    assert "u:p" not in "".join(messages(loaded))
    assert [problem.code for problem in loaded.problems] == ["credentials"]


@pytest.mark.parametrize(
    ("content", "left"),
    [
        ("See [it](https://u:p@a.example.com/b)", "See [it](https://a.example.com/b)"),
        ("See <https://u:p@a.example.com>", "See <https://a.example.com>"),
        ("<a href='https://u:p@a.example.com'>it</a>", "<a href='https://a.example.com'>it</a>"),
        ("Write https://USER:PASSWORD@a.example.com", "Write https://USER:PASSWORD@a.example.com"),
    ],
)
def test_credentials_in_links_of_texts_never_become_settings(tmp_path, content, left):
    loaded = load(tmp_path, banner={"content": content})

    assert loaded.settings is not None
    assert loaded.settings.banner is not None
    assert loaded.settings.banner.content == left
    told = [(problem.code, problem.location.key_path) for problem in loaded.problems]
    assert told == [("credentials", "banner.content")] * (content != left)


@pytest.mark.parametrize("name", ["a" * 300, "a/" * 3000, "\ud800", "a\u0000b", ".", "/", ""])
def test_a_reference_to_what_can_be_no_file(tmp_path, name):
    loaded = load(tmp_path, banner={"$ref": name})

    assert loaded.settings is not None
    assert loaded.problems


@pytest.mark.parametrize(("first", "names"), [("pages", ["", "G"]), ("groups", ["G", ""])])
def test_pages_beside_groups_keep_their_place(tmp_path, first, names):
    parts = {"pages": ["a"], "groups": [group("G", "b")]}
    (division,) = divisions(tmp_path, tabs=[{"tab": "T", first: parts[first], **parts}])

    assert [each.group or "" for each in division.groups] == names


def test_a_missing_navigation_is_reported_with_the_way_to_use_the_toctrees(tmp_path):
    path = tmp_path / "docs.json"
    path.write_text('{"name": "X"}', encoding="utf-8")

    assert messages(load_settings(path, display_name="docs.json")) == [
        'docs.json:1:1: the key "navigation" is required. To use the toctrees of the project, '
        'add "navigation": {}.'
    ]
