"""Keeps the compiled templates of the theme between builds.

Compiling them takes longer than reading and writing one page, which is what most builds do.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from jinja2 import FileSystemBytecodeCache
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.jinja2glue import BuiltinTemplateLoader

if TYPE_CHECKING:
    from sphinx.application import Sphinx


def keep_compiled_templates(app: Sphinx) -> None:
    """Give the templates a folder; Jinja sees by their text when one changed."""
    builder = app.builder
    if not isinstance(builder, StandaloneHTMLBuilder):
        return
    if isinstance(builder.templates, BuiltinTemplateLoader):
        folder = Path(app.doctreedir, "sitejson", "compiled-templates")
        folder.mkdir(parents=True, exist_ok=True)
        environment = builder.templates.environment
        environment.bytecode_cache = FileSystemBytecodeCache(str(folder))
        # Nothing changes while a build runs; each include would look at its file otherwise.
        environment.auto_reload = False


def setup_template_cache(app: Sphinx) -> None:
    """Connect to the begin of a build."""
    app.connect("builder-inited", keep_compiled_templates)
