"""Names of divisions and groups in the words of a catalog."""

from navigation.outlines import outline_settings

from sphinx_sitejson.settings.site import SiteSettings
from sphinx_sitejson.settings.translatable_texts import find_translatable_texts, translate_settings
from support.divisions import anchor, group, language, tab

NAVIGATION = {
    "languages": [
        language("en", tabs=[tab("Guides", description="All", groups=[group("Start", "a")])])
    ],
    "global": {"anchors": [anchor("Chat", href="https://chat.example.com")]},
}


def test_names_of_an_outline_are_words_and_languages_are_not():
    settings = outline_settings(NAVIGATION)

    assert [word for word, _at in find_translatable_texts(settings)] == [
        "Guides", "All", "Start", "Chat",
    ]  # fmt: skip
    said = translate_settings(settings, str.upper).outline
    assert said is not None
    (language,) = said.divisions
    (tab,) = language.divisions
    assert (language.code, tab.name, tab.description) == ("en", "GUIDES", "ALL")
    assert language.name == "English"
    assert (tab.groups[0].group, tab.groups[0].pages) == ("START", ("a",))
    assert said.links[0].name == "CHAT"


def test_a_group_finds_its_tab_in_every_language():
    settings = SiteSettings.from_json(
        {
            "name": "X",
            "tabs": [{"name": "Guides", "url": "guides"}],
            "navigation": [group("G", "a", tab="Guides")],
        }
    )
    said = translate_settings(settings, str.upper)

    assert said.tabs[0].name == said.navigation[0].tab == "GUIDES"
    assert [word for word, _at in find_translatable_texts(settings)] == ["G", "Guides"]
