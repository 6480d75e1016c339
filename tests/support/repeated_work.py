"""Work that each build of a process repeats with the same result, done once for all tests."""

import logging
from collections.abc import Hashable
from contextlib import suppress
from functools import cache
from importlib.metadata import entry_points
from typing import Any

import sphinx.theming
from jinja2 import Environment
from sphinx.util.logging import SphinxLoggerAdapter

_compile = Environment.compile
_compiled: dict[Hashable, Any] = {}


def skip_repeated_work() -> None:
    """Keep what no test changes between two builds."""
    # Each build looks for themes in the metadata of all installed packages.
    sphinx.theming.entry_points = cache(entry_points)  # type: ignore[assignment, attr-defined]
    # The icon of a name in its colors.
    with suppress(ModuleNotFoundError):
        from sphinx_sitejson.publishing import social_cards

        social_cards.draw_touch_icon = cache(social_cards.draw_touch_icon)
    # Each build has environments of its own, and some templates have no name to keep them by.
    Environment.compile = compile_once  # type: ignore[method-assign]
    # Sphinx sends a thousand messages through four functions before they are found to be unwanted.
    SphinxLoggerAdapter.debug = debug  # type: ignore[assignment, method-assign]


def compile_once(self: Environment, source: Any, *arguments: Any, **options: Any) -> Any:
    """Compile the text of a template, unless it was compiled with the same options of Jinja."""
    if options or not isinstance(source, str):
        return _compile(self, source, *arguments, **options)
    key = (
        source,
        arguments,
        type(self),
        self.code_generator_class,
        self.autoescape,
        self.trim_blocks,
        self.lstrip_blocks,
        self.keep_trailing_newline,
        frozenset(self.extensions),
        frozenset(self.filters),
        getattr(self, "newstyle_gettext", False),
    )
    if key not in _compiled:
        _compiled[key] = _compile(self, source, *arguments)
    return _compiled[key]


def debug(self: SphinxLoggerAdapter, message: str, *arguments: Any, **options: Any) -> None:
    """Log a message for debugging, if it is wanted."""
    if self.logger.isEnabledFor(logging.DEBUG):
        self.log(logging.DEBUG, message, *arguments, **options)
