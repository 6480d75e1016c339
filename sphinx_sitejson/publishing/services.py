"""The external services that a site configures, and what each of them needs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sphinx_sitejson.common.network.urls import split_url
from sphinx_sitejson.settings.json_object import JsonObject, json_keys

from .service_catalog import SERVICES, Hosts, Service

if TYPE_CHECKING:
    from sphinx_sitejson.settings.site import SiteSettings


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedService:
    """A service that the site names, with its checked values."""

    name: str
    values: Mapping[str, str]

    @property
    def service(self) -> Service:
        """What is known of it."""
        return SERVICES[self.name]

    @property
    def hosts(self) -> Hosts:
        """The hosts it needs, its own server among them where it has one."""
        hosts = self.service.hosts
        server = self.values.get("server") or split_url(self.values.get("apiHost", "")).netloc
        if not server:
            return hosts
        own = (f"https://{server}",)
        extra = () if self.name == "plausible" else hosts.scripts
        return Hosts(scripts=(*own, *extra), connections=own)


def named_services(settings: SiteSettings) -> tuple[NamedService, ...]:
    """Return the services of a site: the one that asks for consent first."""
    found = [*_of(settings.integrations), *_of(settings.analytics)]
    return tuple(sorted(found, key=lambda named: named.service.kind != "consent"))


def _of(group: JsonObject) -> Iterator[NamedService]:
    for field, key in json_keys(type(group)):
        value = getattr(group, field)
        if isinstance(value, str):
            yield NamedService(name=key, values={"id": value})
        elif value is not None:
            yield NamedService(name=key, values=dict(_values(value)))


def _values(service: JsonObject) -> Iterator[tuple[str, str]]:
    for field, key in json_keys(type(service)):
        value = getattr(service, field)
        if value is not None:
            yield key, value


def has_events(services: Iterable[NamedService]) -> bool:
    """Whether any of the services takes events."""
    return any(named.service.has_events for named in services)


def waiting_services(services: Sequence[NamedService]) -> tuple[NamedService, ...]:
    """Return the services that wait for consent.

    Those that follow readers do. Where the site names a service that asks for consent, all wait
    for its word: it has a question for each kind of service, and the owner chose what it asks.
    """
    others = [named for named in services if named.service.kind != "consent"]
    if has_consent_service(services):
        return tuple(others)
    return tuple(named for named in others if named.service.follows_readers)


def has_consent_service(services: Iterable[NamedService]) -> bool:
    """Whether the site names a service that asks for consent."""
    return any(named.service.kind == "consent" for named in services)


def asks_itself(services: Sequence[NamedService]) -> bool:
    """Whether the pages ask for consent themselves: some service waits, and no other asks."""
    return not has_consent_service(services) and bool(waiting_services(services))
