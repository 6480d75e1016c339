"""From the words on a page to an operation or a schema."""

import pytest

from sphinx_sitejson.openapi.library import NotFound, OpenApiLibrary

from .support import document_of

PETS = document_of(
    {"/pets": {"get": {}, "post": {}}, "/pets/{id}": {"get": {}}},
    name="pets",
    location="/apis/pets.yaml",
    components={"schemas": {"Pet": {}}},
    webhooks={"newPet": {"post": {}}},
)
SHOP = document_of(
    {"/pets": {"get": {}}, "/orders": {"get": {}}},
    name="shop",
    location="https://example.com/shop.json",
    components={"schemas": {"Pet": {}, "Order": {}}},
)


def reason(found):
    assert isinstance(found, NotFound)
    return found.explain()


@pytest.mark.parametrize("key", ["GET /pets/{id}", "get /pets/{id}", "Get   /pets/{id}"])
def test_the_method_may_be_in_any_case(key):
    assert OpenApiLibrary([PETS]).find_operation(key).operation.key == "GET /pets/{id}"


def test_a_webhook_is_found_by_its_name():
    assert OpenApiLibrary([PETS]).find_operation("webhook newPet").operation.is_webhook


@pytest.mark.parametrize(
    ("key", "method"),
    [
        ("webhook arrival", "POST"),
        ("webhook PUT arrival", "PUT"),
        ("webhook POST arrival", "POST"),
        ("Webhook post arrival", "POST"),
        ("webhook LINK arrival", "LINK"),
        ("webhook PUT departure", "PATCH"),
    ],
)
def test_a_webhook_of_several_methods_is_found_by_each(key, method):
    """A webhook that is called like another one with a method keeps its name."""
    webhooks = {
        "arrival": {"post": {}, "put": {}, "additionalOperations": {"LINK": {}}},
        "departure": {"put": {}},
        "PUT departure": {"patch": {}},
    }
    document = document_of(webhooks=webhooks)

    assert OpenApiLibrary([document]).find_operation(key).operation.method == method
    keys = [operation.key for operation in document.webhooks[:3]]
    assert keys == ["webhook arrival", "webhook PUT arrival", "webhook LINK arrival"]
    assert set(document.operations_by_key) >= set(keys)


def test_a_method_of_its_own_is_found_in_any_case():
    document = document_of({"/pets": {"additionalOperations": {"x-Copy": {}}}})

    for key in ("x-Copy /pets", "X-COPY /pets", "x-copy /pets"):
        found = OpenApiLibrary([document]).find_operation(key)
        assert found.operation.key == "x-Copy /pets"


def test_the_one_document_that_has_it_is_selected():
    library = OpenApiLibrary([PETS, SHOP])

    assert library.find_operation("GET /orders").document is SHOP
    assert library.find_schema("Order").document is SHOP


def test_documents_that_the_settings_name_come_first():
    library = OpenApiLibrary([SHOP], extra=[PETS])

    assert library.find_operation("GET /pets").document is SHOP
    assert library.find_operation("POST /pets").document is PETS


@pytest.mark.parametrize(
    "name", ["pets", "/apis/pets.yaml", "apis/pets.yaml", "apis/pets", "/apis/pets"]
)
def test_a_document_is_selected_by_name_or_path(name):
    assert OpenApiLibrary([PETS, SHOP]).find_operation("GET /pets", name).document is PETS


def test_several_documents_are_candidates():
    found = OpenApiLibrary([PETS, SHOP]).find_operation("GET /pets")

    assert reason(found) == (
        'several documents have "GET /pets": "/apis/pets.yaml", "https://example.com/shop.json". '
        'Specify which one, such as "pets GET /pets".'
    )


def test_a_message_lists_a_few_of_many_documents():
    many = [document_of({"/a": {"get": {}}}, name=str(n), location=f"/{n}.yaml") for n in range(9)]

    text = reason(OpenApiLibrary(many).find_operation("GET /none"))

    assert text.startswith(
        'no operation "GET /none" in "/0.yaml", "/1.yaml", "/2.yaml", "/3.yaml" and 5 more.'
    )


@pytest.mark.parametrize(
    ("key", "near"),
    [("GET /pet", "GET /pets"), ("GET /pets/", "GET /pets"), ("PUT /pets", "GET /pets")],
)
def test_the_path_must_be_exact_and_the_nearest_is_named(key, near):
    text = reason(OpenApiLibrary([PETS]).find_operation(key))

    assert f'no operation "{key}" in "/apis/pets.yaml".' in text
    assert 'Did you mean "' in text
    assert near.split()[1] in text


def test_an_unknown_document_is_named():
    found = OpenApiLibrary([PETS]).find_operation("GET /pets", "pest")

    assert reason(found) == ('there is no API document called "pest". Did you mean "pets"?')


def test_an_unknown_schema_names_the_nearest():
    assert 'Did you mean "Pet"?' in reason(OpenApiLibrary([PETS]).find_schema("Pett"))


def test_without_documents_there_is_nothing_to_find():
    assert "no API document" in reason(OpenApiLibrary().find_operation("GET /pets"))


def test_the_short_name_means_one_document():
    other = document_of({}, name="pets", location="/old/pets.yaml")

    assert OpenApiLibrary([PETS]).short_name(PETS) == "pets"
    assert OpenApiLibrary([PETS, other]).short_name(PETS) == "/apis/pets.yaml"
