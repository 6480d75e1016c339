"""Overlays and hashes of documents, from the settings to the pages."""

import hashlib
import json
import re

import pytest

DOCUMENT = {
    "openapi": "3.1.0",
    "info": {"title": "Pets", "version": "1"},
    "paths": {
        "/pets": {"get": {"summary": "l_pets", "responses": {"200": {"description": "ok"}}}},
        "/internal": {"get": {"x-internal": True, "responses": {"200": {"description": "ok"}}}},
    },
}
OVERLAY = """\
overlay: 1.0.0
info: {title: T, version: "1"}
actions:
  - target: $.paths['/pets'].get
    update: {summary: List all pets}
  - target: $.paths[?@.get['x-internal'] == true]
    remove: true
"""


def site(openapi, place="tab"):
    api = {"name": "API", "url": "api"}
    group = {"group": "Start", "pages": ["index"]}
    settings = {"name": "S", "navigation": [group], "tabs": [api]}
    if place == "tab":
        api["openapi"] = openapi
    elif place == "group":
        settings["navigation"].append({"group": "G", "openapi": openapi, "pages": []})
        settings["tabs"] = []
    else:
        settings |= {"openapi": openapi, "tabs": []}
    return {
        "site.json": settings,
        "index.mdx": "# Start\n",
        "openapi.json": DOCUMENT,
        "overlay.yaml": OVERLAY,
        **({"list.mdx": "---\nopenapi: GET /pets\n---\n"} if place == "site" else {}),
    }


@pytest.mark.parametrize(
    ("place", "page"),
    [
        ("tab", "api/list-all-pets.html"),
        ("group", "api-reference/list-all-pets.html"),
        ("site", "list.html"),
    ],
)
def test_pages_show_what_an_overlay_makes_of_a_document(build_clean, place, page):
    source = {"source": "/openapi.json", "overlays": "/overlay.yaml"}
    files = site([source] if place == "site" else source, place)
    if place == "site":
        files["site.json"]["navigation"][0]["pages"].append("list")
    built = build_clean(files)

    assert built.page(page).select_one("h1").text.startswith("List all pets")
    assert not list(built.outdir.rglob("*internal*.html"))


def test_a_wrong_target_is_reported_with_its_line(build_site):
    files = site({"source": "/openapi.json", "overlays": ["/overlay.yaml"]})
    files["overlay.yaml"] = OVERLAY.replace("'/pets'", "'/dogs'")
    built = build_site(files)

    assert built.warnings == (
        f"{built.srcdir / 'overlay.yaml'}:4:13: WARNING: actions[0].target: "
        "\"$.paths['/dogs'].get\" finds nothing in the document. [sitejson.openapi_overlay]\n"
    )
    assert built.page("api/l-pets.html")


def test_an_overlay_that_is_missing_is_reported_where_the_settings_name_it(build_site):
    files = site({"source": "/openapi.json", "overlays": ["/overlay.yaml", "/gone.yaml"]})
    built = build_site(files)

    (line,) = built.warnings.splitlines()
    assert re.search(r"site\.json:\d+:\d+: WARNING: tabs\[0\]\.openapi\.overlays\[1\]: ", line)
    assert 'the overlay "gone.yaml" cannot be read: there is no such file in the project.' in line


def test_a_changed_overlay_is_read_again(build_site):
    first = build_site(site({"source": "/openapi.json", "overlays": ["/overlay.yaml"]}))
    again = first.rebuild({"overlay.yaml": OVERLAY.replace("List all pets", "See the pets")})

    assert again.exists("api/see-the-pets.html")


@pytest.mark.parametrize("place", ["tab", "group"])
def test_a_pinned_document_is_used_only_while_it_is_the_same(build_site, place):
    text = json.dumps(DOCUMENT)
    digest = hashlib.sha256(text.encode()).hexdigest()

    def warnings(sha256):
        files = site({"source": "/openapi.json", "sha256": sha256}, place)
        return build_site({**files, "openapi.json": text}).warnings

    expected = f"its SHA-256 is {digest}. It is not used. [sitejson.openapi_document]"
    assert expected in warnings("0" * 64)
    assert warnings(digest) == ""


def test_the_largest_document_is_a_setting(build_site):
    files = site("/openapi.json")
    files["openapi.json"] = json.dumps({**DOCUMENT, "x-filler": "x" * 1_100_000})

    small = build_site(files, conf="sitejson_largest_document = 1\n")
    assert (
        'the file is larger than 1 MB (raise "sitejson_largest_document" in conf.py).'
        in small.warnings
    )
    assert build_site(files, conf="sitejson_largest_document = 2\n").warnings == ""
