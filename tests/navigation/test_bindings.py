"""How a page says what it shows."""

import pytest

from sphinx_sitejson.navigation.authored_pages import (
    BrokenBinding,
    EndpointBinding,
    OperationBinding,
    SchemaBinding,
    parse_binding,
)


@pytest.mark.parametrize(
    ("text", "binding"),
    [
        ("GET /pets", OperationBinding("GET /pets")),
        ("get /pets/{id}", OperationBinding("GET /pets/{id}")),
        ("pets POST /pets", OperationBinding("POST /pets", "pets")),
        ("/apis/pets.yaml  delete   /pets", OperationBinding("DELETE /pets", "/apis/pets.yaml")),
        (
            "https://example.com/x.json GET /pets",
            OperationBinding("GET /pets", "https://example.com/x.json"),
        ),
        ("webhook newPet", OperationBinding("webhook newPet")),
        ("webhook PUT newPet", OperationBinding("webhook PUT newPet")),
        ("m-search /pets", OperationBinding("M-SEARCH /pets")),
        ("Webhook new pet", OperationBinding("webhook new pet")),
        ("pets webhook newPet", OperationBinding("webhook newPet", "pets")),
    ],
)
def test_operations(text, binding):
    assert parse_binding({"openapi": text}) == binding


@pytest.mark.parametrize(
    "text", ["GET", "pets", "GET pets", "a b GET /pets", "/pets GET", "webhook"]
)
def test_what_names_no_operation_says_how_to_write_it(text):
    broken = parse_binding({"openapi": text})

    assert isinstance(broken, BrokenBinding)
    assert "METHOD /path" in broken.reason


def test_schemas():
    assert parse_binding({"openapi-schema": "Pet"}) == SchemaBinding("Pet")
    assert parse_binding({"openapi-schema": "pets Pet"}) == SchemaBinding("Pet", "pets")
    assert parse_binding({"openapi-schema": "pets A pet"}) == SchemaBinding("A pet", "pets")


def test_endpoints():
    assert parse_binding({"api": "post https://x.com/a"}) == EndpointBinding(
        "POST", "https://x.com/a"
    )
    assert parse_binding({"api": "GET /a"}) == EndpointBinding("GET", "/a")
    assert isinstance(parse_binding({"api": "GET"}), BrokenBinding)


@pytest.mark.parametrize("metadata", [{}, {"openapi": ""}, {"openapi": True}, {"openapi": ["x"]}])
def test_pages_without_a_binding(metadata):
    assert parse_binding(metadata) is None
