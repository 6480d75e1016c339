"""The playground in a page: its data, and where its files are."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from markupsafe import Markup

from .files import CALLBACK_FILE, SCRIPT_FILE, STYLE_FILE, playground_files

if TYPE_CHECKING:
    from sphinx.builders import Builder

    from sphinx_sitejson.reference.playground.request import PlaygroundRequest


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaygroundView:
    """What the template of the button needs."""

    data: Markup
    """JSON, safe inside a script element."""
    script: str
    style: str
    callback: str


def has_playground(builder: Builder) -> bool:
    """Whether pages can send requests; those of books cannot."""
    return builder.format == "html" and builder.name != "epub"


def playground_view(
    builder: Builder, docname: str, request: PlaygroundRequest
) -> PlaygroundView | None:
    """Return the playground of a request, unless there is nowhere to send it."""
    if not request.servers:
        return None
    from sphinx_sitejson.reference.playground.request import playground_json

    digest = playground_files(builder.env).digest
    depth = builder.get_target_uri(docname).count("/")
    folder = f"{'../' * depth}_static/"
    return PlaygroundView(
        data=Markup(playground_json(request)),
        script=f"{folder}{SCRIPT_FILE}?v={digest}",
        style=f"{folder}{STYLE_FILE}?v={digest}",
        callback=f"{folder}{CALLBACK_FILE}",
    )
