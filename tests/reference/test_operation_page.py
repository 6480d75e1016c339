"""All that a page shows of an operation."""

import pytest
from openapi.support import document_of

from sphinx_sitejson.http_messages.options import ReferenceOptions
from sphinx_sitejson.reference.views.operation_page import operation_view
from sphinx_sitejson.reference.views.operation_parts import status_kind, status_title
from sphinx_sitejson.settings.site import Auth

from .support import all_fields, operation_page, ref


def parameter(name="p", place="query", **more):
    return {"name": name, "in": place, **more}


def only_field(**more):
    return operation_page({"parameters": [parameter(**more)]}).parameters[0].fields[0]


def test_text_of_the_operation():
    document = document_of(
        {
            "/pets": {
                "summary": "Pets",
                "description": "All of them",
                "get": {
                    "summary": "List  pets",
                    "operationId": "listPets",
                    "description": "**Lists**",
                    "deprecated": True,
                    "x-sunset": "2026-01-01",
                    "x-replaced-by": "GET /animals",
                    "tags": ["a", "b"],
                    "externalDocs": {"url": "https://x.test", "description": "More"},
                    "x-rate": {"per": 1},
                    "x-secret": 1,
                    "x-mint": {"content": "And more."},
                },
            }
        },
        tags=[{"name": "a", "description": "About", "externalDocs": {"url": "https://a.test"}}],
    )
    view = operation_view(
        document, document.operations[0], ReferenceOptions(extensions=("x-rate",))
    )

    assert (view.key, view.title, view.method, view.path) == (
        "GET /pets",
        "List pets",
        "GET",
        "/pets",
    )
    assert (view.path_summary, view.path_description) == ("Pets", "All of them")
    assert (view.operation_id, view.description) == (
        "listPets",
        "**Lists**\n\nAnd more.",
    )
    assert view.deprecated
    assert view.deprecation_note == "Ends on 2026-01-01. Replaced by GET /animals."
    assert [(tag.name, tag.description, tag.url) for tag in view.tags] == [
        ("a", "About", "https://a.test"),
        ("b", "", ""),
    ]
    assert view.external_docs == ("More", "https://x.test")
    assert [(one.name, one.value) for one in view.extensions] == [("x-rate", '{"per": 1}')]


@pytest.mark.parametrize(
    ("extensions", "note"),
    [
        ({"x-sunset": "2026-01-01"}, "Ends on 2026-01-01."),
        ({"x-deprecated-since": 2}, "Deprecated since 2."),
        ({"x-deprecated-reason": "Too slow."}, "Too slow."),
        (
            {"x-deprecated": {"since": "1.0", "replacement": "/v2", "other": 1}},
            "Deprecated since 1.0. Replaced by /v2.",
        ),
        ({"x-deprecated": True, "x-other": "y"}, ""),
    ],
)
def test_deprecation_note(extensions, note):
    assert operation_page(extensions).deprecation_note == note


def test_parameters_by_place():
    places = ("querystring", "cookie", "header", "query", "path")
    view = operation_page({"parameters": [parameter("p", place) for place in places]})

    assert [(section.location, section.title) for section in view.parameters] == [
        ("path", "Path parameters"),
        ("query", "Query parameters"),
        ("header", "Header parameters"),
        ("cookie", "Cookie parameters"),
        ("querystring", "Query string"),
    ]
    assert [section.fields[0].id for section in view.parameters] == [
        f"{place}-p" for place in ("path", "query", "header", "cookie", "querystring")
    ]
    assert view.parameters[0].fields[0].required


def test_required_parameters_come_first():
    raw = {"parameters": [parameter("a"), parameter("b", required=True)]}

    def names(options):
        return [field.name for field in operation_page(raw, options=options).parameters[0].fields]

    assert names(ReferenceOptions()) == ["b", "a"]
    assert names(ReferenceOptions(maintain_order=True)) == ["a", "b"]


@pytest.mark.parametrize(
    ("more", "facts"),
    [
        ({}, ()),
        ({"style": "form", "explode": True}, ()),
        ({"style": "pipeDelimited"}, ("style: pipeDelimited",)),
        ({"style": "pipeDelimited", "explode": True}, ("style: pipeDelimited", "explode: true")),
        ({"explode": False}, ("explode: false",)),
        ({"place": "path", "style": "matrix"}, ("style: matrix",)),
        ({"allowReserved": True}, ("reserved characters are not encoded",)),
        ({"allowEmptyValue": True}, ("may be empty",)),
        ({"content": {"application/json": {"schema": {}}}}, ("sent as application/json",)),
        ({"schema": {"type": "integer", "minimum": 1}}, ("at least 1",)),
        ({"deprecated": True, "x-sunset": "2030"}, ("ends on 2030",)),
    ],
)
def test_facts_of_parameters(more, facts):
    assert only_field(**more).facts == facts


def test_the_description_of_a_parameter_comes_before_that_of_its_schema():
    schema = {"type": "string", "description": "theirs", "example": "theirs", "default": "d"}

    field = only_field(schema=schema, description="mine", example="mine", deprecated=True)
    assert (field.description, field.deprecated, field.default) == ("mine\n\ntheirs", True, "d")
    assert [example.code for example in field.examples] == ['"mine"']
    field = only_field(schema=schema)
    assert (field.description, field.examples[0].code) == ("theirs", '"theirs"')
    # What is said already is not said twice.
    assert only_field(schema=schema, description="theirs ").description == "theirs"
    assert only_field(schema=schema, description="All of\ntheirs.").description == "All of\ntheirs."


def test_named_examples_of_a_parameter():
    field = only_field(
        examples={"a": {"summary": "A", "value": 1}, "b": {"externalValue": "https://x.test/b"}}
    )

    assert [(one.title, one.code, one.url) for one in field.examples] == [
        ("A", "1", ""),
        ("b", "", "https://x.test/b"),
    ]


def test_body_with_forms_and_encoding():
    form = {
        "schema": {"properties": {"file": {"type": "string"}}},
        "encoding": {"file": {"contentType": "image/png", "style": "form", "explode": False,
                              "allowReserved": True,
                              "headers": {"X-A": {"schema": {"type": "string"}}}}},
    }  # fmt: skip
    content = {"application/json": {"schema": ref("Pet")}, "multipart/form-data": form}
    view = operation_page(
        {"requestBody": {"description": "D", "required": True, "content": content}},
        method="post",
        components={"schemas": {"Pet": {"properties": {"name": {}}}}},
    )

    assert (view.body.description, view.body.required) == ("D", True)
    json, multipart = view.body.media_types
    assert (json.body.id, json.body.name, json.body.link.name) == ("body", "", "Pet")
    assert json.body.group.fields[0].id == "body-name"
    assert multipart.body.group.fields[0].id == "body-multipart-form-data-file"
    (encoding,) = multipart.encoding
    assert encoding.facts == (
        "content type: image/png",
        "style: form",
        "explode: false",
        "reserved characters are not encoded",
    )
    assert encoding.headers[0].id == "body-multipart-form-data-file-header-x-a"
    assert json.examples


def test_a_stream_shows_its_items():
    content = {"application/jsonl": {"itemSchema": {"properties": {"a": {}}}}}
    view = operation_page({"responses": {"200": {"description": "", "content": content}}})

    (media_type,) = view.responses[0].media_types
    assert media_type.is_stream
    assert media_type.body.group.fields[0].name == "a"


def test_responses():
    raw = {
        "default": {"description": "Else"},
        "404": {"summary": "Gone", "description": "Not there"},
        "200": {
            "description": "Fine",
            "headers": {"X-Rate": {"schema": {"type": "integer"}, "required": True}},
            "content": {"application/json": {"example": {"a": 1}}},
        },
    }
    view = operation_page({"responses": raw})

    assert [response.status for response in view.responses] == ["200", "404", "default"]
    fine, gone, _ = view.responses
    assert gone.description == "Gone\n\nNot there"
    assert (fine.id, fine.title, fine.kind) == ("response-200", "200 OK", "2xx")
    assert (fine.headers[0].id, fine.headers[0].required) == ("response-200-header-x-rate", True)
    (example,) = view.response_examples
    assert (example.status, example.kind, example.media_type) == ("200", "2xx", "application/json")
    assert example.examples[0].code == '{\n  "a": 1\n}'


@pytest.mark.parametrize(
    ("status", "title", "kind"),
    [
        ("200", "200 OK", "2xx"),
        ("201", "201 Created", "2xx"),
        ("4XX", "4XX Client errors", "4xx"),
        ("5xx", "5XX Server errors", "5xx"),
        ("default", "Any other status", "default"),
        ("799", "799", "default"),
        ("", "", "default"),
        ("odd", "odd", "default"),
    ],
)
def test_status_in_words(status, title, kind):
    assert (status_title(status), status_kind(status)) == (title, kind)


@pytest.mark.parametrize(
    ("link", "key", "label"),
    [
        ({"operationId": "getPet"}, "GET /pets/{id}", ""),
        ({"operationRef": "#/paths/~1pets~1{id}/get"}, "GET /pets/{id}", ""),
        ({"operationRef": "#/paths/~1pets~1%7Bid%7D/get"}, "GET /pets/{id}", ""),
        ({"operationId": "gone"}, None, "gone"),
        ({"operationRef": "https://x.test/o.json#/paths/~1a/get"}, None, None),
        ({"operationId": "inner"}, None, "inner"),
        ({}, None, ""),
    ],
)
def test_links_link_to_operations(link, key, label):
    links = {"next": {**link, "parameters": {"id": "$response.body#/id"}, "requestBody": 5}}
    document = document_of(
        {
            "/pets": {"post": {"responses": {"201": {"description": "", "links": links}}}},
            "/pets/{id}": {"get": {"operationId": "getPet", "summary": "Get"}},
            "/inner": {"get": {"operationId": "inner", "x-internal": True}},
        }
    )
    view = operation_view(document, document.operations[0], ReferenceOptions())

    (found,) = view.responses[0].links
    assert (found.target.key if found.target else None) == key
    assert found.target_label == (link.get("operationRef") if label is None else label)
    assert found.facts == ("id = $response.body#/id", "request body = 5")


def test_callbacks_are_small_operations_with_ids_of_their_own():
    callback = {
        "{$request.body#/url}": {
            "post": {
                "summary": "Tell",
                "requestBody": {
                    "content": {
                        "application/json": {
                            "schema": {"properties": {"id": {"readOnly": True}, "x": {}}}
                        }
                    }
                },
                "responses": {"200": {"description": "Thanks"}},
            }
        }
    }
    view = operation_page(
        {"callbacks": {"onEvent": callback}, "requestBody": {"content": {"a/b": {"schema": {}}}}},
        servers=[{"url": "/v1"}],
        security=[{}],
    )

    (found,) = view.callbacks
    (operation,) = found.operations
    assert (found.id, found.name) == ("callback-onevent", "onEvent")
    assert found.expression == "{$request.body#/url}"
    assert (operation.title, operation.servers, operation.security) == ("Tell", (), None)
    fields = operation.body.media_types[0].body.group.fields
    assert [field.id for field in fields] == [
        "callback-onevent-post-body-id",
        "callback-onevent-post-body-x",
    ]
    ids = [field.id for field in all_fields(view)]
    assert len(set(ids)) == len(ids)


def test_a_webhook_shows_what_is_received():
    schema = {"properties": {"id": {"readOnly": True}, "secret": {"writeOnly": True}}}
    body = {"content": {"application/json": {"schema": schema}}}
    document = document_of(
        webhooks={"newPet": {"post": {"requestBody": body}}},
        servers=[{"url": "/v1"}],
        security=[{"key": []}],
    )
    view = operation_view(document, document.webhooks[0], ReferenceOptions())

    assert view.is_webhook
    assert (view.key, view.servers, view.security) == ("webhook newPet", (), None)
    assert [field.name for field in view.body.media_types[0].body.group.fields] == ["id"]


def test_servers():
    server = {
        "url": "https://{region}.x.test",
        "name": "main",
        "description": "D",
        "variables": {"region": {"default": "eu", "enum": ["eu", "us"], "description": "R"}},
    }
    raw = {"servers": [server, {"url": "/v1"}]}
    first, second = operation_page(raw).servers

    assert (first.label, first.description, second.url) == ("main", "D", "/v1")
    (variable,) = first.variables
    assert (variable.default, variable.enum, variable.description) == ("eu", ("eu", "us"), "R")
    own = operation_page(raw, options=ReferenceOptions(base_urls=("https://a.test",))).servers
    assert [one.url for one in own] == ["https://a.test"]


@pytest.mark.parametrize("servers", [None, [], [{"description": "no URL"}], [{"url": ""}]])
def test_without_servers_or_with_an_empty_url_the_api_is_at_the_root_of_the_site(servers):
    raw = {} if servers is None else {"servers": servers}
    page = operation_page(raw, options=ReferenceOptions(site_url="https://docs.test/en/latest/"))

    assert [one.url for one in page.servers] == ["/"]
    assert "https://docs.test/" in page.samples[0].code
    assert "latest" not in page.samples[0].code


SCHEMES = {
    "key": {"type": "apiKey", "in": "header", "name": "X-Key", "description": "K"},
    "query": {"type": "apiKey", "in": "query", "name": "k"},
    "cookie": {"type": "apiKey", "in": "cookie", "name": "sid"},
    "jwt": {"type": "http", "scheme": "Bearer", "bearerFormat": "JWT"},
    "basic": {"type": "http", "scheme": "basic"},
    "oidc": {"type": "openIdConnect", "openIdConnectUrl": "https://x.test/oidc"},
    "tls": {"type": "mutualTLS"},
    "oauth": {
        "type": "oauth2",
        "flows": {
            "authorizationCode": {
                "authorizationUrl": "https://x.test/auth",
                "tokenUrl": "https://x.test/token",
                "refreshUrl": "https://x.test/refresh",
                "scopes": {"read": "Read all", "write": "Write all"},
            }
        },
    },
}


def security_of(raw, **options):
    return operation_page(
        raw, components={"securitySchemes": SCHEMES}, options=ReferenceOptions(**options)
    ).security


@pytest.mark.parametrize(
    ("name", "title"),
    [
        ("key", "API key in the header X-Key"),
        ("query", "API key in the query parameter k"),
        ("cookie", "API key in the cookie sid"),
        ("jwt", "Bearer token (JWT)"),
        ("basic", "HTTP basic authentication"),
        ("oidc", "OpenID Connect"),
        ("tls", "Mutual TLS"),
        ("oauth", "OAuth 2.0"),
        ("unknown", "unknown"),
    ],
)
def test_schemes_in_words(name, title):
    ((scheme,),) = security_of({"security": [{name: []}]}).alternatives

    assert (scheme.name, scheme.title) == (name, title)


def test_scopes_flows_and_urls():
    ((scheme,), (oidc,)) = security_of(
        {"security": [{"oauth": ["read", "odd"]}, {"oidc": []}]}
    ).alternatives

    assert [(scope.name, scope.description) for scope in scheme.scopes] == [
        ("read", "Read all"),
        ("odd", ""),
    ]
    (flow,) = scheme.flows
    assert flow.title == "Authorization code"
    assert flow.urls == (
        ("Authorization URL", "https://x.test/auth"),
        ("Token URL", "https://x.test/token"),
        ("Refresh URL", "https://x.test/refresh"),
    )
    assert [scope.name for scope in flow.scopes] == ["read", "write"]
    assert oidc.urls == (("OpenID Connect URL", "https://x.test/oidc"),)


def test_alternatives_and_optional_security():
    security = security_of({"security": [{"key": [], "jwt": []}, {}]})

    assert [[one.name for one in both] for both in security.alternatives] == [["key", "jwt"]]
    assert security.is_optional


def test_no_word_about_security_is_none_and_an_empty_list_is_open():
    assert security_of({}) is None
    open_one = security_of({"security": []}, auth=Auth(method="bearer"))
    assert (open_one.alternatives, open_one.is_optional) == ((), True)


@pytest.mark.parametrize(
    ("method", "name", "title"),
    [
        ("bearer", "", "Bearer token"),
        ("key", "X-Own", "API key in the header X-Own"),
        ("basic", "user:pass", "HTTP basic authentication (user and pass)"),
        ("basic", "", "HTTP basic authentication"),
    ],
)
def test_the_owners_word_on_security_wins(method, name, title):
    security = security_of({"security": [{"key": []}]}, auth=Auth(method=method, name=name))

    assert [[one.title for one in both] for both in security.alternatives] == [[title]]


def test_an_operation_that_says_nothing_has_a_page():
    view = operation_page({})

    assert (view.title, view.parameters, view.body, view.responses) == ("List pets", (), None, ())


def test_samples_in_the_languages_of_the_site():
    raw = {"servers": [{"url": "https://api.x.test/v1"}], "security": [{"key": []}]}

    usual = operation_page(raw).samples
    assert [sample.label for sample in usual][:2] == ["cURL", "Python"]
    assert "https://api.x.test/v1/pets" in usual[0].code
    options = ReferenceOptions(
        languages=("ruby",), base_urls=("https://own.test",), auth=Auth(method="key", name="X-Own")
    )
    (own,) = operation_page(raw, options=options).samples
    assert (own.label, own.language) == ("Ruby", "ruby")
    assert "https://own.test/pets" in own.code
    assert "X-Own" in own.code


def test_samples_of_the_document():
    raw = {"x-codeSamples": [{"lang": "bash", "label": "Own", "source": "pets list"}]}

    (own,) = operation_page(raw, options=ReferenceOptions(languages=("bash",))).samples
    assert (own.label, own.code) == ("Own", "pets list")


def test_an_event_has_no_samples_but_those_of_the_document():
    samples = [{"lang": "python", "source": "handle()"}]
    document = document_of(webhooks={"a": {"post": {}}, "b": {"post": {"x-codeSamples": samples}}})
    first, second = (
        operation_view(document, webhook, ReferenceOptions()).samples
        for webhook in document.webhooks
    )

    assert first == ()
    assert [sample.code for sample in second] == ["handle()"]


def test_fields_of_xml_say_how_they_are_written():
    schema = {
        "type": "object",
        "properties": {"id": {"type": "integer", "xml": {"attribute": True}},
                       "photoUrls": {"type": "array", "xml": {"wrapped": True},
                                     "items": {"type": "string", "xml": {"name": "photoUrl"}}},
                       "name": {"type": "string", "xml": {"name": "Name"}}},
    }  # fmt: skip
    content = {kind: {"schema": schema} for kind in ("application/json", "application/xml")}
    view = operation_page({"requestBody": {"content": content}})
    json_facts, xml_facts = (
        {field.name: field.facts for field in media.body.group.fields}
        for media in view.body.media_types
    )

    assert not any(json_facts.values())
    assert xml_facts == {
        "id": ("XML attribute",),
        "photoUrls": ("each in an XML element photoUrl", "wrapped in an XML element photoUrls"),
        "name": ("XML element Name",),
    }


def test_errors_with_the_same_body_describe_it_once():
    error = {
        "description": "Bad",
        "content": {"application/json": {"schema": {"type": "object", "properties": {"a": {}}}}},
    }
    good = {"200": error, "201": error}
    view = operation_page({"responses": {**good, "400": error, "404": error, "default": error}})

    assert [response.same_body for response in view.responses] == [
        None,
        None,
        None,
        ("400 Bad Request", "response-400"),
        ("400 Bad Request", "response-400"),
    ]
    assert [bool(response.media_types[0].body) for response in view.responses][2:] == [
        True,
        False,
        False,
    ]
    assert all(response.media_types[0].examples for response in view.responses)


def test_each_variant_has_the_value_by_which_it_is_known():
    kinds = {
        name: {"type": "object", "properties": {"kind": {"type": "string"}, "x": {}}}
        for name in ("Cat", "Dog")
    }
    body = {
        "oneOf": [{"$ref": "#/components/schemas/Cat"}, {"$ref": "#/components/schemas/Dog"}],
        "discriminator": {
            "propertyName": "kind",
            "mapping": {"feline": "#/components/schemas/Cat"},
        },
    }
    content = {"application/json": {"schema": body}}
    view = operation_page({"requestBody": {"content": content}}, components={"schemas": kinds})
    variants = view.body.media_types[0].body.group.variants

    assert [
        [
            value.value
            for field in variant.group.fields
            if field.name == "kind"
            for value in field.enum
        ]
        for variant in variants
    ] == [["feline"], ["Dog"]]


def test_a_file_is_called_so():
    schema = {"type": "object", "properties": {"a": {"type": "string", "format": "binary"}}}
    view = operation_page({"requestBody": {"content": {"multipart/form-data": {"schema": schema}}}})

    (field,) = view.body.media_types[0].body.group.fields
    assert field.type_label == "file"


def test_on_paper_the_overview_says_what_all_operations_share():
    servers = [{"url": "https://one.example.com"}, {"url": "https://two.example.com"}]
    tags = [{"name": "Pets", "description": "All pets."}]

    def shown(raw, *, has_overview):
        options = ReferenceOptions(is_compact=True, has_overview=has_overview)
        return operation_page(raw, options=options, servers=servers, tags=tags)

    raw = {"tags": ["Pets"]}
    alone, part = (shown(raw, has_overview=has_overview) for has_overview in (False, True))
    assert (alone.are_servers_shared, alone.tags[0].description) == (False, "All pets.")
    assert (part.are_servers_shared, part.tags[0].description) == (True, "")
    own = shown({**raw, "servers": servers[:1]}, has_overview=True)
    assert not own.are_servers_shared
