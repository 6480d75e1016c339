"""Small parts that occur in many places of a document."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from .model import ApiInfo, Example, ExternalDocs, Server, ServerVariable
from .raw import NOTHING, RawObject, named_objects, object_list, object_of, text_of, texts_of
from .references import References

_TEMPLATE = re.compile(r"\{([^{}/]+)\}")


def info_of(raw: RawObject) -> ApiInfo:
    """Read what a document says of the whole API."""
    info = object_of(raw.get("info"))
    contact, license_ = object_of(info.get("contact")), object_of(info.get("license"))
    return ApiInfo(
        title=text_of(info, "title"),
        version=text_of(info, "version"),
        summary=text_of(info, "summary"),
        description=text_of(info, "description"),
        terms=text_of(info, "termsOfService"),
        contact_name=text_of(contact, "name"),
        contact_url=text_of(contact, "url"),
        contact_email=text_of(contact, "email"),
        license_name=text_of(license_, "name"),
        license_identifier=text_of(license_, "identifier"),
        license_url=text_of(license_, "url"),
    )


def external_docs_of(raw: RawObject) -> ExternalDocs | None:
    """Read a link to more to read."""
    docs = object_of(raw.get("externalDocs"))
    url = text_of(docs, "url")
    return ExternalDocs(url=url, description=text_of(docs, "description")) if url else None


def servers_of(raw: RawObject) -> tuple[Server, ...]:
    """Read the servers of a document, a path or an operation."""
    servers = (server_of(server) for server in object_list(raw.get("servers")))
    return tuple(server for server in servers if server.url)


def server_of(raw: RawObject) -> Server:
    """Read one server."""
    return Server(
        url=text_of(raw, "url"),
        name=text_of(raw, "name"),
        description=text_of(raw, "description"),
        variables=tuple(_variables(raw)),
    )


def server_templates(url: str) -> tuple[str, ...]:
    """Return the names of the variables in the address of a server."""
    return tuple(dict.fromkeys(_TEMPLATE.findall(url)))


def _variables(raw: RawObject) -> Iterator[ServerVariable]:
    """Yield the variables, also those that only the address names."""
    described = dict(named_objects(raw.get("variables")))
    for name in dict.fromkeys((*described, *server_templates(text_of(raw, "url")))):
        variable = described.get(name, NOTHING)
        yield ServerVariable(
            name=name,
            default=text_of(variable, "default") if "default" in variable else None,
            enum=texts_of(variable, "enum"),
            description=text_of(variable, "description"),
        )


def examples_of(raw: RawObject, references: References) -> tuple[Example, ...]:
    """Read the examples of a parameter or a body: the named ones, else the one."""
    named = tuple(
        example_of(name, references.resolve(example).raw)
        for name, example in named_objects(raw.get("examples"))
    )
    if named:
        return named
    return (Example(value=raw["example"], has_value=True),) if "example" in raw else ()


def example_of(name: str, raw: RawObject) -> Example:
    """Read one named example, in the spellings of all versions."""
    key = next((key for key in ("dataValue", "value") if key in raw), None)
    serialized: Any = raw.get("serializedValue")
    return Example(
        name=name,
        summary=text_of(raw, "summary"),
        description=text_of(raw, "description"),
        value=raw[key] if key else None,
        has_value=key is not None,
        serialized=serialized if isinstance(serialized, str) else None,
        external_url=text_of(raw, "externalValue"),
    )
