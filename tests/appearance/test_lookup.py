"""Which icon is shown for a name."""

import pytest

from sphinx_sitejson.appearance.icons import (
    BRANDS,
    load_aliases,
    load_drawings,
    load_free_icons,
    look_up_icon,
    parse_icon_reference,
    placeholder,
)


def find_icon(name, icon_type=None):
    reference = parse_icon_reference(name, icon_type)
    found = look_up_icon(reference.value, reference.style)
    return None if found.problem or reference.kind != "name" else found.icon


@pytest.mark.parametrize(
    ("name", "icon_type", "found", "style"),
    [
        ("book", None, "book", "solid"),
        ("book", "duotone", "book", "solid"),
        ("bookmark", "thin", "bookmark", "regular"),
        ("gear", "sharp-light", "gear", "solid"),  # the free set has it in one style only
        ("github", None, "github", "brands"),
        ("cog", None, "gear", "solid"),  # an old name
        ("fa-Book", None, "book", "solid"),
        ("fab fa-github", None, "github", "brands"),
        ("rocket-launch", None, "rocket", "solid"),
        ("x", "brands", "x-twitter", "solid"),
        ("x", None, "x", "solid"),
    ],
)
def test_names_and_styles_of_all_icons_point_to_free_ones(name, icon_type, found, style):
    icon = find_icon(name, icon_type)

    assert icon is not None
    assert (icon.name, icon.style) == (found, style)
    assert icon.shapes and len(icon.view_box.split()) == 4


def test_names_of_other_libraries_point_to_known_icons_and_hide_none():
    for name, shape in load_aliases().items():
        icon = find_icon(name)
        assert icon is not None, name
        assert icon.name == (find_icon(shape) or icon).name, name
        assert name not in load_free_icons(), name


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("settings", "gear"),
        ("bot", "robot"),
        ("shield-check", "shield-halved"),
        ("puzzle", "puzzle-piece"),
        ("panels-top-left", "window-maximize"),
        ("bell-ring", "bell"),
        ("funnel", "filter"),
    ],
)
def test_frequent_names_of_other_libraries_are_shown_without_a_word(name, shown):
    found = look_up_icon(name)

    assert (found.icon.name, found.problem) == (shown, "")


@pytest.mark.parametrize("name", ["no-such-thing", "", "https://example.com/a.svg", "/a.svg", "🎉"])
def test_what_is_no_name_of_an_icon_finds_none(name):
    assert find_icon(name) is None


def test_every_relative_exists():
    for name in BRANDS:
        assert find_icon(name, "brands"), name


def test_own_drawings_do_not_hide_icons_of_the_free_set():
    for name, icon in load_drawings().items():
        assert find_icon(name) is icon


def test_an_unknown_name_shows_its_relative_and_says_so():
    found = look_up_icon("folder-with-a-hat")

    assert found.icon.name == "folder"
    assert found.problem == (
        'there is no icon "folder-with-a-hat" in the free set; using "folder".'
    )


def test_an_unknown_name_without_relatives_shows_a_neutral_icon_and_the_nearest_name():
    found = look_up_icon("boook")

    assert found.icon is placeholder()
    assert found.problem == ('there is no icon "boook"; using a placeholder. Did you mean "book"?')
    assert look_up_icon("bok").problem.endswith('Did you mean "book"?')


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("githb", "github"),
        ("gihtub", "github"),
        ("arow-right", "arrow-right"),
        ("arrowRight", "arrow-right"),
        ("cloud_upload", "cloud-upload"),
        ("cloud-uplod", "cloud-upload"),
        ("arrow-up-down", "arrows-up-down"),
        ("terminel", "terminal"),
        ("trees", "tree"),
        ("lok", "lock"),
        ("webhok", "webhook"),
        ("square-down", "square-caret-down"),
        ("lightning", "bolt-lightning"),
    ],
)
def test_a_misspelled_or_incomplete_name_gets_a_suggestion(written, meant):
    assert look_up_icon(written).problem.endswith(f'. Did you mean "{meant}"?')


@pytest.mark.parametrize(
    "written",
    [
        "openai", "outlet", "rectangle-pro", "memo", "note", "face-awesome", "draw-square",
        "people", "telescope", "share-all", "square-k", "notion", "pipe", "hero", "integration",
        "user-crown", "hexagon-nodes", "gateway", "webflow",
    ],
)  # fmt: skip
def test_another_name_gets_no_suggestion(written):
    assert "Did you mean" not in look_up_icon(written).problem


@pytest.mark.parametrize(
    ("value", "kind", "read"),
    [
        ("https://example.com/a.svg?x=1", "remote", "https://example.com/a.svg?x=1"),
        ("/images/ship.svg", "file", "/images/ship.svg"),
        ("images/ship.PNG", "file", "images/ship.PNG"),
        ("🎉", "text", "🎉"),
        ('"><script>', "name", "script"),
        ("javascript:alert(1)", "name", "javascript-alert-1"),
        ("n/a", "name", "n-a"),
        ("", "name", ""),
    ],
)
def test_what_an_author_writes_is_read_as_something_harmless(value, kind, read):
    reference = parse_icon_reference(value)

    assert (reference.kind, reference.value) == (kind, read)


def test_the_first_word_of_a_name_is_not_taken_for_a_brand():
    assert look_up_icon("line-breaks").icon is placeholder()
    assert look_up_icon("github-pages", "brands").icon.name == "github"
