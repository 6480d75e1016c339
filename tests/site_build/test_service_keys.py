"""Each key of the hosted service has an effect, is named, or is not for a static site.

An effect is seen by comparing the output of two builds, with the key and without it.
"""

import re
from functools import cache

import pytest

OPERATION = {"summary": "List pets", "responses": {"200": {"description": "x"}}}
INFO = {"title": "T", "version": "1"}
DOCUMENT = {"openapi": "3.1.0", "info": INFO, "paths": {"/pets": {"get": OPERATION}}}
EVENTS = {
    "asyncapi": "3.0.0",
    "info": INFO,
    "channels": {
        "users": {"address": "users", "messages": {"new": {"payload": {"type": "object"}}}}
    },
    "operations": {"signUp": {"action": "send", "channel": {"$ref": "#/channels/users"}}},
}
DOCS = {
    "theme": "mint",
    "name": "Parcel",
    "colors": {"primary": "#0D9373"},
    "api": {"openapi": "api.json"},
    "navigation": {"groups": [{"group": "Start", "pages": ["index", "page", "other"]}]},
}
CONF = 'html_baseurl = "https://docs.example.com/"'
ENDPOINT, DATE = "api: GET https://api.example.com/pets", "lastUpdated: 2026-01-31"
PAGE_KEYS = {
    "title": ("effect", "title: Other title"),
    "description": ("effect", "description: Some words."),
    "sidebarTitle": ("effect", "sidebarTitle: Short"),
    "icon": ("effect", "icon: book"),
    "iconType": ("effect", "icon: star\niconType: regular", "icon: star"),
    "tag": ("effect", "tag: NEW"),
    "hidden": ("effect", "hidden: true"),
    "noindex": ("effect", "noindex: true"),
    "deprecated": ("effect", "deprecated: true"),
    "mode": ("effect", "mode: wide"),
    "openapi": ("effect", "openapi: GET /pets"),
    "api": ("effect", ENDPOINT),
    "authMethod": ("effect", f"{ENDPOINT}\nauthMethod: basic", ENDPOINT),
    "playground": ("effect", "openapi: GET /pets\nplayground: none", "openapi: GET /pets"),
    "url": ("effect", "url: https://example.com"),
    "version": ("effect", None),
    "keywords": ("effect", "keywords: [lamp]"),
    "og:title": ("effect", '"og:title": Lamp'),
    "rss": ("effect", "rss: true"),
    "searchable": ("effect", "searchable: false"),
    "boost": ("effect", "boost: 3"),
    "canonical": ("effect", "canonical: https://example.com/lamp"),
    "related": ("effect", "related: [other]"),
    "hideFooterPagination": ("effect", "hideFooterPagination: true"),
    "hideApiMarker": ("effect", "openapi: GET /pets\nhideApiMarker: true", "openapi: GET /pets"),
    "lastUpdatedDate": ("effect", "lastUpdatedDate: 2026-01-31"),
    "timestamp": ("effect", "lastUpdated: 2026-01-31\ntimestamp: true", "lastUpdated: 2026-01-31"),
    "asyncapi": ("effect", "asyncapi: events.json send signUp"),
    "contextual": ("named", "contextual: false"),
    "groups": ("not for a static site", "groups: [admin]"),
    "public": ("not for a static site", "public: true"),
}
"""The status of each key, front matter with it, and the front matter to compare with."""

BUTTON = {"type": "button", "label": "Go", "href": "/other"}
COLUMN = {"header": "A", "items": [{"label": "B", "href": "/other"}]}
DOCS_KEYS = {
    "description": ("effect", {"description": "About lamps."}),
    "theme": ("effect", {"theme": "maple"}),
    "logo": ("effect", {"logo": "/logo.svg"}),
    "favicon": ("effect", {"favicon": "/logo.svg"}),
    "colors": ("effect", {"colors": {"primary": "#7A2E8E"}}),
    "background.color": ("effect", {"background": {"color": {"light": "#FFFDF5"}}}),
    "background.decoration": ("effect", {"background": {"decoration": "grid"}}),
    "background.image": ("effect", {"background": {"image": "/logo.svg"}}),
    "appearance.default": ("effect", {"appearance": {"default": "dark"}}),
    "appearance.strict": ("effect", {"appearance": {"strict": True}}),
    "fonts": ("effect", {"fonts": {"family": "Georgia"}}),
    "styling.eyebrows": ("effect", {"styling": {"eyebrows": "breadcrumbs"}}),
    "styling.codeblocks": ("effect", {"styling": {"codeblocks": "system"}}),
    "styling.latex": ("named", {"styling": {"latex": True}}),
    "navbar.links": ("effect", {"navbar": {"links": [{"label": "Blog", "href": "/other"}]}}),
    "navbar.primary": ("effect", {"navbar": {"primary": BUTTON}}),
    "footer.socials": ("effect", {"footer": {"socials": {"x": "https://x.com/a"}}}),
    "footer.links": ("effect", {"footer": {"links": [COLUMN]}}),
    "search.prompt": ("effect", {"search": {"prompt": "Find"}}),
    "seo.metatags": ("effect", {"seo": {"metatags": {"og:site_name": "Lamps"}}}),
    "seo.trailingSlash": ("named", {"seo": {"trailingSlash": True}}),
    "redirects": ("effect", {"redirects": [{"source": "/old", "destination": "/other"}]}),
    "integrations": ("effect", {"integrations": {"ga4": {"measurementId": "G-ABCDEFGHIJ"}}}),
    "integrations.clarity": ("named", {"integrations": {"clarity": {"projectId": "x"}}}),
    "integrations.adobe": ("named", {"integrations": {"adobe": {"launchUrl": "x"}}}),
    "integrations.hightouch": ("named", {"integrations": {"hightouch": {"writeKey": "x"}}}),
    "contextual": ("effect", {"contextual": {"options": ["claude"]}}),
    "banner": ("effect", {"banner": {"content": "News"}}),
    "errors.404": ("effect", {"errors": {"404": {"title": "Lost"}}}),
    "markdown.instructions": ("effect", {"markdown": {"instructions": "Be kind."}}),
    "variables": ("effect", {"variables": {"unit": "lumen"}}),
    "thumbnails": ("not for a static site", {"thumbnails": {"appearance": "dark"}}),
    "interaction": ("named", {"interaction": {"drilldown": True}}),
    "assistant": ("not for a static site", {"assistant": {}}),
}
"""The status of each key of ``docs.json``, and settings with it."""

EFFECTIVE = [name for name, (status, text, *_) in PAGE_KEYS.items() if status == "effect" and text]
OTHERS = [name for name, (status, *_) in PAGE_KEYS.items() if status != "effect"]
CHANGELOG = '<Update label="May">\nNews.\n</Update>'


def output(site):
    """Return the texts of all files, without the copies of the sources."""
    files = (path for path in site.outdir.rglob("*") if path.is_file())
    texts = {path.relative_to(site.outdir).as_posix(): path.read_bytes() for path in files}
    return {
        name: text
        for name, text in texts.items()
        if not name.startswith(("_sources/", ".")) and name != "objects.inv"
    }


def build_page(build_site, front_matter, docs=DOCS):
    lines = ["title: Page", *front_matter.splitlines()]
    if "title: Other title" in lines:
        lines = lines[1:]
    text = "\n".join(
        ["---", *lines, "---", "", "Words about lamps: `{{unit}}`.", "", CHANGELOG, ""]
    )
    files = {
        "docs.json": docs, "api.json": DOCUMENT, "events.json": EVENTS,
        "logo.svg": '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"></svg>',
        "index.mdx": "---\ntitle: Home\n---\n", "other.mdx": "---\ntitle: Other\n---\n",
        "page.mdx": text,
    }  # fmt: skip
    return build_site(files, conf=CONF)


@pytest.fixture(scope="module")
def output_without_key(build_shared_site):
    return cache(lambda front_matter: output(build_page(build_shared_site, front_matter)))


@pytest.mark.parametrize("name", EFFECTIVE)
def test_a_key_of_a_page_changes_the_site(build_site, output_without_key, name):
    _status, text, *rest = PAGE_KEYS[name]
    site = build_page(build_site, text)

    assert site.warnings == ""
    assert output(site) != output_without_key(rest[0] if rest else "")


@pytest.mark.parametrize("name", OTHERS)
def test_a_key_of_a_page_without_an_effect_is_named(build_site, name):
    site = build_page(build_site, PAGE_KEYS[name][1])

    assert f'{name}: the key "{name}" has no effect: ' in site.warnings
    assert site.warnings.count("\n") == 1


@pytest.mark.parametrize("name", DOCS_KEYS)
def test_a_setting_changes_the_site_or_is_named(build_site, output_without_key, name):
    status, settings = DOCS_KEYS[name]
    site = build_page(build_site, "", {**DOCS, **settings})

    is_named = re.search(rf"not supported: .*\b{name}\b", site.status)
    assert bool(is_named) == (status != "effect")
    assert (output(site) != output_without_key("")) == (status == "effect")


def test_a_key_without_an_effect_is_named_once_with_the_number_of_pages(build_site):
    files = {
        f"p{number}.mdx": f"---\ntitle: P\ngroups: [a]\nfoo: {number}\n---\n" for number in "123"
    }
    docs = {**DOCS, "navigation": {"pages": ["index", "p1", "p2", "p3"]}, "api": {}}
    site = build_site({"docs.json": docs, "index.mdx": "# Home\n", **files}, parallel=2)

    messages = [line.partition("/source/")[2] for line in site.warnings.splitlines()]
    assert messages == [
        'p1.mdx:3: WARNING: groups: the key "groups" has no effect: a static site cannot restrict '
        "who reads a page. The same applies to 2 other pages. [sitejson.no_effect]",
        'p1.mdx:4: WARNING: foo: unknown key "foo"; it has no effect. '
        "The same applies to 2 other pages. [sitejson.unknown_key]",
    ]
    again = site.rebuild({"p2.mdx": "---\ntitle: P\n---\n"})
    assert again.warnings.count("The same applies to 1 other page.") == 2


def test_the_pages_of_other_generators_keep_their_titles(build_site):
    site = build_page(build_site, "sidebar_label: Label")

    assert "Label" not in site.text("index.html")
    files = {
        "site.json": {"name": "Parcel", "navigation": [{"pages": ["index", "a", "b"]}]},
        "index.mdx": "# Home\n",
        "a.mdx": "---\nsidebar_label: First label\n---\n\n# First\n",
        "b.mdx": "---\ntitle: Second\nsidebar_label: Second label\n---\n",
    }
    site = build_site(files)
    rows = [row.text for row in site.page("index.html").select(".sj-tree .sj-row")]
    assert rows == ["Home", "First label", "Second"]


def test_a_deprecated_page_has_a_label_in_its_title_and_in_the_sidebar(build_site):
    site = build_page(build_site, "deprecated: true\ntag: OLD")

    page = site.page("page.html")
    assert page.select_one("h1 .sj-tag").text == "Deprecated"
    assert page.select_one("title").text == "Page - Parcel"
    row = page.select_one('.sj-tree [aria-current="page"]')
    assert [tag.text for tag in row.select(".sj-tag")] == ["OLD", "Deprecated"]


def test_search_leaves_out_a_page_and_finds_a_hidden_one(build_site):
    site = build_page(build_site, "searchable: false")
    assert '"page"' not in site.text("_static/sitejson-pages.js")
    assert "lamp" not in site.text("searchindex.js")
    again = site.rebuild({"page.mdx": "---\ntitle: Page\n---\n\nWords about lamps.\n"})
    assert '"page"' in again.text("_static/sitejson-pages.js")

    assert '"page"' not in build_page(build_site, "hidden: true").text("_static/sitejson-pages.js")
    site = build_page(build_site, "hidden: true\nsearchable: true")
    assert '"page"' in site.text("_static/sitejson-pages.js")


def test_related_pages_are_linked_at_the_end_and_follow_their_titles(build_site):
    site = build_page(build_site, "related: [/other, index.mdx, nowhere]")

    assert 'related: the related page "nowhere" does not exist, and was ignored.' in site.warnings
    links = site.page("page.html").select(".sj-related a")
    found = [(link.text, link["href"]) for link in links]
    assert found == [("Other", "other.html"), ("Home", "index.html")]
    again = site.rebuild({"other.mdx": "---\ntitle: Another\n---\n"})
    assert again.page("page.html").select_one(".sj-related a").text == "Another"


def test_the_original_is_canonical_and_the_copy_not_in_the_sitemap(build_site):
    site = build_page(build_site, "canonical: /other")

    link = site.page("page.html").select_one('link[rel="canonical"]')
    assert link["href"] == "https://docs.example.com/other.html"
    assert "page.html" not in site.text("sitemap.xml")
