"""AsyncAPI documents are read into the model of OpenAPI, with their positions."""

import pytest

from sphinx_sitejson.http_messages.visible_examples import media_examples
from sphinx_sitejson.navigation.site_pages import as_document
from sphinx_sitejson.openapi.changes import compare_documents
from sphinx_sitejson.openapi.document import (
    FACTS_KEY,
    OpenApiDocument,
    serialize_published_document,
)
from sphinx_sitejson.openapi.reading.api_formats import find_documents
from sphinx_sitejson.openapi.reading.documents import ReadOptions, read_document

INFO = "info: {title: Harbour events, version: '1'}\n"
TWO = f"""asyncapi: 2.6.0
{INFO}
channels:
  ships/{{id}}/arrived:
    publish:
      operationId: reportArrival
      message: {{name: Arrived, payload: {{type: object}}}}
    subscribe:
      summary: Hear of arrivals
      message:
        oneOf:
          - {{name: Arrived, payload: {{type: object}}}}
          - {{messageId: left, payload: {{type: object}}}}
    parameters:
      id: {{description: The ship., schema: {{type: string}}, x-scanner: port}}
"""
THREE = f"""asyncapi: 3.0.0
{INFO}
channels:
  arrivals:
    address: ships/arrived
    messages:
      Arrived: {{payload: {{type: object}}}}
      Left: {{payload: {{type: object}}}}
operations:
  reportArrival:
    action: send
    channel: {{$ref: '#/channels/arrivals'}}
    messages: [{{$ref: '#/channels/arrivals/messages/Arrived'}}]
  hearOfShips:
    action: receive
    channel: {{$ref: '#/channels/arrivals'}}
"""


@pytest.fixture
def read(tmp_path):
    def read_files(text: str, **others: str) -> tuple[OpenApiDocument, list[tuple[int, str]]]:
        tmp_path.joinpath("events.yaml").write_text(text)
        for name, content in others.items():
            tmp_path.joinpath(f"{name}.yaml").write_text(content)
        found = read_document("events.yaml", root=tmp_path, options=ReadOptions())
        document = as_document(found)
        assert document is not None, found.problems
        return document, [(each.location.line or 0, each.message) for each in found.problems]

    return read_files


def message_names(operation):
    return [message.status for message in operation.responses]


def test_operations_of_version_2_are_those_of_channels(read):
    document, problems = read(TWO)

    publish, subscribe = document.webhooks
    assert problems == []
    assert (publish.key, subscribe.key) == (
        "PUBLISH ships/{id}/arrived",
        "SUBSCRIBE ships/{id}/arrived",
    )
    assert document.operations_by_accepted_key["PUBLISH reportArrival"] is publish
    assert message_names(subscribe) == ["Arrived-2", "left"]
    assert [(each.name, each.extensions) for each in publish.parameters] == [
        ("id", {"x-scanner": "port"})
    ]
    assert document.operations == ()


def test_operations_of_version_3_have_the_messages_that_they_name_or_all_of_the_channel(read):
    document, problems = read(THREE)

    send, receive = document.webhooks
    assert problems == []
    assert (send.key, send.address) == ("SEND reportArrival", "ships/arrived")
    assert document.operations_by_accepted_key["SEND ships/arrived"] is send
    assert document.operations_by_accepted_key["CHANNEL arrivals"] is send
    assert (message_names(send), message_names(receive)) == (["Arrived"], ["Arrived", "Left"])


def test_a_channel_that_no_operation_uses_is_shown(read):
    text = THREE.partition("operations:")[0]
    document, problems = read(text)

    (channel,) = document.webhooks
    assert problems == []
    assert channel.key == "CHANNEL arrivals"
    assert message_names(channel) == ["Arrived", "Left"]


@pytest.mark.parametrize(("version", "winner"), [("2.6.0", "trait"), ("3.0.0", "object")])
def test_traits_win_in_version_2_and_the_object_in_version_3(read, version, winner):
    traits = "traits: [{description: trait}], description: object"
    if version.startswith("2"):
        rest = f"channels:\n  c:\n    publish: {{{traits}, message: {{{traits}}}}}\n"
    else:
        rest = (
            f"channels:\n  c: {{messages: {{M: {{{traits}}}}}}}\n"
            f"operations:\n  o: {{action: send, channel: {{$ref: '#/channels/c'}}, {traits}}}\n"
        )
    document, _problems = read(f"asyncapi: {version}\n{INFO}{rest}")

    (operation,) = document.webhooks
    assert operation.description == winner
    assert [message.description for message in operation.responses] == [winner]


def test_references_to_other_files_are_bundled(read):
    messages = "Arrived: {payload: {$ref: 'schemas.yaml#/Ship'}}\n"
    schemas = "Ship: {type: object, properties: {name: {type: string}}}\n"
    text = THREE.replace(
        "Arrived: {payload: {type: object}}", "Arrived: {$ref: 'msg.yaml#/Arrived'}"
    )
    document, problems = read(text, msg=messages, schemas=schemas)

    assert problems == []
    (content,) = document.webhooks[0].responses[0].content
    assert content.schema.raw == {"$ref": "#/components/schemas/Ship"}
    assert list(document.schemas["Ship"].properties) == ["name"]


def test_names_with_slashes_need_no_escapes(read):
    text = THREE.replace("Arrived", "harbour/v1.Arrived")
    document, problems = read(text)

    assert problems == []
    assert message_names(document.webhooks[0]) == ["harbour/v1.Arrived"]


def test_fences_and_escapes_of_a_document_stay_inside(read):
    message = (
        "'a%20b': {payload: {type: object}, examples: [{headers: {note: '``` # no'}, payload: {}}]}"
    )
    text = THREE.replace("Arrived: {payload: {type: object}}", message).replace(
        "Arrived", "a%2520b"
    )
    document, problems = read(text)

    assert problems == []
    (response,) = document.webhooks[0].responses
    assert response.status == "a%20b"
    (example,) = response.content[0].examples
    assert example.headers == {"note": "``` # no"}
    (shown,) = media_examples(response.content[0], "response")
    assert shown.headers == '{\n  "note": "``` # no"\n}'


def test_replies_and_their_address(read):
    reply = (
        "    reply:\n      address: {location: '$message.header#/replyTo'}\n"
        "      channel: {$ref: '#/channels/arrivals'}\n"
        "      messages: [{$ref: '#/channels/arrivals/messages/Left'}]\n"
    )
    document, problems = read(THREE + reply)

    operation = document.webhooks[1]
    assert problems == []
    assert [message.status for message in operation.replies] == ["Left"]
    assert operation.event["reply"]["location"] == "$message.header#/replyTo"


def test_schemas_of_draft_7_are_read_as_those_of_openapi(read):
    payload = (
        "{$schema: 'http://json-schema.org/draft-07/schema#', type: array, "
        "items: [{type: string}], additionalItems: false}"
    )
    text = THREE.replace("Arrived: {payload: {type: object}}", f"Arrived: {{payload: {payload}}}")
    document, problems = read(text)

    (content,) = document.webhooks[0].responses[0].content
    assert problems == []
    assert content.schema.raw == {
        "type": "array",
        "prefixItems": [{"type": "string"}],
        "items": False,
    }


def test_a_payload_in_another_language_is_named_and_shown(read):
    payload = "{schemaFormat: application/vnd.google.protobuf;version=3, schema: 'message A {}'}"
    text = THREE.replace("Arrived: {payload: {type: object}}", f"Arrived: {{payload: {payload}}}")
    document, problems = read(text)

    (content,) = document.webhooks[0].responses[0].content
    assert problems == []
    assert content.schema is None
    assert content.description == (
        "Protocol Buffers (`application/vnd.google.protobuf;version=3`):\n\n"
        "```protobuf\nmessage A {}\n```"
    )


def test_the_security_of_the_servers_counts_unless_an_operation_has_its_own(read):
    rest = (
        "servers:\n  s: {host: a, protocol: kafka, security: "
        "[{$ref: '#/components/securitySchemes/c'}]}\n"
        "components:\n  securitySchemes:\n"
        "    c: {type: X509}\n    o: {type: oauth2, flows: {}, scopes: [w]}\n"
    )
    own = "    security: [{$ref: '#/components/securitySchemes/o'}]\n"
    document, problems = read(THREE + own + rest)

    first, second = document.webhooks
    assert problems == []
    assert [[use.scheme.name for use in each] for each in first.security or ()] == [["c"]]
    assert [(use.scheme.name, use.scopes) for each in second.security or () for use in each] == [
        ("o", ("w",))
    ]


def test_schemas_in_bindings_keep_their_descriptions_and_rules(read):
    key = "{type: string, description: The ship, pattern: '^s', minLength: 3}"
    document, problems = read(
        "asyncapi: 2.6.0\ninfo: {title: A, version: '1'}\nchannels:\n  a:\n    subscribe:\n"
        f"      bindings: {{kafka: {{groupId: {key}, clientId: {{type: string, enum: [a, b]}}}}}}\n"
        "      message: {payload: {type: string}}\n"
    )

    assert problems == []
    assert [tuple(fact) for fact in document.webhooks[0].event[FACTS_KEY]] == [
        ("kafka groupId", "string, pattern: ^s, minLength: 3", "The ship"),
        ("kafka clientId", "a | b", ""),
    ]


@pytest.mark.parametrize(
    ("protocol", "types", "facts"),
    [
        ("kafka-secure", "scramSha256",
         [("security.protocol", "SASL_SSL"), ("sasl.mechanism", "SCRAM-SHA-256")]),
        ("kafka", "plain", [("security.protocol", "SASL_PLAINTEXT"), ("sasl.mechanism", "PLAIN")]),
        ("kafka", "X509", [("security.protocol", "SSL")]),
        ("mqtt", "userPassword", []),
    ],
)  # fmt: skip
def test_servers_name_their_schemes_and_the_settings_of_kafka_clients(read, protocol, types, facts):
    scheme = "[{$ref: '#/components/securitySchemes/c'}]"
    rest = (
        f"servers:\n  s: {{host: a, protocol: {protocol}, security: {scheme}}}\n"
        f"  open: {{host: b, protocol: kafka}}\n"
        f"components:\n  securitySchemes:\n    c: {{type: {types}}}\n"
    )
    document, problems = read(THREE + rest)

    assert problems == []
    for servers in (document.servers, document.webhooks[0].servers):
        found = [[tuple(fact[:2]) for fact in server.facts] for server in servers]
        assert found == [[("authorization", "c"), *facts], []]


def test_channels_are_groups_if_nothing_has_tags(read):
    two = THREE + ("  more:\n    action: send\n    channel: {$ref: '#/channels/other'}\n")
    text = two.replace(
        "operations:\n", "  other: {title: Other ships, description: More.}\noperations:\n"
    )
    document, _problems = read(text)

    assert [operation.tags for operation in document.webhooks] == [
        ("ships/arrived",),
        ("ships/arrived",),
        ("Other ships",),
    ]


@pytest.mark.parametrize(
    ("old", "new", "line", "message"),
    [
        ("action: receive", "action: recieve", 16,
         '"action" must be "send" or "receive", not "recieve"; the operation was ignored. '
         'Did you mean "receive"?'),
        ("    action: receive", "    title: []\n    action: receive", 16,
         "must be a string, not a list; it was ignored."),
        ("    action: receive\n", "", 15, '"action" is missing; the operation was ignored.'),
        ("#/channels/arrivals'}\n    messages", "#/channels/departures'}\n    messages", 13,
         'the reference "#/channels/departures" points to nothing.'),
        ("address:", "adress:", 6, 'unknown key "adress"; it was ignored. Did you mean "address"?'),
        ("    address:", "    publish: {}\n    address:", 6,
         'the key "publish" belongs to AsyncAPI 2; it was ignored.'),
        ("ships/arrived", "ships/{id}", 5, 'the parameter "id" of the address is not described.'),
        ("{type: object}}\n      Left", "{type: objekt}}\n      Left", 8, ""),
    ],
)  # fmt: skip
def test_each_fault_is_one_sentence_and_the_rest_is_shown(read, old, new, line, message):
    assert old in THREE
    document, problems = read(THREE.replace(old, new, 1))

    ((at, text),) = problems
    assert at == line
    assert text == message if message else "objekt" in text
    assert len(document.webhooks) >= 1


SECURITY_TYPES = (
    '"userPassword", "apiKey", "X509", "symmetricEncryption", "asymmetricEncryption", "http", '
    '"httpApiKey", "oauth2", "openIdConnect", "plain", "scramSha256", "scramSha512", "gssapi"'
)
INVALID_3 = """asyncapi: 3.0.0
info: {title: Harbour events}
servers:
  main: {host: example.com, bindings: {mqtt: {clientId: 1, cleenSession: true}}}
  lost: {protocol: ws}
channels:
  ships:
    bindings: {ws: {method: PUT}, kafka: {partitions: -1}}
    messages:
      Arrived:
        deprecated: true
        examples: [{$ref: '#/components/x-examples/one'}]
        contentType: []
operations:
  hear:
    action: receive
    deprecated: true
    channel: {$ref: '#/channels/ships'}
    tags: [{name: a}, {name: a}]
components:
  x-examples: {one: {payload: from a reference}}
  securitySchemes:
    wrong: {type: apikey}
    key: {type: apiKey, in: header}
    web: {type: http, scheme: bearer, in: header}
"""
INVALID_2 = """asyncapi: 2.4.0
info: {title: 1.0, version: '1'}
servers:
  main: {url: example.com}
channels:
  ships:
    publish:
      message: {headers: {type: string}, examples: [{nme: a, payload: 1}]}
    subscribe:
      message: {oneOf: [{name: 3}, {payload: {type: text}}]}
"""


@pytest.mark.parametrize(
    ("text", "messages"),
    [
        (INVALID_3,
         [(2, 'the key "version" is required; it is taken as empty.'),
          (4, 'the key "protocol" is required; the rest is shown anyway.'),
          (4, 'must be a string, not 1; it is read as "1".'),
          (4, 'unknown key "cleenSession"; it is shown anyway. Did you mean "cleanSession"?'),
          (5, '"host" is missing; the server was ignored.'),
          (8, 'must be one of "GET", "POST", not "PUT"; it is shown anyway.'),
          (8, "must be at least 1, not -1; it is shown anyway."),
          (13, "must be a string, not a list; it was ignored."),
          (19, "must not have the same entry twice; it is shown anyway."),
          (23,
           f'must be one of {SECURITY_TYPES}, not "apikey"; it is shown anyway. '
           'Did you mean "apiKey"?'),
          (24, 'must be one of "user", "password", not "header"; it is shown anyway.')]),
        (INVALID_2,
         [(2, 'must be a string, not 1.0; it is read as "1.0".'),
          (4, 'the key "protocol" is required; the rest is shown anyway.'),
          (8, 'must be "object", not "string"; it is shown anyway.'),
          (8, 'unknown key "nme"; it was ignored. Did you mean "name"?'),
          (10, 'must be a string, not 3; it is read as "3".'),
          (10,
           'must be one of "array", "boolean", "integer", "null", "number", "object", '
           '"string", not "text"; it was ignored.')]),
    ],
)  # fmt: skip
def test_each_violation_of_the_official_schema_is_one_sentence(read, text, messages):
    document, problems = read(text)

    assert sorted(problems) == sorted(messages)
    assert document.webhooks


def test_examples_may_be_references(read):
    document, _problems = read(INVALID_3)

    (example,) = document.webhooks[0].responses[0].content[0].examples
    assert example.value == "from a reference"


def test_violations_are_capped_like_those_of_openapi(read):
    servers = "".join(f"  s{number}: {{host: example.com}}\n" for number in range(30))
    document, problems = read(f"{THREE}servers:\n{servers}")

    missing = (19, 'the key "protocol" is required; the rest is shown anyway.')
    assert problems[0] == missing
    assert problems[20:] == [(0, "and 10 more problems of this kind.")]
    assert len(document.servers) == 30


@pytest.mark.parametrize(
    ("version", "message"),
    [
        ("1.2.0", 'the version "1.2.0" is not known; AsyncAPI 2 and 3 are read.'),
        ("[]", "the version a list is not known; AsyncAPI 2 and 3 are read."),
    ],
)
def test_other_versions_are_not_read(tmp_path, version, message):
    tmp_path.joinpath("events.yaml").write_text(f"asyncapi: {version}\n")
    found = read_document("events.yaml", root=tmp_path, options=ReadOptions())

    assert found.data is None
    assert [problem.message for problem in found.problems] == [message]


def test_documents_are_found_in_a_project(tmp_path):
    tmp_path.joinpath("a.yaml").write_text(TWO)
    tmp_path.joinpath("b.json").write_text('{"info": {}, "asyncapi": "3.0.0", "channels": {}}')
    tmp_path.joinpath("c.yaml").write_text("about: asyncapi\n")

    assert [path.name for path in find_documents(tmp_path)] == ["a.yaml", "b.json"]


def test_the_published_document_stays_asyncapi_without_internal_operations(read):
    document, _problems = read(f"{THREE}    x-internal: true\n")

    published = serialize_published_document(document)
    assert '"asyncapi": "3.0.0"' in published or '"asyncapi":"3.0.0"' in published
    assert "reportArrival" in published
    assert "hearOfShips" not in published


CHANGED = """asyncapi: 3.0.0
info: {{title: Ships, version: '1'}}
channels:
  ships:
    messages:
      Moored:
        payload: {{type: object, required: [{required}], properties: {{name: {{type: string}}}}}}
      {other}: {{payload: {{type: object}}}}
operations:
  talk: {{action: {action}, channel: {{$ref: '#/channels/ships'}}}}
"""


@pytest.mark.parametrize(
    ("action", "levels"),
    [("receive", ["breaking", "breaking", "harmless"]), ("send", ["harmless"] * 3)],
)
def test_what_others_send_must_stay_valid(tmp_path, action, levels):
    texts = {
        "old.yaml": CHANGED.format(required="", other="Left", action=action),
        "new.yaml": CHANGED.format(required="name", other="Sank", action=action),
    }
    documents = []
    for name, text in texts.items():
        tmp_path.joinpath(name).write_text(text)
        documents.append(as_document(read_document(name, root=tmp_path, options=ReadOptions())))

    (operation,) = compare_documents(*documents).operations
    assert operation.key == f"{action.upper()} talk"
    found = [(change.location, change.level) for change in operation.changes]
    places = ["message Moored.name", "message Left", "message Sank"]
    assert found == list(zip(places, levels, strict=True))
