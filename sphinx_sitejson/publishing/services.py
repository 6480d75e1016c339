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
class ConfiguredService:
    """A service of the settings, with its validated values."""

    name: str
    values: Mapping[str, str]

    @property
    def service(self) -> Service:
        """Its entry in the catalog."""
        return SERVICES[self.name]

    @property
    def hosts(self) -> Hosts:
        """The hosts it needs, including a self-hosted server."""
        hosts = self.service.hosts
        server = self.values.get("server") or split_url(self.values.get("apiHost", "")).netloc
        if not server:
            return hosts
        server_urls = (f"https://{server}",)
        extra = () if self.name == "plausible" else hosts.scripts
        return Hosts(scripts=(*server_urls, *extra), connections=server_urls)


def configured_services(settings: SiteSettings) -> tuple[ConfiguredService, ...]:
    """Return the services of a site, the consent service first."""
    results = [*_group_services(settings.integrations), *_group_services(settings.analytics)]
    return tuple(sorted(results, key=lambda named: named.service.kind != "consent"))


def _group_services(group: JsonObject) -> Iterator[ConfiguredService]:
    for field, key in json_keys(type(group)):
        value = getattr(group, field)
        if isinstance(value, str):
            yield ConfiguredService(name=key, values={"id": value})
        elif value is not None:
            yield ConfiguredService(name=key, values=dict(_values(value)))


def _values(service: JsonObject) -> Iterator[tuple[str, str]]:
    for field, key in json_keys(type(service)):
        value = getattr(service, field)
        if value is not None:
            yield key, value


def has_events(services: Iterable[ConfiguredService]) -> bool:
    """Whether any of the services accepts events."""
    return any(named.service.has_events for named in services)


def consent_services(services: Sequence[ConfiguredService]) -> tuple[ConfiguredService, ...]:
    """Return the services that need consent.

    These are the services that track readers. With a consent service they are all services, since
    the site owner configures consent there.
    """
    others = [named for named in services if named.service.kind != "consent"]
    if has_consent_service(services):
        return tuple(others)
    return tuple(named for named in others if named.service.tracks_readers)


def has_consent_service(services: Iterable[ConfiguredService]) -> bool:
    """Whether the site has a consent service."""
    return any(named.service.kind == "consent" for named in services)


def shows_consent_dialog(services: Sequence[ConfiguredService]) -> bool:
    """Whether the pages ask for consent themselves: a service needs it, and no service asks."""
    return not has_consent_service(services) and bool(consent_services(services))
