"""Choose the values that samples, the playground and the mock server show or send."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import suppress
from copy import deepcopy
from dataclasses import dataclass, replace
from functools import reduce
from itertools import accumulate, chain, islice
from operator import getitem
from typing import Any

from sphinx_sitejson.common.nesting import MAX_NESTING, is_deeper_than
from sphinx_sitejson.common.problems import JsonPath
from sphinx_sitejson.openapi.model import (
    Example,
    MediaType,
    Operation,
    Parameter,
    Response,
)
from sphinx_sitejson.openapi.raw import RawObject, as_list, without_keys
from sphinx_sitejson.openapi.schemas import Schema

from .bodies import validate_body
from .generated_values import (
    MISSING,
    generate_body,
    generate_example,
    read_json_or_none,
    schema_examples,
)
from .media_types import (
    TOKEN,
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
    as_entries,
    encode_content,
    encode_fields,
    encode_header,
    find_encoding,
    form_fields,
    form_pairs,
    header_text,
    is_styled,
    part_kind,
    serialize_body,
    text_parts,
)
from .typed_values import parse_json_or_text, schema_at
from .validation import SchemaValidator, ValidationIssue
from .visible_examples import LONGEST_EXAMPLE, is_json_container, serialize_value

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
        (name, _on_one_line(value))
        for name, value in pairs
        # One that begins with "-" would be an option to some tools.
        if TOKEN.fullmatch(name) and not name.startswith("-")
    )


def _is_long(value: Any) -> bool:
    return len(encode_content(value)) > _MAX_VALUE_LENGTH


def _is_unconstrained_text(parameter: Parameter) -> bool:
    schema = parameter.schema.merged
    is_text = schema.types in ((), ("string",)) and not (schema.one_of or schema.any_of)
    return is_text and not _HINTS & schema.raw.keys()


def chosen_media_type(operation: Operation) -> MediaType | None:
    """Return the media type of samples: JSON if there is one, else the first."""
    content = operation.request_body.content if operation.request_body else ()
    as_json = (media for media in content if media_kind(media.name) == "json")
    return next(as_json, content[0] if content else None)


def sample_body(media: MediaType) -> Body | None:
    """Return the body of a sample, or None if the document does not describe it."""
    kind, media_type = media_kind(media.name), concrete_media_type(media.name)
    value = body_value(media)
    if kind == "binary" and not isinstance(value, Mapping | list):
        return FileBody(file_name=file_name_for(media.name), media_type=media_type)
    if value is MISSING:
        return None
    if kind == "json":
        return _json_body(value, media_type)
    if kind == "form" and isinstance(value, Mapping):
        return _form_body(value, media, media_type)
    if kind == "multipart" and isinstance(value, Mapping):
        parts = tuple(form_parts(value, media))
        return MultipartBody(parts=parts, media_type=multipart_type(media.name))
    text = value if isinstance(value, str) else serialize_value(value, media)[0]
    if kind == "multipart" and isinstance(value, list):
        name = f"{multipart_type(media.name)}; boundary={BOUNDARY}"
        return TextBody(text=text.replace("\n", "\r\n"), media_type=name)
    if len(text) < LONGEST_EXAMPLE:
        return TextBody(text=text, media_type=media_type)
    suffix = kind if kind in ("json", "xml") else "txt"
    return FileBody(file_name=f"body.{suffix}", media_type=media_type)


def body_value(media: MediaType) -> Any:
    """Return the value of a body in samples, or MISSING if the document does not describe it."""
    for example in media.examples:
        if example.serialized is not None:
            return example.serialized
        if example.has_value:
            return example.value
    return generate_body(media, "request")


def _json_body(value: Any, media_type: str) -> Body:
    if isinstance(value, str) and is_json_container(value) and len(value) <= LONGEST_EXAMPLE:
        # Some documents have the text of a body instead of its value.
        parsed = read_json_or_none(value)
        value = value if parsed is None else parsed
    if _is_too_long(value) or is_deeper_than(value, MAX_NESTING):
        return FileBody(file_name="body.json", media_type=media_type)
    return JsonBody(value=value, media_type=media_type)


def _is_too_long(value: Any) -> bool:
    """Whether a value is too long for a sample, or cannot be serialized."""
    try:
        lengths = accumulate(map(len, json.JSONEncoder().iterencode(value)))
        return any(length > LONGEST_EXAMPLE for length in lengths)
    except (RecursionError, ValueError, TypeError):
        return True


def _form_body(value: RawObject, media: MediaType, media_type: str) -> Body:
    first = dict(islice(value.items(), MAX_FIELDS))
    fields = [each for each in form_fields(first, media) if len(each[1]) <= LONGEST_EXAMPLE]
    if any(reserved for _, _, reserved in fields):
        # Every tool encodes forms in its own way, and none preserves reserved characters.
        return TextBody(text="".join(encode_fields(fields)), media_type=media_type)
    return FormBody(fields=tuple((name, text) for name, text, _ in fields))


MAX_FIELDS = 100
SET_BY_PARTS = ("content-type", "content-disposition")
"""Headers of a part that follow from its type and name."""


def form_parts(value: RawObject, media: MediaType) -> Iterator[Part]:
    """Yield the parts of a multipart body."""
    members = media.schema.merged.properties if media.schema else {}
    for name, member in list(value.items())[:MAX_FIELDS]:
        encoding = find_encoding(media.encoding, str(name))
        headers = valid_pairs(
            [
                (header.name, encode_header(sample_value(header), explode=header.explode))
                for header in encoding.headers
                if is_in_sample(header, None) and header.name.lower() not in SET_BY_PARTS
            ]
        )
        kind = replace(part_kind(media, str(name), members.get(name)), headers=headers)
        if kind.file_name:
            yield kind
        elif is_styled(encoding) and member is not None:
            pairs = form_pairs(str(name), member, style=encoding.style, explode=encoding.explode)
            yield from (Part(name=key, text=text, headers=headers) for key, text in pairs)
        else:
            texts = text_parts(kind, [entry for entry in as_entries(member) if entry is not None])
            yield from (part for part in texts if len(part.text) <= LONGEST_EXAMPLE)


MAX_ROUNDS = 12


def coerce_value(value: Any, schema: Schema, validator: SchemaValidator) -> Any | None:
    """Return a copy of a value that is valid against its schema; None if it cannot be coerced.

    Missing properties are added and invalid values are generated again; what is still invalid is
    removed. ``{"id": "x"}`` may become ``{"id": 1, "name": "string"}``.
    """
    value = deepcopy(value)
    attempts: set[tuple[JsonPath, str]] = set()

    def repair(issue: ValidationIssue) -> bool:
        path = (*issue.path, issue.missing) if issue.missing else issue.path
        if path and (issue.path, issue.missing) not in attempts:
            attempts.add((issue.path, issue.missing))
            inner = schema_at(schema, tuple(map(str, path)))
            if inner is not None:
                source = inner if issue.missing else without_examples(inner)
                generated = generate_example(source, direction=validator.direction)
                # The repair of another issue may have removed what is around it.
                with suppress(LookupError, TypeError):
                    reduce(getitem, path[:-1], value)[path[-1]] = generated
                    return True
        with suppress(LookupError, TypeError):
            del reduce(getitem, issue.path[:-1], value)[issue.path[-1]]
            return True
        return False

    for _ in range(MAX_ROUNDS):
        issues = validator.issues(schema, value)
        if not issues:
            return value
        changes = [repair(issue) for issue in issues]
        if not any(changes):
            return None
    return None


def without_examples(schema: Schema) -> Schema:
    """Return a schema without its own examples and defaults."""
    keywords = without_keys(schema.resolved.raw, "example", "examples", "default")
    return Schema(keywords, schema.references, schema.allows_anything)


@dataclass(frozen=True)
class SelectedBody:
    """A body to send, the example it comes from, and the issues that are left."""

    body: SerializedBody
    example: str
    """The name of the example; empty if it has none or was generated."""
    issues: tuple[ValidationIssue, ...]


class UnknownExampleError(LookupError):
    """Raised if the document has no example of a name; ``args`` are the names it has."""


def select_body(
    media: MediaType, validator: SchemaValidator, *, media_type: str, example: str | None = None
) -> SelectedBody | None:
    """Return the body to send, or None if the document does not describe it.

    :param media_type: a concrete media type.
    :param example: the name of an example, which is then sent even if it is invalid.
    """

    def serialize(form: Example) -> SelectedBody:
        if form.serialized is None:
            body = serialize_body(form.value, media, media_type=media_type)
        else:
            body = SerializedBody(form.serialized.encode("utf-8", "replace"), media_type)
        issues = validate_body(body.content, ContentType.parse(body.media_type), media, validator)
        return SelectedBody(body, form.name, issues)

    if example is not None:
        for each in media.examples:
            if each.name == example:
                for form in _example_forms(each, media, validator):
                    return serialize(form)
        raise UnknownExampleError(*(each.name for each in media.examples if each.name))
    first = None
    # A documented example, repaired if necessary, is better than a generated one.
    for examples in (_documented_examples(media, validator), _generated_examples(media, validator)):
        forms = list(examples)
        for form in forms:
            candidate = serialize(form)
            if not candidate.issues:
                return candidate
            first = first or candidate
        for form in forms:
            given = form.value if form.serialized is None else form.serialized
            coerced = coerce_value(given, media.schema, validator) if media.schema else None
            if coerced is not None:
                candidate = serialize(Example(name=form.name, value=coerced))
                if not candidate.issues:
                    return candidate
    return first


def _documented_examples(media: MediaType, validator: SchemaValidator) -> Iterator[Example]:
    """Yield the examples of a body, then those of its schema."""
    for example in media.examples:
        yield from _example_forms(example, media, validator)
    yield from (Example(value=value) for value in schema_examples(media.schema))


def _generated_examples(media: MediaType, validator: SchemaValidator) -> Iterator[Example]:
    value = generate_body(media, validator.direction)
    if value is not MISSING:
        yield Example(value=value)
    if media.schema is not None:
        plain = without_examples(media.schema)
        yield Example(value=generate_example(plain, direction=validator.direction))


def _example_forms(
    example: Example, media: MediaType, validator: SchemaValidator
) -> Iterator[Example]:
    """Yield the serialized text of an example, then its value, each alone."""
    if example.serialized is not None:
        yield example
    if not example.has_value:
        return
    value = example.value
    if isinstance(value, str) and media_kind(media.name) == "json" and media.schema is not None:
        # Some documents have the text of a JSON body, "{...}", where its value belongs.
        parsed = parse_json_or_text(value)
        if isinstance(parsed, dict | list) and not validator.is_valid(media.schema, value):
            yield replace(example, serialized=value)
    yield replace(example, serialized=None)


def select_value(parameter: Parameter, validator: SchemaValidator) -> Any:
    """Return the first valid value of a parameter, coerced if necessary, else MISSING."""
    schema = parameter.schema
    values = list(_parameter_values(parameter, validator))
    coerced = (coerce_value(value, schema, validator) for value in values)
    return next(
        chain(
            (value for value in values if validator.is_valid(schema, value)),
            (value for value in coerced if value is not None),
        ),
        MISSING,
    )


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
        yield parse_json_or_text(value)
    elif isinstance(value, int | float) and not isinstance(value, bool):
        yield str(value)


# Set by the server itself, or wrong for the body as it is sent.
_NOT_FROM_EXAMPLES = frozenset(
    (
        *("connection", "content-encoding", "content-length", "content-range", "content-type"),
        *("date", "keep-alive", "server", "trailer", "transfer-encoding", "upgrade"),
    )
)


def response_headers(response: Response, validator: SchemaValidator) -> Iterator[tuple[str, str]]:
    """Yield the required headers of a response and those with examples."""
    for header in response.headers:
        name = header.name.lower()
        # Which pages may read a response is up to the server; two answers are none.
        is_own = name in _NOT_FROM_EXAMPLES or name.startswith("access-control-")
        if is_own or not TOKEN.fullmatch(header.name):
            continue
        if is_in_sample(header, None):
            value = select_value(header, validator)
            if value is not MISSING:
                yield header.name, _on_one_line(header_text(header, value))


def _on_one_line(text: str) -> str:
    return "".join(char if char.isprintable() else " " for char in text).strip()
