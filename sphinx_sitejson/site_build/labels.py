"""The labels of the theme and of API pages in the language of the site.

Sphinx's catalog comes first, since it has many of the labels; then a catalog ``sitejson`` of
the project, from ``locale_dirs``; then ours. Catalogs need not be compiled.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from copy import deepcopy
from gettext import GNUTranslations, NullTranslations
from io import BytesIO
from pathlib import Path
from typing import Any, TypeVar

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from sphinx.application import Sphinx
from sphinx.locale import get_translation

from sphinx_sitejson.common.files import LOCALE, describe_os_error
from sphinx_sitejson.common.messages import Gettext, Message, form, translate_messages
from sphinx_sitejson.common.problems import Location, Problem, ProblemCode

from .private_interfaces import (
    catalog_translator,
    defer_version_labels,
    is_lazy,
    lazy_text,
    set_translator,
)
from .reports import report

CATALOG = "sitejson"
SPHINX_LABELS = (
    form("Link to this code"),
    form("Link to this definition"),
    form("Link to this equation"),
    form("Link to this heading"),
    form("Link to this image"),
    form("Link to this table"),
    form("Link to this term"),
    form("Link to this toctree"),
    form("Removed in version %s"),
)
"""Labels of Sphinx that it does not have in all languages of the package."""

_Value = TypeVar("_Value")

_ = get_translation(CATALOG)
"""Translates at once; texts of modules and classes need ``lazy_label``."""


def lazy_label(text: str) -> str:
    """Return a text that is translated when it is used, whenever its module is imported.

    ``_`` returns such texts only until the catalogs are loaded. Imported as ``_``, so that the
    labels of a module are found.
    """
    return lazy_text(CATALOG, text)


class NoCatalog(NullTranslations):
    """Translations of a language without a catalog: texts stay unchanged."""


def in_site_language(value: _Value) -> _Value:
    """Return a value with its messages translated into the language of the site."""
    gettext = _site_gettext()
    return value if gettext is None else translate_messages(value, gettext)


def around_in_site_language(message: Message, gap: str) -> tuple[str, str, str]:
    """Return the translated text of a message before, in and after a placeholder."""
    return message.translate_around(gap, _site_gettext() or str)


def _site_gettext() -> Gettext | None:
    """Return the translation function of the site, or None without a catalog."""
    translator = catalog_translator(CATALOG)
    if translator is None or isinstance(translator, NoCatalog):
        return None
    return translator.gettext


def without_lazy_texts(value: object) -> object:
    """Return a value with its lazy texts replaced by strings."""
    if is_lazy(value):
        return str(value)
    if isinstance(value, list | tuple):
        parts = [without_lazy_texts(part) for part in value]
        kind: Any = type(value)
        return kind(*parts) if hasattr(value, "_fields") else kind(parts)
    if type(value) is dict:
        return {key: without_lazy_texts(part) for key, part in value.items()}
    return value


def catalog_files(app: Sphinx, language: str = "") -> Iterator[Path]:
    """Yield the catalogs of a language, those of the project first."""
    language = language or app.config.language or "en"
    names = dict.fromkeys((language, language.partition("_")[0]))
    project_folders = [Path(app.srcdir, folder) for folder in app.config.locale_dirs]
    for folder in (*project_folders, LOCALE):
        for name in names:
            file = folder / name / "LC_MESSAGES" / f"{CATALOG}.po"
            if file.is_file():
                yield file


class CatalogError(Exception):
    """A catalog that cannot be read, and why."""

    def __init__(self, file: Path, fault: Exception) -> None:
        super().__init__(str(fault))
        reason = describe_os_error(fault) if isinstance(fault, OSError) else str(fault).rstrip(".")
        self.problem = Problem(
            ProblemCode.CATALOG,
            f"the catalog cannot be read: {reason or 'its form is not known'}.",
            Location(str(file), line=getattr(fault, "lineno", None) or 1),
        )


def read_catalog(file: Path) -> GNUTranslations:
    """Read a ``.po`` or ``.mo`` file.

    :raises CatalogError: if it is invalid.
    """
    try:
        with file.open("rb") as source:
            if file.suffix == ".mo":
                return GNUTranslations(source)
            compiled = BytesIO()
            write_mo(compiled, read_po(source, abort_invalid=True))
        compiled.seek(0)
        return GNUTranslations(compiled)
    # Two libraries parse the file, with many kinds of errors.
    except Exception as fault:
        raise CatalogError(file, fault) from fault


def setup_labels(app: Sphinx, *, is_site: bool) -> None:
    """Add our catalogs to Sphinx's translator; Sphinx loads its own before any extension.

    In projects without a site, the texts of Sphinx and of the theme stay as they are.
    """
    digest = hashlib.sha256()
    translator = app.translator if is_site else deepcopy(app.translator)
    set_translator(CATALOG, NoCatalog())
    for file in catalog_files(app):
        set_translator(CATALOG, translator)
        try:
            translator.add_fallback(read_catalog(file))
            digest.update(file.read_bytes())
        except CatalogError as error:
            report([error.problem])
    # Pages are rebuilt when the labels change.
    app.add_config_value("sitejson_catalogs", digest.hexdigest(), "env", frozenset({str}))
    defer_version_labels()
