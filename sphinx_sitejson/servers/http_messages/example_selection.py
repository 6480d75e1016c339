"""Choose the example to send: a documented one that fits its schema, otherwise a generated one.

An example that contradicts its schema would be a message that contradicts the document. Examples
in real documents are often older than their schemas, and generated ones are cut for size: both are
repaired where they almost fit.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

from sphinx_sitejson.openapi.examples.generated_values import MISSING, example_value
from sphinx_sitejson.openapi.examples.media_type_kinds import media_kind
from sphinx_sitejson.openapi.model import Example, MediaType, Parameter, Response
from sphinx_sitejson.openapi.raw import list_of
from sphinx_sitejson.openapi.schemas import Schema
from sphinx_sitejson.reference.request_samples.encoding import encode_content, encode_header
from sphinx_sitejson.reference.request_samples.sample_values import is_in_sample

from .bodies import body_faults
from .body_serialization import WrittenBody, written_body
from .content_negotiation import ContentType
from .typed_values import NoJsonError, read_json_text, schema_at
from .validation import Fault, SchemaValidator

MOST_ROUNDS = 12

Path = tuple[str, ...]


def coerce_value(value: Any, schema: Schema, validator: SchemaValidator) -> Any | None:
    """Return a copy of a value that fits its schema; None if it cannot be coerced.

    What is missing is added, what is wrong is made anew, and what is still wrong is left out.
    """
    coercer = _Coercer(deepcopy(value), schema, validator)
    for _ in range(MOST_ROUNDS):
        faults = validator.faults(schema, coercer.value)
        if not faults:
            return coercer.value
        changes = [coercer.repair(fault) for fault in faults]
        if not any(changes):
            return None
    return None


class _Coercer:
    def __init__(self, value: Any, schema: Schema, validator: SchemaValidator) -> None:
        self.value = value
        self._schema = schema
        self._validator = validator
        self._tried: set[tuple[Path, str]] = set()

    def repair(self, fault: Fault) -> bool:
        """Change the value to remove a fault; return whether anything changed."""
        path = pointer_steps(fault.pointer)
        if (path, fault.missing) not in self._tried:
            self._tried.add((path, fault.missing))
            if self._made_anew(path, fault.missing):
                return True
        return self._left_out(path)

    def _made_anew(self, path: Path, missing: str) -> bool:
        whole = (*path, missing) if missing else path
        schema = schema_at(self._schema, whole)
        if schema is None or not whole:
            return False
        made = schema if missing else without_examples(schema)
        return self._put(whole, example_value(made, direction=self._validator.direction))

    def _put(self, path: Path, value: Any) -> bool:
        parent, last = self._parent(path), path[-1]
        if isinstance(parent, dict):
            parent[last] = value
            return True
        if isinstance(parent, list) and last.isdecimal() and int(last) < len(parent):
            parent[int(last)] = value
            return True
        return False

    def _left_out(self, path: Path) -> bool:
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
    """Return the steps of a JSON Pointer."""
    steps = pointer.split("/")[1:]
    return tuple(step.replace("~1", "/").replace("~0", "~") for step in steps)


def without_examples(schema: Schema) -> Schema:
    """Return a schema without the examples that it gives of itself."""
    resolved = schema.resolved
    keywords = {
        key: value
        for key, value in resolved.raw.items()
        if key not in ("example", "examples", "default")
    }
    return Schema(keywords, schema.references, schema.allows_anything)


@dataclass(frozen=True, slots=True, kw_only=True)
class ChosenBody:
    """A body to send, the example it comes from, and in what it still differs from its schema."""

    body: WrittenBody
    example: str = ""
    """The name of the example; empty when it has none, or was made."""
    faults: tuple[Fault, ...] = ()


class NoSuchExampleError(LookupError):
    """The document has no example of a name; `known` are those that it has."""

    def __init__(self, known: tuple[str, ...]) -> None:
        super().__init__()
        self.known = known


def chosen_body(
    media: MediaType, validator: SchemaValidator, *, sent_as: str, example: str | None = None
) -> ChosenBody | None:
    """Return the body to send, or None when the document says nothing of it.

    :param sent_as: the name of the media type without patterns.
    :param example: the name of an example, which then is sent even if it does not fit.
    """
    if example is not None:
        return _named(media, validator, sent_as, example)
    tries: list[ChosenBody] = []
    # What the document gives, mended if need be, says more than what is made.
    for values in (_given_values(media, validator), _made_values(media, validator)):
        found = _fitting(media, validator, sent_as, list(values), tries)
        if found is not None:
            return found
    return tries[0] if tries else None


def _fitting(
    media: MediaType,
    validator: SchemaValidator,
    sent_as: str,
    values: list[tuple[str, Any, bool]],
    tries: list[ChosenBody],
) -> ChosenBody | None:
    """Return the first of some values that fits, else the first that can be mended."""
    for name, value, is_text in values:
        tried = _tried(media, validator, sent_as, name, value, is_text=is_text)
        if not tried.faults:
            return tried
        tries.append(tried)
    for name, value, _ in values:
        whole = coerce_value(value, media.schema, validator) if media.schema else None
        if whole is not None:
            tried = _tried(media, validator, sent_as, name, whole, is_text=False)
            if not tried.faults:
                return tried
    return None


def _named(
    media: MediaType, validator: SchemaValidator, sent_as: str, example: str
) -> ChosenBody | None:
    for each in media.examples:
        if each.name == example:
            for name, value, is_text in _forms(each, media, validator):
                return _tried(media, validator, sent_as, name, value, is_text=is_text)
    raise NoSuchExampleError(tuple(each.name for each in media.examples if each.name))


def _tried(
    media: MediaType,
    validator: SchemaValidator,
    sent_as: str,
    name: str,
    value: Any,
    *,
    is_text: bool,
) -> ChosenBody:
    if is_text:
        body = WrittenBody(str(value).encode("utf-8", "replace"), sent_as)
    else:
        body = written_body(value, media, sent_as=sent_as)
    faults = body_faults(body.content, ContentType.read(body.media_type), media, validator)
    return ChosenBody(body=body, example=name, faults=faults)


def _given_values(media: MediaType, validator: SchemaValidator) -> Iterator[tuple[str, Any, bool]]:
    """Yield the examples of a body, then those of its schema: name, value, whether it is text."""
    for example in media.examples:
        yield from _forms(example, media, validator)
    if media.schema is not None:
        raw = media.schema.resolved.raw
        given = list_of(raw.get("examples")) or ([raw["example"]] if "example" in raw else [])
        yield from (("", value, False) for value in given)


def _made_values(media: MediaType, validator: SchemaValidator) -> Iterator[tuple[str, Any, bool]]:
    if media.schema is not None:
        yield "", example_value(media.schema, direction=validator.direction), False
        plain = without_examples(media.schema)
        yield "", example_value(plain, direction=validator.direction), False
    elif media.item_schema is not None:
        yield "", [example_value(media.item_schema, direction=validator.direction)], False


def _forms(
    example: Example, media: MediaType, validator: SchemaValidator
) -> Iterator[tuple[str, Any, bool]]:
    """Yield an example as it may be meant: the text that is sent, or the value."""
    if example.serialized is not None:
        yield example.name, example.serialized, True
    if not example.has_value:
        return
    value = example.value
    if isinstance(value, str) and media_kind(media.name) == "json" and media.schema is not None:
        try:
            parsed = read_json_text(value)
        except NoJsonError:
            parsed = None
        # Some documents give the text of a body where its value is meant.
        if isinstance(parsed, dict | list) and not validator.fits(media.schema, value):
            yield example.name, value, True
    yield example.name, value, False


def fitting_value(parameter: Parameter, validator: SchemaValidator) -> Any:
    """Return the value of a parameter to send: the first that fits, else MISSING."""
    values = list(_parameter_values(parameter, validator))
    for value in values:
        if validator.fits(parameter.schema, value):
            return value
    wholes = (coerce_value(value, parameter.schema, validator) for value in values)
    return next((whole for whole in wholes if whole is not None), MISSING)


def _parameter_values(parameter: Parameter, validator: SchemaValidator) -> Iterator[Any]:
    for example in parameter.examples:
        if example.has_value:
            yield example.value
            yield from _other_types(example.value)
    value = example_value(parameter.schema, direction=validator.direction)
    yield value
    yield from _other_types(value)
    yield example_value(without_examples(parameter.schema), direction=validator.direction)


def _other_types(value: Any) -> Iterator[Any]:
    """Yield the text of a number, and what a text stands for: both are sent the same way."""
    if isinstance(value, str):
        try:
            yield read_json_text(value)
        except NoJsonError:
            return
    elif isinstance(value, int | float) and not isinstance(value, bool):
        yield str(value)


_TOKEN = re.compile(r"[A-Za-z0-9!#$%&'*+.^_`|~-]+")
# What a server says itself, or what would say something wrong of the body as it is sent.
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
    """Yield the headers that an answer must have, and those that the document shows."""
    for header in response.headers:
        is_usable = _TOKEN.fullmatch(header.name) is not None
        if not is_usable or header.name.lower() in _NOT_FROM_EXAMPLES:
            continue
        if is_in_sample(header, None):
            value = fitting_value(header, validator)
            if value is not MISSING:
                yield header.name, _text(header, value)


def _text(header: Parameter, value: object) -> str:
    """Write the value of a header on one line."""
    text = (
        encode_content(value) if header.media_type else encode_header(value, explode=header.explode)
    )
    return "".join(char if char.isprintable() else " " for char in text).strip()
