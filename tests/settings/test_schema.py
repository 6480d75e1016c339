"""The schema is made of the frozen classes, and says what they say."""

import dataclasses
import re
from collections.abc import Iterator
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints

import jsonschema_rs
import pytest

from sphinx_sitejson.settings.json_object import Bare, JsonObject, Key, ValueRule, json_fields
from sphinx_sitejson.settings.site import SiteSettings
from sphinx_sitejson.settings.validation import SITE_SCHEMA
from support.settings_schema import SchemaBuilder, generate_schema

from .schema_walk import all_objects, array_items, object_variants, variants

SPELT_DIFFERENTLY = {"metadata"}
"""Fields whose objects are not those of the schema."""


def class_pairs() -> Iterator[tuple[type[JsonObject], dict[str, Any]]]:
    """Yield every settings class with the object schema it mirrors."""
    waiting: list[tuple[type[JsonObject], dict[str, Any]]] = [(SiteSettings, SITE_SCHEMA.full)]
    met: set[type[JsonObject]] = set()
    while waiting:
        cls, schema = waiting.pop()
        if cls in met:
            continue
        met.add(cls)
        yield cls, schema
        hints = get_type_hints(cls)
        for name, key, *_ in json_fields(cls):
            inner = schema["properties"][key]
            candidates = [
                variant
                for shape in [inner, *array_items(inner)]
                for variant in object_variants(shape)
            ]
            for inner_class in classes_in(hints[name]):
                keys = {key for _, key, *_ in json_fields(inner_class)}
                fitting = [c for c in candidates if keys <= set(c["properties"])]
                if key not in SPELT_DIFFERENTLY:
                    assert fitting, f"{cls.__name__}.{name}: no schema has the keys {keys}"
                    waiting.append((inner_class, fitting[0]))


def classes_in(hint: Any) -> list[type[JsonObject]]:
    if isinstance(hint, type) and issubclass(hint, JsonObject):
        return [hint]
    return [cls for part in get_args(hint) for cls in classes_in(part)]


PAIRS = list(class_pairs())


def test_the_schema_is_a_valid_schema():
    jsonschema_rs.meta.validate(SITE_SCHEMA.full)
    assert SITE_SCHEMA.text.startswith("{")


def test_the_schema_is_up_to_date():
    assert SITE_SCHEMA.text == generate_schema(), "run `make schema`"


def test_every_object_of_the_schema_has_a_class():
    mirrored = {id(schema) for _, schema in PAIRS}
    without_class = {
        where
        for where, schema in all_objects()
        # Services are made of their table.
        if id(schema) not in mirrored and not where.startswith((".analytics", ".integrations"))
    }
    # Socials by platform are read into the same class as the list of them.
    assert without_class == {".footerSocials"}


def test_a_field_that_is_not_in_the_file_is_no_key():
    @dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
    class Named(JsonObject):
        """An object."""

        not_keys = ("word",)

        word: str = ""

    assert SchemaBuilder().object(Named)["properties"] == {}
    assert Named.from_json({"word": "a"}) == Named()


def test_marks_of_a_field_become_rules_of_its_key():
    @dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
    class Lamp(JsonObject):
        """A lamp."""

        bare = Bare(value=str, keys=("label",))

        label: Annotated[str, Key("What it is called.", needs=("power",))]
        power: Annotated[
            float | None, ValueRule(minimum=1, expected="a power"), Key("In watt.")
        ] = None
        colors: Annotated[tuple[str, ...], Key("All its colors.", or_one=True)] = ()
        shape: Annotated[Literal["round", "long"], Key("Its shape.", name="form")] = "round"

    assert SchemaBuilder().object(Lamp) == {
        "type": "object",
        "description": "A lamp.",
        "properties": {
            "label": {"type": "string", "description": "What it is called."},
            "power": {
                "type": "number",
                "minimum": 1,
                "x-expected": "a power",
                "description": "In watt.",
            },
            "colors": {
                "anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}],
                "description": "All its colors.",
            },
            "form": {"enum": ["round", "long"], "description": "Its shape.", "default": "round"},
        },
        "required": ["label"],
        "additionalProperties": False,
        "dependentRequired": {"label": ["power"]},
    }
    assert Lamp.from_json("a") == Lamp(label="a")
    assert Lamp.from_json({"label": "a", "colors": "red"}).colors == ("red",)
    assert Lamp.from_json({"label": "a", "form": "long"}).shape == "long"


@pytest.mark.parametrize(("cls", "schema"), PAIRS, ids=lambda part: getattr(part, "__name__", ""))
def test_a_class_and_its_schema_have_the_same_keys(cls, schema):
    effective = {
        key for key, inner in schema["properties"].items() if "x-without-effect" not in inner
    }
    assert {key for _, key, *_ in json_fields(cls)} == effective


@pytest.mark.parametrize(("cls", "schema"), PAIRS, ids=lambda part: getattr(part, "__name__", ""))
def test_a_class_and_its_schema_allow_the_same_words(cls, schema):
    hints = get_type_hints(cls)
    for name, key, *_ in json_fields(cls):
        words = [
            word
            for part in [hints[name], *get_args(hints[name])]
            if get_origin(part) is Literal
            for word in get_args(part)
        ]
        inner = schema["properties"][key]
        inner = inner["items"] if get_origin(hints[name]) is tuple and words else inner
        allowed = [word for variant in variants(inner) for word in variant.get("enum", [])]
        if words:
            assert words == allowed, f"{cls.__name__}.{name}"


@pytest.mark.parametrize(("cls", "schema"), PAIRS, ids=lambda part: getattr(part, "__name__", ""))
def test_a_class_and_its_schema_have_the_same_defaults(cls, schema):
    defaults = {field.name: field.default for field in dataclasses.fields(cls)}  # type: ignore[arg-type]
    for name, key, *_ in json_fields(cls):
        inner = schema["properties"][key]
        if "default" in inner:
            assert defaults[name] == inner["default"], f"{cls.__name__}.{name}"
        elif isinstance(defaults[name], str | bool | int) and defaults[name] != "":
            pytest.fail(f"the schema does not tell the default of {cls.__name__}.{name}")


@pytest.mark.parametrize(("cls", "schema"), PAIRS, ids=lambda part: getattr(part, "__name__", ""))
def test_what_a_class_needs_the_schema_requires(cls, schema):
    needed = {
        field.name
        for field in dataclasses.fields(cls)  # type: ignore[arg-type]
        if field.default is field.default_factory is dataclasses.MISSING
    }
    assert {key for name, key, *_ in json_fields(cls) if name in needed} == set(
        schema.get("required", ())
    )


def test_every_property_is_described_in_one_sentence():
    for where, schema in all_objects():
        for key, inner in schema["properties"].items():
            description = inner.get("description", "")
            assert re.fullmatch(r"[A-Z`].*\.", description), f"{where}.{key}"


def test_every_object_refuses_unknown_keys():
    assert all(schema["additionalProperties"] is False for _, schema in all_objects())


def test_every_pattern_is_anchored_and_has_a_phrase_for_messages():
    for schema in (inner for _, o in all_objects() for inner in o["properties"].values()):
        for variant in variants(schema):
            if "pattern" in variant:
                assert variant["pattern"].startswith("^")
                assert variant["pattern"].endswith(r"(?![\s\S])")
                assert variant["x-expected"]


def test_only_what_a_site_cannot_do_without_stops_the_build():
    group = SITE_SCHEMA.resolved(SITE_SCHEMA.full["properties"]["navigation"]["items"])
    stopping = [
        SITE_SCHEMA.full,
        SITE_SCHEMA.full["properties"]["name"],
        SITE_SCHEMA.full["properties"]["navigation"],
        group,
        group["properties"]["pages"],
        SITE_SCHEMA.resolved(group["properties"]["pages"]["items"]),
    ]
    assert all(schema["x-stops"] for schema in stopping)
    assert SITE_SCHEMA.text.count('"x-stops"') == len(stopping)
