"""Templates of the project in our theme: one that fails gives way to the theme's own.

A project that lived with another theme may have templates that call its functions or extend its
files. The build goes on without them, with a warning that names each.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from jinja2 import TemplateNotFound
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.jinja2glue import BuiltinTemplateLoader

from sphinx_sitejson.sphinx_ext.common.other_themes import has_our_theme
from sphinx_sitejson.sphinx_ext.patches.builders import render_templates_with

from .legacy_options import FAILURES, failed_templates, project_folders, template_file

if TYPE_CHECKING:
    from sphinx.application import Sphinx

Render = Callable[[str, dict[str, Any]], str]

DEFAULT_TEMPLATE = "page.html"


def report_template_errors(app: Sphinx) -> None:
    """Render pages without templates of the project that fail, and report the errors."""
    builder = app.builder
    if not isinstance(builder, StandaloneHTMLBuilder) or not has_our_theme(builder):
        return
    if isinstance(builder.templates, BuiltinTemplateLoader) and project_folders(app):
        render_templates_with(builder.templates, lambda render: _reporting_errors(app, render))


def _reporting_errors(app: Sphinx, render: Render) -> Render:
    builder = app.builder
    assert isinstance(builder, StandaloneHTMLBuilder)
    assert isinstance(builder.templates, BuiltinTemplateLoader)
    plain = without_folders(builder.templates, project_folders(app))
    failed = failed_templates(app.env)
    changed = sorted(_changed_templates(app, plain))

    def rendered(template: str, context: dict[str, Any]) -> str:
        has_failed = not failed.names.isdisjoint(changed)
        if has_failed and template_file(plain, template):
            return _render_plain(plain, template, context)
        try:
            return render(template, context)
        except FAILURES as error:
            if not template_file(plain, template):
                # A page that only the project's template makes.
                failed.report(template, error)
                return rendered(DEFAULT_TEMPLATE, {"body": "", "title": "", **context})
            try:
                text = _render_plain(plain, template, context)
            except FAILURES:
                raise error from None
            for name in _culprits(error, changed):
                failed.report(name, error)
            return text

    return rendered


def _render_plain(bridge: BuiltinTemplateLoader, template: str, context: dict[str, Any]) -> str:
    return bridge.environment.get_template(template).render(context)


def without_folders(bridge: BuiltinTemplateLoader, folders: list[Path]) -> BuiltinTemplateLoader:
    """Return templates like others, which are looked for everywhere but in some folders."""
    plain = copy.copy(bridge)
    kept = [
        (loader, index < bridge.templatepathlen)
        for index, loader in enumerate(bridge.loaders)
        if Path(loader.searchpath[0]).resolve() not in folders
    ]
    plain.loaders = [loader for loader, _is_configured in kept]
    plain.templatepathlen = sum(is_configured for _loader, is_configured in kept)
    plain.environment = bridge.environment.overlay(loader=plain)
    return plain


def _changed_templates(app: Sphinx, plain: BuiltinTemplateLoader) -> set[str]:
    """Return the templates of the theme that the project has changed."""
    return {
        name
        for folder in project_folders(app)
        for file in folder.rglob("*.html")
        if template_file(plain, name := file.relative_to(folder).as_posix())
    }


def _culprits(error: Exception, changed: list[str]) -> list[str]:
    """Return the templates of the project by whose fault a page failed, as far as is known."""
    files = []
    trace = error.__traceback__
    while trace is not None:
        files.append(trace.tb_frame.f_code.co_filename)
        trace = trace.tb_next
    found = [name for name in changed if any(file.endswith(f"/{name}") for file in files)]
    if isinstance(error, TemplateNotFound) or not found:
        return found or changed
    return found
