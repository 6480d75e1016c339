"""The external services that a site configures, and what each of them needs."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment

from sphinx_sitejson.common.files import STATIC
from sphinx_sitejson.settings.service_catalog import SERVICES
from sphinx_sitejson.settings.site import SiteSettings
from sphinx_sitejson.site_build.build_state import BuildState, site_of
from sphinx_sitejson.site_build.output_files import makes_web_pages
from sphinx_sitejson.site_build.templates import render

from .search_engines import script_json

Services = Mapping[str, Mapping[str, str]]
"""The validated values of services, by their names in the catalog."""


def configured_services(settings: SiteSettings) -> Services:
    """Return the services of a site: that for consent, chats, then analytics."""
    chosen: Mapping[str, Any] = {**settings.analytics, **settings.integrations}
    found = {}
    for name, service in sorted(SERVICES.items(), key=lambda item: item[1].kind, reverse=True):
        if name in chosen:
            values = {"id": chosen[name]} if service.is_named_by_one_value else chosen[name]
            found[name] = {key.name: values[key.name] for key in service.keys if key.name in values}
    return found


def has_events(services: Iterable[str]) -> bool:
    """Whether any of the services accepts events."""
    return any(SERVICES[name].has_events for name in services)


def consent_services(services: Collection[str], *, has_bar: bool) -> list[str]:
    """Return the services that wait for consent.

    These are the services that track readers. With a consent service they are all services, since
    the site owner configures consent there.

    :param has_bar: whether the pages may ask for consent themselves.
    """
    needs_all = has_consent_service(services)
    return [
        name
        for name in services
        if SERVICES[name].kind != "consent"
        and (needs_all or (has_bar and SERVICES[name].tracks_readers))
    ]


def has_consent_service(services: Iterable[str]) -> bool:
    """Whether the site has a consent service."""
    return any(SERVICES[name].kind == "consent" for name in services)


def shows_consent_dialog(services: Collection[str], *, has_bar: bool) -> bool:
    """Whether the pages ask for consent themselves: a service needs it, and no service asks."""
    return not has_consent_service(services) and bool(consent_services(services, has_bar=has_bar))


SERVICES_FILE = "sitejson-services.js"
CONSENT_STYLE = STATIC / "services" / "_consent.css"
CONSENT_STYLE_FILE = "sitejson-consent.css"


def loaded_services(app: Sphinx) -> Services:
    """Return the services that pages load; none in a preview and in paginated output."""
    if app.config.sitejson_preview or not makes_web_pages(app.builder):
        return {}
    return configured_services(site_of(app.env).settings)


def has_consent_dialog(app: Sphinx) -> bool:
    """Whether pages show our consent dialog."""
    return shows_consent_dialog(loaded_services(app), has_bar=app.config.sitejson_consent_bar)


def service_scripts(app: Sphinx) -> list[Path]:
    """Return the source files of the script that loads the services of the site."""
    services = loaded_services(app)
    own = ["_loader", "_consent"] if has_consent_dialog(app) else ["_loader"]
    names = [*own, *services] if services else []
    return [STATIC / "services" / f"{name}.js" for name in names]


def add_data(
    app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], *others: object
) -> None:
    """Add the data of the services and the consent dialog to a page."""
    if loaded_services(app):
        context["metatags"] = context.get("metatags", "") + _tags(app.env)
        context["has_privacy_choices"] = has_consent_dialog(app)


@BuildState
def _tags(env: BuildEnvironment) -> str:
    """Return the tags that every page has."""
    services = configured_services(site_of(env).settings)
    has_bar = env.config.sitejson_consent_bar
    waiting = consent_services(services, has_bar=has_bar)
    data = {
        name: {"kind": SERVICES[name].kind, "waits": name in waiting, "values": values}
        for name, values in services.items()
    }
    tags = render("services_data.html.jinja", data=script_json(data))
    if shows_consent_dialog(services, has_bar=has_bar):
        tags += render("consent.html.jinja", services=[SERVICES[name].title for name in waiting])
    return str(tags)
