"""Changes of what authorizes a request: which schemes are accepted, and what these are."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from sphinx_sitejson.openapi.model import OAuthFlow, Operation, SchemeUse, SecurityScheme

from .deprecation import deprecation
from .found import Change, change
from .value_texts import word_text

PLACE = "authorization"

Needs = Mapping[str, frozenset[str]]
"""The scopes that are needed of each scheme, all of them together."""


def security_changes(old: Operation, new: Operation) -> Iterator[Change]:
    """Yield what became of the authorization; how schemes are called does not matter."""
    before, after = _schemes(old), _schemes(new)
    names = _same_schemes(before, after)
    yield from _requirements(_alternatives(old, {}), _alternatives(new, names))
    for name, scheme in after.items():
        if name in before:
            yield from _scheme(before[name], scheme, f"{PLACE} {name}")


def event_security_changes(old: Operation | None, new: Operation | None) -> Iterator[Change]:
    """Yield whether the authorization of a webhook changed; None says nothing of it."""
    before, after = (
        _labels(_alternatives(one, {})) if one is not None else frozenset() for one in (old, new)
    )
    if before != after:
        was, now = (" or ".join(sorted(labels)) or "none" for labels in (before, after))
        text = f"changed from {was} to {now}"
        yield change("event-authorization-changed", PLACE, text)


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
        yield change("authorization-needed", PLACE, "is now required")
        return
    if is_open and not was_open:
        yield change("authorization-dropped", PLACE, "is no longer required")
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
            yield change(rule, PLACE, f"{_label(needs)} is no longer accepted")
    for needs in after:
        if needs and needs not in before and needs not in scoped:
            yield change("scheme-accepted", PLACE, f"{_label(needs)} is accepted")


def _is_enough(given: Needs, wanted: Needs) -> bool:
    """Tell whether who gives one thing also gives the other."""
    return all(name in given and scopes <= given[name] for name, scopes in wanted.items())


def _scopes(old: Needs, new: Needs) -> Iterator[Change]:
    for name, scopes in new.items():
        for scope in sorted(scopes - old[name]):
            yield change("scope-needed", PLACE, f"{name} needs the scope {scope}, too")
        for scope in sorted(old[name] - scopes):
            yield change("scope-dropped", PLACE, f"{name} no longer needs the scope {scope}")


def _label(needs: Needs) -> str:
    return " and ".join(
        f"{name} ({', '.join(sorted(scopes))})" if scopes else name
        for name, scopes in needs.items()
    )


def _labels(alternatives: list[Needs]) -> frozenset[str]:
    return frozenset(_label(needs) for needs in alternatives if needs)


def _scheme(old: SecurityScheme, new: SecurityScheme, place: str) -> Iterator[Change]:
    for rule, text in deprecation(old.deprecated, new.deprecated, {}, {}):
        yield change(rule, place, text)
    if (old.type, old.scheme) != (new.type, new.scheme):
        text = f"the kind changed from {_kind(old)} to {_kind(new)}"
        yield change("scheme-changed", place, text)
        return
    for what, was, now in (
        ("place", old.location, new.location),
        ("name", old.parameter_name, new.parameter_name),
    ):
        is_header = old.location == new.location == "header"
        if was.lower() != now.lower() or (was != now and not is_header):
            yield change(
                "scheme-changed",
                place,
                f"the {what} changed from {word_text(was)} to {word_text(now)}",
            )
    if old.bearer_format.lower() != new.bearer_format.lower():
        was, now = word_text(old.bearer_format), word_text(new.bearer_format)
        yield change(
            "token-format-changed", place, f"the format of tokens changed from {was} to {now}"
        )
    yield from _changed_addresses(
        (
            ("the address of OpenID Connect", old.openid_url, new.openid_url),
            ("the address of the metadata", old.oauth_metadata_url, new.oauth_metadata_url),
        ),
        place,
    )
    yield from _flows(old, new, place)


def _kind(scheme: SecurityScheme) -> str:
    return f"{scheme.type} {scheme.scheme}".strip() or "none"


def _flows(old: SecurityScheme, new: SecurityScheme, place: str) -> Iterator[Change]:
    before, after = ({flow.kind: flow for flow in scheme.flows} for scheme in (old, new))
    for kind in before:
        if kind not in after:
            yield change("flow-removed", place, f"the flow {kind} was removed")
    for kind, flow in after.items():
        if kind not in before:
            yield change("flow-added", place, f"the flow {kind} was added")
        else:
            yield from _flow(before[kind], flow, place)


def _flow(old: OAuthFlow, new: OAuthFlow, place: str) -> Iterator[Change]:
    of_flow = f"of the flow {new.kind}"
    yield from _changed_addresses(
        (
            (f"the authorization URL {of_flow}", old.authorization_url, new.authorization_url),
            (f"the token URL {of_flow}", old.token_url, new.token_url),
            (f"the refresh URL {of_flow}", old.refresh_url, new.refresh_url),
            (
                f"the device URL {of_flow}",
                old.device_authorization_url,
                new.device_authorization_url,
            ),
        ),
        place,
    )
    for scope in old.scopes:
        if scope not in new.scopes:
            yield change("scope-withdrawn", place, f"the scope {scope} {of_flow} was removed")
    for scope in new.scopes:
        if scope not in old.scopes:
            yield change("scope-offered", place, f"the scope {scope} {of_flow} was added")


def _changed_addresses(pairs: tuple[tuple[str, str, str], ...], place: str) -> Iterator[Change]:
    for what, was, now in pairs:
        if was.rstrip("/") != now.rstrip("/"):
            text = f"{what} changed from {word_text(was)} to {word_text(now)}"
            yield change("address-changed", place, text)
