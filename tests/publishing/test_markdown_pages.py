"""Pages as Markdown, and the files for language models."""

import base64
import hashlib
import json
from urllib.parse import parse_qsl, unquote, urlsplit

import pytest
import yaml

from sphinx_sitejson.publishing import markdown_pages

BASE = "https://docs.example.com/"
DOCUMENT = yaml.safe_load("""
openapi: 3.1.0
info: {title: Lamps, version: "1"}
servers: [{url: https://api.example.com}]
paths:
  /lamps/{id}:
    parameters:
    - {name: id, in: path, required: true, description: Its number.,
       schema: {type: integer, minimum: 1}}
    get:
      summary: Read a lamp
      operationId: readLamp
      description: "All of *it*. See [the operation](#operation/x)."
      responses:
        "200":
          description: The lamp.
          content: {application/json: {schema: {$ref: "#/components/schemas/Lamp"}}}
    delete: {summary: Secret, x-internal: true, responses: &done {"200": {description: Done.}}}
  /inner: {get: {summary: Secret too, x-excluded: true, responses: *done}}
components:
  schemas:
    Lamp:
      type: object
      required: [color]
      properties:
        color: {type: string, enum: [red, green]}
        code: {type: string, pattern: "^[a-z]*$"}
""")
SITE = {
    "name": "Lighthouse",
    "navigation": [{"group": "Start", "pages": ["index", "guides/lamp", "guides/rst"]}],
    "tabs": [{"name": "API", "url": "api", "openapi": "/lamps.json"}],
}
PROSE = """---
title: The lamp
description: Three steps.
---

Light it with *care*, `oil` and [the first page](/index.mdx), see [below](#more).

![A lamp](../lamp.png)

> Quoted.

1. One

   ```python
   print("x")
   ```

2. Two
   - inner

:::{note}
Mind the *wick*.
:::

| A | B |
|---|---|
| 1 | a, b |

## More

Term
: Meaning.

Text with a note[^1] and <https://example.com>.

[^1]: The note.

<div>raw</div>
"""
RST = """In reST
=======

.. code-block:: bash

   make lamp

.. function:: light(lamp, *, oil=True)

   Lights it.

.. math:: a^2

:download:`a file <../lamp.png>`
"""
HOME = "---\ntitle: Home\ndescription: All about light.\n---\n\nSee [](/guides/lamp.mdx).\n"
FILES = {
    "site.json": SITE, "lamps.json": DOCUMENT, "index.mdx": HOME, "guides/lamp.mdx": PROSE,
    "guides/rst.rst": RST, "hidden.mdx": "---\ntitle: Hidden\nhidden: true\n---\n\nSecret words.\n",
    "lamp.png": b"\x89PNG\r\n\x1a\n",
}  # fmt: skip
CONF = 'myst_enable_extensions = ["deflist", "colon_fence"]\n'
ONE_PAGE = {"name": "L", "navigation": [{"group": "Start", "pages": ["index"]}]}
TWO_PAGES = {
    "site.json": {"name": "L", "navigation": [{"group": "S", "pages": ["index", "guides/lamp"]}]},
    **{name: FILES[name] for name in ("index.mdx", "guides/lamp.mdx", "lamp.png")},
}


@pytest.fixture(scope="module")
def site(build_shared_site):
    return build_shared_site(FILES, conf=CONF, overrides={"html_baseurl": BASE})


@pytest.mark.parametrize(
    ("page", "parts"),
    [
        ("guides/lamp", [
            "# The lamp\n\nThree steps.\n\nLight it with *care*, `oil` and",
            "[the first page](../index.md), see [below](#more).",
            "![A lamp](../_images/lamp.png)",
            "> Quoted.",
            '1. One\n\n   ```python\n   print("x")\n   ```\n\n2. Two\n\n   - inner',
            "> **Note:** Mind the *wick*.",
            "| A | B |\n| --- | --- |\n| 1 | a, b |",
            "\n## More\n",
            "- **Term**\n\n  Meaning.",
            "a note[^1] and [https://example.com](https://example.com).",
            "[^1]: The note.",
        ]),
        ("guides/rst", [
            "```bash\nmake lamp\n```", "**`light(lamp, *, oil=True)`**\n\nLights it.",
            "$$\na^2\n$$", "[`a file`](../_downloads/",
        ]),
        ("api/read-a-lamp", [
            "# Read a lamp\n\n```http\nGET /lamps/{id}\n```",
            "All of *it*. See the operation.",
            "- `id` (integer, required; at least 1): Its number.",
            "### 200 OK",
            "Type: [Lamp](./schemas/lamp.md).",
            "- `color` (string, required)\n  - One of `red`, `green`",
            "- `code` (string; `matches ^[a-z]*$`)",
        ]),
        ("api/schemas/lamp", [
            "# Lamp\n\nSchema: `Lamp`.\n\nType: object.",
            "Used by: [Read a lamp](../read-a-lamp.md).",
        ]),
    ],
    ids=["MDX", "reStructuredText", "operation", "schema"],
)  # fmt: skip
def test_pages_as_markdown(site, page, parts):
    text = site.text(f"{page}.md")

    assert [part for part in parts if part not in text] == []
    assert text.startswith("# ")
    assert site.warnings == ""
    assert "<div>" not in text


def test_api_pages_speak_the_language_of_the_site(build_site):
    site = build_site(FILES, conf=CONF, overrides={"language": "de"})
    text = site.text("api/read-a-lamp.md")

    assert "- `id` (integer, erforderlich; mindestens 1): Its number." in text
    assert "Typ: [Lamp](./schemas/lamp.md)." in text


def test_the_list_of_pages(site):
    assert site.text("llms.txt") == (
        "# Lighthouse\n\n> All about light.\n\n"
        "To search this site by the Model Context Protocol, run "
        f"`sitejson mcp {BASE}` of the Python package `sphinx-sitejson[mcp]`.\n\n"
        "## Documentation: Start\n\n"
        f"- [Home]({BASE}index.md): All about light.\n"
        f"- [The lamp]({BASE}guides/lamp.md): Three steps.\n"
        f"- [In reST]({BASE}guides/rst.md)\n\n"
        f"## Lamps\n\n- [Lamps]({BASE}api/index.md)\n\n"
        f"## API: API Reference\n\n- [Read a lamp]({BASE}api/read-a-lamp.md)\n\n"
        f"## Schemas\n\n- [Lamp]({BASE}api/schemas/lamp.md)\n\n"
        f"## API documents\n\n- [Lamps]({BASE}_static/openapi/lamps.json)\n\n"
        f"## Optional\n\n- [Documentation]({BASE}llms/documentation.txt): 3 pages\n"
        f"- [API]({BASE}llms/api.txt): 3 pages\n"
    )
    assert site.text("llms/api.txt").startswith("# Lighthouse: API\n\n> All about light.\n\n")


def test_all_pages_in_one_file(site):
    text = site.text("llms-full.txt")

    assert f"# Home\nSource: <{BASE}index.html>\n\nAll about light." in text
    assert f"[The lamp]({BASE}guides/lamp.md)" in text
    assert f"![A lamp]({BASE}_images/lamp.png)" in text
    assert "Secret words" not in text
    assert site.exists("hidden.md")


def test_a_file_that_nobody_could_read_at_once_is_left_out(build_site, monkeypatch):
    monkeypatch.setattr(markdown_pages, "MAX_FULL_TEXT_BYTES", 100)
    site = build_site(FILES, conf=CONF)

    assert not site.exists("llms-full.txt")
    assert site.exists("llms.txt")
    assert "llms-full.txt was not written" in site.status


def test_the_document_is_offered_without_what_is_internal(site):
    offered = json.loads(site.text("_static/openapi/lamps.json"))

    assert offered["paths"].keys() == {"/lamps/{id}"}
    assert offered["paths"]["/lamps/{id}"].keys() == {"get", "parameters"}
    assert "Secret" not in site.text("_static/openapi/lamps.json")


def test_collections_have_the_titles_of_the_pages(build_site):
    page = "---\ntitle: Look at a lamp\nopenapi: lamps.json GET /lamps/{id}\n---\n"
    site = build_site({**FILES, "api/written.mdx": page}, conf=CONF)

    text = site.text("_static/openapi/lamps.http")
    assert " / Look at a lamp\nGET {{baseUrl}}/lamps/" in text
    assert "Secret" not in text
    (folder,) = json.loads(site.text("_static/openapi/lamps.postman_collection.json"))["item"]
    assert [item["name"] for item in folder["item"]] == ["Look at a lamp"]

    site = site.rebuild({"api/written.mdx": page.replace("Look at", "See")})
    assert " / See a lamp\n" in site.text("_static/openapi/lamps.http")

    site = build_site(FILES, conf=CONF, overrides={"sitejson_openapi_downloads": False})
    assert not site.exists("_static/openapi")


def test_the_menu_of_a_page(site):
    menu = site.page("api/read-a-lamp.html").select_one(".sj-page-actions")

    assert [link["href"] for link in menu.select("a")] == [
        "read-a-lamp.md",
        "../_static/openapi/lamps.json",
        "../_static/openapi/lamps.postman_collection.json",
        "../_static/openapi/lamps.opencollection.json",
        "../_static/openapi/lamps.http",
    ]
    assert menu.select("a")[2].get_text(strip=True) == "Download requests for Postman"
    assert menu.select_one("button")["data-copy-page"] == "read-a-lamp.md"
    assert menu.select_one("li").has_attr("hidden")
    assert not site.page("search.html").select(".sj-page-actions")


def test_links_that_the_author_names(build_site):
    links = [
        {"name": "Open in Chat", "url": "https://chat.example/?q={url}&t={title}"},
        {"name": "Bad", "url": "javascript:x"},
    ]
    overrides = {"html_baseurl": BASE, "sitejson_page_links": links}
    site = build_site(TWO_PAGES, conf=CONF, overrides=overrides)

    assert "sitejson_page_links: {'name': 'Bad'" in site.warnings
    entry = site.page("guides/lamp.html").select(".sj-page-actions a")[-1]
    assert entry["href"] == (
        "https://chat.example/?q=https%3A%2F%2Fdocs.example.com%2Fguides%2Flamp.html&t=The%20lamp"
    )
    assert (entry["target"], entry["rel"]) == ("_blank", ["noopener"])


def test_page_links_without_html_baseurl_are_omitted_with_one_message(build_clean):
    links = [{"name": "Open in Chat", "url": "https://chat.example/?q={url}"}]
    site = build_clean(TWO_PAGES, conf=CONF, overrides={"sitejson_page_links": links})

    assert "chat.example" not in site.text("guides/lamp.html")
    assert site.status.count("left out of the menu of pages") == 1


def test_a_page_that_is_gone_is_gone_as_markdown_and_a_change_is_written(build_site):
    site = build_site(TWO_PAGES, conf=CONF, parallel=2)
    home = "# Home\n\nOther words.\n"
    again = site.rebuild({"site.json": ONE_PAGE, "index.mdx": home, "guides/lamp.mdx": None})

    assert "Other words." in again.text("index.md")
    assert "Other words." in again.text("llms-full.txt")
    assert "[Home](./index.md)" in again.text("llms.txt")
    assert not again.exists("guides/lamp.md")

    conf = 'extensions = ["sphinx_sitejson"]\nsitejson_markdown = False\n'
    off = again.rebuild({"conf.py": conf})
    assert not list(off.outdir.glob("*.md"))
    assert not off.exists("llms.txt")
    assert not off.page("index.html").select(".sj-page-actions")


def test_dirhtml_has_markdown_beside_the_folder(build_site):
    site = build_site(FILES, conf=CONF, builder="dirhtml")

    assert "[the first page](../index.md)" in site.text("guides/lamp.md")
    menu = site.page("guides/lamp/index.html").select_one(".sj-page-actions a")
    assert menu["href"] == "../lamp.md"


COMPONENTS = """---
title: Parts
---

<Steps>
  <Step title="Install">
    Run this:
    ```bash
    pip install x
    ```
  </Step>
  <Step title="Use">Enjoy.</Step>
  <Step stepNumber={7} title="Seven">Rest.</Step>
</Steps>

Between.

<Tabs>
  <Tab title="Linux">apt</Tab>
  <Tab title="macOS">brew</Tab>
</Tabs>

<Warning title="Mind the gap">Hot!</Warning>
<Check>Works.</Check>

- [x] done
- [ ] open
  - [x] inner

<ParamField path="id" type="string" required>The id.</ParamField>

A <Tooltip tip="An explanation">word</Tooltip>, one<br/>two.

<Visibility for="humans">People.</Visibility>
<Visibility for="agents">Programs.</Visibility>

<Frame image="/lamp.png" darkImage="/dark.png" alt="A lamp" />
"""
LANDING = """---
title: Start
mode: landing
---

<Hero title="Build *it*" tagline="A line" eyebrow="New" command="pip install x">
  <Action href="/parts">Go</Action>
  <Action href="/parts">Other</Action>
</Hero>

<Section title="What" lead="Lead">
  <Features>
    <Feature title="One" href="/parts">Text one</Feature>
  </Features>
  ### Inner
  <Quote author="Ann" role="CEO">Great.</Quote>
</Section>
"""


@pytest.fixture(scope="module")
def parts_site(build_shared_site):
    site = {"name": "Parts", "navigation": [{"group": "All", "pages": ["index", "parts"]}]}
    files = {
        "site.json": site, "index.mdx": LANDING, "parts.mdx": COMPONENTS,
        "lamp.png": b"\x89PNG\r\n\x1a\n", "dark.png": b"\x89PNG\r\n\x1a\n",
    }  # fmt: skip
    return build_shared_site(files, overrides={"html_baseurl": BASE})


def test_components_keep_their_numbers_labels_and_kinds(parts_site):
    assert parts_site.warnings == ""
    text = parts_site.text("parts.md")
    for part in (
        "1. **Install**\n\n   Run this:\n\n   ```bash\n   pip install x\n   ```\n\n2. **Use**\n",
        "7. **Seven**\n\n   Rest.\n\nBetween.\n\n- **Linux**\n\n  apt\n\n- **macOS**\n\n  brew\n",
        "\n\n> **Warning:** **Mind the gap**\n>\n> Hot!\n\n> **Check:** Works.\n\n",
        "- [x] done\n\n- [ ] open\n\n  - [x] inner\n\n",
        "- **`id` (string, path, required)**\n\n  The id.\n",
        "A word (An explanation), one  \ntwo.",
        "Programs.",
        "![A lamp](./_images/lamp.png)",
    ):
        assert part in text
    assert "dark" not in text
    assert "People." not in text


def test_the_page_itself_keeps_its_components(parts_site):
    page = parts_site.page("parts.html")
    assert len(page.select(".sjc-callout")) == 2 and page.select("input[type=checkbox]")


def test_landing_pages_have_headings_and_blocks(parts_site):
    assert parts_site.text("index.md") == (
        "# Build *it*\n\nNew\n\nA line\n\n```shell\npip install x\n```\n\n"
        "- [Go](./parts.md)\n- [Other](./parts.md)\n\n## What\n\nLead\n\n"
        "- **[One](./parts.md)**\n\n  Text one\n\n### Inner\n\n> Great.\n>\n> — Ann, CEO\n"
    )
    full = parts_site.text("llms-full.txt")
    assert full.startswith(f"# Build *it*\nSource: <{BASE}index.html>")


def test_text_keeps_the_state_of_tasks(build_site):
    files = {
        "site.json": {"name": "Tasks", "navigation": [{"group": "All", "pages": ["index"]}]},
        "index.md": "# Tasks\n\n- [x] done\n- [ ] open\n",
    }
    site = build_site(files, builder="text")
    assert "* [x] done\n\n* [ ] open\n" in site.text("index.txt")


def test_each_page_links_to_its_markdown(site):
    [link] = site.page("guides/lamp.html").select('link[rel=alternate][type="text/markdown"]')
    assert link["href"] == "lamp.md"
    assert not site.page("search.html").select('link[type="text/markdown"]')


def test_agents_find_what_the_site_offers(site):
    skill = site.text("skill.md")
    assert skill.startswith('---\nname: "lighthouse"\ndescription: "Read the documentation of ')
    assert f"[List of all pages]({BASE}llms.txt)" in skill
    assert f"[Lamps]({BASE}_static/openapi/lamps.json)" in skill
    [entry] = json.loads(site.text(".well-known/agent-skills/index.json"))["skills"]
    digest = hashlib.sha256((site.outdir / "skill.md").read_bytes()).hexdigest()
    assert (entry["name"], entry["type"], entry["url"], entry["digest"]) == (
        "lighthouse",
        "skill-md",
        f"{BASE}skill.md",
        f"sha256:{digest}",
    )
    [api] = json.loads(site.text(".well-known/api-catalog"))["linkset"]
    assert api["anchor"] == "https://api.example.com"
    assert api["service-desc"] == [
        {"href": f"{BASE}_static/openapi/lamps.json", "type": "application/vnd.oai.openapi+json"}
    ]
    assert site.text(".well-known/llms.txt") == site.text("llms.txt")


def test_code_keeps_the_language_that_the_author_wrote(build_site):
    page = "# Start\n\n```mermaid\ngraph TD\n```\n\n```made-up\nx\n```\n"
    files = {"site.json": {"name": "L", "navigation": []}, "index.mdx": page}

    text = build_site(files, conf=CONF).text("index.md")
    assert "```mermaid\ngraph TD\n```\n\n```made-up\nx\n```" in text


def test_the_catalog_names_asyncapi_documents_by_their_own_type(build_site):
    events = {
        "asyncapi": "3.0.0",
        "info": {"title": "Events", "version": "1"},
        "channels": {"lamps": {"address": "lamps"}},
        "operations": {"lit": {"action": "send", "channel": {"$ref": "#/channels/lamps"}}},
    }
    settings = {**ONE_PAGE, "asyncapi": "/events.json"}
    files = {"site.json": settings, "events.json": events, "index.mdx": "# Start\n"}
    site = build_site(files, overrides={"html_baseurl": BASE})

    [api] = json.loads(site.text(".well-known/api-catalog"))["linkset"]
    assert api["service-desc"][0]["type"] == "application/vnd.aai.asyncapi+json"


def test_files_of_the_author_win(build_clean):
    texts = {
        "llms.txt": "# Mine\n",
        "robots.txt": "User-agent: *\nDisallow: /\n",
        "skill.md": "---\nname: mine\ndescription: My skill.\n---\n\nDo it.\n",
    }
    home = HOME.replace("See [](/guides/lamp.mdx).", "Text.")
    files = {**texts, "site.json": ONE_PAGE, "index.mdx": home}
    site = build_clean(files, overrides={"html_baseurl": f"{BASE}"})
    assert {name: site.text(name) for name in texts} == texts
    assert site.text(".well-known/llms.txt") == "# Mine\n"
    assert '"name": "mine"' in site.text(".well-known/agent-skills/index.json")
    assert not (site.outdir / "skill.html").exists()

    conf = f"""
extensions = ["sphinx_sitejson"]
html_baseurl = "{BASE}docs/"
sitejson_agent_instructions = "Prefer the newest version."
sitejson_content_signals = {{"search": "yes", "ai-train": "no"}}
"""
    again = site.rebuild({**dict.fromkeys(texts), "conf.py": conf})
    assert 'name: "l"' in again.text("skill.md")
    for name in ("skill.md", "llms.txt"):
        assert "\n\nPrefer the newest version.\n\n" in again.text(name)
    assert "User-agent: *\nContent-Signal: search=yes, ai-train=no\nAllow: /" in again.text(
        "robots.txt"
    )


def test_the_menu_connects_editors(build_site):
    home = HOME.replace("See [](/guides/lamp.mdx).", "Text.")
    links = ["claude", "cursor", "vscode", "nobody"]
    overrides = {"html_baseurl": BASE, "sitejson_page_links": links}
    site = build_site({"site.json": ONE_PAGE, "index.mdx": home}, overrides=overrides)
    assert "sitejson_page_links: 'nobody' is not a link" in site.warnings
    claude, cursor, vscode = site.page("index.html").select(".sj-page-actions a")[-3:]
    assert claude["href"].startswith("https://claude.ai/new?q=Read%20from%20https")
    assert cursor.get_text(strip=True) == "Connect to Cursor"
    values = dict(parse_qsl(urlsplit(cursor["href"]).query))
    server = json.loads(base64.b64decode(values["config"]))
    assert (values["name"], server["args"][-2:]) == ("l", ["mcp", BASE])
    assert cursor["href"].startswith("cursor://anysphere.cursor-deeplink/mcp/install?name=l&")
    assert json.loads(unquote(vscode["href"].removeprefix("vscode:mcp/install?"))) == {
        "name": "l",
        **server,
    }
