"""The table of keys: read, checked, and described in the documentation as it is."""

import re
from pathlib import Path

import pytest
import yaml

from sphinx_sitejson.common.problems import Location
from sphinx_sitejson.settings.front_matter.keys import (
    ICON_TYPES,
    KEYS,
    META_PREFIXES,
    find_key,
    find_value,
    front_matter_metadata,
)
from sphinx_sitejson.settings.front_matter.validation import (
    OTHER_TOOLS,
    belongs_to_other_tool,
    invalid_keys,
    validate_front_matter,
)
from sphinx_sitejson.settings.validation import SITE_SCHEMA

PAGE = Path(__file__).parents[3] / "example_project" / "reference" / "front-matter.mdx"


def problems(values, **options):
    found = validate_front_matter(values, locate=lambda name: Location(file=name), **options)
    return [f"{problem.location.file}: {problem.message}" for problem in found]


def rows(heading):
    section = PAGE.read_text(encoding="utf-8").partition(f"## {heading}\n")[2].partition("\n## ")[0]
    return [line.strip("|").split(" | ") for line in section.splitlines() if line.startswith("| ")]


@pytest.mark.parametrize("key", KEYS)
def test_the_example_of_each_key_in_the_documentation_is_right(key):
    examples = re.findall(rf"`({key}: [^`]+)`", PAGE.read_text(encoding="utf-8"))

    assert examples
    for example in examples:
        values = yaml.safe_load(example)
        assert list(values) == [key]
        assert problems({key: str(values[key])}) == []
        assert find_value({key: str(values[key]).lower()}, key)


def test_the_documentation_describes_each_key_and_no_other():
    described = [name for first, *_ in rows("All keys") for name in re.findall(r"`([^`]+)`", first)]

    names = [name for name in described if not name.startswith(META_PREFIXES)]
    assert names == list(KEYS)
    for _, example, _ in rows("All keys")[1:]:
        (key,) = yaml.safe_load(example.strip().strip("`"))
        assert find_key(key) is not None


def test_the_documentation_lists_the_keys_of_others():
    listed = {
        first.strip(): tuple(re.findall(r"`([^`]+)`", keys))
        for first, keys in rows("Keys of other tools")[1:]
    }

    assert listed == dict(OTHER_TOOLS)


def test_no_key_is_ours_and_of_others():
    assert [name for names in OTHER_TOOLS.values() for name in names if find_key(name)] == []


def test_styles_of_icons_are_those_of_the_settings():
    assert SITE_SCHEMA.full["$defs"]["iconType"]["enum"] == list(ICON_TYPES)


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("title", ["a", "b"], "must be a string, not a list; it was ignored."),
        ("sidebarTitle", {"a": "b"}, "must be a string, not an object; it was ignored."),
        ("sidebarTitle", True, "must be a string, not true; it was ignored."),
        ("mode", "wdie",
         'must be one of "wide", "center", "landing", "custom", "frame", not "wdie"; '
         'it was ignored. Did you mean "wide"?'),
        ("hidden", "yes", 'must be true or false, not "yes"; it was ignored. Did you mean true?'),
        ("noindex", "ture",
         'must be true or false, not "ture"; it was ignored. Did you mean "true"?'),
        ("lastUpdated", "2026/1/5",
         'must be a date such as 2026-01-31, not "2026/1/5"; it was ignored. '
         'Did you mean "2026-01-05"?'),
        ("lastUpdated", "2026-02-31",
         'must be a date such as 2026-01-31, not "2026-02-31"; it was ignored.'),
        ("openapi", ["GET", "/pets"],
         'must be a string such as "GET /ships", not a list; it was ignored. '
         'Did you mean "GET /pets"?'),
        ("openapi", {"GET": "/pets"},
         'must be a string such as "GET /ships", not an object; it was ignored. '
         'Did you mean "GET /pets"?'),
        ("url", "guides/start",
         'must be a URL, or a path that starts with a slash, not "guides/start"; '
         'it was ignored. Did you mean "/guides/start"?'),
        ("icon", "fa-solid fa-book",
         "must be the name of an icon, a URL, or a path such as /images/lamp.svg, "
         'not "fa-solid fa-book"; it was ignored. Did you mean "book"?'),
        ("playground", "shwo",
         'must be one of "show", "simple", "hide", not "shwo"; it was ignored. '
         'Did you mean "show"?'),
        ("contentType", "json",
         'must be a media type such as "text/csv", not "json"; it was ignored.'),
        ("keywords", {"a": "b"},
         "must be a string or a list of strings, not an object; it was ignored."),
        ("og:image", ["x"], "must be a string, not a list; it was ignored."),
    ],
)  # fmt: skip
def test_a_wrong_value(name, value, said):
    assert problems({name: value}) == [f"{name}: {said}"]
    assert invalid_keys({name: value}) == {name}
    assert front_matter_metadata({name: value}) == {}


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("title", "2024"),
        ("description", None),
        ("sidebarTitle", None),
        ("Title", "Lamp"),
        ("sidebar_label", "Lamp"),
        ("mode", "full"),
        ("mode", "assistant"),
        ("hidden", False),
        ("noindex", "true"),
        ("playground", "interactive"),
        ("playground", "none"),
        ("keywords", ["a", "b"]),
        ("icon", ""),
        ("lastUpdated", "2026-01-31T10:00:00Z"),
        ("url", "mailto:a@example.com"),
        ("twitter:title", "x"),
        ("tags", ["a"]),
        ("slug", "/x"),
        ("rss", True),
        ("jupytext", {"a": "b"}),
        ("html_theme.sidebar_secondary.remove", True),
        ("x-team", "a"),
    ],
)
def test_what_real_pages_have_is_no_problem(name, value):
    assert problems({name: value}) == []


@pytest.mark.parametrize(
    ("name", "nearest"),
    [
        ("sidebartitle", "sidebarTitle"),
        ("titel", "title"),
        ("openapi_schema", "openapi-schema"),
        ("descripton", "description"),
        ("hiden", "hidden"),
        ("product", ""),
    ],
)
def test_an_unknown_key_comes_with_the_nearest(name, nearest):
    hint = f' Did you mean "{nearest}"?' if nearest else ""

    assert problems({name: "x"}) == [f'{name}: unknown key "{name}"; it has no effect.{hint}']


def test_keys_that_the_author_names_are_left_alone():
    assert problems({"product": "x", "team_a": "y"}, extra=["product", "team_*"]) == []
    assert problems({"product": "x"}, is_used=lambda name: name == "product") == []
    assert belongs_to_other_tool("team_b", ["team_*"])


def test_a_page_shows_one_thing():
    values = {"api": "GET /a", "openapi": "GET /b", "openapi-schema": "C"}

    assert problems(values) == [
        f'{name}: the page already has "openapi", and can have only one of them; '
        f'"{name}" was ignored.'
        for name in ("openapi-schema", "api")
    ]
    assert problems({"openapi": None, "openapi-schema": "C"}) == []


def test_the_keywords_of_other_tools_are_accepted():
    assert find_value({"playground": "none"}, "playground") == "hide"
    assert find_value({"mode": "full"}, "mode") == "wide"
    assert find_value({"keywords": ["a", "b"]}, "keywords") == "a, b"
