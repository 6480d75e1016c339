"""Makes Sphinx know what changed between documents."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .pages import FRONT_MATTER_KEY, ChangesOnPages, OpenApiChangesDirective

if TYPE_CHECKING:
    from sphinx.application import Sphinx


def setup_api_changes(app: Sphinx) -> None:
    """Register what Sphinx has to know before a build; ``events.py`` has the steps of one."""
    app.add_config_value("sitejson_openapi_previous", {}, "env", types=frozenset({dict}))
    app.add_directive(FRONT_MATTER_KEY, OpenApiChangesDirective)
    app.add_transform(ChangesOnPages)
