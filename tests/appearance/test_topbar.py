"""Tabs stand beside the links of the bar where both have room."""

from __future__ import annotations

import pytest

from sphinx_sitejson.appearance.topbar import can_fit_tabs
from sphinx_sitejson.settings.site import SiteSettings
from sphinx_sitejson.settings.structure import CallToAction, TopbarLink

LINK = TopbarLink(name="Community", url="https://example.com")
BUTTON = CallToAction(type="github", url="https://github.com/harbour/pilot")
TABS = [("Guides", False), ("Reference", False)]


@pytest.mark.parametrize(
    ("links", "tabs", "has_room"),
    [
        ([], TABS, True),
        ([LINK] * 2, TABS, True),
        ([LINK] * 6, TABS, False),
        ([], [("Reference", False)] * 8, True),
        ([], [("Reference", True)] * 8, False),
        ([], [("リファレンス", False)] * 8, False),
    ],
)
def test_letters_of_tabs_and_links_are_counted(links, tabs, has_room):
    settings = SiteSettings(name="Bar", navigation=(), topbar_links=tuple(links))

    assert can_fit_tabs(settings, tabs) is has_room


def test_a_repository_without_a_name_counts_with_its_own():
    tabs = [("x" * 80, False)]
    bare = SiteSettings(name="Bar", navigation=())
    full = SiteSettings(name="Bar", navigation=(), topbar_cta_button=BUTTON)

    assert can_fit_tabs(bare, tabs)
    assert not can_fit_tabs(full, tabs)
