"""A documentation site from one file: ``site.json`` for Sphinx."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sphinx_sitejson.version import __version__ as __version__

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata

    from sphinx_sitejson.sphinx_ext.components.calls import (
        Component,
        ComponentCall,
        JsxValue,
        PropValue,
    )

__all__ = ["Component", "ComponentCall", "JsxValue", "PropValue", "add_component", "setup"]


def setup(app: Sphinx) -> ExtensionMetadata:
    """Add the extension and the theme to Sphinx."""
    from sphinx_sitejson.sphinx_ext.extension import setup_extension

    return setup_extension(app, version=__version__)


def add_component(
    app: Sphinx,
    name: str,
    build: Component | None = None,
    *,
    props: Iterable[str] = (),
    template: str = "",
    is_inline: bool = False,
    argument: str = "",
) -> None:
    """Add your own component, for MDX pages and as a directive or role.

    :param name: The name of the component in pages, such as ``Price``.
    :param build: A function that turns each use into nodes. Not needed with a template.
    :param props: The props that the component supports. Others are reported.
    :param template: A file in ``templates_path`` that renders the HTML. It receives ``props``
        and ``content``. Other builders show only the content.
    :param is_inline: Whether the component can be used inside a line of text.
    :param argument: The prop that its directive takes as an argument.
    """
    from sphinx_sitejson.sphinx_ext.components.setup import add_component

    add_component(
        app,
        name,
        build,
        props=props,
        template=template,
        is_inline=is_inline,
        argument=argument,
    )


def __getattr__(name: str) -> Any:
    """Return a type for components; what needs Sphinx is imported only when it is used."""
    if name in __all__:
        from sphinx_sitejson.sphinx_ext.components import calls

        return getattr(calls, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
