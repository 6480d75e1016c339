"""Pages bound to a document, and pages generated from one, in real builds."""

import json
import re
from urllib.parse import urljoin

import pytest
import yaml

from support.sites import api_settings

DOCUMENT = yaml.safe_load("""
openapi: 3.1.0
info: {title: Pets, version: '1'}
paths:
  /pets:
    get:
      operationId: listPets
      summary: List pets
      tags: [Pets]
      responses: {'200': {description: OK}}
    post:
      operationId: addPet
      summary: Add a pet
      tags: [Pets]
      responses: {'201': {$ref: '#/components/responses/Pet'}}
  /orders:
    get: {operationId: listOrders, responses: {'200': {description: OK}}}
webhooks:
  newPet:
    post: {summary: A pet came, responses: {'200': {description: OK}}}
components:
  responses:
    Pet:
      description: OK
      content: {application/json: {schema: {$ref: '#/components/schemas/Pet'}}}
  schemas:
    Pet: {type: object, properties: {name: {type: string}}}
""")
SITE = api_settings("Pets", "/openapi.json")
INDEX = "---\ntitle: Home\n---\n"
FILES = {"site.json": SITE, "index.mdx": INDEX, "openapi.json": DOCUMENT}
GENERATED = {
    "api/index", "api/pets/list-pets", "api/pets/add-a-pet", "api/list-orders",
    "api/a-pet-came", "api/schemas/pet",
}  # fmt: skip


def bound(value, *, key="openapi", body="Own words."):
    return f"---\n{key}: {json.dumps(value)}\n---\n\n{body}\n"


def listed(*pages, **keys):
    """Settings that list pages and attach the document at the top level."""
    return {
        "name": "Pets",
        "navigation": [{"group": "G", "pages": ["index", *pages]}],
        "openapi": "/openapi.json",
        **keys,
    }


def sidebar(page):
    return [
        (
            name.text if (name := group.select_one(".sj-group-name")) else "",
            [a.get_text(" ", strip=True) for a in group.select("a")],
        )
        for group in page.select("nav.sj-tree .sj-group")
    ]


def changed(change):
    document = json.loads(json.dumps(DOCUMENT))
    change(document)
    return document


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("p.mdx", bound("GET /pets", body="# All pets\n\nOwn words.")),
        ("p.md", bound("GET /pets", body="# All pets\n\nOwn words.")),
        ("p.rst", ":openapi: GET /pets\n\nAll pets\n========\n\nOwn words.\n"),
    ],
)
def test_the_heading_of_a_bound_page_is_its_title(build_clean, name, text):
    site = build_clean({**FILES, "site.json": listed("p"), name: text})
    page = site.page("p.html")

    assert [heading.contents[0] for heading in page.select("main h1")] == ["All pets"]
    assert "All pets" in page.select_one("nav.sj-tree").text
    assert page.select_one("main .sj-endpoint")


@pytest.fixture(scope="module")
def site(build_shared_site):
    return build_shared_site(FILES)


@pytest.mark.oldest
def test_a_tab_with_a_document_has_a_page_for_each_operation(build_clean):
    site = build_clean(FILES)

    assert site.read_docs == GENERATED | {"index"}
    assert site.exists("api/pets/list-pets.html")


def test_generated_pages_are_in_the_navigation(site):
    page = site.page("api/pets/add-a-pet.html")

    assert sidebar(page) == [
        ("", ["Overview"]),
        ("Pets", ["GET List pets", "POST Add a pet"]),
        ("Other", ["GET List orders"]),
        ("Webhooks", ["HOOK A pet came"]),
    ]
    assert page.select_one("h1").contents[0] == "Add a pet"
    assert page.select_one("[aria-current=page]").get_text(" ", strip=True) == "POST Add a pet"
    assert str(site.folder) not in site.text("searchindex.js")


def test_a_schema_has_a_page_that_is_found_but_not_listed(site):
    page = site.page("api/schemas/pet.html")

    assert page.select_one("h1").contents[0] == "Pet"
    assert page.select_one('meta[name="robots"]') is None
    assert page.select_one("nav.sj-tree [aria-current]") is None


# A promise holds the others.
@pytest.mark.parametrize("builder", ["singlehtml", "epub", "gettext", "xml"])
def test_generated_pages_work_in_every_builder(build_clean, builder):
    build_clean(FILES, builder=builder, conf='version = "1"\ncopyright = "Pets"\n')


def test_parallel_reading_gives_the_same(build_clean, site):
    parallel = build_clean(FILES, parallel=2)

    for name in GENERATED:
        assert parallel.text(f"{name}.html") == site.text(f"{name}.html")


def test_a_generated_page_can_be_listed_where_the_author_wants_it(build_clean):
    navigation = [{"group": "Start", "pages": ["index", "api/list-orders", "api/schemas/pet"]}]
    site = build_clean({**FILES, "site.json": {**SITE, "navigation": navigation}})

    groups = dict(sidebar(site.page("api/list-orders.html")))
    assert groups["Start"] == ["GET List orders", "Pet"]
    assert "Other" not in groups


def test_a_written_page_wins(build_clean):
    site = build_clean({**FILES, "api/pets/list-pets.mdx": "---\ntitle: By hand\n---\n\nMine.\n"})

    assert "By hand" in site.page("api/pets/list-pets.html").select_one("h1").text
    assert sidebar(site.page("api/list-orders.html"))[1] == ("Pets", ["By hand", "POST Add a pet"])


BOUND = {
    "guides/list.mdx": "---\nopenapi: GET /pets\n---\n",
    "guides/add.mdx": "---\nopenapi: POST /pets\n---\n",
    "guides/orders.mdx": "---\nopenapi: GET /orders\n---\n",
    "guides/came.mdx": "---\nopenapi: webhook newPet\n---\n",
}
OF_API = [
    ("Pets", ["GET List pets", "POST Add a pet"]),
    ("Other", ["GET List orders"]),
    ("Webhooks", ["HOOK A pet came"]),
]
GUIDES = {"group": "Guides", "pages": [name.removesuffix(".mdx") for name in BOUND]}
TABS = [{"name": "Guides", "url": "guides"}, *SITE["tabs"]]


@pytest.mark.parametrize(
    "settings",
    [
        {"navigation": [*SITE["navigation"], GUIDES]},
        {"navigation": [*SITE["navigation"], GUIDES], "tabs": TABS},
        {"navigation": [*SITE["navigation"], GUIDES], "tabs": [], "anchors": SITE["tabs"]},
        {},
    ],
    ids=["listed elsewhere", "listed in another tab", "of an anchor", "listed nowhere"],
)
def test_a_tab_lists_the_written_pages_that_show_its_operations(build_clean, settings):
    site = build_clean({**FILES, **BOUND, "site.json": {**SITE, **settings}})

    assert "api/pets/list-pets" not in site.read_docs
    assert sidebar(site.page("api/index.html")) == [("", ["Overview"]), *OF_API]
    elsewhere = [name for name, _ in sidebar(site.page("guides/list.html"))]
    assert elsewhere[-1] == ("Guides" if settings else "Webhooks")


def test_a_tab_lists_written_and_generated_pages_together(build_clean):
    pages = {"guides/list.mdx": BOUND["guides/list.mdx"]}
    guides = {"group": "Guides", "pages": ["guides/list"]}
    site = build_clean(
        {**FILES, **pages, "site.json": {**SITE, "navigation": [*SITE["navigation"], guides]}}
    )

    assert sidebar(site.page("api/pets/add-a-pet.html"))[1:] == OF_API
    assert sidebar(site.page("guides/list.html")) == [
        ("Start", ["Home"]),
        ("Guides", ["GET List pets"]),
    ]


def test_a_written_opening_is_first_in_its_tab(build_clean):
    site = build_clean({**FILES, **BOUND, "api/index.mdx": "---\ntitle: Our API\n---\n\nWords.\n"})

    assert sidebar(site.page("api/index.html")) == [("", ["Our API"]), *OF_API]


def test_tabs_of_one_name_keep_their_own_pages(build_clean):
    tabs = [{"name": "API", "url": url, "openapi": "/openapi.json"} for url in ("one", "two")]
    site = build_clean({**FILES, "site.json": {**SITE, "tabs": tabs}})

    for folder in ("one", "two"):
        page = site.page(f"{folder}/index.html")
        assert sidebar(page)[1:] == OF_API
        hrefs = [a["href"] for a in page.select("nav.sj-tree a")][1:]
        assert hrefs
        assert not any(href.startswith("../") for href in hrefs)


def test_a_document_without_operations_lists_its_schemas(build_clean):
    def only_schemas(document):
        document["paths"] = {}
        del document["webhooks"]

    site = build_clean({**FILES, "openapi.json": changed(only_schemas)})

    assert sidebar(site.page("api/schemas/pet.html")) == [("", ["Overview"]), ("Schemas", ["Pet"])]


def test_the_top_level_key_alone_generates_nothing(build_clean):
    site = build_clean({**FILES, "site.json": listed()})

    assert site.read_docs == {"index"}


@pytest.mark.parametrize(
    ("text", "title"),
    [
        (bound("GET /pets"), "List pets"),
        (bound("get /pets"), "List pets"),
        (bound("openapi POST /pets"), "Add a pet"),
        (bound("/openapi.json GET /orders"), "List orders"),
        (bound("webhook newPet"), "A pet came"),
        (bound("Pet", key="openapi-schema"), "Pet"),
        ("---\ntitle: My title\nopenapi: GET /pets\n---\n\nOwn words.", "My title"),
    ],
    ids=["operation", "small letters", "document", "file", "webhook", "schema", "own title"],
)
def test_a_page_binds_to_an_operation_or_a_schema(build_clean, text, title):
    page = build_clean({**FILES, "site.json": listed("p"), "p.mdx": text}).page("p.html")

    assert page.select_one("h1").contents[0] == title
    assert "Own words." in page.select_one("main").text


def test_schemas_of_a_document_that_pages_show_have_pages(build_clean):
    site = build_clean({**FILES, "site.json": listed("p"), "p.mdx": bound("POST /pets")})

    assert site.read_docs == {"index", "p", "openapi/schemas/pet"}
    assert site.page("p.html").select_one('main a[href="openapi/schemas/pet.html"]')


DIRECTIVES = {
    "own.mdx": "# Own\n\nWords.\n\n```{openapi-schema} Pet\n```\n",
    "own.rst": "Own\n===\n\nWords.\n\n.. openapi-schema:: Pet\n",
}


@pytest.mark.parametrize("name", DIRECTIVES)
@pytest.mark.parametrize("is_bound", [True, False])
def test_a_schema_with_an_authored_page_has_no_other(build_clean, name, is_bound):
    text = bound("Pet", key="openapi-schema") if is_bound else DIRECTIVES[name]
    if is_bound and name.endswith(".rst"):
        text = ":openapi-schema: Pet\n\nOwn\n===\n"
    site = build_clean(
        {**FILES, "site.json": listed("p", "own"), "p.mdx": bound("POST /pets"), name: text}
    )

    assert site.read_docs == {"index", "p", "own"}
    target = "own.html" if is_bound else "own.html#schema-pet"
    assert site.page("p.html").select_one(f'main a[href="{target}"]')
    assert f"../../{target}" in site.text("openapi/schemas/pet.html")
    assert "openapi/schemas/pet" not in site.text("llms.txt")


def test_what_a_directive_shows_in_a_guide_keeps_its_page_in_the_reference(build_site):
    site = build_site({**FILES, "own.mdx": DIRECTIVES["own.mdx"]})
    settings = listed("p", "own", "openapi/schemas/pet")
    pages = {"p.mdx": bound("POST /pets"), "own.mdx": bound("Pet", key="openapi-schema")}
    with_listed = build_site({**FILES, "site.json": settings, **pages})

    assert site.warnings == with_listed.warnings == ""
    assert site.read_docs == {"index", "own", *GENERATED}
    assert "openapi/schemas/pet" in with_listed.read_docs


def test_an_example_of_a_directive_replaces_no_page(build_site):
    text = "# Own\n\n````markdown\n```{openapi-schema} Pet\n```\n````\n"
    site = build_site(
        {**FILES, "site.json": listed("p", "own"), "p.mdx": bound("POST /pets"), "own.mdx": text}
    )

    assert "openapi/schemas/pet" in site.read_docs


def test_the_url_of_a_generated_page_links_to_the_authored_one(build_clean):
    own = bound("GET /pets", body="[This](/api/pets/list-pets), [that](/api/pets/add-a-pet).")
    site = build_clean({**FILES, "own.mdx": own})

    assert site.read_docs == {"index", "own", *GENERATED} - {"api/pets/list-pets"}
    assert 'url=../../own.html"' in site.text("api/pets/list-pets.html")
    links = [link["href"] for link in site.page("own.html").select("main p a.reference")]
    assert links[:2] == ["own.html", "api/pets/add-a-pet.html"] or links[:2] == [
        "#", "api/pets/add-a-pet.html",
    ]  # fmt: skip


def test_redirects_of_the_settings_come_before_those_of_generated_pages(build_clean):
    redirect = {"source": "/api/pets/list-pets", "destination": "/"}
    settings = {**SITE, "redirects": [redirect]}
    site = build_clean({**FILES, "site.json": settings, "own.mdx": bound("GET /pets")})

    assert "own.html" not in site.text("api/pets/list-pets.html")


def test_an_endpoint_page_has_its_method_in_the_sidebar(build_clean):
    text = "---\ntitle: By hand\napi: POST https://example.com/x\n---\n"
    site = build_clean({**FILES, "site.json": listed("p"), "p.mdx": text})

    assert dict(sidebar(site.page("p.html")))["G"] == ["Home", "POST By hand"]


def test_documents_are_found_when_no_setting_names_them(build_clean):
    settings = {"name": "Pets", "navigation": [{"group": "G", "pages": ["index", "p"]}]}
    site = build_clean(
        {
            "site.json": settings,
            "index.mdx": INDEX,
            "p.mdx": bound("GET /pets"),
            "apis/pets.yaml": json.dumps(DOCUMENT),
            "other.json": '{"swagger": "2.0"}',
        }
    )

    assert site.page("p.html").select_one("h1").contents[0] == "List pets"


@pytest.mark.parametrize(
    ("page", "message", "code"),
    [
        (
            bound("GET /pet"),
            'no operation "GET /pet" in "/openapi.json". Did you mean "GET /pets"?',
            "operation_not_found",
        ),
        (bound("GET /pets/"), 'Did you mean "GET /pets"?', "operation_not_found"),
        (bound("nope GET /pets"), 'no API document called "nope"', "operation_not_found"),
        (bound("../x GET /pets"), 'no API document called "../x"', "operation_not_found"),
        (bound("GET"), "does not name an operation", "binding"),
        (bound("listOrders"), 'or "webhook NAME". Did you mean "GET /orders"?', "binding"),
        (bound("/orders"), 'or "webhook NAME". Did you mean "GET /orders"?', "binding"),
        (bound("Pett", key="openapi-schema"), 'Did you mean "Pet"?', "schema_not_found"),
    ],
)
def test_a_stale_page_keeps_its_text_and_says_what_is_wrong(build_site, page, message, code):
    site = build_site({**FILES, "site.json": listed("p"), "p.mdx": page})

    assert site.warnings.count("WARNING") == 1
    assert "p.mdx:2: WARNING" in site.warnings
    assert message in site.warnings
    assert f"[sitejson.{code}]" in site.warnings
    main = site.page("p.html").select_one("main")
    assert "Own words." in main.text
    shown = [block.get_text(" ", strip=True) for block in main.select(".sj-endpoint")]
    written = page.partition('"\n---')[0].partition('"')[2].split()
    assert shown == ([" ".join(written[-2:])] if code == "operation_not_found" else [])


def test_a_stale_page_has_its_badge_in_the_sidebar(build_site):
    site = build_site({**FILES, "site.json": listed("p"), "p.mdx": bound("DELETE /pets")})

    row = site.page("p.html").select_one("nav.sj-tree [aria-current=page]")
    assert row.get_text(" ", strip=True).startswith("DEL ")


def test_a_document_that_only_a_page_names_says_why_it_cannot_be_read(build_site):
    text = "# P\n\n```{openapi-operation} broken.json GET /a\n```\n"
    settings = {"name": "Pets", "navigation": [{"group": "G", "pages": ["index", "p"]}]}
    site = build_site(
        {"site.json": settings, "index.mdx": INDEX, "p.md": text, "broken.json": "{a"}
    )

    assert "broken.json:1:2: WARNING: this is not valid JSON" in site.warnings


def test_several_documents_with_the_operation_are_named(build_site):
    settings = listed("p", openapi=["/openapi.json", "/other.json"])
    site = build_site(
        {**FILES, "site.json": settings, "other.json": DOCUMENT, "p.mdx": bound("GET /pets")}
    )

    assert 'several documents have "GET /pets"' in site.warnings
    assert 'using the one in "/openapi.json".' in site.warnings
    assert 'such as "openapi.json GET /pets".' in site.warnings
    assert "p.mdx:2: WARNING" in site.warnings
    assert site.warnings.count("[sitejson.binding]") == 1
    assert "The same applies" not in site.warnings
    assert site.page("p.html").select_one("main .sj-endpoint")


def test_what_several_documents_have_is_reported_once_with_a_count(build_site):
    names = [f"p{number}" for number in range(8)]
    settings = listed(*names, openapi=["/openapi.json", "/other.json"])
    site = build_site(
        {
            **FILES,
            "site.json": settings,
            "other.json": DOCUMENT,
            **{f"{name}.mdx": bound("GET /pets") for name in names},
        }
    )

    assert site.warnings.count("several documents have") == 1
    assert (
        'The same applies to 7 other references, on: "p1", "p2", "p3", "p4", "p5" and other pages.'
    ) in site.warnings


def test_directives_show_operations_in_any_page(build_site):
    site = build_site(
        {
            **FILES,
            "site.json": listed("p", "q"),
            "p.md": "# P\n\n```{openapi-operation} POST /pets\n```\n\n```{openapi-schema} Pet\n```",
            "q.rst": "Q\n=\n\n.. openapi-operation:: GET /nowhere\n",
        }
    )

    assert "q.rst:4: WARNING" in site.warnings
    assert site.warnings.count("WARNING") == 1
    assert site.page("p.html").select_one("main .sj-method").text == "POST"


def test_a_directive_far_down_a_page_finds_the_documents_of_the_project(build_clean):
    body = "Many words. " * 4000 + "\n\n```{openapi-operation} GET /orders\n```\n"
    settings = {"name": "Pets", "navigation": [{"group": "G", "pages": ["index", "p"]}]}
    site = build_clean({**FILES, "site.json": settings, "p.md": f"# P\n\n{body}"})

    assert "/orders" in site.page("p.html").select_one("main").text


def test_a_link_without_extension_links_to_a_page(build_clean):
    index = "---\ntitle: Home\n---\n\n[Orders](/api/list-orders)\n"
    site = build_clean({**FILES, "index.mdx": index})

    assert site.page("index.html").select_one('main a[href="api/list-orders.html"]')


LINKS = """
[Absolute](/api/get-orders)
[Relative](api/get-orders)
[With extension](/api/get-orders.html)
[File](api/get-orders.md)
[Part](/api/get-orders#response-200)
{doc}`/api/get-orders`
<a href="/api/get-orders">HTML</a>

<Card title="Orders" href="/api/get-orders">Orders</Card>
"""


@pytest.mark.parametrize("builder", ["html", "dirhtml"])
def test_the_previous_url_of_a_page_links_to_it(build_clean, builder):
    settings = {
        **SITE,
        "navigation": [
            {"group": "Start", "pages": ["index", "/api/get-orders", "api/schemas/pet"]}
        ],
        "topbarLinks": [{"name": "Orders", "url": "/api/get-orders"}],
    }
    index = f"---\ntitle: Home\nrelated: [/api/get-orders]\n---\n{LINKS}"
    conf = 'html_baseurl = "https://pets.example/"\n'
    site = build_clean(
        {**FILES, "site.json": settings, "index.mdx": index}, builder=builder, conf=conf
    )
    suffix = "/" if builder == "dirhtml" else ".html"

    assert site.read_docs == {"index", *GENERATED}
    page = site.page("index.html")
    links = [link["href"] for link in page.select("a[href*=orders]")]
    assert {link.partition("#")[0] for link in links} == {f"api/list-orders{suffix}"}
    assert len(page.select("main a[href*=orders]")) >= 8
    old = "api/get-orders/index.html"
    assert f"list-orders{suffix}" in site.page(old).select_one("meta[http-equiv]")["content"]
    for file in ("sitemap.xml", "llms.txt", "llms-full.txt", "searchindex.js", "objects.inv"):
        assert b"get-orders" not in (site.outdir / file).read_bytes(), file


def family(document):
    """Give the pet a parent and an owner, whose pet it is."""
    refers = {name: {"$ref": f"#/components/schemas/{name}"} for name in ("Pet", "Owner")}
    schemas = document["components"]["schemas"]
    schemas["Pet"]["properties"] |= {"parent": refers["Pet"], "owner": refers["Owner"]}
    schemas["Owner"] = {"type": "object", "properties": {"pet": refers["Pet"]}}
    both = document["paths"]["/pets"]
    both["get"]["responses"] = both["post"]["responses"]


@pytest.mark.parametrize("builder", ["html", "dirhtml"])
def test_a_field_on_many_pages_links_to_its_schema_from_each(build_site, builder):
    pages = {
        **FILES,
        "openapi.json": changed(family),
        "site.json": SITE | {"navigation": [{"group": "G", "pages": ["index", "guides/add"]}]},
        "guides/add.mdx": bound("POST /pets"),
    }
    built = build_site(pages, builder=builder)
    for name in ("guides/add", "api/pets/list-pets", "api/schemas/pet", "api/schemas/owner"):
        file = f"{name}/index.html" if builder == "dirhtml" else f"{name}.html"
        links = {a.text: a["href"] for a in built.page(file).select(".sj-api a.sj-type")}
        for label, own in {"Pet": "api/schemas/pet", "Owner": "api/schemas/owner"}.items():
            if name == own:
                assert links.get(label, "#") == "#"
            else:
                target = urljoin(f"/{file.removesuffix('index.html')}", links[label])
                assert target == (f"/{own}/" if builder == "dirhtml" else f"/{own}.html")
        written = re.findall(r"\]\((\.[^)]*)\)", built.text(f"{name}.md"))
        assert written
        assert all(built.exists(urljoin(f"/{name}.md", link)[1:]) for link in written)


def test_a_missing_document_is_reported_at_the_setting(build_site):
    site = build_site(
        {"site.json": {**SITE, "openapi": "/nope.json"}, "index.mdx": INDEX, "openapi.json": "{}"}
    )

    assert 'openapi: the OpenAPI document "/nope.json" is not in the project' in site.warnings
    assert "[sitejson.missing_file]" in site.warnings


def test_pages_without_their_document_are_reported_once(build_site):
    names = [f"p{number}" for number in range(8)]
    pages = {f"{name}.mdx": bound("GET /pets") for name in names}
    settings = listed(*names, openapi="/nope.json")
    site = build_site({"site.json": settings, "index.mdx": INDEX, **pages})

    assert site.warnings.count("WARNING") == 1
    assert site.warnings.count("ERROR") == 1
    assert (
        "ERROR: openapi: /nope.json: it cannot be read, so its reference is missing. These pages"
        in (site.warnings)
    )
    assert '"p0", "p1", "p2", "p3", "p4" and 3 others. [sitejson.openapi_unreadable]' in (
        site.warnings
    )
    main = site.page("p7.html").select_one("main").text
    assert "Own words." in main
    assert "This part of the API reference is missing" in main


@pytest.mark.parametrize(
    ("source", "folder"),
    [("/nope.json", "api-reference"), ({"source": "nope.json", "directory": "/v2"}, "v2")],
)
def test_links_to_the_pages_of_a_missing_document_are_not_broken_as_well(
    build_site, source, folder
):
    docs = {
        "name": "S",
        "theme": "mint",
        "colors": {"primary": "#0D9373"},
        "navigation": {"tabs": [{"tab": "Guide", "pages": ["index"]},
                                {"tab": "API", "openapi": source, "pages": ["GET /pets"]}]},
    }  # fmt: skip
    text = (
        f"# Start\n\n[One](/{folder}/pets/list-pets) and [two](/other/pets).\n\n"
        "[Body](/add#body-name) and [other](#none).\n"
    )
    site = build_site({"docs.json": docs, "index.mdx": text, "add.mdx": bound("POST /pets")})

    assert "[sitejson.openapi_unreadable]" in site.warnings
    assert site.warnings.count("[sitejson.broken_link]") == 2
    assert 'the link "/other/pets" is broken' in site.warnings
    assert 'the link "#none" is broken' in site.warnings


@pytest.mark.parametrize("text", ["{", "nonsense", "openapi: 9.9.9\n", "[]", "\0"])
def test_a_document_that_breaks_is_an_error_with_a_name(build_site, text):
    document = "openapi: 3.1.0\ninfo: {title: A, version: '1'}\npaths: {/a: {get: {}}}\n"
    files = {
        "site.json": api_settings("S", "api.yaml", pages=["index", "op", "schema"], group=""),
        "index.mdx": INDEX,
        "op.mdx": bound("GET /a"),
        "schema.rst": "Schema\n======\n\n.. openapi-schema:: A\n",
        "api.yaml": document,
    }
    assert "openapi_unreadable" not in build_site(files).warnings
    site = build_site({**files, "api.yaml": text})

    named = r"site\.json:\d+:\d+: ERROR: [\w\[\].]+: /?api\.yaml: it cannot be read"
    assert re.search(named, site.warnings)
    assert "[sitejson.openapi_unreadable]" in site.warnings
    for name in ("op.html", "schema.html"):
        assert "reference is missing because its source could" in site.page(name).text


def test_a_language_that_nobody_can_write_is_reported_at_the_setting(build_site):
    languages = ["bash", "pyhton", "Rust"]
    settings = {**SITE, "api": {"request": {"example": {"languages": languages}}}}
    document = json.loads(json.dumps(DOCUMENT))
    document["paths"]["/pets"]["get"]["x-codeSamples"] = [{"lang": "rust", "source": "get();"}]
    site = build_site({**FILES, "site.json": settings, "openapi.json": document})

    assert "api.request.example.languages[1]: there are no request samples in" in site.warnings
    assert 'Did you mean "python"?' in site.warnings
    assert "Rust" not in site.warnings


def test_a_changed_document_reads_the_pages_that_reach_what_changed(build_site):
    site = build_site(FILES).rebuild({"openapi.json": json.dumps(DOCUMENT, indent=1)})
    assert site.read_docs == set()

    document = changed(lambda d: d["components"]["schemas"]["Pet"].update(title="A pet"))
    site = site.rebuild({"openapi.json": document})
    assert site.read_docs == {"api/pets/add-a-pet", "api/schemas/pet"}

    document["paths"]["/orders"]["get"]["summary"] = "All orders"
    site = site.rebuild({"openapi.json": document})
    assert "api/all-orders" in site.read_docs
    assert not {"api/pets/list-pets", "api/pets/add-a-pet"} & site.read_docs


def test_a_stale_page_is_read_again_when_its_operation_comes_back(build_site):
    files = {**FILES, "site.json": listed("p"), "p.mdx": bound("GET /cats")}
    site = build_site(files)
    assert "[sitejson.operation_not_found]" in site.warnings

    document = changed(
        lambda d: d["paths"].update(
            {"/cats": {"get": {"summary": "Cats", "responses": {"200": {"description": "OK"}}}}}
        )
    )
    again = site.rebuild({"openapi.json": document})
    assert again.warnings == ""
    assert again.page("p.html").select_one("h1").contents[0] == "Cats"


def test_a_file_that_the_document_refers_to_counts_as_part_of_it(build_clean):
    document = changed(lambda d: d["components"]["schemas"].update(Pet={"$ref": "./pet.json"}))
    site = build_clean({**FILES, "openapi.json": document, "pet.json": {"type": "object"}})
    again = site.rebuild({"pet.json": {"type": "object", "title": "Pet from a file"}})

    assert {"api/pets/add-a-pet", "api/schemas/pet"} <= again.read_docs
    assert "api/pets/list-pets" not in again.read_docs
    assert again.page("api/schemas/pet.html").select_one("h1").contents[0] == "Pet from a file"


def test_a_document_that_cannot_be_fetched_is_reported_once(build_site):
    url, pages = "http://127.0.0.1:9/openapi.json", ["index", "a", "GET /pets"]
    redirects = [{"source": "/old", "destination": "/api/pets/list-pets"}]
    site = build_site(
        {
            "site.json": api_settings("X", url, pages=pages, redirects=redirects),
            "index.md": "# Start\n\n{openapi:op}`GET /pets` {openapi:schema}`Pet` "
            "{openapi:tag}`pets` {doc}`/api/pets/list-pets`\n",
            "a.mdx": "---\nopenapi: GET /pets\n---\n\n[One](/api/pets/list-pets)\n",
        }
    )

    (error,) = site.warnings.splitlines()
    assert re.search(r"site\.json:\d+:\d+: ERROR: tabs\[0\]\.openapi: ", error)
    assert f": {url}: it could not be fetched: " in error
    assert 'so its reference is missing. These pages show no operation or schema: "a".' in error
