"""Choose the values that samples, the playground and the mock server show or send."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

from sphinx_sitejson.common.json_documents.exact_json import read_json
from sphinx_sitejson.common.nesting import MAX_NESTING
from sphinx_sitejson.openapi.model import (
    Encoding,
    Example,
    MediaType,
    Operation,
    Parameter,
    Response,
)
from sphinx_sitejson.openapi.raw import as_list
from sphinx_sitejson.openapi.schemas import Schema

from .bodies import validate_body
from .generated_values import MISSING, generate_example
from .media_types import (
    ContentType,
    concrete_media_type,
    file_name_for,
    media_kind,
    multipart_type,
)
from .request import (
    BOUNDARY,
    Body,
    FileBody,
    FormBody,
    JsonBody,
    MultipartBody,
    Pairs,
    Part,
    TextBody,
)
from .serialization import (
    SerializedBody,
    encode_content,
    encode_fields,
    encode_header,
    find_encoding,
    form_fields,
    form_pairs,
    is_styled,
    part_kind,
    primitive_text,
    serialize_body,
)
from .typed_values import InvalidJsonError, parse_json, schema_at
from .validation import SchemaValidator, ValidationIssue
from .visible_examples import LONGEST_EXAMPLE, serialize_value

# What headers may be called; one that begins with "-" would be an option to some tools.
_HEADER_NAME = re.compile(r"[A-Za-z0-9!#$%&'*+.^_`|~][A-Za-z0-9!#$%&'*+.^_`|~-]*")
_MAX_VALUE_LENGTH = 1000
_HINTS = frozenset(
    {"example", "examples", "default", "const", "enum", "format", "pattern", "minLength"}
)

_SET_BY_CLIENTS = ("content-length", "transfer-encoding")
"""Headers that frame a message (RFC 9112, section 6): a wrong value makes the server wait."""


def is_in_sample(parameter: Parameter, show_optional: bool | None) -> bool:
    """Whether samples include a parameter."""
    if parameter.location == "header" and parameter.name.lower() in _SET_BY_CLIENTS:
        return False
    if parameter.required:
        return True
    if parameter.deprecated or show_optional is False:
        return False
    raw = parameter.schema.resolved.raw
    has_example = bool(parameter.examples) or "example" in raw or bool(raw.get("examples"))
    return show_optional is True or has_example


def sample_value(parameter: Parameter) -> Any:
    """Return the value of a parameter in samples: an example, else a generated value."""
    is_in_path = parameter.location == "path"
    # "/jobs/" is another path than "/jobs/{state}"; other styles send the name, or a period.
    must_have_text = is_in_path and parameter.style == "simple"
    for example in parameter.examples:
        is_usable = example.has_value and not (must_have_text and example.value == "")
        if is_usable and not _is_long(example.value):
            return example.value
    if is_in_path and _is_unconstrained_text(parameter):
        # "/users/userId" is clearer than "/users/string".
        return parameter.name
    value = generate_example(parameter.schema, direction="request")
    if must_have_text and value == "":
        value = next(filter(None, as_list(parameter.schema.merged.raw.get("enum"))), "")
    return parameter.name if _is_long(value) or (must_have_text and value == "") else value


def valid_pairs(pairs: list[tuple[str, str]]) -> Pairs:
    """Return the pairs with valid names (RFC 9110, section 5.1), their values on one line."""
    return tuple(
        (name, "".join(char if char.isprintable() else " " for char in value).strip())
        for name, value in pairs
        if _HEADER_NAME.fullmatch(name)
    )


def _is_long(value: Any) -> bool:
    return len(encode_content(value)) > _MAX_VALUE_LENGTH


def _is_unconstrained_text(parameter: Parameter) -> bool:
    schema = parameter.schema.merged
    is_text = schema.types in ((), ("string",)) and not (schema.one_of or schema.any_of)
    return is_text and not _HINTS & schema.raw.keys()


_FILE_BY_KIND = {"json": "body.json", "xml": "body.xml", "text": "body.txt"}


def chosen_media_type(operation: Operation) -> MediaType | None:
    """Return the media type of samples: JSON if there is one, else the first."""
    content = operation.request_body.content if operation.request_body else ()
    as_json = (media for media in content if media_kind(media.name) == "json")
    return next(as_json, content[0] if content else None)


def sample_body(media: MediaType) -> Body | None:
    """Return the body of a sample, or None if the document does not describe it."""
    kind = media_kind(media.name)
    value = body_value(media)
    if kind == "binary" and not isinstance(value, Mapping | list):
        return FileBody(
            file_name=file_name_for(media.name), media_type=concrete_media_type(media.name)
        )
    if value is MISSING:
        return None
    if kind == "json":
        return _json_body(value, media)
    if kind == "form" and isinstance(value, Mapping):
        return _form_body(value, media)
    if kind == "multipart" and isinstance(value, Mapping):
        parts = tuple(form_parts(value, media))
        return MultipartBody(parts=parts, media_type=multipart_type(media.name))
    text = value if isinstance(value, str) else serialize_value(value, media)
    if kind == "multipart" and isinstance(value, list):
        name = f"{multipart_type(media.name)}; boundary={BOUNDARY}"
        return TextBody(text=text.replace("\n", "\r\n"), media_type=name)
    return _text_body(text, media)


def body_value(media: MediaType) -> Any:
    """Return the value of a body in samples, or MISSING if the document does not describe it."""
    for example in media.examples:
        if example.serialized is not None:
            return example.serialized
        if example.has_value:
            return example.value
    if media.schema is not None:
        return generate_example(media.schema, direction="request")
    if media.item_schema is not None:
        return [generate_example(media.item_schema, direction="request")]
    return MISSING


def _json_body(value: Any, media: MediaType) -> Body:
    name = concrete_media_type(media.name)
    if isinstance(value, str):
        parsed = _parse_json_text(value)
        # Some documents have the text of a body instead of its value.
        value = value if parsed is MISSING else parsed
    if _is_too_long(value) or _is_too_deep(value):
        return FileBody(file_name="body.json", media_type=name)
    return JsonBody(value=value, media_type=name)


def _parse_json_text(text: str) -> Any:
    if text.lstrip()[:1] not in ("{", "[") or len(text) > LONGEST_EXAMPLE:
        return MISSING
    try:
        return read_json(text)
    except (ValueError, RecursionError):
        return MISSING


def _is_too_long(value: Any) -> bool:
    """Whether a value is too long for a sample, or cannot be serialized."""
    length = 0
    try:
        for chunk in json.JSONEncoder().iterencode(value):
            length += len(chunk)
            if length > LONGEST_EXAMPLE:
                return True
    except (RecursionError, ValueError, TypeError):
        return True
    return False


def _is_too_deep(value: Any) -> bool:
    queue = [(value, 0)]
    while queue:
        each, depth = queue.pop()
        if depth > MAX_NESTING:
            return True
        if isinstance(each, Mapping | list):
            inner = each.values() if isinstance(each, Mapping) else each
            queue.extend((entry, depth + 1) for entry in inner)
    return False


def _text_body(text: str, media: MediaType) -> Body:
    if len(text) >= LONGEST_EXAMPLE:
        name = _FILE_BY_KIND.get(media_kind(media.name), "body.txt")
        return FileBody(file_name=name, media_type=concrete_media_type(media.name))
    return TextBody(text=text, media_type=concrete_media_type(media.name))


def _form_body(value: Mapping[str, Any], media: MediaType) -> Body:
    first = dict(islice(value.items(), MAX_FIELDS))
    fields = [each for each in form_fields(first, media) if len(each[1]) <= LONGEST_EXAMPLE]
    if any(reserved for _, _, reserved in fields):
        # Every tool encodes forms in its own way, and none preserves reserved characters.
        text = "".join(encode_fields(fields))
        return TextBody(text=text, media_type=concrete_media_type(media.name))
    return FormBody(fields=tuple((name, text) for name, text, _ in fields))


MAX_FIELDS = 100
SET_BY_PARTS = ("content-type", "content-disposition")
"""Headers of a part that follow from its type and name."""


def form_parts(value: Mapping[str, Any], media: MediaType) -> Iterator[Part]:
    """Yield the parts of a multipart body."""
    members = media.schema.merged.properties if media.schema else {}
    for name, member in list(value.items())[:MAX_FIELDS]:
        encoding = find_encoding(media, str(name))
        headers = tuple(_part_headers(encoding))
        kind = replace(part_kind(media, str(name), members.get(name)), headers=headers)
        if kind.file_name:
            yield kind
        elif is_styled(encoding) and member is not None:
            pairs = form_pairs(str(name), member, style=encoding.style, explode=encoding.explode)
            yield from (Part(name=key, text=text, headers=headers) for key, text in pairs)
        else:
            yield from _text_parts(kind, member)


def _part_headers(encoding: Encoding) -> Iterator[tuple[str, str]]:
    found = [
        (header.name, encode_header(sample_value(header), explode=header.explode))
        for header in encoding.headers
        if is_in_sample(header, None) and header.name.lower() not in SET_BY_PARTS
    ]
    yield from valid_pairs(found)


def _text_parts(kind: Part, value: Any) -> Iterator[Part]:
    entries = value if isinstance(value, list) else [value]
    for entry in entries:
        is_json = isinstance(entry, Mapping | list)
        text = primitive_text(entry)
        if entry is not None and len(text) <= LONGEST_EXAMPLE:
            media_type = kind.media_type or ("application/json" if is_json else "")
            yield replace(kind, text=text, media_type=media_type)


MAX_ROUNDS = 12

Path = tuple[str, ...]


def coerce_value(value: Any, schema: Schema, validator: SchemaValidator) -> Any | None:
    """Return a copy of a value that is valid against its schema; None if it cannot be coerced.

    Missing properties are added and invalid values are generated again; what is still invalid is
    removed. ``{"id": "x"}`` may become ``{"id": 1, "name": "string"}``.
    """
    coercer = _Coercer(deepcopy(value), schema, validator)
    for _ in range(MAX_ROUNDS):
        issues = validator.issues(schema, coercer.value)
        if not issues:
            return coercer.value
        changes = [coercer.repair(issue) for issue in issues]
        if not any(changes):
            return None
    return None


class _Coercer:
    def __init__(self, value: Any, schema: Schema, validator: SchemaValidator) -> None:
        self.value = value
        self._schema = schema
        self._validator = validator
        self._attempts: set[tuple[Path, str]] = set()

    def repair(self, issue: ValidationIssue) -> bool:
        """Change the value to remove an issue; return whether anything changed."""
        path = pointer_steps(issue.pointer)
        if (path, issue.missing) not in self._attempts:
            self._attempts.add((path, issue.missing))
            if self._regenerate(path, issue.missing):
                return True
        return self._remove(path)

    def _regenerate(self, path: Path, missing: str) -> bool:
        full_path = (*path, missing) if missing else path
        schema = schema_at(self._schema, full_path)
        if schema is None or not full_path:
            return False
        source = schema if missing else without_examples(schema)
        return self._put(full_path, generate_example(source, direction=self._validator.direction))

    def _put(self, path: Path, value: Any) -> bool:
        parent, last = self._parent(path), path[-1]
        if isinstance(parent, dict):
            parent[last] = value
            return True
        if isinstance(parent, list) and last.isdecimal() and int(last) < len(parent):
            parent[int(last)] = value
            return True
        return False

    def _remove(self, path: Path) -> bool:
        parent = self._parent(path) if path else None
        if isinstance(parent, dict) and path[-1] in parent:
            del parent[path[-1]]
            return True
        if isinstance(parent, list) and path[-1].isdecimal() and int(path[-1]) < len(parent):
            del parent[int(path[-1])]
            return True
        return False

    def _parent(self, path: Path) -> Any:
        value = self.value
        for step in path[:-1]:
            if isinstance(value, dict):
                value = value.get(step)
            elif isinstance(value, list) and step.isdecimal() and int(step) < len(value):
                value = value[int(step)]
            else:
                return None
        return value


def pointer_steps(pointer: str) -> Path:
    """Split a JSON Pointer: ``/a/0/b~1c`` gives ``("a", "0", "b/c")``."""
    steps = pointer.split("/")[1:]
    return tuple(step.replace("~1", "/").replace("~0", "~") for step in steps)


def without_examples(schema: Schema) -> Schema:
    """Return a schema without its own examples and defaults."""
    resolved = schema.resolved
    keywords = {
        key: value
        for key, value in resolved.raw.items()
        if key not in ("example", "examples", "default")
    }
    return Schema(keywords, schema.references, schema.allows_anything)


@dataclass(frozen=True, slots=True, kw_only=True)
class SelectedBody:
    """A body to send, the example it comes from, and the issues that are left."""

    body: SerializedBody
    example: str = ""
    """The name of the example; empty if it has none or was generated."""
    issues: tuple[ValidationIssue, ...] = ()


class UnknownExampleError(LookupError):
    """Raised if the document has no example of a name; ``available`` lists the names it has."""

    def __init__(self, known: tuple[str, ...]) -> None:
        super().__init__()
        self.available = known


def select_body(
    media: MediaType, validator: SchemaValidator, *, media_type: str, example: str | None = None
) -> SelectedBody | None:
    """Return the body to send, or None if the document does not describe it.

    :param media_type: a concrete media type.
    :param example: the name of an example, which is then sent even if it is invalid.
    """
    if example is not None:
        return _select_named(media, validator, media_type, example)
    candidates: list[SelectedBody] = []
    # A documented example, repaired if necessary, is better than a generated one.
    for values in (_documented_values(media, validator), _generated_values(media, validator)):
        result = _select_valid(media, validator, media_type, list(values), candidates)
        if result is not None:
            return result
    return candidates[0] if candidates else None


def _select_valid(
    media: MediaType,
    validator: SchemaValidator,
    media_type: str,
    values: list[tuple[str, Any, bool]],
    candidates: list[SelectedBody],
) -> SelectedBody | None:
    """Return the first valid value, else the first that can be coerced."""
    for name, value, is_text in values:
        candidate = _serialize_candidate(media, validator, media_type, name, value, is_text=is_text)
        if not candidate.issues:
            return candidate
        candidates.append(candidate)
    for name, value, _ in values:
        coerced = coerce_value(value, media.schema, validator) if media.schema else None
        if coerced is not None:
            candidate = _serialize_candidate(
                media, validator, media_type, name, coerced, is_text=False
            )
            if not candidate.issues:
                return candidate
    return None


def _select_named(
    media: MediaType, validator: SchemaValidator, media_type: str, example: str
) -> SelectedBody | None:
    for each in media.examples:
        if each.name == example:
            for name, value, is_text in _example_forms(each, media, validator):
                return _serialize_candidate(
                    media, validator, media_type, name, value, is_text=is_text
                )
    raise UnknownExampleError(tuple(each.name for each in media.examples if each.name))


def _serialize_candidate(
    media: MediaType,
    validator: SchemaValidator,
    media_type: str,
    name: str,
    value: Any,
    *,
    is_text: bool,
) -> SelectedBody:
    if is_text:
        body = SerializedBody(str(value).encode("utf-8", "replace"), media_type)
    else:
        body = serialize_body(value, media, media_type=media_type)
    issues = validate_body(body.content, ContentType.parse(body.media_type), media, validator)
    return SelectedBody(body=body, example=name, issues=issues)


def _documented_values(
    media: MediaType, validator: SchemaValidator
) -> Iterator[tuple[str, Any, bool]]:
    """Yield the examples of a body, then those of its schema: name, value, is serialized."""
    for example in media.examples:
        yield from _example_forms(example, media, validator)
    if media.schema is not None:
        raw = media.schema.resolved.raw
        examples = as_list(raw.get("examples")) or ([raw["example"]] if "example" in raw else [])
        yield from (("", value, False) for value in examples)


def _generated_values(
    media: MediaType, validator: SchemaValidator
) -> Iterator[tuple[str, Any, bool]]:
    if media.schema is not None:
        yield "", generate_example(media.schema, direction=validator.direction), False
        plain = without_examples(media.schema)
        yield "", generate_example(plain, direction=validator.direction), False
    elif media.item_schema is not None:
        yield "", [generate_example(media.item_schema, direction=validator.direction)], False


def _example_forms(
    example: Example, media: MediaType, validator: SchemaValidator
) -> Iterator[tuple[str, Any, bool]]:
    """Yield the serialized text of an example, then its value."""
    if example.serialized is not None:
        yield example.name, example.serialized, True
    if not example.has_value:
        return
    value = example.value
    if isinstance(value, str) and media_kind(media.name) == "json" and media.schema is not None:
        try:
            parsed = parse_json(value)
        except InvalidJsonError:
            parsed = None
        # Some documents have the text of a JSON body, "{...}", where its value belongs.
        if isinstance(parsed, dict | list) and not validator.is_valid(media.schema, value):
            yield example.name, value, True
    yield example.name, value, False


def select_value(parameter: Parameter, validator: SchemaValidator) -> Any:
    """Return the first valid value of a parameter, coerced if necessary, else MISSING."""
    values = list(_parameter_values(parameter, validator))
    for value in values:
        if validator.is_valid(parameter.schema, value):
            return value
    coerced_values = (coerce_value(value, parameter.schema, validator) for value in values)
    return next((coerced for coerced in coerced_values if coerced is not None), MISSING)


def _parameter_values(parameter: Parameter, validator: SchemaValidator) -> Iterator[Any]:
    for example in parameter.examples:
        if example.has_value:
            yield example.value
            yield from _other_types(example.value)
    value = generate_example(parameter.schema, direction=validator.direction)
    yield value
    yield from _other_types(value)
    yield generate_example(without_examples(parameter.schema), direction=validator.direction)


def _other_types(value: Any) -> Iterator[Any]:
    """Yield the text of a number and the number of a text: both are sent the same way."""
    if isinstance(value, str):
        try:
            yield parse_json(value)
        except InvalidJsonError:
            return
    elif isinstance(value, int | float) and not isinstance(value, bool):
        yield str(value)


_TOKEN = re.compile(r"[A-Za-z0-9!#$%&'*+.^_`|~-]+")
# Set by the server itself, or wrong for the body as it is sent.
_NOT_FROM_EXAMPLES = frozenset(
    {
        "connection",
        "content-encoding",
        "content-length",
        "content-range",
        "content-type",
        "date",
        "keep-alive",
        "server",
        "trailer",
        "transfer-encoding",
        "upgrade",
    }
)


def response_headers(response: Response, validator: SchemaValidator) -> Iterator[tuple[str, str]]:
    """Yield the required headers of a response and those with examples."""
    for header in response.headers:
        is_usable = _TOKEN.fullmatch(header.name) is not None
        if not is_usable or header.name.lower() in _NOT_FROM_EXAMPLES:
            continue
        if is_in_sample(header, None):
            value = select_value(header, validator)
            if value is not MISSING:
                yield header.name, _header_text(header, value)


def _header_text(header: Parameter, value: object) -> str:
    """Serialize the value of a header on one line."""
    text = (
        encode_content(value) if header.media_type else encode_header(value, explode=header.explode)
    )
    return "".join(char if char.isprintable() else " " for char in text).strip()
