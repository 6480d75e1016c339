"""The templates of the package, rendered with escaping."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from functools import cache
from types import CodeType

from docutils import nodes
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
from sphinx.writers.html5 import HTML5Translator

from sphinx_sitejson.version import __version__

MAX_COMPILED = 400
"""How many compiled templates a process caches; the package has about a hundred."""


def make_environment(**helpers: Callable[..., str]) -> Environment:
    """Create an environment with the helpers as globals, also for imported macros."""
    environment = Environment(
        loader=PackageLoader("sphinx_sitejson", "templates"),
        autoescape=_is_html,
        undefined=StrictUndefined,
        auto_reload=False,
        # There are few templates; a limited cache would look for each name among all.
        cache_size=-1,
        bytecode_cache=CompiledTemplates(),
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


class CompiledTemplates(BytecodeCache):
    """A cache of compiled templates in memory and, optionally, in a folder.

    Compiling the templates of a page takes longer than writing several pages.

    :param folder: the cache folder between processes.
    """

    def __init__(self, folder: str = "") -> None:
        self._files = FileSystemBytecodeCache(folder) if folder else None

    def get_cache_key(self, name: str, filename: str | None = None) -> str:
        """Return the cache key of a template, which depends on the version of the package."""
        return super().get_cache_key(f"{__version__} {name}", filename)

    def load_bytecode(self, bucket: Bucket) -> None:
        """Load a compiled template."""
        bucket.code = _compiled().get(_identity(bucket))
        if bucket.code is None and self._files is not None:
            self._files.load_bytecode(bucket)
            _remember(bucket)

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Store a compiled template."""
        _remember(bucket)
        if self._files is not None:
            self._files.dump_bytecode(bucket)


@cache
def _compiled() -> dict[Hashable, CodeType]:
    """Return the cache of this process."""
    return {}


def _remember(bucket: Bucket) -> None:
    if bucket.code is not None and len(_compiled()) < MAX_COMPILED:
        _compiled()[_identity(bucket)] = bucket.code


def _identity(bucket: Bucket) -> Hashable:
    """Return what the compiled code depends on: the source and the options of Jinja."""
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
    """Render nodes to HTML, without adding it to the output of the translator."""
    start = len(translator.body)
    try:
        for child in children:
            child.walkabout(translator)
        return Markup("".join(translator.body[start:]))
    finally:
        del translator.body[start:]
