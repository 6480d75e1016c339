"""Which version of OpenAPI a document follows, and whether it can be used at all."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from sphinx_sitejson.common.json_documents.repairs import YAML_TYPE_NAMES
from sphinx_sitejson.common.problems import JsonPath, quoted

from .meta_schemas import SWAGGER, VERSIONS

_VERSION = re.compile(r"3(?:\.(\d+))?(?:\.\d+)?(?:-.+)?")
_COMPLETE = re.compile(r"3\.\d+\.\d+(?:-.+)?")
_SWAGGER = re.compile(r"2(?:\.0(?:\.\d+)?)?")
_PARTS = ("paths", "webhooks", "components")
_SWAGGER_PARTS = ("paths", "definitions")
_ONLY_IN_SWAGGER = ("definitions", "basePath", "host", "securityDefinitions", "swagger")


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentVersion:
    """What stands under ``openapi``: the rules to follow, and what is wrong about it."""

    rules: str | None
    message: str = ""
    written: str = ""
    at: JsonPath = ("openapi",)


def version_of(value: Any) -> DocumentVersion:
    """Tell which rules a document follows; none if it cannot be used."""
    if not isinstance(value, dict):
        kind = YAML_TYPE_NAMES.shown(value)
        return _unusable(f"an OpenAPI document must be a mapping of keys and values, not {kind}.")
    if "openapi" not in value and "swagger" in value:
        return _swagger(value, "swagger")
    if "openapi" not in value:
        return _unusable('the key "openapi" is missing; OpenAPI 3.0 or later is read.')
    written = value["openapi"]
    if _is_swagger(written) and any(key in value for key in _ONLY_IN_SWAGGER):
        return _swagger(value, "openapi")
    if isinstance(written, bool) or not isinstance(written, str | int | float):
        kind = YAML_TYPE_NAMES.shown(written)
        return _unusable(f'the version must be a string such as "3.1.0", not {kind}.', "openapi")
    found = _VERSION.fullmatch(_short(written))
    if found is None:
        return _unusable(
            f"the version {quoted(_short(written))} is not known; OpenAPI 3.0 or later is read.",
            "openapi",
        )
    if not any(part in value for part in _PARTS):
        return _unusable('the document has none of "paths", "webhooks", and "components".')
    return _known(written, int(found[1] or 0))


def _known(written: Any, minor: int) -> DocumentVersion:
    name = f"3.{minor}"
    if name not in VERSIONS:
        newest = VERSIONS[-1]
        message = f"OpenAPI {name} is not known yet; the document is read as OpenAPI {newest}."
        return DocumentVersion(rules=newest, message=message, written=f"{newest}.0")
    if isinstance(written, str) and _COMPLETE.fullmatch(written):
        return DocumentVersion(rules=name, written=written)
    message = f'the version must be a string such as "{name}.0"; it is read that way.'
    return DocumentVersion(rules=name, message=message, written=f"{name}.0")


def _is_swagger(written: Any) -> bool:
    return not isinstance(written, bool) and bool(_SWAGGER.fullmatch(_short(written)))


def _swagger(value: dict[str, Any], key: str) -> DocumentVersion:
    written = value[key]
    if isinstance(written, bool) or not isinstance(written, str | int | float):
        kind = YAML_TYPE_NAMES.shown(written)
        return _unusable(f'the version must be the string "{SWAGGER}", not {kind}.', key)
    if not _is_swagger(written):
        return _unusable(
            f"the document is Swagger {_short(written)}; Swagger 2.0 and OpenAPI 3.0 or later are "
            "read.",
            key,
        )
    if not any(part in value for part in _SWAGGER_PARTS):
        return _unusable('the document has neither "paths" nor "definitions".')
    message = ""
    if key != "swagger" or written != SWAGGER:
        message = f'the version must be written "swagger": "{SWAGGER}"; it is read that way.'
    return DocumentVersion(rules=SWAGGER, message=message, written=SWAGGER, at=(key,))


def _unusable(message: str, *at: str) -> DocumentVersion:
    return DocumentVersion(rules=None, message=message, at=at)


def _short(value: Any) -> str:
    return str(value)[:40] if isinstance(value, str | int | float) else ""
