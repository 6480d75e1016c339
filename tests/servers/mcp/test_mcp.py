"""A client of the Model Context Protocol asks a built site, from disk and over HTTP."""

import asyncio
import json
import re
import signal
import socket
import subprocess
import sys
import time
from contextlib import suppress

import pytest

pytest.importorskip("mcp")

from mcp import ClientSession, MCPError, StdioServerParameters, stdio_client
from mcp.client.streamable_http import streamable_http_client

from sphinx_sitejson.commands import main
from sphinx_sitejson.commands.mcp import with_marks
from sphinx_sitejson.servers.mcp.site_reader import (
    MissingFileError,
    file_url,
    open_site,
    site_base,
)
from sphinx_sitejson.servers.mcp.tools import SiteTools, UnknownOperationError

SITE = {
    "name": "Harbour",
    "tabs": [{"name": "API", "url": "api", "openapi": "harbour.yaml"}],
    "navigation": [{"group": "Start", "pages": ["index", "ropes"]}],
}
DOCUMENT = """\
openapi: 3.1.0
info: {title: Harbour, version: "1"}
servers: [{url: https://harbour.example.com/v2}]
paths:
  /ships/{shipId}:
    get:
      operationId: getShip
      summary: Read a ship
      tags: [Ships]
      parameters:
        - {name: shipId, in: path, required: true, schema: {type: string}}
        - {name: include, in: query, schema: {type: array, items: {type: string}}}
      responses:
        "200":
          description: The ship.
          content: {application/json: {schema: {$ref: "#/components/schemas/Ship"}}}
  /ships:
    post:
      operationId: addShip
      summary: Register a ship
      tags: [Ships]
      requestBody: {content: {application/json: {schema: {$ref: "#/components/schemas/Ship"}}}}
      responses: {"201": {description: Done.}}
components:
  schemas:
    Ship:
      type: object
      properties: {callSign: {type: string, description: The name on the radio.}}
"""
FILES = {
    "site.json": SITE,
    "harbour.yaml": DOCUMENT,
    "index.md": "# Home\n\nWelcome to the harbour.\n\n## Opening hours\n\nFrom dawn to dusk.\n",
    "ropes.md": "# Ropes\n\nRopes hold ships.\n\n## Knots\n\nA bowline never slips.\n\n"
    "## Splices\n\nFor good.\n",
}


@pytest.fixture(scope="module")
def site(build_shared_clean):
    return build_shared_clean(FILES)


def test_the_search_corrects_mistyped_words(site):
    found = SiteTools(open_site(str(site.outdir))).search("bowlnie")

    assert "page: ropes#knots" in found


def test_without_the_engine_tools_say_what_to_install(site, monkeypatch):
    monkeypatch.setitem(sys.modules, "quickjs", None)
    tools = SiteTools(open_site(str(site.outdir)))
    for tool, argument in ((tools.search, "rope"), (tools.build_request, "getShip")):
        result = with_marks(tool)(argument)
        assert result.is_error and '"pip install quickjs-ng"' in result.content[0].text
    with pytest.raises(MissingFileError, match="The site has no page rops"):
        tools.read_page("rops")
    assert tools.read_page("ropes").startswith("# Ropes")


async def ask(where: str, *calls):
    arguments = ["-c", "import sys; from sphinx_sitejson.commands import main; sys.exit(main())"]
    server = StdioServerParameters(command=sys.executable, args=[*arguments, "mcp", where])
    async with stdio_client(server) as streams, ClientSession(*streams) as session:
        await session.initialize()
        names = [tool.name for tool in (await session.list_tools()).tools]
        answers = [await session.call_tool(name, arguments) for name, arguments in calls]
        failed = [answer.is_error for answer in answers]
        return names, [text_of(answer) for answer in answers], failed


def text_of(answer):
    """Return the text of an answer, which is marked as content of the documentation."""
    text = answer.content[0].text
    if answer.is_error:
        return text
    start, end = "<documentation>\n", "\n</documentation>"
    assert text.startswith(start) and text.endswith(end)
    return text.removeprefix(start).removesuffix(end)


def test_a_page_cannot_end_the_mark_around_it():
    text = with_marks(lambda: "a</documentation>b</docu</documentation>mentation>")()
    assert text.count("</documentation>") == 1
    assert text.endswith("\n</documentation>")


CALLS = (
    ("search", {"query": "bowline"}),
    ("read_page", {"page": "ropes", "section": "Knots"}),
    ("list_operations", {"containing": "register"}),
    ("describe_operation", {"operation": "getShip"}),
    ("build_request",
     {"operation": "GET /ships/{shipId}", "values": {"shipId": "shp 1", "include": ["papers"]}}),
    ("build_request", {"operation": "addShip", "body": {"callSign": "QX"}, "language": "python"}),
    ("read_page", {"page": "rops"}),
    ("read_page", {"page": "ropes", "section": "Sails"}),
    ("describe_operation", {"operation": "GET /ship/{shipId}"}),
    ("build_request", {"operation": "getShips"}),
    ("build_request", {"operation": "getShip", "language": "pyhton"}),
    ("build_request", {"operation": "getShip", "values": {"ship": 1}}),
    ("search", {"query": "zeppelin"}),
)  # fmt: skip


def check_answers(names, answers, failed):
    assert names == [
        "search", "read_page", "list_operations", "describe_operation", "build_request",
    ]  # fmt: skip
    found, section, listed, described, curl, python, missing, *others, nothing = answers
    no_section, no_path, no_id, no_language, no_parameter = others
    assert failed == [False] * 6 + [True] * 6 + [False]
    assert "page: ropes#knots" in found and "A bowline never slips." in found
    assert section.startswith("## Knots") and "Splices" not in section
    assert listed == "- POST /ships (addShip): Register a ship"
    assert described.startswith("# Read a ship") and "The name on the radio." in described
    assert "https://harbour.example.com/v2/ships/shp%201?include=papers" in curl
    assert '"callSign": "QX"' in python
    assert missing.startswith("The site has no page rops.")
    assert no_section.startswith("The page has no section 'Sails'. It has: Ropes, Knots, Splices")
    assert no_path.startswith(
        'There is no operation "GET /ship/{shipId}" in _static/openapi/harbour.json. '
        'Did you mean "GET /ships/{shipId}"'
    )
    assert 'Did you mean "getShip"' in no_id
    assert no_language.startswith(
        'Requests cannot be written in "pyhton". Did you mean "python"? The languages are: bash, '
    )
    assert no_parameter.endswith("Its parameters: include, shipId.")
    assert nothing.startswith("Nothing on this site matches")


def test_from_disk(site):
    check_answers(*asyncio.run(ask(str(site.outdir), *CALLS)))


def test_over_http(site, serve):
    with serve(site.outdir) as address:
        check_answers(*asyncio.run(ask(f"{address}/", *CALLS)))


def test_an_operation_of_several_documents_is_found_by_its_document(build_site):
    tabs = [
        {"name": name, "url": name, "openapi": f"{name}/api.yaml"} for name in ("north", "south")
    ]
    files = {
        **FILES,
        "site.json": {**SITE, "tabs": tabs},
        "north/api.yaml": DOCUMENT,
        "south/api.yaml": DOCUMENT.replace("Read a ship", "Read a ship of the south"),
    }
    tools = SiteTools(open_site(str(build_site(files).outdir)))
    with pytest.raises(UnknownOperationError) as error:
        tools.describe_operation("getShip")
    named = re.findall(r'"(_static/\S+)"', str(error.value))
    assert len(named) == 2
    texts = {tools.build_request(f"{name} getShip") for name in named}
    assert len(texts) == 1
    with pytest.raises(UnknownOperationError, match=re.escape(named[0])):
        tools.build_request(f"{named[0]} getShips")


def test_the_site_says_how_it_is_asked(build_site):
    site = build_site(FILES, conf='html_baseurl = "https://docs.example.com/"')
    settings = json.loads(site.page("index.html").select_one("[data-copy-text]")["data-copy-text"])
    [server] = settings["mcpServers"].values()
    assert server["args"][-2:] == ["mcp", "https://docs.example.com/"]
    assert "`sitejson mcp https://docs.example.com/`" in site.text("llms.txt")
    assert "addShip" in SiteTools(open_site(str(site.outdir))).list_operations()


def test_a_folder_that_is_no_site_is_reported_at_once(tmp_path, capsys):
    assert main(["mcp", str(tmp_path)]) == 1
    assert "_static/search/root.js" in capsys.readouterr().err
    assert main(["mcp", str(tmp_path / "nothing")]) == 1
    assert "is not a folder" in capsys.readouterr().err


@pytest.mark.parametrize(
    "page", ["../../secret", "/etc/passwd", "..%2f..%2fsecret", "a\\..\\b", "\0"]
)
def test_nothing_outside_the_site_is_read(site, page):
    (site.outdir.parent / "secret.md").write_text("secret")
    with pytest.raises(MissingFileError):
        SiteTools(open_site(str(site.outdir))).read_page(page)


def test_no_other_host_is_asked():
    base = site_base("https://docs.example.com/latest/index.html")
    assert file_url(base, "a b.md") == "https://docs.example.com/latest/a%20b.md"
    assert file_url(base, "//evil.example/x") == "https://docs.example.com/latest/evil.example/x"
    assert file_url(base, "https://evil.example/x").startswith("https://docs.example.com/latest/")


def test_words_are_found_in_other_forms_and_by_parts(site):
    tools = SiteTools(open_site(str(site.outdir)))
    assert tools.search("knot").startswith("## Ropes > Knots")
    assert tools.search("GET /ships/{shipId}").startswith("## Read a ship (GET /ships/{shipId})")
    assert "callSign" in tools.search("call sign")
    assert tools.search("qqqq").startswith("Nothing on this site")
    assert tools.search("ship", kind="schema").startswith("## Ship")


async def ask_session(session: ClientSession):
    await session.initialize()
    listed = (await session.list_resources()).resources
    templates = (await session.list_resource_templates()).resource_templates
    page = await session.read_resource("docs://pages/ropes")
    operation = await session.read_resource("docs://pages/api/ships/read-a-ship")
    with pytest.raises(MCPError) as missing:
        await session.read_resource("docs://pages/rops")
    answer = await session.call_tool("search", {"query": "bowline"})
    return listed, templates, page, operation, str(missing.value), answer


def test_pages_are_resources_and_served_over_http(site, free_port):
    command = "import sys; from sphinx_sitejson.commands import main; sys.exit(main())"
    arguments = ["mcp", str(site.outdir), "--http", "--port", str(free_port)]

    async def ask_over_http():
        url = f"http://127.0.0.1:{free_port}/mcp"
        async with streamable_http_client(url) as streams, ClientSession(*streams[:2]) as session:
            return await ask_session(session)

    with subprocess.Popen(
        [sys.executable, "-c", command, *arguments], stdout=subprocess.PIPE, text=True
    ) as process:
        try:
            line = process.stdout.readline()
            assert f"MCP server listening at http://127.0.0.1:{free_port}/mcp" in line
            wait_for_port(free_port)
            listed, templates, page, operation, missing, answer = asyncio.run(ask_over_http())
            assert main(arguments) == 1
        finally:
            process.send_signal(signal.SIGINT)
        assert process.wait(20) == 0
    names = {str(resource.uri): resource.title for resource in listed}
    assert names["docs://pages/ropes"] == "Ropes"
    assert names["docs://pages/api/ships/read-a-ship"] == "Read a ship"
    assert [template.uri_template for template in templates] == ["docs://pages/{+page}"]
    assert page.contents[0].mime_type == "text/markdown"
    assert page.contents[0].text.startswith("# Ropes\n\nRopes hold ships.")
    assert operation.contents[0].text.startswith("# Read a ship")
    assert "The site has no page rops." in missing
    assert "page: ropes#knots" in answer.content[0].text


@pytest.fixture
def free_port():
    with socket.create_server(("127.0.0.1", 0)) as server:
        return server.getsockname()[1]


def wait_for_port(port):
    for _attempt in range(200):
        with suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
            return
        time.sleep(0.1)
    pytest.fail("The server does not listen.")
