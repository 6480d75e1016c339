"""Activate the language of each page while it is read and written."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from gettext import NullTranslations
from pathlib import Path
from typing import Any

import sphinx
from docutils import nodes
from sphinx import locale
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.jinja2glue import BuiltinTemplateLoader
from sphinx.transforms.post_transforms import SphinxPostTransform

from sphinx_sitejson.common.languages import catalog_name, language_tag
from sphinx_sitejson.site_build.build_state import BuildState, site_of
from sphinx_sitejson.site_build.labels import CATALOG, CatalogError, catalog_files, read_catalog
from sphinx_sitejson.site_build.private_interfaces import catalog_translator, set_translator
from sphinx_sitejson.site_build.reports import report

from .site_map import SiteMap
from .toctrees import navigation_tree
from .tree import PageLabels


class PageTranslations(NullTranslations):
    """Translate messages into the active language.

    Templates and lazy texts of Sphinx keep the first translator, so it must switch.
    """

    def __init__(self, original: NullTranslations, find: Callable[[str], NullTranslations]) -> None:
        super().__init__()
        self.original = original
        self._find = find
        self._current = original

    def gettext(self, message: str) -> str:
        """Translate a text."""
        return self._current.gettext(message)

    def ngettext(self, singular: str, plural: str, number: int) -> str:
        """Translate a text that depends on a number."""
        return self._current.ngettext(singular, plural, number)

    def activate(self, language: str) -> None:
        """Activate a language; an empty string is the language of the site."""
        self._current = self._find(language) if language else self.original


page_translations: BuildState[PageTranslations | None] = BuildState(lambda env: None)
"""The translator of a site with several languages."""


@BuildState
def page_language(env: BuildEnvironment) -> Callable[[str], str]:
    """Return a function for the language of a page by its location, before pages are read."""
    site = SiteMap(
        site_of(env).settings,
        navigation_tree(env),
        PageLabels(versions=[version.name for version in site_of(env).settings.versions]),
    )
    return cache(site.page_language)


def install_page_translations(app: Sphinx) -> None:
    """Install the translations of page languages, if the site has several languages."""
    settings = site_of(app.env).settings
    divisions = settings.outline.all_divisions() if settings.outline else ()
    is_divided = any(division.kind == "language" for division in divisions)
    if not (is_divided or any(version.locale for version in settings.versions)):
        return
    known = cache(lambda language: _translator(app, language))
    translations = PageTranslations(catalog_translator("sphinx") or NullTranslations(), known)
    page_translations.set(app.env, translations)
    for catalog in ("sphinx", CATALOG):
        set_translator(catalog, translations)
    templates = getattr(app.builder, "templates", None)
    if isinstance(templates, BuiltinTemplateLoader):
        # Jinja keeps the functions of the translator that it was given first.
        environment = templates.environment
        environment.install_gettext_translations(translations)  # type: ignore[attr-defined]
        environment.globals["_"] = environment.globals["gettext"]


def _translator(app: Sphinx, language: str) -> NullTranslations:
    """Return the translator of a language, from the catalogs of Sphinx, the project and ours."""
    folders = [
        Path(sphinx.__file__).parent / "locale",
        *(Path(app.srcdir, folder) for folder in app.config.locale_dirs),
    ]
    found, _ = locale.init(folders, language, namespace=f"sitejson {language}")
    for file in catalog_files(app, language):
        try:
            found.add_fallback(read_catalog(file))
        except CatalogError as error:
            report([error.problem])
    return found


def page_catalog(env: BuildEnvironment, docname: str) -> str:
    """Return the catalog name of a page's language; empty for the language of the site."""
    language = page_language(env)(docname)
    project_language = language_tag(env.config.language or "en")
    return "" if not language or language == project_language else catalog_name(language)


def activate_page_language(app: Sphinx, docname: str, source: list[str]) -> None:
    """Activate the language of a page before it is read."""
    if found := page_translations(app.env):
        found.activate(page_catalog(app.env, docname))


class SiteLanguageTransform(SphinxPostTransform):
    """Activates the language of the site; a page was written before this one is resolved."""

    default_priority = 0

    def run(self, **kwargs: Any) -> None:
        """Handle one document."""
        if found := page_translations(self.env):
            found.activate("")


def visit_document(self: Any, node: nodes.document) -> None:
    """Activate the language of a page when it begins to be written."""
    found = page_translations(self.builder.env)
    # Titles are rendered as documents of their own.
    if found is not None and node["source"] != "<partial node>":
        found.activate(page_catalog(self.builder.env, self.builder.current_docname))
    type(self).visit_document(self, node)


def reset_language_of_generated_page(
    app: Sphinx, pagename: str, templatename: str, context: object, doctree: nodes.document | None
) -> None:
    """Activate the language of the site for pages such as the index."""
    if doctree is None:
        reset_language(app)


def reset_language(app: Sphinx, *others: object) -> tuple[()]:
    """Activate the language of the site again; this adds no pages."""
    if found := page_translations(app.env):
        found.activate("")
    return ()


def remove_page_translations(app: Sphinx, exception: Exception | None) -> None:
    """Restore Sphinx's translator for the next application of this process."""
    if getattr(app, "env", None) and (found := page_translations(app.env)):
        for catalog in ("sphinx", CATALOG):
            set_translator(catalog, found.original)
