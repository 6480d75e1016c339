"""Messages, schemas, servers, parameters and bindings in the form of OpenAPI."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import reduce
from typing import Any

from sphinx_sitejson.common.json_documents.exact_json import exact_json
from sphinx_sitejson.common.json_documents.validation import merge_patch
from sphinx_sitejson.common.markdown_text import code_block
from sphinx_sitejson.common.nesting import MAX_LEVELS
from sphinx_sitejson.common.problems import JsonPath

from ..document import FACTS_KEY, HEADERS_KEY, MESSAGE_KEY
from ..keywords import SLOTS, is_extension
from ..raw import (
    Raw,
    as_list,
    as_object,
    get_extensions,
    get_reference,
    get_text,
    get_texts,
    iter_named_objects,
    select_keys,
    without_keys,
)
from ..reading.conversion_state import (
    ConversionState,
    Position,
    ResolvedObject,
    convert_subschemas,
    drop_empty,
    free_name,
)
from .validation import is_version_3

_JSON_SCHEMA = re.compile(
    r"application/(?:vnd\.aai\.asyncapi|schema|vnd\.oai\.openapi)\b|$", re.IGNORECASE
)
_LANGUAGES = (
    ("avro", "Avro", "json"),
    ("protobuf", "Protocol Buffers", "protobuf"),
    ("raml", "RAML", "yaml"),
    ("xml", "XML Schema", "xml"),
)


def is_json_schema(schema_format: str) -> bool:
    """Return whether a schema format is JSON Schema, as AsyncAPI or OpenAPI extend it."""
    return _JSON_SCHEMA.match(schema_format.strip()) is not None


def describe_non_json_schema(schema: Any, schema_format: str) -> str:
    """Return a schema of another format as Markdown: its name, and the schema as code."""
    language = next((each for each in _LANGUAGES if each[0] in schema_format.lower()), None)
    name = f"{language[1]} (`{schema_format}`)" if language else f"`{schema_format}`"
    if isinstance(schema, str):
        code, lexer = schema.strip("\n"), language[2] if language else "text"
    else:
        code, lexer = json.dumps(schema, indent=2, ensure_ascii=False, default=str), "json"
    return f"{name}:\n\n{code_block(code, lexer)}"


def convert_schema(value: Any, at: Position) -> Any:
    """Convert a schema; references are rewritten at the end of the conversion.

    ``{"items": [{"type": "string"}]}`` gives ``{"prefixItems": [{"type": "string"}]}``.
    """
    # Everything deeper is cut later.
    if not isinstance(value, dict) or len(at.new) > MAX_LEVELS:
        return value
    if "schemaFormat" in value and "schema" in value:
        at = at.move(old=(*at.old, "schema"))
        schema, schema_format = value["schema"], str(value["schemaFormat"])
        if is_json_schema(schema_format):
            return convert_schema(schema, at)
        return {"description": describe_non_json_schema(schema, schema_format)}
    reference = get_reference(value)
    if reference is not None:
        # Draft 7 ignores everything beside a reference.
        return at.state.copy_reference({"$ref": reference})
    is_tuple = isinstance(value.get("items"), list)
    new: Raw = {}
    for key, member in value.items():
        slot = SLOTS["schema"].get(key)
        if key == "$schema":
            continue
        if key == "discriminator" and isinstance(member, str):
            new[key] = {"propertyName": member}
        elif slot is None or is_extension(key):
            new[key] = member
        else:
            new_key = str(_TUPLE_KEYS.get(key, key)) if is_tuple else key
            inner = at / key if new_key == key else at.rename(new_key, key)
            new[new_key] = convert_subschemas(member, slot, inner, convert_schema)
    return new


_TUPLE_KEYS = {"items": "prefixItems", "additionalItems": "items"}
"""The keys of schemas by position in JSON Schema 2020-12."""

LOCATION_KEY = "x-location"
"""The extension of a parameter with the expression that gives its value."""
DEFAULT_CONTENT_TYPE = "application/json"
MAX_BINDING_FACTS = 60
_MAX_HEADER_DEPTH = 8

Fact = list[str]
"""A fact that is shown: its kind, which has a label in the reader's language, or a label of the
document; the value; and a description."""


def apply_traits(found: ResolvedObject, state: ConversionState) -> Raw:
    """Merge the traits of an operation or a message; in version 2 they win, in 3 the object."""
    own = without_keys(found.raw, "traits")
    traits = [state.resolve(each, found.path).raw for each in as_list(found.raw.get("traits"))]
    if not traits:
        return own
    first, *others = [{}, *traits, own] if is_version_3(state.data) else [own, *traits]
    return reduce(merge_patch, others, first)


def full_text(raw: Raw) -> str:
    """Return the summary and the description of an object."""
    return join_texts(get_text(raw, "summary"), get_text(raw, "description"))


def join_texts(*texts: str) -> str:
    """Return texts as paragraphs, each once."""
    return "\n\n".join(dict.fromkeys(text for text in texts if text))


def convert_external_docs(raw: Raw, state: ConversionState) -> Raw:
    """Return the external documentation of an object, if there is any."""
    docs = state.resolve(raw.get("externalDocs"), ()).raw
    return {"externalDocs": docs} if docs else {}


def collect_tags(raw: Raw, state: ConversionState) -> list[Raw]:
    """Return the tags of an object."""
    found = (state.resolve(tag, ()).raw for tag in as_list(raw.get("tags")))
    return [{**tag, **convert_external_docs(tag, state)} for tag in found if get_text(tag, "name")]


class MessageConverter:
    """Convert messages to responses of ``components``, each once."""

    def __init__(self, state: ConversionState) -> None:
        self._state = state
        self._default_type = get_text(state.data, "defaultContentType") or DEFAULT_CONTENT_TYPE
        self._names: dict[JsonPath, str] = {}
        self.responses: dict[str, Raw] = {}

    def convert(self, raw: Any, path: JsonPath, name: str) -> str:
        """Convert a message or a reference to one, and return its name.

        :param name: its key, if it has neither a name nor a place among the components.
        """
        found = self._state.resolve(raw, path)
        if found.path in self._names:
            return self._names[found.path]
        is_component = found.path[:2] == ("components", "messages") and len(found.path) == 3
        new_name = free_name(
            str(found.path[-1]) if is_component else name, lambda free: free not in self.responses
        )
        self._names[found.path] = new_name
        self.responses[new_name] = {}
        at = self._state.root.move("components", "responses", new_name, old=found.path)
        message = apply_traits(found, self._state)
        self.responses[new_name] = self._message(message, at, new_name)
        return new_name

    def _message(self, raw: Raw, at: Position, name: str) -> Raw:
        state = self._state
        content_type = get_text(raw, "contentType") or self._default_type
        own_name, message_id = get_text(raw, "name"), get_text(raw, "messageId")
        correlation = state.resolve(raw.get("correlationId"), ()).raw
        facts = (
            ["name", own_name, ""],
            ["message id", message_id, ""],
            [
                "correlation id",
                get_text(correlation, "location"),
                get_text(correlation, "description"),
            ],
        )
        about = {
            "title": get_text(raw, "title") or own_name or name,
            "facts": [*(fact for fact in facts if fact[1]), *collect_facts(raw, state)],
            "deprecated": raw.get("deprecated") is True,
        }
        new = {
            "description": full_text(raw),
            "headers": dict(self._headers(raw.get("headers"), at)),
            "content": {content_type: self._content(raw, at, content_type)},
            MESSAGE_KEY: drop_empty(about, "title", "facts"),
        }
        return drop_empty(new, "description")

    def _content(self, raw: Raw, at: Position, content_type: str) -> Raw:
        payload, path = raw.get("payload"), (*at.old, "payload")
        schema_format = get_text(raw, "schemaFormat")
        if isinstance(payload, dict) and "schemaFormat" in payload and "schema" in payload:
            schema_format, payload = str(payload["schemaFormat"]), payload["schema"]
            path = (*path, "schema")
        content = drop_empty({"examples": self._examples(raw.get("examples"))})
        if payload is None:
            return content
        if not is_json_schema(schema_format):
            schema = self._state.resolve(payload, ()).raw or payload
            return {"description": describe_non_json_schema(schema, schema_format), **content}
        position = at.move("content", content_type, "schema", old=path)
        return {"schema": convert_schema(payload, position), **content}

    def _examples(self, raw: Any) -> Raw:
        """Return the examples by name, with the headers of each."""
        examples: Raw = {}
        for number, raw_example in enumerate(as_list(raw), 1):
            example = as_object(raw_example)
            name = get_text(example, "name") or f"example-{number}"
            headers = example.get("headers")
            if "payload" in example or headers is not None:
                texts = (get_text(example, "name"), get_text(example, "summary"))
                title = ": ".join(filter(None, texts))
                examples[name] = {
                    **drop_empty({"summary": title}),
                    **({HEADERS_KEY: headers} if headers is not None else {}),
                    **({"value": example["payload"]} if "payload" in example else {}),
                }
        return examples

    def _headers(self, raw: Any, at: Position) -> Iterator[tuple[str, Raw]]:
        """Yield the properties of the schema of headers as headers."""
        if isinstance(raw, dict) and "schemaFormat" in raw:
            raw = raw.get("schema")
        parts = list(self._schema_parts(raw, (*at.old, "headers")))
        required = {name for part in parts for name in get_texts(part.raw, "required")}
        properties: dict[str, tuple[Any, JsonPath]] = {}
        for part in parts:
            for name, schema in as_object(part.raw.get("properties")).items():
                properties.setdefault(name, (schema, (*part.path, "properties", name)))
        for name, (schema, path) in properties.items():
            position = at.move("headers", name, "schema", old=path)
            header = {"schema": convert_schema(schema, position), "required": name in required}
            yield name, drop_empty(header, "schema")

    def _schema_parts(self, raw: Any, path: JsonPath, depth: int = 0) -> Iterator[ResolvedObject]:
        """Yield a schema and the parts of its ``allOf``."""
        found = self._state.resolve(raw, path)
        yield found
        for index, part in enumerate(as_list(found.raw.get("allOf"))):
            if depth < _MAX_HEADER_DEPTH:
                yield from self._schema_parts(part, (*found.path, "allOf", index), depth + 1)


def collect_facts(raw: Raw, state: ConversionState) -> Iterator[Fact]:
    """Yield the bindings, the tags and the external documentation of an object as facts."""
    yield from binding_facts(raw.get("bindings"), state)
    for tag in collect_tags(raw, state):
        docs = as_object(tag.get("externalDocs"))
        url = get_text(docs, "url")
        link = f"[{get_text(docs, 'description') or url}]({url})" if url else ""
        text = " ".join(filter(None, (get_text(tag, "description"), link)))
        yield ["tag", get_text(tag, "name"), text]
    docs = as_object(convert_external_docs(raw, state).get("externalDocs"))
    if url := get_text(docs, "url"):
        yield ["see also", url, get_text(docs, "description")]


def binding_facts(raw: Any, state: ConversionState) -> list[Fact]:
    """Return bindings as names and values, such as ``kafka topic.partitions`` and ``20``."""
    facts: list[Fact] = []
    for protocol, raw_binding in iter_named_objects(state.resolve(raw, ()).raw):
        for name, value, description in _flatten(state.resolve(raw_binding, ()).raw, state):
            if name != "bindingVersion" and len(facts) < MAX_BINDING_FACTS:
                facts.append([f"{protocol} {name}".rstrip(), value, description])
    return facts


def _flatten(value: Any, state: ConversionState, name: str = "") -> Iterator[tuple[str, str, str]]:
    """Yield names, values and descriptions in a binding; of a schema, those of its properties."""
    if name.count(".") > _MAX_HEADER_DEPTH:
        return
    if get_reference(value) is not None:
        value = state.resolve(value, ()).raw
    if isinstance(value, dict):
        properties = value.get("properties")
        if isinstance(properties, dict) and value.get("type", "object") == "object":
            value = properties
        # Beside these keys, the type is a setting of the protocol, such as that of an exchange.
        elif isinstance(value.get("type"), str) and (
            "enum" in value or (name and value.keys().isdisjoint(("name", "durable", "autoDelete")))
        ):
            values = " | ".join(map(str, as_list(value.get("enum")))) or value["type"]
            others = without_keys(value, "type", "enum", "description")
            facts = [f"{key}: {_as_text(each)}" for key, each in others.items()]
            yield name, ", ".join([values, *facts]), get_text(value, "description")
            return
    if isinstance(value, dict):
        for key, member in value.items():
            if not is_extension(key):
                yield from _flatten(member, state, f"{name}.{key}" if name else key)
    elif isinstance(value, list):
        yield name, ", ".join(map(_as_text, value)), ""
    else:
        yield name, _as_text(value), ""


def _as_text(value: Any) -> str:
    return value if isinstance(value, str) else exact_json(value)


def convert_server(name: str, raw: Raw, state: ConversionState, security: SecurityConverter) -> Raw:
    """Convert a server of either version; its URL has the protocol as its scheme."""
    protocol = get_text(raw, "protocol")
    url = get_text(raw, "url") or f"{get_text(raw, 'host')}{get_text(raw, 'pathname')}"
    url = url if "://" in url or not protocol else f"{protocol}://{url}"
    label = " ".join(filter(None, (protocol, get_text(raw, "protocolVersion"))))
    title = get_text(raw, "title") or name
    variables = {
        key: _convert_variable(state.resolve(variable, ()).raw)
        for key, variable in iter_named_objects(raw.get("variables"))
    }
    new = {
        "url": url,
        "name": f"{title} ({label})" if label else title,
        "description": full_text(raw),
        "variables": variables,
        FACTS_KEY: [*security.server_facts(raw), *collect_facts(raw, state)],
    }
    return drop_empty(new, "url", "name", "description")


def _convert_variable(raw: Raw) -> Raw:
    enum = [str(value) for value in as_list(raw.get("enum"))]
    examples = ", ".join(f"`{value}`" for value in as_list(raw.get("examples")))
    default = get_text(raw, "default") if "default" in raw else next(iter(enum), "")
    text = join_texts(get_text(raw, "description"), examples)
    new = {"default": default, "enum": enum, "description": text}
    return drop_empty(new, "default", "description")


def convert_parameters(raw: Any, at: Position) -> list[Raw]:
    """Convert the parameters of a channel address, of either version."""
    found: list[Raw] = []
    for name, raw_parameter in iter_named_objects(raw):
        parameter, path = at.state.resolve(raw_parameter, (*at.old, name))
        position = at.move(len(found), old=path)
        schema = parameter.get("schema")
        if schema is None:
            schema = {"type": "string", **select_keys(parameter, "enum", "default", "examples")}
        found.append(
            {
                "name": name,
                "in": "path",
                "required": True,
                "description": get_text(parameter, "description"),
                "schema": convert_schema(schema, position / "schema"),
                **drop_empty({LOCATION_KEY: get_text(parameter, "location")}),
                **get_extensions(parameter),
            }
        )
    return found


KAFKA_PROTOCOL = "security.protocol"
KAFKA_MECHANISM = "sasl.mechanism"
_SASL_MECHANISMS = {
    "plain": "PLAIN",
    "userPassword": "PLAIN",
    "scramSha256": "SCRAM-SHA-256",
    "scramSha512": "SCRAM-SHA-512",
    "oauth2": "OAUTHBEARER",
    "gssapi": "GSSAPI",
}
"""The mechanisms of Kafka clients, by type of security scheme."""


class SecurityConverter:
    """Convert security requirements: of version 2 by name, of version 3 by reference."""

    def __init__(self, state: ConversionState) -> None:
        self._state = state
        section = as_object(state.data.get("components")).get("securitySchemes")
        self.schemes = {
            name: state.resolve(raw, ("components", "securitySchemes", name)).raw
            for name, raw in iter_named_objects(section)
        }

    def requirements(self, raw: Raw) -> list[dict[str, list[str]]]:
        """Return the alternatives of a server or an operation."""
        found = []
        for entry in as_list(raw.get("security")):
            if not isinstance(entry, dict):
                continue
            scopes: Raw = entry
            if "$ref" in entry or "type" in entry:
                name, scheme = self._named_scheme(entry)
                scopes = {name: scheme.get("scopes")}
            found.append({name: list(map(str, as_list(each))) for name, each in scopes.items()})
        return found

    def server_facts(self, raw: Raw) -> Iterator[Fact]:
        """Yield the schemes of a server, and how a Kafka client is set up for them."""
        requirements = self.requirements(raw)
        names = [" + ".join(each) for each in requirements if each]
        if names:
            yield ["authorization", " | ".join(names), ""]
        protocol = get_text(raw, "protocol").lower()
        if protocol not in ("kafka", "kafka-secure"):
            return
        types = [
            get_text(self.schemes.get(name, {}), "type") for each in requirements for name in each
        ]
        is_secure = protocol == "kafka-secure" or "X509" in types
        mechanism = next((_SASL_MECHANISMS[each] for each in types if each in _SASL_MECHANISMS), "")
        if mechanism:
            yield [KAFKA_PROTOCOL, "SASL_SSL" if is_secure else "SASL_PLAINTEXT", ""]
            yield [KAFKA_MECHANISM, mechanism, ""]
        elif is_secure:
            yield [KAFKA_PROTOCOL, "SSL", ""]

    def _named_scheme(self, entry: Raw) -> tuple[str, Raw]:
        """Return the name of a scheme; one that stands in place is added to the components."""
        scheme, path = self._state.resolve(entry, ())
        if path[:2] == ("components", "securitySchemes") and len(path) == 3:
            return str(path[2]), scheme
        base_name = get_text(scheme, "name") or get_text(scheme, "type") or "security"
        name = free_name(base_name, lambda free: self.schemes.get(free, scheme) == scheme)
        self.schemes[name] = scheme
        return name, scheme


def convert_security_scheme(raw: Raw) -> Raw:
    """Convert a security scheme; types that OpenAPI does not have are kept."""
    new = without_keys(raw, "scopes")
    if raw.get("type") == "httpApiKey":
        new["type"] = "apiKey"
    flows = as_object(raw.get("flows"))
    if flows:
        # Version 3 calls the scopes of a flow those that are available.
        new["flows"] = {
            kind: {
                **without_keys(flow, "availableScopes"),
                "scopes": as_object(flow.get("availableScopes", flow.get("scopes"))),
            }
            for kind, flow in iter_named_objects(flows)
        }
    return new
