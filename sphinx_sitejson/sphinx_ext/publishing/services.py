"""Load analytics, chats and the consent dialog that the settings configure."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from sphinx_sitejson.common.files import STATIC
from sphinx_sitejson.publishing.search_engines import json_for_script
from sphinx_sitejson.publishing.services import (
    NamedService,
    asks_itself,
    named_services,
    waiting_services,
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


def loaded_services(app: Sphinx) -> tuple[NamedService, ...]:
    """Return the services that pages load: none in a preview, none in a book."""
    if app.config.sitejson_preview or not makes_web_pages(app.builder):
        return ()
    return named_services(site_of(app.env).settings)


def asks_for_consent(app: Sphinx) -> bool:
    """Whether the pages themselves ask readers for their consent."""
    return asks_itself(loaded_services(app))


def service_scripts(app: Sphinx) -> list[Path]:
    """Return the sources of the script that loads the site's services, if it has any."""
    services = loaded_services(app)
    if not services:
        return []
    names = ["_loader", *(["_consent"] if asks_itself(services) else [])]
    names += [service.name for service in services]
    return [STATIC / "services" / f"{name}.js" for name in names]


def add_data(
    app: Sphinx,
    pagename: str,
    templatename: str,
    context: dict[str, Any],
    doctree: nodes.document | None,
) -> None:
    """Tell the scripts which services the site has, and give them the question for consent."""
    services = loaded_services(app)
    if not services:
        return
    if not (tags := _tags(app.env)):
        tags = _written_tags(services)
        _tags.set(app.env, tags)
    context["metatags"] = context.get("metatags", "") + tags
    context["has_privacy_choices"] = asks_itself(services)


_tags: BuildState[str] = BuildState(lambda env: "")
"""What stands in every page, once it is written."""


def _written_tags(services: tuple[NamedService, ...]) -> str:
    waiting = waiting_services(services)
    data = {
        named.name: {
            "kind": named.service.kind,
            "waits": named in waiting,
            "values": dict(named.values),
        }
        for named in services
    }
    tags = render("services_data.html.jinja", data=json_for_script(data))
    if asks_itself(services):
        titles = [named.service.title for named in waiting]
        tags += render("consent.html.jinja", services=titles)
    return str(tags)
