"""Good files give every value and no message; the messages of bad files are beside them."""

import dataclasses
from typing import Any

import pytest

from sphinx_sitejson.settings.appearance import Font, Fonts, Gradient, Logo, Search
from sphinx_sitejson.settings.json_object import JsonObject, json_fields
from sphinx_sitejson.settings.loading import load_settings
from sphinx_sitejson.settings.site import MetaTag, SiteSettings
from sphinx_sitejson.settings.structure import DocumentSource, Social, Version
from sphinx_sitejson.settings.validation import SITE_SCHEMA

from .schema_walk import all_objects, used_keys
from .support import BAD_FILES, FILES, GOOD_FILES, good_value

READ_INTO_OTHER_SHAPES = {"synonyms", "variables", "socials", "metadata", "footerSocials"}
WITHOUT_EFFECT = {"ultraLight", "ultraDark", "isWhiteLabeled", "mintlify"}


def load_good(name: str) -> SiteSettings:
    settings = load_settings(FILES / "good" / f"{name}.json").settings
    assert settings is not None
    return settings


@pytest.mark.parametrize("path", GOOD_FILES, ids=lambda path: path.stem)
def test_a_good_file_gives_no_message(path):
    loaded = load_settings(path)
    assert loaded.problems == ()
    assert loaded.settings is not None


def test_the_file_with_every_key_has_every_key():
    used = set(used_keys(SITE_SCHEMA.full, good_value("every_key")))
    for where, schema in all_objects():
        missing = [key for key in schema["properties"] if (id(schema), key) not in used]
        assert not missing, f"{where}: {missing}"


def test_every_value_of_the_file_with_every_key_arrives():
    assert_arrived(load_good("every_key"), good_value("every_key"))


def assert_arrived(settings: Any, value: Any) -> None:
    """Compare a settings object with the JSON it came from, key by key."""
    if isinstance(settings, JsonObject):
        fields = {key: getattr(settings, name) for name, key, *_ in json_fields(type(settings))}
        assert value.keys() - WITHOUT_EFFECT - READ_INTO_OTHER_SHAPES <= fields.keys()
        for key in value.keys() - WITHOUT_EFFECT - READ_INTO_OTHER_SHAPES:
            assert_arrived(fields[key], value[key])
    elif isinstance(settings, tuple):
        assert len(settings) == len(value)
        for entry, entry_value in zip(settings, value, strict=True):
            assert_arrived(entry, entry_value)
    else:
        assert settings == value


def test_variables_arrive():
    assert dict(load_good("every_key").variables) == {"product": "Plant", "year": "2026"}


def test_socials_and_meta_tags_arrive():
    settings, value = load_good("every_key"), good_value("every_key")
    written = value["footer"]["socials"].items()
    assert [(social.platform, social.url) for social in settings.footer.socials] == [
        ("x" if platform == "x-twitter" else platform, url) for platform, url in written
    ]
    assert settings.metadata == (
        MetaTag(name="og:site_name", content="Plants"),
        MetaTag(name="og:image:width", content="1200"),
        MetaTag(name="robots.archive", content="true"),
    )


def test_no_value_of_the_file_with_every_key_is_a_default():
    settings = load_good("every_key")
    read = {name for name, _key, *_ in json_fields(SiteSettings)}
    for field in dataclasses.fields(settings):
        if field.name in read:
            assert getattr(settings, field.name) != field.default, field.name


def test_short_spellings_mean_the_same_as_the_long_ones():
    settings = load_good("short_spellings")
    assert settings.logo == Logo(light="/logo.svg", dark="/logo.svg")
    assert settings.font == Fonts(headings=Font(family="Inter"), body=Font(family="Inter"))
    assert settings.search == Search(location="side")
    assert settings.colors is not None
    assert settings.colors.anchors == Gradient(start="#456789", end="#456789")
    assert settings.anchors[0].color == Gradient(start="#fff", end="#fff")
    assert settings.versions == (Version(name="v2"), Version(name="v1"))
    assert settings.api.base_url == ("https://api.example.com",)
    assert settings.openapi == (DocumentSource(source="openapi.yaml"),)
    assert settings.footer.socials == (
        Social(platform="github", url="https://github.com/short"),
        Social(platform="x", url="https://x.com/short"),
    )


def test_socials_of_the_footer_win_over_the_older_key():
    socials = load_good("older_spellings").footer.socials
    assert socials == (
        Social(platform="discord", url="https://discord.gg/x"),
        Social(platform="x", url="https://x.com/o"),
    )


def test_what_a_file_leaves_out_has_the_defaults():
    settings = load_good("smallest")
    assert settings == SiteSettings(name="Small", navigation=())
    assert settings.layout == "topnav"
    assert settings.sidebar.items == "container"
    assert settings.code_block.mode == "dark"
    assert settings.api.playground.mode == "show"
    assert settings.api.param_fields.expanded == "none"


@pytest.mark.parametrize("path", BAD_FILES, ids=lambda path: path.stem)
def test_a_bad_file_gives_its_messages(path):
    loaded = load_settings(path, display_name="site.json")
    expected = path.with_suffix(".txt").read_text(encoding="utf-8").splitlines()
    outcome = "goes on" if loaded.settings else "stops"
    assert [outcome, *map(str, loaded.problems)] == expected
    for problem in loaded.problems:
        assert problem.location.file == "site.json"
        assert str(problem).isprintable()
        assert problem.message.endswith((".", "?"))
        assert len(problem.message) < 400
