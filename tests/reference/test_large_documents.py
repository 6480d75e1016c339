"""Pages of a large document are short: it has many of them."""

import pytest
import yaml

from sphinx_sitejson.http_messages.options import ReferenceOptions
from sphinx_sitejson.openapi.document import OpenApiDocument
from sphinx_sitejson.reference.views import context
from sphinx_sitejson.reference.views.operation_page import operation_view
from sphinx_sitejson.reference.views.overview import schema_view

RAW = yaml.safe_load("""
openapi: 3.1.0
info: {title: Pets, version: '1'}
paths:
  /pets:
    get:
      responses:
        '200':
          description: ok
          content: {application/json: {schema: {$ref: '#/components/schemas/Pet'}}}
components:
  schemas:
    Pet:
      type: object
      properties: {name: {type: string}, owner: {$ref: '#/components/schemas/Owner'}}
    Owner: {type: object, properties: {email: {type: string}}}
""")


@pytest.fixture(params=[True, False], ids=["large", "small"])
def is_large(request, monkeypatch):
    if request.param:
        monkeypatch.setattr(context, "LARGE_DOCUMENT", 0)
        monkeypatch.setattr("sphinx_sitejson.reference.views.operation_page.LARGE_DOCUMENT", 0)
    return request.param


def document():
    return OpenApiDocument(RAW, name="pets", location="/pets.json", version="3.1", digest="1")


def test_operations_link_to_nested_schemas_and_have_fewer_samples(is_large):
    pets = document()
    view = operation_view(pets, pets.operations[0], ReferenceOptions())
    (media,) = view.responses[0].media_types
    owner = {field.name: field for field in media.body.group.fields}["owner"]

    assert (owner.is_cut, owner.group is None) == (is_large, is_large)
    assert (len(view.samples) == 3) == is_large


def test_languages_that_the_author_chose_are_all_there(is_large):
    pets = document()
    options = ReferenceOptions(languages=("bash", "python", "javascript", "go", "php"))

    assert len(operation_view(pets, pets.operations[0], options).samples) == 5


def test_pages_of_schemas_have_no_example_that_is_only_made(is_large):
    view = schema_view(document(), "Pet", ReferenceOptions())

    assert (view.example is None) == is_large
    assert [field.name for field in view.body.group.fields] == ["name", "owner"]
