"""References by identity: ``$self``, ``$id``, ``$anchor`` and ``$dynamicRef``."""

import pytest

from ..support import schema_ref
from .support import document, getting, messages, read, read_api, schema_of

PET = {"type": "object", "properties": {"name": {"type": "string"}}}


def schemas_of(found):
    return found.data["components"]["schemas"]


# $self


def v32(**keys):
    return document(openapi="3.2.0", **keys)


@pytest.mark.parametrize(
    "ref",
    [
        "https://example.com/api/openapi.json#/components/schemas/Pet",
        "openapi.json#/components/schemas/Pet",
        "/api/openapi.json#/components/schemas/Pet",
    ],
)
def test_a_document_refers_to_itself_by_self(tmp_path, ref):
    api = v32(paths={"/a": getting({"$ref": ref})}, components={"schemas": {"Pet": PET}})
    api["$self"] = "https://example.com/api/openapi.json"
    found = read(tmp_path, {"docs/whatever.json": api})
    assert messages(found) == []
    assert schema_of(found) == schema_ref("Pet")


PETS = v32(components={"schemas": {"Pet": PET}})


@pytest.mark.parametrize(
    ("own", "ref", "files"),
    [
        # Another document has the URI; others have another one.
        *(("https://example.com/api/v1", f"{start}#/components/schemas/Pet",
           {"in/models.json": {"$self": "https://example.com/shared/models", **PETS},
            "other.json": {"$self": "https://example.com/else",
                           **v32(components={"schemas": {"Pet": {}}})}})
          for start in ("https://example.com/shared/models", "../shared/models",
                        "/shared/models")),
        # A document without a URI refers to one that has it.
        ("", "https://example.com/models#/components/schemas/Pet",
         {"models.json": {"$self": "https://example.com/models", **PETS}}),
        # A file is where it is relative to the URI of the document.
        ("https://example.com/api/", "https://example.com/api/models/pet.json",
         {"models/pet.json": PET}),
        # Relative references still find files beside a document with a URI.
        ("https://example.com/v1/openapi", "./models/pet.json", {"models/pet.json": PET}),
    ],
)  # fmt: skip
def test_another_document_is_found_by_self(tmp_path, own, ref, files):
    api = {**({"$self": own} if own else {}), **v32(paths={"/a": getting({"$ref": ref})})}
    beside = {f"docs/{name}": file for name, file in files.items()}
    found = read(tmp_path, {"docs/api.json": api, **beside})
    assert messages(found) == []
    assert list(schemas_of(found).values()) == [PET]


def test_an_unknown_identity_is_reported(tmp_path):
    ref = "https://example.com/nothing#/components/schemas/Pet"
    api = {"$self": "https://example.com/api", **v32(paths={"/a": getting({"$ref": ref})})}
    found = read(tmp_path, {"api.json": api})
    (message,) = messages(found)
    assert f'the reference "{ref}" cannot be followed' in message


# $id and $anchor


@pytest.mark.parametrize(
    "ref", ["#/$defs/name", "#name", "tree#name", "https://example.com/schemas/tree#/$defs/name"]
)
def test_references_inside_a_schema_with_an_id(tmp_path, ref):
    tree = {
        "$id": "https://example.com/schemas/tree",
        "properties": {"name": {"$ref": ref}},
        "$defs": {"name": {"$anchor": "name", "type": "string"}},
    }
    found = read_api(
        tmp_path,
        returns={"/a": {"$ref": "https://example.com/schemas/tree"}},
        schemas={"Tree": tree},
    )
    assert messages(found) == []
    inner = schemas_of(found)["Tree"]["properties"]["name"]
    assert inner == {"$ref": "#/components/schemas/Tree/$defs/name"}


def test_references_between_ids(tmp_path):
    schemas = {
        "Tree": {"$id": "https://example.com/schemas/tree", "items": {"$ref": "leaf"}},
        "Leaf": {"$id": "https://example.com/schemas/leaf", "type": "string"},
    }
    found = read_api(tmp_path, schemas=schemas)
    assert messages(found) == []
    assert schemas_of(found)["Tree"]["items"] == schema_ref("Leaf")


# $dynamicRef

PAGE = {
    "type": "object",
    "properties": {
        "items": {"type": "array", "items": {"$dynamicRef": "#item"}},
        "next": schema_ref("Page"),
    },
    "$defs": {"item": {"$dynamicAnchor": "item"}},
}


def page_of(target, **keys):
    anchor = {"$dynamicAnchor": "item", "$ref": f"#/components/schemas/{target}"}
    return {"$ref": "#/components/schemas/Page", "$defs": {"item": anchor}, **keys}


@pytest.mark.parametrize("has_ids", [True, False])
def test_a_generic_page_has_the_items_of_each_page(tmp_path, has_ids):
    schemas = {
        "Page": PAGE,
        "PetPage": page_of("Pet"),
        "UserPage": page_of("User", required=["items"]),
        "Pet": PET,
        "User": {"type": "string"},
    }
    if has_ids:
        schemas = {
            name: {"$id": f"https://example.com/{name}", **schema}
            for name, schema in schemas.items()
        }
    found = read_api(tmp_path, returns={"/a": page_of("User")}, schemas=schemas)
    read_schemas = schemas_of(found)

    assert messages(found) == []
    pets = read_schemas["PetPage"]["properties"]
    assert pets["items"]["items"] == schema_ref("Pet")
    # The next page of a page of pets has pets.
    assert pets["next"] == schema_ref("PetPage")
    assert read_schemas["UserPage"]["$ref"] == "#/components/schemas/Page_User"
    users = read_schemas["Page_User"]["properties"]
    assert users["items"]["items"] == schema_ref("User")
    assert users["next"] == schema_ref("Page_User")
    assert schema_of(found)["$ref"].startswith("#/components/schemas/Page_User")
    # On its own it has what its own anchor says.
    alone = read_schemas["Page"]["properties"]
    assert alone["items"]["items"] == {"$ref": "#/components/schemas/Page/$defs/item"}
    assert alone["next"] == schema_ref("Page")


def test_a_strict_tree_has_strict_children(tmp_path):
    tree = {
        "$id": "https://example.com/tree",
        "$dynamicAnchor": "node",
        "type": "object",
        "properties": {"children": {"type": "array", "items": {"$dynamicRef": "#node"}}},
    }
    strict = {
        "$id": "https://example.com/strict-tree",
        "$dynamicAnchor": "node",
        "$ref": "tree",
        "unevaluatedProperties": False,
    }
    schemas = {"Tree": tree, "Strict": strict}
    found = read_api(tmp_path, schemas=schemas)
    read_schemas = schemas_of(found)

    assert messages(found) == []
    children = read_schemas["Tree"]["properties"]["children"]
    assert children["items"] == schema_ref("Tree")
    name = read_schemas["Strict"]["$ref"].rpartition("/")[2]
    children = read_schemas[name]["properties"]["children"]
    assert children["items"] == schema_ref("Strict")


def test_a_dynamic_reference_in_another_file(tmp_path):
    page = {
        "properties": {"items": {"items": {"$dynamicRef": "#item"}}},
        "$defs": {"item": {"$dynamicAnchor": "item"}},
    }
    anchor = {"$dynamicAnchor": "item", "$ref": "#/components/schemas/Pet"}
    pets = {"$ref": "page.json", "$defs": {"item": anchor}}
    found = read_api(tmp_path, {"page.json": page}, schemas={"Pets": pets, "Pet": PET})
    read_schemas = schemas_of(found)

    assert messages(found) == []
    items = read_schemas["Pets"]["properties"]["items"]["items"]
    assert items == schema_ref("Pet")
    assert set(read_schemas) == {"Pets", "Pet", "page"}


def test_a_dynamic_reference_to_an_ordinary_anchor_is_an_ordinary_reference(tmp_path):
    schemas = {
        "Pet": {"$anchor": "pet", "type": "object"},
        "Both": {"$ref": "#/components/schemas/Pet", "$dynamicRef": "#pet", "title": "B"},
    }
    found = read_api(tmp_path, returns={"/a": {"$dynamicRef": "#pet"}}, schemas=schemas)
    pet = schema_ref("Pet")

    assert messages(found) == []
    assert schema_of(found) == pet
    assert schemas_of(found)["Both"] == {"title": "B", "allOf": [pet, pet]}


def test_a_dynamic_reference_without_target_is_reported(tmp_path):
    (message,) = messages(read_api(tmp_path, returns={"/a": {"$dynamicRef": "#nowhere"}}))
    assert 'the reference "#nowhere" points to an anchor that does not exist.' in message


# Parts of schemas


@pytest.mark.parametrize("version", ["3.0.3", "3.1.0", "3.2.0"])
def test_a_reference_into_a_part_of_a_schema(tmp_path, version):
    parts = {
        "Tag": {"allOf": [{"type": "object", "properties": {"id": {"type": "integer"}}}, {}]},
        "Use": {"allOf": [{"$ref": "#/components/schemas/Tag/allOf/0"}]},
        "Name": {"$ref": "#/components/schemas/Tag/allOf/0/properties/id"},
    }
    ref = {"$ref": "#/components/schemas/Use/allOf/0/properties/id"}
    found = read_api(
        tmp_path,
        openapi=version,
        returns={"/a": {"$ref": "#/components/schemas/Tag/allOf/0"}, "/b": ref},
        schemas=parts,
    )
    assert messages(found) == []
