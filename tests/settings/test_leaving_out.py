"""What remains of settings when a part of them is wrong."""

from sphinx_sitejson.settings.appearance import Colors, Fonts, PageColors
from sphinx_sitejson.settings.structure import Version

from .support import load_text, load_with, messages


def test_a_wrong_member_does_not_lose_its_object(tmp_path):
    settings = load_with(tmp_path, colors={"primary": "#123456", "light": "red"}).settings
    assert settings is not None
    assert settings.colors == Colors(primary="#123456")


def test_an_object_without_a_required_key_is_left_out(tmp_path):
    settings = load_with(tmp_path, colors={"light": "#123456"}).settings
    assert settings is not None
    assert settings.colors is None


def test_a_background_without_a_dark_color_keeps_its_light_one(tmp_path):
    colors = {"primary": "#123456", "background": {"light": "#ffffff"}}
    loaded = load_with(tmp_path, colors=colors)
    assert loaded.settings is not None
    assert loaded.settings.colors is not None
    assert loaded.settings.colors.background == PageColors(light="#ffffff")
    assert [problem.code for problem in loaded.problems] == ["wrong_value"]


def test_a_wrong_base_url_leaves_the_others(tmp_path):
    base_url = ["javascript:alert(1)", "https://a.example.com", "file:///etc/passwd"]
    settings = load_with(tmp_path, api={"baseUrl": base_url}).settings
    assert settings is not None
    assert settings.api.base_url == ("https://a.example.com",)


def test_entries_keep_their_position_when_one_before_them_is_left_out(tmp_path):
    tabs = [{"name": "Bad"}, {"name": "Good", "url": "good"}]
    loaded = load_with(tmp_path, tabs=tabs)
    assert loaded.settings is not None
    (tab,) = loaded.settings.tabs
    assert tab.at == ("tabs", 1)
    assert loaded.locate((*tab.at, "url")).key_path == "tabs[1].url"


def test_a_font_with_a_file_without_its_format_is_not_loaded_from_the_catalog(
    tmp_path,
):
    settings = load_with(tmp_path, font={"family": "Own", "url": "/own.woff2"}).settings
    assert settings is not None
    assert settings.font == Fonts()


def test_of_two_default_versions_the_first_stays(tmp_path):
    versions = [{"name": "a", "default": True}, {"name": "b", "default": True}, "a"]
    settings = load_with(tmp_path, versions=versions).settings
    assert settings is not None
    assert settings.versions == (Version(name="a", default=True), Version(name="b"))


def test_of_two_redirects_from_one_path_the_first_stays(tmp_path):
    redirects = [
        {"source": "/a", "destination": "/b"},
        {"source": "/a/", "destination": "/c"},
    ]
    settings = load_with(tmp_path, redirects=redirects).settings
    assert settings is not None
    assert [redirect.destination for redirect in settings.redirects] == ["/b"]


def nested_groups(levels: int) -> str:
    inner = '{"group": "deepest", "pages": ["end"]}'
    for level in range(levels - 1, 0, -1):
        inner = f'{{"group": "{level}", "pages": ["page{level}", {inner}]}}'
    return f'{{"name": "Deep", "navigation": [{inner}]}}'


def test_fifty_levels_of_groups_are_fine(tmp_path):
    loaded = load_text(tmp_path, nested_groups(50))
    assert loaded.settings is not None
    assert messages(loaded) == []
    group = loaded.settings.navigation[0]
    for _ in range(49):
        assert not isinstance(group.pages[1], str)
        group = group.pages[1]
    assert group.group == "deepest"


def test_deeper_groups_are_left_out_and_the_rest_stays(tmp_path):
    for levels in (51, 200, 300):
        loaded = load_text(tmp_path, nested_groups(levels))
        assert loaded.settings is not None
        assert [problem.code for problem in loaded.problems] == ["nested_too_deep"]
        assert loaded.settings.navigation[0].pages[0] == "page1"


def test_a_deep_value_where_none_belongs_is_no_fault_of_ours(tmp_path):
    deep = "[" * 400 + "]" * 400
    loaded = load_text(tmp_path, f'{{"name": "D", "navigation": [], "mintlify": {deep}}}')
    assert [problem.code for problem in loaded.problems] == ["nested_too_deep"]
    loaded = load_text(tmp_path, f'{{"name": "D", "navigation": [], "logo": {deep}}}')
    assert "wrong_value" in [problem.code for problem in loaded.problems]
