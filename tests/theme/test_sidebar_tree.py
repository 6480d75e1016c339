from urllib.parse import urljoin

import pytest
from markupsafe import Markup

from sphinx_sitejson.theme.sidebar_tree import shorten_links


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


LINKED = {
    "site.json": {
        "name": "Harbour",
        "versions": ["2", "1"],
        "topbarLinks": [{"name": "Hours", "url": "/#hours"}],
        "redirects": [{"source": "/old/ropes", "destination": "/guide/ropes"}],
        "navigation": [
            {
                "group": "All",
                "pages": ["index", "guide/ropes", "to/hours", "to/old", "to/knots", "to/home"],
            },
            {"group": "Old", "version": "1", "pages": ["guide/sails"]},
        ],
    },
    "index.mdx": "---\ntitle: Home\n---\n\n## Hours\n\nAll day.\n",
    "guide/ropes.mdx": "---\ntitle: Ropes\n---\n\n## Knots\n\nTwo.\n",
    "guide/sails.mdx": "---\ntitle: Sails\n---\n\nOne.\n",
    **{
        f"to/{name}.mdx": f"---\ntitle: To {name}\nurl: {url}\n---\n"
        for name, url in (
            ("hours", "/#hours"),
            ("old", "/old/ropes"),
            ("knots", "/guide/ropes#knots"),
            ("home", "/"),
        )
    },
}


@pytest.mark.parametrize("builder", ["html", "dirhtml"])
@pytest.mark.parametrize("page", ["index", "guide/ropes", "search"])
def test_rows_and_menus_link_to_paths_of_any_form_from_every_folder(
    build_shared_site, builder, page
):
    site = build_shared_site(LINKED, builder=builder)
    is_file = builder == "html" or page == "index"
    path = f"{page}.html" if is_file else f"{page}/index.html"

    links = site.page(path).select(".sj-row, .sj-topbar a")
    found = {}
    for link in links:
        url, _hash, fragment = urljoin(f"/{path}", link["href"]).partition("#")
        file = f"{url}index.html" if url.endswith("/") else url
        assert (site.outdir / file.lstrip("/")).exists(), link
        found[link.text.strip()] = (
            file.removesuffix("/index.html").removesuffix(".html"),
            fragment,
        )

    assert found["Hours"] == found["To hours"] == ("", "hours")
    assert found["To old"] == ("/old/ropes", "")
    assert found["To knots"] == ("/guide/ropes", "knots")
    assert found["To home"][0] == ""
