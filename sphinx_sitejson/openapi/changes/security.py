"""Compare security requirements and security schemes."""

from __future__ import annotations

from collections.abc import Mapping

from sphinx_sitejson.common.messages import Message, form

from ..model import Operation, SecurityScheme
from .places import NO_VALUE, Changes, Place, join_alternatives, join_names

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
        name: old_names[_scheme_identity(scheme)]
        for name, scheme in after.items()
        if name not in before and scheme.type and _scheme_identity(scheme) in old_names
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
