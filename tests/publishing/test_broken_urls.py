"""Addresses that no browser understands stand on a page as they were written."""

import pytest

BROKEN = "http://[x"
SITE = {
    "name": "Site",
    "navigation": [{"group": "Start", "pages": ["index", "one", "two", "three"]}],
    "topbarLinks": [{"name": "A", "url": BROKEN}],
    "anchors": [{"name": "B", "icon": "leaf", "url": BROKEN}],
    "topbarCtaButton": {"name": "C", "url": BROKEN},
    "footerSocials": {"x": BROKEN},
    "logo": {"light": "/l.svg", "href": BROKEN},
    "redirects": [{"source": "/old", "destination": BROKEN}],
    "api": {"baseUrl": BROKEN},
    "feedback": {"thumbsRating": True},
}
FILES = {
    "site.json": SITE,
    "l.svg": "<svg xmlns='http://www.w3.org/2000/svg'/>",
    "index.md": f"# Home\n\n[a]({BROKEN}) ![b]({BROKEN}/c.png) <{BROKEN}>\n\n"
    f"<a href='{BROKEN}'>d</a>\n",
    "one.rst": f"One\n===\n\n`a <{BROKEN}>`_ {BROKEN}\n\n"
    f".. image:: {BROKEN}/c.png\n   :target: {BROKEN}\n",
    "two.mdx": f"---\ntitle: Two\nurl: {BROKEN}\n---\n\n[a]({BROKEN}) ![b]({BROKEN}/c.png)\n\n"
    f"<Card title='c' href='{BROKEN}'>d</Card> <a href='{BROKEN}'>e</a> <img src='{BROKEN}' />\n",
    "three.mdx": f"---\ntitle: Three\napi: GET {BROKEN}/a\nog:image: {BROKEN}\n---\n\nText.\n",
    "api.yaml": "openapi: 3.1.0\n"
    f"info: {{title: A, version: '1', termsOfService: '{BROKEN}', contact: {{url: '{BROKEN}'}}}}\n"
    f"servers: [{{url: '{BROKEN}'}}, {{url: '//[y'}}]\n"
    f"externalDocs: {{url: '{BROKEN}'}}\n"
    f"paths: {{/a: {{get: {{description: '[a]({BROKEN})', "
    "responses: {'200': {description: ok}}}}}\n",
    "list.mdx": "---\nopenapi: GET /a\n---\n",
}


@pytest.mark.parametrize("builder", ["html", "dirhtml", "epub", "text", "latex", "gettext"])
def test_broken_urls_end_no_build(build_site, builder):
    conf = 'html_baseurl = "https://docs.example.com/v1/"\n'
    files = FILES
    if builder in ("epub", "latex"):
        # Sphinx asks the network for pictures then.
        texts = {name: text for name, text in FILES.items() if isinstance(text, str)}
        files = {**FILES, **{name: without_pictures(text) for name, text in texts.items()}}
    site = build_site(files, builder=builder, conf=conf)

    assert "Traceback" not in site.warnings
    if builder == "html":
        for page in ("index", "one", "two"):
            assert BROKEN in site.text(f"{page}.html"), page
            assert "](http://" in site.text(f"{page}.md"), page


def without_pictures(text: str) -> str:
    return text.replace("![", "[").replace("image::", "note::").replace("<img", "<b")


def test_broken_urls_of_the_configuration_end_no_build(build_site):
    conf = f"html_baseurl = sitejson_repository = sitejson_feedback_url = '{BROKEN}'\n"
    site = build_site(FILES, conf=conf)

    assert "Traceback" not in site.warnings
    assert site.exists("index.html") and site.exists("404.html")
