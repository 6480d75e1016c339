from __future__ import annotations

import pytest
from markupsafe import Markup

from sphinx_sitejson.sphinx_ext.theme.sidebar_tree import shorten_links


@pytest.mark.parametrize(
    ("root", "page", "link", "expected"),
    [
        ("../../", "api/ships/list.html", "../../api/ships/a.html", "a.html"),
        ("../../", "api/ships/list.html", "../../api/index.html", "../index.html"),
        ("../../", "api/ships/list.html", "../../api/shipsters/a.html", "../shipsters/a.html"),
        ("../../", "api/ships/list.html", "../../guides/api/ships/a.html", None),
        ("../../", "api/ships/list.html", "https://example.com/api/ships/", None),
        ("../../", "api/ships/", "../../api/ships/", "./"),
        ("./", "index.html", "./api/index.html", None),
        # The page for missing URLs.
        ("/docs/", "404.html", "/docs/api/index.html", None),
    ],
)
def test_links_to_pages_nearby_are_short(root, page, link, expected):
    html = shorten_links(Markup('<a href="{}">A</a>').format(link), root, page)
    assert html == f'<a href="{expected or link}">A</a>'
