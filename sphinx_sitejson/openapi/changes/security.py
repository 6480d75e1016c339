"""Changes of what authorizes a request: which schemes are accepted, and what these are."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from sphinx_sitejson.common.messages import Message, form
from sphinx_sitejson.openapi.model import OAuthFlow, Operation, SchemeUse, SecurityScheme

from .results import NONE, Change, change, deprecation, either, phrase, together, word_text

PLACE = Message("authorization")
_OTHER_PLACE = form("{place}: the place changed from {was} to {now}.")
_OTHER_NAME = form("{place}: the name changed from {was} to {now}.")
_OTHER_TOKENS = form("{place}: the format of tokens changed from {was} to {now}.")
_OTHER_OPENID = form("{place}: the address of OpenID Connect changed from {was} to {now}.")
_OTHER_METADATA = form("{place}: the address of the metadata changed from {was} to {now}.")
_OTHER_AUTHORIZATION = form(
    "{place}: the authorization URL of the flow {flow} changed from {was} to {now}."
)
_OTHER_TOKEN = form("{place}: the token URL of the flow {flow} changed from {was} to {now}.")
_OTHER_REFRESH = form("{place}: the refresh URL of the flow {flow} changed from {was} to {now}.")
_OTHER_DEVICE = form("{place}: the device URL of the flow {flow} changed from {was} to {now}.")
_WITHDRAWN = form("{place}: the scope {scope} of the flow {flow} was removed.")
_OFFERED = form("{place}: the scope {scope} of the flow {flow} was added.")

Needs = Mapping[str, frozenset[str]]
"""The scopes that are needed of each scheme, all of them together."""


def security_changes(old: Operation, new: Operation) -> Iterator[Change]:
    """Yield what became of the authorization; how schemes are called does not matter."""
    before, after = _schemes(old), _schemes(new)
    names = _same_schemes(before, after)
    yield from _requirements(_alternatives(old, {}), _alternatives(new, names))
    for name, scheme in after.items():
        if name in before:
            place = Message("authorization {name}", name=name)
            yield from _scheme(before[name], scheme, place)


def event_security_changes(old: Operation | None, new: Operation | None) -> Iterator[Change]:
    """Yield whether the authorization of a webhook changed; None says nothing of it."""
    before, after = (
        _labels(_alternatives(one, {})) if one is not None else frozenset() for one in (old, new)
    )
    if before != after:
        was, now = (either(sorted(labels)) or NONE for labels in (before, after))
        changed = phrase("{place} changed from {was} to {now}.", was=was, now=now)
        yield change("event-authorization-changed", PLACE, changed)


def _schemes(operation: Operation) -> dict[str, SecurityScheme]:
    uses = (use for alternative in operation.security or () for use in alternative)
    return {use.scheme.name: use.scheme for use in uses}


def _same_schemes(
    before: Mapping[str, SecurityScheme], after: Mapping[str, SecurityScheme]
) -> dict[str, str]:
    """Return the old names of schemes that only have another name now."""
    gone = {_on_the_wire(scheme): name for name, scheme in before.items() if name not in after}
    return {
        name: gone[_on_the_wire(scheme)]
        for name, scheme in after.items()
        if name not in before and scheme.type and _on_the_wire(scheme) in gone
    }


def _on_the_wire(scheme: SecurityScheme) -> tuple[object, ...]:
    flows = tuple(sorted((flow.kind, flow.token_url) for flow in scheme.flows))
    place = (scheme.location, scheme.parameter_name.lower())
    return (scheme.type, scheme.scheme, *place, scheme.openid_url, flows)


def _alternatives(operation: Operation, names: Mapping[str, str]) -> list[Needs]:
    """Return what may be given; nothing at all is one of the possibilities of an open operation."""
    return [_needs(alternative, names) for alternative in operation.security or ()] or [{}]


def _needs(alternative: tuple[SchemeUse, ...], names: Mapping[str, str]) -> Needs:
    return {
        names.get(use.scheme.name, use.scheme.name): frozenset(use.scopes) for use in alternative
    }


def _requirements(before: list[Needs], after: list[Needs]) -> Iterator[Change]:
    was_open, is_open = {} in before, {} in after
    if was_open and not is_open:
        yield change("authorization-needed", PLACE, phrase("{place} is now required."))
        return
    if is_open and not was_open:
        yield change("authorization-dropped", PLACE, phrase("{place} is no longer required."))
        return
    scoped: list[Needs] = []
    for needs in before:
        if needs in after or not needs:
            continue
        partner = next((one for one in after if one.keys() == needs.keys()), None)
        if partner is not None:
            scoped.append(partner)
            yield from _scopes(needs, partner)
        elif not any(_is_enough(needs, one) for one in after if one):
            rule = "optional-scheme-refused" if is_open else "scheme-refused"
            refused = phrase("{place}: {scheme} is no longer accepted.", scheme=_label(needs))
            yield change(rule, PLACE, refused)
    for needs in after:
        if needs and needs not in before and needs not in scoped:
            accepted = phrase("{place}: {scheme} is accepted.", scheme=_label(needs))
            yield change("scheme-accepted", PLACE, accepted)


def _is_enough(given: Needs, wanted: Needs) -> bool:
    """Tell whether who gives one thing also gives the other."""
    return all(name in given and scopes <= given[name] for name, scopes in wanted.items())


def _scopes(old: Needs, new: Needs) -> Iterator[Change]:
    for name, scopes in new.items():
        for scope in sorted(scopes - old[name]):
            needed = phrase(
                "{place}: {scheme} needs the scope {scope}, too.", scheme=name, scope=scope
            )
            yield change("scope-needed", PLACE, needed)
        for scope in sorted(old[name] - scopes):
            dropped = phrase(
                "{place}: {scheme} no longer needs the scope {scope}.", scheme=name, scope=scope
            )
            yield change("scope-dropped", PLACE, dropped)


def _label(needs: Needs) -> str:
    return together(
        f"{name} ({', '.join(sorted(scopes))})" if scopes else name
        for name, scopes in needs.items()
    )


def _labels(alternatives: list[Needs]) -> frozenset[str]:
    return frozenset(_label(needs) for needs in alternatives if needs)


def _scheme(old: SecurityScheme, new: SecurityScheme, place: str) -> Iterator[Change]:
    for rule, statement in deprecation(old.deprecated, new.deprecated, {}, {}):
        yield change(rule, place, statement)
    if (old.type, old.scheme) != (new.type, new.scheme):
        changed = phrase(
            "{place}: the kind changed from {was} to {now}.", was=_kind(old), now=_kind(new)
        )
        yield change("scheme-changed", place, changed)
        return
    is_header = old.location == new.location == "header"
    for moved, was, now in (
        (_OTHER_PLACE, old.location, new.location),
        (_OTHER_NAME, old.parameter_name, new.parameter_name),
    ):
        if was.lower() != now.lower() or (was != now and not is_header):
            yield change(
                "scheme-changed", place, phrase(moved, was=word_text(was), now=word_text(now))
            )
    if old.bearer_format.lower() != new.bearer_format.lower():
        was, now = word_text(old.bearer_format), word_text(new.bearer_format)
        yield change("token-format-changed", place, phrase(_OTHER_TOKENS, was=was, now=now))
    yield from _changed_addresses(
        (
            (_OTHER_OPENID, old.openid_url, new.openid_url),
            (_OTHER_METADATA, old.oauth_metadata_url, new.oauth_metadata_url),
        ),
        place,
    )
    yield from _flows(old, new, place)


def _kind(scheme: SecurityScheme) -> str:
    return f"{scheme.type} {scheme.scheme}".strip() or NONE


def _flows(old: SecurityScheme, new: SecurityScheme, place: str) -> Iterator[Change]:
    before, after = ({flow.kind: flow for flow in scheme.flows} for scheme in (old, new))
    for kind in before:
        if kind not in after:
            gone = phrase("{place}: the flow {flow} was removed.", flow=kind)
            yield change("flow-removed", place, gone)
    for kind, flow in after.items():
        if kind not in before:
            added = phrase("{place}: the flow {flow} was added.", flow=kind)
            yield change("flow-added", place, added)
        else:
            yield from _flow(before[kind], flow, place)


def _flow(old: OAuthFlow, new: OAuthFlow, place: str) -> Iterator[Change]:
    kind = new.kind
    yield from _changed_addresses(
        (
            (_OTHER_AUTHORIZATION, old.authorization_url, new.authorization_url),
            (_OTHER_TOKEN, old.token_url, new.token_url),
            (_OTHER_REFRESH, old.refresh_url, new.refresh_url),
            (_OTHER_DEVICE, old.device_authorization_url, new.device_authorization_url),
        ),
        place,
        flow=kind,
    )
    for scope in old.scopes:
        if scope not in new.scopes:
            yield change("scope-withdrawn", place, phrase(_WITHDRAWN, scope=scope, flow=kind))
    for scope in new.scopes:
        if scope not in old.scopes:
            yield change("scope-offered", place, phrase(_OFFERED, scope=scope, flow=kind))


def _changed_addresses(
    pairs: tuple[tuple[str, str, str], ...], place: str, **values: str
) -> Iterator[Change]:
    for moved, was, now in pairs:
        if was.rstrip("/") != now.rstrip("/"):
            changed = phrase(moved, was=word_text(was), now=word_text(now), **values)
            yield change("address-changed", place, changed)
