"""Loads analytics, chats and the question for consent, where the settings name them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from sphinx_sitejson.package_files import STATIC
from sphinx_sitejson.publishing.page_tags import json_for_script
from sphinx_sitejson.publishing.services import NamedService, named_services
from sphinx_sitejson.sphinx_ext.domain import site_of
from sphinx_sitejson.sphinx_ext.output.published_files import makes_web_pages
from sphinx_sitejson.sphinx_ext.templates import render

if TYPE_CHECKING:
    from docutils import nodes
    from sphinx.application import Sphinx

SERVICES_FILE = "sitejson-services.js"


def loaded_services(app: Sphinx) -> tuple[NamedService, ...]:
    """Return the services that pages load: none in a preview, none in a book."""
    if app.config.sitejson_preview or not makes_web_pages(app.builder):
        return ()
    return named_services(site_of(app.env).settings)


def service_scripts(app: Sphinx) -> list[Path]:
    """Return the sources of the script that loads the site's services, if it has any."""
    services = loaded_services(app)
    if not services:
        return []
    names = ["_loader.js", *(f"{service.name}.js" for service in services)]
    return [STATIC / "services" / name for name in names]


def add_data(
    app: Sphinx,
    pagename: str,
    templatename: str,
    context: dict[str, Any],
    doctree: nodes.document | None,
) -> None:
    """Tell the scripts which services the site has."""
    services = loaded_services(app)
    if services:
        data = json_for_script({service.name: dict(service.values) for service in services})
        context["metatags"] = context.get("metatags", "") + str(
            render("services_data.html.jinja", data=data)
        )
