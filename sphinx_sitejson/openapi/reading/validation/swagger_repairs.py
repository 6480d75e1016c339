"""What is said about a broken rule of Swagger 2.0 where that differs from OpenAPI 3.

Many documents borrow words of later versions. What is plainly meant is shown all the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from sphinx_sitejson.common.json_documents.edits import Edit, Leave, Put, Remove, Rename
from sphinx_sitejson.common.json_documents.repairs import YAML_TYPE_NAMES, Repair
from sphinx_sitejson.common.json_documents.validation_errors import Violation
from sphinx_sitejson.common.problems import quoted
from sphinx_sitejson.openapi.keywords import SCHEMA_KEYWORDS

from .meta_schemas import is_later_key

_AS_EXTENSIONS = {"example": "x-example", "examples": "x-examples", "nullable": "x-nullable"}
"""Words that a parameter or a header got with OpenAPI 3, and how tools write them before."""
_KEPT_IN_PARAMETERS = ("schema", "deprecated", "title")
_PARAMETERS = ("SubSchema", "bodyParameter", "header", "primitivesItems")
_STATUS_RANGE = re.compile(r"[1-5]XX")
_HOST = re.compile(r"(?:[a-z]+:)?//(?P<host>[^{}/ :\\]+(?::\d+)?)/?$", re.IGNORECASE)
_MISSED_BY_NOBODY = {
    "bodyParameter": ("name", "schema"),
    "nonBodyParameter": ("type",),
    "header": ("type",),
}
"""Required keys without which an object can be shown all the same."""
_SHOWN = "it is shown anyway"
_VALUE_TYPES = ("object", "file")


def swagger_repairs(violation: Violation) -> Iterator[Repair]:
    """Yield the repairs of a breach, none if the rules of OpenAPI 3 do as well."""
    value = violation.value
    if violation.is_unknown_key:
        keys = [str(key) for key in violation.detail or ()]
        repairs = [_unknown_key(violation, key, value) for key in keys]
        # One that is not special is left to the others, with all beside it.
        yield from (repair for repair in repairs if all(repairs) and repair)
    elif violation.rule == "required" and violation.detail in _MISSED_BY_NOBODY.get(
        _kind(violation), ()
    ):
        key = quoted(str(violation.detail))
        yield _unchanged(violation, f"the key {key} is required", "the rest is shown anyway")
    elif violation.path[-1:] == ("type",) and value in _VALUE_TYPES:
        yield _unchanged(violation, f"must not be {quoted(value)} here", _SHOWN)
    elif violation.path == ("host",) and isinstance(value, str) and (found := _HOST.match(value)):
        host = found["host"]
        yield Repair(
            path=violation.path,
            statement=f"must be a host only, not {YAML_TYPE_NAMES.shown(value)}",
            edit=Put(host),
            consequence=f"it is read as {quoted(host)}",
        )


def _unknown_key(violation: Violation, key: str, value: Any) -> Repair | None:
    if _is_about_values(violation) and key in _AS_EXTENSIONS and _AS_EXTENSIONS[key] not in value:
        new = _AS_EXTENSIONS[key]
        return _repair(
            violation, key, f"must be written {quoted(new)}", Rename(new), "it is read that way"
        )
    is_borrowed = (
        (_kind(violation) == "schema" and key in SCHEMA_KEYWORDS)
        or (_is_about_values(violation) and key in _KEPT_IN_PARAMETERS)
        or (_kind(violation) == "responses" and _STATUS_RANGE.fullmatch(key))
    )
    later = "belongs to a later version of OpenAPI"
    if is_borrowed:
        return _repair(violation, key, later, Leave(), _SHOWN)
    if is_later_key(violation.schema_path, key, value.get(key)):
        return _repair(violation, key, later, Remove(), "it is left out")
    return None


def _repair(violation: Violation, key: str, statement: str, edit: Edit, consequence: str) -> Repair:
    return Repair(
        path=(*violation.path, key),
        statement=f"{quoted(key)} {statement}",
        edit=edit,
        consequence=consequence,
    )


def _unchanged(violation: Violation, statement: str, consequence: str) -> Repair:
    return Repair(path=violation.path, statement=statement, edit=Leave(), consequence=consequence)


def _kind(violation: Violation) -> str:
    """Return what the meta-schema calls the object whose rule is broken."""
    names = [str(part) for part in violation.schema_path[1:2]]
    return names[0] if names else ""


def _is_about_values(violation: Violation) -> bool:
    """Tell whether an object is a parameter, a header or what a list of them holds."""
    return _kind(violation).endswith(_PARAMETERS) or _kind(violation) == "nonBodyParameter"
