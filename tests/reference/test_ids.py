"""The ids of operations, which links all over the web know."""

import pytest

from sphinx_sitejson.openapi.model import Operation
from sphinx_sitejson.reference.views.ids import (
    PageIds,
    endpoint_anchor,
    schema_anchor,
    secondary_anchor,
)


@pytest.mark.parametrize(
    ("method", "path", "anchor"),
    [
        ("GET", "/ships/{id}", "get--ships-id"),
        ("DELETE", "/api/v1/servers/{server_id}/zones", "delete--api-v1-servers-server_id-zones"),
        ("GET", "/", "get--"),
        ("POST", "/a:b/<int:c>", "post--a-b--int-c-"),
        ("GET", "/files/{name}.json", "get--files-name.json"),
        ("GET", "/a b", "get--a-b"),
    ],
)
def test_the_id_is_the_one_that_others_gave_before(method, path, anchor):
    assert endpoint_anchor(method, path) == anchor


@pytest.mark.parametrize(
    ("name", "anchor"), [("listShips", "listShips"), ("list ships", ""), ("", ""), ('a"b', "")]
)
def test_an_operation_id_is_an_id_if_it_can_be_one(name, anchor):
    operation = Operation(method="GET", path="/ships", operation_id=name)

    assert secondary_anchor(operation) == anchor


def test_an_id_is_given_away_once():
    ids = PageIds()

    assert [ids.new("a"), ids.new("a"), ids.new("b", reserved={"b"})] == ["a", "a-2", "b-2"]
    assert not ids.claim("a")
    assert ids.claim("c")
    assert not ids.claim("")


def test_schemas_have_ids_of_plain_letters():
    assert schema_anchor("Ship.Model/v1") == "schema-ship.model-v1"
