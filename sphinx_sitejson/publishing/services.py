"""Services of other hosts: which ones a site names, and which hosts each of them needs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from sphinx_sitejson.settings.json_object import JsonObject, json_keys

if TYPE_CHECKING:
    from sphinx_sitejson.settings import SiteSettings

_GOOGLE = (
    "https://*.google-analytics.com",
    "https://*.analytics.google.com",
    "https://*.googletagmanager.com",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ServiceHosts:
    """The hosts that a service's scripts come from, and those they talk to."""

    scripts: tuple[str, ...]
    connections: tuple[str, ...] = ()
    pictures: tuple[str, ...] = ()
    frames: tuple[str, ...] = ()
    has_events: bool = True


SERVICES: Mapping[str, ServiceHosts] = {
    "amplitude": ServiceHosts(
        scripts=("https://cdn.amplitude.com",), connections=("https://*.amplitude.com",)
    ),
    "clearbit": ServiceHosts(
        scripts=("https://tag.clearbitscripts.com", "https://x.clearbitjs.com"),
        connections=("https://x.clearbitjs.com", "https://app.clearbit.com"),
        has_events=False,
    ),
    "fathom": ServiceHosts(
        scripts=("https://cdn.usefathom.com",),
        connections=("https://cdn.usefathom.com",),
        pictures=("https://cdn.usefathom.com",),
    ),
    "ga4": ServiceHosts(
        scripts=("https://*.googletagmanager.com",), connections=_GOOGLE, pictures=_GOOGLE
    ),
    "gtm": ServiceHosts(
        scripts=("https://*.googletagmanager.com",), connections=_GOOGLE, pictures=_GOOGLE
    ),
    "heap": ServiceHosts(
        scripts=("https://cdn.us.heap-api.com", "https://heapanalytics.com"),
        connections=("https://c.us.heap-api.com", "https://heapanalytics.com"),
        pictures=("https://heapanalytics.com",),
    ),
    "hotjar": ServiceHosts(
        scripts=("https://*.hotjar.com",),
        connections=("https://*.hotjar.com", "https://*.hotjar.io", "wss://*.hotjar.com"),
        pictures=("https://*.hotjar.com",),
        frames=("https://*.hotjar.com",),
    ),
    "koala": ServiceHosts(
        scripts=("https://*.getkoala.com",),
        connections=("https://*.getkoala.com", "wss://*.getkoala.com"),
    ),
    "logrocket": ServiceHosts(
        scripts=("https://cdn.logr-in.com",), connections=("https://*.logr-in.com",)
    ),
    "mixpanel": ServiceHosts(
        scripts=("https://cdn.mxpnl.com",), connections=("https://*.mixpanel.com",)
    ),
    "pirsch": ServiceHosts(
        scripts=("https://api.pirsch.io",), connections=("https://api.pirsch.io",)
    ),
    "posthog": ServiceHosts(
        scripts=("https://*.posthog.com",), connections=("https://*.posthog.com",)
    ),
    "plausible": ServiceHosts(
        scripts=("https://plausible.io",), connections=("https://plausible.io",)
    ),
    "segment": ServiceHosts(
        scripts=("https://cdn.segment.com",),
        connections=(
            "https://cdn.segment.com",
            "https://api.segment.com",
            "https://track.segment.com",
            "https://api.segment.io",
        ),
    ),
    "intercom": ServiceHosts(
        scripts=(
            "https://app.intercom.io",
            "https://widget.intercom.io",
            "https://js.intercomcdn.com",
        ),
        connections=(
            "https://*.intercom.io",
            "wss://*.intercom.io",
            "https://*.intercom-messenger.com",
            "wss://*.intercom-messenger.com",
            "https://*.intercomcdn.com",
            "https://uploads.intercomusercontent.com",
        ),
        pictures=(
            "https://*.intercomcdn.com",
            "https://*.intercomassets.com",
            "https://*.intercomusercontent.com",
        ),
        frames=("https://intercom-sheets.com", "https://www.intercom-reporting.com"),
        has_events=False,
    ),
    "frontchat": ServiceHosts(
        scripts=("https://chat-assets.frontapp.com",),
        connections=("https://*.frontapp.com", "wss://*.frontapp.com"),
        pictures=("https://*.frontapp.com",),
        frames=("https://*.frontapp.com",),
        has_events=False,
    ),
    "osano": ServiceHosts(
        scripts=("https://cmp.osano.com",),
        connections=("https://*.osano.com",),
        has_events=False,
    ),
}
"""All services that the settings know."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedService:
    """A service that the site names, with its checked values."""

    name: str
    values: Mapping[str, str]

    @property
    def hosts(self) -> ServiceHosts:
        """The hosts it needs, its own server among them where it has one."""
        hosts = SERVICES[self.name]
        server = self.values.get("server") or urlsplit(self.values.get("apiHost", "")).netloc
        if not server:
            return hosts
        own = (f"https://{server}",)
        extra = () if self.name == "plausible" else hosts.scripts
        return ServiceHosts(scripts=(*own, *extra), connections=own, has_events=hosts.has_events)


def named_services(settings: SiteSettings) -> tuple[NamedService, ...]:
    """Return the services of a site: the one that asks for consent first."""
    found = [*_of(settings.integrations), *_of(settings.analytics)]
    return tuple(sorted(found, key=lambda service: service.name != "osano"))


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
    return any(service.hosts.has_events for service in services)
