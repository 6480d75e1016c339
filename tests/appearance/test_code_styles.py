import re
from pathlib import Path

import pytest
from pygments.styles import get_style_by_name

import sphinx_sitejson
from sphinx_sitejson.appearance.code_styles import (
    THEME_COLORS,
    code_rules,
    fit_style,
    is_style_usable,
)
from sphinx_sitejson.common.colors import READABLE, contrast

LIGHT = ("#f9f9fb", "#efeefd")
DARK = ("#131419", "#1e1f30")
CODE_CSS = Path(sphinx_sitejson.__file__).parent / "theme" / "sitejson" / "styles" / "code.css"


@pytest.mark.parametrize(
    ("name", "is_light", "is_dark"),
    [
        ("default", True, False),
        ("tango", True, False),
        ("friendly", True, False),
        ("monokai", False, True),
        ("github-dark", False, True),
        ("dracula", False, True),
        ("bw", True, False),
    ],
)
def test_a_style_is_for_the_mode_in_which_most_of_it_is_seen(name, is_light, is_dark):
    style = get_style_by_name(name)

    assert (is_style_usable(style, LIGHT[0]), is_style_usable(style, DARK[0])) == (
        is_light,
        is_dark,
    )


@pytest.mark.parametrize("name", ["default", "monokai", "solarized-light", "lovelace", "igor"])
@pytest.mark.parametrize("background", [LIGHT, DARK])
def test_every_color_of_a_fitted_style_can_be_read(name, background):
    shown = fit_style(get_style_by_name(name), background)

    assert shown.colors
    assert all(
        contrast(ink, block) >= READABLE for ink in shown.colors.values() for block in background
    )


def test_colors_that_can_be_read_stay():
    shown = fit_style(get_style_by_name("monokai"), DARK)

    assert shown.colors["nf"] == "#a6e22e"
    assert shown.colors["k"] == "#66d9ef"


def test_a_mode_without_a_style_has_the_colors_of_the_theme():
    rules = code_rules(fit_style(get_style_by_name("tango"), LIGHT), None)
    looks = {name: css for css, names in rules.items() for name in names}

    assert re.fullmatch(
        r"color:light-dark\(#[0-9a-f]{6},var\(--sj-code-keyword\)\);font-weight:600", looks["k"]
    )
    assert "var(--sj-code-text)" in looks["n"]
    assert code_rules(None, None) == {}


def test_the_theme_s_own_colors_are_those_of_its_style_sheet():
    css = CODE_CSS.read_text("utf-8")
    for ink, names in THEME_COLORS.items():
        classes = ", ".join(f".{name}" for name in names.split())
        assert f"{classes} {{ color: var(--sj-{ink}); }}" in css
