"""The templates of the package itself, rendered with escaping on."""

from __future__ import annotations

from functools import cache

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup


@cache
def _environment() -> Environment:
    return Environment(
        loader=PackageLoader("sphinx_sitejson", "components"),
        autoescape=lambda name: name is None or name.endswith(".html.jinja"),
        undefined=StrictUndefined,
        auto_reload=False,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def render(template: str, **values: object) -> Markup:
    """Render a template of the folder ``components``."""
    return Markup(_environment().get_template(template).render(values))
