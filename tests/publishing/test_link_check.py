"""Links that lead nowhere are told with their line, and no others."""

import json
import re
import zlib
from textwrap import dedent

import pytest
import yaml

DOCUMENT = yaml.safe_load("""
openapi: 3.1.0
info: {title: T, version: "1"}
servers: [{url: https://example.com}]
paths:
  /lamps:
    get:
      summary: List lamps
      parameters: [{name: limit, in: query, schema: {type: integer}}]
      responses:
        "200":
          description: x
          content: {application/json: {schema: &lamp {
            type: object,
            properties: {
              id: {type: integer},
              maker: {type: object, properties: {name: {type: string}}}}}}}
          headers: {X-Left: {schema: {type: integer}}}
        "404": {description: Gone}
components: {schemas: {Lamp: *lamp}}
""")
ANSWER = DOCUMENT["paths"]["/lamps"]["get"]["responses"]["200"]
SITE = {
    "name": "Parcel",
    "openapi": "/api.json",
    "navigation": [
        {"group": "Start", "pages": ["index", "lamps", "lamp", "guides/start", "old", "written"]}
    ],
    "redirects": [{"source": "/moved", "destination": "/guides/start"}],
}
WRITTEN = """---
title: Written
api: POST https://example.com/lamps
---

<ParamField query="limit" type="integer">How many.</ParamField>
<ParamField body="maker" type="object">
  <Expandable title="fields"><ParamField body="name">x</ParamField></Expandable>
</ParamField>
<ResponseField name="id" type="integer">x</ResponseField>
"""
ONE_PAGE = {"name": "S", "navigation": [{"group": "G", "pages": ["index"]}]}
FILES = {
    "site.json": SITE,
    "api.json": DOCUMENT,
    "index.mdx": "---\ntitle: Home\n---\n",
    "lamps.mdx": "---\nopenapi: GET /lamps\n---\n\n## More to say\n",
    "lamp.md": "---\nopenapi-schema: Lamp\n---\n",
    "guides/start.mdx": "---\ntitle: Start\n---\n\n## First steps\n",
    "old.md": '# Old\n\n<a id="by-hand"></a>\n\n<p name=here>x</p>\n\n## A heading\n',
    "written.mdx": WRITTEN,
    "files/a b.zip": b"x",
}


# Raw HTML and labels are those of MyST.
MYST = 'sitejson_markdown_syntax = "myst"\n'


def build(build_site, text, *, name="p.mdx", files=None, conf="", **options):
    conf = f"{MYST}{dedent(conf)}"
    head = "---\ntitle: P\nhidden: true\n---\n\n" if name.endswith(("md", "mdx")) else ""
    return build_site({**FILES, **(files or {}), name: head + text}, conf=conf, **options)


def said(site):
    return [line.partition("/source/")[2] for line in site.warnings.splitlines()]


def ids(site, page):
    return {node["id"] for node in site.page(page).select("main [id]")}


@pytest.fixture(scope="module")
def plain(build_shared_site):
    return build_shared_site(FILES)


def test_every_place_of_an_api_page_can_be_linked(build_site, plain):
    pages = ("lamps", "lamp", "written")
    places = [(page, id) for page in pages for id in sorted(ids(plain, f"{page}.html"))]
    assert ("lamps", "query-limit") in places
    mdx = "\n".join(f"[x](/{page}#{id})\n" for page, id in places)
    html = "\n".join(f'<p><a href="/{page}.html#{id}">x</a></p>\n' for page, id in places)

    site = build(build_site, mdx, files={"q.md": f"---\nhidden: true\n---\n# Q\n\n{html}"})
    assert site.warnings == ""


def test_a_field_of_a_response_may_be_linked_without_its_status(build_site):
    site = build(build_site, "[x](/lamps#response-maker) [y](/lamps#response-maker-name)\n")

    assert site.warnings == ""
    links = [link["href"] for link in site.page("p.html").select("main p a")]
    assert links == ["lamps.html#response-200-maker", "lamps.html#response-200-maker-name"]


WRONG = {
    "p.mdx": "---\ntitle: P\nhidden: true\n---\n\nText.\n\n[x](/lamps#query-limt)\n",
    "q.md": '---\nhidden: true\n---\n# Q\n\n<p>\n<a href="/lamps#query-limt">x</a></p>\n',
    "r.rst": ":orphan:\n\nR\n=\n\nSee `x </lamps#query-limt>`_.\n",
    "s.rst": ':orphan:\n\nS\n=\n\n.. raw:: html\n\n   <p>\n   <a href="/lamps#query-limt">',
}


def test_a_place_that_an_api_page_does_not_have(build_site):
    site = build_site({**FILES, **WRONG}, conf=MYST)

    assert sorted(said(site)) == [
        f'{place}: WARNING: the link "/lamps#query-limt" is broken: the page "/lamps" '
        'has no such heading or id. Did you mean "query-limit"? [sitejson.broken_link]'
        for place in ("p.mdx:8", "q.md:7", "r.rst:6", "s.rst:9")
    ]


def test_a_place_is_gone_with_the_operation_that_had_it(build_site):
    site = build(build_site, "[x](/lamps#query-limit)\n")
    assert site.warnings == ""

    operation = {"get": {"summary": "List lamps", "responses": {"200": ANSWER}}}
    other = {**DOCUMENT, "paths": {"/lamps": operation}}
    again = site.rebuild({"api.json": other, "p.mdx": "# P\n\n[x](/lamps#query-limit)\n"})
    assert "p.mdx:3: WARNING: the link" in again.warnings


GOOD = """
[a](/lamps#param-limit) [b](/guides/start#first-steps) [c](/guides/start/) [d](guides/start.mdx)
[e](/Guides/Start) [f](/moved) [g](/moved#first-steps) [h](mailto:a@example.com) [i](tel:+1)
[j](//example.com/x) [k](/genindex) [l](/search?q=x) [m](/old#by-hand) [n](/guides/start?x=1#top)
[o](/files/a%20b.zip) [p](/en/stable/guides/start.html) [q](/zh-cn/v1.2/) [r](#top) [s](/404)
[t](/guides/start#:~:text=first) [u](/llms.txt) [v](/old#here) [w](/) [x](/_static/x.css)

`[code](/nowhere)`

```
[code](/nowhere)
```

{/* [comment](/nowhere) */}

<!-- [comment](/nowhere) <a href="/nowhere">x</a> -->
"""
GOOD_HTML = """
<!-- <a href="/nowhere">x</a> -->

<div><!--
<a href="/nowhere">x</a>
--><a data-href="/nowhere" href="/lamps">x</a>
<a href="guides/start.html#first-steps">x</a> <a href="/en/latest/x.html">x</a>
<a href="/guides/start/">x</a> <a href="genindex.html">x</a> <a href="search.html?q=a">x</a>
<a href="/_static/x.pdf">x</a> <a href="/files/a%20b.zip">x</a> <a href="sitemap.xml">x</a>
<a href="tel:+1">x</a> <a href="//example.com">x</a> <a href="?a=b">x</a> <a href="#any">x</a>
<a href="../../api/html/index.html">x</a> <a href="data:text/plain,x">x</a> <a href="">x</a>
<a href="/moved">x</a> <a href="openapi-apiindex.html">x</a> <a href="extra.txt">x</a>
</div>

<script>document.body.innerHTML = '<a href="/nowhere">x</a>'</script>

<pre><code>&lt;a href="/nowhere"&gt;</code></pre>
"""


@pytest.mark.parametrize("builder", ["html", "dirhtml"])
def test_links_that_are_right(build_site, builder):
    files = {
        "q.md": f"---\nhidden: true\n---\n# Q\n{GOOD_HTML}",
        "r.rst": ":orphan:\n\nR\n=\n\n`a <guides/start.html#first-steps>`_ `b </lamps>`_\n",
        "more/extra.txt": "x",
    }
    conf = 'html_extra_path = ["more"]'

    assert build(build_site, GOOD, files=files, builder=builder, conf=conf).warnings == ""


SHOWN_TITLES = {
    "/guides/start": "Start", "/guides/start#start": "Start",
    "/guides/start#first-steps": "First steps", "guides/start.mdx#first-steps": "First steps",
    "/moved#first-steps": "First steps", "#below-code": "Below code",
    "/labels#named": "With a label", "#listing": "A lamp", "/lamps#more-to-say": "More to say",
    "/lamps#param-limit": "List lamps",
}  # fmt: skip
LABELS = """---
hidden: true
---
# Labels

(named)=
## With a label

```{code-block} json
:caption: A lamp
:name: listing
{}
```
"""


@pytest.mark.parametrize(("builder", "file"), [("html", "p.html"), ("text", "p.txt")])
def test_links_without_text_show_the_title_of_their_target(build_site, builder, file):
    links = "".join(f"Look: []({target})!\n\n" for target in SHOWN_TITLES)
    page = f"{links}## Below `code`\n"
    site = build(build_site, page, files={"labels.md": LABELS}, builder=builder)
    text = site.text(file).replace('"', "") if builder == "text" else site.page(file).text

    assert site.warnings == ""
    assert re.findall("Look: (.*)!", text) == list(SHOWN_TITLES.values())


def test_urls_of_folders_as_dirhtml_makes_them(build_site):
    html = (
        '# Q\n\n<p><a href="../lamps/">x</a> <a href="../guides/start/index.html">x</a> '
        '<a href="../lamps/index.html#responses">x</a></p>\n'
    )
    files = {"guides/q.md": f"---\nhidden: true\n---\n{html}".replace("../", "../../")}

    assert build(build_site, "x", files=files, builder="dirhtml").warnings == ""


def test_paths_of_the_server_have_the_place_of_the_site(build_site):
    html = '<p><a href="/docs/lamps.html">x</a> <a href="/docs/nowhere.html">x</a></p>\n'
    conf = 'html_baseurl = "https://example.com/docs/"'
    site = build(build_site, html, name="p.md", conf=conf)

    assert [line.split(" matches")[0] for line in said(site)] == [
        'p.md:6: WARNING: the link "/docs/nowhere.html"'
    ]


def test_paths_in_mdx_may_begin_with_the_place_of_the_site(build_site):
    text = (
        '[x](/docs/lamps) ![Dot](/docs/images/dot.svg) <img src="/docs/images/dot.svg" />\n\n'
        "[old](/docs/old) [nowhere](/docs/nowhere)\n"
    )
    settings = {
        "name": "S",
        "theme": "mint",
        "colors": {"primary": "#0D9373"},
        "navigation": {"pages": ["index", "lamps"]},
        "redirects": [{"source": "/old", "destination": "/lamps"}],
        "seo": {"metatags": {"canonical": "https://example.com/docs"}},
    }
    image = "<svg xmlns='http://www.w3.org/2000/svg' width='1' height='1'/>"
    pages = {"index.mdx": f"# Start\n\n{text}", "lamps.mdx": "# Lamps\n"}
    site = build_site({"docs.json": settings, **pages, "images/dot.svg": image})

    main = site.page("index.html").select_one("main")
    assert [link["href"] for link in main.select("p a")] == ["lamps.html", "lamps.html"]
    assert len(main.select("p img")) == 2
    assert site.warnings.count("WARNING") == 1
    assert 'the link "/docs/nowhere" is broken' in site.warnings


def test_fragments_of_folds_in_folds_and_of_fields(build_site):
    name = "IDENTITY_TLS_CERT_AUTH_CLIENT_CERTIFICATE_HEADER_KEY"
    text = (
        f"[a](#run:watch) [b](#param-{name.lower().replace('_', '-')}) [c](#run:none)\n\n"
        '<Accordion title="run">\n<Accordion title="--watch">\nText.\n</Accordion>\n'
        "</Accordion>\n\n"
        f'<ParamField query="{name}" type="string">\nText.\n</ParamField>\n\n'
        "[d](#param-in-days) [e](#param-ays)\n\n"
        '<ParamField body="cookie" type="object">\n<Expandable title="more">\n'
        '<ParamField body="inDays" type="integer">\nText.\n</ParamField>\n</Expandable>\n'
        "</ParamField>\n"
    )
    site = build_site({"site.json": ONE_PAGE, "index.mdx": f"# Start\n\n{text}"})

    assert site.warnings.count("WARNING") == 2
    assert 'the link "#run:none" is broken' in site.warnings
    assert 'the link "#param-ays" is broken' in site.warnings
    main = site.page("index.html").select_one("main")
    assert all(main.select_one(f'[id="{link["href"][1:]}"]') for link in main.select("p a"))


def test_tags_of_a_heading_may_be_part_of_the_fragment(build_site):
    text = "[a](#hooks-sup-v2-sup) [b](#hooks-v2) [c](#sup)\n\n## Hooks <sup>v2</sup>\n\nText.\n"
    site = build_site({"site.json": ONE_PAGE, "index.mdx": f"# Start\n\n{text}"})

    links = site.page("index.html").select("main p a")
    assert {link["href"] for link in links} == {"#hooks-v2"}
    assert site.warnings.count("WARNING") == 1
    assert 'the link "#sup" is broken' in site.warnings


@pytest.mark.parametrize("builder", ["html", "dirhtml"])
def test_other_projects_of_intersphinx_on_the_same_server(build_site, builder):
    bases = {"one": "../other/", "two": "/other/", "three": "other/"}
    head = b"# Sphinx inventory version 2\n# Project: Other\n# Version: 1\n# zlib\n"
    files = {
        f"{name}.inv": head + zlib.compress(f"other.{name} py:function 1 api.html#$ -\n".encode())
        for name in bases
    }
    mapping = {name: (base, f"{name}.inv") for name, base in bases.items()}
    conf = f"""
        extensions = ["sphinx_sitejson", "sphinx.ext.intersphinx"]
        intersphinx_mapping = {mapping}
    """
    text = ":orphan:\n\nP\n=\n\n" + "".join(f":py:func:`other.{name}`\n" for name in bases)
    options = {"files": files, "conf": conf, "builder": builder}
    site = build(build_site, text, name="guides/p.rst", **options)

    assert site.warnings == ""
    page = site.text("guides/p.html" if builder == "html" else "guides/p/index.html")
    assert [name for name in bases if f"api.html#other.{name}" not in page] == []


@pytest.mark.parametrize("builder", ["text", "latex", "singlehtml", "epub", "gettext"])
def test_other_builders_have_no_urls_to_judge(build_site, builder):
    text = "[a](/nowhere) [b](/genindex) [c](/lamps#nowhere)\n"
    files = {"q.md": '---\nhidden: true\n---\n# Q\n\n<p><a href="/nowhere">x</a></p>\n'}

    assert "broken_link" not in build(build_site, text, files=files, builder=builder).warnings


def test_links_of_the_settings_and_of_front_matter(build_site):
    settings = {
        **SITE,
        "topbarLinks": [
            {"name": "A", "url": "/guides/start#frist-steps"},
            {"name": "B", "url": "/lamps#query-limit"},
            {"name": "C", "url": "/files/a%20b.zip"},
            {"name": "D", "url": "/en/stable/"},
        ],
        "redirects": [
            {"source": "/x", "destination": "/lamps#nothing"},
            {"source": "/y", "destination": "/lamps#responses"},
        ],
    }
    files = {
        "site.json": settings,
        "a.mdx": "---\ntitle: A\nurl: /nowhere\nhidden: true\n---\n",
        "b.md": "---\nurl: /guides/start#nothing\nhidden: true\n---\n# B\n",
        "c.mdx": "---\ntitle: C\nurl: /guides/start#first-steps\nhidden: true\n---\n",
    }
    site = build(build_site, "x", files=files)

    lines = json.dumps(settings, indent=2).splitlines()
    first = next(n for n, line in enumerate(lines, 1) if "frist-steps" in line)
    second = next(n for n, line in enumerate(lines, 1) if "#nothing" in line)
    assert [line.split(": the link")[0].split(': "/')[0] for line in said(site)] == [
        f"site.json:{first}:14: WARNING: topbarLinks[0].url",
        f"site.json:{second}:22: WARNING: redirects[0].destination",
        "a.mdx:3: WARNING: url",
        "b.md:2: WARNING: url",
    ]
    assert site.warnings.count("[sitejson.broken_link]") == 4


def test_missing_images_and_anchors_suggest_the_nearest_name(build_site):
    site = build_site({
        "site.json": ONE_PAGE, "images/lighthouse.svg": "<svg xmlns='http://www.w3.org/2000/svg'/>",
        "index.mdx": "---\ntitle: Home\n---\n\n## Install\n\n![A](/images/lighthose.svg)\n\n"
                     "<img src='images/lighthouse.png' alt='B' />\n\n[Go](#instal)\n\n"
                     "[Other](www.example.com)\n",
    })  # fmt: skip
    assert site.warnings.count('Did you mean "/images/lighthouse.svg"?') == 2
    assert 'Did you mean "install"?' in site.warnings
    assert 'Did you mean "https://www.example.com"?' in site.warnings


def test_links_may_leave_out_the_numbers_that_order_files(build_site):
    pages = {
        "index.md": "# Home\n\n[1](routing) [2](basics/routing) [3](hooks) [4](faq)\n",
        "10-basics/10-routing.md": "# Routing\n\n[5](errors#codes) [6](../advanced/hooks)\n",
        "10-basics/20-errors.md": "# Errors\n\n## Codes\n",
        "20-advanced/10-hooks.md": "# Hooks\n",
        "20-advanced/20-faq.md": "# Questions\n",
        "30-more/01-faq.md": "# More questions\n\n[7](./faq)\n",
    }
    site = build_site({"site.json": {"name": "S", "navigation": []}, **pages})
    assert re.findall(r"the link .* is broken", site.warnings) == ['the link "faq" is broken']
    drawn = [site.page(page.replace(".md", ".html")).select("main p a") for page in pages]
    assert {link.text: link["href"] for links in drawn for link in links} == {
        "1": "10-basics/10-routing.html",
        "2": "10-basics/10-routing.html",
        "3": "20-advanced/10-hooks.html",
        "5": "20-errors.html#codes",
        "6": "../20-advanced/10-hooks.html",
        "7": "#",
    }
