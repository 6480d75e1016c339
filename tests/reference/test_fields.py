"""What is nested: members, variants, directions, ids, folds."""

import json

import pytest

from sphinx_sitejson.http_messages.options import ReferenceOptions

from .support import all_fields, field_of, operation_page, page_of, ref, request_of, response_of

PET = {"type": "object", "properties": {"name": {"type": "string"}, "id": {"type": "integer"}}}


def names_of(group):
    return [field.name for field in group.fields]


def test_required_fields_come_first():
    raw = {"properties": {"b": {}, "a": {}, "c": {}}, "required": ["c", "a"]}

    assert names_of(page_of(raw).body.group) == ["a", "c", "b"]
    ordered = page_of(raw, options=ReferenceOptions(maintain_order=True))
    assert names_of(ordered.body.group) == ["b", "a", "c"]
    assert [field.required for field in ordered.body.group.fields] == [False, True, True]


def test_pattern_and_additional_properties_are_fields():
    raw = {
        "properties": {"a": {}},
        "patternProperties": {"^x-": {"type": "string"}},
        "additionalProperties": {"type": "integer"},
    }

    fields = page_of(raw).body.group.fields
    assert [(field.name, field.type_label) for field in fields] == [
        ("a", "any"),
        ("/^x-/", "string"),
        ("additional properties", "integer"),
    ]


def test_a_map_of_bare_values_needs_no_field():
    assert field_of({"additionalProperties": {"type": "string"}}).group is None
    limited = field_of({"additionalProperties": {"type": "string", "maxLength": 3}})
    assert (limited.facts, limited.group) == (("each at most 3 characters",), None)


def test_a_map_shows_the_fields_of_its_values():
    inner = {"additionalProperties": {"type": "array", "minItems": 2, "items": ref("Pet")}}

    field = field_of({"additionalProperties": inner}, Pet=PET)
    assert field.type_label == "map of string to map of string to array of Pet"
    assert field.facts == ("each at least 2 items",)
    assert field.group.label == "Item attributes"
    assert names_of(field.group) == ["name", "id"]
    assert field.link.name == "Pet"
    assert field_of({"additionalProperties": PET}).group.label == "Value attributes"


def test_keywords_of_one_value_of_a_map_do_not_apply_to_the_map():
    field = field_of({"additionalProperties": {"type": "string", "default": "x"}})

    assert field.default is None
    assert [(inner.name, inner.default) for inner in field.group.fields] == [
        ("additional properties", "x")
    ]


def test_additional_properties_beside_a_choice_are_not_lost():
    raw = {
        "oneOf": [{"type": "string"}, {"type": "integer"}],
        "additionalProperties": {"type": "string"},
        "prefixItems": [{"type": "boolean"}],
    }

    assert names_of(field_of(raw).group) == ["additional properties", "[0]"]


def test_a_named_map_says_what_it_holds():
    raw = {"type": "object", "additionalProperties": {"type": "integer"}}

    field = field_of(ref("Counts"), Counts=raw)
    assert (field.type_label, field.link.name) == ("map of string to integer", "Counts")
    held = field_of({"type": "array", "items": ref("Counts")}, Counts=raw)
    assert (held.type_label, held.link.name) == ("array of Counts", "Counts")


def test_a_map_of_itself_ends():
    field = field_of(ref("Tree"), Tree={"additionalProperties": ref("Tree")})

    assert field.type_label == "map of string to Tree"
    assert field.group.fields[0].is_cut


def test_an_array_shows_the_fields_of_its_items():
    field = field_of({"type": "array", "items": {"type": "array", "items": ref("Pet")}}, Pet=PET)

    assert field.group.label == "Item attributes"
    assert names_of(field.group) == ["name", "id"]
    assert field.link.name == "Pet"


@pytest.mark.parametrize("key", ["example", "examples"])
def test_an_array_without_examples_has_those_of_its_items(key):
    value = "project_1337" if key == "example" else ["project_1337"]
    items = {"type": "array", "items": {"type": "string", key: value}}
    codes = [each.code for each in field_of({"type": "array", "items": items}).examples]

    assert [json.loads(code) for code in codes] == [[["project_1337"]]]
    assert not field_of({"type": "array", "items": ref("Pet")}, Pet={**PET, key: value}).examples


def test_descriptions_of_an_array_and_its_items_are_both_shown():
    raw = {"type": "array", "description": "all", "items": {"type": "string", "description": "one"}}

    assert field_of(raw).description == "all\n\none"


def test_a_tuple_has_positions():
    raw = {"prefixItems": [{"type": "string"}, ref("Pet")], "items": {"type": "integer"}}

    group = field_of(raw, Pet=PET).group
    assert names_of(group) == ["[0]", "[1]", "other items"]
    assert group.fields[1].link.name == "Pet"


def test_all_of_is_merged():
    dog = {"allOf": [ref("Pet"), {"properties": {"bark": {}}, "required": ["bark", "name"]}]}

    group = page_of(dog, Pet=PET).body.group
    assert [(field.name, field.required) for field in group.fields] == [
        ("name", True),
        ("bark", True),
        ("id", False),
    ]


def test_variants_have_titles():
    raw = {
        "oneOf": [{"title": "Own", "properties": {"a": {}}}, ref("Pet"), ref("Titled"),
                  {"type": "string", "maxLength": 3}, {"type": "null"}],
    }  # fmt: skip

    group = field_of(raw, Pet=PET, Titled={**PET, "title": "A pet"}).group
    assert group.variants_label == "One of"
    assert group.label == "Options"
    assert [variant.title for variant in group.variants] == ["Own", "Pet", "A pet", "string"]
    assert group.variants[3].facts == ("at most 3 characters",)
    assert names_of(group.variants[1].group) == ["name", "id"]
    assert group.variants[1].link.name == "Pet"


def titles_of(*variants):
    return [variant.title for variant in field_of({"oneOf": list(variants)}).group.variants]


def tagged(value, **more):
    return {"properties": {"version": {"const": 1}, "kind": {"enum": [value]}, **more}}


def test_variants_without_names_are_named_by_what_distinguishes_them():
    one = {"type": "string", "minLength": 1}
    two = {"type": "array", "items": one}
    a_key = {"properties": {"a": PET}, "required": ["a"]}
    mail = {"properties": {"mail": {}, "fax": {}}, "required": ["mail"]}

    assert titles_of(tagged("cat"), tagged("dog", name={})) == ["cat", "dog"]
    assert titles_of({"const": "all"}, two) == ["all", "array of string"]
    assert titles_of(one, two, PET) == ["string", "array of string", "object"]
    assert titles_of(a_key, mail) == ["a", "with mail"]
    assert titles_of({**PET}, {"properties": {"name": {}, "id": {}, "age": {}}}) == [
        "Option 1",
        "with age",
    ]
    assert titles_of(PET, PET) == ["Option 1", "Option 2"]
    card, bank = {"properties": {"card": {"const": 1}}}, {"properties": {"bank": {"const": 2}}}
    assert titles_of(card, bank) == ["with card", "with bank"]
    assert titles_of(tagged("cat"), {"properties": {"kind": {}}}) == ["cat", "object"]
    assert titles_of({"title": "cat"}, tagged("cat"), tagged("dog")) == ["cat", "object", "dog"]


def test_variants_that_are_nothing_but_values_are_one_list_of_values():
    field = field_of({
        "oneOf": [{"type": "string", "enum": ["up", "down"]},
                  {"type": "string", "enum": ["lost"], "description": "Nobody knows where."},
                  {"const": 0, "title": "None"}, {"type": "null"}],
    })  # fmt: skip

    assert [(value.value, value.description) for value in field.enum] == [
        ("up", ""),
        ("down", ""),
        ("lost", "Nobody knows where."),
        ("0", "None"),
    ]
    assert field.type_label == "string or integer or null"
    assert field.group is None


def test_a_list_of_values_with_more_to_say_stays_a_variant():
    field = field_of({"oneOf": [{"enum": ["up"]}, {"enum": ["lost"], "deprecated": True}]})

    assert not field.enum
    assert len(field.group.variants) == 2


def test_any_of_says_so_and_bare_variants_are_left_to_the_label():
    assert field_of({"anyOf": [PET, {"type": "string"}]}).group.variants_label == "Any of"
    assert field_of({"anyOf": [{"type": "integer"}, {"type": "string"}]}).group is None


def test_variants_that_only_ask_for_properties_say_so():
    raw = {"properties": {"a": {}, "b": {}}, "oneOf": [{"required": ["a"]}, {"required": ["b"]}]}

    group = page_of(raw).body.group
    assert names_of(group) == ["a", "b"]
    assert [variant.group.notes for variant in group.variants] == [
        ("Requires a.",),
        ("Requires b.",),
    ]


def test_a_second_choice_is_not_lost():
    raw = {"oneOf": [PET, {"type": "string"}], "anyOf": [PET, {"properties": {"z": {}}}]}

    group = page_of(raw).body.group
    assert group.variants_label == "One of"
    (extra,) = group.fields
    assert (extra.name, extra.group.variants_label) == ("must also be", "Any of")


@pytest.mark.parametrize(
    ("mapping", "expected"),
    [
        ({}, [("Pet", "Pet"), ("Other", "Other")]),
        ({"p": "#/components/schemas/Pet"}, [("p", "Pet"), ("Other", "Other")]),
        ({"p": "Pet", "o": "Other", "q": "Other"}, [("p", "Pet"), ("o", "Other"), ("q", "Other")]),
    ],
)
def test_discriminator(mapping, expected):
    discriminator = {"propertyName": "kind", "mapping": mapping}
    raw = {"oneOf": [ref("Pet"), ref("Other")], "discriminator": discriminator}

    view = field_of(raw, Pet=PET, Other=PET).group.discriminator
    assert view.property_name == "kind"
    assert [(value, link.name) for value, link in view.mapping] == expected


def test_a_mapping_to_an_unknown_schema_is_a_note():
    raw = {"properties": {}, "discriminator": {"propertyName": "k", "mapping": {"a": "gone.json"}}}

    assert field_of(raw).group.notes == ('"a" stands for gone.json.',)


def test_direction():
    schema = {
        "properties": {"id": {"readOnly": True}, "name": {}, "secret": {"writeOnly": True},
                       "inner": {"properties": {"id": {"readOnly": True}, "x": {}}}},
    }  # fmt: skip

    request = operation_page(request_of(schema), method="post")
    response = operation_page(response_of(schema))

    assert names_of(request.body.media_types[0].body.group) == ["name", "secret", "inner"]
    assert names_of(response.responses[0].media_types[0].body.group) == ["id", "name", "inner"]
    assert [field.name for field in all_fields(request.body) if field.name == "id"] == []
    both = page_of(schema).body.group
    assert names_of(both) == ["id", "name", "secret", "inner"]
    assert (both.fields[0].read_only, both.fields[2].write_only) == (True, True)


@pytest.mark.parametrize(
    "raw",
    [
        ref("Node"),
        {"type": "array", "items": ref("Node")},
        {"allOf": [ref("Node")], "nullable": True},
        {"anyOf": [ref("Node"), {"type": "null"}]},
    ],
)
def test_recursion_is_a_link(raw):
    page = page_of(ref("Node"), Node={"properties": {"next": raw, "v": {}}})

    (inner,) = [field for field in page.body.group.fields if field.name == "next"]
    assert (inner.is_cut, inner.group, inner.link.name) == (True, None, "Node")
    assert not page.body.is_cut


def test_recursion_through_a_part_links_to_that_part():
    child = {"allOf": [ref("It"), {"properties": {"extra": {}}}]}
    page = page_of({"properties": {"child": child}})

    cut = [field for field in all_fields(page.body) if field.is_cut]
    assert [field.link.name for field in cut] == ["It"]


def test_a_recursive_variant_is_a_link():
    page = page_of({"oneOf": [ref("It"), {"properties": {"a": {}}}]})

    assert [(v.is_cut, bool(v.group)) for v in page.body.group.variants] == [
        (True, False),
        (False, True),
    ]


def test_recursion_without_a_name_ends():
    pointer = {"$ref": "#/components/schemas/It/properties/inner"}
    page = page_of({"properties": {"inner": {"properties": {"again": pointer}}}})

    assert len(all_fields(page)) < 10
    (last,) = [field for field in all_fields(page) if field.group and not field.group.fields]
    assert last.group.notes == ("Recursive: the same as the enclosing schema.",)
    assert not any(field.is_cut for field in all_fields(page))


def test_ids_are_readable_and_unique():
    schema = {
        "properties": {"owner": {"properties": {"name": {}}}, "a b": {}, "a-b": {}, "имя": {},
                       "<script>": {}, "x" * 5000: {}},
    }  # fmt: skip
    view = operation_page(
        {
            "parameters": [{"name": "limit", "in": "query"}, {"name": "filter[x]", "in": "query"}],
            **request_of(schema),
            **response_of({"properties": {"data": {"properties": {"id": {}}}}}),
        }
    )

    ids = [field.id for field in all_fields(view)]
    expected = ("query-limit", "query-filter-x", "body", "body-owner-name", "response-200-data-id")
    assert set(expected) < set(ids)
    assert {"body-a-b", "body-a-b-2", "body-script"} < set(ids)
    assert len(set(ids)) == len(ids)
    assert all(
        len(one) < 300 and set(one) <= set("abcdefghijklmnopqrstuvwxyz0123456789-_.") for one in ids
    )


@pytest.mark.parametrize(
    ("expanded", "opened"),
    [
        ("all", {"query-f", "body", "body-a", "body-a-b", "body-c"}),
        ("topLevel", {"query-f", "body", "body-a", "body-c"}),
        ("topLevelOneOfs", {"body-c"}),
        ("none", set()),
    ],
)
def test_what_starts_open(expanded, opened):
    schema = {
        "properties": {
            "a": {"properties": {"b": {"properties": {"x": {}}}}},
            "c": {"oneOf": [{"properties": {"d": {}}}, {"properties": {"e": {}}}]},
        }
    }
    parameter = {"name": "f", "in": "query", "schema": {"properties": {"x": {}}}}
    view = operation_page(
        {"parameters": [parameter], **request_of(schema)},
        options=ReferenceOptions(expanded=expanded),
    )

    assert {field.id for field in all_fields(view) if field.is_open} == opened


def test_views_are_equal_and_have_the_same_hash_each_time():
    raw = {"properties": {"a": ref("Pet"), "b": {"oneOf": [PET, ref("Pet")]}}}

    first, second = page_of(raw, Pet=PET), page_of(raw, Pet=PET)
    assert first == second
    assert hash(first.body) == hash(second.body)
