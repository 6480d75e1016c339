"""The playground in a page: its data, and where its files are."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from markupsafe import Markup

from sphinx_sitejson.sphinx_ext.domain import site_domain

from .files import CALLBACK_FILE, SCRIPT_FILE, STYLE_FILE

if TYPE_CHECKING:
    from sphinx.builders import Builder

    from sphinx_sitejson.sphinx_ext.reference.api_nodes import api_block


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaygroundView:
    """What the template of the button needs."""

    data: Markup
    """JSON, safe inside a script element."""
    script: str
    style: str
    callback: str


def playground_of(builder: Builder, docname: str, block: api_block) -> PlaygroundView | None:
    """Return the playground of a block, if it has one; books have none."""
    site = site_domain(builder.env).site
    if block["playground"] != "show" or site.builder_name == "epub":
        return None
    if block["kind"] == "endpoint":
        request = site.shelf.written_playground(block["endpoint"])
    else:
        request = site.shelf.playground(block["document"], block["key"])
    if not request.servers:
        return None
    from sphinx_sitejson.reference.playground.request import playground_json

    depth = builder.get_target_uri(docname).count("/")
    files = f"{'../' * depth}_static/"
    return PlaygroundView(
        data=Markup(playground_json(request)),
        script=f"{files}{SCRIPT_FILE}?v={site.playground_digest}",
        style=f"{files}{STYLE_FILE}?v={site.playground_digest}",
        callback=f"{files}{CALLBACK_FILE}",
    )
