"""The templates of the package, rendered with escaping."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache

from docutils import nodes
from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup
from sphinx.locale import _
from sphinx.writers.html5 import HTML5Translator


def make_environment(**helpers: Callable[..., str]) -> Environment:
    """Create an environment with the helpers as globals, also for imported macros."""
    environment = Environment(
        loader=PackageLoader("sphinx_sitejson", "templates"),
        autoescape=_is_html,
        undefined=StrictUndefined,
        auto_reload=False,
        # There are few templates; a limited cache would look for each name among all.
        cache_size=-1,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals.update(helpers, _=_)
    # Keys keep their order, and labels may be lazy.
    environment.policies["json.dumps_kwargs"] = {"default": str}
    return environment


_environment = cache(make_environment)


def render(template: str, **values: object) -> Markup:
    """Render a template of the folder ``templates``."""
    return Markup(_environment().get_template(template).render(values))


def _is_html(name: str | None) -> bool:
    return name is None or name.endswith(".html.jinja")


def render_nodes(translator: HTML5Translator, children: Iterable[nodes.Node]) -> Markup:
    """Render nodes to HTML, without adding it to the output of the translator."""
    start = len(translator.body)
    try:
        for child in children:
            child.walkabout(translator)
        return Markup("".join(translator.body[start:]))
    finally:
        del translator.body[start:]
