"""One table knows the words of OpenAPI; what others need of it is derived."""

import re
from pathlib import Path

import pytest

import sphinx_sitejson
from sphinx_sitejson.common.network import METHODS
from sphinx_sitejson.openapi.keywords import (
    ALWAYS_DATA_KEYS,
    ANNOTATIONS,
    NAMED_MAP_KEYS,
    SCHEMA_KEYWORDS,
    SLOTS,
    UNSUPPORTED_IN_PLAYGROUND,
    playground_keywords,
    validation_keywords,
)
from sphinx_sitejson.openapi.validation.validator import ValidatedDocument

PACKAGE = Path(sphinx_sitejson.__file__).parent


def test_slots_link_to_known_kinds():
    kinds = {slot.kind for slots in SLOTS.values() for slot in slots.values()}
    assert kinds <= SLOTS.keys()


def test_what_holds_schemas_is_followed_in_schemas():
    held = {word for word, facts in SCHEMA_KEYWORDS.items() if facts.schemas}
    assert held == SLOTS["schema"].keys()


def test_a_word_is_an_annotation_or_decides_over_values():
    decides = {word for form in (None, "one", "list", "map") for word in validation_keywords(form)}
    assert not decides & ANNOTATIONS
    assert not UNSUPPORTED_IN_PLAYGROUND & ANNOTATIONS
    assert decides <= UNSUPPORTED_IN_PLAYGROUND | {"enum"}.union(
        *(playground_keywords(form) for form in (None, "one", "list", "map"))
    )


def test_data_and_names_are_reported_apart():
    assert {"example", "default", "value"} <= ALWAYS_DATA_KEYS
    # Elsewhere these hold objects of OpenAPI.
    assert not {"examples", "requestBody"} & ALWAYS_DATA_KEYS
    assert {"properties", "paths", "responses", "variables"} <= NAMED_MAP_KEYS


def test_methods_are_listed_in_one_place():
    a_list_of_them = re.compile(r"""["']head["'],\s*["']patch["']|["']patch["'],\s*["']trace["']""")
    listing = [
        path.relative_to(PACKAGE).as_posix()
        for path in PACKAGE.rglob("*.py")
        if a_list_of_them.search(path.read_text(encoding="utf-8"))
    ]
    assert listing == ["common/network/__init__.py"]


@pytest.mark.parametrize("method", METHODS)
def test_a_method_in_the_wrong_case_is_read(method):
    operation = {"responses": {"200": {"description": "Fine."}}}
    data = {
        "openapi": "3.2.0",
        "info": {"title": "A", "version": "1"},
        "paths": {"/a": {method.title(): operation}},
    }
    checked = ValidatedDocument(data, "3.2")
    assert checked.data["paths"]["/a"] == {method: operation}
    assert [message for _, message in checked.findings] == [
        f'"{method.title()}" must be written "{method}"; it is read that way.'
    ]
