"""Compare security requirements and security schemes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from sphinx_sitejson.common.messages import Message, form

from ..model import OAuthFlow, Operation, SchemeUse, SecurityScheme
from .results import (
    NO_VALUE,
    Change,
    compare_deprecation,
    join_alternatives,
    join_combination,
    make_change,
    make_statement,
    quote_text,
)

AUTHORIZATION = Message("authorization")
_LOCATION_CHANGED = form("{place}: the location changed from {was} to {now}.")
_NAME_CHANGED = form("{place}: the name changed from {was} to {now}.")
_TOKEN_FORMAT_CHANGED = form("{place}: the token format changed from {was} to {now}.")
_OPENID_URL_CHANGED = form("{place}: the OpenID Connect URL changed from {was} to {now}.")
_METADATA_URL_CHANGED = form("{place}: the metadata URL changed from {was} to {now}.")
_AUTHORIZATION_URL_CHANGED = form(
    "{place}: the authorization URL of the flow {flow} changed from {was} to {now}."
)
_TOKEN_URL_CHANGED = form("{place}: the token URL of the flow {flow} changed from {was} to {now}.")
_REFRESH_URL_CHANGED = form(
    "{place}: the refresh URL of the flow {flow} changed from {was} to {now}."
)
_DEVICE_URL_CHANGED = form(
    "{place}: the device URL of the flow {flow} changed from {was} to {now}."
)
_SCOPE_REMOVED = form("{place}: the scope {scope} of the flow {flow} was removed.")
_SCOPE_ADDED = form("{place}: the scope {scope} of the flow {flow} was added.")

Requirement = Mapping[str, frozenset[str]]
"""The scopes required of each scheme; all schemes are required together."""


def compare_security(old: Operation, new: Operation) -> Iterator[Change]:
    """Yield the changes of the security of an operation; renamed schemes count as the same."""
    before, after = _used_schemes(old), _used_schemes(new)
    names = _renamed_schemes(before, after)
    yield from _compare_requirements(_alternatives(old, {}), _alternatives(new, names))
    for name, scheme in after.items():
        if name in before:
            location = Message("authorization {name}", name=name)
            yield from _compare_scheme(before[name], scheme, location)


def compare_event_security(old: Operation | None, new: Operation | None) -> Iterator[Change]:
    """Yield the change of a webhook's security; None for a webhook that defines none."""
    before, after = (
        _requirement_labels(_alternatives(one, {})) if one is not None else frozenset()
        for one in (old, new)
    )
    if before != after:
        was, now = (join_alternatives(sorted(labels)) or NO_VALUE for labels in (before, after))
        changed = make_statement("{place} changed from {was} to {now}.", was=was, now=now)
        yield make_change("event-authorization-changed", AUTHORIZATION, changed)


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
    return [_make_requirement(alternative, names) for alternative in operation.security or ()] or [
        {}
    ]


def _make_requirement(alternative: tuple[SchemeUse, ...], names: Mapping[str, str]) -> Requirement:
    return {
        names.get(use.scheme.name, use.scheme.name): frozenset(use.scopes) for use in alternative
    }


def _compare_requirements(before: list[Requirement], after: list[Requirement]) -> Iterator[Change]:
    was_open, is_open = {} in before, {} in after
    if was_open and not is_open:
        yield make_change(
            "authorization-needed", AUTHORIZATION, make_statement("{place} is now required.")
        )
        return
    if is_open and not was_open:
        yield make_change(
            "authorization-dropped", AUTHORIZATION, make_statement("{place} is no longer required.")
        )
        return
    scoped: list[Requirement] = []
    for requirement in before:
        if requirement in after or not requirement:
            continue
        partner = next((one for one in after if one.keys() == requirement.keys()), None)
        if partner is not None:
            scoped.append(partner)
            yield from _compare_scopes(requirement, partner)
        elif not any(_satisfies(requirement, one) for one in after if one):
            rule = "optional-scheme-refused" if is_open else "scheme-refused"
            refused = make_statement(
                "{place}: {scheme} is no longer accepted.", scheme=_requirement_label(requirement)
            )
            yield make_change(rule, AUTHORIZATION, refused)
    for requirement in after:
        if requirement and requirement not in before and requirement not in scoped:
            accepted = make_statement(
                "{place}: {scheme} is accepted.", scheme=_requirement_label(requirement)
            )
            yield make_change("scheme-accepted", AUTHORIZATION, accepted)


def _satisfies(actual: Requirement, required: Requirement) -> bool:
    """Return whether a request that satisfies one requirement satisfies the other."""
    return all(name in actual and scopes <= actual[name] for name, scopes in required.items())


def _compare_scopes(old: Requirement, new: Requirement) -> Iterator[Change]:
    for name, scopes in new.items():
        for scope in sorted(scopes - old[name]):
            needed = make_statement(
                "{place}: {scheme} also requires the scope {scope}.", scheme=name, scope=scope
            )
            yield make_change("scope-needed", AUTHORIZATION, needed)
        for scope in sorted(old[name] - scopes):
            dropped = make_statement(
                "{place}: {scheme} no longer requires the scope {scope}.",
                scheme=name,
                scope=scope,
            )
            yield make_change("scope-dropped", AUTHORIZATION, dropped)


def _requirement_label(requirement: Requirement) -> str:
    return join_combination(
        f"{name} ({', '.join(sorted(scopes))})" if scopes else name
        for name, scopes in requirement.items()
    )


def _requirement_labels(alternatives: list[Requirement]) -> frozenset[str]:
    return frozenset(_requirement_label(requirement) for requirement in alternatives if requirement)


def _compare_scheme(old: SecurityScheme, new: SecurityScheme, location: str) -> Iterator[Change]:
    for rule, statement in compare_deprecation(old.deprecated, new.deprecated, {}, {}):
        yield make_change(rule, location, statement)
    if (old.type, old.scheme) != (new.type, new.scheme):
        changed = make_statement(
            "{place}: the kind changed from {was} to {now}.", was=_kind(old), now=_kind(new)
        )
        yield make_change("scheme-changed", location, changed)
        return
    is_header = old.location == new.location == "header"
    for moved, was, now in (
        (_LOCATION_CHANGED, old.location, new.location),
        (_NAME_CHANGED, old.parameter_name, new.parameter_name),
    ):
        if was.lower() != now.lower() or (was != now and not is_header):
            yield make_change(
                "scheme-changed",
                location,
                make_statement(moved, was=quote_text(was), now=quote_text(now)),
            )
    if old.bearer_format.lower() != new.bearer_format.lower():
        was, now = quote_text(old.bearer_format), quote_text(new.bearer_format)
        yield make_change(
            "token-format-changed",
            location,
            make_statement(_TOKEN_FORMAT_CHANGED, was=was, now=now),
        )
    yield from _compare_urls(
        (
            (_OPENID_URL_CHANGED, old.openid_url, new.openid_url),
            (_METADATA_URL_CHANGED, old.oauth_metadata_url, new.oauth_metadata_url),
        ),
        location,
    )
    yield from _compare_flows(old, new, location)


def _kind(scheme: SecurityScheme) -> str:
    return f"{scheme.type} {scheme.scheme}".strip() or NO_VALUE


def _compare_flows(old: SecurityScheme, new: SecurityScheme, location: str) -> Iterator[Change]:
    before, after = ({flow.kind: flow for flow in scheme.flows} for scheme in (old, new))
    for kind in before:
        if kind not in after:
            statement = make_statement("{place}: the flow {flow} was removed.", flow=kind)
            yield make_change("flow-removed", location, statement)
    for kind, flow in after.items():
        if kind not in before:
            added = make_statement("{place}: the flow {flow} was added.", flow=kind)
            yield make_change("flow-added", location, added)
        else:
            yield from _compare_flow(before[kind], flow, location)


def _compare_flow(old: OAuthFlow, new: OAuthFlow, location: str) -> Iterator[Change]:
    kind = new.kind
    yield from _compare_urls(
        (
            (_AUTHORIZATION_URL_CHANGED, old.authorization_url, new.authorization_url),
            (_TOKEN_URL_CHANGED, old.token_url, new.token_url),
            (_REFRESH_URL_CHANGED, old.refresh_url, new.refresh_url),
            (_DEVICE_URL_CHANGED, old.device_authorization_url, new.device_authorization_url),
        ),
        location,
        flow=kind,
    )
    for scope in old.scopes:
        if scope not in new.scopes:
            yield make_change(
                "scope-withdrawn", location, make_statement(_SCOPE_REMOVED, scope=scope, flow=kind)
            )
    for scope in new.scopes:
        if scope not in old.scopes:
            yield make_change(
                "scope-offered", location, make_statement(_SCOPE_ADDED, scope=scope, flow=kind)
            )


def _compare_urls(
    pairs: tuple[tuple[str, str, str], ...], location: str, **values: str
) -> Iterator[Change]:
    for moved, was, now in pairs:
        if was.rstrip("/") != now.rstrip("/"):
            changed = make_statement(moved, was=quote_text(was), now=quote_text(now), **values)
            yield make_change("address-changed", location, changed)
