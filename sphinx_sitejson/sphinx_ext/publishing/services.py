"""Load analytics, chats and the consent dialog that the settings configure."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from sphinx_sitejson.common.files import STATIC
from sphinx_sitejson.publishing.search_engines import script_json
from sphinx_sitejson.publishing.services import (
    ConfiguredService,
    configured_services,
    consent_services,
    shows_consent_dialog,
)
from sphinx_sitejson.sphinx_ext.common.build_state import BuildState, site_of
from sphinx_sitejson.sphinx_ext.common.output_files import makes_web_pages
from sphinx_sitejson.sphinx_ext.common.templates import render

if TYPE_CHECKING:
    from docutils import nodes
    from sphinx.application import Sphinx

SERVICES_FILE = "sitejson-services.js"
CONSENT_STYLE = STATIC / "services" / "_consent.css"
CONSENT_STYLE_FILE = "sitejson-consent.css"


def loaded_services(app: Sphinx) -> tuple[ConfiguredService, ...]:
    """Return the services that pages load; none in a preview and in paginated output."""
    if app.config.sitejson_preview or not makes_web_pages(app.builder):
        return ()
    return configured_services(site_of(app.env).settings)


def has_consent_dialog(app: Sphinx) -> bool:
    """Whether pages show our consent dialog."""
    return shows_consent_dialog(loaded_services(app))


def service_scripts(app: Sphinx) -> list[Path]:
    """Return the source files of the script that loads the services of the site."""
    services = loaded_services(app)
    if not services:
        return []
    names = ["_loader", *(["_consent"] if shows_consent_dialog(services) else [])]
    names += [service.name for service in services]
    return [STATIC / "services" / f"{name}.js" for name in names]


def add_data(
    app: Sphinx,
    pagename: str,
    templatename: str,
    context: dict[str, Any],
    doctree: nodes.document | None,
) -> None:
    """Add the data of the services and the consent dialog to a page."""
    services = loaded_services(app)
    if not services:
        return
    if not (tags := _tags(app.env)):
        tags = _render_tags(services)
        _tags.set(app.env, tags)
    context["metatags"] = context.get("metatags", "") + tags
    context["has_privacy_choices"] = shows_consent_dialog(services)


_tags: BuildState[str] = BuildState(lambda env: "")
"""The tags that every page has, once they are rendered."""


def _render_tags(services: tuple[ConfiguredService, ...]) -> str:
    waiting = consent_services(services)
    data = {
        named.name: {
            "kind": named.service.kind,
            "waits": named in waiting,
            "values": dict(named.values),
        }
        for named in services
    }
    tags = render("services_data.html.jinja", data=script_json(data))
    if shows_consent_dialog(services):
        titles = [named.service.title for named in waiting]
        tags += render("consent.html.jinja", services=titles)
    return str(tags)
