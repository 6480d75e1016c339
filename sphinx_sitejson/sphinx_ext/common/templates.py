"""The templates of the package itself, rendered with escaping on."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from functools import cache
from types import CodeType
from typing import TYPE_CHECKING

from jinja2 import (
    BytecodeCache,
    Environment,
    FileSystemBytecodeCache,
    PackageLoader,
    StrictUndefined,
)
from jinja2.bccache import Bucket
from markupsafe import Markup
from sphinx.locale import _

from sphinx_sitejson.version import __version__

if TYPE_CHECKING:
    from docutils import nodes
    from sphinx.writers.html5 import HTML5Translator

MAX_COMPILED = 400
"""Templates that a process keeps; the package has about a hundred, the rest are of projects."""


def make_environment(**helpers: Callable[..., str]) -> Environment:
    """Make an environment whose templates can call the helpers, also in macros they import."""
    environment = Environment(
        loader=PackageLoader("sphinx_sitejson", "templates"),
        autoescape=_is_html,
        undefined=StrictUndefined,
        auto_reload=False,
        bytecode_cache=CompiledTemplates(),
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals.update(helpers, _=_)
    return environment


_environment = cache(make_environment)


def render(template: str, **values: object) -> Markup:
    """Render a template of the folder ``templates``."""
    return Markup(_environment().get_template(template).render(values))


def _is_html(name: str | None) -> bool:
    return name is None or name.endswith(".html.jinja")


class CompiledTemplates(BytecodeCache):
    """Compiled templates, for all builds of a process and, in a folder, for those that follow.

    Compiling the templates of a page takes longer than writing several pages.

    :param folder: where they are kept between processes, if anywhere.
    """

    def __init__(self, folder: str = "") -> None:
        self._files = FileSystemBytecodeCache(folder) if folder else None

    def get_cache_key(self, name: str, filename: str | None = None) -> str:
        """Return the name of a template; each version compiles it in its own way."""
        return super().get_cache_key(f"{__version__} {name}", filename)

    def load_bytecode(self, bucket: Bucket) -> None:
        """Find what is compiled already."""
        bucket.code = _compiled().get(_identity(bucket))
        if bucket.code is None and self._files is not None:
            self._files.load_bytecode(bucket)
            _remember(bucket)

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep what was compiled now."""
        _remember(bucket)
        if self._files is not None:
            self._files.dump_bytecode(bucket)


@cache
def _compiled() -> dict[Hashable, CodeType]:
    """Return what is known in this process; a template of the same text is compiled the same."""
    return {}


def _remember(bucket: Bucket) -> None:
    if bucket.code is not None and len(_compiled()) < MAX_COMPILED:
        _compiled()[_identity(bucket)] = bucket.code


def _identity(bucket: Bucket) -> Hashable:
    """Return all that decides what a template becomes: its text and the settings of Jinja."""
    settings = bucket.environment
    return (
        bucket.key,
        bucket.checksum,
        settings.code_generator_class,
        settings.autoescape,
        settings.trim_blocks,
        settings.lstrip_blocks,
        settings.keep_trailing_newline,
        frozenset(settings.extensions),
        getattr(settings, "newstyle_gettext", False),
    )


def render_nodes(translator: HTML5Translator, children: Iterable[nodes.Node]) -> Markup:
    """Return the HTML of some nodes, without writing it."""
    outside, translator.body = translator.body, []
    try:
        for child in children:
            child.walkabout(translator)
        return Markup("".join(translator.body))
    finally:
        translator.body = outside
