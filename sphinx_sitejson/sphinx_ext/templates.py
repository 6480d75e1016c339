"""The templates of the package itself, rendered with escaping on."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup
from sphinx.locale import _


def make_environment(**helpers: Callable[..., str]) -> Environment:
    """Make an environment whose templates can call the helpers, also in macros they import."""
    environment = Environment(
        loader=PackageLoader("sphinx_sitejson", "templates"),
        autoescape=lambda name: name is None or name.endswith(".html.jinja"),
        undefined=StrictUndefined,
        auto_reload=False,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals.update(helpers, _=_)
    return environment


_environment = cache(make_environment)


def render(template: str, **values: object) -> Markup:
    """Render a template of the folder ``templates``."""
    return Markup(_environment().get_template(template).render(values))
