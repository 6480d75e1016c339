"""A documentation site from one file: ``site.json`` for Sphinx."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from sphinx_sitejson.version import __version__ as __version__

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata

    from sphinx_sitejson.common.problems import CheckFinding
    from sphinx_sitejson.components.nodes import Component, ComponentCall, JsxValue, PropValue
    from sphinx_sitejson.http_messages.request import SampleRequest
    from sphinx_sitejson.site_build.extension_points import CheckFunction

__all__ = [
    "CheckFinding",
    "CheckFunction",
    "Component",
    "ComponentCall",
    "JsxValue",
    "PropValue",
    "SampleRequest",
    "add_api_format",
    "add_check",
    "add_component",
    "add_sample_language",
    "setup",
]

_TYPE_MODULES = {
    "CheckFinding": "sphinx_sitejson.common.problems",
    "CheckFunction": "sphinx_sitejson.site_build.extension_points",
    "Component": "sphinx_sitejson.components.nodes",
    "ComponentCall": "sphinx_sitejson.components.nodes",
    "JsxValue": "sphinx_sitejson.components.nodes",
    "PropValue": "sphinx_sitejson.components.nodes",
    "SampleRequest": "sphinx_sitejson.http_messages.request",
}


def setup(app: Sphinx) -> ExtensionMetadata:
    """Add the extension and the theme to Sphinx."""
    from sphinx_sitejson.extension import setup_extension

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
    from sphinx_sitejson.components.directives import add_component

    add_component(
        app, name, build, props=props, template=template, is_inline=is_inline, argument=argument
    )


def add_sample_language(
    app: Sphinx,
    name: str,
    generate: Callable[[SampleRequest], str],
    *,
    label: str = "",
    lexer: str = "",
    aliases: Iterable[str] = (),
) -> None:
    """Add a language or a client in which request samples are written.

    :param name: The name of the language in ``api.request.example.languages``, such as ``lua``.
        The name of an existing language replaces it.
    :param generate: A function that turns a request into the code of its sample.
    :param label: The title of the sample. The default is the name with a capital letter.
    :param lexer: The Pygments lexer that highlights the code. The default is the name.
    :param aliases: Other names that settings and documents use for the language.
    """
    from sphinx_sitejson.site_build.extension_points import add_sample_language

    add_sample_language(app, name, generate, label=label, lexer=lexer, aliases=aliases)


def add_check(app: Sphinx, name: str, run: CheckFunction, *, is_default: bool = True) -> None:
    """Add a check that runs with every build and with ``sitejson check``.

    :param name: The name of the check in ``sitejson_checks``. Its findings are warnings with the
        code ``sitejson.<name>``.
    :param run: A function that receives the build environment when all pages are read, and yields
        what it finds.
    :param is_default: Whether the check runs unless ``sitejson_checks`` in ``conf.py`` chooses the
        checks.
    """
    from sphinx_sitejson.site_build.extension_points import add_check

    add_check(app, name, run, is_default=is_default)


def add_api_format(
    app: Sphinx,
    name: str,
    convert: Callable[[dict[str, Any]], dict[str, Any]],
    *,
    matches: Callable[[dict[str, Any]], bool],
    suffixes: Iterable[str] = (".json", ".yaml", ".yml"),
) -> None:
    """Add a format of API descriptions, which is converted to OpenAPI.

    :param name: The name of the format, as messages show it.
    :param convert: A function that turns a document into an OpenAPI 3 document.
    :param matches: A function that recognizes a document of the format by its content.
    :param suffixes: The endings of files in which documents of the format are searched for.
    """
    from sphinx_sitejson.site_build.extension_points import add_api_format

    add_api_format(app, name, convert, matches=matches, suffixes=suffixes)


def __getattr__(name: str) -> Any:
    """Return a type for extensions; what needs Sphinx is imported only when it is used."""
    if name in _TYPE_MODULES:
        from importlib import import_module

        return getattr(import_module(_TYPE_MODULES[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
