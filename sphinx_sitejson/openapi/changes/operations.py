"""Compare two documents operation by operation: parameters, bodies, responses, security."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import chain
from typing import Any

from sphinx_sitejson.common.messages import Message, form, join_messages

from ..document import OpenApiDocument
from ..model import (
    Callback,
    Encoding,
    MediaType,
    Operation,
    Parameter,
    RequestBody,
    Response,
    SecurityScheme,
    Server,
    ServerVariable,
)
from ..naming.titles import operation_title
from ..raw import RawObject, as_object
from .places import (
    NO_VALUE,
    ApiChanges,
    Change,
    ChangeKind,
    Changes,
    DocumentEquality,
    OperationChanges,
    Place,
    join_alternatives,
    join_lines,
    join_names,
    quote_text,
)
from .schemas import SchemaComparison

PATH_PARAMETER = re.compile(r"\{([^{}]*)\}")
_PARAMETER_LOCATIONS = {
    "path": form("path parameter {name}"),
    "query": form("query parameter {name}"),
    "querystring": form("querystring parameter {name}"),
    "header": form("header parameter {name}"),
    "cookie": form("cookie parameter {name}"),
}
_PLAIN_TYPES = frozenset({"string", "number", "integer", "boolean"})


def compare_headers(old: Iterable[Parameter], new: Iterable[Parameter], place: Place) -> Changes:
    """Yield the changes of the headers of a response or of a form part."""
    # OpenAPI ignores a Content-Type header; the media type describes it.
    before, after = (
        {name: one for one in headers if (name := one.name.lower()) != "content-type"}
        for headers in (old, new)
    )
    yield from _compare_by_key(before, after, place)


def _parameter_place(parameter: Parameter, place: Place) -> Place:
    """Return the place of a parameter of an operation, or of a header inside of it."""
    if not place.location:
        return place.at(Message(_PARAMETER_LOCATIONS[parameter.location], name=parameter.name))
    return place.at(Message("{place} header {name}", place=place.location, name=parameter.name))


def _index_parameters(operation: Operation) -> dict[Any, Parameter]:
    """Index parameters by location and name; path parameters by their position in the path.

    So their order, and the names of path parameters, are ignored.
    """
    positions = {name: index for index, name in enumerate(PATH_PARAMETER.findall(operation.path))}
    found: dict[Any, Parameter] = {}
    for parameter in operation.parameters:
        name: str | int = parameter.name
        if parameter.location == "path":
            name = positions.get(parameter.name, parameter.name)
        elif parameter.location == "header":
            name = parameter.name.lower()
        found[parameter.location, name] = parameter
    return found


def _compare_by_key(
    before: Mapping[Any, Parameter], after: Mapping[Any, Parameter], place: Place
) -> Changes:
    for key, parameter in before.items():
        if key not in after:
            yield _parameter_place(parameter, place).removal(
                "parameter-removed", parameter.extensions, is_deprecated=parameter.deprecated
            )
    for key, parameter in after.items():
        at, earlier = _parameter_place(parameter, place), before.get(key)
        if earlier is None:
            yield at.change("required-parameter-added" if parameter.required else "parameter-added")
            continue
        yield from _compare_parameter(earlier, parameter, at)
        is_text = not (earlier.media_type or parameter.media_type)
        yield from SchemaComparison(is_text=is_text).compare(earlier.schema, parameter.schema, at)


def _compare_parameter(old: Parameter, new: Parameter, place: Place) -> Changes:
    yield from place.toggle("became-required", old.required, new.required)
    yield from place.compare_deprecation(
        old.deprecated, new.deprecated, old.extensions, new.extensions
    )
    if old.media_type.lower() != new.media_type.lower():
        yield from place.compare_texts("content-type-changed", old.media_type, new.media_type)
    elif not new.media_type:
        if old.style != new.style:
            yield from place.compare_texts("style-changed", old.style, new.style, name="style")
        elif not (_is_scalar(old) and _is_scalar(new)):
            yield from _compare_explode(old.explode, new.explode, place)
        yield from place.toggle("reserved-allowed", old.allow_reserved, new.allow_reserved)
    yield from place.toggle("empty-allowed", old.allow_empty, new.allow_empty)


def _compare_explode(before: bool, after: bool, place: Place) -> Changes:
    if before != after:
        was, now = (json.dumps(value) for value in (before, after))
        yield place.change("explode-changed", name="explode", was=was, now=now)


def _is_scalar(parameter: Parameter) -> bool:
    """Return whether a parameter is a single value, for which ``explode`` has no effect."""
    found = parameter.schema.merged.types
    return bool(found) and set(found) <= _PLAIN_TYPES


def compare_request_bodies(
    old: RequestBody | None, new: RequestBody | None, place: Place
) -> Changes:
    """Yield the changes of a request body."""
    place = place.at(Message("body"))
    if old is None:
        if new is not None:
            yield place.change("required-body-added" if new.required else "body-added")
    elif new is None:
        yield place.change("body-removed")
    else:
        yield from place.toggle("became-required", old.required, new.required)
        yield from compare_media_types(old.content, new.content, place)


def compare_media_types(
    old: Iterable[MediaType], new: Iterable[MediaType], place: Place
) -> Changes:
    """Yield the changes of the media types of a body; case and spaces in names are ignored."""
    before = {_normalize_media_type(media.name): media for media in old}
    after = {_normalize_media_type(media.name): media for media in new}
    partners = {name: _matching_media_type(name, before, after) for name in before}
    for name, media in before.items():
        partner = partners[name]
        if partner is None:
            yield place.change("media-type-removed", name=media.name)
            continue
        if partner != name:
            rule = "media-type-parameters"
            if _covers_media_type(partner, name):
                rule = "media-type-wider"
            elif _covers_media_type(name, partner):
                rule = "media-type-narrower"
            yield place.change(rule, was=media.name, now=after[partner].name)
        yield from _compare_media_type(media, after[partner], place)
    for name, media in after.items():
        if name not in partners.values():
            yield place.change("media-type-added", name=media.name)


def _normalize_media_type(name: str) -> str:
    return "".join(name.lower().split())


def _matching_media_type(
    name: str, before: Mapping[str, MediaType], after: Mapping[str, MediaType]
) -> str | None:
    """Return the new name of a media type: the same, or one that covers it or is covered by it."""
    if name in after:
        return name
    left = [other for other in after if other not in before]
    bare = name.partition(";")[0]
    same = (other for other in left if other.partition(";")[0] == bare)
    wider = (
        other
        for other in left
        if _covers_media_type(other, bare) or _covers_media_type(bare, other)
    )
    return next(chain(same, wider), None)


def _covers_media_type(wide: str, narrow: str) -> bool:
    """Return whether a range such as ``image/*`` covers a media type."""
    return wide == "*/*" or (wide.endswith("/*") and narrow.startswith(wide[:-1]))


def _compare_media_type(old: MediaType, new: MediaType, place: Place) -> Changes:
    is_xml = "xml" in new.name.lower()
    yield from SchemaComparison(is_xml=is_xml).compare(old.schema, new.schema, place)
    items = place.at(join_messages("", (place.location, "[]")))
    yield from SchemaComparison(is_xml=is_xml).compare(old.item_schema, new.item_schema, items)
    before, after = ({one.name: one for one in media.encoding} for media in (old, new))
    for name in {**before, **after}:
        none = Encoding(name=name)
        part = place.at(join_messages("", (place.location, f".{name}")))
        yield from _compare_encoding(before.get(name, none), after.get(name, none), part)


def _compare_encoding(old: Encoding, new: Encoding, place: Place) -> Changes:
    if _normalize_media_type(old.content_type) != _normalize_media_type(new.content_type):
        yield from place.compare_texts("content-type-changed", old.content_type, new.content_type)
    if (old.style or "form") != (new.style or "form"):
        yield from place.compare_texts("style-changed", old.style, new.style, name="style")
    else:
        yield from _compare_explode(_is_exploded(old), _is_exploded(new), place)
    yield from place.toggle("reserved-allowed", old.allow_reserved, new.allow_reserved)
    yield from compare_headers(old.headers, new.headers, place)


def _is_exploded(encoding: Encoding) -> bool:
    return encoding.explode if encoding.explode is not None else encoding.style in ("", "form")


_ANY_VALUE = (
    form("{place}: {name} has only certain values now."),
    form("{place}: {name} may have any value now."),
)


def compare_servers(old: Iterable[Server], new: Iterable[Server], place: Place) -> Changes:
    """Yield the changes of servers; their order and descriptions are ignored."""
    before, after = (
        {server.url.rstrip("/").lower(): server for server in servers} for servers in (old, new)
    )
    for url, server in before.items():
        if url not in after:
            yield place.at(Message("server {url}", url=server.url)).change("server-removed")
    for url, server in after.items():
        at = place.at(Message("server {url}", url=server.url))
        if url not in before:
            yield at.change("server-added")
            continue
        known = {variable.name: variable for variable in before[url].variables}
        for variable in server.variables:
            if variable.name in known:
                yield from _compare_server_variable(known[variable.name], variable, at)


def _compare_server_variable(old: ServerVariable, new: ServerVariable, place: Place) -> Changes:
    name = new.name
    if old.default != new.default:
        was, now = quote_text(old.default or ""), quote_text(new.default or "")
        yield place.change("server-default-changed", name=name, was=was, now=now)
    if old.enum and new.enum:
        before, after = ({value: quote_text(value) for value in each.enum} for each in (old, new))
        yield from place.compare_names("server-value-added", "value", before, after, name=name)
    else:
        yield from place.toggle("server-value-removed", old.enum, new.enum, _ANY_VALUE, name=name)


def compare_operations(old: Operation, new: Operation, place: Place, *, is_event: bool) -> Changes:
    """Yield the changes of an operation.

    :param is_event: whether the API sends the request, as for webhooks and callbacks.
    """
    yield from _compare_metadata(old, new, place)
    requests = place.reversed() if is_event else place
    responses = requests.reversed()
    if not is_event:
        yield from compare_servers(old.servers, new.servers, place)
        yield from compare_security(old, new, place)
    yield from _compare_by_key(_index_parameters(old), _index_parameters(new), requests)
    if new.event is not None:
        # Who reads about an application receives what it sends, and sends what it receives.
        messages = place.reversed() if new.method in ("SEND", "SUBSCRIBE") else place
        yield from _compare_messages(old.responses, new.responses, messages)
        yield from _compare_messages(old.replies, new.replies, messages.reversed())
        return
    yield from compare_request_bodies(old.request_body, new.request_body, requests)
    yield from _compare_responses(old.responses, new.responses, responses)
    yield from _compare_callbacks(old.callbacks, new.callbacks, place)


def _compare_metadata(old: Operation, new: Operation, place: Place) -> Changes:
    yield from place.compare_deprecation(
        old.deprecated, new.deprecated, old.extensions, new.extensions
    )
    was, now = old.operation_id, new.operation_id
    yield from place.toggle("id-added", was, now, id=quote_text(now or was))
    if was and now:
        yield from place.compare_texts("id-changed", was, now)
    before, after = ({tag: quote_text(tag) for tag in each.tags} for each in (old, new))
    yield from place.compare_names("tag-added", "tag", before, after)


def _compare_responses(old: Iterable[Response], new: Iterable[Response], place: Place) -> Changes:
    before, after = ({one.status.upper(): one for one in each} for each in (old, new))
    for status, response in before.items():
        if _matching_status(status, after) is None:
            kind = "success" if status.startswith("2") else "status"
            yield _response_place(response, place).change(f"{kind}-removed")
    for status, response in after.items():
        is_range = status.endswith("XX")
        if status not in before and (is_range or _matching_status(status, before) is None):
            kind = "success" if status.startswith("2") else "status"
            yield _response_place(response, place).change(f"{kind}-added")
    for status, response in before.items():
        covering = _matching_status(status, after)
        if covering is not None:
            yield from _compare_response(response, after[covering], place)


def _compare_messages(old: Iterable[Response], new: Iterable[Response], place: Place) -> Changes:
    """Yield the changes of the messages of an AsyncAPI document."""
    before, after = ({one.status: one for one in each} for each in (old, new))
    # A message that may no longer be sent breaks its senders.
    kind = "success" if place.direction == "sent" else "status"
    for name, message in before.items():
        if name not in after:
            yield _response_place(message, place).change(f"{kind}-removed")
        else:
            yield from _compare_response(message, after[name], place)
    for name, message in after.items():
        if name not in before:
            yield _response_place(message, place).change(f"{kind}-added")


def _response_place(response: Response, place: Place) -> Place:
    if response.extensions:
        return place.at(Message("message {name}", name=response.status))
    return place.at(Message("response {status}", status=response.status))


def _matching_status(status: str, known: Iterable[str]) -> str | None:
    """Return the entry for a status: itself, its range ``4XX``, or for a range any status of it."""
    found = next((one for one in (status, f"{status[:1]}XX") if one in known), None)
    if found is None and status.endswith("XX"):
        return next((one for one in known if one[:1] == status[:1]), None)
    return found


def _compare_response(old: Response, new: Response, place: Place) -> Changes:
    place = _response_place(old, place)
    yield from compare_headers(old.headers, new.headers, place)
    yield from compare_media_types(old.content, new.content, place)
    before, after = (
        {link.name: replace(link, description="") for link in each.links} for each in (old, new)
    )
    for name in {**before, **after}:
        yield from place.toggle("link-added", name in before, name in after, name=name)
        if name in before and name in after and before[name] != after[name]:
            yield place.change("link-changed", name=name)


def _compare_callbacks(old: Iterable[Callback], new: Iterable[Callback], place: Place) -> Changes:
    before, after = _callback_operations(old), _callback_operations(new)
    for key, (callback, _) in before.items():
        if key not in after:
            yield place.at(callback).change("callback-removed")
    for key, (callback, operation) in after.items():
        if key not in before:
            yield place.at(callback).change("callback-added")
            continue
        for found in compare_operations(before[key][1], operation, place, is_event=True):
            inner = Message("{callback} {place}", callback=callback, place=found.location)
            yield replace(found, location=join_lines(inner if found.location else callback))


def _callback_operations(
    callbacks: Iterable[Callback],
) -> dict[tuple[str, str, str], tuple[Message, Operation]]:
    """Index the operations of callbacks, with their locations, by name, expression and method."""
    return {
        (callback.name, callback.expression, operation.method): (
            Message("callback {name}", name=callback.name),
            operation,
        )
        for callback in callbacks
        for operation in callback.operations
    }


AUTHORIZATION = Message("authorization")
_PARAMETER_FORMS = {
    "location": form("{place}: the location changed from {was} to {now}."),
    "parameter_name": form("{place}: the name changed from {was} to {now}."),
}
_URL_FORMS = {
    "openid_url": form("{place}: the OpenID Connect URL changed from {was} to {now}."),
    "oauth_metadata_url": form("{place}: the metadata URL changed from {was} to {now}."),
}
_FLOW_URL_FORMS = {
    "authorization_url": form(
        "{place}: the authorization URL of the flow {flow} changed from {was} to {now}."
    ),
    "token_url": form("{place}: the token URL of the flow {flow} changed from {was} to {now}."),
    "refresh_url": form("{place}: the refresh URL of the flow {flow} changed from {was} to {now}."),
    "device_authorization_url": form(
        "{place}: the device URL of the flow {flow} changed from {was} to {now}."
    ),
}

Requirement = Mapping[str, frozenset[str]]
"""The scopes required of each scheme; all schemes are required together."""


def compare_security(old: Operation, new: Operation, place: Place) -> Changes:
    """Yield the changes of the security of an operation; renamed schemes count as the same."""
    before, after = _used_schemes(old), _used_schemes(new)
    names = _renamed_schemes(before, after)
    yield from _compare_requirements(
        _alternatives(old, {}), _alternatives(new, names), place.at(AUTHORIZATION)
    )
    for name, scheme in after.items():
        if name in before:
            at = place.at(Message("authorization {name}", name=name))
            yield from _compare_scheme(before[name], scheme, at)


def compare_event_security(old: Operation | None, new: Operation | None, place: Place) -> Changes:
    """Yield the change of a webhook's security; None for a webhook that defines none."""
    before, after = (
        {_requirement_label(each) for each in _alternatives(one, {}) if each} if one else set()
        for one in (old, new)
    )
    if before != after:
        was, now = (join_alternatives(sorted(labels)) or NO_VALUE for labels in (before, after))
        yield place.at(AUTHORIZATION).change("event-authorization-changed", was=was, now=now)


def _used_schemes(operation: Operation) -> dict[str, SecurityScheme]:
    uses = (use for alternative in operation.security or () for use in alternative)
    return {use.scheme.name: use.scheme for use in uses}


def _renamed_schemes(
    before: Mapping[str, SecurityScheme], after: Mapping[str, SecurityScheme]
) -> dict[str, str]:
    """Return the old names of schemes that were only renamed, by their new names."""
    old_names = {
        _scheme_identity(scheme): name for name, scheme in before.items() if name not in after
    }
    return {
        name: known
        for name, scheme in after.items()
        if name not in before and scheme.type and (known := old_names.get(_scheme_identity(scheme)))
    }


def _scheme_identity(scheme: SecurityScheme) -> tuple[object, ...]:
    flows = tuple(sorted((flow.kind, flow.token_url) for flow in scheme.flows))
    parameter = (scheme.location, scheme.parameter_name.lower())
    return (scheme.type, scheme.scheme, *parameter, scheme.openid_url, flows)


def _alternatives(operation: Operation, names: Mapping[str, str]) -> list[Requirement]:
    """Return the alternative requirements; an operation without security accepts the empty one."""
    return [
        {names.get(use.scheme.name, use.scheme.name): frozenset(use.scopes) for use in alternative}
        for alternative in operation.security or ((),)
    ]


def _compare_requirements(
    before: list[Requirement], after: list[Requirement], place: Place
) -> Changes:
    was_open, is_open = {} in before, {} in after
    if was_open != is_open:
        yield from place.toggle("authorization-needed", is_open, was_open)
        return
    scoped: list[Requirement] = []
    for requirement in before:
        if requirement in after or not requirement:
            continue
        partner = next((one for one in after if one.keys() == requirement.keys()), None)
        if partner is not None:
            scoped.append(partner)
            yield from _compare_scopes(requirement, partner, place)
        elif not any(_satisfies(requirement, one) for one in after if one):
            rule = "optional-scheme-refused" if is_open else "scheme-refused"
            yield place.change(rule, scheme=_requirement_label(requirement))
    for requirement in after:
        if requirement and requirement not in before and requirement not in scoped:
            yield place.change("scheme-accepted", scheme=_requirement_label(requirement))


def _satisfies(actual: Requirement, required: Requirement) -> bool:
    """Return whether a request that satisfies one requirement satisfies the other."""
    return all(name in actual and scopes <= actual[name] for name, scopes in required.items())


def _compare_scopes(old: Requirement, new: Requirement, place: Place) -> Changes:
    for name, scopes in new.items():
        for scope in sorted(scopes - old[name]):
            yield place.change("scope-needed", scheme=name, scope=scope)
        for scope in sorted(old[name] - scopes):
            yield place.change("scope-dropped", scheme=name, scope=scope)


def _requirement_label(requirement: Requirement) -> str:
    names = (
        f"{name} ({', '.join(sorted(scopes))})" if scopes else name
        for name, scopes in requirement.items()
    )
    return join_names(Message("and"), names)


def _compare_scheme(old: SecurityScheme, new: SecurityScheme, place: Place) -> Changes:
    yield from place.toggle("deprecated", old.deprecated, new.deprecated)
    if (old.type, old.scheme) != (new.type, new.scheme):
        yield place.change("scheme-changed", was=_kind(old), now=_kind(new))
        return
    is_header = old.location == new.location == "header"
    for name, changed in _PARAMETER_FORMS.items():
        was, now = getattr(old, name), getattr(new, name)
        if was.lower() != now.lower() or not is_header:
            yield from place.compare_texts("scheme-changed", was, now, changed)
    if old.bearer_format.lower() != new.bearer_format.lower():
        yield from place.compare_texts("token-format-changed", old.bearer_format, new.bearer_format)
    yield from _compare_urls(_URL_FORMS, old, new, place)
    yield from _compare_flows(old, new, place)


def _kind(scheme: SecurityScheme) -> str:
    return f"{scheme.type} {scheme.scheme}".strip() or NO_VALUE


def _compare_flows(old: SecurityScheme, new: SecurityScheme, place: Place) -> Changes:
    before, after = ({flow.kind: flow for flow in scheme.flows} for scheme in (old, new))
    for kind in before:
        if kind not in after:
            yield place.change("flow-removed", flow=kind)
    for kind, flow in after.items():
        if kind not in before:
            yield place.change("flow-added", flow=kind)
        else:
            yield from _compare_urls(_FLOW_URL_FORMS, before[kind], flow, place, flow=kind)
            was, now = ({scope: scope for scope in one.scopes} for one in (before[kind], flow))
            yield from place.compare_names("scope-offered", "scope", was, now, flow=kind)


def _compare_urls(
    forms: Mapping[str, str], old: object, new: object, place: Place, **values: str
) -> Changes:
    for name, changed in forms.items():
        was, now = getattr(old, name), getattr(new, name)
        if was.rstrip("/") != now.rstrip("/"):
            yield from place.compare_texts("address-changed", was, now, changed, **values)


_OperationKey = tuple[bool, str, str]
"""Whether it is a webhook, the method, and the path or webhook name."""


def compare_documents(old: OpenApiDocument, new: OpenApiDocument) -> ApiChanges:
    """Compare two documents; operations that are excluded from the site are ignored."""
    return ApiChanges(
        old_version=old.api_version,
        new_version=new.api_version,
        operations=tuple(_compare_all(old, new)),
    )


def _compare_all(old: OpenApiDocument, new: OpenApiDocument) -> Iterator[OperationChanges]:
    place = Place(equality=DocumentEquality(old, new))
    before, after = _index_operations(old), _index_operations(new)
    partners = dict(_match_operations(before, after))
    matched_keys = set(partners.values())
    for key, operation in before.items():
        if key not in matched_keys:
            found = place.removal(
                "operation-removed", operation.extensions, is_deprecated=operation.deprecated
            )
            # A change names the announcement of the removal, if there was one.
            changes = [found] if found.rule != "operation-removed" else []
            yield _operation_changes(operation, "removed", changes)
    for key, operation in after.items():
        if key not in partners:
            yield _operation_changes(operation, "added", ())
            continue
        earlier = before[partners[key]]
        raws = old.raw_operation(earlier), new.raw_operation(operation)
        changes = [*_compare_matched(earlier, operation, *raws, place)]
        if changes:
            yield _operation_changes(operation, "changed", changes)


def _operation_changes(
    operation: Operation, kind: ChangeKind, changes: Iterable[Change]
) -> OperationChanges:
    return OperationChanges(
        key=operation.key,
        title=operation_title(operation),
        kind=kind,
        changes=tuple(dict.fromkeys(changes)),
    )


def _compare_matched(
    old: Operation, new: Operation, before: RawObject, after: RawObject, place: Place
) -> Changes:
    is_unchanged = old.path == new.path and place.equality.is_equal(before, after)
    if is_unchanged and (new.is_webhook or place.equality.has_equal_defaults):
        return
    yield from compare_operations(old, new, place, is_event=new.is_webhook)
    if new.is_webhook:
        # The security of the document is that of the API, not of the receivers of webhooks.
        yield from compare_event_security(
            old if "security" in as_object(before.get(old.method)) else None,
            new if "security" in as_object(after.get(new.method)) else None,
            place,
        )


def _index_operations(document: OpenApiDocument) -> dict[_OperationKey, Operation]:
    return {
        (operation.is_webhook, operation.method.upper(), operation.path): operation
        for operation in document.operations_and_webhooks
        if not operation.is_excluded
    }


def _match_operations(
    before: dict[_OperationKey, Operation], after: dict[_OperationKey, Operation]
) -> Iterator[tuple[_OperationKey, _OperationKey]]:
    """Yield pairs of matching operations; the names of path parameters are ignored."""
    left = {_strip_parameter_names(key): key for key in before if key not in after}
    for key in after:
        if key in before:
            yield key, key
        elif (partner := left.pop(_strip_parameter_names(key), None)) is not None:
            yield key, partner


def _strip_parameter_names(key: _OperationKey) -> _OperationKey:
    is_webhook, method, path = key
    return is_webhook, method, path if is_webhook else PATH_PARAMETER.sub("{}", path)
