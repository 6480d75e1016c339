"""Pages of AsyncAPI documents: every field is shown, in every format."""

import json
import re
from pathlib import Path

import pytest
from sphinx.util.inventory import InventoryFile

from sphinx_sitejson.openapi.asyncapi.validation import ASYNCAPI_2, ASYNCAPI_3
from sphinx_sitejson.servers.mcp.site_reader import open_site
from sphinx_sitejson.servers.mcp.tools import SiteTools, UnknownOperationError

from .documents import every_field_2, every_field_3, marker

PAGE = Path(__file__).parents[3] / "example_project/reference/asyncapi-support.mdx"
SITE = {
    "name": "Events",
    "navigation": [{"group": "Start", "pages": ["index", "bound"]},
                   {"group": "Listed", "asyncapi": "/small.json", "pages": ["receive hear"]}],
    "tabs": [{"name": "Old", "url": "old", "asyncapi": "/old.json"},
             {"name": "New", "url": "new", "asyncapi": "/new.json"},
             {"name": "Both", "url": "both", "openapi": "/rest.json", "asyncapi": "/radio.json"}],
}  # fmt: skip
SMALL = {
    "asyncapi": "3.0.0",
    "info": {"title": "Small", "version": "1"},
    "channels": {"c": {"address": "ships", "messages": {"Ship": {"payload": {}}}}},
    "operations": {
        "hear": {"action": "receive", "channel": {"$ref": "#/channels/c"}, "title": "Hear of ships"}
    },
}
RADIO = {**SMALL, "info": {"title": "Radio", "version": "1"}}
REST = {
    "openapi": "3.1.0",
    "info": {"title": "Rest", "version": "1"},
    "paths": {
        "/ships": {"get": {"summary": "List ships", "responses": {"200": {"description": "Ships"}}}}
    },
}
FILES = {
    "rest.json": REST,
    "radio.json": RADIO,
    "site.json": SITE,
    "old.json": every_field_2(),
    "new.json": every_field_3(),
    "small.json": SMALL,
    "index.md": "# Home\n\n{openapi:op}`SEND sendAll` and {openapi:op}`publish mk/channels/{id}`\n"
    "and {openapi:op}`message All`\n",
    "bound.md": "---\nasyncapi: new send sendAll\n---\n\nWritten words.\n",
}
FIELDS = {2: ASYNCAPI_2, 3: ASYNCAPI_3}
STRUCTURE = {
    ("message", "oneOf"),
    ("message", "schemaFormat"),
    ("message trait", "schemaFormat"),
    ("operation", "operationId"),
}
"""Texts that are shown in another form, which other tests look at."""


@pytest.fixture(scope="module")
def site(build_shared_clean):
    return build_shared_clean(FILES)


@pytest.fixture(scope="module")
def shown(site):
    """The words of all pages of each document."""
    folders = {2: ["old"], 3: ["new", "bound.html"]}
    return {
        version: " ".join(
            path.read_text(encoding="utf-8")
            for name in names
            for path in sorted(
                (site.outdir / name).rglob("*.html")
                if (site.outdir / name).is_dir()
                else [site.outdir / name]
            )
        ).lower()
        for version, names in folders.items()
    }


def read_page(site, name):
    return (site.outdir / name).read_text(encoding="utf-8")


def test_each_message_has_a_page_that_lists_its_operations(site):
    page = read_page(site, "new/messages/all.html")
    title = marker("message", "title")

    assert re.search(rf"<h1[^>]*>{re.escape(title)}<", page)
    assert marker("message", "description") in page
    used = page.partition(">Used by<")[2].partition("</ul>")[0]
    assert 'href="../../bound.html"' in used
    assert f'href="messages/all.html"><span>{title}' in read_page(site, "new/index.html")
    assert 'href="new/messages/all.html"' in read_page(site, "bound.html")
    markdown = read_page(site, "new/messages/all.md")
    assert f"# {title}" in markdown
    assert "Used by" in markdown
    inventory = InventoryFile.loads((site.outdir / "objects.inv").read_bytes(), uri="")
    assert inventory["openapi:op", "MESSAGE All"].uri.startswith("new/messages/all.html")
    assert 'href="new/messages/all.html"' in read_page(site, "index.html")


@pytest.mark.parametrize("version", [2, 3])
def test_every_field_is_shown(shown, version):
    marked = set(
        re.findall(r"mk-[a-z-]+", json.dumps(FILES[{2: "old", 3: "new"}[version] + ".json"]))
    )
    assert len(marked) > 60
    assert {text for text in marked if text not in shown[version]} == set()


@pytest.mark.parametrize("version", [2, 3])
def test_the_documents_of_the_tests_have_every_field(version):
    text = json.dumps(FILES[{2: "old", 3: "new"}[version] + ".json"]).lower()
    missing = {
        (kind, name)
        for kind, fields in FIELDS[version].items()
        for name, field in fields.items()
        if field.type == "text" and marker(kind, name) not in text
    }
    fixed = {("security scheme", "in"), ("security scheme", "type"), ("operation", "action")}
    assert missing <= STRUCTURE | fixed | {("message trait", "messageId")}


def test_the_documentation_lists_every_object():
    rows = re.findall(r"^\| ([A-Z][\w, ]+) \| .+ \|$", PAGE.read_text(encoding="utf-8"), re.M)
    listed = {name.lower() for row in rows for name in row.split(", ")} - {"object"}
    assert listed == {kind for table in FIELDS.values() for kind in table}


def test_a_page_of_an_operation(site):
    page = site.page("bound.html")

    assert page.find("h1").get_text(strip=True).startswith("mk-operation-title")
    assert page.select_one(".sj-endpoint .sj-method").text == "SEND"
    assert page.select_one(".sj-endpoint .sj-url").text == "mk/channel/address/{id}"
    titles = [each.get_text().rstrip("#¶\uf0c1 ") for each in page.select("h2")]
    assert titles == ["Authorization", "Channel parameters", "Messages", "Reply", "Details"]
    assert "Written words." in page.get_text()
    assert "sj-playground" not in site.text("bound.html")
    assert "record" in page.select_one("#messages").get_text()


def test_the_sidebar_has_the_actions(site):
    badges = [each.text for each in site.page("old/index.html").select("nav .sj-method")]
    assert set(badges) >= {"PUB", "SUB"}
    listed = site.page("index.html").select("nav .sj-method")
    assert [each.text for each in listed] == ["SEND", "RECV"]


def test_roles_link_to_operations(site):
    links = site.page("index.html").select("p a.reference")

    targets = [link["href"] for link in links]
    assert targets[0] == "bound.html"
    assert targets[1].startswith("old/")


def test_copies_for_language_models_and_the_download(site):
    text = site.text("bound.md")

    assert "SEND mk/channel/address/{id}" in text
    assert "- Correlation ID: `$message.header#/mk-correlation-id-location`" in text
    assert "## Reply" in text
    published = json.loads(site.text("_static/openapi/new.json"))
    assert published["asyncapi"] == "3.0.0"
    assert "mk-operation-title" in site.text("llms-full.txt")
    assert '"mkpayload"' in site.text("searchindex.js")


def test_tools_for_assistants_know_the_operations(site):
    tools = SiteTools(open_site(str(site.outdir)))

    listed = tools.list_operations()
    assert "- SEND sendAll (sendAll): mk-operation-title" in listed
    assert "- PUBLISH mk/channels/{id} (mk-operation-operationid)" in listed
    described = tools.describe_operation("send sendAll")
    assert "mk-operation-description" in described
    assert "## Messages" in described
    with pytest.raises(UnknownOperationError, match="there is no request"):
        tools.build_request("send sendAll")


def test_plain_text_has_the_same(build_shared_site):
    site = build_shared_site(FILES, builder="text")

    text = site.text("bound.txt")
    assert site.warnings == ""
    assert "SEND mk/channel/address/{id}" in text
    assert "Avro" in text
    assert "mk-reply-address-location" in text


def sidebar_links(site, name):
    return [link.get_text(" ", strip=True) for link in site.page(name).select("a.sj-row")]


def test_a_tab_may_have_an_openapi_and_an_asyncapi_document(site, build_site):
    entries = ["Overview", "GET List ships", "Overview", "RECV Hear of ships", "Ship"]
    assert sidebar_links(site, "both/list-ships.html") == entries
    assert sidebar_links(site, "both/messages/ship.html") == entries
    tab = {"tab": "API", "openapi": "/rest.json", "asyncapi": "/radio.json"}
    migrated = build_site({
        "docs.json": {"name": "Both", "theme": "mint", "colors": {"primary": "#123456"},
                      "navigation": {"tabs": [{"tab": "Start", "pages": ["index"]}, tab]}},
        "index.md": "# Home\n",
        "rest.json": REST,
        "radio.json": RADIO,
    })  # fmt: skip
    assert sidebar_links(migrated, "api-reference/list-ships.html") == entries


@pytest.mark.parametrize("place", ["anchors", "navigation"])
def test_an_anchor_or_a_group_may_have_an_asyncapi_document(build_clean, place):
    settings = {"name": "S", "navigation": [{"group": "Start", "pages": ["index"]}]}
    if place == "anchors":
        settings["anchors"] = [{"name": "Radio", "url": "radio", "asyncapi": "/radio.json"}]
    else:
        source = {"source": "/radio.json", "directory": "radio"}
        settings["navigation"].append({"group": "Radio", "asyncapi": source})
    site = build_clean({"site.json": settings, "index.md": "# Home\n", "radio.json": RADIO})

    assert "RECV Hear of ships" in sidebar_links(site, "radio/messages/ship.html")


def _headed(message):
    channel = {"address": "ships", "messages": {"Ship": message}}
    return {**SMALL, "channels": {"c": channel}}


HEADERS = {
    "type": "object",
    "properties": {"trace": {"type": "string", "examples": ["mk-generated"]}},
}
PAYLOAD = {"type": "object", "properties": {"name": {"type": "string"}}}


def _build_headed(build_site, message, **options):
    files = {
        "site.json": {**SITE, "tabs": []},
        "small.json": _headed(message),
        "index.md": "# Home\n",
        "bound.md": "---\nasyncapi: small receive hear\n---\n",
    }
    return build_site(files, **options)


@pytest.mark.parametrize(
    ("builder", "names"),
    [("html", ["bound.html", "bound.md"]), ("text", ["bound.txt"]), ("latex", ["*.tex"]),
     ("epub", ["bound.xhtml"])],
)  # fmt: skip
@pytest.mark.parametrize("payload", [{"payload": PAYLOAD}, {}])
def test_headers_have_a_generated_example_like_the_payload(build_site, builder, names, payload):
    built = _build_headed(build_site, {"headers": HEADERS, **payload}, builder=builder)

    assert built.warnings == ""
    for name in names:
        text = "".join(path.read_text(encoding="utf-8") for path in built.outdir.rglob(name))
        text = re.sub(r"<[^>]+>", "", text).replace("&quot;", '"').replace(r"\PYGZdq{}", '"')
        assert '"trace"' in text, name


def test_headers_of_an_example_are_those_of_the_document(build_site):
    example = {"headers": {"trace": "mk-written"}, "payload": {"name": "Ada"}}
    message = {"headers": HEADERS, "payload": PAYLOAD, "examples": [example]}
    built = _build_headed(build_site, message)
    code = built.page("bound.html").select_one(".sj-answers").get_text()

    assert '"trace": "mk-written"' in code and "mk-generated" not in code
    assert code.index("Ada") < code.index("Headers") < code.index("mk-written")


AVRO = {
    "schemaFormat": "application/vnd.apache.avro;version=1.9.0",
    "schema": {"type": "record", "name": "Ship", "fields": [{"name": "name", "type": "string"}]},
}


@pytest.mark.parametrize(
    ("message", "sent"),
    [
        ({"payload": PAYLOAD}, """'{"name": "string"}'"""),
        ({"contentType": "avro/binary", "payload": AVRO}, "'<avro/binary>'"),
        ({}, "'<application/json>'"),
    ],
)
def test_samples_send_an_example_or_a_placeholder(build_site, message, sent):
    server = {"host": "broker.example.com:9092", "protocol": "kafka"}
    built = _build_sending(build_site, message, server)

    assert built.warnings == ""
    assert f'producer.produce("ships", {sent})' in built.text("index.md")


def _build_sending(build_site, message, server):
    operation = {**SMALL["operations"]["hear"], "action": "send"}
    return build_site({
        "site.json": SITE | {"navigation": [{"group": "Start", "pages": ["index"]}], "tabs": []},
        "small.json": {**_headed(message), "servers": {"broker": server},
                       "operations": {"tell": operation}},
        "index.md": "---\nasyncapi: small send tell\n---\n",
    })  # fmt: skip


@pytest.mark.parametrize(
    ("schemes", "lines"),
    [
        ([{"type": "http", "scheme": "bearer"},
          {"type": "httpApiKey", "name": "session", "in": "cookie"}],
         ['headers = {"Authorization": "Bearer <token>"}\n', "headers=headers)"]),
        ([{"type": "http", "scheme": "basic"}], ['{"Authorization": "Basic <credentials>"}']),
        ([{"type": "httpApiKey", "name": "session", "in": "cookie"}],
         ['{"Cookie": "session=<api-key>"}']),
        ([{"type": "httpApiKey", "name": "key", "in": "query"}],
         ['connect("wss://ws.example.com/ships?key=<api-key>")']),
    ],
)  # fmt: skip
def test_samples_for_websocket_have_placeholders_for_credentials(build_site, schemes, lines):
    server = {"host": "ws.example.com", "protocol": "wss", "security": schemes}
    built = _build_sending(build_site, {"payload": PAYLOAD}, server)
    text = built.text("index.md")

    assert built.warnings == ""
    assert [line for line in lines if line not in text] == [], text
